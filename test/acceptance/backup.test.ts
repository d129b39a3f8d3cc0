import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { backUp, keyOfBackup, move, restore, verifyBackup } from '../../src/installation/backup.ts';
import { type Config, parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { CopyError } from '../../src/platform/database/copying/copied-database.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { ApiClient } from '../support/api-client.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { breakwater, expectFailure, runCommand } from '../support/command-line.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { expectSuccess } from '../support/shapes.ts';
import { canMountDisks, SmallDisk } from '../support/small-disk.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  type TestPartner,
  TestService,
  testDatabaseUrl,
  testEnvironment,
} from '../support/test-service.ts';

const passphrase = 'a passphrase of several words';
const logger = createLogger('silent');
const lastBackup = "SELECT value FROM installation_facts WHERE name = 'last_backup'";
const home = mkdtempSync(join(tmpdir(), 'backup-'));
const databases: string[] = [];

let service: TestService;
let partner: TestPartner;
let file: string;
let before: Record<string, unknown>;

/** What partners ask for: every kind of data that there is. */
const questions = [
  ...['/endpoints', '/alerts', '/monitoring/alerts', '/monitoring/overview', '/whitelists', '/plans', '/channels'],
  ...['/webhooks', '/customers', '/customers/1', '/domain-monitoring/domains', '/domain-monitoring/alerts'],
  ...['/domain-monitoring/leaked-credentials', '/audit', '/events', '/usage?from=2026-01-01&to=2026-12-31'],
];

async function answersOf(api: ApiClient): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  for (const question of questions) {
    const { status, body } = await api.get(`/api/v1${question}`);
    // What it says of this very request, and of this instant.
    answers[question] = [status, body.data ?? body, (body as { pagination?: unknown }).pagination];
  }
  return JSON.parse(
    JSON.stringify(answers, (name, value) => (/^(current|active_seconds|ended_at)$/.test(name) ? 0 : value)),
  );
}

async function emptyDatabase(): Promise<string> {
  const name = await createTestDatabase();
  databases.push(name);
  return name;
}

function configOf(environment: Record<string, string>): Config {
  return parseConfig({ PORT: '0', SCAN_ENGINE: 'off', SCAN_ALLOW: '127.0.0.0/8', ...environment });
}

/** What a service answers that runs on a database; then it goes on with its work. */
async function answersFrom(config: Config): Promise<Record<string, unknown>> {
  const store = await openStore(config, { mode: 'serve', maxConnections: 8, logger });
  const running = await startService({ config, store, role: 'api', clock: systemClock, logger, leakSources: [] });
  try {
    const url = `http://127.0.0.1:${running.address!.port}`;
    const api = new ApiClient(url, partner.portalDomain, partner.apiKey);
    const answers = await answersOf(api);
    await provision(api, loopbackAddress(), { client_id: 2 });
    return answers;
  } finally {
    await running.stop();
    await store.close();
  }
}

async function query<Row extends object>(database: string, text: string): Promise<Row[]> {
  const client = new pg.Client(testDatabaseUrl(database));
  await client.connect();
  const { rows } = await client.query<Row>(text).finally(() => client.end());
  return rows;
}

async function count(database: string, table: string): Promise<number> {
  const [row] = await query<{ count: number }>(database, `SELECT count(*)::int AS count FROM ${table}`);
  return row!.count;
}

function sequencesOf(database: string): Promise<object[]> {
  return query(
    database,
    "SELECT sequencename, last_value FROM pg_sequences WHERE schemaname = 'public' ORDER BY sequencename",
  );
}

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner('Acme Hosting');
  await subscribe(partner.api, portMonitoring(1), { plan_slug: 'business' });
  const endpointId = await provision(partner.api, loopbackAddress());
  await completeScan(service, partner, endpointId, { open: ['22:tcp', '3306:tcp'] });
  await completeScan(service, partner, endpointId, { open: ['22:tcp'], closed: ['3306:tcp'] });
  const domainId = await monitorDomain(partner.api, 1, 'shop.example.com');
  await scanDomain(service, domainId, [leakedCredential('ada@shop.example.com')]);
  expectSuccess(await partner.api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/x', types: [] }), 201);
  const channel = { type: 'ntfy', name: 'Phone', topic: 'acme-alerts' };
  expectSuccess(await partner.api.post('/api/v1/channels', channel), 201);
  before = await answersOf(partner.api);
  file = join(home, 'acme.backup');
});
afterAll(async () => {
  await service?.stop();
  for (const name of databases) await dropTestDatabase(name);
  rmSync(home, { recursive: true, force: true });
});

