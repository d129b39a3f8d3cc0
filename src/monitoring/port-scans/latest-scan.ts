import type { Operation } from '../../core/operation/operation.ts';

/** The last completed scan of an endpoint and what it changed. */
export interface LatestScan {
  readonly openPorts: readonly number[];
  readonly durationMs: number;
  readonly scannedAt: Date;
  /** Against the completed scan before it; empty while there is none. */
  readonly newPorts: readonly number[];
  readonly closedPorts: readonly number[];
  /** Open ports that stayed silent in the last scan that looked: closed when the next one finds the same. */
  readonly suspectedClosedPorts: readonly number[];
}

interface ScannedEndpoint {
  readonly id: string;
  readonly last_scan_id: string | null;
  readonly previous_scan_id: string | null;
}

/** The last completed scan of an endpoint and how it differs from the one before (decisions §2.12); null before the first. */
export async function latestScan(operation: Operation, endpoint: ScannedEndpoint): Promise<LatestScan | null> {
  if (endpoint.last_scan_id === null) return null;
  const [scan, intervals] = await Promise.all([
    operation.db
      .selectFrom('scan_history')
      .select(['duration_ms', 'finished_at'])
      .where('endpoint_id', '=', endpoint.id)
      .where('id', '=', endpoint.last_scan_id)
      .executeTakeFirst(),
    recentIntervals(operation, endpoint.id, endpoint.previous_scan_id ?? endpoint.last_scan_id),
  ]);
  // Its month may have been dropped while the endpoint was paused.
  if (!scan?.finished_at) return null;
  const compared = endpoint.previous_scan_id !== null;
  const before = ports(intervals.filter(isOpenAfter(endpoint.previous_scan_id)));
  const after = ports(intervals.filter(isOpenAfter(endpoint.last_scan_id)));
  return {
    openPorts: after,
    durationMs: scan.duration_ms ?? 0,
    scannedAt: scan.finished_at,
    newPorts: compared ? after.filter((port) => !before.includes(port)) : [],
    closedPorts: compared ? before.filter((port) => !after.includes(port)) : [],
    suspectedClosedPorts: ports(intervals.filter((row) => row.closed_at === null && row.silent_since_scan_id !== null)),
  };
}

/** The intervals that were open after the scan or later: two look-ups, each in an index of its own. */
async function recentIntervals(operation: Operation, endpointId: string, scanId: string) {
  const ofEndpoint = operation.db
    .selectFrom('observations')
    .select(['port', 'opened_scan_id', 'closed_scan_id', 'closed_at', 'silent_since_scan_id'])
    .where('endpoint_id', '=', endpointId);
  const endedSince = ofEndpoint.where('closed_at', 'is not', null).where('closed_scan_id', '>', scanId);
  return ofEndpoint.where('closed_at', 'is', null).unionAll(endedSince).execute();
}

type Interval = Awaited<ReturnType<typeof recentIntervals>>[number];

/** Whether an interval covers the scan, by ids in the order of time: between two that completed, others may have been partial. */
function isOpenAfter(scanId: string | null): (interval: Interval) => boolean {
  return ({ opened_scan_id: opened, closed_scan_id: closed }) =>
    scanId !== null && opened <= scanId && (closed === null || closed > scanId);
}

/** TCP and UDP merged, ascending, unique. */
function ports(intervals: readonly { port: number }[]): number[] {
  return [...new Set(intervals.map((row) => row.port))].sort((a, b) => a - b);
}
