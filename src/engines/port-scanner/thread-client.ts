import { Worker } from 'node:worker_threads';

import { ScanEngineError } from './port-scanner.ts';

export interface ThreadClientOptions {
  readonly script: URL;
  readonly name: string;
  /** What the thread finds as its `workerData`. */
  readonly limits: unknown;
  /** How long the thread may take to end by itself before it is ended by force. */
  readonly orderlyEndMs: number;
}

/** What every scan thread is told besides scans. `stop` ends all of them without a report, and then the thread. */
export type ThreadOrder = { readonly type: 'abort'; readonly id: number } | { readonly type: 'stop' };

interface RunningScan<Report> {
  resolve(report: Report): void;
  reject(reason: unknown): void;
}

/**
 * The scanner's side of one scan thread. The thread is started by the first scan and again after a crash; while it
 * has nothing to do it doesn't keep the process alive.
 */
export class ThreadClient<Scan extends object, Report extends { readonly id: number }> {
  readonly #options: ThreadClientOptions;
  readonly #running = new Map<number, RunningScan<Report>>();
  #worker: Worker | undefined;
  #lastId = 0;

  constructor(options: ThreadClientOptions) {
    this.#options = options;
  }

  /**
   * @param buffers of the scan, which the thread takes over
   * @throws the signal's reason when aborted
   * @throws ScanEngineError when the thread dies
   */
  async scan(scan: Scan, buffers: readonly ArrayBuffer[], signal: AbortSignal | undefined): Promise<Report> {
    const worker = this.#startedWorker();
    const id = ++this.#lastId;
    const abort = (): void => {
      worker.postMessage({ type: 'abort', id } satisfies ThreadOrder);
      this.#running.get(id)?.reject(signal?.reason);
    };
    worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#running.set(id, { resolve, reject });
        signal?.addEventListener('abort', abort, { once: true });
        worker.postMessage({ type: 'scan', id, ...scan }, buffers);
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#running.delete(id);
      if (this.#running.size === 0 && worker === this.#worker) worker.unref();
    }
  }

  /** Ends the thread and with it every socket; running scans are rejected. */
  async stop(reason: ScanEngineError): Promise<void> {
    const worker = this.#worker;
    this.#lose(reason);
    if (worker === undefined) return;
    // Without this an otherwise idle process would end before the thread does.
    worker.ref();
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    worker.postMessage({ type: 'stop' } satisfies ThreadOrder);
    const overdue = setTimeout(() => worker.terminate(), this.#options.orderlyEndMs);
    await exited;
    clearTimeout(overdue);
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const { script, name, limits } = this.#options;
    const worker = new Worker(script, { name, workerData: limits, env: {} });
    worker.on('message', (report: Report) => this.#running.get(report.id)?.resolve(report));
    worker.on('error', (cause) => this.#crashed(worker, cause));
    worker.on('exit', (code) => this.#crashed(worker, new Error(`exit code ${code}`)));
    this.#worker = worker;
    return worker;
  }

  #crashed(worker: Worker, cause: unknown): void {
    if (worker === this.#worker) this.#lose(new ScanEngineError('The scan thread died', { cause }));
  }

  #lose(reason: ScanEngineError): void {
    this.#worker = undefined;
    for (const scan of this.#running.values()) scan.reject(reason);
  }
}
