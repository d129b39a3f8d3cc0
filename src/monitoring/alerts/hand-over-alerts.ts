import { sql } from 'kysely';
import type { OwnerChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { resourceKinds } from '../../core/operation/resource-kinds.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { resourceColumn } from './alert-record.ts';

export interface HandedOverAlerts {
  readonly alerts: number;
  /** Those that nobody has dealt with yet. */
  readonly openIds: readonly string[];
}

/** Gives the alerts of resources to the other customer, with the times during which they were open. Behind the resources' locks. */
export async function handOverAlerts(tx: Operation, { from, to, resources }: OwnerChanged): Promise<HandedOverAlerts> {
  let alerts = 0;
  const openIds: string[] = [];
  for (const kind of resourceKinds) {
    if (resources[kind].length === 0) continue;
    const { rows } = await tx.db.execute(sql<{ id: string; status: string }>`
      WITH given AS (
        SELECT id FROM alerts WHERE partner_id = ${tx.partnerId} AND ${inIds(resourceColumn(kind), resources[kind])}
        ORDER BY id FOR NO KEY UPDATE)
      UPDATE alerts SET customer_id = ${to}::uuid FROM given WHERE alerts.partner_id = ${tx.partnerId} AND alerts.id = given.id
      RETURNING alerts.id, alerts.status`);
    alerts += rows.length;
    openIds.push(...rows.flatMap(({ id, status }) => (status === 'open' ? id : [])));
  }
  await tx.db.execute(sql`
    UPDATE alert_exposures SET customer_id = ${to}::uuid
    WHERE partner_id = ${tx.partnerId} AND customer_id = ${from} AND alert_id IN (
      SELECT id FROM alerts WHERE partner_id = ${tx.partnerId} AND customer_id = ${to})`);
  return { alerts, openIds };
}
