import { sql } from 'kysely';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Resources } from '../operation/operation.ts';
import type { CrossPartnerDatabase } from '../operation/partner-database.ts';

/** How long events can be read. */
export const eventDays = 30;
const dayMs = 86_400_000;
const weekMs = 7 * dayMs;
const weeksAhead = 2;
/** For what no week was made for in time: such as when a clock leapt. */
const otherEvents = 'events_other';
// An arbitrary constant: whoever makes or drops partitions holds this advisory lock until the end of its transaction.
const advisoryLock = 7_240_511_942;
/** Everybody who reads or writes events queues behind whoever waits to change the table itself. */
const lockTimeout = '2s';

/** The oldest that can be read. */
export function oldestKept(now: Date): Date {
  return new Date(now.getTime() - eventDays * dayMs);
}

/**
 * Makes the weekly partitions of `events` for this week and the next two, where they are missing; what of theirs came before them
 * moves in. Any number of nodes may do so at once.
 */
export async function ensureEventPartitions({ db, clock }: Resources): Promise<void> {
  const offsets = Array.from({ length: weeksAhead + 1 }, (_, index) => index);
  const weeks = offsets.map((offset) => weekStart(clock.now(), offset));
  const missing = async (on: CrossPartnerDatabase) => {
    const present = await eventPartitions(on);
    return weeks.filter((week) => !present.includes(partitionName(week)));
  };
  if ((await missing(db)).length === 0) return;
  await changingPartitions(db, async (trx) => {
    for (const start of await missing(trx)) await makePartition(trx, start);
  });
}

/** Forgets events that cannot be read any more, by dropping whole weeks. @returns the names of the partitions that were dropped */
export async function dropOldEvents({ db, clock }: Resources): Promise<string[]> {
  const oldest = oldestKept(clock.now());
  const oldestWeek = partitionName(weekStart(oldest, 0));
  const dropped: string[] = [];
  for (const name of await eventPartitions(db)) {
    if (name === otherEvents || name >= oldestWeek) continue;
    await changingPartitions(db, async (trx) => {
      if (!(await eventPartitions(trx)).includes(name)) return;
      await sql`DROP TABLE ${sql.table(name)}`.execute(trx);
      dropped.push(name);
    });
  }
  await sql`DELETE FROM ${sql.table(otherEvents)} WHERE id < ${lowestIdAt(oldest)}`.execute(db);
  return dropped;
}

async function makePartition(trx: CrossPartnerDatabase, start: Date): Promise<void> {
  const [name, other] = [sql.table(partitionName(start)), sql.table(otherEvents)];
  const [first, behind] = [sql.lit(lowestIdAt(start)), sql.lit(lowestIdAt(weekStart(start, 1)))];
  await sql`LOCK TABLE ${other} IN ACCESS EXCLUSIVE MODE`.execute(trx);
  await sql`CREATE TABLE ${name} (LIKE events INCLUDING DEFAULTS INCLUDING CONSTRAINTS)`.execute(trx);
  await sql`
    WITH moved AS (DELETE FROM ${other} WHERE id >= ${first} AND id < ${behind} RETURNING *)
    INSERT INTO ${name} SELECT * FROM moved`.execute(trx);
  await sql`ALTER TABLE events ATTACH PARTITION ${name} FOR VALUES FROM (${first}) TO (${behind})`.execute(trx);
}

async function changingPartitions(db: CrossPartnerDatabase, change: (trx: CrossPartnerDatabase) => Promise<void>) {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(advisoryLock)})`.execute(trx);
    await sql`SET LOCAL lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx);
    await change(trx);
  });
}

async function eventPartitions(db: CrossPartnerDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'events'::regclass ORDER BY 1`.execute(db);
  return rows.map((row) => row.name);
}

/** Weeks are counted from the first day of 1970. */
function weekStart(instant: Date, offset: number): Date {
  return new Date((Math.floor(instant.getTime() / weekMs) + offset) * weekMs);
}

/** By the first day of the week, as in events_2026_11_19. */
function partitionName(week: Date): string {
  return `events_${week.toISOString().slice(0, 10).replaceAll('-', '_')}`;
}
