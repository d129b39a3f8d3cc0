import { sql } from 'kysely';
import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { lowestIdAt } from '../../platform/ids.ts';

/** Each has a partition for each month. */
const tables = ['archived_scans', 'scans'] as const;
const monthsAhead = 2;
// An arbitrary constant: whoever makes or drops partitions holds this advisory lock until the end of its transaction.
const advisoryLock = 7_240_511_939;
/** Everybody who reads or writes scans queues behind whoever waits to change the table itself. */
const lockTimeout = '2s';

/**
 * Makes the monthly partitions of scans for last month, this one and the next two, where they are missing. Any number of nodes may do
 * so at once.
 */
export async function ensureScanPartitions({ db, clock }: Resources): Promise<void> {
  const offsets = Array.from({ length: monthsAhead + 2 }, (_, index) => index - 1);
  const wanted = offsets.flatMap((offset) =>
    tables.map((table) => partitionOf(table, monthStart(clock.now(), offset))),
  );
  const missing = async (on: CrossPartnerDatabase) => {
    const present = await scanPartitions(on);
    return wanted.filter(({ name }) => !present.some((partition) => partition.name === name));
  };
  if ((await missing(db)).length === 0) return;
  await changingPartitions(db, async (trx) => {
    for (const { name, table, month } of await missing(trx)) {
      await sql`
        CREATE TABLE ${sql.table(name)} PARTITION OF ${sql.table(table)}
        FOR VALUES FROM (${sql.lit(lowestIdAt(month))}) TO (${sql.lit(lowestIdAt(monthStart(month, 1)))})`.execute(trx);
    }
  });
}

/**
 * Forgets scans older than the retention by dropping whole months. Alerts stay: they carry their own evidence.
 * @returns the names of the partitions that were dropped
 */
export async function dropOldScans({ db, clock }: Resources, retentionMonths: number): Promise<string[]> {
  const oldestMonth = monthStart(clock.now(), -retentionMonths);
  const dropped: string[] = [];
  for (const { name, table } of await scanPartitions(db)) {
    if (name >= partitionOf(table, oldestMonth).name) continue;
    await changingPartitions(db, async (trx) => {
      if (!(await scanPartitions(trx)).some((partition) => partition.name === name)) return;
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

interface ScanPartition {
  readonly name: string;
  readonly table: (typeof tables)[number];
}

async function scanPartitions(db: CrossPartnerDatabase): Promise<ScanPartition[]> {
  const { rows } = await sql<ScanPartition>`
    SELECT c.relname AS name, i.inhparent::regclass::text AS table
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
    WHERE i.inhparent = ANY(${tables}::regclass[]) ORDER BY 1`.execute(db);
  return rows;
}

function monthStart(instant: Date, offset: number): Date {
  return new Date(Date.UTC(instant.getUTCFullYear(), instant.getUTCMonth() + offset));
}

function partitionOf(table: (typeof tables)[number], month: Date): ScanPartition & { readonly month: Date } {
  return { name: `${table}_${month.toISOString().slice(0, 7).replace('-', '_')}`, table, month };
}
