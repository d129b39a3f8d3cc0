import { once } from 'node:events';
import type { Output } from './output.ts';

/** The option by which a process knows that it is one of several, which serveProcesses started. */
export const workerProcessFlag = '--worker-process';

/** What such a process has to say goes to the one that started it, which speaks for all. */
export const outputToStarter: Output = { result: (value) => void process.send?.(value) };

/** Resolves when the one that started this process wants it to stop, or has died. */
export async function untilToldToStop(): Promise<void> {
  await Promise.race([once(process, 'message'), once(process, 'disconnect')]);
}
