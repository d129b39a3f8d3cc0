import { type Selectable, sql } from 'kysely';
import { Operation, type Resources } from '../operation/operation.ts';
import type { ListCountChangesTable } from '../operation/tables/core.ts';

type Change = Omit<Selectable<ListCountChangesTable>, 'id' | 'partner_id'>;

/** In one transaction, so that it ends in time however much there is. */
const batchSize = 1_000;
/** Among how many changes it is looked whose counts have changed. */
const lookedAt = 10_000;

/** Folds what triggers wrote of all partners' lists into the counts: any number of nodes may do so at once. */
export async function foldAllListCounts(resources: Resources): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ partner_id: string; found: number }>`
      SELECT partner_id, count(*)::int AS found FROM (SELECT partner_id FROM list_count_changes LIMIT ${lookedAt}) AS changes
      GROUP BY partner_id`.execute(resources.db);
    let folded = 0;
    for (const { partner_id: partnerId } of rows)
      folded += await foldListCounts(Operation.bySystem(resources, partnerId));
    // What others hold stays to them.
    if (folded === 0 || rows.reduce((sum, { found }) => sum + found, 0) < lookedAt) return;
  }
}

/** @returns how many changes of the partner's counts were folded into them */
export async function foldListCounts(operation: Operation): Promise<number> {
  for (let folded = 0; ; ) {
    const inBatch = await operation.transaction(foldBatch);
    folded += inBatch;
    if (inBatch < batchSize) return folded;
  }
}

/** Once nothing of a partner is left to count: leaves no row of its counts either. */
export async function forgetListCounts(tx: Operation): Promise<void> {
  await foldListCounts(tx);
  await tx.db.deleteFrom('list_counts').where('count', '=', 0).execute();
}

/** Readers see the changes, or the counts with them, since both are committed together. */
async function foldBatch(tx: Operation): Promise<number> {
  const { rows } = await tx.db.execute(sql<Change>`
    DELETE FROM list_count_changes WHERE partner_id = ${tx.partnerId} AND id = ANY(ARRAY(
      SELECT id FROM list_count_changes WHERE partner_id = ${tx.partnerId} ORDER BY id LIMIT ${batchSize} FOR UPDATE SKIP LOCKED))
    RETURNING customer_id, list, kind, severity, status, change`);
  const sums = sumsOf(rows);
  if (sums.length > 0)
    await tx.db
      .insertInto('list_counts', sums)
      .onConflict((conflict) =>
        conflict
          .columns(['partner_id', 'list', 'customer_id', 'status', 'severity', 'kind'])
          .doUpdateSet({ count: sql`list_counts.count + excluded.count` }),
      )
      .execute();
  return rows.length;
}

/** Of each customer, and of all together; in an order, so that nobody who does the same waits for whoever waits for it. */
function sumsOf(changes: readonly Change[]) {
  const sums = new Map<string, Omit<Change, 'change'> & { count: number }>();
  const add = ({ change, ...which }: Change) => {
    const name = JSON.stringify(Object.values(which));
    const sum = sums.get(name) ?? { ...which, count: 0 };
    sums.set(name, { ...sum, count: sum.count + change });
  };
  for (const change of changes) {
    add(change);
    if (change.customer_id !== null) add({ ...change, customer_id: null });
  }
  return [...sums]
    .filter(([, { count }]) => count !== 0)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, sum]) => sum);
}
