import type { Selectable } from 'kysely';
import { ownedBy } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AllowedPortRulesTable } from '../../core/operation/tables/monitoring.ts';

/** A rule with its customer's billing id; null: all of the partner's customers. */
export type RuleRecord = Selectable<AllowedPortRulesTable> & { billing_customer_id: number | null };

/** Whether a rule covers anything at a time. */
export function isInForce({ expires_at: end }: Pick<RuleRecord, 'expires_at'>, now: Date): boolean {
  return end === null || end > now;
}

/** Rules of every scope with their customers. */
export function ruleRecords(operation: Operation) {
  return operation.db
    .selectFrom('allowed_port_rules')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.partner_id', '=', 'allowed_port_rules.partner_id')
        .onRef('customers.id', '=', 'allowed_port_rules.customer_id'),
    )
    .selectAll('allowed_port_rules')
    .select('customers.billing_customer_id');
}

/**
 * One rule.
 * @throws Problem RULE_NOT_FOUND, or ACCESS_DENIED when a customer is named whose rule it is not
 */
export async function getRule(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<RuleRecord> {
  const rule = await ruleRecords(operation).where('allowed_port_rules.id', '=', id).executeTakeFirst();
  return ownedBy(billingCustomerId, rule, 'RULE_NOT_FOUND');
}

/**
 * The same, locked until the transaction ends.
 * @throws Problem RULE_NOT_FOUND, ACCESS_DENIED
 */
export async function lockRule(tx: Operation, id: string, billingCustomerId: number | undefined): Promise<RuleRecord> {
  const locked = ruleRecords(tx).where('allowed_port_rules.id', '=', id).forUpdate('allowed_port_rules');
  return ownedBy(billingCustomerId, await locked.executeTakeFirst(), 'RULE_NOT_FOUND');
}
