import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import {
  type EmbeddedConnection,
  type EmbeddedPostgres,
  EmbeddedPostgresError,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres.ts';
import { findNativeDirectory } from './postgres-binaries.ts';

const NOBODY = 65534;
/** A user that every Linux has, and not the one that root falls back to. */
const DAEMON = 1;
const isRoot = process.getuid?.() === 0;
const nativeDirectory = findNativeDirectory() ?? '';
if (!isRoot) process.stderr.write('embedded-postgres.test: not root, so the tests of other users are SKIPPED\n');

/** Memory if there is plenty, since each test copies a cluster of 40 MB; a path short enough for sockets either way. */
const scratch = join(hasRoom('/dev/shm') ? '/dev/shm' : '/tmp', 'embedded-');

function hasRoom(path: string): boolean {
  if (!existsSync(path)) return false;
  const { bavail, bsize } = statfsSync(path);
  return bavail * bsize > 2 ** 30;
}

let template: string;
let home: string;
let holders: ChildProcess[] = [];
let started: EmbeddedPostgres[] = [];

beforeAll(async () => {
  template = mkdtempSync(scratch);
  const database = await startEmbeddedPostgres({ dataDir: template, mode: 'serve' });
  await query(database.connection, 'CREATE TABLE note (body text)');
  await database.stop();
});

afterAll(() => rmSync(template, { recursive: true, force: true }));

afterEach(async () => {
  for (const holder of holders) holder.kill('SIGKILL');
  await Promise.all(started.map((database) => database.stop()));
  holders = [];
  started = [];
});

/** A private directory that is removed, with all PostgreSQL processes in it gone, after the test. */
function emptyDirectory(name = 'data'): string {
  home = mkdtempSync(scratch);
  const created = home;
  onTestFinished(async () => {
    await untilNoProcessIn(created);
    rmSync(created, { recursive: true, force: true });
  });
  return join(home, name);
}

/** A data directory with a cluster and an empty table `note`. */
function preparedDirectory(name?: string): string {
  const dataDir = emptyDirectory(name);
  cpSync(template, dataDir, { recursive: true });
  chmodSync(join(dataDir, 'postgres'), 0o700);
  return dataDir;
}

async function start(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const database = await startEmbeddedPostgres(options);
  started.push(database);
  return database;
}

async function query(connection: EmbeddedConnection, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ ...connection });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows.flat();
  } finally {
    await client.end();
  }
}

interface Report {
  readonly connection: EmbeddedConnection;
  readonly owned: boolean;
  readonly error?: string;
}

/** Runs the database, or joins it, from another process. */
async function hold(
  options: EmbeddedPostgresOptions,
  spawnOptions: { uid?: number; gid?: number; detached?: boolean } = {},
) {
  const script = join(import.meta.dirname, 'hold-database.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(options)], {
    ...spawnOptions,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  holders.push(child);
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, report: JSON.parse(line) as Report };
}

async function finish(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.stdin?.end();
  await exit;
}

/** PostgreSQL processes work in their cluster directory. */
function processesIn(directory: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return readlinkSync(`/proc/${pid}/cwd`).startsWith(`${directory}/`);
      } catch {
        return false;
      }
    });
}

async function untilNoProcessIn(directory: string): Promise<void> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (processesIn(directory).length === 0) return;
    await delay(50);
  }
  throw new Error(`PostgreSQL still runs in ${directory}`);
}

async function rejection(promise: Promise<unknown>): Promise<EmbeddedPostgresError> {
  const error = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedPostgresError);
  return error as EmbeddedPostgresError;
}

/** A directory with only these programs, for hosts that lack the others. */
function searchPathWith(...programs: string[]): string {
  const directory = join(home, 'programs');
  mkdirSync(directory);
  for (const program of programs) symlinkSync(realpathSync(join('/usr/bin', program)), join(directory, program));
  return directory;
}

