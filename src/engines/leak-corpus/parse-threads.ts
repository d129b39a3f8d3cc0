import { Worker } from 'node:worker_threads';
import type { Run } from './build-run.ts';
import type { DomainKey } from './domain-key.ts';
import { batchBytes } from './line-batches.ts';
import type { LeakFormat } from './line-parsers.ts';
import type { BatchTally } from './parse-batch.ts';
import type { DigestKeys } from './record-table.ts';

export interface ThreadSettings {
  readonly format: LeakFormat;
  readonly keys: DigestKeys;
  /** A run ends when one more batch might bring it above that number of records. */
  readonly runRecords: number;
}

/** How many records fit into a run, should its last batches be denser than those before. */
export function runCapacity(runRecords: number): number {
  return runRecords + (batchesPerThread + 1) * maxRecordsPerBatch;
}

export type ThreadRequest =
  | {
      readonly type: 'parse';
      readonly batch: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly length: number;
    }
  | { readonly type: 'seal'; readonly watched: readonly DomainKey[] };

export type ThreadResponse =
  | {
      readonly type: 'parsed';
      readonly batch: number;
      readonly tally: BatchTally;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  | { readonly type: 'sealed'; readonly run: Run };

/** The shortest line that holds a record is `a@b.cc` and a line end. */
const maxRecordsPerBatch = Math.ceil(batchBytes / 7);
const batchesPerThread = 3;

/** Threads that read batches of lines, as many at once as there are buffers for. */
export class ParseThreads {
  readonly #threads: readonly ParseThread[];
  readonly #onParsed: (batch: number, tally: BatchTally) => void;
  readonly #freeBuffers: Uint8Array<ArrayBuffer>[] = [];
  readonly #waiting: PromiseWithResolvers<Uint8Array<ArrayBuffer>>[] = [];
  #failure: Error | null = null;

  /** @param onParsed is told of batches in no order */
  constructor(count: number, settings: ThreadSettings, onParsed: (batch: number, tally: BatchTally) => void) {
    this.#onParsed = onParsed;
    this.#threads = Array.from({ length: count }, () => new ParseThread(settings, this.#onBatch, this.#onFailure));
    // One more for the batch that is being filled.
    for (let buffer = 0; buffer < count * batchesPerThread + 1; buffer += 1)
      this.#freeBuffers.push(new Uint8Array(batchBytes));
  }

  /** Whether one of them might not take another batch before it is sealed. */
  get isFull(): boolean {
    return this.#threads.some((thread) => thread.isFull);
  }

  async takeBuffer(): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#failure !== null) throw this.#failure;
    const free = this.#freeBuffers.pop();
    if (free !== undefined) return free;
    const waiting = Promise.withResolvers<Uint8Array<ArrayBuffer>>();
    this.#waiting.push(waiting);
    return waiting.promise;
  }

  /** Hands a buffer of `takeBuffer` over to the least busy thread. */
  parse(batch: number, bytes: Uint8Array<ArrayBuffer>, length: number): void {
    const idlest = this.#threads.reduce((best, thread) => (thread.queued < best.queued ? thread : best));
    idlest.parse(batch, bytes, length);
  }

  /** The records of all batches that were handed over up to now; threads go on with later batches while others still sort. */
  async seal(watched: readonly DomainKey[]): Promise<Run[]> {
    return Promise.all(this.#threads.map((thread) => thread.seal(watched)));
  }

  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  readonly #onBatch = (batch: number, tally: BatchTally, bytes: Uint8Array<ArrayBuffer>): void => {
    this.#onParsed(batch, tally);
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#freeBuffers.push(bytes);
    else waiting.resolve(bytes);
  };

  readonly #onFailure = (error: Error): void => {
    this.#failure ??= error;
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  };
}

class ParseThread {
  readonly #worker: Worker;
  readonly #runRecords: number;
  readonly #onFailure: (error: Error) => void;
  readonly #sealing: PromiseWithResolvers<Run>[] = [];
  /** Records that are in no run yet, of batches that are read. */
  #records = 0;
  /** Records of the fullest batch; null before the first one is read. */
  #fullestBatch: number | null = null;
  /** Batches that were handed over before the latest seal and are not read yet. */
  #queuedBeforeSeal = 0;
  /** Batches that are not read yet. */
  queued = 0;

  constructor(
    settings: ThreadSettings,
    onBatch: (batch: number, tally: BatchTally, bytes: Uint8Array<ArrayBuffer>) => void,
    onFailure: (error: Error) => void,
  ) {
    this.#runRecords = settings.runRecords;
    this.#onFailure = onFailure;
    this.#worker = new Worker(new URL('./parse-thread.ts', import.meta.url), { workerData: settings });
    this.#worker.on('message', (response: ThreadResponse) => {
      if (response.type === 'sealed') {
        this.#sealing.shift()!.resolve(response.run);
        return;
      }
      this.queued -= 1;
      if (this.#queuedBeforeSeal > 0) this.#queuedBeforeSeal -= 1;
      else this.#records += response.tally.records;
      this.#fullestBatch = Math.max(this.#fullestBatch ?? 0, response.tally.records);
      onBatch(response.batch, response.tally, response.bytes);
    });
    this.#worker.on('error', (error) => this.#fail(error as Error));
  }

  get isFull(): boolean {
    const unread = this.queued - this.#queuedBeforeSeal;
    return this.#records + (unread + 1) * (this.#fullestBatch ?? maxRecordsPerBatch) >= this.#runRecords;
  }

  parse(batch: number, bytes: Uint8Array<ArrayBuffer>, length: number): void {
    this.queued += 1;
    this.#send({ type: 'parse', batch, bytes, length }, [bytes.buffer]);
  }

  async seal(watched: readonly DomainKey[]): Promise<Run> {
    const sealing = Promise.withResolvers<Run>();
    this.#sealing.push(sealing);
    this.#records = 0;
    this.#queuedBeforeSeal = this.queued;
    this.#send({ type: 'seal', watched }, []);
    return sealing.promise;
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #send(request: ThreadRequest, transfer: ArrayBuffer[]): void {
    this.#worker.postMessage(request, transfer);
  }

  #fail(error: Error): void {
    for (const { reject } of this.#sealing.splice(0)) reject(error);
    this.#onFailure(error);
  }
}
