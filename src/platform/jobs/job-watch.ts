import { type QueryExecutorProvider, sql } from 'kysely';
import type { Signals } from './signals.ts';
import { sleepAtMost, WorkLoop } from './work-loop.ts';

export interface JobWatchOptions {
  readonly db: QueryExecutorProvider;
  /** Names of queues. */
  readonly queues: readonly string[];
  readonly signals: Signals;
  /** Gives jobs whose workers died to others. Any number of processes may do so at once. */
  readonly supervise: () => Promise<void>;
  readonly pollIntervalMs?: number | undefined;
  readonly onError: (error: Error) => void;
}

/** A job whose retry, delay or dead worker nobody told of is found within this time. */
const longestSleep = { heardMs: 7_500, deafMs: 500 };
/** How often somebody looks for jobs whose workers died, while there are jobs at work and while there are none. */
const superviseSeconds = { busy: 5, idle: 15 };
/** Looked at for the earliest that is not due yet. */
const maxDelayed = 1_000;

interface QueueState {
  readonly ready: string[];
  readonly next_ms: number | null;
  readonly supervise: boolean;
}

/**
 * Looks at all queues at once, in one statement, and wakes who takes jobs from those that have some. Most jobs are announced when they
 * are sent; those with a delay or another attempt, and those of which a message was lost, are found here.
 */
export class JobWatch {
  readonly #options: JobWatchOptions;
  readonly #loop: WorkLoop;

  constructor(options: JobWatchOptions) {
    const { signals, pollIntervalMs, onError } = options;
    this.#options = options;
    this.#loop = new WorkLoop({
      signals,
      wokenBy: [],
      look: () => this.#look(),
      longestSleep: sleepAtMost(longestSleep, pollIntervalMs),
      onError,
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #look(): Promise<number | undefined> {
    const { signals, supervise } = this.#options;
    const state = await this.#read();
    for (const queue of state.ready) signals.tell(queue);
    if (!state.supervise) return state.next_ms ?? undefined;
    await supervise();
    // What was just given back waits now.
    return 0;
  }

  async #read(): Promise<QueueState> {
    const queues = [...this.#options.queues];
    const { rows } = await sql<QueueState>`
      SELECT
        ARRAY(SELECT queue FROM unnest(${queues}::text[]) AS queue WHERE EXISTS (
          SELECT FROM pgboss.job WHERE name = queue AND state < 'active' AND NOT blocked AND start_after <= pgboss.job_now()
        )) AS ready,
        (SELECT extract(epoch FROM min(start_after) - pgboss.job_now())::float8 * 1000 FROM (
          SELECT start_after FROM pgboss.job
          WHERE name = ANY(${queues}) AND state < 'active' AND NOT blocked AND start_after > pgboss.job_now()
          LIMIT ${sql.lit(maxDelayed)}) AS delayed) AS next_ms,
        (SELECT coalesce(max(coalesce(monitor_claim_on, '-infinity')) <= pgboss.job_now() -
          CASE WHEN sum(active_count) > 0 THEN ${sql.lit(superviseSeconds.busy)} ELSE ${sql.lit(superviseSeconds.idle)} END
          * interval '1 second', false) FROM pgboss.queue) AS supervise`.execute(this.#options.db);
    return rows[0]!;
  }
}