describe('one process', () => {
  test('a first start creates a UTF-8 cluster that is durable and listens on no network', async () => {
    const dataDir = emptyDirectory();
    const { connection } = await start({ dataDir, mode: 'serve' });
    const settings = ['server_encoding', 'fsync', 'listen_addresses', 'TimeZone', 'data_checksums'];
    const values = await query(connection, `SELECT ${settings.map((name) => `current_setting('${name}')`).join()}`);
    expect(values).toEqual(['UTF8', 'on', '', 'UTC', 'on']);
    expect(statSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700);
  });

  test('a restart keeps the rows', async () => {
    const dataDir = preparedDirectory();
    const first = await start({ dataDir, mode: 'serve' });
    await query(first.connection, "INSERT INTO note VALUES ('kept')");
    await first.stop();
    const second = await start({ dataDir, mode: 'serve' });
    expect(await query(second.connection, 'SELECT body FROM note')).toEqual(['kept']);
  });

  test('stop leaves no process and frees the directory, and may be called twice', async () => {
    const dataDir = preparedDirectory();
    const database = await start({ dataDir, mode: 'serve' });
    expect(processesIn(dataDir)).not.toEqual([]);
    await Promise.all([database.stop(), database.stop()]);
    expect(processesIn(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false);
    await start({ dataDir, mode: 'serve' });
  });

  test('stop does not wait for sessions that are still open', async () => {
    const database = await start({ dataDir: preparedDirectory(), mode: 'serve' });
    const client = new pg.Client({ ...database.connection });
    const ended = new Promise((resolve) => client.on('end', () => resolve(undefined)));
    client.on('error', () => {});
    await client.connect();
    await database.stop();
    await ended;
  });

  test('an unexpected end of the database is told with its last words', async () => {
    const dataDir = preparedDirectory();
    const database = await start({ dataDir, mode: 'serve' });
    process.kill(Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10), 'SIGQUIT');
    expect(await database.exited).toMatch(/PostgreSQL ended.*immediate shutdown/s);
  });

  test('Ctrl-C reaches only the process that runs the database, which decides when to stop it', async () => {
    const { child, report } = await hold({ dataDir: preparedDirectory(), mode: 'serve' }, { detached: true });
    process.kill(-(child.pid ?? 0), 'SIGINT');
    await delay(200);
    expect(await query(report.connection, 'SELECT 1')).toEqual([1]);
    await finish(child);
  });

  test('what PostgreSQL logs is passed on line by line', async () => {
    const lines: string[] = [];
    await start({ dataDir: preparedDirectory(), mode: 'serve', log: (line) => lines.push(line) });
    expect(lines).toContainEqual(expect.stringContaining('database system is ready to accept connections'));
  });

  test.each([
    ['with spaces, a comma and "quotes"', 'my, "data" dir'],
    ['with letters outside ASCII', 'données-数据'],
  ])('works in a directory %s', async (_, name) => {
    const { connection } = await start({ dataDir: preparedDirectory(name), mode: 'serve' });
    expect(await query(connection, 'SELECT 1')).toEqual([1]);
  });
});

describe('a data directory whose path is too long for a socket', () => {
  const longName = join('a'.repeat(60), 'b'.repeat(60));

  test('uses a private temporary directory, which others find and stop removes', async () => {
    const dataDir = preparedDirectory(longName);
    const server = await start({ dataDir, mode: 'serve' });
    const socketDirectory = server.connection.host;
    expect(statSync(socketDirectory).mode & 0o777).toBe(0o700);
    const command = await start({ dataDir, mode: 'command' });
    expect(await query(command.connection, 'SELECT 1')).toEqual([1]);
    await command.stop();
    await server.stop();
    expect(existsSync(socketDirectory)).toBe(false);
  });

  test('the next start removes the temporary directory that a kill -9 left', async () => {
    const dataDir = preparedDirectory(longName);
    const { child, report } = await hold({ dataDir, mode: 'serve' });
    child.kill('SIGKILL');
    await untilNoProcessIn(home);
    expect(existsSync(report.connection.host)).toBe(true);
    await start({ dataDir, mode: 'serve' });
    expect(existsSync(report.connection.host)).toBe(false);
  });
});

