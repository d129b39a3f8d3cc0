import pg from 'pg';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import { type ConnectionSettings, clientSettings } from '../platform/database/database.ts';

/** The name of the fact. */
const lastBackup = 'last_backup';

/** Of the last backup that `breakwater backup` made. What PostgreSQL's own tools make is not known here. */
export interface LastBackup {
  readonly madeAt: Date;
  readonly verified: boolean;
}

/** Backups are made each day: one of a day and a half ago was missed. */
export const backupMaxAgeHours = 36;

/** Over a connection of its own, since what makes backups cannot write otherwise. */
export async function recordBackup(connection: ConnectionSettings, { madeAt, verified }: LastBackup): Promise<void> {
  const client = new pg.Client(clientSettings(connection));
  await client.connect();
  try {
    await client.query(
      'INSERT INTO installation_facts (name, value) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
      [lastBackup, JSON.stringify({ made_at: madeAt.toISOString(), verified })],
    );
  } finally {
    await client.end();
  }
}

/** Null: none was made. */
export async function readLastBackup(db: CrossPartnerDatabase): Promise<LastBackup | null> {
  const fact = await db
    .selectFrom('installation_facts')
    .select('value')
    .where('name', '=', lastBackup)
    .executeTakeFirst();
  if (fact === undefined) return null;
  const { made_at, verified } = JSON.parse(fact.value) as { made_at: string; verified: boolean };
  return { madeAt: new Date(made_at), verified };
}

/** How old it is. The machine that made it may have had another clock. */
export function ageSeconds({ madeAt }: LastBackup, now: Date): number {
  return Math.max(0, (now.getTime() - madeAt.getTime()) / 1_000);
}