describe('a backup', () => {
  it('is made while the service runs, restored to see that it is whole, and for its owner only', async () => {
    const made = await backUp(service.config, file, { passphrase, verifies: true }, logger);
    expect(made).toMatchObject({ key: 'wrapped', unverified: null, tables: expect.any(Number) });
    expect(made.rows).toBeGreaterThan(50);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readFileSync(file).includes(service.store.keys.current)).toBe(false);
    const left = await service.store.database.pool.query(
      "SELECT datname FROM pg_database WHERE datname LIKE 'breakwater_verify_%'",
    );
    expect(left.rows).toEqual([]);
  });

  it('gives an empty database the same answers, keys and triggers', async () => {
    const name = await emptyDatabase();
    const config = configOf(testEnvironment(name));
    const restored = await restore(config, file, null, logger);
    expect(restored).toMatchObject({ key_file: null, tables: expect.any(Number) });
    expect(await sequencesOf(name)).toEqual(await sequencesOf(service.databaseName));
    // What PostgreSQL plans by is gathered: autovacuum comes later.
    expect(await count(name, "pg_stats WHERE tablename = 'alerts' AND attname = 'endpoint_id'")).toBe(1);
    expect(await answersFrom(config)).toEqual(before);
    const keys = "pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND convalidated";
    expect(await count(name, keys)).toBe(await count(service.databaseName, keys));
    const triggers = "pg_trigger WHERE NOT tgisinternal AND tgenabled = 'O'";
    expect(await count(name, triggers)).toBe(await count(service.databaseName, triggers));
  });

  it('gives a machine that has nothing but the passphrase everything, its secret key included', async () => {
    const dataDir = join(home, 'new-machine');
    const config = configOf({ DATA_DIR: dataDir });
    const restored = await restore(config, file, passphrase, logger);
    expect(restored.key_file).toBe(join(dataDir, 'secret-key'));
    expect(readFileSync(restored.key_file!, 'utf8').trim()).toBe(service.store.keys.current);
    expect(statSync(restored.key_file!).mode & 0o777).toBe(0o600);
    expect(await answersFrom(config)).toEqual(before);
    // And from there it moves on to a PostgreSQL of its own.
    const name = await emptyDatabase();
    const here = await count(service.databaseName, 'partners');
    await move(config, testDatabaseUrl(name), logger);
    expect(await count(name, 'partners')).toBe(here);
    expect(await count(name, 'endpoints')).toBe((await count(service.databaseName, 'endpoints')) + 1);
    const moved = await answersFrom(configOf(testEnvironment(name)));
    expect(moved['/alerts']).toEqual(before['/alerts']);
    expect(moved['/domain-monitoring/leaked-credentials']).toEqual(before['/domain-monitoring/leaked-credentials']);
  });

  it('keeps its key to itself without the right passphrase', async () => {
    await expect(keyOfBackup(file, passphrase)).resolves.toBe(service.store.keys.current);
    await expect(keyOfBackup(file, 'another passphrase')).rejects.toThrow('not the passphrase');
    await expect(keyOfBackup(file, null)).rejects.toThrow('BACKUP_PASSPHRASE');
    const without = join(home, 'without-key.backup');
    await backUp(service.config, without, { passphrase: null, verifies: false }, logger);
    await expect(keyOfBackup(without, passphrase)).rejects.toThrow('without its secret key');
  });

  it('overwrites no file', async () => {
    await expect(backUp(service.config, file, { passphrase, verifies: false }, logger)).rejects.toThrow(
      'there already',
    );
  });
});

describe.skipIf(!canMountDisks)('on a disk that gets full', () => {
  it.each(['two pages', 'nothing'])('with %s left, a backup says so and leaves nothing behind', async (what) => {
    using disk = new SmallDisk('8k');
    if (what === 'nothing') disk.fill();
    const before = readdirSync(disk.directory);
    const path = join(disk.directory, 'b');
    const made = backUp(service.config, path, { passphrase, verifies: false }, logger);
    await expect(made).rejects.toThrow(`${path} cannot be written: no space left on device`);
    await expect(made).rejects.toBeInstanceOf(CopyError);
    expect(readdirSync(disk.directory)).toEqual(before);
  });
});

describe('a restore changes nothing', () => {
  const damaged = (name: string, change: (bytes: Buffer) => Buffer): string => {
    const path = join(home, name);
    writeFileSync(path, change(readFileSync(file)));
    return path;
  };

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['is cut off', (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.9))],
    ['lacks its last byte', (bytes) => bytes.subarray(0, -1)],
    [
      'was altered',
      (bytes) => {
        const copy = Buffer.from(bytes);
        copy[Math.floor(copy.length / 2)]! ^= 0x10;
        return copy;
      },
    ],
    ['is another file', () => Buffer.from('SELECT 1;')],
  ])('of a database when the file %s', async (what, change) => {
    const name = await emptyDatabase();
    const path = damaged(`${what.replaceAll(' ', '-')}.backup`, change);
    await expect(restore(configOf(testEnvironment(name)), path, null, logger)).rejects.toThrow(/damaged|no backup/);
    const isMigrated = await count(name, "pg_class WHERE relname = 'partners'");
    if (isMigrated > 0) expect(await count(name, 'partners')).toBe(0);
  });

  it('of a database that has partners, or with another secret key', async () => {
    const endpoints = await count(service.databaseName, 'endpoints');
    await expect(restore(service.config, file, null, logger)).rejects.toThrow('in use');
    expect(await count(service.databaseName, 'endpoints')).toBe(endpoints);
    const name = await emptyDatabase();
    const other = configOf({ ...testEnvironment(name), SECRET_KEY: 'another key than that of the backup' });
    await expect(restore(other, file, null, logger)).rejects.toThrow('not the one of the backup');
    expect(await count(name, "pg_class WHERE relname = 'partners'")).toBe(0);
  });
});

