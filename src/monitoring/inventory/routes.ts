import { z } from 'zod';
import type { ScanIntervals } from '../../accounts/scan-terms/index.ts';
import { integer, madeBy, oneOf, timestamp, uuid } from '../../core/api/fields.ts';
import { groups } from '../../core/api/groups.ts';
import { cursorField, pageFields } from '../../core/api/list-page.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { seenServiceFields, serviceComponent, toSeenService } from '../port-scans/index.ts';
import { shownVerdict, toShownVerdict } from '../versions/index.ts';
import { endpointServices, type ServicePort } from './endpoint-services.ts';

const judgedComponent = serviceComponent
  .extend({
    verdicts: z
      .array(shownVerdict)
      .meta({ description: 'What is known of its version, at least that it is unknown and why.' }),
  })
  .meta({ id: 'JudgedComponent' });

const endpointService = z
  .strictObject({
    port: z.int(),
    protocol: oneOf(['tcp', 'udp']),
    state: z.literal('open'),
    ...seenServiceFields,
    components: z.array(judgedComponent).meta({
      description: 'The programs that it says it is made of, the product first: at most eight of 120 characters.',
    }),
    operating_system: z
      .string()
      .nullable()
      .meta({
        examples: ['debian'],
        description: 'Family that the service named by the way: `debian`, `windows` …',
      }),
    tls: z
      .strictObject({
        certificate_names: z
          .array(z.string().meta({ examples: ['shop.example.com'] }))
          .meta({ description: 'Names that its certificate was made out to when this was first seen; ten at most.' }),
      })
      .nullable()
      .meta({ description: 'Null: what runs there does not begin with TLS.' }),
    title: z
      .string()
      .nullable()
      .meta({ examples: ['Our shop'], description: 'Of the web page, as it was when this was first seen.' }),
    allowed: z.boolean().meta({ description: 'Whether an Allowed Ports rule covers the port.' }),
    allowed_by: z
      .strictObject({
        rule_id: z.guid().meta({ description: 'Of the rule that allows it.' }),
        created_by: madeBy,
        created_at: timestamp,
        expires_at: timestamp.nullable().meta({ description: 'From then on it covers nothing. Null: it has no end.' }),
      })
      .nullable()
      .meta({ description: 'The first rule that does; null: none does.' }),
    alert_id: z
      .guid()
      .nullable()
      .meta({ description: 'The alert about the port that has not ended; null: there is none.' }),
    since: timestamp.meta({
      description: 'Since when the same service, product, version and components are seen there.',
    }),
    last_seen_at: timestamp,
  })
  .meta({ id: 'EndpointService' });

function toEndpointService(
  language: string,
  { identity, components, ...port }: ServicePort,
): z.output<typeof endpointService> {
  return {
    port: port.port,
    protocol: port.protocol,
    state: 'open',
    ...toSeenService(identity),
    components: components.map(({ verdicts, ...component }) => ({
      ...component,
      verdicts: verdicts.map((verdict) => toShownVerdict(language, verdict)),
    })),
    operating_system: identity.operatingSystem,
    tls: identity.tls ? { certificate_names: identity.certificateNames } : null,
    title: identity.title ?? null,
    allowed: port.allowedBy !== null,
    allowed_by: port.allowedBy && {
      rule_id: port.allowedBy.id,
      created_by: port.allowedBy.actor,
      created_at: port.allowedBy.created_at.toISOString(),
      expires_at: port.allowedBy.expires_at?.toISOString() ?? null,
    },
    alert_id: port.alertId,
    since: port.since.toISOString(),
    last_seen_at: port.lastSeenAt.toISOString(),
  };
}

const maxPorts = 500;

/** What runs where. */
export function inventoryRoutes(intervals: ScanIntervals): RouteDeclaration[] {
  return [services(intervals)];
}

function services(intervals: ScanIntervals): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/endpoints/:endpoint/services'],
    operationId: 'listEndpointServices',
    group: groups.endpoints,
    summary: "What runs on a server's open ports, allowed ones too.",
    description:
      'TCP first, ascending by port. Products and versions are what the services said themselves; a packager may have mended a flaw without another version, which `revision` shows where it is stated.',
    params: z.object({ endpoint: uuid }),
    query: z.object({
      billing_customer_id: integer(1).optional(),
      limit: integer(1, maxPorts).default(maxPorts),
      cursor: cursorField,
    }),
    customer: customerInQuery,
    responses: {
      200: z.strictObject({
        data: z.array(endpointService),
        links: z.strictObject({ self: z.url() }),
        meta: z.strictObject({
          scan_id: z
            .guid()
            .nullable()
            .meta({ description: 'The last scan that told something of the ports; null: none.' }),
          looked_at: timestamp.nullable().meta({ description: 'When it ended.' }),
          complete: z.boolean().meta({
            description:
              'Whether these are all open ports that its plan looks at. False: the server was not looked at lately, or not as a whole; `look` of its detail says why.',
          }),
          ...pageFields,
        }),
      }),
    },
    problems: ['ENDPOINT_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'ENDPOINT_NOT_FOUND',
    async handle({ operation, params, query, page, baseUrl }) {
      const { billing_customer_id: billingCustomerId, limit } = query;
      const found = await endpointServices(operation, intervals, {
        id: params.endpoint,
        billingCustomerId,
        limit,
        after: page.after(),
      });
      const last = found.ports.at(-1);
      return reply(200, {
        data: found.ports.map((port) => toEndpointService(operation.language, port)),
        links: { self: `${baseUrl}/api/v1/endpoints/${found.endpoint.id}/services` },
        meta: {
          scan_id: found.look?.id ?? null,
          looked_at: found.look?.finishedAt.toISOString() ?? null,
          complete: found.isComplete,
          ...page.end(found.hasMore && last ? { protocol: last.protocol, port: last.port } : null),
        },
      });
    },
  });
}
