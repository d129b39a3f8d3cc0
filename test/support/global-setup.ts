import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type pg from 'pg';
import type { TestProject } from 'vitest/node';
import { distribution } from '../../src/core/operation/distribution.ts';
import { distribute } from '../../src/platform/database/distribute.ts';
import { startEmbeddedPostgres } from '../../src/platform/database/embedded/embedded-postgres.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { dropForeignKeysToShards } from '../../src/platform/database/place-tables.ts';
import { JobQueue } from '../../src/platform/jobs/job-queue.ts';
import {
  createDatabase,
  type DatabaseCluster,
  type DatabaseServer,
  dropDatabase,
  joinDatabases,
  sealDatabase,
  withClient,
} from './database-cluster.ts';
import { workerUrls } from './is-sharded.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: DatabaseServer;
    /** Other servers of the same sharded database. */
    databaseWorkers: readonly DatabaseServer[];
    /** A database at the newest schema, with the job queue's own, in which nothing has happened. */
    templateDatabase: string;
  }
}

const removal = { recursive: true, force: true, maxRetries: 5 };

/** What the projects of a run share. Each loads this file anew, so it is kept where all of them see it. */
interface Shared {
  readonly cluster: DatabaseCluster;
  readonly templateDatabase: string;
  stop(): Promise<void>;
}

const shared = globalThis as { testDatabase?: { readonly started: Promise<Shared>; users: number } | undefined };

/**
 * One server for the whole run: the one that TEST_DATABASE_URL names, else the embedded one in a directory of its own. With
 * TEST_CITUS_WORKERS, URLs divided by spaces, it is the coordinator of a sharded database.
 */
export async function setup(project: TestProject): Promise<void> {
  shared.testDatabase ??= { started: start(), users: 0 };
  shared.testDatabase.users += 1;
  const { cluster, templateDatabase } = await shared.testDatabase.started;
  project.provide('databaseServer', cluster.coordinator);
  project.provide('databaseWorkers', cluster.workers);
  project.provide('templateDatabase', templateDatabase);
}

export async function teardown(): Promise<void> {
  const database = shared.testDatabase;
  if (database === undefined) return;
  database.users -= 1;
  if (database.users > 0) return;
  shared.testDatabase = undefined;
  await (await database.started).stop();
}

async function start(): Promise<Shared> {
  buildPages();
  const url = process.env.TEST_DATABASE_URL;
  const embedded = url === undefined ? await startServer() : undefined;
  const cluster = {
    coordinator: embedded?.server ?? parseDatabaseUrl(url!),
    workers: workerUrls().map(parseDatabaseUrl),
  };
  const templateDatabase = await makeTemplate(cluster);
  const stop = async () => {
    await dropDatabase(cluster, templateDatabase);
    await embedded?.stop();
  };
  return { cluster, templateDatabase, stop };
}

async function startServer(): Promise<{ readonly server: DatabaseServer; stop(): Promise<void> }> {
  const directory = mkdtempSync(join(hasRoom('/dev/shm') ? '/dev/shm' : '/tmp', 'tests-'));
  const database = await startEmbeddedPostgres({ dataDir: join(directory, 'data'), mode: 'serve' });
  // Vitest has no teardown when a signal ends it: the database then ends with us, but its files would stay.
  process.once('exit', () => rmSync(directory, removal));
  const stop = async () => {
    await database.stop();
    rmSync(directory, removal);
  };
  return { server: database.connection, stop };
}

/** Most tests want a service on a database of its own: a copy takes a seventh of the time that all migrations take. */
async function makeTemplate(cluster: DatabaseCluster): Promise<string> {
  const name = `template_${randomUUID().replaceAll('-', '')}`;
  const isSharded = cluster.workers.length > 0;
  await createDatabase(cluster, name);
  if (isSharded) await joinDatabases(cluster, name);
  const connection = { ...cluster.coordinator, database: name };
  await migrate(connection, await readMigrations());
  await JobQueue.install(connection);
  if (isSharded) {
    await distribute(connection, distribution);
    await sealDatabase(cluster, name);
  } else if (process.env.TEST_TABLE_LAYOUT === 'distributed') await layOutAsDistributed(connection);
  return name;
}

/** What the tables of a sharded database are without; all else of it is the same on one node. */
async function layOutAsDistributed(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, (client) => dropForeignKeysToShards(client, distribution));
}

/** A server does not start without its pages. In a process of its own: built for NODE_ENV=test, React would be its slow self. */
function buildPages(): void {
  for (const script of ['build-portal.ts', 'build-docs.ts'])
    execFileSync(process.execPath, [fileURLToPath(new URL(`../../scripts/${script}`, import.meta.url))], {
      stdio: 'inherit',
      env: { ...process.env, NODE_ENV: 'production' },
    });
}

/** In memory if there is plenty: every test file makes databases of about 8 MB. */
function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > 2 ** 31;
}

/** `postgres://user:password@host:port/database`; a unix socket's directory goes into `?host=`. */
function parseDatabaseUrl(text: string): DatabaseServer {
  const url = new URL(text);
  return {
    host: url.searchParams.get('host') ?? url.hostname,
    port: Number(url.port || 5432),
    user: decodeURIComponent(url.username),
    ...(url.password === '' ? {} : { password: decodeURIComponent(url.password) }),
    database: url.pathname.slice(1) || 'postgres',
  };
}
