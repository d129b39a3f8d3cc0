import { type RawBuilder, sql } from 'kysely';
import { byPartner } from './by-partner.ts';
import type { CrossPartnerDatabase } from './partner-database.ts';
import type { PartnerTables } from './tables.ts';

/** Among how many of the oldest whose turn it is is looked for. */
const lookedAt = 500;

/** How partners share the places of a worker. */
export interface Turns {
  /** What of each partner is under way. */
  readonly busy: ReadonlyMap<string, number>;
  /** How much of a partner may be. */
  readonly most: number;
}

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
  /** Partners take turns, those first of whom least is under way. Absent: the oldest first, whosever they are. */
  readonly turns?: Turns | undefined;
}

/**
 * Claims what is due, the oldest first, by moving its times ahead: any number of nodes may do so at once. What is due is found without
 * locks, and claimed partner by partner; what others hold, or have claimed meanwhile, is left out.
 */
export async function claimDue<Table extends keyof PartnerTables & string, Row>(
  db: CrossPartnerDatabase,
  claim: Claim<Table, Row>,
): Promise<Row[]> {
  const { count, turns } = claim;
  if (turns === undefined) return takeDue(db, claim, await findDue(db, claim, [], count));
  const busy = new Map(turns.busy);
  const claimed: Row[] = [];
  for (;;) {
    const full = [...busy].filter(([, held]) => held >= turns.most).map(([partnerId]) => partnerId);
    const oldest = await findDue(db, claim, full, lookedAt);
    const due = inTurns(oldest, { busy, most: turns.most }, count - claimed.length);
    claimed.push(...(await takeDue(db, claim, due)));
    for (const { partner_id } of due) busy.set(partner_id, (busy.get(partner_id) ?? 0) + 1);
    // Behind what fills a look, others may wait: those who have their share by now are left out of the next one.
    const isFilled = oldest.length === lookedAt && due.some(({ partner_id }) => busy.get(partner_id)! >= turns.most);
    if (!isFilled || claimed.length >= count) return claimed;
  }
}

/** The rows whose turn it is: of each partner the first, and so on, as if what is under way had been the first ones. */
export function inTurns<Row extends { readonly partner_id: string }>(
  rows: readonly Row[],
  { busy, most }: Turns,
  count: number,
): Row[] {
  const turnOf = new Map(busy);
  return rows
    .map((row) => {
      const turn = (turnOf.get(row.partner_id) ?? 0) + 1;
      turnOf.set(row.partner_id, turn);
      return { row, turn };
    })
    .filter(({ turn }) => turn <= most)
    .toSorted((a, b) => a.turn - b.turn)
    .slice(0, count)
    .map(({ row }) => row);
}

interface DueRow {
  readonly partner_id: string;
  readonly id: string;
}

async function findDue<Table extends keyof PartnerTables & string, Row>(
  db: CrossPartnerDatabase,
  { table, time, now, only = sql<boolean>`true` }: Claim<Table, Row>,
  exceptOf: readonly string[],
  count: number,
): Promise<DueRow[]> {
  const [from, at] = [sql.table(table), sql.ref(time)];
  const { rows } = await sql<DueRow>`
    SELECT partner_id, id FROM ${from} WHERE ${at} <= ${now} AND ${only} AND partner_id <> ALL(${exceptOf}::uuid[])
    ORDER BY ${at} LIMIT ${count}`.execute(db);
  return rows;
}

async function takeDue<Table extends keyof PartnerTables & string, Row>(
  db: CrossPartnerDatabase,
  { table, time, now, set, columns, only = sql<boolean>`true` }: Claim<Table, Row>,
  due: readonly DueRow[],
): Promise<Row[]> {
  const [from, at] = [sql.table(table), sql.ref(time)];
  return byPartner(due, async (partnerId, theirs) => {
    const { rows } = await sql<Row>`
      UPDATE ${from} SET ${set}
      WHERE partner_id = ${partnerId} AND id = ANY(ARRAY(
        SELECT id FROM ${from} WHERE partner_id = ${partnerId} AND id = ANY(${theirs.map(({ id }) => id)}::uuid[])
          AND ${at} <= ${now} AND ${only} FOR NO KEY UPDATE SKIP LOCKED))
      RETURNING ${columns}`.execute(db);
    return rows;
  });
}
