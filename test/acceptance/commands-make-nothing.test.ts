import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildProgram } from '../../src/commands/program.ts';
import { backUp, move, restore } from '../../src/installation/backup.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { fingerprintOf } from '../../src/installation/secret-keys.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { type CommandOutcome, expectFailure, runCommand } from '../support/command-line.ts';
import { createTestDatabase, dropTestDatabase, testDatabaseUrl, testEnvironment } from '../support/test-service.ts';

const home = mkdtempSync(join(tmpdir(), 'nothing-made-'));
const dataDir = join(home, 'data');
const leak = join(home, 'leak.txt');
const made = join(home, 'made');
const partner = ['--partner', 'Acme'];

/** What reads. All of it, so that a command that comes is decided about. */
const reading: readonly (readonly string[])[] = [
  ['partner', 'list'],
  ['partner', 'caps', ...partner],
  ['partner', 'admin', 'list', ...partner],
  ['portal-domain', 'list', ...partner],
  ['key', 'list', ...partner],
  ['plan', 'list', ...partner],
  ['customer', 'show', ...partner, '--client-id', '1'],
  ['exclusions', 'list'],
  ['leaks', 'list'],
  ['leaks', 'lookup', 'example.com'],
  ['leaks', 'import', leak, '--breach', 'B', '--date', '2024-05-31', '--dry-run'],
  ['versions', 'status'],
  ['doctor'],
  ['backup', made, '--without-key', '--no-verify'],
  ['migrate', '--check'],
  ['support', made],
  ...['scans', 'ports', 'alerts', 'events', 'audit'].map((what) => [
    ...['export', what, made, '--from', '2026-10-01', '--to', '2026-10-02'],
  ]),
  ['scan', '127.0.0.1', '--ports', '1'],
  ['status'],
  ['workers'],
];
/** What changes something that is there. */
const changing: readonly (readonly string[])[] = [
  ['partner', 'create', '--name', 'New', '--portal-domain', 'new.example.com'],
  ['partner', 'suspend', ...partner],
  ['partner', 'resume', ...partner],
  ['partner', 'limit', ...partner, '--new-addresses-per-day', '1'],
  ['partner', 'require-second-factor', ...partner],
  ['partner', 'caps', ...partner, '--product', 'domain_monitoring', '--capacity', '1'],
  ['partner', 'admin', 'create', ...partner, '--email', 'ada@example.com'],
  ['partner', 'admin', 'reset', ...partner, '--email', 'ada@example.com'],
  ['portal-domain', 'add', ...partner, '--portal-domain', 'two.example.com'],
  ['portal-domain', 'remove', ...partner, '--portal-domain', 'acme.example.com'],
  ['key', 'create', ...partner],
  ['key', 'revoke', ...partner, '--key', '1'],
  ['sandbox', 'enable', ...partner],
  ['sandbox', 'disable', ...partner],
  ['plan', 'set', ...partner, '--product', 'port_monitoring', '--plan', 'p', '--capacity', '1'],
  ['plan', 'remove', ...partner, '--plan', 'p'],
  ['plan', 'domains', ...partner, '--interval-hours', '24'],
  ['customer', 'merge', ...partner, '--client-id', '1', '--into', '2'],
  ['customer', 'transfer', ...partner, '--client-id', '1', '--service-id', '1', '--to', '2'],
  ['exclusions', 'add', '203.0.113.0/24', '--reason', 'Asked'],
  ['exclusions', 'remove', '203.0.113.0/24'],
  ['leaks', 'import', leak, '--breach', 'B', '--date', '2024-05-31'],
  ['leaks', 'delete', '1'],
  ['leaks', 'withdraw', '1'],
  ['versions', 'import', leak, '--source', 'kev'],
  ['versions', 'update', '--source', 'kev', '--url', 'https://127.0.0.1:1/'],
  ['secret', 'rotate'],
];
/** What makes a database, or fills one, or needs none. */
const others = [
  ...['serve', 'migrate', 'restore', 'move', 'completion', 'check-integration', 'config', 'domain'],
  ...['backup verify'],
];

/** Runs a command; for where the installation is it has nothing but this. */
function run(environment: Readonly<Record<string, string>>, words: readonly string[]): Promise<CommandOutcome> {
  return runCommand({ LOG_LEVEL: 'error', SCAN_ENGINE: 'connect', SCAN_ALLOW: '127.0.0.0/8', ...environment }, words);
}

