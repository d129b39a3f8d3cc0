import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { integer, oneOf, text, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInBody, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { DumpReader } from '../../engines/firewall-dumps/dump-reader.ts';
import { maxListed } from '../../engines/firewall-dumps/dump-report.ts';
import { type DumpWording, dumpPhrase } from '../../engines/firewall-dumps/dump-wording.ts';
import { dumpFormats, type PortRange } from '../../engines/firewall-dumps/read-firewall-dump.ts';
import { sourceWords } from '../../engines/firewall-dumps/sources.ts';
import { dumpWordingIn } from './dump-wording-in.ts';
import { type Ingested, ingestDump } from './ingest-dump.ts';

export function firewallIngestRoutes(reader: DumpReader): RouteDeclaration[] {
  return [ingest(reader)];
}

const port = integer(1, 65_535);
const openVerdicts = ['open', 'open_except_listed'] as const;

const bodyLimitBytes = 2 * 1_048_576;

const portRange = z.strictObject({
  port_start: z.int(),
  port_end: z.int(),
  protocol: oneOf(['tcp', 'udp']),
  source: z.string().meta({
    description:
      '`any`, addresses, or what else a client must have, such as an interface: words in the language of the answer.',
  }),
  lines: z
    .array(z.int())
    .meta({ description: 'Lines of the dump that decided it, from 1; of JSON, objects of its list.' }),
});

const openRange = portRange.extend({
  verdict: oneOf(openVerdicts).meta({
    description:
      '`open_except_listed`: the world may connect, but for whom a list refuses that the dump leaves out; it counts as open.',
  }),
  severity: oneOf(severities).meta({
    description:
      'That of an alert about the worst of its ports: by what answered there, where an alert is open, or by the port number.',
  }),
  alerts: z
    .array(z.strictObject({ id: z.guid(), port: z.int(), severity: oneOf(severities) }))
    .meta({ description: 'Live alerts about its ports, which a rule for it resolves; by port.' }),
});

const chosenRange = z
  .object({ port_start: port, port_end: port.optional(), protocol: oneOf(['tcp', 'udp']).default('tcp') })
  .refine(({ port_start, port_end = port_start }) => port_start <= port_end, {
    path: ['port_end'],
    error: 'must not be less than port_start',
  });

const answer = z.strictObject({
  format: oneOf(dumpFormats),
  default_policy: oneOf(['accept', 'drop', 'reject', 'unknown']),
  open_ports: z.array(openRange),
  restricted: z.array(portRange),
  unknown: z.array(z.strictObject({ line: z.int(), text: z.string(), reason: z.string() })),
  unknown_ports: z.array(portRange.omit({ source: true, lines: true })),
  ask_for: z.array(z.string()).meta({
    description: 'Commands whose output would decide more, pasted beside this dump or in its place.',
  }),
  notes: z.array(z.string()),
  rules_created: z.int(),
  rules_existing: z.int(),
  alerts_resolved: z.int(),
});

function ingest(reader: DumpReader): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/firewall/ingest'],
    operationId: 'ingestFirewall',
    group: groups.firewall,
    summary: "Allow the ports that a server's own firewall opens to the world.",
    description:
      "Takes the output of iptables-save, iptables -S, iptables -L -n -v, nft list ruleset (or -j), ufw status, ufw show raw, firewall-cmd --list-all or --list-all-zones, the csf.conf of csf, or the JSON of a provider's firewall: security groups of AWS, VPC firewall rules of Google Cloud, network security groups of Azure, firewalls of Hetzner Cloud. Only ports that rules open on purpose are allowed: what is open by a default of accept is not. A preview changes nothing and tells what would happen.",
    body: z.object({
      billing_customer_id: integer(1),
      endpoint_id: uuid,
      dump: z.string({ error: 'must be a string' }),
      format: oneOf(['auto', ...dumpFormats]).default('auto'),
      public_interface: text(15)
        .regex(/^[^\s/]+$/, { error: 'must be the name of an interface, such as eth0' })
        .optional()
        .meta({
          description:
            'The interface that faces the world, which decides rules for one interface. Without it, what `ip route get` or `ip route` printed into the same dump says.',
        }),
      mode: oneOf(['preview', 'apply']).default('apply'),
      ranges: z
        .array(chosenRange, { error: 'must be an array of ranges' })
        .max(500, { error: 'must have at most 500 ranges' })
        .optional()
        .meta({
          description: 'Only these are allowed. All of each must be open to the world. Without them: all that is open.',
        }),
    }),
    bodyLimitBytes,
    customer: customerInBody,
    responses: { 200: successEnvelope(answer) },
    problems: ['ENDPOINT_NOT_FOUND', 'ACCESS_DENIED'],
    async handle({ operation, body }) {
      const ingested = await ingestDump(operation, reader, {
        billingCustomerId: body.billing_customer_id,
        endpointId: body.endpoint_id,
        dump: body.dump,
        format: body.format === 'auto' ? undefined : body.format,
        publicInterface: body.public_interface,
        mode: body.mode,
        ranges: body.ranges?.map(({ port_start, port_end, protocol }) => ({
          protocol,
          portStart: port_start,
          portEnd: port_end ?? port_start,
        })),
      });
      return reply(200, success(toAnswer(ingested, dumpWordingIn(operation.language)), operation.clock.now()));
    },
  });
}

function toAnswer(
  { report, risks, rulesCreated, rulesExisting, alertsResolved }: Ingested,
  say: DumpWording,
): z.output<typeof answer> {
  const notes = report.isCut ? [...report.notes, dumpPhrase('note-cut', { count: String(maxListed) })] : report.notes;
  return {
    format: report.format,
    default_policy: report.defaultPolicy,
    open_ports: report.open.map((range, index) => ({
      ...toPortRange(range, say),
      verdict: range.verdict === 'open' ? 'open' : 'open_except_listed',
      severity: risks[index]!.severity,
      alerts: risks[index]!.alerts.map(({ alertId, port, severity }) => ({ id: alertId, port, severity })),
    })),
    restricted: report.restricted.map((range) => toPortRange(range, say)),
    unknown: report.undecided.map(({ line, text, reason }) => ({ line, text, reason: say(reason) })),
    unknown_ports: report.unknown.map(toPorts),
    ask_for: [...report.askFor],
    notes: notes.map(say),
    rules_created: rulesCreated,
    rules_existing: rulesExisting,
    alerts_resolved: alertsResolved,
  };
}

function toPortRange(range: PortRange, say: DumpWording): z.output<typeof portRange> {
  return { ...toPorts(range), source: sourceWords(range.source, say), lines: [...range.lines] };
}

function toPorts({ start, last, transport }: PortRange) {
  return { port_start: start, port_end: last, protocol: transport };
}
