import { awaitChangesUnderway } from '../../accounts/plans/index.ts';
import { cappedProducts } from '../../accounts/subscriptions/index.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { OperatorError } from '../../core/operation/operator-error.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';
import { inIds } from '../../platform/database/in-ids.ts';

const maxCap = 1_000_000;

export interface UnsubscribedCap {
  readonly product: CappedProduct;
  /** Null: any number. */
  readonly capacity: number | null;
}

export interface CapChange {
  readonly changed: boolean;
  /** Addresses or names of what the change paused or woke. */
  readonly newlyPaused: readonly string[];
  readonly unpaused: readonly string[];
}

/** How many resources a partner's customers may have who never had a subscription to the product. */
export async function unsubscribedCaps(operation: Operation): Promise<UnsubscribedCap[]> {
  const rows = await operation.db.selectFrom('unsubscribed_caps').select(['product_slug', 'capacity']).execute();
  return cappedProducts.map((product) => ({
    product,
    capacity: rows.find((row) => row.product_slug === product)?.capacity ?? null,
  }));
}

/**
 * Sets such a cap and enforces it for everybody whom it concerns, in one transaction (decisions §3.2, §3.4).
 * @throws OperatorError when it is no number of resources
 */
export async function setUnsubscribedCap(
  operation: Operation,
  { product, capacity }: UnsubscribedCap,
): Promise<CapChange> {
  if (capacity !== null && !(Number.isInteger(capacity) && capacity >= 0 && capacity <= maxCap))
    throw new OperatorError(`The cap must be an integer from 0 to ${maxCap}.`);
  return operation.transaction(async (tx) => {
    // Customers before the partner's row, as with a plan; and again, for those who came while it was waited for.
    await lockNeverSubscribed(tx, product);
    await awaitChangesUnderway(tx);
    const customerIds = await lockNeverSubscribed(tx, product);
    const before = (await unsubscribedCaps(tx)).find((cap) => cap.product === product)!.capacity;
    if (before === capacity) return { changed: false, newlyPaused: [], unpaused: [] };
    await write(tx, { product, capacity });
    await recordFact(tx, {
      type: 'plan.cap_changed',
      subjectId: null,
      details: { product_slug: product, from: before, to: capacity },
    });
    const reports = [...(await tx.effects.capacityChanged(tx, customerIds)).values()].map((both) => both[product]);
    return {
      changed: true,
      newlyPaused: reports.flatMap((report) => report.newly_paused),
      unpaused: reports.flatMap((report) => report.unpaused),
    };
  });
}

/** In the order of their ids, as everybody locks several customers. */
async function lockNeverSubscribed(tx: Operation, product: CappedProduct): Promise<string[]> {
  const customers = await tx.db.selectFrom('customers').select('id').orderBy('id').forNoKeyUpdate().execute();
  const subscribed = await tx.db
    .selectFrom('subscriptions')
    .select('customer_id')
    .distinct()
    .where('product_slug', '=', product)
    .where(
      inIds(
        'customer_id',
        customers.map(({ id }) => id),
      ),
    )
    .execute();
  const ids = new Set(subscribed.map((row) => row.customer_id));
  return customers.map(({ id }) => id).filter((id) => !ids.has(id));
}

async function write(tx: Operation, { product, capacity }: UnsubscribedCap): Promise<void> {
  if (capacity === null) {
    await tx.db.deleteFrom('unsubscribed_caps').where('product_slug', '=', product).execute();
    return;
  }
  const columns = { capacity, updated_at: tx.clock.now() };
  await tx.db
    .insertInto('unsubscribed_caps', { product_slug: product, ...columns })
    .onConflict((conflict) => conflict.columns(['partner_id', 'product_slug']).doUpdateSet(columns))
    .execute();
}
