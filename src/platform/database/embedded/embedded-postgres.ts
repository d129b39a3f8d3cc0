import { mkdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClusterTools, clusterPath, hasCluster, prepareCluster } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { type FileLock, lockFile, readLockHolder } from './file-lock.ts';
import { chooseLauncher } from './launcher.ts';
import { findNativeDirectory, openPostgresBinaries } from './postgres-binaries.ts';
import {
  acceptsConnections,
  connectionTo,
  type EmbeddedConnection,
  type Postmaster,
  startPostmaster,
} from './postmaster.ts';
import { createSocketDirectory, findSocketDirectory, removeTemporarySocketDirectory } from './socket-directory.ts';

export { type EmbeddedConnection, EmbeddedPostgresError, hasCluster };

/** Long enough for a server that is just ending, or that has not written its pid yet. */
const SERVER_LOCK_WAIT_MS = 1_000;
const JOIN_TIMEOUT_MS = 60_000;
const JOIN_POLL_MS = 100;

/** Not the operator's PATH: the tools come from the system. */
const SYSTEM_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

export interface EmbeddedPostgresOptions {
  /** Where the database lives; created when absent. Several processes may name it, see `mode`. */
  readonly dataDir: string;
  /**
   * `serve`: the one server of this directory; a second is refused, a command at work is waited for.
   * `command`: uses the database that a server or another command runs, or runs it itself until stop().
   */
  readonly mode: 'serve' | 'command';
  /** Receives what PostgreSQL logs, line by line. Default: discarded, except for the last lines in error messages. */
  readonly log?: (line: string) => void;
  /** How long a server waits for a command that runs the database. Default: 15,000. */
  readonly databaseWaitMs?: number;
  /** Directory with bin/, lib/ and share/ of PostgreSQL. Default: the npm package for this platform. */
  readonly nativeDirectory?: string;
  /** PATH for flock, sh, setpriv and unshare. Default: the system's directories. */
  readonly searchPath?: string;
}

export interface EmbeddedPostgres {
  readonly connection: EmbeddedConnection;
  /** False when another process of ours runs the database and we only joined it. */
  readonly owned: boolean;
  /**
   * The owner shuts the database down; an owning command first waits for the commands that joined it. Who joined only
   * leaves. Close your own connections before. Idempotent.
   */
  stop(): Promise<void>;
  /** Resolves with a message if an owned database ends without stop() being asked; otherwise stays pending. */
  readonly exited: Promise<string>;
}

interface Site {
  readonly dataDir: string;
  readonly nativeDirectory: string | undefined;
  readonly searchPath: string;
  readonly databaseWaitMs: number;
  readonly log: (line: string) => void;
}

/**
 * Runs real PostgreSQL in `dataDir`, reachable only over a unix socket in a private directory.
 *
 * Three lock files keep processes apart: `server.lock` belongs to the one server; `database.lock` to whoever runs
 * PostgreSQL and, inherited, to every PostgreSQL process, so that it is free only when the last of them is gone;
 * `clients.lock` is shared by those who joined, so that an owning command knows when it may stop.
 *
 * PostgreSQL ends with the process that started it, also after kill -9. Call this from the main thread: the kernel ties
 * that promise to the calling thread.
 *
 * @throws EmbeddedPostgresError whose message tells the operator what to do
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { mode, nativeDirectory = findNativeDirectory(), searchPath = SYSTEM_PATH } = options;
  const { log = () => {}, databaseWaitMs = 15_000 } = options;
  const site = { dataDir: createDataDirectory(options.dataDir), nativeDirectory, searchPath, databaseWaitMs, log };
  return mode === 'serve' ? serve(site) : joinOrRun(site);
}

function createDataDirectory(path: string): string {
  try {
    makeDirectory(resolve(path));
    return realpathSync(path);
  } catch (error) {
    throw new EmbeddedPostgresError(`The data directory cannot be created: ${(error as Error).message}`);
  }
}

/** With what is above it. Not by `recursive`, which tries for ever below /proc. */
function makeDirectory(path: string): void {
  const isThere = () => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  if (isThere()) return;
  if (dirname(path) !== path) makeDirectory(dirname(path));
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process was first.
    if (!isThere()) throw error;
  }
}

