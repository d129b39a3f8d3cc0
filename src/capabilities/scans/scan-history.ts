import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../platform/database/database.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import type { Resources } from '../../platform/operation.ts';

const monthsAhead = 2;

/** Makes the monthly partitions of `scans` for last month, this one and the next two. Safe to run anywhere, any time. */
export async function ensureScanPartitions({ db, clock }: Resources): Promise<void> {
  for (let offset = -1; offset <= monthsAhead; offset += 1) {
    const start = monthStart(clock.now(), offset);
    const end = monthStart(clock.now(), offset + 1);
    await sql`
      CREATE TABLE IF NOT EXISTS ${sql.table(partitionName(start))} PARTITION OF scans
      FOR VALUES FROM (${sql.lit(lowestIdAt(start))}) TO (${sql.lit(lowestIdAt(end))})`.execute(db);
  }
}

/**
 * Forgets history older than the retention: scans by dropping whole months, ended observations row by row.
 * Alerts stay: they carry their own evidence.
 * @returns the names of the partitions that were dropped
 */
export async function dropOldScans({ db, clock }: Resources, retentionMonths: number): Promise<string[]> {
  const oldest = monthStart(clock.now(), -retentionMonths);
  const expired = (await scanPartitions(db)).filter((name) => name < partitionName(oldest));
  for (const name of expired) await sql`DROP TABLE ${sql.table(name)}`.execute(db);
  await db.deleteFrom('observations').where('closed_at', '<', oldest).execute();
  return expired;
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
