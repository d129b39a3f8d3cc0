import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { MessageChannel, type Worker } from 'node:worker_threads';
import { Piscina } from 'piscina';
import { FairQueue, QueueFull } from '../../common/fair-queue.ts';
import { DumpTooLarge } from './budget.ts';
import type { DumpReport } from './dump-report.ts';
import type { DumpResult, DumpTask, ReadingBegin } from './dump-thread.ts';
import { DumpUnreadable } from './dump-unreadable.ts';
import type { DumpOptions } from './read-firewall-dump.ts';
import { untilWorked } from './until-worked.ts';

export interface DumpReaderOptions {
  /** How many dumps are read at once. */
  readonly threads: number;
  /** How long the thread of one may work; that takes longer on a machine that others keep busy. */
  readonly deadlineMs: number;
  /** What one may need, in MiB of heap. */
  readonly memoryMb: number;
}

/** Too many dumps wait. */
export class DumpReaderBusy extends Error {
  override readonly name = 'DumpReaderBusy';
  readonly retryAfterSeconds: number;

  constructor(retryAfterSeconds: number) {
    super('Too many dumps wait.');
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** On whose behalf a dump is read: of a customer one is read at a time. */
export interface DumpOwner {
  readonly partner: string;
  /** One of the partner's customers. */
  readonly customer: string;
}

/** A waiting dump is up to 2 MiB, or 4 with other than western characters. */
const mostWaiting = { maxWaitingPerPath: 3, maxWaitingPerName: 12, maxWaiting: 48 };
/** On a machine that is very busy; a thread that has started reads at once. */
const startMs = 15_000;
const idleMs = 10_000;
/** How much longer than its work a reading may take on a machine that is busy, or if it only waits. */
const patience = 10;

/** A core is left for whoever answers requests meanwhile. */
const threads = Math.max(1, Math.min(2, availableParallelism() - 1));
const defaults: DumpReaderOptions = { threads, deadlineMs: 2_000, memoryMb: 128 };

/**
 * Reads firewall dumps in threads, which are ended when they take too long or need too much. Threads are started by the first
 * dump and end when there are no more.
 */
export class DumpReader {
  readonly #options: DumpReaderOptions;
  readonly #queue: FairQueue;
  #pool: Piscina<DumpTask, DumpResult> | null = null;

  constructor(options: Partial<DumpReaderOptions> = {}) {
    this.#options = { ...defaults, ...options };
    this.#queue = new FairQueue({ parallel: this.#options.threads, parallelPerPath: 1, ...mostWaiting });
  }

  /**
   * @returns null when it is no dump of a format that is wanted
   * @throws DumpTooLarge, DumpUnreadable, DumpReaderBusy
   */
  async read(dump: string, options: DumpOptions, { partner, customer }: DumpOwner): Promise<DumpReport | null> {
    try {
      return await this.#queue.run([partner, customer], () => this.#run(dump, options));
    } catch (error) {
      if (error instanceof QueueFull) throw new DumpReaderBusy(this.#waitSeconds());
      throw error;
    }
  }

  /** Ends the threads. Nothing may be read meanwhile. */
  async close(): Promise<void> {
    await this.#pool?.destroy();
    this.#pool = null;
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  /** Until the queue of a customer is through, should all dumps take as much work as they may. */
  #waitSeconds(): number {
    return Math.ceil((mostWaiting.maxWaitingPerPath * this.#options.deadlineMs) / 1_000);
  }

  async #run(dump: string, options: DumpOptions): Promise<DumpReport | null> {
    const { port1, port2 } = new MessageChannel();
    const [deadline, over] = [new AbortController(), new AbortController()];
    const pool = this.#startedPool();
    let timer = setTimeout(() => deadline.abort(), startMs);
    port1.once('message', (begin: ReadingBegin) => {
      clearTimeout(timer);
      const { deadlineMs } = this.#options;
      timer = setTimeout(() => deadline.abort(), patience * deadlineMs);
      untilWorked(deadlineMs, () => workSince(begin, pool.threads), over.signal).then(
        () => deadline.abort(),
        // It has ended, and so has its thread perhaps.
        () => {},
      );
    });
    try {
      const task: DumpTask = { dump, options, started: port2 };
      const result = await pool.run(task, { transferList: [port2], signal: deadline.signal });
      if ('tooLarge' in result) throw new DumpTooLarge(result.tooLarge);
      if ('unreadable' in result) throw new DumpUnreadable(result.unreadable);
      return result.report;
    } catch (error) {
      if (deadline.signal.aborted) throw new DumpTooLarge('reading it takes too long');
      if ((error as { code?: string }).code === 'ERR_WORKER_OUT_OF_MEMORY')
        throw new DumpTooLarge('reading it takes too much memory');
      throw error;
    } finally {
      clearTimeout(timer);
      over.abort();
      port1.close();
    }
  }

  #startedPool(): Piscina<DumpTask, DumpResult> {
    if (this.#pool !== null) return this.#pool;
    const { threads, memoryMb } = this.#options;
    const pool = new Piscina<DumpTask, DumpResult>({
      filename: fileURLToPath(new URL('./dump-thread.ts', import.meta.url)),
      minThreads: 0,
      maxThreads: threads,
      idleTimeout: idleMs,
      // A thread that sleeps in Atomics.wait would answer the next dump only.
      atomics: 'disabled',
      // A young generation takes three times its size, and a larger one makes reading no faster.
      resourceLimits: { maxOldGenerationSizeMb: memoryMb, maxYoungGenerationSizeMb: 8 },
      env: {},
    });
    // A thread that dies without a dump is replaced by the next one; unheard, its error would end the process.
    pool.on('error', () => undefined);
    this.#pool = pool;
    return pool;
  }
}

/** @returns ms of a processor that the thread has worked on the dump */
async function workSince({ threadId, cpuUsage }: ReadingBegin, threads: readonly Worker[]): Promise<number> {
  const { user, system } = await threads.find((thread) => thread.threadId === threadId)!.cpuUsage(cpuUsage);
  return (user + system) / 1_000;
}
