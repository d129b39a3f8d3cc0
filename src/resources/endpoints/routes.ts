import { z } from 'zod';
import { type ScanLimits, scanTermsOf, scanTermsOfEndpoints } from '../../accounts/scan-terms/index.ts';
import { booleanField, email, integer, money, nameOfCustomer, oneOf, text, uuid } from '../../core/api/fields.ts';
import {
  emptyAnswer,
  envelopeMeta,
  groups,
  metaAt,
  provisioningPaths,
  success,
  successEnvelope,
} from '../../core/api/groups.ts';
import { errorsOf } from '../../core/api/input.ts';
import { numberedCut, numberedMeta, numberedPage, numberedQuery, totalFields } from '../../core/api/list-page.ts';
import type { ProblemCode } from '../../core/api/problems.ts';
import { customerInBody, customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { pageLinks } from '../../platform/http/links.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { changeResourceState, type ResourceTrigger } from '../lifecycle/index.ts';
import { acceptAddress } from './accept-address.ts';
import { type AdditionRules, addEndpoint, namesHost } from './add-endpoint.ts';
import { deleteEndpoint, editEndpoint } from './edit-endpoint.ts';
import { type EndpointRecord, lockEndpoint } from './endpoint-record.ts';
import { getEndpoint } from './get-endpoint.ts';
import { type EndpointPosition, listEndpoints } from './list-endpoints.ts';
import { policyIn } from './policy-in.ts';
import { provisionEndpoint, tryProvisioning } from './provision-endpoint.ts';
import { noteOnRefusal, refusalNote } from './scan-refusal.ts';
import { endpointResource, endpointStatus, listedStatus, toEndpointResource } from './schema.ts';

export interface EndpointRouteOptions extends AdditionRules {
  readonly cooldownSeconds: number;
  readonly limits: ScanLimits;
}

export function endpointRoutes(options: EndpointRouteOptions): RouteDeclaration[] {
  return [
    provision(options),
    stateChange(options, 'suspend', 'Pause a server: scans stop, history is kept.'),
    stateChange(options, 'resume', 'Scan a paused server again, on the normal schedule.'),
    stateChange(
      options,
      'terminate',
      'Stop monitoring a server. History is kept; adding the address again restores it.',
    ),
    list(options),
    add(options),
    single(options),
    edit(options),
    remove(options),
  ];
}

const resourceState = z.strictObject({ endpoint_id: z.guid(), status: endpointStatus, note: z.string().optional() });

function provision({ endpointType, newAddresses }: EndpointRouteOptions): RouteDeclaration {
  const answer = successEnvelope(
    resourceState.extend({
      dry_run: z.boolean().optional(),
      not_scanned: z.string().nullable().optional().meta({
        description: 'In a dry run: why the address is never scanned. Null: it is scanned.',
      }),
    }),
  );
  return route({
    method: 'POST',
    paths: provisioningPaths('provision'),
    operationId: 'provisionEndpoint',
    group: groups.provisioning,
    summary: 'Monitor a server for a customer.',
    description:
      'Creates the customer on first use and schedules the first scan. Again for the same address and customer: 200 with the existing endpoint and a note. A terminated endpoint is restored, and scanned when it would have been due. More new addresses than the account may add in a day: 429 in the shape of throttling, with Retry-After until the next day (UTC). `dry_run` answers what would happen, such as before an order is paid for, and changes nothing; the `endpoint_id` of a server that is not there yet leads nowhere.',
    example: { client_id: 42, service_id: 1001, ip_address: '203.0.113.10', hostname: 'web1.example.com' },
    body: z.object({
      client_id: integer(1),
      ip_address: text(255).optional(),
      service_id: integer(1).optional(),
      hostname: text(255).optional(),
      client_name: text(255).optional(),
      client_email: email.optional(),
      product_slug: text(50).optional(),
      plan_slug: text(50).optional(),
      mrr: money(0.01, 9999.99).optional(),
      dry_run: booleanField.optional(),
    }),
    check: ({ operation, body: { ip_address: address }, named }) =>
      named.has('ip_address') || named.has('service_id')
        ? errorsOf(() => address === undefined || acceptAddress(operation, endpointType.policy, 'ip_address', address))
        : { ip_address: ['The ip_address field is required without a service_id.'] },
    responses: { 200: answer, 201: answer },
    problems: ['ENDPOINT_LIMIT_EXCEEDED'],
    async handle({ operation, body }) {
      const carryOut = body.dry_run ? tryProvisioning : provisionEndpoint;
      const { created, endpointId, address, status, note } = await carryOut(
        operation,
        endpointType,
        newAddresses,
        body,
      );
      const here = policyIn(operation, endpointType.policy);
      const refusal = () => refusalNote(messagesIn(operation.language), here, address);
      const tried = body.dry_run ? { dry_run: true, not_scanned: refusal() } : {};
      const data = { endpoint_id: endpointId, status, ...(note ? { note } : {}), ...tried };
      return reply(created && !body.dry_run ? 201 : 200, success(data, operation.clock.now()));
    },
  });
}

function stateChange(
  { endpointType }: EndpointRouteOptions,
  trigger: Exclude<ResourceTrigger, 'restore'>,
  summary: string,
): RouteDeclaration {
  return route({
    method: 'POST',
    paths: provisioningPaths(trigger),
    operationId: `${trigger}Endpoint`,
    group: groups.provisioning,
    summary,
    body: z.object({ endpoint_id: uuid, client_id: integer(1).optional() }),
    responses: { 200: successEnvelope(resourceState) },
    problems: trigger === 'resume' ? ['ENDPOINT_NOT_FOUND', 'ENDPOINT_LIMIT_EXCEEDED'] : ['ENDPOINT_NOT_FOUND'],
    async handle({ operation, body }) {
      const { endpoint_id: id, client_id: clientId } = body;
      const lock = (tx: Operation) => lockEndpoint(tx, id, clientId);
      const { status, note } = await changeResourceState(operation, endpointType, lock, trigger);
      return reply(200, success({ endpoint_id: id, status, ...(note ? { note } : {}) }, operation.clock.now()));
    },
  });
}

const ownership = z.object({ billing_customer_id: integer(1).optional() });
const endpointPath = z.object({ endpoint: uuid });
const ownershipProblems: ProblemCode[] = ['ENDPOINT_NOT_FOUND', 'ACCESS_DENIED'];

const listedEndpoint = z
  .strictObject({ ...endpointResource.shape, customer_name: nameOfCustomer })
  .meta({ id: 'ListedEndpoint' });

function list({ endpointType, cooldownSeconds, limits }: EndpointRouteOptions): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/endpoints'],
    operationId: 'listEndpoints',
    group: groups.endpoints,
    summary: 'Monitored servers, newest first unless sorted otherwise.',
    query: z.object({
      billing_customer_id: integer(1).optional(),
      status: listedStatus.optional(),
      search: text(255).optional().meta({ description: 'Part of the address, hostname or nickname.' }),
      ...numberedQuery,
      sort: oneOf(['created_at', 'severity']).optional().meta({
        description:
          '`severity`, which needs a customer: those with the worst open alerts first, then newest first. Default: `created_at`.',
      }),
    }),
    check: ({ query }) =>
      query.sort === 'severity' && query.billing_customer_id === undefined
        ? { sort: ['The sort field can be severity for one customer only: name it in billing_customer_id.'] }
        : {},
    customer: customerInQuery,
    responses: {
      200: z.strictObject({
        data: z.array(listedEndpoint),
        links: pageLinks,
        meta: z.strictObject({
          ...numberedMeta,
          ...totalFields,
          endpoint_limit: z.int().nullable(),
          current_endpoint_count: z.int(),
          status_counts: z.strictObject({ active: z.int(), paused: z.int() }),
          not_scanned_count: z.int().nullable().meta({
            description: 'How many of the active ones are never scanned; null unless a customer is named.',
          }),
        }),
      }),
    },
    problems: [],
    async handle({ operation, query, page, baseUrl }) {
      const { limit: perPage, offset } = numberedCut(query);
      const filter = { billingCustomerId: query.billing_customer_id, status: query.status, search: query.search };
      const { endpoints, total, next, statusCounts, notScanned, limit } = await listEndpoints(operation, filter, {
        perPage,
        start: page.start<EndpointPosition>(offset),
        sort: query.sort,
      });
      const policy = policyIn(operation, endpointType.policy);
      const t = messagesIn(operation.language);
      const { links, meta } = numberedPage(`${baseUrl}/api/v1/endpoints`, query, total, page.end(next));
      return reply(200, {
        data: endpoints.map((endpoint) => ({
          ...toEndpointResource(endpoint, { cooldownSeconds, policy, t, terms: scanTermsOf(endpoint.plans, limits) }),
          customer_name: endpoint.customer_name,
        })),
        links,
        meta: {
          ...meta,
          total_is_exact: true as const,
          endpoint_limit: limit,
          current_endpoint_count: statusCounts.active + statusCounts.paused,
          status_counts: statusCounts,
          not_scanned_count: notScanned,
        },
      });
    },
  });
}

