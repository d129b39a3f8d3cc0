import { setTimeout as sleep } from 'node:timers/promises';

/** Between two looks at a thread that has nearly worked as long as it may. */
const shortestPauseMs = 20;

/**
 * Resolves once something has worked for so long, which takes longer the more others work beside it.
 * @param workedMs how long it has worked so far, in ms of a processor
 * @throws the signal's reason, and whatever `workedMs` throws
 */
export async function untilWorked(
  limitMs: number,
  workedMs: () => Promise<number>,
  signal: AbortSignal,
): Promise<void> {
  for (let worked = 0; worked < limitMs; worked = await workedMs())
    await sleep(Math.max(limitMs - worked, shortestPauseMs), undefined, { signal });
}
