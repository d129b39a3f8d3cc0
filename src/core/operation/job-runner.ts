import { setTimeout as sleep } from 'node:timers/promises';
import type { HeldJob, QueueDeclaration } from '../../platform/jobs/job-queue.ts';
import { repeatUntil } from '../../platform/jobs/repeat-until.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { type LongestSleep, WorkLoop, watchedQueue } from '../../platform/jobs/work-loop.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import { withSpan } from '../../platform/telemetry/tracing.ts';
import { Operation, type Resources } from './operation.ts';
import type { WorkSignal } from './work-signals.ts';

/** The job was given to another worker, or its work was cancelled: what came of it is void. */
export class LapsedClaim extends Error {
  override readonly name = 'LapsedClaim';
}

/** Every job is about one partner's data. */
export interface JobData {
  readonly partnerId: string;
}

/** A kind of long work that is done by jobs. */
export interface JobKind<Data extends JobData> {
  /** As people call it: `domain scan`. */
  readonly name: string;
  /** From which jobs are taken, those of the first one first. */
  readonly queues: readonly QueueDeclaration[];
  /** Where jobs go when all their attempts are used up. */
  readonly deadLetter: string;
  /**
   * Does the work of a job and settles it, in the transaction that stores what came of it.
   * @throws LapsedClaim when nothing was stored because the job is no longer this worker's; any other error means another attempt
   */
  readonly perform: (operation: Operation, job: HeldJob<Data>, signal: AbortSignal) => Promise<void>;
  /** The ids of those among the jobs at work that shall be no more. */
  readonly findCancelled: (jobs: readonly HeldJob<Data>[]) => Promise<readonly string[]>;
  /** Ends what every attempt left without an end because its worker died, in the transaction that settles the job. */
  readonly endAbandoned: (tx: Operation, data: Data) => Promise<void>;
  /** What is kept of a failed attempt. */
  readonly reasonOf: (error: Error) => string;
}

export interface JobRunnerOptions {
  readonly resources: Resources;
  /** Tells of jobs (JobWatch) and of cancellations. */
  readonly signals: Signals;
  readonly logger: Logger;
  /** Jobs at work at once. */
  readonly concurrency: number;
  /** Told how many jobs are at work whenever that changes. */
  readonly onRunning?: (count: number) => void;
}

/** Well within the heartbeat of every queue. */
const tendIntervalMs = 4_000;
/** Work that was cancelled stops within this time and the moment that it takes to stop, also when nobody could tell. */
const cancelChecks = { heardMs: 800, deafMs: 250 };
/** Jobs that end meanwhile make room for several, which cost little more to take than one. */
const takePauseMs = 50;
const abandonedAtOnce = 10;
/** How long a stop waits for work that is about to end before it gives it back. */
const stopGraceMs = 3_000;

interface RunningJob<Data> {
  readonly job: HeldJob<Data>;
  readonly abort: AbortController;
  readonly done: Promise<void>;
}

/**
 * Takes jobs of one kind from their queues and has them done. While they are at work it keeps their claims alive, and it stops
 * those that were cancelled. Only finished work is settled, so a runner that dies leaves its jobs to others.
 */
export class JobRunner<Data extends JobData> {
  readonly #kind: JobKind<Data>;
  readonly #options: JobRunnerOptions;
  readonly #running = new Map<string, RunningJob<Data>>();
  readonly #stop = new AbortController();
  readonly #taking: WorkLoop;
  readonly #others: readonly WorkLoop[];
  #keepingClaims: Promise<void> | undefined;

