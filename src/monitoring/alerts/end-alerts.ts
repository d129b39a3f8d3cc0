import { type SqlBool, sql, type UpdateQueryBuilder, type UpdateResult } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import type { Tables } from '../../core/operation/tables.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { AlertEnd, Resolution } from './alert-kind.ts';
import { resourceColumn } from './alert-record.ts';

/** An alert that was ended. A false positive keeps its status: it stops speaking for its cause, but was not resolved. */
export interface EndedAlert {
  readonly id: string;
  readonly kind: string;
  readonly customer_id: string;
  readonly endpoint_id: string | null;
  readonly protocol: 'tcp' | 'udp' | null;
  readonly port: number | null;
  readonly resolution: Resolution | null;
}

/** Ends every live alert of resources, of whatever kind: they were terminated (decisions §6.4). */
export async function endAlertsOf(tx: Operation, subject: ResourceKind, ids: readonly string[]): Promise<void> {
  await endAlertsWhere(tx, `${subject}_terminated`, (alerts) => alerts.where(inIds(resourceColumn(subject), ids)));
}

/** Ends alerts of one customer's resource, unless they have ended meanwhile. @returns those that were resolved by it */
export async function endAlerts(tx: Operation, ends: readonly AlertEnd[]): Promise<readonly EndedAlert[]> {
  const ended: EndedAlert[] = [];
  for (const [resolution, group] of Map.groupBy(ends, (end) => end.resolution)) {
    const ids = group.map(({ alertId }) => alertId);
    ended.push(...(await endLiveAlerts(tx, resolution, (alerts) => alerts.where(inIds('id', ids)))));
  }
  return ended.filter((alert) => alert.resolution !== null);
}

/**
 * Ends exactly the live alerts that match.
 * @returns them
 */
export async function endAlertsWhere(
  tx: Operation,
  resolution: Resolution,
  matching: (alerts: LiveAlerts) => LiveAlerts,
): Promise<readonly EndedAlert[]> {
  const ended = await endLiveAlerts(tx, resolution, matching);
  const resolved = ended.filter((alert) => alert.resolution !== null);
  for (const alerts of Map.groupBy(resolved, ({ kind, customer_id }) => `${kind} ${customer_id}`).values()) {
    await tx.effects.alertsChanged(tx, {
      kind: alerts[0]!.kind,
      customerId: alerts[0]!.customer_id,
      opened: [],
      reopened: [],
      resolved: alerts.map(({ id }) => ({ id, resolution })),
    });
  }
  return ended;
}

export type LiveAlerts = UpdateQueryBuilder<Tables, 'alerts', 'alerts', UpdateResult>;

async function endLiveAlerts(
  tx: Operation,
  resolution: Resolution,
  matching: (alerts: LiveAlerts) => LiveAlerts,
): Promise<EndedAlert[]> {
  const now = tx.clock.now();
  const resolves = sql<SqlBool>`status <> 'false_positive'`;
  const live = tx.db
    .updateTable('alerts')
    .set({
      status: sql<AlertsTable['status']>`CASE WHEN ${resolves} THEN 'resolved' ELSE status END`,
      resolution: sql<Resolution | null>`CASE WHEN ${resolves} THEN ${resolution} END`,
      resolved_at: sql<Date | null>`CASE WHEN ${resolves} THEN ${now}::timestamptz END`,
      status_changed_at: sql<Date | null>`CASE WHEN ${resolves} THEN ${now}::timestamptz ELSE status_changed_at END`,
      ended_at: now,
      snoozed_until: null,
    })
    .where('ended_at', 'is', null);
  return matching(live)
    .returning(['id', 'kind', 'customer_id', 'endpoint_id', 'protocol', 'port', 'resolution'])
    .execute();
}