const singleAnswer = z.strictObject({
  data: endpointResource,
  links: z.strictObject({ self: z.url() }),
  meta: envelopeMeta,
  note: z.string().optional(),
});

async function toAnswer(
  operation: Operation,
  endpoint: EndpointRecord,
  { endpointType, cooldownSeconds, limits }: Pick<EndpointRouteOptions, 'endpointType' | 'cooldownSeconds' | 'limits'>,
  baseUrl: string,
): Promise<z.output<typeof singleAnswer>> {
  const policy = policyIn(operation, endpointType.policy);
  const t = messagesIn(operation.language);
  const terms = (await scanTermsOfEndpoints(operation, [endpoint.id], limits)).get(endpoint.id)!;
  return {
    data: toEndpointResource(endpoint, { cooldownSeconds, terms, policy, t }),
    links: { self: `${baseUrl}/api/v1/endpoints/${endpoint.id}` },
    meta: metaAt(operation.clock.now()),
    ...noteOnRefusal(t, policy, endpoint.ip_address),
  };
}

function add(options: EndpointRouteOptions): RouteDeclaration {
  const { endpointType } = options;
  return route({
    method: 'POST',
    paths: ['/api/v1/endpoints'],
    operationId: 'addEndpoint',
    group: groups.endpoints,
    summary: 'Monitor a server by address or hostname.',
    description:
      "A hostname is resolved once, to the first address that is scanned; a name without one answers like a name that does not exist. A customer's session adds what the partner lets customers add. More new addresses than may be added in a day: 429 in the shape of throttling. An address that is there already answers 200 with the existing endpoint, unchanged; a deleted one is restored.",
    body: z.object({
      billing_customer_id: integer(1),
      ip_address: text(255).meta({ description: 'IPv4 or IPv6 address, or a hostname.' }),
      nickname: text(255).optional(),
      status: listedStatus.default('active'),
      client_name: text(255).optional(),
      client_email: email.optional(),
    }),
    check: ({ operation, body: { ip_address: address } }) =>
      errorsOf(
        () =>
          address === undefined ||
          namesHost(address) ||
          acceptAddress(operation, endpointType.policy, 'ip_address', address),
      ),
    customer: customerInBody,
    responses: { 200: singleAnswer, 201: singleAnswer },
    problems: ['ENDPOINT_LIMIT_EXCEEDED', 'DNS_RESOLUTION_FAILED'],
    async handle({ operation, body, baseUrl }) {
      const { endpoint, created } = await addEndpoint(operation, options, body);
      return reply(created ? 201 : 200, await toAnswer(operation, endpoint, options, baseUrl));
    },
  });
}

