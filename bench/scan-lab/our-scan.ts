/** Scans with one of our engines, as its argument says, and prints what it found: runs in the scanner's namespace. */

import { monitorEventLoopDelay } from 'node:perf_hooks';

import { createConnectScanner } from '../../src/engines/port-scanner/connect/connect-scanner.ts';
import type { PortScanner } from '../../src/engines/port-scanner/port-scanner.ts';
import { createSynScanner } from '../../src/engines/port-scanner/syn/syn-scanner.ts';
import { UNPACED } from '../connect-scan/unpaced.ts';

export interface OurScanTask {
  readonly engine: 'syn' | 'connect';
  readonly addresses: readonly string[];
  readonly firstPort: number;
  readonly lastPort: number;
  /** Of all together; null: no limit. */
  readonly packetsPerSecond: number | null;
}

export interface OurScanReport {
  /** Open `address:port` pairs. */
  readonly open: readonly string[];
  /** Of an engine whose threads run, as a service's do. */
  readonly seconds: number;
  readonly cpuSeconds: number;
  /** How late timers of the main thread were while it scanned; the resolution is 1 ms. */
  readonly eventLoopDelayP99Ms: number;
  readonly coveredPorts: number;
}

/** The lab's hosts are ours: politeness is lifted, adaptation is not. */
function scannerFor({ engine, packetsPerSecond }: OurScanTask): PortScanner {
  const limit = packetsPerSecond ?? Number.POSITIVE_INFINITY;
  if (engine === 'syn') {
    return createSynScanner({
      packetsPerSecondPerTarget: limit,
      maxPacketsPerSecondPerTarget: limit,
      packetsPerSecondPerNetwork: limit,
      packetsPerSecond: limit,
    });
  }
  return createConnectScanner({
    ...UNPACED,
    fewestConnectsPerSecondPerHost: 100,
    ...(packetsPerSecond !== null && { connectsPerSecond: packetsPerSecond }),
  });
}

const task = JSON.parse(process.argv[2] ?? '') as OurScanTask;
const tcp = Array.from({ length: task.lastPort - task.firstPort + 1 }, (_, index) => task.firstPort + index);
const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
const scanner = scannerFor(task);
// Its threads start with the first scan, which shall find nothing: the machine itself resets.
await scanner.scan({ address: '127.0.0.1', ports: { tcp: [1], udp: [] } });
const cpu = process.cpuUsage();
const startedAtMs = performance.now();
const results = await Promise.all(task.addresses.map((address) => scanner.scan({ address, ports: { tcp, udp: [] } })));
const seconds = (performance.now() - startedAtMs) / 1000;
const { user, system } = process.cpuUsage(cpu);
delay.disable();
await scanner.close();
const report: OurScanReport = {
  open: results.flatMap(({ address, open }) => open.map(({ port }) => `${address}:${port}`)),
  seconds,
  cpuSeconds: (user + system) / 1e6,
  eventLoopDelayP99Ms: Math.max(0, delay.percentile(99) / 1e6 - 1),
  coveredPorts: results.reduce((sum, { coveredPorts }) => sum + coveredPorts, 0),
};
process.stdout.write(JSON.stringify(report));
