import { z } from 'zod';
import { integer, uuid } from '../../core/api/fields.ts';
import { envelopeMeta, groups, metaAt, success, successEnvelope } from '../../core/api/groups.ts';
import {
  numberedCut,
  numberedMeta,
  numberedPage,
  numberedQuery,
  pageFields,
  shortListQuery,
} from '../../core/api/list-page.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { pageLinks } from '../../platform/http/links.ts';
import { getEndpoint } from '../../resources/endpoints/index.ts';
import { type ManualScanPolicy, requestManualScan } from './request-manual-scan.ts';
import { changesInScan } from './scan-changes.ts';
import { getScan, listScans, openPortsAfter } from './scan-reads.ts';
import { withRequesters } from './scan-requesters.ts';
import { scanDetail, scanResource, toScanDetail, toScanResource } from './scan-view.ts';
import { vantageView, vantageViews } from './vantage-views.ts';

export function scanRoutes(policy: ManualScanPolicy): RouteDeclaration[] {
  return [scanNow(policy), history(), single(), fromElsewhere()];
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

const ownership = { billing_customer_id: integer(1).optional() };

function history(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/endpoints/:endpoint/scans'],
    operationId: 'listScans',
    group: groups.endpoints,
    summary: "A server's scans, newest first.",
    params: z.object({ endpoint: uuid }),
    query: z.object({ ...ownership, ...numberedQuery }),
    customer: customerInQuery,
    responses: {
      200: z.strictObject({
        data: z.array(scanResource),
        links: pageLinks,
        meta: z.strictObject(numberedMeta),
      }),
    },
    problems: ['ENDPOINT_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'ENDPOINT_NOT_FOUND',
    async handle({ operation, params, query, page, baseUrl }) {
      const endpoint = await getEndpoint(operation, params.endpoint, query.billing_customer_id);
      const { limit, offset } = numberedCut(query);
      const { items, total, last } = await listScans(operation, endpoint.id, { limit, start: page.start(offset) });
      return reply(200, {
        data: (await withRequesters(operation, items)).map(toScanResource),
        ...numberedPage(`${baseUrl}/api/v1/endpoints/${endpoint.id}/scans`, query, total, page.end(last)),
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
    summary: 'One scan, with the ports that were open after it and what it changed.',
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
      const [[requested], openPorts, changes] = await Promise.all([
        withRequesters(operation, [scan]),
        scan.status === 'completed' ? openPortsAfter(operation, scan) : null,
        changesInScan(operation, scan.endpoint_id, scan.id),
      ]);
      return reply(200, {
        data: toScanDetail(requested!, openPorts, changes),
        links: { self: `${baseUrl}/api/v1/scans/${scan.id}` },
        meta: metaAt(operation.clock.now()),
      });
    },
  });
}

function fromElsewhere(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/endpoints/:endpoint/vantage-points'],
    operationId: 'listVantageViews',
    group: groups.endpoints,
    summary: 'How a server looks from other places than where its scans are done.',
    description:
      'For plans that ask for several vantage points. What differs is shown and raises no alert: alerts go by the scans, which are done from the first of them.',
    params: z.object({ endpoint: uuid }),
    query: z.object({ ...ownership, ...shortListQuery }),
    customer: customerInQuery,
    responses: {
      200: z.strictObject({
        data: z.array(vantageView),
        meta: envelopeMeta.extend(pageFields).meta({ id: 'ListMeta' }),
      }),
    },
    problems: ['ENDPOINT_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'ENDPOINT_NOT_FOUND',
    async handle({ operation, params, query, page }) {
      const endpoint = await getEndpoint(operation, params.endpoint, query.billing_customer_id);
      const views = await vantageViews(operation, endpoint.id);
      const { items, end } = page.of(views, query.limit, (view) => [view.vantage_point]);
      return reply(200, { data: [...items], meta: { ...metaAt(operation.clock.now()), ...end } });
    },
  });
}