function single(options: EndpointRouteOptions): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/endpoints/:endpoint'],
    operationId: 'getEndpoint',
    group: groups.endpoints,
    summary: 'One monitored server.',
    params: endpointPath,
    query: ownership,
    customer: customerInQuery,
    responses: { 200: singleAnswer },
    problems: ownershipProblems,
    absent: 'ENDPOINT_NOT_FOUND',
    async handle({ operation, params, query, baseUrl }) {
      const endpoint = await getEndpoint(operation, params.endpoint, query.billing_customer_id);
      return reply(200, await toAnswer(operation, endpoint, options, baseUrl));
    },
  });
}

function edit(options: EndpointRouteOptions): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: ['/api/v1/endpoints/:endpoint'],
    operationId: 'updateEndpoint',
    group: groups.endpoints,
    summary: 'Change the nickname or status of a server; its address is fixed.',
    params: endpointPath,
    example: { billing_customer_id: 42, nickname: 'Web server' },
    body: z.object({
      billing_customer_id: integer(1),
      nickname: text(255).optional(),
      status: listedStatus.optional(),
    }),
    customer: customerInBody,
    responses: { 200: singleAnswer },
    problems: [...ownershipProblems, 'ENDPOINT_LIMIT_EXCEEDED'],
    absent: 'ENDPOINT_NOT_FOUND',
    async handle({ operation, params, body, baseUrl }) {
      const endpoint = await editEndpoint(
        operation,
        options.endpointType,
        params.endpoint,
        body.billing_customer_id,
        body,
      );
      return reply(200, await toAnswer(operation, endpoint, options, baseUrl));
    },
  });
}

function remove({ endpointType }: EndpointRouteOptions): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: ['/api/v1/endpoints/:endpoint'],
    operationId: 'deleteEndpoint',
    group: groups.endpoints,
    summary: 'Stop monitoring a server. Its history is kept.',
    params: endpointPath,
    query: ownership,
    customer: customerInQuery,
    responses: { 204: emptyAnswer },
    problems: ownershipProblems,
    absent: 'ENDPOINT_NOT_FOUND',
    async handle({ operation, params, query }) {
      await deleteEndpoint(operation, endpointType, params.endpoint, query.billing_customer_id);
      return reply(204, null);
    },
  });
}
