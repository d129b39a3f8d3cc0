import { type RawBuilder, sql } from 'kysely';
import { byPartner } from './by-partner.ts';
import type { CrossPartnerDatabase } from './partner-database.ts';
import type { PartnerTables } from './tables.ts';

/** Rows of all partners whose time has come, and what a claim writes. */
export interface Claim<Table extends keyof PartnerTables & string, Row> {
  readonly table: Table;
  /** An indexed column; null: never. */
  readonly time: keyof PartnerTables[Table] & string;
  readonly now: Date;
  /** As many as are claimed at once. */
  readonly count: number;
  /** The SET of the claim: it moves the time ahead. */
  readonly set: RawBuilder<unknown>;
  /** What is read of each row. */
  readonly columns: RawBuilder<Row>;
  /** Which of the rows; absent: all. */
  readonly only?: RawBuilder<boolean>;
}

/**
 * Claims what is due, the oldest first, by moving its times ahead: any number of nodes may do so at once. What is due is found without
 * locks, and claimed partner by partner; what others hold, or have claimed meanwhile, is left out.
 */
export async function claimDue<Table extends keyof PartnerTables & string, Row>(
  db: CrossPartnerDatabase,
  { table, time, now, count, set, columns, only = sql<boolean>`true` }: Claim<Table, Row>,
): Promise<Row[]> {
  const [from, at] = [sql.table(table), sql.ref(time)];
  const due = await sql<{ partner_id: string; id: string }>`
    SELECT partner_id, id FROM ${from} WHERE ${at} <= ${now} AND ${only} ORDER BY ${at} LIMIT ${count}`.execute(db);
  return byPartner(due.rows, async (partnerId, theirs) => {
    const { rows } = await sql<Row>`
      UPDATE ${from} SET ${set}
      WHERE partner_id = ${partnerId} AND id IN (
        SELECT id FROM ${from} WHERE partner_id = ${partnerId} AND id = ANY(${theirs.map(({ id }) => id)}::uuid[])
          AND ${at} <= ${now} AND ${only} FOR NO KEY UPDATE SKIP LOCKED)
      RETURNING ${columns}`.execute(db);
    return rows;
  });
}
