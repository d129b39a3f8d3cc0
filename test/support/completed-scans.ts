import { applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import type { OpenPort } from '../../src/monitoring/port-scans/observations.ts';
import { enqueueScan, openPort, systemOperation, takeScanJob } from './scan-steps.ts';
import type { TestPartner, TestService } from './test-service.ts';

/** A port as texts of the API have it: `443:tcp`. */
export type PortText = `${number}:${'tcp' | 'udp'}`;

export interface ScanSight {
  readonly open?: readonly PortText[];
  /** Ports that were open before and are proved closed now. What is in neither list was not judged. */
  readonly closed?: readonly PortText[];
  /** So many of the 1,000 ports did not answer: the scan is partial. */
  readonly missing?: number;
  /** Ports that were open before and said nothing this time. */
  readonly silent?: readonly PortText[];
  /** How what is open differs from an OpenSSH server that said its version. */
  readonly identities?: Readonly<Partial<Record<PortText, Partial<OpenPort['identity']>>>>;
}

export function parsePort(text: PortText): { port: number; protocol: 'tcp' | 'udp' } {
  const [port, protocol] = text.split(':') as [string, 'tcp' | 'udp'];
  return { port: Number(port), protocol };
}

/** Scans an endpoint of a service without workers: queues the scan and applies a result as a worker does. Returns the scan's id. */
export async function completeScan(
  service: TestService,
  partner: TestPartner,
  endpointId: string,
  { open = [], closed = [], silent = [], missing = 0, identities = {} }: ScanSight,
): Promise<string> {
  const operation = systemOperation(service, partner);
  const scanId = await enqueueScan(operation, endpointId);
  await applyScanResult(operation, await takeScanJob(operation), {
    open: open.map((text) => seenOpen(text, identities[text])),
    closed: closed.map(parsePort),
    silent: silent.map(parsePort),
    condition: null,
    hostAnswered: true,
    portsRequested: 1_000,
    portsCovered: 1_000 - missing,
    durationMs: 12,
  });
  return scanId;
}

function seenOpen(text: PortText, identity: Partial<OpenPort['identity']> = {}): OpenPort {
  const { port, protocol } = parsePort(text);
  return { port, protocol, identity: { ...openPort(port).identity, ...identity } };
}
