/** What the scanner and its thread say to each other. */

import type { ThreadOrder } from '../thread-client.ts';
import type { PaceLimits } from './adaptive-pace.ts';

/** Limits of the scan thread. Rates may be Infinity. */
export interface SynLimits {
  readonly target: PaceLimits;
  readonly packetsPerSecondPerNetwork: number;
  /** Of a RateShare: this process's part of the rate of a network. Default: the whole. */
  readonly networkShare?: SharedArrayBuffer | undefined;
  readonly packetsPerSecond: number;
  readonly passes: number;
  readonly giveUpMs: number;
}

export interface ScanCommand {
  readonly type: 'scan';
  readonly id: number;
  readonly address: string;
  /** Ascending and unique. */
  readonly ports: Uint16Array<ArrayBuffer>;
  readonly knownOpen: Uint16Array<ArrayBuffer>;
  readonly maxPacketsPerSecond: number;
  /** Decides the probe order. */
  readonly seed: number;
}

export type ThreadCommand = ScanCommand | ThreadOrder;

export interface ScanReport {
  readonly id: number;
  /** One verdict per port, in the order of the command's ports. */
  readonly verdicts: Uint8Array<ArrayBuffer>;
  readonly hostAnswered: boolean;
  /** The local error that left ports without a verdict, e.g. `ENETUNREACH`. */
  readonly localError: string | undefined;
}
