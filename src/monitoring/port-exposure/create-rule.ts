import { requireCustomer } from '../../accounts/customers/index.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AllowedPortRulesTable } from '../../core/operation/tables/monitoring.ts';
import { newId } from '../../platform/ids.ts';
import { getEndpoint } from '../../resources/endpoints/index.ts';
import { endAllowedAlerts } from './end-allowed-alerts.ts';
import { getRule, type RuleRecord } from './rule-record.ts';
import { lockRules } from './rules-lock.ts';

export interface NewRule {
  /** Undefined: the endpoint's customer, or all of the partner's customers. */
  readonly billingCustomerId: number | undefined;
  /** Undefined: every endpoint in scope. */
  readonly endpointId: string | undefined;
  readonly portStart: number;
  readonly portEnd: number;
  readonly protocol: AllowedPortRulesTable['protocol'];
  readonly description: string | undefined;
  /** From then on it covers nothing. Undefined: it has no end. */
  readonly expiresAt: Date | undefined;
}

export interface CreatedRule {
  readonly rule: RuleRecord;
  /** False: an identical rule was there already. */
  readonly created: boolean;
}

interface Scope {
  readonly customer_id: string | null;
  readonly endpoint_id: string | null;
}

/**
 * Allows ports and resolves exactly the alerts that the rule covers, in one transaction (decisions §7). An identical rule takes
 * the end that is asked for, so that one which has ended is in force again.
 * @throws Problem ENDPOINT_NOT_FOUND, CUSTOMER_NOT_FOUND, ACCESS_DENIED
 */
export async function createRule(operation: Operation, rule: NewRule): Promise<CreatedRule> {
  return operation.transaction(async (tx) => {
    const scope = await scopeOf(tx, rule);
    await lockRules(tx, 'exclusive');
    const now = tx.clock.now();
    const expiresAt = rule.expiresAt ?? null;
    const ports = { port_start: rule.portStart, port_end: rule.portEnd, protocol: rule.protocol };
    const inserted = await tx.db
      .insertInto('allowed_port_rules', {
        id: newId(tx.clock),
        ...scope,
        ...ports,
        description: rule.description ?? null,
        source: 'manual',
        created_at: now,
        updated_at: now,
        expires_at: expiresAt,
        rescan_at: expiresAt,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['partner_id', 'customer_id', 'endpoint_id', 'port_start', 'port_end', 'protocol'])
          .doNothing(),
      )
      .returning('id')
      .executeTakeFirst();
    if (!inserted) {
      const identical = await identicalRule(tx, scope, ports);
      return { rule: await setEnd(tx, identical, expiresAt), created: false };
    }
    const alertsResolved = await endAllowedAlerts(tx, scope, ports);
    await recordFact(tx, {
      type: 'allowed_ports.created',
      subjectId: inserted.id,
      customerId: scope.customer_id,
      details: {
        ...ports,
        endpoint_id: scope.endpoint_id,
        alerts_resolved: alertsResolved,
        ...(expiresAt && { expires_at: expiresAt }),
      },
    });
    return { rule: await getRule(tx, inserted.id, undefined), created: true };
  });
}

/** A rule for an endpoint belongs to the endpoint's customer. */
async function scopeOf(tx: Operation, rule: NewRule): Promise<Scope> {
  if (rule.endpointId !== undefined) {
    const endpoint = await getEndpoint(tx, rule.endpointId, rule.billingCustomerId);
    return { customer_id: endpoint.customer_id, endpoint_id: endpoint.id };
  }
  if (rule.billingCustomerId === undefined) return { customer_id: null, endpoint_id: null };
  const customer = await requireCustomer(tx, rule.billingCustomerId);
  return { customer_id: customer.id, endpoint_id: null };
}

async function identicalRule(
  tx: Operation,
  scope: Scope,
  ports: Pick<AllowedPortRulesTable, 'port_start' | 'port_end' | 'protocol'>,
): Promise<RuleRecord> {
  const { id } = await tx.db
    .selectFrom('allowed_port_rules')
    .select('id')
    .where('customer_id', 'is not distinct from', scope.customer_id)
    .where('endpoint_id', 'is not distinct from', scope.endpoint_id)
    .where('port_start', '=', ports.port_start)
    .where('port_end', '=', ports.port_end)
    .where('protocol', '=', ports.protocol)
    .executeTakeFirstOrThrow();
  return getRule(tx, id, undefined);
}

/** Gives a rule another end, or none; its alerts are resolved again if it had ended. */
async function setEnd(tx: Operation, rule: RuleRecord, expiresAt: Date | null): Promise<RuleRecord> {
  if (rule.expires_at?.getTime() === expiresAt?.getTime()) return rule;
  await tx.db
    .updateTable('allowed_port_rules')
    .set({ expires_at: expiresAt, rescan_at: expiresAt, updated_at: tx.clock.now() })
    .where('id', '=', rule.id)
    .execute();
  const alertsResolved = await endAllowedAlerts(tx, rule, rule);
  await recordFact(tx, {
    type: 'allowed_ports.updated',
    subjectId: rule.id,
    customerId: rule.customer_id,
    details: { expires_at: expiresAt, alerts_resolved: alertsResolved },
  });
  return getRule(tx, rule.id, undefined);
}
