import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { CLUSTER_DATABASE, CLUSTER_USER, type ClusterTools } from './cluster.ts';
import { EmbeddedPostgresError } from './embedded-postgres-error.ts';
import { SOCKET_PORT } from './socket-directory.ts';

/** Generous: after a crash PostgreSQL replays its log before it accepts connections. */
const READY_TIMEOUT_MS = 120_000;
const READY_POLL_MS = 20;
const CONNECT_TIMEOUT_MS = 10_000;
const FAST_SHUTDOWN_TIMEOUT_MS = 20_000;
const IMMEDIATE_SHUTDOWN_TIMEOUT_MS = 5_000;
const LOG_DRAIN_TIMEOUT_MS = 1_000;
const KEPT_LOG_LINES = 5;

/** Settings for `pg`; spread them into its configuration. */
export interface EmbeddedConnection {
  /** The directory of the unix socket. */
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  /** Said explicitly because `pg` would otherwise follow PGSSLMODE, and a unix socket has no TLS. */
  readonly ssl: false;
}

export interface Postmaster {
  /** Resolves, with what it last logged, when the process has ended for whatever reason. Never rejects. */
  readonly ended: Promise<string>;
  /** Ends all sessions and writes a checkpoint (fast shutdown); harsher when that does not end. Idempotent. */
  stop(): Promise<void>;
}

export function connectionTo(socketDirectory: string): EmbeddedConnection {
  return { host: socketDirectory, port: SOCKET_PORT, user: CLUSTER_USER, database: CLUSTER_DATABASE, ssl: false };
}

/** Whether the database accepts a session now. Never rejects. */
export async function acceptsConnections(connection: EmbeddedConnection): Promise<boolean> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: CONNECT_TIMEOUT_MS });
  // The session may be ended from the other side at any moment; an 'error' event without listener ends the process.
  client.on('error', () => {});
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Starts PostgreSQL on a prepared cluster and waits until it accepts connections.
 * @throws EmbeddedPostgresError, with PostgreSQL's last words, when it ends or is not ready within two minutes
 */
export async function startPostmaster(
  clusterDirectory: string,
  socketDirectory: string,
  { binaries, launcher, lockDescriptor }: ClusterTools,
  log: (line: string) => void,
): Promise<Postmaster> {
  const args = serverArguments(clusterDirectory, socketDirectory);
  const postmaster = supervise(launcher.start(binaries.postgres, args, lockDescriptor), log);
  try {
    await untilReady(clusterDirectory, connectionTo(socketDirectory), postmaster);
  } catch (error) {
    await postmaster.stop();
    throw error;
  }
  return postmaster;
}

/** Given on the command line, so that they hold for clusters of older releases and against an edited file. */
function serverArguments(clusterDirectory: string, socketDirectory: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: quoteListItem(socketDirectory),
    unix_socket_permissions: '0700',
    port: String(SOCKET_PORT),
    // Enough for a handful of processes and tests beside the one that serves.
    max_connections: '200',
    shared_buffers: '128MB',
    fsync: 'on',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_destination: 'stderr',
    logging_collector: 'off',
    log_checkpoints: 'off',
  };
  return ['-D', clusterDirectory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

/** A directory's name may contain the comma that separates directories. */
function quoteListItem(value: string): string {
  return `"${value.replaceAll('"', '""')}"`;
}

function supervise(child: ChildProcess, log: (line: string) => void): Postmaster {
  const ended = followToItsEnd(child, log);
  let stopping: Promise<void> | undefined;
  return {
    ended,
    stop() {
      stopping ??= shutDown(child, ended);
      return stopping;
    },
  };
}

async function followToItsEnd(child: ChildProcess, log: (line: string) => void): Promise<string> {
  const lastLines: string[] = [];
  const drained = new Promise<void>((resolve) => {
    if (child.stderr === null) return resolve();
    const lines = createInterface({ input: child.stderr });
    lines.on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > KEPT_LOG_LINES) lastLines.shift();
      log(line);
    });
    lines.on('close', resolve);
  });
  const reason = await exitReason(child);
  // A helper process may keep the pipe open a little longer than the postmaster lives.
  await Promise.race([drained, delay(LOG_DRAIN_TIMEOUT_MS, undefined, { ref: false })]);
  return [`PostgreSQL ended (${reason})`, ...lastLines].join('\n');
}

async function exitReason(child: ChildProcess): Promise<string> {
  try {
    const [exitCode, signal] = await once(child, 'exit');
    return signal === null ? `exit code ${exitCode}` : `signal ${signal}`;
  } catch (error) {
    return (error as Error).message;
  }
}

async function untilReady(
  clusterDirectory: string,
  connection: EmbeddedConnection,
  postmaster: Postmaster,
): Promise<void> {
  let lastWords: string | undefined;
  postmaster.ended.then((words) => {
    lastWords = words;
  });
  const deadline = performance.now() + READY_TIMEOUT_MS;
  while (!(reportsReady(clusterDirectory) && (await acceptsConnections(connection)))) {
    if (lastWords !== undefined) throw new EmbeddedPostgresError(`The database did not start. ${lastWords}`);
    if (performance.now() > deadline) {
      throw new EmbeddedPostgresError(`The database accepted no connection within ${READY_TIMEOUT_MS / 1000} s.`);
    }
    await delay(READY_POLL_MS);
  }
}

/** The eighth line of postmaster.pid is its status (as pg_ctl reads it); asking earlier only fills the log. */
function reportsReady(clusterDirectory: string): boolean {
  try {
    return readFileSync(join(clusterDirectory, 'postmaster.pid'), 'utf8').split('\n')[7]?.trim() === 'ready';
  } catch {
    return false;
  }
}

/** Signals: PostgreSQL manual, "Shutting Down the Server". */
async function shutDown(child: ChildProcess, ended: Promise<string>): Promise<void> {
  const escalation = [
    { signal: 'SIGINT', timeoutMs: FAST_SHUTDOWN_TIMEOUT_MS },
    { signal: 'SIGQUIT', timeoutMs: IMMEDIATE_SHUTDOWN_TIMEOUT_MS },
  ] as const;
  for (const { signal, timeoutMs } of escalation) {
    child.kill(signal);
    if (await endsWithin(ended, timeoutMs)) return;
  }
  child.kill('SIGKILL');
  await ended;
}

async function endsWithin(ended: Promise<string>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timedOut = delay(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  const inTime = await Promise.race([ended.then(() => true), timedOut]);
  timer.abort();
  return inTime;
}
