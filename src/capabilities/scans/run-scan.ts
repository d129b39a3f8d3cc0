import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import type {
  HostScanResult,
  PortResult,
  PortScanner,
  PortSelection,
  Protocol,
} from '../../engines/port-scanner/port-scanner.ts';
import type { ServiceIdentifier } from '../../engines/service-identification/service-identifier.ts';
import { scenarioResult } from '../sandbox/scenario.ts';
import type { ScanResult } from './apply-scan-result.ts';
import type { ClaimedScan } from './claim-scan.ts';
import type { OpenPort } from './observations.ts';

export interface ScanTools {
  readonly policy: AddressPolicy;
  readonly scanner: PortScanner;
  readonly identifier: ServiceIdentifier;
  /** Waits before a port that vanished is probed again; each probe round retries by itself. */
  readonly recheckDelaysMs: readonly number[];
}

/** A scan that ended without evidence: it changes nothing. `message` is what the scan's history shows. */
export class InconclusiveScan extends Error {
  override readonly name = 'InconclusiveScan';
}

type Port = { readonly protocol: Protocol; readonly port: number };

/**
 * Scans one endpoint: ports, then another look at those that vanished, then what runs behind the open ones. Sends packets and
 * touches no database.
 * @throws InconclusiveScan when the address may no longer be scanned, ports were left unprobed, or the host fell silent
 */
export async function runScan(tools: ScanTools, scan: ClaimedScan, signal: AbortSignal): Promise<ScanResult> {
  if (scan.scenario !== null) return scenarioResult(scan.scenario, scan.knownOpen);
  // Checked on the exact address right before the packets: the operator may have changed the policy since the job was queued.
  if (tools.policy.verdict(scan.address) !== 'scan')
    throw new InconclusiveScan('address_excluded: the address may not be scanned');
  const ports = withKnownOpen(scan);
  const found = await tools.scanner.scan({ address: scan.address, ports, signal });
  refuseInconclusive(scan, found);
  const vanished = scan.knownOpen.filter((port) => found.stateOf(port.protocol, port.port)?.state !== 'open');
  const witness = vanished.length > 0 ? witnessOf(ports, found) : [];
  const rechecked = await recheck(tools, scan.address, { vanished, witness }, found, signal);
  const open = [...found.open, ...rechecked.reappeared];
  return {
    open: await identify(tools.identifier, scan.address, open, signal),
    closed: rechecked.closed,
    hostAnswered: found.hostAnswered,
    portsRequested: found.requestedPorts,
    portsCovered: found.coveredPorts,
    durationMs: found.durationMs,
  };
}

/** A port that was open is always looked at again, whatever the plan's ports are now: otherwise its alert could never end. */
function withKnownOpen(scan: ClaimedScan) {
  const known = scan.knownOpen.filter((port) => port.protocol === 'tcp').map((port) => port.port);
  const tcp = [...new Set([...scan.ports.tcp, ...known])].sort((a, b) => a - b);
  return { tcp, udp: scan.ports.udp };
}

function refuseInconclusive(scan: ClaimedScan, found: HostScanResult): void {
  if (found.coveredPorts < found.requestedPorts) {
    throw new InconclusiveScan(`partial: ${found.coveredPorts} of ${found.requestedPorts} ports got a verdict`);
  }
  if (!found.hostAnswered && scan.knownOpen.length > 0) {
    throw new InconclusiveScan('host_unreachable: the host answered nothing, though ports were open before');
  }
}

interface Rechecked {
  readonly closed: readonly Port[];
  readonly reappeared: readonly PortResult[];
}

/** A port by which the host showed in the scan that it is there; empty when it showed itself by none. */
function witnessOf(ports: PortSelection, found: HostScanResult): Port[] {
  const asked = [
    ...ports.tcp.map((port) => ({ protocol: 'tcp' as const, port })),
    ...ports.udp.map((port) => ({ protocol: 'udp' as const, port })),
  ];
  const refusing = () => asked.find((port) => found.stateOf(port.protocol, port.port)?.state === 'closed');
  return [found.open[0] ?? refusing()].filter((port) => port !== undefined);
}

/**
 * A refusal is believed when it comes twice; silence only after every recheck, and only while the host still answers at the
 * port of the witness: a host that went away meanwhile has closed nothing.
 */
async function recheck(
  tools: ScanTools,
  address: string,
  { vanished, witness }: { vanished: readonly Port[]; witness: readonly Port[] },
  found: HostScanResult,
  signal: AbortSignal,
): Promise<Rechecked> {
  const closed: Port[] = [];
  const reappeared: PortResult[] = [];
  let undecided = vanished.filter((port) => found.stateOf(port.protocol, port.port) !== undefined);
  for (const [round, delayMs] of tools.recheckDelaysMs.entries()) {
    if (undecided.length === 0) break;
    await sleep(delayMs, undefined, { signal });
    const asked = [...undecided, ...witness];
    const ports = { tcp: portsOf(asked, 'tcp'), udp: portsOf(asked, 'udp') };
    const again = await tools.scanner.scan({ address, ports, signal });
    const last = round === tools.recheckDelaysMs.length - 1;
    if (last && !again.hostAnswered) {
      throw new InconclusiveScan('host_unreachable: the host fell silent while ports were looked at again');
    }
    undecided = undecided.filter((port) => {
      const result = again.stateOf(port.protocol, port.port);
      if (result?.state === 'open') reappeared.push(result);
      else if (result?.state === 'closed' || (result && last)) closed.push(port);
      else return true;
      return false;
    });
  }
  return { closed, reappeared };
}

/** Ascending, each once. */
function portsOf(ports: readonly Port[], protocol: Protocol): number[] {
  const numbers = ports.filter((port) => port.protocol === protocol).map((port) => port.port);
  return [...new Set(numbers)].sort((a, b) => a - b);
}

async function identify(
  identifier: ServiceIdentifier,
  address: string,
  open: readonly PortResult[],
  signal: AbortSignal,
): Promise<OpenPort[]> {
  return Promise.all(
    open.map(async ({ protocol, port }) => ({
      protocol,
      port,
      identity: await identifier.identify({ address, protocol, port, signal }),
    })),
  );
}
