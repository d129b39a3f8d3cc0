import type { Command } from 'commander';
import { portsOf, scanProtocols } from '../accounts/plans/index.ts';
import { OperatorError } from '../core/operation/operator-error.ts';
import type { CrossPartnerDatabase } from '../core/operation/partner-database.ts';
import type { PortSelection } from '../engines/port-scanner/port-scanner.ts';
import { shippedData } from '../engines/versions/shipped-data.ts';
import type { VersionData } from '../engines/versions/support-ends.ts';
import type { Config } from '../installation/config.ts';
import { isOfOtherSchema } from '../installation/store.ts';
import { portWords, urgencyOf } from '../monitoring/port-exposure/port-words.ts';
import { isPartial, type ScanResult } from '../monitoring/port-scans/endpoint-scanner.ts';
import { InconclusiveScan } from '../monitoring/port-scans/inconclusive-scan.ts';
import type { OpenPort } from '../monitoring/port-scans/observations.ts';
import { runScan } from '../monitoring/port-scans/run-scan.ts';
import { type JudgedComponent, judgeServices, toShownVerdict, versionData } from '../monitoring/versions/index.ts';
import { createLogger } from '../platform/telemetry/logger.ts';
import { chooseEngine, createScanEngine } from '../wiring/scan-engine.ts';
import { currentScanPolicy } from '../wiring/scan-policy.ts';
import { scanTools } from '../wiring/scan-tools.ts';
import { ipAddress } from './command-arguments.ts';
import { type Output, table } from './output.ts';
import { withResources } from './run-command.ts';

interface ScanOptions {
  readonly ports: string;
  readonly protocols: string;
}

/** What a worker would find out about an address, and why. */
export function defineScan(scanCommand: Command): void {
  scanCommand
    .description(
      'look at one address as a worker does, and say what is seen and what its alert would say; nothing of it is kept',
    )
    .argument('<address>', 'IPv4 or IPv6', ipAddress)
    .option('--ports <ports>', 'TCP ports: top-1000, full, or ranges such as 22,80,8000-8100', 'top-1000')
    .option('--protocols <protocols>', scanProtocols.join(' or '), 'tcp')
    .action(async (address: string, options: ScanOptions, command: Command) => {
      const asked = portsAsked(options);
      await withResources(command, 'read', ({ db, clock }, output, config) =>
        scan(address, asked, { db, now: clock.now(), output, config }),
      );
    });
}

/** Of every port being silent, at the slowest pace. */
const longestScanMs = 3_600_000;

interface ScanContext {
  readonly db: CrossPartnerDatabase;
  readonly now: Date;
  readonly output: Output;
  readonly config: Config;
}

async function scan(address: string, ports: PortSelection, { db, now, output, config }: ScanContext): Promise<void> {
  const policy = await currentScanPolicy(db, config);
  const verdict = policy.verdict(address);
  if (verdict !== 'scan') throw new OperatorError(`${address} is not scanned: ${reasons[verdict]}.`);
  const [choice, monitored] = await Promise.all([chooseEngine(config), monitoredAt(db, address)]);
  await using closing = new AsyncDisposableStack();
  const scanner = await createScanEngine(config);
  if (scanner === null) throw new OperatorError('SCAN_ENGINE=off: nothing is scanned here.');
  closing.defer(() => scanner.close());
  const tools = await scanTools(config, policy, scanner, { logger: createLogger('error') });
  closing.defer(() => tools.identifier.close());
  const asked = `${ports.tcp.length} TCP and ${ports.udp.length} UDP ports, by ${scanner.name}: ${choice.reason}`;
  process.stderr.write(`${address}: ${asked}.\n`);
  const order = {
    endpointId: address,
    address,
    hostname: monitored[0]?.hostname ?? address,
    domains: [],
    ports,
    maxPacketsPerSecond: config.scanPacketsPerSecondPerTarget,
    knownOpen: [],
    answeredBefore: false,
  };
  const found = await runScan(tools, order, AbortSignal.timeout(longestScanMs)).catch((error: Error) => {
    throw error instanceof InconclusiveScan ? new OperatorError(`Nothing can be said of it: ${error.message}.`) : error;
  });
  const services = found.open.map(({ identity }) => identity);
  const judged = judgeServices(services, await knownVersions(db), now);
  const open = found.open.map((port, index) => seen(address, port, judged[index]!));
  const lines = [
    verdictOf(found),
    ...(open.length === 0 ? [] : ['', openTable(open), ...versionTable(open)]),
    '',
    ...(monitored.length === 0 ? ['Nobody monitors this address here.'] : [monitoredTable(monitored)]),
  ];
  const { condition, hostAnswered, portsRequested, portsCovered, durationMs } = found;
  output.result(
    {
      address,
      engine: scanner.name,
      engine_reason: choice.reason,
      condition,
      host_answered: hostAnswered,
      ports_requested: portsRequested,
      ports_covered: portsCovered,
      duration_ms: Math.round(durationMs),
      open,
      monitored,
    },
    lines.join('\n'),
  );
}

/** A database of an older schema has none but what is shipped. */
async function knownVersions(db: CrossPartnerDatabase): Promise<VersionData> {
  return versionData(db).catch((error) => {
    if (isOfOtherSchema(error)) return shippedData();
    throw error;
  });
}