  constructor(kind: JobKind<Data>, options: JobRunnerOptions) {
    this.#kind = kind;
    this.#options = options;
    const { signals } = options;
    const { onError } = this;
    const loop = (
      wokenBy: readonly string[],
      longestSleep: LongestSleep,
      work: () => Promise<void>,
      shortestPauseMs?: number,
    ) => {
      const look = async () => void (await work());
      return new WorkLoop({ signals, wokenBy, look, longestSleep, shortestPauseMs, onError });
    };
    const names = kind.queues.map((queue) => queue.name);
    this.#taking = loop(names, watchedQueue, () => this.#takeJobs(), takePauseMs);
    // Each by itself: what the end of an abandoned job waits for must not let the claims of others lapse.
    this.#others = [
      loop([kind.deadLetter], watchedQueue, () => this.#endAbandonedJobs()),
      loop(['cancelled' satisfies WorkSignal], cancelChecks, () => this.#stopCancelled()),
    ];
  }

  start(): void {
    this.#taking.start();
    for (const loop of this.#others) loop.start();
    this.#keepingClaims = repeatUntil(this.#stop.signal, tendIntervalMs, () => this.#keepClaims(), this.onError);
  }

  readonly onError = (error: Error): void => {
    const { logger } = this.#options;
    logger.error({ err: error }, `The ${this.#kind.name} worker could not reach its queue; it tries again.`);
  };

  /** Lets work that is about to end do so, and gives the rest back to the queue. */
  async stop(): Promise<void> {
    this.#stop.abort(new Error('The worker stops.'));
    await Promise.allSettled([this.#taking, ...this.#others].map((loop) => loop.stop()));
    await this.#keepingClaims;
    const ends = () => Promise.allSettled([...this.#running.values()].map(({ done }) => done));
    await Promise.race([ends(), sleep(stopGraceMs, undefined, { ref: false })]);
    for (const { abort } of this.#running.values()) abort.abort(this.#stop.signal.reason);
    await ends();
  }

  async #takeJobs(): Promise<void> {
    for (const queue of this.#kind.queues) await this.#takeJobsOf(queue);
  }

  async #takeJobsOf(queue: QueueDeclaration): Promise<void> {
    const { resources, concurrency } = this.#options;
    for (;;) {
      const free = concurrency - this.#running.size;
      if (free <= 0 || this.#stop.signal.aborted) return;
      const jobs = await resources.jobs.fetch<Data>(queue.name, free);
      for (const job of jobs) this.#begin(job);
      if (jobs.length < free) return;
    }
  }

  #begin(job: HeldJob<Data>): void {
    const abort = new AbortController();
    const perform = () => this.#kind.perform(this.#operationFor(job), job, abort.signal);
    const done = withSpan(this.#kind.name, { 'breakwater.job_id': job.id }, perform, job.data.trace)
      // There is room for another one. What failed is not taken again at once.
      .then(
        () => this.#taking.wake,
        async (error) => {
          await this.#giveBack(job, error as Error);
          return () => {};
        },
      )
      .then((next) => {
        this.#running.delete(job.id);
        this.#options.onRunning?.(this.#running.size);
        next();
      });
    this.#running.set(job.id, { job, abort, done });
    this.#options.onRunning?.(this.#running.size);
  }

  async #giveBack(job: HeldJob<Data>, error: Error): Promise<void> {
    const { logger, resources } = this.#options;
    const { name, reasonOf } = this.#kind;
    logger.warn({ err: error, jobId: job.id }, `A ${name} did not end; it is given back to the queue.`);
    try {
      // The job of what was cancelled is done with; one that another worker holds is not touched by this.
      if (error instanceof LapsedClaim) await resources.jobs.complete(resources.db, job);
      else if (this.#stop.signal.aborted) {
        await resources.jobs.release(resources.db, job);
        resources.signals?.announce(job.queue);
      } else await resources.jobs.fail(job, reasonOf(error));
    } catch (failure) {
      logger.error({ err: failure, jobId: job.id }, `The ${name} could not be given back; its claim will lapse.`);
    }
  }

  async #keepClaims(): Promise<void> {
    const held = this.#jobsAtWork;
    if (held.length > 0) await this.#options.resources.jobs.touch(held);
  }

  async #endAbandonedJobs(): Promise<void> {
    const { jobs } = this.#options.resources;
    for (const job of await jobs.fetch<Data>(this.#kind.deadLetter, abandonedAtOnce)) await this.#endAbandoned(job);
  }

  async #endAbandoned(job: HeldJob<Data>): Promise<void> {
    await this.#operationFor(job).transaction(async (tx) => {
      await this.#kind.endAbandoned(tx, job.data);
      await tx.jobs.complete(tx.db.connection, job);
    });
  }

  async #stopCancelled(): Promise<void> {
    const jobs = this.#jobsAtWork;
    if (jobs.length === 0) return;
    for (const id of await this.#kind.findCancelled(jobs)) {
      this.#running.get(id)?.abort.abort(new LapsedClaim(`The ${this.#kind.name} ${id} was cancelled.`));
    }
  }

  #operationFor({ data }: HeldJob<Data>): Operation {
    return Operation.bySystem(this.#options.resources, data.partnerId);
  }

  get #jobsAtWork(): HeldJob<Data>[] {
    return [...this.#running.values()].map(({ job }) => job);
  }
}
