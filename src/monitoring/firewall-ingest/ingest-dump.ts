import { InvalidInput, tooMany } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { DumpTooLarge } from '../../engines/firewall-dumps/budget.ts';
import { cloudFormats } from '../../engines/firewall-dumps/clouds/read-cloud-firewall.ts';
import { type DumpReader, DumpReaderBusy } from '../../engines/firewall-dumps/dump-reader.ts';
import type { DumpReport } from '../../engines/firewall-dumps/dump-report.ts';
import { DumpUnreadable } from '../../engines/firewall-dumps/dump-unreadable.ts';
import { hintFor } from '../../engines/firewall-dumps/not-a-dump.ts';
import { type DumpFormat, dumpFormats } from '../../engines/firewall-dumps/read-firewall-dump.ts';
import { type EndpointRecord, getEndpoint, lockOwnEndpoint, setPlatform } from '../../resources/endpoints/index.ts';
import {
  type AdjacentPorts,
  type AllowedRange,
  type AllowedRanges,
  allowRanges,
  previewRanges,
  type RangeRisk,
  risksOfRanges,
} from '../port-exposure/index.ts';

export interface DumpToIngest {
  readonly billingCustomerId: number;
  readonly endpointId: string;
  readonly dump: string;
  /** Undefined: told by the dump itself. */
  readonly format: DumpFormat | undefined;
  /** Undefined: told by the dump, or by nothing. */
  readonly publicInterface: string | undefined;
  readonly mode: 'preview' | 'apply';
  /** Parts of what is open that shall be allowed; undefined: all of it. */
  readonly ranges: readonly AdjacentPorts[] | undefined;
}

export interface Ingested extends AllowedRanges {
  readonly report: DumpReport;
  /** Of each open range. */
  readonly risks: readonly RangeRisk[];
}

/** No firewall that people keep by hand opens so many; each becomes a rule. */
const maxOpenRanges = 500;

/**
 * Reads a firewall's rules and allows the ports that they open to the world on purpose, one rule for each range, in one
 * transaction (decisions §9). A preview says what that would do.
 * @throws Problem ENDPOINT_NOT_FOUND, ACCESS_DENIED; InvalidInput when the dump is no dump, opens too much or is too large to
 *   evaluate; Refusal 429 when too many dumps wait
 */
export async function ingestDump(operation: Operation, reader: DumpReader, request: DumpToIngest): Promise<Ingested> {
  const endpoint = await getEndpoint(operation, request.endpointId, request.billingCustomerId);
  const report = await readDump(operation, reader, endpoint, request);
  if (!report) throw new InvalidInput({ dump: [unrecognised(request)] });
  if (report.open.length > maxOpenRanges)
    throw new InvalidInput({
      dump: [`The dump opens more than ${maxOpenRanges} ranges of ports, which nobody can review.`],
    });
  const open = allowedRanges(report);
  const ranges = request.ranges === undefined ? open : chosenRanges(request.ranges, open);
  // Before the alerts that say so are resolved.
  const read = { report, risks: await risksOfRanges(operation, endpoint, open) };
  if (request.mode === 'preview') return { ...read, ...(await previewRanges(operation, endpoint, ranges)) };
  return operation.transaction(async (tx) => ({ ...read, ...(await apply(tx, request, report, ranges)) }));
}

/**
 * What was chosen, with what the dump says of it.
 * @throws InvalidInput when not all of it is open, or some of it is chosen twice
 */
function chosenRanges(chosen: readonly AdjacentPorts[], open: readonly AllowedRange[]): AllowedRange[] {
  const inOrder = chosen.toSorted((a, b) => a.protocol.localeCompare(b.protocol) || a.portStart - b.portStart);
  for (const [index, range] of inOrder.entries()) {
    const next = inOrder[index + 1];
    if (next?.protocol === range.protocol && next.portStart <= range.portEnd)
      throw new InvalidInput({ ranges: ['The ranges must not overlap.'] });
  }
  return inOrder.map((range) => {
    const within = open.filter(
      ({ protocol, portStart, portEnd }) =>
        protocol === range.protocol && portStart <= range.portEnd && range.portStart <= portEnd,
    );
    const covered = within.reduce(
      (sum, part) => sum + Math.min(part.portEnd, range.portEnd) - Math.max(part.portStart, range.portStart) + 1,
      0,
    );
    const [first] = within;
    if (!first || covered < range.portEnd - range.portStart + 1)
      throw new InvalidInput({ ranges: [`The dump does not open all of ${nameOf(range)} to the world.`] });
    return { ...range, description: first.description };
  });
}

