import type { ScanTerms } from '../../accounts/scan-terms/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';
import type { PortSelection } from '../../engines/port-scanner/port-scanner.ts';
import type { ScanRefusal } from '../../resources/endpoints/index.ts';
import type { EndpointCondition } from './endpoint-condition.ts';
import type { OpenPort } from './observations.ts';
import type { ScannedPort } from './scan-look.ts';

/** All that a worker needs to know to scan. */
export interface ClaimedScan {
  readonly terms: ScanTerms;
  readonly ports: PortSelection;
  readonly maxPacketsPerSecond: number;
  readonly scanId: string;
  readonly endpointId: string;
  readonly world: World;
  readonly address: string;
  /** What the server is known by; its address when it has no name. */
  readonly hostname: string;
  /** The customer's monitored domains, the newest ones: the server may answer by their names, too. */
  readonly domains: readonly string[];
  readonly trigger: 'scheduled' | 'manual';
  /** Ports that earlier scans saw open: when one seems to have vanished it is checked again. */
  readonly knownOpen: readonly ScannedPort[];
  /** Whether the host answered when it was last scanned. */
  readonly answeredBefore: boolean;
}

/** What the packets of a scan depend on. */
export type ScanOrder = Pick<
  ClaimedScan,
  'endpointId' | 'address' | 'hostname' | 'domains' | 'ports' | 'maxPacketsPerSecond' | 'knownOpen' | 'answeredBefore'
>;

/** What a scan tells of an endpoint. One that is partial proves what it saw open, and nothing else: it has nothing closed or silent. */
export interface ScanResult {
  readonly open: readonly OpenPort[];
  /** Ports that were open before and are proved closed: covered, refused, and refused again later. */
  readonly closed: readonly ScannedPort[];
  /** Ports that were open before and stayed silent in every round, while the host answered elsewhere. */
  readonly silent: readonly ScannedPort[];
  /** Not null: nothing can be said of the ports, and nothing changes for them. */
  readonly condition: EndpointCondition | null;
  readonly hostAnswered: boolean;
  readonly portsRequested: number;
  readonly portsCovered: number;
  readonly durationMs: number;
}

/** Whether ports were left without a verdict, so that the scan closes nothing and counts as no look (decisions §6.5). */
export function isPartial({ condition, portsRequested, portsCovered }: ScanResult): boolean {
  return condition === null && portsCovered < portsRequested;
}

/** What finds out about one endpoint: the network, or in a sandbox its scenario. */
export interface EndpointScanner {
  /** As stored with the scan. */
  readonly engine: string;
  /** Why the address is not scanned; null: it is. */
  refusal(address: string): ScanRefusal | null;
  /** @throws InconclusiveScan when the scan ended without evidence */
  scan(operation: Operation, scan: ClaimedScan, signal: AbortSignal): Promise<ScanResult>;
}

/** A worker's scanners: one for each world. */
export type EndpointScanners = Readonly<Record<World, EndpointScanner>>;
