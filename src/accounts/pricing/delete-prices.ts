import { recordFacts } from '../../core/audit/record-facts.ts';
import { lockAccount } from '../../core/operation/lock-account.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { auditDetails, type PriceRecord } from './set-prices.ts';

const filterNames = ['product_slug', 'plan_slug', 'currency', 'billing_cycle'] as const;

/** What is not given does not narrow: an empty filter is every price of the partner. */
export type PriceFilter = { readonly [Name in (typeof filterNames)[number]]?: PriceRecord[Name] | undefined };

/**
 * Deletes the prices that the filter leaves (decisions §10.2).
 * @returns how many there were
 */
export async function deletePrices(operation: Operation, filter: PriceFilter): Promise<number> {
  return operation.transaction(async (tx) => {
    await lockAccount(tx);
    const narrowing = filterNames.flatMap((name) =>
      filter[name] === undefined ? [] : [{ name, value: filter[name] }],
    );
    const deleted = await tx.db
      .deleteFrom('prices')
      .where((row) => row.and(narrowing.map(({ name, value }) => row(name, '=', value))))
      .returningAll()
      .execute();
    await recordFacts(
      tx,
      deleted.map((price) => ({ type: 'price.deleted', subjectId: price.id, details: auditDetails(price) })),
    );
    return deleted.length;
  });
}
