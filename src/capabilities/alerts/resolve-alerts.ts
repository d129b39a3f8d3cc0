import { sql } from 'kysely';
import { inIds } from '../../platform/database/in-ids.ts';
import type { AlertsTable } from '../../platform/database/tables.ts';
import type { Operation } from '../../platform/operation.ts';

export type Resolution = NonNullable<AlertsTable['resolution']>;

/** Resolves every alert of endpoints that still speaks for its port: they were terminated (decisions §6.4). */
export async function resolveAlertsOfEndpoints(tx: Operation, endpointIds: readonly string[]): Promise<void> {
  await endLiveAlerts(tx, 'endpoint_terminated').where(inIds('endpoint_id', endpointIds)).execute();
}

/** Resolves given alerts, unless they have ended meanwhile. */
export async function resolveAlerts(tx: Operation, alertIds: readonly string[], resolution: Resolution): Promise<void> {
  if (alertIds.length === 0) return;
  await endLiveAlerts(tx, resolution)
    .where('id', 'in', [...alertIds])
    .execute();
}

/** What has ended stops speaking for its port; a false positive keeps its status. */
function endLiveAlerts(tx: Operation, resolution: Resolution) {
  const now = tx.clock.now();
  const resolves = sql<boolean>`status <> 'false_positive'`;
  return tx.db
    .updateTable('alerts')
    .set({
      status: sql<AlertsTable['status']>`CASE WHEN ${resolves} THEN 'resolved' ELSE status END`,
      resolution: sql<Resolution | null>`CASE WHEN ${resolves} THEN ${resolution} END`,
      resolved_at: sql<Date | null>`CASE WHEN ${resolves} THEN ${now}::timestamptz END`,
      ended_at: now,
    })
    .where('ended_at', 'is', null);
}

/**
 * Resolves one alert whatever its state, false positives included.
 * @returns false when it was resolved already
 */
export async function resolveAlertByHand(tx: Operation, alertId: string): Promise<boolean> {
  const now = tx.clock.now();
  const { numUpdatedRows } = await tx.db
    .updateTable('alerts')
    .set((row) => ({
      status: 'resolved',
      resolution: 'manual',
      resolved_at: now,
      ended_at: row.fn.coalesce('ended_at', row.val(now)),
    }))
    .where('id', '=', alertId)
    .where('status', '<>', 'resolved')
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
