import { type Kysely, sql } from 'kysely';
import { lowestIdAt } from '../ids.ts';

/** How time is cut into partitions. */
export interface Period {
  /** When the period begins that an instant lies in, or the one that comes so many later. */
  startOf(instant: Date, offset: number): Date;
  /** What its partitions are called behind the table's name: later ones have greater names. */
  nameOf(start: Date): string;
}

const weekMs = 7 * 86_400_000;

export const months: Period = {
  startOf: (instant, offset) => new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + offset)),
  nameOf: (start) => start.toISOString().slice(0, 7).replace('-', '_'),
};

/** Counted from the first day of 1970, and called by their first days. */
export const weeks: Period = {
  startOf: (instant, offset) => new Date((Math.floor(instant.getTime() / weekMs) + offset) * weekMs),
  nameOf: (start) => start.toISOString().slice(0, 10).replaceAll('-', '_'),
};

/** Tables whose rows lie in partitions by the times in their ids (UUIDv7). */
export interface History {
  readonly tables: readonly string[];
  readonly period: Period;
  /** The default partition of the table, if it is one and has one: for what no period was made for in time, such as when a clock leapt. */
  readonly others?: string;
}

// An arbitrary constant: whoever makes or drops partitions holds this advisory lock until the end of its transaction.
const advisoryLock = 7_240_511_939;
/** Everybody who reads or writes the table queues behind whoever waits to change it. */
const lockTimeout = '2s';

/**
 * Makes the partitions from one period to another, counted from the present one, where they are missing; what of theirs came before them
 * moves in. Any number of nodes may do so at once.
 */
export async function ensurePartitions<Tables>(
  db: Kysely<Tables>,
  history: History,
  now: Date,
  [from, to]: readonly [from: number, to: number],
): Promise<void> {
  const starts = Array.from({ length: to - from + 1 }, (_, index) => history.period.startOf(now, from + index));
  const wanted = history.tables.flatMap((table) =>
    starts.map((start) => ({ table, start, name: nameOf(history, table, start) })),
  );
  const missing = async (on: Kysely<Tables>) => {
    const present = new Set((await partitionsOf(on, history)).map(({ name }) => name));
    return wanted.filter(({ name }) => !present.has(name));
  };
  if ((await missing(db)).length === 0) return;
  await changing(db, async (trx) => {
    for (const partition of await missing(trx)) await makePartition(trx, history, partition);
  });
}

/**
 * Forgets what is of before an instant, by dropping the periods that end before it. What is in none is left.
 * @returns the names of the partitions that were dropped
 */
export async function dropBefore<Tables>(db: Kysely<Tables>, history: History, oldest: Date): Promise<string[]> {
  const { period, others } = history;
  const dropped: string[] = [];
  for (const { name, table } of await partitionsOf(db, history)) {
    if (name === others || name >= nameOf(history, table, period.startOf(oldest, 0))) continue;
    await changing(db, async (trx) => {
      if (!(await partitionsOf(trx, history)).some((partition) => partition.name === name)) return;
      await sql`DROP TABLE ${sql.table(name)}`.execute(trx);
      dropped.push(name);
    });
  }
  return dropped;
}

interface Partition {
  readonly name: string;
  readonly table: string;
}

/** Attaching it keeps nobody from the table, where making it in its place would. */
async function makePartition<Tables>(
  trx: Kysely<Tables>,
  { period, others }: History,
  { name, table, start }: Partition & { readonly start: Date },
): Promise<void> {
  const [parent, partition] = [sql.table(table), sql.table(name)];
  const [first, behind] = [sql.lit(lowestIdAt(start)), sql.lit(lowestIdAt(period.startOf(start, 1)))];
  if (others !== undefined) await sql`LOCK TABLE ${sql.table(others)} IN ACCESS EXCLUSIVE MODE`.execute(trx);
  await sql`CREATE TABLE ${partition} (LIKE ${parent} INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(trx);
  if (others !== undefined)
    await sql`
      WITH moved AS (DELETE FROM ${sql.table(others)} WHERE id >= ${first} AND id < ${behind} RETURNING *)
      INSERT INTO ${partition} SELECT * FROM moved`.execute(trx);
  await sql`ALTER TABLE ${parent} ATTACH PARTITION ${partition} FOR VALUES FROM (${first}) TO (${behind})`.execute(trx);
}

async function changing<Tables>(db: Kysely<Tables>, change: (trx: Kysely<Tables>) => Promise<void>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx);
    await sql`SET LOCAL lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx);
    await change(trx);
  });
}

async function partitionsOf<Tables>(db: Kysely<Tables>, { tables }: History): Promise<Partition[]> {
  const { rows } = await sql<Partition>`
    SELECT c.relname AS name, i.inhparent::regclass::text AS table
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = ANY(${tables}::regclass[]) ORDER BY 1`.execute(db);
  return rows;
}

function nameOf({ period }: History, table: string, start: Date): string {
  return `${table}_${period.nameOf(start)}`;
}