/** What a command says of why it did not do something. */
function refusalOf({ stdout, stderr }: CommandOutcome): string {
  return stderr === '' ? stdout : stderr;
}

function leaves(command: Command, path: readonly string[] = []): string[] {
  const children = command.commands.flatMap((child) => leaves(child, [...path, child.name()]));
  return children.length === 0 || command.registeredArguments.length > 0 ? [path.join(' '), ...children] : children;
}

async function query<Row extends object>(database: string, text: string): Promise<Row[]> {
  const client = new pg.Client(testDatabaseUrl(database));
  await client.connect();
  const { rows } = await client.query<Row>(text).finally(() => client.end());
  return rows;
}

/** Every table of a database, with a digest of its rows. */
async function contentOf(database: string): Promise<Record<string, string | null>> {
  const tables = await query<{ name: string }>(
    database,
    `SELECT format('%I.%I', n.nspname, c.relname) AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
     WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND n.nspname NOT IN ('pg_catalog', 'information_schema')`,
  );
  const digests = tables.map(
    ({ name }) => `SELECT '${name}' AS name, md5(string_agg(t::text, '' ORDER BY t::text)) AS digest FROM ${name} t`,
  );
  const rows =
    digests.length === 0
      ? []
      : await query<{ name: string; digest: string | null }>(database, digests.join(' UNION ALL '));
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]));
}

const databases: string[] = [];
async function emptyDatabase(): Promise<string> {
  const name = await createTestDatabase();
  databases.push(name);
  return name;
}

/** One that a release of that schema has made, with a partner. */
async function olderDatabase(version: number): Promise<string> {
  const name = await emptyDatabase();
  await migrate({ url: testDatabaseUrl(name) }, (await readMigrations()).slice(0, version));
  const fingerprint = fingerprintOf(testEnvironment(name).SECRET_KEY!);
  await query(name, `INSERT INTO installation_facts (name, value) VALUES ('secret_key_fingerprint', '${fingerprint}')`);
  const partnerRow = "gen_random_uuid(), 'Acme', 'active', now(), now()";
  await query(name, `INSERT INTO partners (id, name, status, created_at, updated_at) VALUES (${partnerRow})`);
  return name;
}

beforeAll(() => writeFileSync(leak, 'ada@example.com:secret\n'));
afterEach(() => rmSync(made, { force: true }));
afterAll(async () => {
  for (const name of databases) await dropTestDatabase(name);
  rmSync(home, { recursive: true, force: true });
});

it('every command is known here as one that reads, changes, or makes', async () => {
  const known = [...reading, ...changing].map((words) => words.join(' '));
  const program = await buildProgram([]);
  const missing = leaves(program).filter(
    (path) => !others.includes(path) && !known.some((line) => line === path || line.startsWith(`${path} `)),
  );
  expect(missing).toEqual([]);
});

