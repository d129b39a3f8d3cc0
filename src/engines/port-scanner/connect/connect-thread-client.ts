import { ScanEngineError } from '../port-scanner.ts';
import { ThreadClient } from '../thread-client.ts';
import type { ScanCommand, ScanReport, ScanThreadLimits } from './connect-protocol.ts';

export interface ThreadScan {
  readonly address: string;
  readonly ports: Uint16Array<ArrayBuffer>;
  readonly seed: number;
  readonly maxPacketsPerSecond: number;
  readonly signal: AbortSignal | undefined;
}

/** How long a thread may take to end by itself; one that is cut off can't close its descriptors. */
const ORDERLY_END_MS = 2000;

/** One of the threads of the connect engine, and how busy it is. */
export class ConnectThread {
  readonly #thread: ThreadClient<Omit<ScanCommand, 'type' | 'id'>, ScanReport>;
  #waitingPorts = 0;

  constructor(limits: ScanThreadLimits) {
    const script = new URL('./connect-thread.ts', import.meta.url);
    this.#thread = new ThreadClient({ script, name: 'connect-scan', limits, orderlyEndMs: ORDERLY_END_MS });
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
    const portCount = scan.ports.length;
    this.#waitingPorts += portCount;
    try {
      return await this.#thread.scan(scan, [scan.ports.buffer], signal);
    } finally {
      this.#waitingPorts -= portCount;
    }
  }

  /** Ends the thread and with it every socket; running scans are rejected. */
  async stop(): Promise<void> {
    await this.#thread.stop(new ScanEngineError('The scanner was closed'));
  }
}
