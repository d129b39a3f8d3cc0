/** Scans a host as a worker does, with the real engines, and prints what came of each scan: for tests in network namespaces. */

import { createAddressPolicy } from '../../../engines/address-policy/address-policy.ts';
import { createConnectScanner } from '../../../engines/port-scanner/connect/connect-scanner.ts';
import { parsePortRanges } from '../../../engines/port-scanner/port-sets.ts';
import { createConfirmedScanner } from '../../../engines/port-scanner/syn/confirmed-scanner.ts';
import { createSynScanner } from '../../../engines/port-scanner/syn/syn-scanner.ts';
import { saidNothing } from '../../../engines/service-identification/service-identity.ts';
import { createLogger } from '../../../platform/telemetry/logger.ts';
import { runScan } from '../run-scan.ts';
import { UplinkWatch } from '../uplink-watch.ts';

export interface ScanTask {
  readonly engine: 'syn' | 'connect';
  readonly address: string;
  /** Ports and ranges. */
  readonly tcp: string;
  readonly times?: number;
}

export interface ScanOutcome {
  readonly open: readonly number[];
  readonly condition: string | null;
  readonly missingPorts: number;
}

const { engine, address, tcp, times = 1 } = JSON.parse(process.argv[2] ?? '{}') as ScanTask;
const connect = createConnectScanner({ threads: 1 });
const scanner = engine === 'connect' ? connect : createConfirmedScanner({ halfOpen: createSynScanner(), connect });
const unknown = {
  service: 'unknown',
  method: 'port_number',
  ...saidNothing,
  tlsFacts: null,
} as const;
const tools = {
  policy: createAddressPolicy([`${address}/32`]),
  scanner,
  identifier: { identify: async () => unknown, close: async () => {} },
  uplink: new UplinkWatch({ canaries: [], logger: createLogger('silent'), onChange: () => {} }),
  recheckDelaysMs: [100, 200],
};
const order = {
  endpointId: address,
  address,
  hostname: address,
  domains: [],
  ports: { tcp: parsePortRanges(tcp), udp: [] },
  maxPacketsPerSecond: 5_000,
  knownOpen: [],
  answeredBefore: false,
};
const outcomes: ScanOutcome[] = [];
for (let scan = 0; scan < times; scan += 1) {
  const result = await runScan(tools, order, new AbortController().signal);
  const open = result.open.map(({ port }) => port).sort((a, b) => a - b);
  outcomes.push({ open, condition: result.condition, missingPorts: result.portsRequested - result.portsCovered });
}
await scanner.close();
process.stdout.write(JSON.stringify(outcomes));
