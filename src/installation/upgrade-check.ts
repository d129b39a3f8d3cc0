import { copyOut } from '../platform/database/copying/copy-out.ts';
import { withTemporaryPostgres } from '../platform/database/embedded/temporary-postgres.ts';
import { readMigrations } from '../platform/database/migrate.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { complete, copyInto, leftOut } from './backup.ts';
import type { Config } from './config.ts';
import { ageSeconds, readLastBackup } from './last-backup.ts';
import { type Store, withStore } from './store.ts';

export interface MigrationAhead {
  readonly version: number;
  readonly name: string;
  /** Whether programs of the schema that is there run on the database after it. */
  readonly leaves_a_way_back: boolean;
  /** What it took on a copy of the data; null: it was not tried. */
  readonly seconds: number | null;
}

/** What bringing the database to this program's schema means. */
export interface UpgradeCheck {
  readonly from: number;
  readonly to: number;
  readonly migrations: readonly MigrationAhead[];
  /** Whether the program that runs now starts again afterwards. Otherwise the way back is a backup. */
  readonly way_back: boolean;
  readonly last_backup: { readonly made_at: string; readonly hours_ago: number; readonly verified: boolean } | null;
}

/**
 * Looks at what `migrate` would do, and changes nothing.
 * @param rehearses whether it is done on a copy, in a PostgreSQL of its own that is gone afterwards, to know how long each migration takes
 * @throws StoreError, CopyError, MigrationError, EmbeddedPostgresError
 */
export async function checkUpgrade(config: Config, rehearses: boolean, logger: Logger): Promise<UpgradeCheck> {
  return withStore(config, { mode: 'read', maxConnections: 1, logger }, async (store) => {
    const all = await readMigrations();
    const from = store.outdated?.found ?? all.length;
    const ahead = all.slice(from);
    const seconds = rehearses && ahead.length > 0 ? await rehearse(store) : new Map<number, number>();
    const migrations = ahead.map((migration) => ({
      version: migration.version,
      name: migration.name,
      leaves_a_way_back: migration.oldestProgram <= from,
      seconds: seconds.get(migration.version) ?? null,
    }));
    const last = await readLastBackup(store.database.db);
    const hoursAgo = last === null ? 0 : Math.round(ageSeconds(last, new Date()) / 3_600);
    return {
      from,
      to: all.length,
      migrations,
      way_back: migrations.every(({ leaves_a_way_back: leaves }) => leaves),
      last_backup: last && { made_at: last.madeAt.toISOString(), hours_ago: hoursAgo, verified: last.verified },
    };
  });
}

/** Seconds by the version of each migration, which nobody else keeps waiting there. */
async function rehearse({ directConnection }: Store): Promise<ReadonlyMap<number, number>> {
  return withTemporaryPostgres(async (connection) => {
    const took = new Map<number, number>();
    const sink = copyInto(connection, ({ version }, seconds) => took.set(version, seconds));
    await complete(sink, () => copyOut({ connection: directConnection, leftOut }, sink));
    return took;
  });
}
