/**
 * Preloaded into a server process (`--import`), it notes how long the thread that answers was busy without a break, in CPU
 * time: other processes that keep the machine's cores make nothing seem slow. A stretch that is long enough to be noticed is
 * appended to the file EVENT_LOOP_FILE as a line of JSON. The process ends with the one that started it, so that a test run that
 * is killed leaves no server behind.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** `at` is when the stretch was noted, in milliseconds since 1970. */
export interface BusyStretch {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly at: number;
}

const tickMs = 10;
const notedMs = 50;
const file = process.env.EVENT_LOOP_FILE;

function threadCpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
}

if (isMainThread && file !== undefined) {
  let [cpu, wall] = [threadCpuMs(), performance.now()];
  const parent = process.ppid;
  const tick = () => {
    if (process.ppid !== parent) process.exit(1);
    const [cpuNow, wallNow] = [threadCpuMs(), performance.now()];
    const stretch: BusyStretch = { cpuMs: cpuNow - cpu, wallMs: wallNow - wall, at: Date.now() };
    if (stretch.cpuMs >= notedMs) appendFileSync(file, `${JSON.stringify(stretch)}\n`);
    [cpu, wall] = [threadCpuMs(), performance.now()];
  };
  setInterval(tick, tickMs).unref();
}
