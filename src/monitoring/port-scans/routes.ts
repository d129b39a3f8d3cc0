import { z } from 'zod';
import { integer, oneOf, timestamp, uuid } from '../../core/api/fields.ts';
import { envelopeMeta, groups, metaAt, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { pageLinks, pageLinksOf } from '../../platform/http/links.ts';
import { getEndpoint } from '../../resources/endpoints/index.ts';
import { type PortSetName, portSetNames } from './apply-scan-result.ts';
import { type ManualScanPolicy, requestManualScan } from './request-manual-scan.ts';
import { getScan, listScans, openPortsAfter, type ScanRecord } from './scan-reads.ts';

export function scanRoutes(policy: ManualScanPolicy): RouteDeclaration[] {
  return [scanNow(policy), history(), single()];
}

function scanNow(policy: ManualScanPolicy): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/billing/scan-endpoint'],
    operationId: 'scanEndpoint',
    group: groups.provisioning,
    summary: 'Scan a server now.',
    description:
      'The scan is asynchronous. Only an active endpoint can be scanned, and not again within its cooldown or while a scan is under way.',
    body: z.object({ client_id: integer(1), endpoint_id: uuid }),
    customer: { in: 'body', field: 'client_id' },
    responses: {
      202: successEnvelope(
        z.strictObject({ scan_id: z.guid(), status: z.literal('pending'), cooldown_seconds: z.int() }),
      ),
    },
    problems: [
      'ENDPOINT_NOT_FOUND',
      'ENDPOINT_NOT_ACTIVE',
      'RATE_LIMITED',
      'SCANNING_UNAVAILABLE',
      'SCAN_DISPATCH_FAILED',
    ],
    async handle({ operation, body }) {
      const scanId = await requestManualScan(operation, policy, body);
      const data = { scan_id: scanId, status: 'pending' as const, cooldown_seconds: policy.cooldownSeconds };
      return reply(202, success(data, operation.clock.now()));
    },
  });
}

const scanFields = {
  id: z.guid(),
  endpoint_id: z.guid(),
  trigger: oneOf(['scheduled', 'manual']),
  status: oneOf(['pending', 'running', 'completed', 'failed', 'cancelled']),
  engine: z.string().nullable(),
  created_at: timestamp,
  started_at: timestamp.nullable(),
  finished_at: timestamp.nullable(),
  scan_duration_ms: z.int().nullable(),
  host_answered: z.boolean().nullable(),
  ports_scanned: z.int().nullable(),
  open_ports_count: z.int().nullable(),
  coverage: z
    .strictObject({
      ports: oneOf(portSetNames),
      tcp_ports: z.int().meta({ description: 'How many TCP ports that are.' }),
      udp_ports: z.int().meta({ description: 'How many UDP ports were asked besides.' }),
    })
    .nullable()
    .meta({
      description:
        'What the scan looked at, by the plan at that time, besides ports that were open before. Null: it has no result, or is from before this was kept.',
    }),
  error: z.string().nullable().meta({ description: 'Why a failed scan has no result, as `code: sentence`.' }),
};

const scanResource = z.strictObject(scanFields).meta({ id: 'Scan' });
const scanDetail = z
  .strictObject({ ...scanFields, open_ports: z.array(z.int()).nullable() })
  .meta({ id: 'ScanDetail', description: 'open_ports is null unless the scan completed.' });

function toResource(scan: ScanRecord): z.output<typeof scanResource> {
  return {
    id: scan.id,
    endpoint_id: scan.endpoint_id,
    trigger: scan.trigger,
    status: scan.status,
    engine: scan.engine,
    created_at: scan.created_at.toISOString(),
    started_at: scan.started_at?.toISOString() ?? null,
    finished_at: scan.finished_at?.toISOString() ?? null,
    scan_duration_ms: scan.duration_ms,
    host_answered: scan.host_answered,
    ports_scanned: scan.ports_covered,
    open_ports_count: scan.open_ports_count,
    coverage: toCovered(scan),
    error: scan.error,
  };
}

function toCovered({ port_set, tcp_ports, udp_ports }: ScanRecord) {
  if (port_set === null) return null;
  return { ports: port_set as PortSetName, tcp_ports: tcp_ports ?? 0, udp_ports: udp_ports ?? 0 };
}

const ownership = { billing_customer_id: integer(1).optional() };

function history(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/endpoints/:endpoint/scans'],
    operationId: 'listScans',
    group: groups.endpoints,
    summary: "A server's scans, newest first.",
    params: z.object({ endpoint: uuid }),
    query: z.object({ ...ownership, per_page: integer(1, 100).default(15), page: integer(1).default(1) }),
    customer: customerInQuery,
    responses: {
      200: z.strictObject({
        data: z.array(scanResource),
        links: pageLinks,
        meta: z.strictObject({ current_page: z.int(), per_page: z.int(), total: z.int() }),
      }),
    },
    problems: ['ENDPOINT_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'ENDPOINT_NOT_FOUND',
    async handle({ operation, params, query, baseUrl }) {
      const endpoint = await getEndpoint(operation, params.endpoint, query.billing_customer_id);
      const page = { number: query.page, perPage: query.per_page };
      const { scans, total } = await listScans(operation, endpoint.id, page);
      return reply(200, {
        data: scans.map(toResource),
        links: pageLinksOf(`${baseUrl}/api/v1/endpoints/${endpoint.id}/scans`, query, { ...page, total }),
        meta: { current_page: page.number, per_page: page.perPage, total },
      });
    },
  });
}

function single(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/scans/:scan'],
    operationId: 'getScan',
    group: groups.endpoints,
    summary: 'One scan, with the ports that were open after it.',
    params: z.object({ scan: uuid }),
    query: z.object(ownership),
    customer: customerInQuery,
    responses: {
      200: z.strictObject({ data: scanDetail, links: z.strictObject({ self: z.url() }), meta: envelopeMeta }),
    },
    problems: ['SCAN_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'SCAN_NOT_FOUND',
    async handle({ operation, params, query, baseUrl }) {
      const scan = await getScan(operation, params.scan, query.billing_customer_id);
      const openPorts = scan.status === 'completed' ? await openPortsAfter(operation, scan) : null;
      return reply(200, {
        data: { ...toResource(scan), open_ports: openPorts },
        links: { self: `${baseUrl}/api/v1/scans/${scan.id}` },
        meta: metaAt(operation.clock.now()),
      });
    },
  });
}
