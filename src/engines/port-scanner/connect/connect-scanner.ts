import { availableParallelism } from 'node:os';
import { networkOf } from '../../../common/ip-bytes.ts';
import type { RateShare } from '../../../common/rate-share.ts';
import { assertScannable } from '../assert-scannable.ts';
import { type HostScanRequest, type HostScanResult, type PortScanner, ScanEngineError } from '../port-scanner.ts';
import { seedsFrom } from '../seeds.ts';
import { TcpScanResult } from '../tcp-scan-result.ts';
import { meaningOf } from '../tcp-verdicts.ts';
import type { RateRange } from './adaptive-rate.ts';
import { ConnectThread } from './connect-thread-client.ts';

import { descriptorLimit } from './descriptor-limit.ts';

export interface ConnectScannerOptions {
  /**
   * Sockets in use at once. Default: three quarters of the descriptor limit, leaving at least 256 to the rest of the
   * process, and at most 16,384. A range of silent ports takes ports × timeout / sockets.
   */
  readonly maxSockets?: number;
  /** Default 2,000. Connections that one target sees half open at once. */
  readonly maxSocketsPerHost?: number;
  /**
   * The rate at which a target is first asked. Default 1,000. Small devices have been seen to stall at 500; raise it only
   * for targets known to be sturdy.
   */
  readonly connectsPerSecondPerHost?: number;
  /** What the rate rises to while a target answers practically everything. Default 5,000, or the first rate if that is higher. */
  readonly mostConnectsPerSecondPerHost?: number;
  /** What it falls to while answers go missing or ICMP says no. Default 100, or the first rate if that is lower. */
  readonly fewestConnectsPerSecondPerHost?: number;
  /** To all hosts of one /24 (IPv6: /64) together: they are likely to share a link and a firewall. Default 5,000. */
  readonly connectsPerSecondPerNetwork?: number;
  /** This process's part of that. Default: the whole. */
  readonly networkShare?: RateShare;
  /** Of the whole scanner. Default 50,000. */
  readonly connectsPerSecond?: number;
  /** How long to wait while a host's round trip is unknown. Default 1,300: long enough for the kernel's own SYN repetition at 1 s. */
  readonly initialTimeoutMs?: number;
  /** The least to wait, however near the host. Default 300. */
  readonly minTimeoutMs?: number;
  /** Further passes over ports that stayed silent. Default 3; a host that never answered gets one, over a sample. */
  readonly retries?: number;
  /**
   * Default 2, or 1 on a single core. A thread starts when there is work that the others are too busy for. Each gets an
   * equal part of sockets and rate, and a network (/24, /64) stays with one thread: to scan a single host as fast as
   * possible, use one.
   */
  readonly threads?: number;
  /**
   * `native` calls the kernel directly, at a third of the cost of Node's sockets. Default: native, and where that is not
   * possible (another system than Linux on x64 or arm64 with glibc) Node's.
   */
  readonly sockets?: 'native' | 'node';
  /** Makes the probe order repeatable. Default: random. */
  readonly seed?: number;
}

const RESERVED_DESCRIPTORS = 256;
const FEWEST_SOCKETS = 16;
const MOST_SOCKETS = 16_384;
const MOST_PACKETS_PER_SECOND = 1_000_000;

/**
 * The engine that needs no privileges: TCP handshakes by the kernel, over IPv4 and IPv6, on threads of its own so that
 * the caller's event loop isn't delayed.
 *
 * - `closed` means a reset came back. An ICMP "port unreachable" looks the same to connect(2), so a firewall that
 *   rejects that way reads as closed, too.
 * - `filtered` by silence means that every pass stayed unanswered, the last one a second after the one before.
 * - A target is asked slower when answers go missing, and faster while it answers everything; `maxPacketsPerSecond` of a
 *   request is the ceiling whatever the target bears. Packets are those of ours that a probe takes: one, three for an open port.
 * - Local errors (no descriptors, no free local port, no route, forbidden by a local firewall) are retried with back-off;
 *   ports they keep from being probed stay uncovered, and a scan without any covered port is rejected.
 * - UDP ports of a request stay uncovered.
 * - All running scans of one address share its pace, provided that they come from this scanner.
 *
 * @throws RangeError when an option is out of range
 */
export function createConnectScanner(options: ConnectScannerOptions = {}): PortScanner {
  return new ConnectScanner(options);
}

class ConnectScanner implements PortScanner {
  readonly name = 'connect';
  readonly protocols = ['tcp'] as const;
  readonly #threads: readonly ConnectThread[];
  readonly #threadOfNetwork = new Map<string, { readonly thread: ConnectThread; scans: number }>();
  readonly #nextSeed: () => number;
  #isClosed = false;

