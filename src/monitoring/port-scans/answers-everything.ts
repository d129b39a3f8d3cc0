import type {
  HostScanResult,
  PortResult,
  PortScanner,
  PortSelection,
} from '../../engines/port-scanner/port-scanner.ts';
import { InconclusiveScan } from './inconclusive-scan.ts';
import { type LookTarget, lookAt, selectionOf } from './scan-look.ts';

export interface PortCounts {
  readonly open: number;
  /** Ports that got a verdict. */
  readonly covered: number;
}

/** Of a thousand hosts on the internet two have more open ports than this, and nearly all of those two pretend (Censys). */
const manyPorts = 100;
/** Where a share this large of the ports is open, they are hardly services. */
const suspiciousShare = 0.2;
/** Large enough that a host with thousands of real services has next to no chance to look like one that answers everywhere. */
const sampleSize = 32;
/** Ports that were open a moment ago, asked with the sample. */
const controlSize = 8;
/** Slow enough for a listener that takes its connections one by one. */
const samplePacketsPerSecond = 20;
/** Below, ports are chosen on purpose; above, a port picked at random is closed on a real host. */
const lowestSampled = 1_024;
const highestPort = 65_535;

/** Whether a scan found so many open ports that a random sample has to tell services from a host that answers everywhere. */
export function wantsSample({ open, covered }: PortCounts): boolean {
  return open > manyPorts || (open > 0 && open >= covered * suspiciousShare);
}

/** Whether a host that completes handshakes on this sample of random high ports answers everything, such as a tarpit. */
export function answersEverything(sample: PortCounts): boolean {
  return sample.covered > 0 && sample.open >= sample.covered * suspiciousShare;
}

/**
 * Ports of a sample: distinct, high, at random.
 * @param random number in [0, 1)
 */
export function samplePorts(random: () => number): number[] {
  const sample = new Set<number>();
  while (sample.size < sampleSize) sample.add(lowestSampled + Math.floor(random() * (highestPort - lowestSampled + 1)));
  return [...sample].sort((a, b) => a - b);
}

/**
 * Finds out whether what looks open are services, or whether the host answers whatever is asked (a tarpit, or a protection
 * that completes every handshake), or all of its ports lead to one listener. That one may have room for a few connections at a time, so
 * that most handshakes fail and the sample is asked slowly; and when it takes no more at all, the ports that were open before are gone
 * together, as those of services are not.
 * @throws InconclusiveScan when the sample could not be probed
 */
export async function pretends(
  scanner: PortScanner,
  target: LookTarget,
  { asked, found }: { readonly asked: PortSelection; readonly found: HostScanResult },
  signal: AbortSignal,
): Promise<boolean> {
  const open = found.open.filter(({ protocol }) => protocol === 'tcp').map(({ port }) => port);
  const offered = asked.tcp.filter((port) => isOffered(found.stateOf('tcp', port))).length;
  if (open.length === 0 || !wantsSample({ open: offered, covered: found.coveredPorts })) return false;
  const random = samplePorts(Math.random);
  const controls = open.slice(0, controlSize);
  const maxPacketsPerSecond = Math.min(target.maxPacketsPerSecond, samplePacketsPerSecond);
  const ports = selectionOf([...random, ...controls].map((port) => ({ protocol: 'tcp', port })));
  const sample = await lookAt(scanner, { ...target, maxPacketsPerSecond, knownOpen: [] }, ports, signal);
  if (sample.coveredPorts === 0)
    throw new InconclusiveScan('unprobed', 'a sample that tells services from a host that answers everywhere failed');
  const isOpen = (port: number) => sample.stateOf('tcp', port)?.state === 'open';
  const covered = random.filter((port) => sample.stateOf('tcp', port) !== undefined);
  const isFull = offered > manyPorts && !controls.some(isOpen);
  return isFull || answersEverything({ open: covered.filter(isOpen).length, covered: covered.length });
}

/** Open, or connections are offered that cannot be completed. */
function isOffered(result: PortResult | undefined): boolean {
  return result?.state === 'open' || result?.evidence === 'syn_ack';
}
