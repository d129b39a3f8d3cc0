import { sql } from 'kysely';
import { countNodes, listNodes } from '../core/nodes/nodes.ts';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import { certificateSoonDays, portalCertificatesEndingBefore } from '../identity/portal-domains/portal-certificates.ts';
import type { Config } from '../installation/config.ts';
import { ageSeconds, backupMaxAgeHours, readLastBackup } from '../installation/last-backup.ts';
import { type OutdatedSchema, withStore } from '../installation/store.ts';
import { StoreError } from '../installation/store-error.ts';
import { build, programSchema } from '../installation/version.ts';
import { systemClock } from '../platform/clock.ts';
import { canWrite } from '../platform/database/can-write.ts';
import { DatabaseClock } from '../platform/database/database-clock.ts';
import { serverConnections } from '../platform/database/server-connections.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { nodeTrouble } from '../service/node-trouble.ts';
import type { Diagnosis } from './diagnosis.ts';
import { examineDeliveries } from './examine-deliveries.ts';
import { examineIfThere } from './examine-if-there.ts';
import { examineLeakSources, examineVantagePoints, examineVersions } from './examine-monitoring.ts';

export async function examineDatabase(config: Config, logger: Logger): Promise<Diagnosis[]> {
  const kind = config.databaseUrl === null ? `embedded in ${config.dataDir}` : 'DATABASE_URL';
  try {
    return await withStore(
      config,
      { mode: 'read', maxConnections: 1, logger },
      async ({ database: { db }, outdated }) => {
        const clock = await DatabaseClock.start(db, systemClock);
        const { rows } = await sql<{ version: string }>`SELECT current_setting('server_version') AS version`.execute(
          db,
        );
        return [
          { check: 'database', state: 'ok', detail: `PostgreSQL ${rows[0]!.version}, ${kind}` },
          examineSchema(outdated),
          await examineWriting(db),
          ...(await Promise.all([
            examineIfThere('connections', () => examineConnections(db, config)),
            examineClock(clock),
            examineIfThere('nodes', () => examineNodes(db)),
            examineIfThere('backup', () => examineBackup(db, config, clock.now())),
            examineIfThere('portal certificates', () => examineCertificates(db, clock.now())),
            examineIfThere('vantage points', () => examineVantagePoints(db)),
            examineIfThere('leak sources', () => examineLeakSources(db, config)),
            examineIfThere('versions', () => examineVersions(db, clock.now())),
            ...examineDeliveries(db, clock.now()),
          ])),
        ];
      },
    );
  } catch (error) {
    const detail = `${kind}: ${(error as Error).message}`;
    // Its own sentences say what to do.
    if (error instanceof StoreError && error.cause === undefined) return [{ check: 'database', state: 'fail', detail }];
    return [{ check: 'database', state: 'fail', detail, cure: cureOf(error as Error) }];
  }
}

/** PostgreSQL: too_many_connections. */
const noConnectionLeft = '53300';

function cureOf({ cause }: Error): string {
  if ((cause as { readonly code?: unknown } | undefined)?.code === noConnectionLeft)
    return 'it runs, and all its connections are taken: end some, raise its max_connections, lower DATABASE_MAX_CONNECTIONS, or put a pooler between';
  return 'is it running, does it take connections from this machine, and are user and password right?';
}

function examineSchema(outdated: OutdatedSchema | null): Diagnosis {
  const check = 'schema';
  if (outdated === null) return { check, state: 'ok', detail: `version ${programSchema}, this program's` };
  const detail = `version ${outdated.found}, older than this program's ${outdated.ours}`;
  return { check, state: 'warn', detail, cure: 'run "breakwater migrate", or start a server of this release' };
}

async function examineWriting(db: CrossPartnerDatabase): Promise<Diagnosis> {
  const check = 'database disk';
  if (await canWrite(db)) return { check, state: 'ok', detail: 'the database has room to write' };
  return { check, state: 'fail', detail: 'full: nothing is written', cure: 'make room, or shorten the retention' };
}

