import { z } from 'zod';
import { integer, oneOf, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInBody, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { DumpReader } from '../../engines/firewall-dumps/dump-reader.ts';
import { maxListed } from '../../engines/firewall-dumps/dump-report.ts';
import { dumpFormats, type PortRange } from '../../engines/firewall-dumps/read-firewall-dump.ts';
import { type Ingested, ingestDump } from './ingest-dump.ts';

export function firewallIngestRoutes(reader: DumpReader): RouteDeclaration[] {
  return [ingest(reader)];
}

const bodyLimitBytes = 2 * 1_048_576;

const portRange = z.strictObject({
  port_start: z.int(),
  port_end: z.int(),
  protocol: oneOf(['tcp', 'udp']),
  source: z.string().meta({ description: '`any`, addresses, or what else a client must have, such as an interface.' }),
  lines: z
    .array(z.int())
    .meta({ description: 'Lines of the dump that decided it, from 1; of JSON, objects of its list.' }),
});

const answer = z.strictObject({
  format: oneOf(dumpFormats),
  default_policy: oneOf(['accept', 'drop', 'reject', 'unknown']),
  open_ports: z.array(portRange),
  restricted: z.array(portRange),
  unknown: z.array(z.strictObject({ line: z.int(), text: z.string(), reason: z.string() })),
  unknown_ports: z.array(portRange.omit({ source: true, lines: true })),
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
      'Takes the output of iptables-save, iptables -S, iptables -L -n -v, nft list ruleset (or -j), ufw status, ufw show raw, firewall-cmd --list-all or --list-all-zones. Only ports that rules open on purpose are allowed: what is open by a default of accept is not. A preview changes nothing and tells what would happen.',
    body: z.object({
      billing_customer_id: integer(1),
      endpoint_id: uuid,
      dump: z.string({ error: 'must be a string' }),
      format: oneOf(['auto', ...dumpFormats]).default('auto'),
      mode: oneOf(['preview', 'apply']).default('apply'),
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
        mode: body.mode,
      });
      return reply(200, success(toAnswer(ingested), operation.clock.now()));
    },
  });
}

function toAnswer({ report, rulesCreated, rulesExisting, alertsResolved }: Ingested): z.output<typeof answer> {
  return {
    format: report.format,
    default_policy: report.defaultPolicy,
    open_ports: report.open.map(toPortRange),
    restricted: report.restricted.map(toPortRange),
    unknown: [...report.undecided],
    unknown_ports: report.unknown.map((range) => {
      const { port_start, port_end, protocol } = toPortRange(range);
      return { port_start, port_end, protocol };
    }),
    notes: [...report.notes, ...(report.isCut ? [`Lists are cut off after ${maxListed} entries.`] : [])],
    rules_created: rulesCreated,
    rules_existing: rulesExisting,
    alerts_resolved: alertsResolved,
  };
}

function toPortRange({ start, last, transport, source, lines }: PortRange): z.output<typeof portRange> {
  return { port_start: start, port_end: last, protocol: transport, source, lines: [...lines] };
}
