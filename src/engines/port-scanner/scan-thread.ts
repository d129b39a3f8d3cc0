import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

import type { ScanReport, ScanThreadLimits } from './connect-protocol.ts';
import { ScanEngineError } from './port-scanner.ts';

export interface ThreadScan {
  readonly address: string;
  readonly ports: Uint16Array<ArrayBuffer>;
  readonly seed: number;
  readonly maxPacketsPerSecond: number;
  readonly signal: AbortSignal | undefined;
}

/** How long a thread may take to end by itself; one that is cut off can't close its descriptors. */
const ORDERLY_END_MS = 2000;

interface RunningScan {
  readonly portCount: number;
  resolve(report: ScanReport): void;
  reject(reason: unknown): void;
}

/**
 * The scanner's side of one scan thread. The thread is started by the first scan and again after a crash; while it
 * has nothing to do it doesn't keep the process alive.
 */
export class ScanThread {
  readonly #limits: ScanThreadLimits;
  readonly #running = new Map<number, RunningScan>();
  #worker: Worker | undefined;
  #lastId = 0;
  #waitingPorts = 0;

  constructor(limits: ScanThreadLimits) {
    this.#limits = limits;
  }

  /** Ports of all running scans: how busy the thread is. */
  get waitingPorts(): number {
    return this.#waitingPorts;
  }

  /**
   * @throws the signal's reason when aborted
   * @throws ScanEngineError when the thread dies
   */
  async scan({ signal, ...scan }: ThreadScan): Promise<ScanReport> {
    signal?.throwIfAborted();
    const worker = this.#startedWorker();
    const id = ++this.#lastId;
    const portCount = scan.ports.length;
    const abort = (): void => {
      worker.postMessage({ type: 'abort', id });
      this.#running.get(id)?.reject(signal?.reason);
    };
    this.#waitingPorts += portCount;
    worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#running.set(id, { portCount, resolve, reject });
        signal?.addEventListener('abort', abort, { once: true });
        worker.postMessage({ type: 'scan', id, ...scan }, [scan.ports.buffer]);
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#running.delete(id);
      this.#waitingPorts -= portCount;
      if (this.#running.size === 0 && worker === this.#worker) worker.unref();
    }
  }

  /** Ends the thread and with it every socket; running scans are rejected. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#lose(new ScanEngineError('The scanner was closed'));
    if (worker === undefined) return;
    // Without this an otherwise idle process would end before the thread does.
    worker.ref();
    const exited = once(worker, 'exit');
    worker.postMessage({ type: 'close' });
    const overdue = setTimeout(() => worker.terminate(), ORDERLY_END_MS);
    await exited;
    clearTimeout(overdue);
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./connect-thread.ts', import.meta.url), {
      name: 'connect-scan',
      workerData: this.#limits,
      env: {},
    });
    worker.on('message', (report: ScanReport) => this.#running.get(report.id)?.resolve(report));
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
