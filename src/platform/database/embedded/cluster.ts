import { existsSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { chmod, lchown, mkdir, open, readdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import type { Launcher } from './launcher.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { socketPath } from './socket-directory.ts';

/** The cluster's superuser; only who may enter its private directory can connect, and needs no password then. */
export const CLUSTER_USER = 'breakwater';

/** The database that initdb makes. */
export const CLUSTER_DATABASE = 'postgres';

export interface ClusterTools {
  readonly binaries: PostgresBinaries;
  readonly launcher: Launcher;
  /** Descriptor of the held database lock. Programs inherit it, so the lock lasts until the last of them has ended. */
  readonly lockDescriptor: number;
}

export function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/** Whether something is where the cluster of a data directory belongs, as far as this process may look. */
export function hasCluster(dataDir: string): boolean {
  try {
    return readdirSync(clusterPath(dataDir)).length > 0;
  } catch (error) {
    return !['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '');
  }
}

/**
 * Makes the cluster ready to be started: creates it on first use, else checks version and ownership and clears what a
 * killed postmaster left. Call it only as the holder of the database.
 *
 * @returns the cluster's directory
 * @throws EmbeddedPostgresError when the directory holds something else, or a cluster of another major version
 */
export async function prepareCluster(dataDir: string, tools: ClusterTools): Promise<string> {
  const directory = clusterPath(dataDir);
  if (!hasCluster(dataDir)) {
    await createCluster(dataDir, directory, tools);
  } else {
    requireMajorVersion(directory, tools.binaries.majorVersion);
    await requireOwner(directory, tools.launcher.fileOwner);
    removeStaleLockFiles(directory);
  }
  return directory;
}

/** Under another name first: the cluster's own name exists only once initdb has finished and everything is on disk. */
async function createCluster(dataDir: string, directory: string, tools: ClusterTools): Promise<void> {
  const { binaries, launcher, lockDescriptor } = tools;
  const unfinished = `${directory}.initializing`;
  rmSync(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  await changeOwner(unfinished, launcher.fileOwner);
  const settings = [`--username=${CLUSTER_USER}`, '--auth=trust', '--encoding=UTF8', '--locale=C'];
  const initdbArgs = [`--pgdata=${unfinished}`, ...settings, '--no-instructions'];
  const { exitCode, output } = await launcher.run(binaries.initdb, initdbArgs, lockDescriptor);
  if (exitCode !== 0) {
    rmSync(unfinished, { recursive: true, force: true });
    throw new EmbeddedPostgresError(`PostgreSQL could not create its cluster in ${dataDir}: ${output}`);
  }
  await rename(unfinished, directory);
  await syncDirectory(dataDir);
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await open(path);
  await directory.sync();
  await directory.close();
}

function requireMajorVersion(directory: string, majorVersion: number): void {
  const versionPath = join(directory, 'PG_VERSION');
  if (!existsSync(versionPath)) {
    throw new EmbeddedPostgresError(
      `${directory} is not empty and holds no PostgreSQL cluster (PG_VERSION is missing): ` +
        'move it away to start with an empty database, or restore it from a backup.',
    );
  }
  const found = readFileSync(versionPath, 'utf8').trim();
  if (found !== String(majorVersion)) {
    throw new EmbeddedPostgresError(
      `${directory} was written by PostgreSQL ${found}, but this release brings PostgreSQL ${majorVersion}. ` +
        `Dump it with the release that wrote it and pg_dump ${found}, move the directory away, start again and ` +
        `restore the dump; or serve it with a PostgreSQL ${found} of your own and set DATABASE_URL.`,
    );
  }
}

/** PostgreSQL starts only as the owner of its files. Root can hand them over: the way of launching may have changed. */
async function requireOwner(directory: string, owner: Launcher['fileOwner']): Promise<void> {
  const { uid } = await stat(directory);
  if (uid === owner.uid) return;
  if (process.getuid?.() !== 0) {
    throw new EmbeddedPostgresError(
      `${directory} belongs to uid ${uid}, but this process runs as uid ${owner.uid}: ` +
        `run it as the owner, or give the directory away with chown -R ${owner.uid}.`,
    );
  }
  for (const name of await readdir(directory, { recursive: true })) await changeOwner(join(directory, name), owner);
  // The directory itself last: an interrupted hand-over is then repeated by the next start.
  await changeOwner(directory, owner);
  await chmod(directory, 0o700);
}

async function changeOwner(path: string, owner: Launcher['fileOwner']): Promise<void> {
  if (process.getuid?.() === 0) await lchown(path, owner.uid, owner.gid);
}

/**
 * PostgreSQL trusts the pid in its lock files: after kill -9, or in a restarted container where pids begin anew, an
 * innocent process may have that pid and keep it from starting. We know better: no process of ours runs this cluster,
 * or it would hold the database lock. What remains is a postmaster that somebody started by hand; a postmaster's
 * working directory is its cluster.
 */
function removeStaleLockFiles(directory: string): void {
  const pidPath = join(directory, 'postmaster.pid');
  if (existsSync(pidPath)) {
    const pid = Number.parseInt(readFileSync(pidPath, 'utf8'), 10);
    if (workingDirectory(pid) === directory) {
      throw new EmbeddedPostgresError(
        `${directory} is in use by a PostgreSQL (process ${pid}) that this service did not start: stop it first.`,
      );
    }
  }
  rmSync(pidPath, { force: true });
  rmSync(`${socketPath(directory)}.lock`, { force: true });
}

function workingDirectory(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}