describe('a holder that is killed with kill -9', () => {
  test('takes the database down, and the next start has every committed row', async () => {
    const dataDir = preparedDirectory();
    const { child, report } = await hold({ dataDir, mode: 'serve' });
    await query(report.connection, "INSERT INTO note SELECT 'row ' || n FROM generate_series(1, 1000) n");
    child.kill('SIGKILL');
    await untilNoProcessIn(dataDir);
    const next = await start({ dataDir, mode: 'serve' });
    expect(await query(next.connection, 'SELECT count(*)::int FROM note')).toEqual([1000]);
  });

  test('may be replaced at once: the next server waits until the old database is gone', async () => {
    const dataDir = preparedDirectory();
    const { child, report } = await hold({ dataDir, mode: 'serve' });
    await query(report.connection, "INSERT INTO note VALUES ('kept')");
    child.kill('SIGKILL');
    const next = await start({ dataDir, mode: 'serve' });
    expect(await query(next.connection, 'SELECT body FROM note')).toEqual(['kept']);
  });

  test('does not stop the next start when other processes got the pids in the lock files', async () => {
    const dataDir = preparedDirectory();
    const cluster = join(dataDir, 'postgres');
    const first = await start({ dataDir, mode: 'serve' });
    const files = ['postmaster.pid', '.s.PGSQL.5432.lock'].map((name) => join(cluster, name));
    const contents = files.map((path) => readFileSync(path, 'utf8'));
    await first.stop();
    const innocent = spawn('sleep', ['60']);
    onTestFinished(() => void innocent.kill());
    for (const [index, path] of files.entries()) {
      writeFileSync(path, contents[index]?.replace(/^\d+/, String(innocent.pid)) ?? '');
    }
    if (isRoot) for (const path of files) chownSync(path, statSync(cluster).uid, statSync(cluster).gid);
    const next = await start({ dataDir, mode: 'serve' });
    expect(await query(next.connection, 'SELECT 1')).toEqual([1]);
  });

  test('during the very first start leaves nothing that the next start stumbles over', async () => {
    const dataDir = emptyDirectory();
    const script = join(import.meta.dirname, 'hold-database.ts');
    const child = spawn(process.execPath, [script, JSON.stringify({ dataDir, mode: 'serve' })]);
    const unfinished = join(dataDir, 'postgres.initializing', 'base');
    await expect.poll(() => existsSync(unfinished), { interval: 5, timeout: 10_000 }).toBe(true);
    child.kill('SIGKILL');
    const next = await start({ dataDir, mode: 'serve' });
    expect(await query(next.connection, 'SELECT 1')).toEqual([1]);
    expect(existsSync(join(dataDir, 'postgres.initializing'))).toBe(false);
  });
});

