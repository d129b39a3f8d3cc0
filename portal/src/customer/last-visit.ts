/** So long without a look ends a visit. */
const visitGapMs = 30 * 60_000;

interface Visits {
  /** When the visit before this one ended; null on the first. */
  readonly beforeMs: number | null;
  readonly seenMs: number;
}

/**
 * Notes that the reader is here now.
 * @returns when the former visit ended; null on the first one, or when the browser keeps nothing
 */
export function noteVisit(storage: Storage, customerId: number, nowMs: number): Date | null {
  const key = `visit-${customerId}`;
  const known = read(storage, key);
  const isSameVisit = known !== null && nowMs - known.seenMs < visitGapMs;
  const beforeMs = isSameVisit ? known.beforeMs : (known?.seenMs ?? null);
  try {
    storage.setItem(key, JSON.stringify({ beforeMs, seenMs: nowMs } satisfies Visits));
  } catch {
    // A full or forbidden storage only means that the next visit counts as the first.
  }
  return beforeMs === null ? null : new Date(beforeMs);
}

function read(storage: Storage, key: string): Visits | null {
  try {
    const { beforeMs, seenMs } = JSON.parse(storage.getItem(key) ?? 'null') as Visits;
    return typeof seenMs === 'number' ? { beforeMs: typeof beforeMs === 'number' ? beforeMs : null, seenMs } : null;
  } catch {
    return null;
  }
}
