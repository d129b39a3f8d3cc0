import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';

/** Domains are paid for by the slot, not by plan: this row of the catalogue carries the scan interval of all of a partner's. */
const domainTerms = { product_slug: 'domain_monitoring', plan_slug: 'default' } as const;

const minIntervalSeconds = 3_600;
const maxIntervalSeconds = 2_678_400;

/**
 * Sets how often the domains of a partner and of its sandbox are looked up in the leak sources, from each domain's next scan on.
 * @param seconds null: the installation's interval
 * @returns whether it was another one before
 * @throws OperatorError when it is out of range
 */
export async function setDomainInterval(operation: Operation, seconds: number | null): Promise<boolean> {
  if (
    seconds !== null &&
    !(Number.isInteger(seconds) && seconds >= minIntervalSeconds && seconds <= maxIntervalSeconds)
  )
    throw new OperatorError('The scan interval of domains must be from one hour to 31 days.');
  return operation.transaction(async (tx) => {
    const before = await tx.db
      .selectFrom('plans')
      .select('scan_interval_seconds')
      .where('product_slug', '=', domainTerms.product_slug)
      .where('plan_slug', '=', domainTerms.plan_slug)
      .forUpdate()
      .executeTakeFirst();
    const from = before?.scan_interval_seconds ?? null;
    if (from === seconds) return false;
    const interval = { scan_interval_seconds: seconds, updated_at: tx.clock.now() };
    await tx.db
      .insertInto('plans', { ...domainTerms, capacity: 1, ...interval })
      .onConflict((conflict) => conflict.columns(['partner_id', 'product_slug', 'plan_slug']).doUpdateSet(interval))
      .execute();
    await recordFact(tx, {
      type: 'plan.changed',
      subjectId: null,
      details: { ...domainTerms, from: { scan_interval_seconds: from }, to: { scan_interval_seconds: seconds } },
    });
    return true;
  });
}
