import { sql } from 'kysely';
import { type Claim, claimDue } from './claim-due.ts';
import type { Resources } from './operation.ts';
import type { PartnerTables } from './tables.ts';

/** Handled at once. */
const batchSize = 20;
const maxBatches = 50;
/** A node that dies while it is at work leaves its rows to others after this time. */
const claimMinutes = 15;

/** Rows of all partners whose time has come. */
export type DueRows<Table extends keyof PartnerTables & string, Row> = Pick<
  Claim<Table, Row>,
  'table' | 'time' | 'columns'
>;

/**
 * Handles what is due, the oldest first, in batches. A batch is claimed by moving its times ahead, so any number of
 * nodes may do so at once; whoever handles a row sets its time anew. An error ends the run, and the claims of its batch
 * last.
 * @returns how many were handled
 */
export async function handleDue<Table extends keyof PartnerTables & string, Row>(
  resources: Resources,
  due: DueRows<Table, Row>,
  handle: (row: Row) => Promise<void>,
): Promise<number> {
  let handled = 0;
  for (let batch = 0; batch < maxBatches; batch += 1) {
    const rows = await claim(resources, due);
    await Promise.all(rows.map(handle));
    handled += rows.length;
    if (rows.length < batchSize) break;
  }
  return handled;
}

function claim<Table extends keyof PartnerTables & string, Row>(
  { db, clock }: Resources,
  due: DueRows<Table, Row>,
): Promise<Row[]> {
  const now = clock.now();
  const set = sql`${sql.ref(due.time)} = ${now}::timestamptz + ${claimMinutes} * interval '1 minute'`;
  return claimDue(db, { ...due, now, count: batchSize, set });
}
