import { type RawBuilder, sql } from 'kysely';
import { byPartner } from './by-partner.ts';
import type { Resources } from './operation.ts';
import type { PartnerTables } from './tables.ts';

/** Handled at once. */
const batchSize = 20;
const maxBatches = 50;
/** A node that dies while it is at work leaves its rows to others after this time. */
const claimMinutes = 15;

/** Rows of all partners whose time has come. */
export interface DueRows<Table extends keyof PartnerTables & string, Row> {
  readonly table: Table;
  /** An indexed column; null: never. */
  readonly time: keyof PartnerTables[Table] & string;
  /** What is read of each row. */
  readonly columns: RawBuilder<Row>;
}

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

async function claim<Table extends keyof PartnerTables & string, Row>(
  { db, clock }: Resources,
  due: DueRows<Table, Row>,
): Promise<Row[]> {
  const now = clock.now();
  const [table, time] = [sql.table(due.table), sql.ref(due.time)];
  const oldest = await sql<{ partner_id: string; id: string }>`
    SELECT partner_id, id FROM ${table} WHERE ${time} <= ${now} ORDER BY ${time} LIMIT ${batchSize}`.execute(db);
  return byPartner(oldest.rows, async (partnerId, theirs) => {
    const { rows } = await sql<Row>`
      UPDATE ${table} SET ${time} = ${now}::timestamptz + ${claimMinutes} * interval '1 minute'
      WHERE partner_id = ${partnerId} AND id IN (
        SELECT id FROM ${table} WHERE partner_id = ${partnerId} AND id = ANY(${theirs.map(({ id }) => id)}::uuid[])
          AND ${time} <= ${now} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING ${due.columns}`.execute(db);
    return rows;
  });
}
