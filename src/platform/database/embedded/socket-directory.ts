import { chownSync, lstatSync, mkdtempSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Names the socket file; PostgreSQL listens on no network port. */
export const SOCKET_PORT = 5432;

/** `sun_path` of unix(7) has 108 bytes, the last one for the terminating zero. */
const SOCKET_PATH_LIMIT_BYTES = 107;

const TEMPORARY_PREFIX = '/tmp/breakwater-';

/**
 * Directory in which PostgreSQL is to make its socket: the cluster directory itself, which is private already, or a
 * private temporary one when that path is too long for a socket. The data directory then keeps a link to it, by which
 * other processes find it and the next start removes what a kill -9 left. Call it only as the holder of the database.
 */
export function createSocketDirectory(
  dataDir: string,
  clusterDirectory: string,
  owner: { readonly uid: number; readonly gid: number },
): string {
  removeTemporarySocketDirectory(dataDir);
  if (Buffer.byteLength(socketPath(clusterDirectory)) <= SOCKET_PATH_LIMIT_BYTES) return clusterDirectory;
  const directory = mkdtempSync(TEMPORARY_PREFIX);
  if (process.getuid?.() === 0) chownSync(directory, owner.uid, owner.gid);
  symlinkSync(directory, linkPath(dataDir));
  return directory;
}

/** Where the running database, if there is one, has its socket. */
export function findSocketDirectory(dataDir: string, clusterDirectory: string): string {
  return readTemporaryDirectory(dataDir) ?? clusterDirectory;
}

/** Removes the temporary directory, if there is one. Call it only as the holder of the database. */
export function removeTemporarySocketDirectory(dataDir: string): void {
  const directory = readTemporaryDirectory(dataDir);
  // A reboot empties /tmp, and a stranger may then take the name: only a real directory is followed and removed.
  if (directory !== undefined && lstatSync(directory, { throwIfNoEntry: false })?.isDirectory()) {
    rmSync(directory, { recursive: true });
  }
  rmSync(linkPath(dataDir), { force: true });
}

export function socketPath(directory: string): string {
  return join(directory, `.s.PGSQL.${SOCKET_PORT}`);
}

function linkPath(dataDir: string): string {
  return join(dataDir, 'postgres-socket');
}

function readTemporaryDirectory(dataDir: string): string | undefined {
  try {
    const directory = readlinkSync(linkPath(dataDir));
    return directory.startsWith(TEMPORARY_PREFIX) && !directory.includes('..') ? directory : undefined;
  } catch {
    return undefined;
  }
}
