/** What the scanner and its threads say to each other. */

import type { ThreadOrder } from '../thread-client.ts';
import type { RateRange } from './adaptive-rate.ts';

/** Limits of one scan thread; the scanner has already divided its own among its threads. */
export interface ScanThreadLimits {
  readonly sockets: 'native' | 'node';
  readonly maxSockets: number;
  readonly maxSocketsPerHost: number;
  readonly connectsPerSecondPerHost: RateRange;
  readonly connectsPerSecondPerNetwork: number;
  /** Of a RateShare: this process's part of the rate of a network. Default: the whole. */
  readonly networkShare?: SharedArrayBuffer | undefined;
  readonly connectsPerSecond: number;
  readonly initialTimeoutMs: number;
  readonly minTimeoutMs: number;
  /** Further passes over the ports that did not answer clearly. */
  readonly retries: number;
}

export interface ScanCommand {
  readonly type: 'scan';
  readonly id: number;
  readonly address: string;
  /** Ascending and unique. */
  readonly ports: Uint16Array;
  /** Decides the probe order. */
  readonly seed: number;
  /** Ceiling for the address while this scan runs. */
  readonly maxPacketsPerSecond: number;
}

export type ThreadCommand = ScanCommand | ThreadOrder;

export interface ScanReport {
  readonly id: number;
  /** One verdict per port, in the order of the command's ports. */
  readonly verdicts: Uint8Array;
  /** The local error that left ports without a verdict, e.g. `ENETUNREACH`. */
  readonly localError: string | undefined;
}
