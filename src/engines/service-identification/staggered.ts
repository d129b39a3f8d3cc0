import { setTimeout as delay } from 'node:timers/promises';

export interface StaggeredOptions {
  readonly everyMs: number;
  readonly atOnce: number;
  readonly signal: AbortSignal;
}

/**
 * Starts one attempt after the other without waiting for their results, and resolves with the first result there is: what is
 * likely comes early and spares the others, and what is rare does not cost the sum of all waits. Null when no attempt has one.
 * Attempts must not reject.
 */
export async function firstOf<T>(
  attempts: readonly (() => Promise<T | null>)[],
  { everyMs, atOnce, signal }: StaggeredOptions,
): Promise<T | null> {
  const { promise: found, resolve } = Promise.withResolvers<T | null>();
  const running = new Set<Promise<void>>();
  let isFound = false;
  for (const attempt of attempts) {
    while (running.size >= atOnce && !isFound) await Promise.race(running);
    if (isFound || signal.aborted) break;
    const one: Promise<void> = attempt().then((result) => {
      running.delete(one);
      if (result === null) return;
      isFound = true;
      resolve(result);
    });
    running.add(one);
    await Promise.race([delay(everyMs), found]);
  }
  void Promise.all(running).then(() => resolve(null));
  return found;
}
