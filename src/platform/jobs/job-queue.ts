import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely';
import { fromKysely, PgBoss } from 'pg-boss';
import { type ConnectionSettings, clientSettings, type Database, openDatabase } from '../database/database.ts';
import { MigrationError } from '../database/migrate.ts';
import { type TraceContext, traceContext } from '../telemetry/tracing.ts';
import { JobWatch, type JobWatchOptions } from './job-watch.ts';

/** How a queue treats its jobs. Data is small: ids; handlers reread state. */
export interface QueueDeclaration {
  readonly name: string;
  /** A job whose worker was silent for this long is given to another. At least 10. */
  readonly heartbeatSeconds: number;
  /** Longest that one attempt may take. */
  readonly expireSeconds: number;
  /** Attempts after the first. */
  readonly retryLimit: number;
  /** Before the second attempt, up to twice as much; before each one after that, twice as long. Default: none. */
  readonly retryDelaySeconds?: number;
  /** Longest of those waits. Default: none is too long. */
  readonly longestRetryDelaySeconds?: number;
  /** Where a job goes when all attempts are used up. */
  readonly deadLetter?: string;
}

/** A job as a worker holds it; `retryCount` says which attempt, so that a lapsed one cannot settle the job. */
export interface HeldJob<T> {
  readonly queue: string;
  readonly id: string;
  readonly retryCount: number;
  /** `trace`: of what was under way when the job was sent, if that was traced. */
  readonly data: T & { readonly trace?: TraceContext };
}

export interface QueueDepth {
  readonly queue: string;
  readonly ready: number;
  readonly active: number;
  /** Age of the oldest job that waits; 0 when none does. */
  readonly oldestReadySeconds: number;
}

export interface JobQueueOptions {
  readonly connection: ConnectionSettings;
  readonly queues: readonly QueueDeclaration[];
  /** Whether starting it may make or update the queue's own tables; otherwise they have to be there. Default: true. */
  readonly mayInstall?: boolean;
  readonly onError: (error: Error) => void;
}

/** A database or a transaction of it, whatever its tables are. */
export type AnyDatabase = QueryExecutorProvider & Parameters<typeof fromKysely>[0];

const lapseCheckSeconds = 5;
const keepSettledSeconds = 3_600;

/**
 * Durable jobs in PostgreSQL (pg-boss). Sending joins the caller's transaction, so that a job exists exactly when the
 * change that made it necessary does.
 */
export class JobQueue {
  readonly #boss: PgBoss;
  readonly #options: JobQueueOptions;
  /** One connection that does nothing else, opened when there is a first job to keep. */
  readonly #heartbeats: Database<object>;
  /** Queues that were declared since the start, by name. */
  readonly #further = new Map<string, Promise<void>>();
  #started: Promise<void> | null = null;
  #watch: JobWatch | null = null;
  #stopping = false;

