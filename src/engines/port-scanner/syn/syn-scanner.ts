import type { RateShare } from '../../../common/rate-share.ts';
import { assertScannable } from '../assert-scannable.ts';
import { type HostScanRequest, type HostScanResult, type PortScanner, ScanEngineError } from '../port-scanner.ts';
import { seedsFrom } from '../seeds.ts';
import { TcpScanResult } from '../tcp-scan-result.ts';
import type { SynLimits } from './syn-protocol.ts';
import { SynThread } from './syn-thread-client.ts';

/** Every rate may be Infinity: no limit. */
export interface SynScannerOptions {
  /** Where each target starts. Default 1,000. */
  readonly packetsPerSecondPerTarget?: number;
  /** What a target may rise to while less than 0.5 % is lost. Default 5,000. */
  readonly maxPacketsPerSecondPerTarget?: number;
  /** What a target that loses probes, or refuses them by ICMP, falls to at most. Default 100. */
  readonly minPacketsPerSecondPerTarget?: number;
  /** Of all targets in an IPv4 /24 or an IPv6 /64. Default 5,000. */
  readonly packetsPerSecondPerNetwork?: number;
  /** This process's part of that. Default: the whole. */
  readonly networkShare?: RateShare;
  /** Of the whole scanner. Default 50,000. */
  readonly packetsPerSecond?: number;
  /**
   * Fewest spaced probes to a port in `knownOpen` before its silence is believed. Default 3, at most 10. Other ports get two
   * at least, and all get as many as it takes to miss an open one with a probability of 1 : 1,000,000 at most.
   */
  readonly passes?: number;
  /**
   * How long to wait for a target that answered and then shut us out, before what it did not answer is left uncovered. Default
   * 20,000.
   */
  readonly giveUpMs?: number;
  /** Hosts under scan at once; further ones wait their turn. Bounds memory: some 200 kB per full range. Default 512. */
  readonly maxConcurrentScans?: number;
  /** Makes the probe order repeatable. Default: random. */
  readonly seed?: number;
}

const MOST_PASSES = 10;

/**
 * The engine of half-open connections: SYNs from raw sockets, IPv4 and IPv6, on a thread of its own. Needs Linux and
 * CAP_NET_RAW, nothing else; `synAvailability` tells whether it works here.
 *
 * - `open` means a SYN-ACK to our very probe. It isn't completed: the kernel resets it. Wrap the scanner with
 *   `createConfirmedScanner` where an open port has consequences.
 * - `closed` means a reset, said twice for a port in `knownOpen`. `filtered` means ICMP, or silence in all passes.
 * - A target that falls silent at ports that answered before is slowed down for, probed again, and at last given up: what
 *   was silent then stays uncovered. So do ports whose probes this machine could not send.
 * - UDP ports of a request stay uncovered.
 * - All running scans of one address share its pace, provided that they come from this scanner.
 *
 * @throws RangeError when an option is out of range
 */
export function createSynScanner(options: SynScannerOptions = {}): PortScanner {
  return new SynScanner(options);
}

class SynScanner implements PortScanner {
  readonly name = 'syn';
  readonly protocols = ['tcp'] as const;
  readonly #thread: SynThread;
  readonly #nextSeed: () => number;
  #isClosed = false;

  constructor(options: SynScannerOptions) {
    const maxConcurrentScans = positiveInteger('maxConcurrentScans', options.maxConcurrentScans ?? 512);
    this.#thread = new SynThread(limitsOf(options), maxConcurrentScans);
    this.#nextSeed = seedsFrom(options.seed);
  }

  async scan(request: HostScanRequest): Promise<HostScanResult> {
    if (this.#isClosed) throw new ScanEngineError('The scanner is closed');
    assertScannable(request, 'tcp');
    request.signal?.throwIfAborted();
    const startedAtMs = performance.now();
    const { verdicts, hostAnswered, localError } = await this.#thread.scan({ request, seed: this.#nextSeed() });
    const durationMs = performance.now() - startedAtMs;
    const result = new TcpScanResult(request, { engine: this.name, verdicts, hostAnswered, durationMs });
    if (result.coveredPorts === 0 && request.ports.tcp.length > 0 && localError !== undefined) {
      throw new ScanEngineError(`No port of ${request.address} could be probed: ${localError}`);
    }
    return result;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#thread.stop();
  }
}

function limitsOf(options: SynScannerOptions): SynLimits {
  const rate = (name: Exclude<keyof SynScannerOptions, 'networkShare'>, fallback: number): number => {
    const value = options[name] ?? fallback;
    if (value > 0) return value;
    throw new RangeError(`${name} must be a positive number, not ${value}`);
  };
  const packetsPerSecond = rate('packetsPerSecondPerTarget', 1000);
  const passes = positiveInteger('passes', options.passes ?? 3);
  if (passes > MOST_PASSES) throw new RangeError(`passes must be at most ${MOST_PASSES}, not ${passes}`);
  return {
    target: {
      packetsPerSecond,
      maxPacketsPerSecond: Math.max(packetsPerSecond, rate('maxPacketsPerSecondPerTarget', 5000)),
      minPacketsPerSecond: Math.min(packetsPerSecond, rate('minPacketsPerSecondPerTarget', 100)),
    },
    packetsPerSecondPerNetwork: rate('packetsPerSecondPerNetwork', 5000),
    networkShare: options.networkShare?.memory,
    packetsPerSecond: rate('packetsPerSecond', 50_000),
    passes,
    giveUpMs: positiveInteger('giveUpMs', options.giveUpMs ?? 20_000),
  };
}

function positiveInteger(name: keyof SynScannerOptions, value: number): number {
  if (Number.isInteger(value) && value > 0) return value;
  throw new RangeError(`${name} must be a positive integer, not ${value}`);
}
