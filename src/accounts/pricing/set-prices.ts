import type { Selectable } from 'kysely';
import { recordFacts } from '../../core/audit/record-facts.ts';
import { lockAccount } from '../../core/operation/lock-account.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { PricesTable } from '../../core/operation/tables/accounts.ts';
import { newId } from '../../platform/ids.ts';

export type PriceRecord = Selectable<PricesTable>;

/** What a price is for: a partner has one of each. */
type PriceIdentity = Pick<PriceRecord, 'product_slug' | 'plan_slug' | 'currency' | 'billing_cycle'>;

export type NewPrice = PriceIdentity & Pick<PriceRecord, 'amount' | 'setup_fee'>;

export interface SetPrices {
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  /** Those that were given, in their order, as they are now. */
  readonly prices: readonly PriceRecord[];
}

interface Outcome {
  readonly kind: 'created' | 'updated' | 'unchanged';
  readonly before: PriceRecord | undefined;
  readonly price: PriceRecord;
}

/**
 * Creates or replaces prices, all or none (decisions §10.2). Each says all of a price: without a setup fee it has none.
 * @param prices no two with the same identity
 */
export async function setPrices(operation: Operation, prices: readonly NewPrice[]): Promise<SetPrices> {
  return operation.transaction(async (tx) => {
    // Price changes happen one after the other, so that each knows what it changes.
    await lockAccount(tx);
    const existing = await pricesOfProducts(tx, [...new Set(prices.map((price) => price.product_slug))]);
    const outcomes = prices.map((price) => outcomeOf(tx, price, existing.get(identityOf(price))));
    await write(tx, outcomes);
    const count = (kind: Outcome['kind']) => outcomes.filter((outcome) => outcome.kind === kind).length;
    return {
      created: count('created'),
      updated: count('updated'),
      unchanged: count('unchanged'),
      prices: outcomes.map(({ price }) => price),
    };
  });
}

export function identityOf({ product_slug, plan_slug, currency, billing_cycle }: PriceIdentity): string {
  return JSON.stringify([product_slug, plan_slug, currency, billing_cycle]);
}

async function pricesOfProducts(tx: Operation, products: readonly string[]): Promise<ReadonlyMap<string, PriceRecord>> {
  const rows = await tx.db.selectFrom('prices').selectAll().where('product_slug', 'in', products).execute();
  return new Map(rows.map((row) => [identityOf(row), row]));
}

function outcomeOf(tx: Operation, price: NewPrice, before: PriceRecord | undefined): Outcome {
  const now = tx.clock.now();
  if (!before) {
    const created = { ...price, partner_id: tx.partnerId, id: newId(tx.clock), created_at: now, updated_at: now };
    return { kind: 'created', before, price: created };
  }
  if (before.amount === price.amount && before.setup_fee === price.setup_fee)
    return { kind: 'unchanged', before, price: before };
  return { kind: 'updated', before, price: { ...before, ...price, updated_at: now } };
}

async function write(tx: Operation, outcomes: readonly Outcome[]): Promise<void> {
  const changes = outcomes.flatMap(({ kind, ...change }) => (kind === 'unchanged' ? [] : [{ kind, ...change }]));
  if (changes.length === 0) return;
  await tx.db
    .insertInto(
      'prices',
      changes.map(({ price }) => price),
    )
    .onConflict((conflict) =>
      conflict.columns(['partner_id', 'id']).doUpdateSet((row) => ({
        amount: row.ref('excluded.amount'),
        setup_fee: row.ref('excluded.setup_fee'),
        updated_at: row.ref('excluded.updated_at'),
      })),
    )
    .execute();
  await recordFacts(
    tx,
    changes.map(({ kind, before, price }) => ({
      type: `price.${kind}`,
      subjectId: price.id,
      details: { ...auditDetails(price), ...(before ? { from: termsOf(before) } : {}) },
    })),
  );
}

/** A price as the audit log has it. */
export function auditDetails(price: PriceRecord): Record<string, unknown> {
  const { product_slug, plan_slug, currency, billing_cycle } = price;
  return { product_slug, plan_slug, currency, billing_cycle, ...termsOf(price) };
}

function termsOf({ amount, setup_fee }: Pick<PriceRecord, 'amount' | 'setup_fee'>) {
  return { amount, setup_fee };
}