function nameOf({ portStart, portEnd, protocol }: AdjacentPorts): string {
  return `${portStart === portEnd ? portStart : `${portStart}-${portEnd}`}/${protocol}`;
}

async function readDump(
  operation: Operation,
  reader: DumpReader,
  endpoint: EndpointRecord,
  { dump, format, publicInterface }: DumpToIngest,
): Promise<DumpReport | null> {
  const owner = { partner: operation.partnerId, customer: endpoint.customer_id };
  try {
    return await reader.read(dump, { format: format ?? null, address: endpoint.ip_address, publicInterface }, owner);
  } catch (error) {
    if (error instanceof DumpTooLarge)
      throw new InvalidInput({ dump: [`The dump is too large to be evaluated: ${error.message}.`] });
    if (error instanceof DumpUnreadable)
      throw new InvalidInput({ dump: [`The dump cannot be read. ${error.message}`] });
    if (error instanceof DumpReaderBusy) throw tooMany('dumps are waiting', error.retryAfterSeconds);
    throw error;
  }
}

/** What prints a dump of each format, all of it. */
const commands: Readonly<Record<DumpFormat, string>> = {
  iptables: '`iptables-save` (for csf: this, or csf.conf)',
  nftables: '`nft list ruleset`',
  ufw: '`LC_ALL=C ufw status verbose`',
  firewalld: '`firewall-cmd --list-all-zones`',
  aws_sg: '`aws ec2 describe-security-groups --output json`',
  gcp_fw: '`gcloud compute firewall-rules list --format=json`',
  azure_nsg: '`az network nsg list --output json`',
  hetzner_fw: '`hcloud firewall list -o json`',
};

function unrecognised({ format, dump }: DumpToIngest): string {
  const formats = format === undefined ? dumpFormats : [format];
  const [cloud, host] = [formats.filter(isCloud), formats.filter((name) => !isCloud(name))];
  const toRun = (names: readonly DumpFormat[], where: string) =>
    names.length === 0 ? '' : `${where}, and paste what it prints: ${names.map((name) => commands[name]).join(', ')}.`;
  return [
    `The dump field must be the output of ${alternatives.format(formats)}.`,
    toRun(host, 'Run as root'),
    toRun(cloud, host.length === 0 ? 'Run' : "Or run where you manage your provider's firewall"),
    hintFor(dump),
  ]
    .filter((text) => text !== '')
    .join(' ');
}

const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function isCloud(format: DumpFormat): boolean {
  return (cloudFormats as readonly string[]).includes(format);
}

function allowedRanges({ format, open }: DumpReport): AllowedRange[] {
  return open.map(({ transport, start, last, lines }) => ({
    portStart: start,
    portEnd: last,
    protocol: transport,
    description: `Open in the server's firewall (${format}, line ${lines.join(', ')}).`.slice(0, 255),
  }));
}

async function apply(
  tx: Operation,
  request: DumpToIngest,
  report: DumpReport,
  ranges: readonly AllowedRange[],
): Promise<AllowedRanges> {
  // It may have changed hands while the dump was read. A scan's result, too, locks it before it looks at the rules (decision 9).
  const endpoint = await lockOwnEndpoint(tx, request.endpointId, request.billingCustomerId);
  await setPlatform(tx, endpoint.id, report.format);
  const allowed = await allowRanges(tx, endpoint, ranges);
  await recordFact(tx, {
    type: 'firewall.ingested',
    subjectId: endpoint.id,
    customerId: endpoint.customer_id,
    details: {
      format: report.format,
      default_policy: report.defaultPolicy,
      rules_created: allowed.rulesCreated,
      rules_existing: allowed.rulesExisting,
      alerts_resolved: allowed.alertsResolved,
    },
  });
  return allowed;
}
