import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { type Config, environmentOfChild } from '../installation/config.ts';
import { settledWithin } from '../platform/settled-within.ts';
import type { Logger } from '../platform/telemetry/logger.ts';
import { listen } from '../service/lifetime.ts';
import { StartError } from '../service/start-error.ts';
import type { Output } from './output.ts';
import { untilSignal } from './stop-signals.ts';
import { workerProcessFlag } from './worker-process.ts';

interface ServeProcessesOptions {
  readonly config: Config;
  readonly count: number;
  readonly output: Output;
  readonly logger: Logger;
}

const firstPauseMs = 1_000;
const longestPauseMs = 30_000;
/** A process that ran for so long did not end because of its start. */
const steadyMs = 60_000;
/** Beside DRAIN_SECONDS; above what a process takes for an orderly stop, which it ends by itself. */
const patienceMs = 40_000;
const highestPort = 65_535;

/** What one of several processes says of itself once it answers. */
interface Announcement {
  readonly role: string;
  readonly url: string;
  readonly operations_url?: string;
}

/**
 * Serves the API from several processes that listen on one port: the kernel deals connections out to them. One that ends is replaced, and
 * the others go on. They stop in order when this one is told to, or dies.
 * @returns the exit code
 * @throws StartError for what several processes cannot share
 */
export async function serveProcesses({ config, count, output, logger }: ServeProcessesOptions): Promise<number> {
  if (config.databaseUrl === null)
    throw new StartError('Several processes cannot share the embedded database: set DATABASE_URL.');
  if (config.operationsPort !== null && config.operationsPort + count - 1 > highestPort)
    throw new StartError(`OPERATIONS_PORT is too high: each of the ${count} processes takes the next port.`);
  const port = await freePort(config);
  const processes: KeptProcess[] = [];
  const stopping = new AbortController();
  const told = untilSignal(logger, () => {
    for (const each of processes) each.kill();
  }).finally(() => stopping.abort());
  const start = (number: number) => {
    const one = new KeptProcess({ ...config, port }, number, logger);
    processes.push(one);
    return one.started;
  };
  const startAll = async (): Promise<readonly (Announcement | null)[]> => {
    // One goes ahead: it brings the database to the schema, and what keeps it from starting is said once.
    const first = await start(0);
    if (first === null || stopping.signal.aborted) return [first];
    return [first, ...(await Promise.all(Array.from({ length: count - 1 }, (_, number) => start(number + 1))))];
  };
  const announcements = await Promise.race([startAll(), told.then((): null[] => [])]);
  const hasStarted = !announcements.includes(null);
  if (hasStarted && !stopping.signal.aborted) {
    announce(announcements as Announcement[], output);
    await told;
  }
  const ended = Promise.all(processes.map((each) => each.stop()));
  if ((await settledWithin(config.drainSeconds * 1_000 + patienceMs, ended)) === 'late')
    for (const each of processes) each.kill();
  return hasStarted ? 0 : 1;
}

/** One of several processes, and those that take its place. */
class KeptProcess {
  /** What the first says once it answers; null: it could not start, and has said why. */
  readonly started: Promise<Announcement | null>;
  readonly #ended: Promise<void>;
  readonly #stopping = new AbortController();
  readonly #logger: Logger;
  /** What each of them has of its own. */
  readonly #environment: NodeJS.ProcessEnv;
  #child: ChildProcess | null = null;

  constructor({ port, operationsPort }: Config, number: number, logger: Logger) {
    this.#logger = logger;
    const hasOwnPort = operationsPort !== null && operationsPort !== 0;
    const ownPort = hasOwnPort ? { OPERATIONS_PORT: String(operationsPort + number) } : {};
    this.#environment = environmentOfChild({ PORT: String(port), ...ownPort });
    const started = Promise.withResolvers<Announcement | null>();
    this.started = started.promise;
    this.#ended = this.#keepOne(started.resolve).finally(() => started.resolve(null));
  }

  /** Ends it in order. Resolves when it has ended. */
  stop(): Promise<void> {
    this.#stopping.abort();
    if (this.#child?.connected) this.#child.send('stop');
    return this.#ended;
  }

  kill(): void {
    this.#child?.kill('SIGKILL');
  }

  async #keepOne(onStarted: (announcement: Announcement) => void): Promise<void> {
    let hasServed = false;
    for (let pauseMs = firstPauseMs; !this.#stopping.signal.aborted; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const startedAtMs = performance.now();
      const child = fork(process.argv[1]!, [...process.argv.slice(2), workerProcessFlag], { env: this.#environment });
      this.#child = child;
      child.once('message', (announcement) => {
        hasServed = true;
        onStarted(announcement as Announcement);
      });
      const [code, signal] = await once(child, 'exit');
      this.#child = null;
      if (!hasServed || this.#stopping.signal.aborted) return;
      if (performance.now() - startedAtMs > steadyMs) pauseMs = firstPauseMs;
      this.#logger.error(
        { pid: child.pid, code, signal, pause_ms: pauseMs },
        'A process ended; another one takes its place.',
      );
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    }
  }
}

function announce(announcements: readonly Announcement[], output: Output): void {
  const [{ role, url }] = announcements as [Announcement];
  const operationsUrls = announcements.flatMap(({ operations_url }) => operations_url ?? []);
  const lines = [`Breakwater answers at ${url} in ${announcements.length} processes (API documentation: ${url}/docs)`];
  if (operationsUrls.length > 0) lines.push(`Health and metrics of each: ${operationsUrls.join(', ')}`);
  const value = {
    role,
    url,
    processes: announcements.length,
    ...(operationsUrls.length > 0 && { operations_urls: operationsUrls }),
  };
  output.result(value, lines.join('\n'));
}

/**
 * Which port they are to share: any, if the configuration says so. Since they let others listen there, too, whether it is taken has to be
 * seen before.
 */
async function freePort(config: Config): Promise<number> {
  const app = fastify();
  const { port } = await listen(app, config, 'PORT');
  await app.close();
  return port;
}
