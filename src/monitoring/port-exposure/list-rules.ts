import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { customerIdOf } from '../../accounts/customers/index.ts';
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
  const sought = conditionsOf(operation, filter);
  const [rules, counted] = await Promise.all([
    ruleRecords(operation)
      .where(({ and }) => and(sought))
      .orderBy('allowed_port_rules.created_at', 'desc')
      .orderBy('allowed_port_rules.id', 'desc')
      .limit(page.perPage)
      .offset((page.number - 1) * page.perPage)
      .execute(),
    operation.db
      .selectFrom('allowed_port_rules')
      .where(({ and }) => and(sought))
      .select(sql<number>`count(*)::int`.as('total'))
      .executeTakeFirstOrThrow(),
  ]);
  return { rules, total: counted.total };
}

/** By the customer, whom the index begins with: that of an endpoint is the one of its rules, too. */
function conditionsOf(operation: Operation, { billingCustomerId, endpointId }: RuleFilter): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (billingCustomerId !== undefined)
    conditions.push(sql`allowed_port_rules.customer_id = (${customerIdOf(operation, billingCustomerId)})`);
  if (endpointId !== undefined) {
    const owner = operation.db.selectFrom('endpoints').select('customer_id').where('id', '=', endpointId);
    conditions.push(
      sql`allowed_port_rules.customer_id = (${owner}) AND allowed_port_rules.endpoint_id = ${endpointId}`,
    );
  }
  return conditions;
}