  constructor(options: JobQueueOptions) {
    const { connection } = options;
    this.#options = options;
    this.#heartbeats = openDatabase({ connection, maxConnections: 1, onIdleError: options.onError });
    this.#boss = new PgBoss({
      ...(clientSettings(connection) as { host?: string }),
      schema: 'pgboss',
      max: 4,
      migrate: options.mayInstall ?? true,
      // Whoever watches the queues has it done when there is something to do.
      supervise: false,
      schedule: false,
      monitorIntervalSeconds: lapseCheckSeconds,
      monitorVacuum: false,
    });
    this.#boss.on('error', (error) => {
      if (!this.#stopping) options.onError(error);
    });
  }

  /** Makes the tables of the queue, or brings them to this program's version. */
  static async install(connection: ConnectionSettings): Promise<void> {
    const fail = (error: Error) => {
      throw error;
    };
    const jobs = new JobQueue({ connection, queues: [], onError: fail });
    await jobs.start();
    await jobs.stop();
  }

  /**
   * Installs or updates pg-boss's own schema, if it may, and declares the queues, once.
   * @throws MigrationError when the schema is not this program's, and is not to be changed
   */
  start(): Promise<void> {
    this.#started ??= this.#start();
    return this.#started;
  }

  async #start(): Promise<void> {
    await this.#boss.start().catch((error: Error) => {
      if (this.#options.mayInstall !== false || !/not installed|requires migrations/.test(error.message)) throw error;
      throw new MigrationError('The database\'s job queue is not this program\'s: run "breakwater migrate" first.', {
        cause: error,
      });
    });
    for (const queue of this.#options.queues) await this.#declare(queue);
  }

  async #declare(queue: QueueDeclaration): Promise<void> {
    const settings = {
      heartbeatSeconds: queue.heartbeatSeconds,
      expireInSeconds: queue.expireSeconds,
      retryLimit: queue.retryLimit,
      retryDelay: queue.retryDelaySeconds ?? 0,
      retryBackoff: queue.retryDelaySeconds !== undefined,
      ...(queue.longestRetryDelaySeconds === undefined ? {} : { retryDelayMax: queue.longestRetryDelaySeconds }),
      deleteAfterSeconds: keepSettledSeconds,
      ...(queue.deadLetter ? { deadLetter: queue.deadLetter } : {}),
    };
    await this.#boss.createQueue(queue.name, settings);
    await this.#boss.updateQueue(queue.name, settings);
  }

  /** Makes a queue that only sending finds out about: before jobs are sent to it, and once in a process. */
  async ensure(queue: QueueDeclaration): Promise<void> {
    await this.start();
    let declared = this.#further.get(queue.name);
    if (declared === undefined) {
      declared = this.#declare(queue);
      this.#further.set(queue.name, declared);
      // Another one tries again.
      declared.catch(() => this.#further.delete(queue.name));
    }
    await declared;
  }

  /**
   * Enqueues jobs within the transaction of `db`. A higher priority is fetched first, and none before its delay is
   * over. The first of a process that did not start the queue does: few commands send any.
   */
  async send(
    db: AnyDatabase,
    queue: string,
    jobs: readonly { id: string; data: object; priority: number; delaySeconds?: number }[],
  ): Promise<void> {
    await this.start();
    const trace = traceContext();
    await this.#boss.insert(
      queue,
      jobs.map(({ delaySeconds = 0, data, ...job }) => ({
        ...job,
        data: trace ? { ...data, trace } : data,
        ...(delaySeconds > 0 ? { startAfter: delaySeconds } : {}),
      })),
      { db: fromKysely(db) },
    );
  }

  /** Takes up to `count` jobs. They must be touched more often than the queue's heartbeat, and settled. */
  async fetch<T extends object>(queue: string, count: number): Promise<HeldJob<T>[]> {
    const jobs = (await this.#boss.fetch<T>(queue, { batchSize: count })) ?? [];
    return jobs.map(({ id, retryCount, data }) => ({ queue, id, retryCount, data }));
  }

  /**
   * Keeps the claims on jobs alive. It waits for nothing: it has a connection of its own, and passes over a job that is
   * just being settled.
   */
  async touch(jobs: readonly HeldJob<object>[]): Promise<void> {
    for (const [queue, theirs] of Map.groupBy(jobs, (job) => job.queue)) await this.#touch(queue, theirs);
  }

  async #touch(queue: string, jobs: readonly HeldJob<object>[]): Promise<void> {
    await sql`
      UPDATE pgboss.job SET heartbeat_on = pgboss.job_now() WHERE name = ${queue} AND id = ANY(ARRAY(
        SELECT j.id FROM pgboss.job j
        JOIN unnest(${jobs.map((job) => job.id)}::uuid[], ${jobs.map((job) => job.retryCount)}::int[]) AS held (id, retry_count)
          ON j.id = held.id AND j.retry_count = held.retry_count
        WHERE j.name = ${queue} AND j.state = 'active' FOR UPDATE OF j SKIP LOCKED))`.execute(this.#heartbeats.db);
  }

  /** Whether the job is still this worker's, as the transaction of `db` sees it. */
  async isHeld(db: AnyDatabase, job: HeldJob<object>): Promise<boolean> {
    const { rows } = await sql`
      SELECT FROM pgboss.job WHERE ${isThisAttempt(job)}`.execute(db);
    return rows.length === 1;
  }

  /**
   * Settles a job within the transaction of `db`.
   * @returns false when the claim had lapsed: another worker has or had the job, so the caller must roll back
   */
  async complete(db: AnyDatabase, job: HeldJob<object>): Promise<boolean> {
    // pg-boss asks for any number of jobs, which PostgreSQL plans anew each time: that takes longer than the change.
    const { numAffectedRows } = await sql`
      UPDATE pgboss.job SET state = 'completed', completed_on = pgboss.job_now() WHERE ${isThisAttempt(job)}`.execute(
      db,
    );
    return numAffectedRows === 1n;
  }

  /**
   * Gives a job back whose work broke off for no fault of its own: somebody else takes it at once, and it counts as no attempt. The
   * work must have ended.
   */
  async release(db: AnyDatabase, job: HeldJob<object>): Promise<void> {
    await sql`
      UPDATE pgboss.job SET state = 'created', started_on = NULL, heartbeat_on = NULL WHERE ${isThisAttempt(job)}`.execute(
      db,
    );
  }

  /** Gives a job back: another attempt follows while the queue's limit allows. */
  async fail(job: HeldJob<object>, reason: string): Promise<void> {
    await this.#boss.fail(job.queue, { id: job.id, retryCount: job.retryCount }, { reason });
  }

  /** How many jobs wait, counted no further than `atMost`: cheap however many have been settled. */
  async waiting(db: AnyDatabase, queue: string, atMost: number): Promise<number> {
    const { rows } = await sql<{ waiting: number }>`
      SELECT count(*)::int AS waiting
      FROM (SELECT FROM pgboss.job WHERE name = ${queue} AND state < 'active' AND NOT blocked LIMIT ${atMost}) AS job`.execute(
      db,
    );
    return rows[0]!.waiting;
  }

  /** @throws when jobs could not be enqueued now: the database is away, or the queue's tables are */
  async check(db: AnyDatabase): Promise<void> {
    await sql`SELECT FROM pgboss.queue, pgboss.job LIMIT 1`.execute(db);
  }

  /** Reads every job that is not settled, of all queues that any process has declared: for scrapes, not for each request. */
  async depths(db: AnyDatabase): Promise<QueueDepth[]> {
    const { rows } = await sql<QueueDepth>`
      SELECT queue.name AS queue, jobs.ready, jobs.active, coalesce(jobs.seconds, 0) AS "oldestReadySeconds"
      FROM pgboss.queue CROSS JOIN LATERAL (
        SELECT count(*) FILTER (WHERE state < 'active' AND start_after <= now())::int AS ready,
          count(*) FILTER (WHERE state = 'active')::int AS active,
          extract(epoch FROM now() - min(created_on) FILTER (WHERE state < 'active'))::float8 AS seconds
        FROM pgboss.job WHERE job.name = queue.name AND state <= 'active'
      ) AS jobs
      WHERE queue.name NOT LIKE '\\_\\_%' ORDER BY queue.name`.execute(db);
    return rows;
  }

  /** Has those told who take jobs, by the names of their queues, and looks after lapsed and old jobs: for processes that work. */
  watch(db: AnyDatabase, { signals, pollIntervalMs }: Pick<JobWatchOptions, 'signals' | 'pollIntervalMs'>): void {
    this.#watch = new JobWatch({
      db,
      queues: this.#options.queues.map(({ name }) => name),
      signals,
      supervise: () => this.#boss.supervise(),
      pollIntervalMs,
      onError: this.#options.onError,
    });
    this.#watch.start();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#watch?.stop();
    await Promise.all([this.#boss.stop({ graceful: true, timeout: 5_000, close: true }), this.#heartbeats.close()]);
  }
}

/** A condition on `pgboss.job`: the job is at work, and in no later attempt than this one. */
function isThisAttempt({ queue, id, retryCount }: HeldJob<object>): RawBuilder<boolean> {
  return sql<boolean>`name = ${queue} AND id = ${id} AND state = 'active' AND retry_count = ${retryCount}`;
}