const reasons = {
  keep: 'it is private, reserved, or outside of SCAN_ALLOW',
  exclude: 'SCAN_DENY or "breakwater exclusions" excludes it',
  refuse:
    'it is never a server of a customer (loopback, link-local, metadata services and the like), unless SCAN_ALLOW names it',
} as const;

/** @throws OperatorError */
function portsAsked({ ports, protocols: text }: ScanOptions): PortSelection {
  const protocols = scanProtocols.find((known) => known === text);
  if (protocols === undefined) throw new OperatorError(`--protocols must be ${scanProtocols.join(' or ')}.`);
  try {
    return portsOf({ ports, protocols });
  } catch (error) {
    if (error instanceof RangeError) throw new OperatorError(`--ports cannot be read: ${error.message}.`);
    throw error;
  }
}

/** What the whole scan says, before any port. */
function verdictOf(found: ScanResult): string {
  const { condition, hostAnswered, open, portsRequested, portsCovered, durationMs } = found;
  const seconds = (durationMs / 1_000).toFixed(1);
  if (condition === 'answers_everything')
    return `It completes handshakes on random ports, as a tarpit or a proxy does (${seconds} s): an alert for each would say nothing, so none is raised.`;
  if (!hostAnswered)
    return `Not one of ${portsRequested} ports answered, not even by a refusal (${seconds} s): it is off, or a firewall drops everything. Nothing is said of its ports.`;
  const seenOpen = `${open.length} of ${portsRequested} ports are open (${seconds} s).`;
  if (!isPartial(found)) return seenOpen;
  return `${seenOpen} ${portsRequested - portsCovered} did not answer in time, so the scan would be partial: nothing closes by it.`;
}

interface Seen {
  readonly protocol: string;
  readonly port: number;
  readonly service: string;
  /** Null: it did not say what it is. */
  readonly known_by: 'answer' | null;
  readonly product: string | null;
  readonly version: string | null;
  readonly tls: boolean;
  readonly unauthenticated: boolean | null;
  readonly severity: string;
  readonly risk_level: string;
  readonly title: string;
  readonly components: readonly ReturnType<typeof seenComponent>[];
}

function seenComponent({ verdicts, ...component }: JudgedComponent) {
  return { ...component, verdicts: verdicts.map((verdict) => toShownVerdict('en', verdict)) };
}

/** As an alert would have it. */
function seen(address: string, { protocol, port, identity }: OpenPort, components: readonly JudgedComponent[]): Seen {
  const { method, product, version, tls, unauthenticated } = identity;
  const exposure = { address, protocol, port, ...identity };
  const { service, title } = portWords({ language: 'en' }, exposure);
  const severity = urgencyOf(exposure);
  return {
    protocol,
    port,
    service,
    known_by: method === 'probed' ? 'answer' : null,
    product,
    version,
    tls,
    unauthenticated,
    severity,
    risk_level: severity,
    title,
    components: components.map(seenComponent),
  };
}

/** What is known of the versions of what runs there; nothing where no service names a program. */
function versionTable(open: readonly Seen[]): string[] {
  const rows = open.flatMap(({ port, protocol, components }) =>
    components.flatMap(({ name, version, revision, verdicts }) =>
      verdicts.map(({ verdict, explanation, check }) => [
        `${port}/${protocol}`,
        [name, version, revision].filter((word) => word !== null).join(' '),
        verdict,
        explanation,
        check ?? '',
      ]),
    ),
  );
  return rows.length === 0 ? [] : ['', table(['port', 'component', 'version', 'why', 'check on the server'], rows)];
}

function openTable(open: readonly Seen[]): string {
  return table(
    ['port', 'service', 'known by', 'product', 'severity', 'what an alert would say'],
    open.map(({ protocol, port, service, known_by, product, version, tls, severity, title }) => [
      `${port}/${protocol}`,
      tls ? `${service} in TLS` : service,
      known_by ?? '',
      [product, version].filter((word) => word !== null).join(' '),
      severity,
      title,
    ]),
  );
}

interface Monitored {
  readonly partner: string;
  readonly endpoint_id: string;
  readonly hostname: string;
  readonly status: string;
  readonly last_scan_at: Date | null;
  readonly next_scan_at: Date | null;
}

/** Who has it monitored, and when it was and will be scanned. */
async function monitoredAt(db: CrossPartnerDatabase, address: string): Promise<Monitored[]> {
  return db
    .selectFrom('endpoints')
    .innerJoin('partners', 'partners.id', 'endpoints.partner_id')
    .select([
      'partners.name as partner',
      'endpoints.id as endpoint_id',
      'endpoints.hostname',
      'endpoints.status',
      'endpoints.last_scan_at',
      'endpoints.next_scan_at',
    ])
    .where('endpoints.ip_address', '=', address)
    .where('endpoints.status', '<>', 'terminated')
    .orderBy('endpoints.created_at')
    .limit(mostMonitored)
    .execute();
}

const mostMonitored = 50;

function monitoredTable(monitored: readonly Monitored[]): string {
  const at = (moment: Date | null) => moment?.toISOString() ?? '';
  return table(
    ['monitored by', 'endpoint', 'status', 'last scan', 'next scan'],
    monitored.map(({ partner, endpoint_id, status, last_scan_at, next_scan_at }) => [
      partner,
      endpoint_id,
      status,
      at(last_scan_at),
      at(next_scan_at),
    ]),
  );
}
