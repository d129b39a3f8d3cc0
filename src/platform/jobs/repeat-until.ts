import { setTimeout as sleep } from 'node:timers/promises';

/** Runs the work, then waits, again and again until the signal aborts. A failure is reported and does not end it. */
export async function repeatUntil(
  signal: AbortSignal,
  intervalMs: number,
  work: () => Promise<unknown>,
  onError: (error: Error) => void,
): Promise<void> {
  while (!signal.aborted) {
    await work().catch(onError);
    await sleep(intervalMs, undefined, { signal }).catch(() => undefined);
  }
}
