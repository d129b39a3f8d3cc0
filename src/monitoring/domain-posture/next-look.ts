/** How often every domain is looked at (decisions §11.4). */
export const lookEverySeconds = 86_400;
/** What is otherwise than before is looked at again when answers that were kept have run out, those that there is nothing included. */
const secondLookSeconds = 70 * 60;
const [firstRetrySeconds, mostFailures] = [15 * 60, 7];
/** Share of the wait by which a look may come later. */
const jitter = 0.1;

/**
 * When a domain is looked at again.
 * @param failures looks in a row, this one included, that were answered by nobody
 * @param random in [0, 1)
 */
export function nextLook(
  now: Date,
  { failures, awaitsSecond, random }: { failures: number; awaitsSecond: boolean; random: number },
): Date {
  const seconds =
    failures > 0
      ? Math.min(firstRetrySeconds * 2 ** Math.min(failures - 1, mostFailures), lookEverySeconds)
      : awaitsSecond
        ? secondLookSeconds
        : lookEverySeconds * (1 - jitter / 2);
  return new Date(now.getTime() + seconds * 1_000 * (1 + jitter * random));
}
