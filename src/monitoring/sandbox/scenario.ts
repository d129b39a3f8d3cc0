import type { Operation } from '../../core/operation/operation.ts';
import { type ServiceIdentity, saidNothing } from '../../engines/service-identification/service-identity.ts';
import type { OpenPort, ScanResult } from '../port-scans/index.ts';

export const scenarios = ['clean', 'warnings', 'critical'] as const;
export type Scenario = (typeof scenarios)[number];

export const scenarioDescriptions: Record<Scenario, string> = {
  clean: 'Nothing is exposed.',
  warnings: 'Services that should rather not face the internet: SSH, plain FTP and a mail submission port.',
  critical: 'Takeover is likely: remote desktop, file sharing and a database that answers without a password.',
};

const unremarkable: ServiceIdentity = {
  service: 'unknown',
  method: 'probed',
  ...saidNothing,
};

function open(port: number, identity: Partial<ServiceIdentity>): OpenPort {
  return { protocol: 'tcp', port, identity: { ...unremarkable, ...identity } };
}

const ssh = open(22, {
  service: 'ssh',
  product: 'OpenSSH',
  version: '9.2p1',
  banner: 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3',
  operatingSystem: 'debian',
});

const openPorts: Record<Scenario, readonly OpenPort[]> = {
  clean: [],
  warnings: [
    open(21, { service: 'ftp', product: 'vsFTPd', version: '3.0.3', banner: '220 (vsFTPd 3.0.3)' }),
    ssh,
    open(587, { service: 'smtp', product: 'Postfix', banner: '220 mail.example.com ESMTP Postfix' }),
  ],
  critical: [
    ssh,
    open(445, { service: 'smb' }),
    open(3389, { service: 'rdp', unauthenticated: false }),
    open(6379, { service: 'redis', product: 'Redis', version: '7.0.15', unauthenticated: true }),
  ],
};

const portsScanned = 1_000;
const durationMs = 1_500;

/** What a scan finds in the sandbox; no packet is sent. Ports that were open and are not in the scenario have closed. */
export function scenarioResult(
  scenario: Scenario,
  knownOpen: readonly { protocol: 'tcp' | 'udp'; port: number }[],
): ScanResult {
  const found = openPorts[scenario];
  return {
    open: found,
    closed: knownOpen.filter(
      ({ protocol, port }) => !found.some((entry) => entry.protocol === protocol && entry.port === port),
    ),
    silent: [],
    condition: null,
    hostAnswered: true,
    portsRequested: portsScanned,
    portsCovered: portsScanned,
    durationMs,
  };
}

/** The scenario of an endpoint: its own, else the sandbox's, else clean. */
export async function scenarioOf(operation: Operation, endpointId: string | null): Promise<Scenario> {
  const rows = await operation.db
    .selectFrom('sandbox_scenarios')
    .select(['endpoint_id', 'scenario'])
    .where((row) => row.or([row('endpoint_id', '=', endpointId), row('endpoint_id', 'is', null)]))
    .execute();
  const own = rows.find((row) => row.endpoint_id !== null);
  return (own ?? rows[0])?.scenario ?? 'clean';
}
