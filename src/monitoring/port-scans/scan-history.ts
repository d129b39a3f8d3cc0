import { sql } from 'kysely';
import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { lowestIdAt } from '../../platform/ids.ts';

const monthsAhead = 2;
// An arbitrary constant: whoever makes or drops partitions holds this advisory lock until the end of its transaction.
const advisoryLock = 7_240_511_939;
/** Everybody who reads or writes scans queues behind whoever waits to change the table itself. */
const lockTimeout = '2s';

/**
 * Makes the monthly partitions of `scans` for last month, this one and the next two, where they are missing. Any number of
 * nodes may do so at once.
 */
export async function ensureScanPartitions(resources: Resources): Promise<void> {
  const offsets = Array.from({ length: monthsAhead + 2 }, (_, index) => index - 1);
  const months = offsets.map((offset) => monthStart(resources.clock.now(), offset));
  const missing = async (db: CrossPartnerDatabase) => {
    const present = await scanPartitions(db);
    return months.filter((month) => !present.includes(partitionName(month)));
  };
  if ((await missing(resources.db)).length === 0) return;
  await changingPartitions(resources.db, async (db) => {
    for (const start of await missing(db)) {
      await sql`
        CREATE TABLE ${sql.table(partitionName(start))} PARTITION OF scans
        FOR VALUES FROM (${sql.lit(lowestIdAt(start))}) TO (${sql.lit(lowestIdAt(monthStart(start, 1)))})`.execute(db);
    }
  });
}

/**
 * Forgets scans older than the retention by dropping whole months. Alerts stay: they carry their own evidence.
 * @returns the names of the partitions that were dropped
 */
export async function dropOldScans({ db, clock }: Resources, retentionMonths: number): Promise<string[]> {
  const oldest = partitionName(monthStart(clock.now(), -retentionMonths));
  const dropped: string[] = [];
  for (const name of await scanPartitions(db)) {
    if (name >= oldest) break;
    await changingPartitions(db, async (trx) => {
      if (!(await scanPartitions(trx)).includes(name)) return;
      await sql`SET LOCAL lock_timeout = ${sql.lit(lockTimeout)}`.execute(trx);
      await sql`DROP TABLE ${sql.table(name)}`.execute(trx);
      dropped.push(name);
    });
  }
  return dropped;
}

/** Forgets observations that ended longer ago than the retention. */
export async function dropOldObservations({ db, clock }: Resources, retentionMonths: number): Promise<number> {
  return deleteOlderOfPartners(db, 'observations', 'closed_at', monthStart(clock.now(), -retentionMonths));
}

async function changingPartitions(db: CrossPartnerDatabase, change: (trx: CrossPartnerDatabase) => Promise<void>) {
  await db.transaction().execute(async (trx) => {
    await sql`SELECT pg_advisory_xact_lock(${advisoryLock})`.execute(trx);
    await change(trx);
  });
}

async function scanPartitions(db: CrossPartnerDatabase): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    SELECT c.relname AS name FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = 'scans'::regclass ORDER BY 1`.execute(db);
  return rows.map((row) => row.name);
}

function monthStart(instant: Date, offset: number): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + offset));
}

function partitionName(month: Date): string {
  return `scans_${month.toISOString().slice(0, 7).replace('-', '_')}`;
}
