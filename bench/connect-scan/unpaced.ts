import type { ConnectScannerOptions } from '../../src/engines/port-scanner/connect/connect-scanner.ts';

/** Politeness lifted: how fast a target may be asked is not what is measured. */
export const UNPACED: ConnectScannerOptions = {
  connectsPerSecondPerHost: 1_000_000,
  fewestConnectsPerSecondPerHost: 1_000_000,
  connectsPerSecondPerNetwork: 1_000_000,
  connectsPerSecond: 1_000_000,
  maxSocketsPerHost: 100_000,
};
