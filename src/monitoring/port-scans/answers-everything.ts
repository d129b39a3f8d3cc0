import type { HostScanResult, PortScanner } from '../../engines/port-scanner/port-scanner.ts';
import { InconclusiveScan } from './inconclusive-scan.ts';
import { type LookTarget, lookAt } from './scan-look.ts';

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
 * that completes every handshake).
 * @throws InconclusiveScan when the sample could not be probed
 */
export async function pretends(
  scanner: PortScanner,
  target: LookTarget,
  found: HostScanResult,
  signal: AbortSignal,
): Promise<boolean> {
  const open = found.open.filter(({ protocol }) => protocol === 'tcp').length;
  if (!wantsSample({ open, covered: found.coveredPorts })) return false;
  const ports = { tcp: samplePorts(Math.random), udp: [] };
  const sample = await lookAt(scanner, { ...target, knownOpen: [] }, ports, signal);
  if (sample.coveredPorts < sample.requestedPorts)
    throw new InconclusiveScan('unprobed', 'a sample that tells services from a host that answers everywhere failed');
  return answersEverything({ open: sample.open.length, covered: sample.coveredPorts });
}