describe('on the command line', () => {
  it('an installation is backed up and restored by two commands', async () => {
    const path = join(home, 'by-command.backup');
    const made = await runCommand({ ...testEnvironment(service.databaseName), BACKUP_PASSPHRASE: passphrase }, [
      ...['backup', path, '--json'],
    ]);
    expect(made).toMatchObject({ exitCode: 0, stderr: '' });
    expect(made.json).toMatchObject({ file: path, verified: true, unverified: null, key: 'wrapped' });
    const dataDir = join(home, 'by-command');
    const restored = await runCommand({ DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase }, [
      'restore',
      path,
      '--json',
    ]);
    expect(restored).toMatchObject({ exitCode: 0, stderr: '' });
    expect(restored.json).toMatchObject({ rows: made.json.rows, key_file: join(dataDir, 'secret-key') });
  });

  it('a backup is verified on a machine that has nothing but the file', async () => {
    const dataDir = join(home, 'no-installation');
    const verified = await runCommand({ DATA_DIR: dataDir, BACKUP_PASSPHRASE: passphrase }, [
      ...['backup', 'verify', file, '--json'],
    ]);
    expect(verified).toMatchObject({ exitCode: 0, stderr: '' });
    expect(verified.json).toMatchObject({ file, verified: true, key: 'opened', rows: expect.any(Number) });
    expect(existsSync(dataDir)).toBe(false);
    expectFailure(
      await runCommand({ BACKUP_PASSPHRASE: 'another passphrase' }, ['backup', 'verify', file]),
      1,
      /^This is not the passphrase of the backup\.\n$/,
    );
    const cutOff = join(home, 'cut-off-later.backup');
    writeFileSync(cutOff, readFileSync(file).subarray(0, -200));
    expectFailure(await runCommand({}, ['backup', 'verify', cutOff]), 1, /damaged or incomplete/);
    expect(readdirSync(tmpdir()).filter((name) => name.startsWith('breakwater-temporary-'))).toEqual([]);
  });

  it('a role that may not create databases gets a backup that was restored', async () => {
    const name = await emptyDatabase();
    const role = `may_make_nothing_${name}`;
    await restore(configOf(testEnvironment(name)), file, null, logger);
    await query(
      name,
      `CREATE ROLE ${role} LOGIN PASSWORD 'p'; GRANT pg_read_all_data TO ${role};
       GRANT INSERT, UPDATE ON installation_facts TO ${role}`,
    );
    const url = new URL(testDatabaseUrl(name));
    url.username = role;
    url.password = 'p';
    try {
      const config = configOf({ ...testEnvironment(name), DATABASE_URL: url.href });
      const path = join(home, 'by-a-reader.backup');
      expect(await backUp(config, path, { passphrase, verifies: true }, logger)).toMatchObject({ unverified: null });
      expect((await query<{ value: string }>(name, lastBackup))[0]!.value).toContain('"verified":true');
    } finally {
      await query(name, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
    }
  });

  it('a backup goes through a pipe, and what arrives is whole', async () => {
    const path = join(home, 'piped.backup');
    const environment = { ...testEnvironment(service.databaseName), BACKUP_PASSPHRASE: passphrase };
    const { exitCode, stderr } = await breakwater(
      environment,
      ['backup', '-', '--json'],
      ['sh', '-c', `"$@" > ${path}`, 'sh'],
    );
    expect(exitCode).toBe(0);
    const told = JSON.parse(stderr);
    expect(told).toMatchObject({ file: null, verified: false, unverified: expect.stringContaining('Nothing is kept') });
    const verified = await verifyBackup(path, passphrase);
    expect(verified).toMatchObject({ rows: told.rows, tables: told.tables, key: 'opened' });
  });

  it('a pipe that nobody reads to its end is a failure in a sentence', async () => {
    const environment = { ...testEnvironment(service.databaseName), BACKUP_PASSPHRASE: passphrase };
    const { exitCode, stderr } = await breakwater(
      environment,
      ['backup', '-'],
      ['bash', '-c', 'set -o pipefail; "$@" | head -c 1 > /dev/null', 'bash'],
    );
    expect(exitCode).toBe(1);
    expect(stderr).toBe('The standard output cannot be written: broken pipe.\n');
  });

  it('the installation knows when its last backup was made', async () => {
    const [fact] = await query<{ value: string }>(service.databaseName, lastBackup);
    const { made_at: madeAt } = JSON.parse(fact!.value);
    expect(Math.abs(Date.now() - Date.parse(madeAt))).toBeLessThan(3_600_000);
  });

  it('a backup without passphrase says what to set', async () => {
    const outcome = await runCommand(testEnvironment(service.databaseName), ['backup', join(home, 'none.backup')]);
    expect(outcome).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('BACKUP_PASSPHRASE') });
  });
});
