import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import type { Role } from '../../src/service/service-options.ts';
import { StartError } from '../../src/service/start-error.ts';
import { eventually } from '../support/eventually.ts';
import { type FailedStart, Start, type StartOptions } from '../support/failed-start.ts';
import { processesOf } from '../support/processes.ts';
import { ScriptedScanner } from '../support/scripted-scanner.ts';
import { ServerProcess } from '../support/server-process.ts';
import { createTestDatabase, dropTestDatabase, testEnvironment } from '../support/test-service.ts';

const everyRole: readonly Role[] = ['all', 'api', 'worker'];
const answering: readonly Role[] = ['all', 'api'];
const scanning: readonly Role[] = ['all', 'worker'];

const home = mkdtempSync(join(tmpdir(), 'start-up-'));
const databases: string[] = [];
/** Nobody connects to it, so that it can be copied. */
let template: string;
let installed: string;
let occupied: Server;

/** A database in which the service has run before. */
async function installedDatabase(): Promise<string> {
  const name = await createTestDatabase();
  databases.push(name);
  const config = parseConfig(testEnvironment(name));
  const logger = createLogger('silent');
  const store = await openStore(config, { mode: 'serve', maxConnections: 5, logger });
  const options = { config, store, role: 'worker', clock: systemClock, logger, leakSources: [] } as const;
  await (await startService({ ...options, scanner: new ScriptedScanner() })).stop();
  await store.close();
  return name;
}

