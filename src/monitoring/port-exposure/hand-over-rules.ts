import { type SqlBool, sql } from 'kysely';
import type { LeftBehind, OwnerChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { endAlertsWhere } from '../alerts/index.ts';
import { portKind } from './kind.ts';
import { describeRules, type PortRule } from './port-rules.ts';

export interface HandedOverRules {
  readonly allowedPorts: number;
  /** Alerts that the rules of the receiving customer cover, and resolved. */
  readonly alertsAllowed: number;
  /** Rules for all servers that both customers had. */
  readonly left: readonly LeftBehind[];
}

/**
 * Gives Allowed Ports rules to the other customer: those of the servers, and of a customer that is merged those for all of its servers, which
 * cover all of the other one's from then on. What the servers' new customer allows is allowed for them. Behind the rules' lock, and
 * behind their alerts.
 */
export async function handOverRules(tx: Operation, changed: OwnerChanged): Promise<HandedOverRules> {
  await keepRulesOfReplaced(tx, changed);
  const ofServers = await tx.db
    .updateTable('allowed_port_rules')
    .set({ customer_id: changed.to })
    .where(inIds('endpoint_id', changed.resources.endpoint))
    .executeTakeFirst();
  const wide = changed.isMerge ? await handOverWideRules(tx, changed) : { moved: 0, left: [] };
  if (changed.isMerge) await handOverAnswer(tx, changed);
  const alertsAllowed = await endCoveredAlerts(tx, changed.to);
  return { allowedPorts: Number(ofServers.numUpdatedRows) + wide.moved, alertsAllowed, left: wide.left };
}

/** Rules of a record that is given up hold for the one that is kept. */
async function keepRulesOfReplaced(tx: Operation, { replaced }: OwnerChanged): Promise<void> {
  for (const { kind, id, keptId } of replaced) {
    if (kind !== 'endpoint') continue;
    await tx.db.execute(sql`
      UPDATE allowed_port_rules rule SET endpoint_id = ${keptId}::uuid,
        customer_id = (SELECT customer_id FROM endpoints WHERE partner_id = ${tx.partnerId} AND id = ${keptId})
      WHERE rule.partner_id = ${tx.partnerId} AND rule.endpoint_id = ${id} AND NOT EXISTS (
        SELECT 1 FROM allowed_port_rules own
        WHERE own.partner_id = ${tx.partnerId} AND own.endpoint_id = ${keptId} AND own.port_start = rule.port_start
          AND own.port_end = rule.port_end AND own.protocol = rule.protocol)`);
  }
}

async function handOverWideRules(
  tx: Operation,
  { from, to }: OwnerChanged,
): Promise<{ readonly moved: number; readonly left: readonly LeftBehind[] }> {
  const { rows: moved } = await tx.db.execute(sql`
    UPDATE allowed_port_rules rule SET customer_id = ${to}::uuid
    WHERE rule.partner_id = ${tx.partnerId} AND rule.customer_id = ${from} AND rule.endpoint_id IS NULL AND NOT EXISTS (
      SELECT 1 FROM allowed_port_rules own
      WHERE own.partner_id = ${tx.partnerId} AND own.customer_id = ${to} AND own.endpoint_id IS NULL
        AND own.port_start = rule.port_start AND own.port_end = rule.port_end AND own.protocol = rule.protocol)
    RETURNING rule.id`);
  const same = await tx.db
    .deleteFrom('allowed_port_rules')
    .where('customer_id', '=', from)
    .where('endpoint_id', 'is', null)
    .returning(['port_start', 'port_end', 'protocol'])
    .execute();
  return {
    moved: moved.length,
    left: same.map((rule: PortRule) => ({ type: 'allowed_port', name: describeRules([rule]).join(' ') })),
  };
}

/** Whether the customer was asked which of its servers are websites: who answered is not asked again. */
async function handOverAnswer(tx: Operation, { from, to }: OwnerChanged): Promise<void> {
  await tx.db.execute(sql`
    UPDATE public_service_answers SET customer_id = ${to}::uuid
    WHERE partner_id = ${tx.partnerId} AND customer_id = ${from} AND NOT EXISTS (
      SELECT 1 FROM public_service_answers own WHERE own.partner_id = ${tx.partnerId} AND own.customer_id = ${to})`);
  await tx.db.deleteFrom('public_service_answers').where('customer_id', '=', from).execute();
}

/** Resolves exactly the live alerts of a customer that any rule covers which is in force. @returns how many */
async function endCoveredAlerts(tx: Operation, customerId: string): Promise<number> {
  const ended = await endAlertsWhere(tx, 'allowed', (alerts) =>
    alerts
      .where('kind', '=', sql.lit(portKind.name))
      .where('status', '<>', 'false_positive')
      .where('customer_id', '=', customerId)
      .where(
        sql<SqlBool>`EXISTS (
          SELECT 1 FROM allowed_port_rules rule
          WHERE rule.partner_id = ${tx.partnerId} AND rule.customer_id = ${customerId}
            AND (rule.endpoint_id IS NULL OR rule.endpoint_id = alerts.endpoint_id)
            AND (rule.expires_at IS NULL OR rule.expires_at > ${tx.clock.now()})
            AND alerts.port BETWEEN rule.port_start AND rule.port_end AND rule.protocol IN (alerts.protocol, 'both')
        )`,
      ),
  );
  return ended.length;
}
