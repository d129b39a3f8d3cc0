import { setTimeout as sleep } from 'node:timers/promises';

/** Waits for work that may hang, so long and no longer. @returns 'late' when it has not ended by then */
export async function settledWithin<T>(ms: number, work: Promise<T>): Promise<T | 'late'> {
  const over = new AbortController();
  try {
    return await Promise.race([work, sleep(ms, 'late' as const, { signal: over.signal })]);
  } finally {
    over.abort();
  }
}