describe('several processes on one directory', () => {
  test('a second server is refused with the directory and the pid of the first', async () => {
    const dataDir = preparedDirectory();
    const { child } = await hold({ dataDir, mode: 'serve' });
    const { message } = await rejection(startEmbeddedPostgres({ dataDir, mode: 'serve' }));
    expect(message).toContain(`${dataDir} is already served by process ${child.pid}:`);
  });

  test('a pid that remains in the lock file after kill -9 refuses nobody, even when it is alive', async () => {
    const dataDir = preparedDirectory();
    writeFileSync(join(dataDir, 'server.lock'), `${process.ppid}\n`);
    writeFileSync(join(dataDir, 'database.lock'), `${process.ppid}\n`);
    expect((await start({ dataDir, mode: 'serve' })).owned).toBe(true);
  });

  test('a command beside a server joins its database and leaves it running', async () => {
    const dataDir = preparedDirectory();
    const { report } = await hold({ dataDir, mode: 'serve' });
    await query(report.connection, "INSERT INTO note VALUES ('from the server')");
    const command = await start({ dataDir, mode: 'command' });
    expect(command.owned).toBe(false);
    expect(await query(command.connection, 'SELECT body FROM note')).toEqual(['from the server']);
    await command.stop();
    expect(await query(report.connection, 'SELECT 1')).toEqual([1]);
  });

  test('a server that stops does not wait for commands that joined it', async () => {
    const dataDir = preparedDirectory();
    const server = await start({ dataDir, mode: 'serve' });
    await start({ dataDir, mode: 'command' });
    await server.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('a command without a server runs the database until it stops', async () => {
    const dataDir = preparedDirectory();
    const command = await start({ dataDir, mode: 'command' });
    expect(command.owned).toBe(true);
    expect(await query(command.connection, 'SELECT 1')).toEqual([1]);
    await command.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('of commands that start together one runs the database and the others join', async () => {
    const dataDir = emptyDirectory();
    const starts = Array.from({ length: 3 }, () => start({ dataDir, mode: 'command' }));
    const commands = await Promise.all(starts);
    expect(commands.filter(({ owned }) => owned)).toHaveLength(1);
    for (const { connection } of commands) expect(await query(connection, 'SELECT 1')).toEqual([1]);
  });

  test('a command that runs the database stops it only when those who joined have left', async () => {
    const dataDir = preparedDirectory();
    const owner = await start({ dataDir, mode: 'command' });
    const joined = await hold({ dataDir, mode: 'command' });
    expect(joined.report.owned).toBe(false);
    const events: string[] = [];
    const stopped = owner.stop().then(() => events.push('stopped'));
    await delay(300);
    expect(await query(joined.report.connection, 'SELECT 1')).toEqual([1]);
    events.push('joined command left');
    await finish(joined.child);
    await stopped;
    expect(events).toEqual(['joined command left', 'stopped']);
  });

  test('a joined command that dies without leaving does not block the owner', async () => {
    const dataDir = preparedDirectory();
    const owner = await start({ dataDir, mode: 'command' });
    const joined = await hold({ dataDir, mode: 'command' });
    joined.child.kill('SIGKILL');
    await owner.stop();
    expect(processesIn(dataDir)).toEqual([]);
  });

  test('a server waits for the command that runs the database', async () => {
    const dataDir = preparedDirectory();
    const command = await start({ dataDir, mode: 'command' });
    const server = start({ dataDir, mode: 'serve' });
    await delay(200);
    await command.stop();
    expect((await server).owned).toBe(true);
  });

  test('a server that waited in vain names the process of the command', async () => {
    const dataDir = preparedDirectory();
    const { child } = await hold({ dataDir, mode: 'command' });
    const { message } = await rejection(startEmbeddedPostgres({ dataDir, mode: 'serve', databaseWaitMs: 100 }));
    expect(message).toContain(`${dataDir} is still in use by process ${child.pid}`);
    await finish(child);
    expect((await start({ dataDir, mode: 'serve' })).owned).toBe(true);
  });
});

describe('what cannot be served', () => {
  test('a platform without PostgreSQL binaries is told to set DATABASE_URL', async () => {
    const dataDir = emptyDirectory();
    const options = { dataDir, mode: 'serve', nativeDirectory: join(home, 'absent') } as const;
    const { message } = await rejection(startEmbeddedPostgres(options));
    expect(message).toMatch(/no PostgreSQL binaries for this platform.*Set DATABASE_URL to a PostgreSQL 15 or newer/);
    expect(findNativeDirectory('plan9-mips')).toBeUndefined();
  });

  test('a place where no directory can be made is refused at once', async () => {
    const { message } = await rejection(startEmbeddedPostgres({ dataDir: '/proc/data/of-ours', mode: 'serve' }));
    expect(message).toMatch(/^The data directory cannot be created: ENOENT/);
  });

  test('binaries that do not run here are told like absent ones', async () => {
    const dataDir = emptyDirectory();
    mkdirSync(join(home, 'native', 'bin'), { recursive: true });
    for (const program of ['initdb', 'postgres']) writeFileSync(join(home, 'native', 'bin', program), '\u007fELF');
    const { message } = await rejection(
      startEmbeddedPostgres({ dataDir, mode: 'serve', nativeDirectory: join(home, 'native') }),
    );
    expect(message).toContain('Set DATABASE_URL');
  });

  test('a cluster of another major version is refused untouched, with the way out', async () => {
    const dataDir = preparedDirectory();
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '14\n');
    const { message } = await rejection(startEmbeddedPostgres({ dataDir, mode: 'serve' }));
    expect(message).toMatch(/was written by PostgreSQL 14, but this release brings PostgreSQL \d+\. Dump it/);
  });

  test('a non-empty directory that is no cluster is refused untouched', async () => {
    const dataDir = emptyDirectory();
    mkdirSync(join(dataDir, 'postgres', 'base'), { recursive: true });
    const { message } = await rejection(startEmbeddedPostgres({ dataDir, mode: 'serve' }));
    expect(message).toContain('PG_VERSION is missing');
    expect(readdirSync(join(dataDir, 'postgres'))).toEqual(['base']);
  });

  test('a damaged cluster is refused with what PostgreSQL says, and the directory is free again', async () => {
    const dataDir = preparedDirectory();
    rmSync(join(dataDir, 'postgres', 'global', 'pg_control'));
    for (let attempt = 0; attempt < 2; attempt++) {
      const { message } = await rejection(startEmbeddedPostgres({ dataDir, mode: 'serve' }));
      expect(message).toMatch(/did not start.*pg_control/s);
    }
  });

  test('a PostgreSQL that somebody started by hand on the cluster is left alone and named', async () => {
    const dataDir = preparedDirectory();
    const cluster = join(dataDir, 'postgres');
    const foreign = spawn('sleep', ['60'], { cwd: cluster });
    onTestFinished(() => void foreign.kill());
    writeFileSync(join(cluster, 'postmaster.pid'), `${foreign.pid}\n`);
    const { message } = await rejection(startEmbeddedPostgres({ dataDir, mode: 'serve' }));
    foreign.kill();
    expect(message).toContain(`process ${foreign.pid}`);
  });

  test('a host without flock is told what is missing', async () => {
    const dataDir = emptyDirectory();
    const { message } = await rejection(
      startEmbeddedPostgres({ dataDir, mode: 'serve', searchPath: searchPathWith('sh') }),
    );
    expect(message).toContain('flock(1) of util-linux');
  });
});

describe('an installation whose scripts were off', () => {
  test('works without library links and execute bits, and keeps the links out of the package', async () => {
    const dataDir = emptyDirectory();
    const copy = join(home, 'native');
    cpSync(nativeDirectory, copy, {
      recursive: true,
      filter: (path) => !lstatSync(path).isSymbolicLink() && !path.endsWith('.a'),
    });
    for (const program of ['initdb', 'postgres']) chmodSync(join(copy, 'bin', program), 0o644);
    const { connection } = await start({ dataDir, mode: 'serve', nativeDirectory: copy });
    expect(await query(connection, "SELECT 'a' < 'b' COLLATE unicode")).toEqual([true]);
    expect(existsSync(join(copy, 'lib', 'libpq.so.5'))).toBe(false);
  });
});

describe.skipIf(!isRoot)('users', () => {
  const withoutNamespaces = ['flock', 'sh', 'id', 'true', 'setpriv'];

  test('root uses a data directory below a private home, and its files stay its own', async () => {
    const dataDir = preparedDirectory();
    chmodSync(home, 0o700);
    const { connection } = await start({ dataDir, mode: 'serve' });
    expect(await query(connection, 'SELECT 1')).toEqual([1]);
    expect(statSync(join(dataDir, 'postgres', 'PG_VERSION')).uid).toBe(0);
  });

  test('a user who is not root runs it as himself', async () => {
    const dataDir = emptyDirectory();
    chownSync(home, NOBODY, NOBODY);
    const { report } = await hold({ dataDir, mode: 'serve' }, { uid: NOBODY, gid: NOBODY });
    expect(report).toMatchObject({ owned: true });
    expect(await query(report.connection, 'SELECT 1')).toEqual([1]);
    expect(statSync(join(dataDir, 'postgres')).uid).toBe(NOBODY);
  });

  test('a user without an entry in /etc/passwd borrows a name', async () => {
    const dataDir = emptyDirectory();
    chownSync(home, 54321, 54321);
    const { report } = await hold({ dataDir, mode: 'serve' }, { uid: 54321, gid: 54321 });
    expect(report).toMatchObject({ owned: true });
    expect(await query(report.connection, 'SELECT 1')).toEqual([1]);
  });

  test('a command run as root leaves a directory of another user usable for that user', async () => {
    const dataDir = emptyDirectory();
    mkdirSync(dataDir);
    for (const path of [home, dataDir]) chownSync(path, DAEMON, DAEMON);
    const command = await start({ dataDir, mode: 'command' });
    expect(await query(command.connection, 'CREATE TABLE note (body text)')).toEqual([]);
    await command.stop();
    const { report } = await hold({ dataDir, mode: 'serve' }, { uid: DAEMON, gid: DAEMON });
    expect(report).toMatchObject({ owned: true });
    expect(await query(report.connection, 'SELECT body FROM note')).toEqual([]);
  });

  test('a cluster of another user is refused to who cannot take it over', async () => {
    const dataDir = preparedDirectory();
    chownSync(home, NOBODY, NOBODY);
    for (const name of ['', 'server.lock', 'database.lock', 'clients.lock', 'postgres', 'postgres/PG_VERSION']) {
      if (existsSync(join(dataDir, name))) chownSync(join(dataDir, name), NOBODY, NOBODY);
    }
    chownSync(join(dataDir, 'postgres'), 0, 0);
    chmodSync(join(dataDir, 'postgres'), 0o755);
    const { report } = await hold({ dataDir, mode: 'serve' }, { uid: NOBODY, gid: NOBODY });
    expect(report.error).toMatch(/belongs to uid 0, but this process runs as uid 65534/);
  });

  test('where user namespaces are forbidden root hands the cluster to another user, below a private home too', async () => {
    const dataDir = preparedDirectory();
    chmodSync(home, 0o700);
    const searchPath = searchPathWith(...withoutNamespaces);
    const { child, report } = await hold({ dataDir, mode: 'serve', searchPath });
    expect(report).toMatchObject({ owned: true });
    expect(statSync(join(dataDir, 'postgres', 'base')).uid).toBe(NOBODY);
    await query(report.connection, "INSERT INTO note VALUES ('kept')");
    child.kill('SIGKILL');
    await untilNoProcessIn(dataDir);
    const next = await start({ dataDir, mode: 'serve' });
    expect(await query(next.connection, 'SELECT body FROM note')).toEqual(['kept']);
    expect(statSync(join(dataDir, 'postgres', 'base')).uid).toBe(0);
  });

  test('where setpriv is missing the database still ends with a killed holder', async () => {
    const dataDir = preparedDirectory();
    for (const path of [home, dataDir]) chmodSync(path, 0o755);
    const searchPath = searchPathWith('flock', 'sh', 'id');
    const { child, report } = await hold({ dataDir, mode: 'serve', searchPath });
    expect(report).toMatchObject({ owned: true });
    child.kill('SIGKILL');
    await untilNoProcessIn(dataDir);
  });

  test('where nothing lets PostgreSQL reach the directory, the message says so', async () => {
    const dataDir = preparedDirectory();
    chmodSync(home, 0o700);
    const searchPath = searchPathWith('flock', 'sh', 'id');
    const { message } = await rejection(startEmbeddedPostgres({ dataDir, mode: 'serve', searchPath }));
    expect(message).toContain(`PostgreSQL cannot be started for ${dataDir}`);
  });
});
