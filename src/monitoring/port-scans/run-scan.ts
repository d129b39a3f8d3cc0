import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import type { HostScanResult, PortResult, PortScanner } from '../../engines/port-scanner/port-scanner.ts';
import type { ServiceIdentifier } from '../../engines/service-identification/service-identifier.ts';
import { pretends } from './answers-everything.ts';
import { askRefusedAgain } from './ask-refused-again.ts';
import { isPartial, type ScanOrder, type ScanResult } from './endpoint-scanner.ts';
import { InconclusiveScan } from './inconclusive-scan.ts';
import type { OpenPort } from './observations.ts';
import { noneVanished, recheckVanished } from './recheck-vanished.ts';
import { lookAt, withPorts } from './scan-look.ts';
import type { ScanUplink, UplinkWatch } from './uplink-watch.ts';

export interface ScanTools {
  readonly policy: AddressPolicy;
  readonly scanner: PortScanner;
  readonly identifier: ServiceIdentifier;
  readonly uplink: UplinkWatch;
  /** Waits before a port that vanished is probed again, at least two; each probe round retries by itself. */
  readonly recheckDelaysMs: readonly number[];
}

/**
 * Scans one endpoint: ports, then another look at those that vanished, then what runs behind the open ones. Sends packets and
 * touches no database.
 * @throws InconclusiveScan when the scan ended without evidence
 */
export async function runScan(tools: ScanTools, scan: ScanOrder, signal: AbortSignal): Promise<ScanResult> {
  // Checked on the exact address right before the packets: the operator may have changed the policy since the job was queued.
  if (tools.policy.verdict(scan.address) !== 'scan')
    throw new InconclusiveScan('address_excluded', 'the address may not be scanned');
  const uplink = tools.uplink.begin();
  // A port that was open is always looked at again, whatever the plan's ports are now: otherwise its alert could never end.
  const asked = withPorts(scan.ports, scan.knownOpen);
  const found = await lookAt(tools.scanner, scan, asked, signal);
  const summary = summaryOf(found);
  if (!found.hostAnswered) return silentHost(scan, summary, uplink);
  if (await pretends(tools.scanner, scan, { asked, found }, signal))
    return { ...summary, condition: 'answers_everything' };
  const vanished = isPartial(summary) ? noneVanished : await recheckVanished(tools, scan, { asked, found }, signal);
  if (!vanished.hostAnswered) return silentHost(scan, summary, uplink);
  uplink.noteHost(scan.endpointId, { answered: true, answeredBefore: scan.answeredBefore });
  if (vanished.closed.length + vanished.silent.length > 0) await uplink.requireUp();
  const admitted = await askRefusedAgain(tools.scanner, scan, found, signal);
  const seen = [...found.open, ...admitted, ...vanished.reappeared];
  const open = await identify(tools.identifier, scan, seen, signal);
  return { ...summary, open, closed: vanished.closed, silent: vanished.silent };
}

function summaryOf(found: HostScanResult): ScanResult {
  return {
    open: [],
    closed: [],
    silent: [],
    condition: null,
    hostAnswered: found.hostAnswered,
    portsRequested: found.requestedPorts,
    portsCovered: found.coveredPorts,
    durationMs: found.durationMs,
  };
}

/** A host that never had an open port may well be silent by intention; one that had some has not closed them by this. */
async function silentHost(scan: ScanOrder, summary: ScanResult, uplink: ScanUplink): Promise<ScanResult> {
  const { portsCovered, portsRequested } = summary;
  if (isPartial(summary))
    throw new InconclusiveScan('unprobed', `only ${portsCovered} of ${portsRequested} ports could be asked`);
  uplink.noteHost(scan.endpointId, { answered: false, answeredBefore: scan.answeredBefore });
  await uplink.requireUp();
  if (scan.knownOpen.length > 0)
    throw new InconclusiveScan('host_unreachable', 'the host answered nothing, though ports were open before');
  return { ...summary, condition: 'unreachable' };
}

async function identify(
  identifier: ServiceIdentifier,
  { address, hostname, domains }: ScanOrder,
  open: readonly PortResult[],
  signal: AbortSignal,
): Promise<OpenPort[]> {
  return Promise.all(
    open.map(async ({ protocol, port, answer }) => {
      const target = { address, hostname, domains, protocol, port, answer };
      const seen = await identifier.identify({ ...target, listensAgain: true, signal });
      const { tlsFacts, ...identity } = seen;
      return { protocol, port, identity, tlsFacts };
    }),
  );
}