/** A copy of it in which something is broken. */
async function databaseAfter(damage: string): Promise<string> {
  const name = `${template}_${databases.length}`;
  databases.push(name);
  await query('postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`);
  await query(name, damage);
  return name;
}

async function query(database: string, text: string): Promise<object[]> {
  const client = new pg.Client({ ...inject('databaseServer'), database });
  await client.connect();
  const { rows } = await client.query<object>(text).finally(() => client.end());
  return rows;
}

/** The program without its pages. */
function programWithoutPages(): string {
  const directory = join(home, 'program');
  mkdirSync(directory);
  for (const part of ['src', 'docs-site', 'locales', 'node_modules', 'migrations', 'package.json'])
    symlinkSync(resolve(import.meta.dirname, '../..', part), join(directory, part));
  return directory;
}

beforeAll(async () => {
  template = await installedDatabase();
  installed = await databaseAfter('SELECT');
  occupied = createServer().listen(0, '127.0.0.1');
  await eventually('the port is occupied', async () => occupied.listening);
});
afterAll(async () => {
  occupied?.close();
  for (const name of databases.toReversed()) await dropTestDatabase(name);
  rmSync(home, { recursive: true, force: true });
});

function expectOneSentence({ code, ended, left, stderr }: FailedStart, sentence: RegExp): void {
  expect({ code, ended, left, stderr }).toEqual({ code: 1, ended: true, left: [], stderr: expect.anything() });
  expect(stderr).toMatch(/^[^\n]+\n$/);
  expect(stderr).toMatch(sentence);
}

type Fault = () => Promise<Omit<StartOptions, 'role'>> | Omit<StartOptions, 'role'>;

/** What is broken, the roles that need it, how it is broken, and what is said. */
const faults: readonly [string, readonly Role[], Fault, RegExp][] = [
  [
    'the configuration',
    everyRole,
    () => ({ environment: { ...testEnvironment(installed), LOG_LEVEL: 'loud' } }),
    /^LOG_LEVEL must be one of /,
  ],
  [
    'the way to the database',
    everyRole,
    () => ({ environment: { ...testEnvironment(installed), DATABASE_URL: 'postgres://127.0.0.1:9/none' } }),
    /^The database cannot be reached: .*127\.0\.0\.1:9/,
  ],
  [
    'the data directory',
    everyRole,
    () => {
      const file = join(home, 'a-file');
      writeFileSync(file, '');
      return { environment: { DATA_DIR: join(file, 'data') } };
    },
    /^The data directory cannot be created: /,
  ],
  [
    'the schema, which is newer than the program',
    everyRole,
    async () => ({
      environment: testEnvironment(
        await databaseAfter(`INSERT INTO schema_migrations (version, name, checksum) VALUES (9999, 'later', '')`),
      ),
    }),
    /^The database has schema version 9999, newer than /,
  ],
  [
    'the secret key',
    ['worker'],
    () => ({ environment: { ...testEnvironment(installed), SECRET_KEY: 'another key than the one it began with' } }),
    /^SECRET_KEY is not the one /,
  ],
  [
    'the queue',
    everyRole,
    async () => ({
      environment: testEnvironment(
        await databaseAfter('ALTER FUNCTION pgboss.create_queue(text, jsonb) RENAME TO create_queue_x'),
      ),
    }),
    /^The job queue cannot be set up in the database: .*create_queue/,
  ],
  [
    'the tables for scans',
    everyRole,
    async () => ({ environment: testEnvironment(await databaseAfter('ALTER TABLE scans RENAME TO gone')) }),
    /^The tables for scans cannot be made: .*scans/,
  ],
  [
    'raw sockets, which the scan engine was told to use',
    scanning,
    () => ({
      environment: { ...testEnvironment(installed), SCAN_ENGINE: 'syn' },
      prefix: process.getuid!() === 0 ? ['setpriv', '--bounding-set=-net_raw', '--inh-caps=-net_raw'] : [],
    }),
    /^SCAN_ENGINE=syn does not work here: /,
  ],
  [
    'the path of nmap',
    scanning,
    () => ({ environment: { ...testEnvironment(installed), SCAN_NMAP_PATH: '/nonexistent/nmap' } }),
    /^SCAN_NMAP_PATH=\/nonexistent\/nmap cannot be run: /,
  ],
  [
    'the registration of workers',
    scanning,
    async () => ({ environment: testEnvironment(await databaseAfter('ALTER TABLE scan_workers RENAME TO gone')) }),
    /^The scan worker cannot be registered: .*scan_workers/,
  ],
  [
    'the monitoring of domains',
    scanning,
    async () => ({ environment: testEnvironment(await databaseAfter('ALTER TABLE leak_sources RENAME TO gone')) }),
    /^The monitoring of domains cannot start: .*leak_sources/,
  ],
  [
    'the pages of the portal',
    answering,
    () => ({ environment: testEnvironment(installed), home: programWithoutPages() }),
    /^The portal is not built\. Run: npm run build /,
  ],
  [
    'the port',
    answering,
    () => ({ environment: { ...testEnvironment(installed), PORT: String((occupied.address() as AddressInfo).port) } }),
    /^127\.0\.0\.1 port \d+ \(PORT\) cannot be used: another program listens there/,
  ],
  [
    'the operations port',
    everyRole,
    () => ({
      environment: { ...testEnvironment(installed), OPERATIONS_PORT: String((occupied.address() as AddressInfo).port) },
    }),
    /^127\.0\.0\.1 port \d+ \(OPERATIONS_PORT\) cannot be used: another program listens there/,
  ],
];

describe('a process that cannot run ends, says why in one sentence and leaves nothing running', () => {
  it.concurrent.each(faults)('without %s, as each role that needs it', async (_what, roles, fault, sentence) => {
    const options = await fault();
    const outcomes = await Promise.all(roles.map((role) => new Start({ ...options, role }).outcome));
    for (const outcome of outcomes) expectOneSentence(outcome, sentence);
  });

  it.concurrent('with the embedded database, which ends too', async () => {
    const dataDir = join(home, 'embedded');
    const environment = { DATA_DIR: dataDir, PORT: String((occupied.address() as AddressInfo).port) };
    expectOneSentence(await new Start({ environment, role: 'all' }).outcome, /\(PORT\) cannot be used/);
    expect(processesOf(dataDir)).toEqual([]);
  });

  it.concurrent.each(scanning)(
    'by SIGTERM in the middle of its start as %s, though the database holds it up',
    async (role) => {
      const database = await databaseAfter('SELECT');
      const holder = new pg.Client({ ...inject('databaseServer'), database });
      await holder.connect();
      try {
        await holder.query('BEGIN; LOCK TABLE scan_workers');
        const start = new Start({ environment: { ...testEnvironment(database), LOG_LEVEL: 'info' }, role });
        const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        await eventually('the start waits', async () => (await query(database, waiting)).length > 0);
        start.terminate();
        expect(await start.outcome).toMatchObject({ code: 0, ended: true, left: [] });
      } finally {
        await holder.end();
      }
    },
  );

  it('even though a part of it does not end', async () => {
    const config = parseConfig({
      ...testEnvironment(installed),
      PORT: String((occupied.address() as AddressInfo).port),
    });
    const logger = createLogger('silent');
    const store = await openStore(config, { mode: 'serve', maxConnections: 10, logger });
    const scanner = new ScriptedScanner();
    scanner.close = () => new Promise(() => {});
    const options = { config, store, clock: systemClock, logger, scanner, leakSources: [] };
    await expect(startService({ ...options, role: 'all' })).rejects.toThrow(StartError);
  });
});

describe('nodes that start at once on an empty database', () => {
  it('all come up', async () => {
    const database = await createTestDatabase();
    databases.push(database);
    const environment = { ...testEnvironment(database), SCAN_ENGINE: 'connect' };
    const roles: readonly Role[] = ['api', 'api', 'worker', 'worker', 'worker'];
    const starts = await Promise.allSettled(roles.map((role) => ServerProcess.start(environment, ['--role', role])));
    const servers = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
    try {
      expect(starts.map(({ status }) => status)).toEqual(roles.map(() => 'fulfilled'));
      for (const { announcement } of servers.filter(({ announcement }) => announcement.url !== null))
        expect((await fetch(`${announcement.url}/readyz`)).status).toBe(200);
    } finally {
      for (const server of servers) server.interrupt();
      expect(await Promise.all(servers.map(({ exit }) => exit))).toEqual(
        servers.map(() => ({ code: 0, signal: null })),
      );
    }
  });
});
