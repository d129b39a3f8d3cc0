import { setTimeout as sleep } from 'node:timers/promises';

const defaultTimeoutMs = 60_000;
const pollMs = 100;

/** Asks until the answer is one, and returns it. */
export async function eventually<T>(
  what: string,
  ask: () => Promise<T | undefined | null | false>,
  timeoutMs = defaultTimeoutMs,
): Promise<T> {
  for (const deadline = performance.now() + timeoutMs; performance.now() < deadline; ) {
    const answer = await ask();
    if (answer) return answer;
    await sleep(pollMs);
  }
  throw new Error(`Waited ${timeoutMs} ms in vain: ${what}`);
}