describe('where there is no installation', () => {
  it.each([...reading, ...changing].map((words) => [words.slice(0, 3).join(' '), words] as const))(
    '%s names what says where it is, and makes nothing',
    async (_name, words) => {
      expect(refusalOf(await run({ DATA_DIR: dataDir }, words))).toContain(
        `There is no installation in ${dataDir} (DATA_DIR), and DATABASE_URL is not set.`,
      );
      expect(readdirSync(home).sort()).toEqual(['leak.txt']);
    },
  );

  it('there is nothing to move', async () => {
    const config = parseConfig({ DATA_DIR: dataDir });
    await expect(move(config, testDatabaseUrl('nowhere'), createLogger('silent'))).rejects.toThrow('no installation');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('a command ends with 1 and one sentence', async () => {
    const outcome = await run({ DATA_DIR: dataDir }, ['partner', 'list']);
    expectFailure(outcome, 1, /^There is no installation in .*DATABASE_URL.*\n$/);
    expect(existsSync(dataDir)).toBe(false);
  });
});

it('in a database without a schema no command makes one', async () => {
  const name = await emptyDatabase();
  for (const words of [...reading, ...changing]) {
    const outcome = await run({ ...testEnvironment(name), DATA_DIR: dataDir }, words);
    expect(refusalOf(outcome), words.join(' ')).toContain('There is no installation in the database of DATABASE_URL');
  }
  expect(await contentOf(name)).toEqual({});
  expect(existsSync(dataDir)).toBe(false);
});

describe.each([
  ['of twenty versions ago', 20],
  ['of the version before', 1],
])('on a database with a schema %s', (_name, back) => {
  let name: string;
  let version: number;
  let environment: Record<string, string>;
  beforeAll(async () => {
    version = (await readMigrations()).length - back;
    name = await olderDatabase(version);
    environment = { ...testEnvironment(name), DATA_DIR: dataDir };
  });

  it('what changes something refuses, and says which schema it is', async () => {
    const before = await contentOf(name);
    for (const words of changing) {
      expectFailure(
        await run(environment, words),
        1,
        new RegExp(
          `^The database has schema version ${version}, .* run "breakwater migrate" .* Nothing was changed\\.\n$`,
        ),
      );
    }
    expect(await contentOf(name)).toEqual(before);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('what reads does as far as it can, says which schema it is, and changes nothing', async () => {
    const before = await contentOf(name);
    for (const words of reading) {
      const { exitCode, stderr } = await run(environment, words);
      rmSync(made, { force: true });
      // What is wrong with the machine is told by the doctor as its result.
      if (exitCode !== 0 && words[0] !== 'doctor')
        expect(stderr, words.join(' ')).toMatch(
          /^(This cannot be read\. The database has schema version |No customer)/,
        );
    }
    const listed = await run({ ...environment, LOG_LEVEL: 'warn' }, ['partner', 'list']);
    expect(listed).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Acme') });
    expect(listed.stderr).toContain(`The database has schema version ${version}, older than this program's`);
    const { stdout } = await run(environment, ['doctor']);
    expect(stdout).toMatch(new RegExp(`^schema +warn +version ${version}, older than this program's`, 'm'));
    expect(await contentOf(name)).toEqual(before);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('what an upgrade would do is told, tried on a copy where that is wanted, and nothing is changed', async () => {
    const before = await contentOf(name);
    const ahead = (await readMigrations()).slice(version);
    const wayBack = ahead.every(({ oldestProgram }) => oldestProgram <= version);
    const { json } = await run(environment, ['migrate', '--check', '--rehearse', '--json']);
    expect(json).toEqual({
      from: version,
      to: version + back,
      migrations: ahead.map((migration) => ({
        version: migration.version,
        name: migration.name,
        leaves_a_way_back: migration.oldestProgram <= version,
        seconds: expect.any(Number),
      })),
      way_back: wayBack,
      last_backup: null,
    });
    const { stdout } = await run(environment, ['migrate', '--check']);
    expect(stdout).toMatch(new RegExp(`^From schema ${version} to ${version + back}:$`, 'm'));
    expect(stdout).toMatch(new RegExp(`^${version + 1} +\\S+ +(yes|no) +not tried$`, 'm'));
    expect(stdout).toContain(`now ${wayBack ? 'starts' : 'does not start'} again afterwards`);
    expect(stdout).toContain('"breakwater backup" has never made one');
    expect(await contentOf(name)).toEqual(before);
  });

  it('a backup has the schema that is there, and is restored with all that was in it', async () => {
    const logger = createLogger('silent');
    const options = { passphrase: null, verifies: true };
    const backup = await backUp(parseConfig(environment), made, options, logger);
    expect(backup).toMatchObject({ schema_version: version, unverified: null });
    expect(await query(name, 'SELECT max(version) AS version FROM schema_migrations')).toEqual([{ version }]);
    const other = await emptyDatabase();
    await restore(parseConfig({ ...environment, ...testEnvironment(other) }), made, null, logger);
    expect(await query(other, 'SELECT name FROM partners')).toEqual([{ name: 'Acme' }]);
  });
});

it('once migrate has made the database, a partner can be made without a server, and there is nothing to back up before', async () => {
  const name = await emptyDatabase();
  const environment = { ...testEnvironment(name), DATA_DIR: dataDir };
  expect((await run(environment, ['migrate'])).exitCode).toBe(0);
  const backup = ['backup', made, '--without-key', '--no-verify'];
  expectFailure(await run(environment, backup), 1, /^The database has no partner/);
  expect(existsSync(made)).toBe(false);
  expect((await run(environment, ['status'])).stdout).toContain('No node is alive.');
  const created = await run(environment, [
    'partner',
    'create',
    '--name',
    'Acme',
    '--portal-domain',
    'acme.example.com',
  ]);
  expect(created).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('API key, shown this once') });
  expect((await run(environment, backup)).exitCode).toBe(0);
  const { json: check } = await run(environment, ['migrate', '--check', '--json']);
  expect(check).toMatchObject({ migrations: [], way_back: true, last_backup: { hours_ago: 0, verified: false } });
});
