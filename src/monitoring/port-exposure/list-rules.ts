import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { type RuleRecord, ruleRecords } from './rule-record.ts';

export interface RuleFilter {
  readonly billingCustomerId?: number | undefined;
  readonly endpointId?: string | undefined;
}

export interface RulePage {
  readonly rules: readonly RuleRecord[];
  readonly total: number;
}

/** One page of rules, newest first. A customer's rules are its own and its endpoints'; partner-wide ones belong to nobody. */
export async function listRules(
  operation: Operation,
  filter: RuleFilter,
  page: { number: number; perPage: number },
): Promise<RulePage> {
  let matching = ruleRecords(operation);
  if (filter.billingCustomerId !== undefined)
    matching = matching.where('customers.billing_customer_id', '=', filter.billingCustomerId);
  if (filter.endpointId !== undefined)
    matching = matching.where('allowed_port_rules.endpoint_id', '=', filter.endpointId);
  const [rules, counted] = await Promise.all([
    matching
      .orderBy('allowed_port_rules.created_at', 'desc')
      .orderBy('allowed_port_rules.id', 'desc')
      .limit(page.perPage)
      .offset((page.number - 1) * page.perPage)
      .execute(),
    matching.clearSelect().select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow(),
  ]);
  return { rules, total: counted.total };
}
