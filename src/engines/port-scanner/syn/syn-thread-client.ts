import { Worker } from 'node:worker_threads';

import { type HostScanRequest, ScanEngineError } from '../port-scanner.ts';
import { Places } from './places.ts';
import type { ScanReport, SynLimits, ThreadCommand } from './syn-protocol.ts';

interface RunningScan {
  resolve(report: ScanReport): void;
  reject(reason: unknown): void;
}

/** A thread that has been told to stop and has not after this time is ended by force. */
const STOP_TIMEOUT_MS = 1000;

/**
 * The scanner's side of the scan thread. The thread is started by the first scan and again after a crash; while it
 * has nothing to do it doesn't keep the process alive.
 */
export class SynThread {
  readonly #limits: SynLimits;
  readonly #places: Places;
  readonly #running = new Map<number, RunningScan>();
  #worker: Worker | undefined;
  #stopped: ScanEngineError | undefined;
  #lastId = 0;

  constructor(limits: SynLimits, maxConcurrentScans: number) {
    this.#limits = limits;
    this.#places = new Places(maxConcurrentScans);
  }

  /**
   * @throws the signal's reason when aborted
   * @throws ScanEngineError when the thread dies
   */
  async scan({ request, seed }: { request: HostScanRequest; seed: number }): Promise<ScanReport> {
    const leave = await this.#places.enter(request.signal);
    try {
      request.signal?.throwIfAborted();
      if (this.#stopped !== undefined) throw this.#stopped;
      return await this.#scanOnThread(request, seed);
    } finally {
      leave();
    }
  }

  /** Ends the thread and with it every socket; running and waiting scans are rejected. */
  async stop(): Promise<void> {
    const worker = this.#worker;
    this.#stopped = new ScanEngineError('The scanner was closed');
    this.#places.close(this.#stopped);
    this.#lose(this.#stopped);
    if (worker === undefined) return;
    // Without this an otherwise idle process would end before the thread does.
    worker.ref();
    const exited = new Promise((resolve) => worker.once('exit', resolve));
    this.#tell(worker, { type: 'stop' });
    const timer = setTimeout(() => worker.terminate(), STOP_TIMEOUT_MS);
    await exited;
    clearTimeout(timer);
  }

  async #scanOnThread(request: HostScanRequest, seed: number): Promise<ScanReport> {
    const { signal } = request;
    const worker = this.#startedWorker();
    const id = ++this.#lastId;
    const abort = (): void => {
      this.#tell(worker, { type: 'abort', id });
      this.#running.get(id)?.reject(signal?.reason);
    };
    worker.ref();
    try {
      return await new Promise((resolve, reject) => {
        this.#running.set(id, { resolve, reject });
        signal?.addEventListener('abort', abort, { once: true });
        this.#tell(worker, commandOf(request, id, seed));
      });
    } finally {
      signal?.removeEventListener('abort', abort);
      this.#running.delete(id);
      if (this.#running.size === 0 && worker === this.#worker) worker.unref();
    }
  }

  #tell(worker: Worker, command: ThreadCommand): void {
    worker.postMessage(command, command.type === 'scan' ? [command.ports.buffer, command.knownOpen.buffer] : []);
  }

  #startedWorker(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(new URL('./syn-thread.ts', import.meta.url), {
      name: 'syn-scan',
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

function commandOf(request: HostScanRequest, id: number, seed: number): ThreadCommand {
  return {
    type: 'scan',
    id,
    address: request.address,
    ports: Uint16Array.from(request.ports.tcp),
    knownOpen: Uint16Array.from(request.knownOpen?.tcp ?? []),
    maxPacketsPerSecond: request.maxPacketsPerSecond ?? Number.POSITIVE_INFINITY,
    seed,
  };
}