async function serve(site: Site): Promise<EmbeddedPostgres> {
  const serverLock = await lock(site, 'server', 'exclusive', SERVER_LOCK_WAIT_MS);
  if (serverLock === null) {
    throw new EmbeddedPostgresError(
      `${site.dataDir} is already served by process ${holderOf(site, 'server')}: ` +
        'stop that server first, or give this one a DATA_DIR of its own.',
    );
  }
  try {
    const databaseLock = await lock(site, 'database', 'exclusive', site.databaseWaitMs);
    if (databaseLock === null) throw databaseInUse(site);
    const postmaster = await runDatabase(site, databaseLock);
    return ownedDatabase(site, postmaster, async () => {
      await shutDown(site, postmaster, databaseLock);
      serverLock.release();
    });
  } catch (error) {
    serverLock.release();
    throw error;
  }
}

async function joinOrRun(site: Site): Promise<EmbeddedPostgres> {
  const deadline = performance.now() + JOIN_TIMEOUT_MS;
  while (performance.now() < deadline) {
    const databaseLock = await lock(site, 'database', 'exclusive', 0);
    if (databaseLock !== null) return runForCommand(site, databaseLock);
    const joined = await joinRunning(site);
    if (joined !== null) return joined;
    await delay(JOIN_POLL_MS);
  }
  throw databaseInUse(site);
}

async function runForCommand(site: Site, databaseLock: FileLock): Promise<EmbeddedPostgres> {
  const postmaster = await runDatabase(site, databaseLock);
  return ownedDatabase(site, postmaster, async () => {
    // Waits for those who joined, and turns away new ones until the database is down: they then run it themselves.
    const clientsLock = await lock(site, 'clients', 'exclusive', Number.POSITIVE_INFINITY);
    await shutDown(site, postmaster, databaseLock);
    clientsLock?.release();
  });
}

/** Null while the database is starting or stopping. */
async function joinRunning(site: Site): Promise<EmbeddedPostgres | null> {
  const clientsLock = await lock(site, 'clients', 'shared', 0);
  if (clientsLock === null) return null;
  const connection = connectionTo(findSocketDirectory(site.dataDir, clusterPath(site.dataDir)));
  if (!(await acceptsConnections(connection))) {
    clientsLock.release();
    return null;
  }
  return { connection, owned: false, stop: async () => clientsLock.release(), exited: new Promise(() => {}) };
}

/** Releases the lock when the database cannot be started. */
async function runDatabase(site: Site, databaseLock: FileLock): Promise<Postmaster> {
  const { dataDir, nativeDirectory, searchPath, log } = site;
  try {
    const binaries = await openPostgresBinaries(nativeDirectory, dataDir, searchPath);
    const launcher = await chooseLauncher(binaries, dataDir);
    const tools: ClusterTools = { binaries, launcher, lockDescriptor: databaseLock.descriptor };
    const clusterDirectory = await prepareCluster(dataDir, tools);
    const socketDirectory = createSocketDirectory(dataDir, clusterDirectory, launcher.fileOwner);
    return await startPostmaster(clusterDirectory, socketDirectory, tools, log);
  } catch (error) {
    removeTemporarySocketDirectory(dataDir);
    databaseLock.release();
    throw error;
  }
}

async function shutDown(site: Site, postmaster: Postmaster, databaseLock: FileLock): Promise<void> {
  await postmaster.stop();
  removeTemporarySocketDirectory(site.dataDir);
  databaseLock.release();
}

function ownedDatabase(site: Site, postmaster: Postmaster, shutDownAll: () => Promise<void>): EmbeddedPostgres {
  let stopping: Promise<void> | undefined;
  const exited = new Promise<string>((resolve) => {
    postmaster.ended.then((lastWords) => {
      if (stopping === undefined) resolve(lastWords);
    });
  });
  return {
    connection: connectionTo(findSocketDirectory(site.dataDir, clusterPath(site.dataDir))),
    owned: true,
    exited,
    stop() {
      stopping ??= shutDownAll();
      return stopping;
    },
  };
}

type LockName = 'server' | 'database' | 'clients';

function lock({ dataDir, searchPath }: Site, name: LockName, kind: 'exclusive' | 'shared', waitMs: number) {
  return lockFile(lockPath(dataDir, name), { kind, waitMs, searchPath });
}

function lockPath(dataDir: string, name: LockName): string {
  return join(dataDir, `${name}.lock`);
}

function holderOf({ dataDir }: Site, name: LockName): string {
  return String(readLockHolder(lockPath(dataDir, name)) ?? 'unknown');
}

function databaseInUse(site: Site): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `The database in ${site.dataDir} is still in use by process ${holderOf(site, 'database')}, ` +
      'or by a PostgreSQL that this process left: wait for it to end, or stop it.',
  );
}
