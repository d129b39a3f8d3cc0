import type { HostScanResult, PortResult, PortScanner } from '../../engines/port-scanner/port-scanner.ts';
import { type LookTarget, lookAt, selectionOf } from './scan-look.ts';

/** TCP ports that the public is served on as a rule, often by several machines behind one address. */
const customaryPorts = [
  ...[21, 22, 25, 53, 80, 110, 143, 443, 465, 587, 993, 995],
  ...[1433, 3306, 3389, 5432, 5900, 6379, 8080, 8443, 9200, 27017],
];

/**
 * Asks customary ports that refused once more, where others of the host are open: of two machines behind a balancer one may refuse, and a
 * port that is open to every second connection is open. Those that were open before are asked again anyway.
 * @returns those that are open
 */
export async function askRefusedAgain(
  scanner: PortScanner,
  target: LookTarget,
  found: HostScanResult,
  signal: AbortSignal,
): Promise<readonly PortResult[]> {
  if (found.open.length === 0) return [];
  const known = selectionOf(target.knownOpen).tcp;
  const refused = customaryPorts.filter(
    (port) => found.stateOf('tcp', port)?.state === 'closed' && !known.includes(port),
  );
  if (refused.length === 0) return [];
  return (await lookAt(scanner, target, { tcp: refused, udp: [] }, signal)).open;
}
