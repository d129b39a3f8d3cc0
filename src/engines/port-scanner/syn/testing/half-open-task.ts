/** Scans as it is told in its argument and prints what came of it, for tests that need a namespace or privileges of its own. */

import { createConnectScanner } from '../../connect/connect-scanner.ts';
import { openSockets } from '../../fixtures/open-sockets.ts';
import type { HostScanResult } from '../../port-scanner.ts';
import { parsePortRanges } from '../../port-sets.ts';
import { synAvailability } from '../availability.ts';
import { createConfirmedScanner } from '../confirmed-scanner.ts';
import { createSynScanner, type SynScannerOptions } from '../syn-scanner.ts';

export interface HalfOpenTask {
  readonly options?: SynScannerOptions;
  /** Rates may be lifted: JSON knows no Infinity. */
  readonly isUnlimited?: boolean;
  /** Confirm by handshakes. */
  readonly isConfirmed?: boolean;
  readonly scans?: readonly ScanTask[];
  /** Aborted as soon as it has its sockets. */
  readonly aborted?: ScanTask;
}

interface ScanTask {
  readonly address: string;
  /** Ports and ranges. */
  readonly tcp: string;
  readonly knownOpen?: string;
}

export interface HalfOpenOutcome {
  readonly address: string;
  readonly hostAnswered?: boolean;
  /** How many covered ports have which evidence. */
  readonly evidence?: Readonly<Record<string, number>>;
  readonly open?: readonly number[];
  readonly coveredPorts?: number;
  readonly error?: string;
}

export interface HalfOpenReport {
  readonly available: Awaited<ReturnType<typeof synAvailability>>;
  readonly outcomes: readonly HalfOpenOutcome[];
  /** One second after the abort at the latest, with the thread still alive. */
  readonly socketsAfterAbort?: number;
  readonly socketsLeft: number;
}

const task = JSON.parse(process.argv[2] ?? '{}') as HalfOpenTask;
const unlimited: SynScannerOptions = task.isUnlimited
  ? {
      packetsPerSecondPerTarget: Infinity,
      packetsPerSecondPerNetwork: Infinity,
      packetsPerSecond: Infinity,
      minPacketsPerSecondPerTarget: 5000,
    }
  : {};
const socketsBefore = openSockets();
const available = await synAvailability();
const halfOpen = createSynScanner({ ...unlimited, ...task.options });
const scanner = task.isConfirmed
  ? createConfirmedScanner({ halfOpen, connect: createConnectScanner({ threads: 1 }), retryDelayMs: 50 })
  : halfOpen;

async function scan({ address, tcp, knownOpen = '' }: ScanTask, signal?: AbortSignal): Promise<HalfOpenOutcome> {
  const ports = { tcp: parsePortRanges(tcp), udp: [] };
  const known = knownOpen === '' ? undefined : { tcp: parsePortRanges(knownOpen), udp: [] };
  try {
    const result = await scanner.scan({ address, ports, knownOpen: known, signal });
    return { address, hostAnswered: result.hostAnswered, ...summaryOf(result, ports.tcp) };
  } catch (error) {
    return { address, error: String(error) };
  }
}

function summaryOf(result: HostScanResult, tcp: readonly number[]) {
  const evidence: Record<string, number> = {};
  for (const port of tcp) {
    const verdict = result.stateOf('tcp', port);
    if (verdict !== undefined) evidence[verdict.evidence] = (evidence[verdict.evidence] ?? 0) + 1;
  }
  return { evidence, open: result.open.map(({ port }) => port), coveredPorts: result.coveredPorts };
}

/** @returns how many sockets are left of the scan, after a second at most: that is what the engine promises */
async function abortScan(aborted: ScanTask): Promise<number> {
  const abort = new AbortController();
  const ended = scan(aborted, abort.signal);
  await eventually(() => openSockets() > socketsBefore, 20_000);
  if (openSockets() === socketsBefore) throw new Error('The scan that shall be aborted has never begun');
  abort.abort(new Error('enough'));
  await ended;
  await eventually(() => openSockets() === socketsBefore, 1000);
  return openSockets() - socketsBefore;
}

async function eventually(condition: () => boolean, limitMs: number): Promise<void> {
  for (let waitedMs = 0; waitedMs < limitMs && !condition(); waitedMs += 10) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

const outcomes = await Promise.all((task.scans ?? []).map((each) => scan(each)));
const socketsAfterAbort = task.aborted && (await abortScan(task.aborted));
await scanner.close();
const report: HalfOpenReport = {
  available,
  outcomes,
  ...(socketsAfterAbort === undefined ? {} : { socketsAfterAbort }),
  socketsLeft: openSockets() - socketsBefore,
};
process.stdout.write(JSON.stringify(report));