/** Each process takes up to DATABASE_MAX_CONNECTIONS; the server keeps a few for its administrator. */
async function examineConnections(db: CrossPartnerDatabase, { databaseMaxConnections }: Config): Promise<Diagnosis> {
  const check = 'connections';
  const { most, taken } = await serverConnections(db);
  const alive = await countNodes(db);
  // An installation that does not run yet will have one.
  const nodes = Math.max(
    1,
    [...alive.values()].reduce((sum, count) => sum + count, 0),
  );
  const wanted = nodes * databaseMaxConnections;
  const detail = `${taken} of ${most} taken; ${nodes} nodes of up to ${databaseMaxConnections} (DATABASE_MAX_CONNECTIONS)`;
  if (wanted <= most) return { check, state: 'ok', detail };
  const cure = `raise max_connections of PostgreSQL above ${wanted}, lower DATABASE_MAX_CONNECTIONS, or put a pooler between`;
  return { check, state: 'warn', detail, cure };
}

function examineClock(clock: DatabaseClock): Diagnosis {
  const check = 'clock';
  const skew = `${Math.abs(clock.aheadMs / 1_000).toFixed(1)} s ${clock.aheadMs < 0 ? 'behind' : 'ahead of'} the database's`;
  if (clock.isMachineRight) return { check, state: 'ok', detail: skew };
  return { check, state: 'warn', detail: `${skew}, which counts`, cure: 'have it set by NTP (timedatectl)' };
}

async function examineNodes(db: CrossPartnerDatabase): Promise<Diagnosis> {
  const check = 'nodes';
  const nodes = await listNodes(db);
  const alive = nodes.filter((node) => node.alive);
  const versions = [...new Set(alive.map((node) => node.version))];
  const others = versions.filter((each) => each !== build);
  const detail = `${alive.length} alive; this program is ${build}`;
  const unwell = nodes.flatMap((node) => nodeTrouble(node) ?? []);
  if (unwell.length > 0) {
    const cure = 'look at the logs of these, or wait an hour: what was ended on purpose is forgotten then';
    return { check, state: 'warn', detail: `${detail}; ${unwell.join('; ')}`, cure };
  }
  if (others.length === 0) return { check, state: 'ok', detail };
  const cure = 'end the upgrade: have every node run the same version';
  return { check, state: 'warn', detail: `${detail}, nodes run ${versions.join(', ')}`, cure };
}

async function examineBackup(db: CrossPartnerDatabase, { evaluation }: Config, now: Date): Promise<Diagnosis> {
  const check = 'backup';
  const last = await readLastBackup(db);
  if (last === null) {
    if (evaluation) return { check, state: 'ok', detail: 'none was made of this evaluation' };
    const cure = 'have "breakwater backup" run every day, or see to it that PostgreSQL is backed up by other means';
    return { check, state: 'warn', detail: '"breakwater backup" has never made one', cure };
  }
  const hours = ageSeconds(last, now) / 3_600;
  const verified = last.verified ? 'restored to see that it is whole' : 'not verified';
  const detail = `the last was made ${last.madeAt.toISOString()}, ${Math.round(hours)} hours ago, and ${verified}`;
  if (hours <= backupMaxAgeHours) return { check, state: 'ok', detail };
  return { check, state: 'warn', detail, cure: 'run "breakwater backup", and see why its timer did not' };
}

async function examineCertificates(db: CrossPartnerDatabase, now: Date): Promise<Diagnosis> {
  const check = 'portal certificates';
  const soon = new Date(now.getTime() + certificateSoonDays * 86_400_000);
  const ending = await portalCertificatesEndingBefore(db, soon);
  if (ending.length === 0)
    return { check, state: 'ok', detail: `none that was seen ends within ${certificateSoonDays} days` };
  const words = ending.map(
    ({ domain, end }) => `${domain} ${end <= now ? 'ended' : 'ends'} ${end.toISOString().slice(0, 10)}`,
  );
  const cure = 'renew them where TLS ends, and see why that did not happen by itself; they are looked at once a day';
  return { check, state: 'warn', detail: words.join(', '), cure };
}
