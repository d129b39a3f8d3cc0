import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';

/** Ends a process in order, if it still runs. */
export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

/** Resident memory of a process in MB. */
export function residentMb(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;
}

/** Processor time of a process in seconds, user and system. */
export function cpuSeconds(pid: number): number {
  return timesOf(pid).own;
}

/** The same with that of its children, those that have ended included. */
export function cpuSecondsWithChildren(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  const ofRunning = children.map((child) => {
    try {
      return cpuSeconds(Number(child));
    } catch {
      // It has ended since.
      return 0;
    }
  });
  const { own, ofEnded } = timesOf(pid);
  return ofRunning.reduce((sum, seconds) => sum + seconds, own + ofEnded);
}

/** See proc_pid_stat(5), which counts in hundredths of a second. The name may have blanks, and what follows it has none. */
function timesOf(pid: number): { readonly own: number; readonly ofEnded: number } {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const [user, system, endedUser, endedSystem] = stat
    .slice(stat.lastIndexOf(') '))
    .split(' ')
    .slice(12, 16)
    .map(Number);
  return { own: (user! + system!) / 100, ofEnded: (endedUser! + endedSystem!) / 100 };
}
