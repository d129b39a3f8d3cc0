import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { EndpointCondition } from './endpoint-condition.ts';
import type { ScanJobData } from './jobs.ts';

export interface ScanEnding {
  readonly status: 'failed' | 'cancelled';
  /** Why it has no result, for the scan's history: `code: sentence`. */
  readonly error: string | null;
  /** What the end says of the endpoint; absent: nothing. */
  readonly condition?: EndpointCondition;
  /** Scan it again after this time, unless its schedule comes first. */
  readonly retryAfterSeconds?: number;
  /** The endpoint leaves the schedule. */
  readonly unscheduled?: boolean;
}

/**
 * Ends a scan without a result and frees its endpoint for the next one. It resolves nothing and raises nothing (decisions §6.5).
 * The endpoint is written first, as by a scan's result (decision 9).
 */
export async function finishScan(
  tx: Operation,
  job: Pick<ScanJobData, 'endpointId' | 'scanId'>,
  { status, error, condition, retryAfterSeconds, unscheduled }: ScanEnding,
): Promise<void> {
  const now = tx.clock.now();
  const retryAt = retryAfterSeconds && new Date(now.getTime() + retryAfterSeconds * 1_000);
  const endpoint = await tx.db
    .updateTable('endpoints')
    .set({
      current_scan_id: null,
      ...(condition && {
        condition,
        condition_since: sql<Date>`CASE WHEN condition = ${condition} THEN condition_since ELSE ${now} END`,
      }),
      ...(unscheduled && { next_scan_at: null }),
      // Null stays: such an endpoint has no schedule.
      ...(retryAt && {
        next_scan_at: sql<Date>`CASE WHEN next_scan_at > ${retryAt} THEN ${retryAt} ELSE next_scan_at END`,
      }),
    })
    .where('id', '=', job.endpointId)
    .where('current_scan_id', '=', job.scanId)
    .returning('customer_id')
    .executeTakeFirst();
  if (endpoint) tx.changed(endpoint.customer_id, 'scans', job.endpointId);
  const { numUpdatedRows } = await tx.db
    .updateTable('scans')
    .set({ status, error, finished_at: now })
    .where('id', '=', job.scanId)
    .where('status', 'in', ['pending', 'running'])
    .executeTakeFirst();
  if (status === 'failed' && numUpdatedRows > 0n)
    tx.happened({ type: 'scan.failed', subject: { kind: 'scan', id: job.scanId } });
}

/** A condition that lasts keeps the time when it began. */
export function conditionColumns(
  condition: EndpointCondition | null,
  before: { readonly condition: EndpointCondition | null; readonly condition_since: Date | null },
  now: Date,
): { condition: EndpointCondition | null; condition_since: Date | null } {
  if (condition === before.condition) return { condition, condition_since: before.condition_since };
  return { condition, condition_since: condition && now };
}
