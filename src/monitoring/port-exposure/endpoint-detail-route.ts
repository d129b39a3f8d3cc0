import { z } from 'zod';
import { type ScanLimits, scanTermsOfEndpoints } from '../../accounts/scan-terms/index.ts';
import { integer, oneOf, timestamp, uuid } from '../../core/api/fields.ts';
import { groups } from '../../core/api/groups.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import {
  type EndpointRecord,
  endpointResource,
  noteOnRefusal,
  policyIn,
  toEndpointResource,
} from '../../resources/endpoints/index.ts';
import { serverLookStates } from '../looks/index.ts';
import { explainCondition } from '../port-scans/index.ts';
import { endpointDetail } from './endpoint-detail.ts';
import { alertSummary, toAlertSummary } from './schema.ts';

export interface EndpointDetailOptions {
  readonly policy: AddressPolicy;
  readonly cooldownSeconds: number;
  readonly limits: ScanLimits;
}

const latestScanSchema = z.strictObject({
  open_ports: z.array(z.int()),
  status: z.literal('completed'),
  scan_duration_ms: z.int(),
  scanned_at: z.iso.datetime({ precision: 3 }),
});

const conditionSchema = z
  .strictObject({ kind: oneOf(['unreachable', 'answers_everything']), since: timestamp, explanation: z.string() })
  .meta({
    id: 'EndpointCondition',
    description: 'Why nothing can be said of the ports now; alerts stay as they were.',
  });

function toCondition({ condition, condition_since }: EndpointRecord): z.output<typeof conditionSchema> | null {
  if (condition === null || condition_since === null) return null;
  return { kind: condition, since: condition_since.toISOString(), explanation: explainCondition(condition) };
}

const lookSchema = z
  .strictObject({
    state: oneOf(serverLookStates),
    at: timestamp.nullable().meta({ description: 'When a scan last told all of its ports; null: never.' }),
    missing_ports: z.int().nullable().meta({
      description: 'How many ports did not answer the last scan in time. Null, unless the state is `in_part`.',
    }),
    sentence: z.string().meta({ description: 'The same for people.', examples: ['Not looked at: it is paused.'] }),
  })
  .meta({
    id: 'ServerLook',
    description: 'What became of looking at the server. Only `looked_at` lets anything be said of its ports.',
  });

/** One server with all that monitoring knows of its ports. */
export function endpointDetailRoute({ policy, cooldownSeconds, limits }: EndpointDetailOptions): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/endpoints/:endpoint/detail'],
    operationId: 'getEndpointDetail',
    group: groups.endpoints,
    summary: 'One monitored server with its last scan, open alerts and allowed ports.',
    params: z.object({ endpoint: uuid }),
    query: z.object({ billing_customer_id: integer(1).optional() }),
    customer: customerInQuery,
    responses: {
      200: z.strictObject({
        data: endpointResource,
        latest_scan: latestScanSchema.nullable(),
        alerts: z.array(alertSummary).max(10),
        whitelisted_ports: z.array(z.string()),
        new_ports: z.array(z.int()),
        closed_ports: z.array(z.int()),
        suspected_closed_ports: z.array(z.int()).meta({
          description:
            'Open ports that stayed silent in the last scan: closed when the next scan finds them silent too.',
        }),
        condition: conditionSchema.nullable(),
        look: lookSchema,
        note: z.string().optional().meta({
          description: 'Why the address is never scanned: it is in a range that is not, or the operator excludes it.',
        }),
      }),
    },
    problems: ['ENDPOINT_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'ENDPOINT_NOT_FOUND',
    async handle({ operation, params, query }) {
      const t = messagesIn(operation.language);
      const { endpoint, look, latestScan, openAlerts, allowedPorts } = await endpointDetail(
        operation,
        limits,
        params.endpoint,
        query.billing_customer_id,
      );
      const here = policyIn(operation, policy);
      const terms = (await scanTermsOfEndpoints(operation, [endpoint.id], limits)).get(endpoint.id)!;
      return reply(200, {
        data: toEndpointResource(endpoint, { cooldownSeconds, terms, policy: here, t }),
        latest_scan: latestScan && {
          open_ports: [...latestScan.openPorts],
          status: 'completed' as const,
          scan_duration_ms: latestScan.durationMs,
          scanned_at: latestScan.scannedAt.toISOString(),
        },
        alerts: openAlerts.map((alert) => toAlertSummary(operation, alert)),
        whitelisted_ports: [...allowedPorts],
        new_ports: [...(latestScan?.newPorts ?? [])],
        closed_ports: [...(latestScan?.closedPorts ?? [])],
        suspected_closed_ports: [...(latestScan?.suspectedClosedPorts ?? [])],
        condition: toCondition(endpoint),
        look: {
          state: look.state,
          at: endpoint.last_scan_at?.toISOString() ?? null,
          missing_ports: look.missingPorts,
          sentence: t(`look.server.${look.state}`, { count: look.missingPorts ?? 0 }),
        },
        ...noteOnRefusal(t, here, endpoint.ip_address),
      });
    },
  });
}