  constructor(options: ConnectScannerOptions) {
    this.#threads = createThreads(options);
    this.#nextSeed = seedsFrom(options.seed);
  }

  async scan(request: HostScanRequest): Promise<HostScanResult> {
    if (this.#isClosed) throw new ScanEngineError('The scanner is closed');
    assertScannable(request, 'tcp');
    request.signal?.throwIfAborted();
    const startedAtMs = performance.now();
    const { verdicts, localError } = await this.#scanOnThread(request);
    const hostAnswered = verdicts.some((verdict) => meaningOf(verdict)?.fromTarget === true);
    const durationMs = performance.now() - startedAtMs;
    const result = new TcpScanResult(request, { engine: this.name, verdicts, hostAnswered, durationMs });
    if (result.coveredPorts === 0 && verdicts.length > 0) {
      throw new ScanEngineError(`No port of ${request.address} could be probed: ${localError}`);
    }
    return result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.map((thread) => thread.stop()));
  }

  /** Hosts of one network share a pace, and therefore a thread. */
  async #scanOnThread({ address, ports, maxPacketsPerSecond = MOST_PACKETS_PER_SECOND, signal }: HostScanRequest) {
    const network = networkOf(address);
    const pinned = this.#threadOfNetwork.get(network) ?? { thread: this.#leastBusyThread(), scans: 0 };
    this.#threadOfNetwork.set(network, pinned);
    pinned.scans += 1;
    try {
      const tcp = Uint16Array.from(ports.tcp);
      return await pinned.thread.scan({ address, ports: tcp, seed: this.#nextSeed(), maxPacketsPerSecond, signal });
    } finally {
      pinned.scans -= 1;
      if (pinned.scans === 0) this.#threadOfNetwork.delete(network);
    }
  }

  #leastBusyThread(): ConnectThread {
    return this.#threads.reduce((least, thread) => (thread.waitingPorts < least.waitingPorts ? thread : least));
  }
}

function createThreads(options: ConnectScannerOptions): ConnectThread[] {
  const threads = positive('threads', options.threads ?? Math.min(2, availableParallelism()));
  const maxSockets = positive('maxSockets', options.maxSockets ?? defaultMaxSockets());
  const connectsPerSecond = positive('connectsPerSecond', options.connectsPerSecond ?? 50_000);
  const retries = options.retries ?? 3;
  if (!Number.isInteger(retries) || retries < 0) throw new RangeError(`retries must be 0 or more, not ${retries}`);
  const limits = {
    sockets: options.sockets ?? 'native',
    maxSockets: Math.max(1, Math.floor(maxSockets / threads)),
    connectsPerSecond: connectsPerSecond / threads,
    maxSocketsPerHost: positive('maxSocketsPerHost', options.maxSocketsPerHost ?? 2000),
    connectsPerSecondPerHost: rateRange(options),
    connectsPerSecondPerNetwork: positive('connectsPerSecondPerNetwork', options.connectsPerSecondPerNetwork ?? 5000),
    networkShare: options.networkShare?.memory,
    initialTimeoutMs: positive('initialTimeoutMs', options.initialTimeoutMs ?? 1300),
    minTimeoutMs: positive('minTimeoutMs', options.minTimeoutMs ?? 300),
    retries,
  };
  return Array.from({ length: threads }, () => new ConnectThread(limits));
}

function rateRange(options: ConnectScannerOptions): RateRange {
  const start = positive('connectsPerSecondPerHost', options.connectsPerSecondPerHost ?? 1000);
  const { mostConnectsPerSecondPerHost: most, fewestConnectsPerSecondPerHost: fewest } = options;
  const range = {
    start,
    most: positive('mostConnectsPerSecondPerHost', most ?? Math.max(5000, start)),
    fewest: positive('fewestConnectsPerSecondPerHost', fewest ?? Math.min(100, start)),
  };
  if (range.fewest <= start && start <= range.most) return range;
  throw new RangeError(`connectsPerSecondPerHost must be within ${range.fewest}..${range.most}, not ${start}`);
}

function positive(name: keyof ConnectScannerOptions, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive integer, not ${value}`);
}

function defaultMaxSockets(): number {
  const limit = descriptorLimit();
  const spare = limit - Math.max(RESERVED_DESCRIPTORS, Math.ceil(limit / 4));
  return Math.min(MOST_SOCKETS, Math.max(FEWEST_SOCKETS, spare));
}
