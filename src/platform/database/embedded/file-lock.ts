import { closeSync, fchownSync, fstatSync, ftruncateSync, openSync, readFileSync, statSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { runProgram } from './run-program.ts';

/** Exit code that we ask flock(1) to use for "somebody else holds it", apart from its codes for real errors. */
const CONFLICT_EXIT_CODE = 75;

export interface FileLock {
  /** The open file that carries the lock: a child process that inherits it keeps the lock alive after our end. */
  readonly descriptor: number;
  /** Gives up our share; the lock itself ends with the last process that inherited the descriptor. */
  release(): void;
}

export interface FileLockOptions {
  readonly kind: 'exclusive' | 'shared';
  /** How long to wait for other holders; 0 tries once, Infinity waits for ever. */
  readonly waitMs: number;
  /** PATH for finding flock(1). */
  readonly searchPath: string;
}

/**
 * Takes a flock(2) lock; null when others still hold it after `waitMs`, or when a signal ended the wait (Ctrl-C reaches
 * the waiting flock(1) too). An exclusive holder writes its pid into the file, for messages only.
 *
 * The kernel drops the lock when the last process with the open file ends, however it ends: no pid is compared, so
 * reused pids, reboots and containers that share the directory give neither a false refusal nor a false admission.
 * Node has no flock call, but the lock belongs to the open file, not to the process: flock(1) locks the descriptor that
 * it inherits from us, exits, and the lock stays ours. The file is never deleted, or two processes could lock
 * different files under one name.
 *
 * @throws EmbeddedPostgresError when the file cannot be opened or locked at all
 */
export async function lockFile(path: string, options: FileLockOptions): Promise<FileLock | null> {
  const descriptor = openLockFile(path);
  try {
    if (await lockDescriptor(descriptor, path, options)) {
      if (options.kind === 'exclusive') writePid(descriptor);
      return { descriptor, release: once(() => closeSync(descriptor)) };
    }
  } catch (error) {
    closeSync(descriptor);
    throw error;
  }
  closeSync(descriptor);
  return null;
}

/** Pid that the last exclusive holder wrote; undefined when there was none. It may have ended since. */
export function readLockHolder(path: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(path, 'utf8'), 10) || undefined;
  } catch {
    return undefined;
  }
}

function openLockFile(path: string): number {
  try {
    const descriptor = openSync(path, 'a+', 0o600);
    shareWithDirectoryOwner(descriptor, path);
    return descriptor;
  } catch (error) {
    throw new EmbeddedPostgresError(`The data directory cannot be used: ${(error as Error).message}`);
  }
}

/** A command run once as root must not lock out the service's own user afterwards. */
function shareWithDirectoryOwner(descriptor: number, path: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(dirname(path));
  if (fstatSync(descriptor).uid !== uid) fchownSync(descriptor, uid, gid);
}

async function lockDescriptor(descriptor: number, path: string, options: FileLockOptions): Promise<boolean> {
  const { exitCode, output } = await runProgram('flock', [...flockArguments(options), '3'], {
    env: { PATH: options.searchPath },
    inheritedDescriptor: descriptor,
  });
  if (exitCode === 0) return true;
  if (exitCode === CONFLICT_EXIT_CODE || exitCode === null) return false;
  throw new EmbeddedPostgresError(`${path} cannot be locked with flock(1) of util-linux: ${output || exitCode}`);
}

function flockArguments({ kind, waitMs }: FileLockOptions): string[] {
  const wait = Number.isFinite(waitMs) ? ['--wait', String(waitMs / 1000)] : [];
  return [`--${kind}`, '--conflict-exit-code', String(CONFLICT_EXIT_CODE), ...wait];
}

function writePid(descriptor: number): void {
  ftruncateSync(descriptor);
  writeSync(descriptor, `${process.pid}\n`);
}

function once(action: () => void): () => void {
  let done = false;
  return () => {
    if (done) return;
    done = true;
    action();
  };
}
