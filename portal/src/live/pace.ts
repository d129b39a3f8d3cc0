/** How long to wait before the poll with this number, from 0 on: ever longer, two minutes at most. */
export function pollPauseMs(polls: number): number {
  return Math.min(10_000 * 1.5 ** polls, 120_000);
}

/** How long to poll before the stream is tried again, after so many tries in vain: ten minutes at most. */
export function retryPauseMs(failures: number): number {
  return Math.min(30_000 * 2 ** (failures - 1), 600_000);
}

/** How often to look at what is under way for so long, where nothing tells of its end; null: no more. */
export function watchPauseMs(underWayMs: number): number | null {
  if (underWayMs < 60_000) return 2_000;
  if (underWayMs < 600_000) return 10_000;
  return null;
}
