import { readdirSync, readFileSync } from 'node:fs';

/** What Linux counts processor time in: a hundredth of a second. */
const tickMs = 10;

interface ProcessStat {
  readonly parent: number;
  /** Of itself. */
  readonly ticks: number;
  /** Of its children that have ended. */
  readonly ticksOfEnded: number;
}

/** The processor time in ms that a process and its children have taken so far, by /proc; null where there is none. */
export function processorTimeOf(pid: number): number | null {
  const own = statOf(String(pid));
  if (own === null) return null;
  const others = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(name) ?? []) : []));
  const ofChildren = others.filter(({ parent }) => parent === pid).reduce((sum, { ticks }) => sum + ticks, 0);
  return (own.ticks + own.ticksOfEnded + ofChildren) * tickMs;
}

/** See proc_pid_stat(5): the name may have blanks, and what follows it has none. */
function statOf(pid: string): ProcessStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
    return { parent: Number(fields[1]), ticks: user! + system!, ticksOfEnded: endedUser! + endedSystem! };
  } catch {
    return null;
  }
}
