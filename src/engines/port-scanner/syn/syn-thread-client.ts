import { Semaphore } from '../../../common/semaphore.ts';
import { type HostScanRequest, ScanEngineError } from '../port-scanner.ts';
import { ThreadClient } from '../thread-client.ts';
import type { ScanCommand, ScanReport, SynLimits } from './syn-protocol.ts';

/** A thread that has been told to stop and has not after this time is ended by force. */
const STOP_TIMEOUT_MS = 1000;

type ThreadScan = Omit<ScanCommand, 'type' | 'id'>;

/** The scan thread of half-open connections, and the places on it: scans beyond them wait. */
export class SynThread {
  readonly #thread: ThreadClient<ThreadScan, ScanReport>;
  readonly #places: Semaphore;
  #stopped: ScanEngineError | undefined;

  constructor(limits: SynLimits, maxConcurrentScans: number) {
    const script = new URL('./syn-thread.ts', import.meta.url);
    this.#thread = new ThreadClient({ script, name: 'syn-scan', limits, orderlyEndMs: STOP_TIMEOUT_MS });
    this.#places = new Semaphore(maxConcurrentScans);
  }

  /**
   * @throws the signal's reason when aborted
   * @throws ScanEngineError when the thread dies
   */
  scan({ request, seed }: { request: HostScanRequest; seed: number }): Promise<ScanReport> {
    return this.#places.run(request.signal, async () => {
      request.signal?.throwIfAborted();
      if (this.#stopped !== undefined) throw this.#stopped;
      const scan = threadScanOf(request, seed);
      return await this.#thread.scan(scan, [scan.ports.buffer, scan.knownOpen.buffer], request.signal);
    });
  }

  /** Ends the thread and with it every socket; running and waiting scans are rejected. */
  async stop(): Promise<void> {
    this.#stopped = new ScanEngineError('The scanner was closed');
    this.#places.close(this.#stopped);
    await this.#thread.stop(this.#stopped);
  }
}

function threadScanOf(request: HostScanRequest, seed: number): ThreadScan {
  return {
    address: request.address,
    ports: Uint16Array.from(request.ports.tcp),
    knownOpen: Uint16Array.from(request.knownOpen?.tcp ?? []),
    maxPacketsPerSecond: request.maxPacketsPerSecond ?? Number.POSITIVE_INFINITY,
    seed,
  };
}
