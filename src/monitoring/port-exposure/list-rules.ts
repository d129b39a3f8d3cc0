import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { customerIdOf } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Listed, type Page, paged } from '../../core/operation/paged.ts';
import { type RuleRecord, ruleRecords } from './rule-record.ts';

export interface RuleFilter {
  readonly billingCustomerId?: number | undefined;
  readonly endpointId?: string | undefined;
}

/** One page of rules, newest first. A customer's rules are its own and its endpoints'; partner-wide ones belong to nobody. */
export async function listRules(operation: Operation, filter: RuleFilter, page: Page): Promise<Listed<RuleRecord>> {
  const sought = conditionsOf(operation, filter);
  const matching = ruleRecords(operation).where(({ and }) => and(sought));
  const counted = operation.db
    .selectFrom('allowed_port_rules')
    .where(({ and }) => and(sought))
    .select(sql.lit(1).as('one'));
  return paged(operation.db, matching, newestFirst, page, counted);
}

const newestFirst = { table: 'allowed_port_rules', columns: ['created_at', 'id'], direction: 'desc' } as const;

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
