import { z } from 'zod';
import { listSubscriptions } from '../../accounts/subscriptions/index.ts';
import { severities } from '../../common/severity.ts';
import { integer, oneOf, text, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { cursorField, decodeCursor, encodeCursor } from '../../core/api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { pageLinks, pageLinksOf } from '../../platform/http/links.ts';
import { customerOverview } from './customer-overview.ts';
import { type CustomerOrder, type CustomerPosition, listCustomers, urgencies } from './list-customers.ts';
import { listServers, serverStates } from './list-servers.ts';
import { listServices } from './list-services.ts';
import {
  cappedProduct,
  customerResource,
  listedService,
  listedSubscription,
  subscriptionStatus,
  toCustomerResource,
  toListedService,
  toListedSubscription,
} from './schema.ts';

export function customerRoutes(): RouteDeclaration[] {
  return [list(), overview(), serversOfCustomer(), serviceList(), subscriptionList()];
}

const severity = oneOf(severities);

const listedCustomer = z
  .strictObject({
    billing_customer_id: z.int(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    endpoints: z.int(),
    domains: z.int(),
    open_alerts: z.int(),
    endpoints_not_scanned: z.int().meta({
      description: 'Endpoints that nobody looks at: paused, or of an address that is never scanned.',
    }),
    alerts_by_severity: z
      .strictObject({ critical: z.int(), high: z.int(), medium: z.int(), low: z.int() })
      .meta({ description: 'Open alerts of every kind.' }),
    worst_severity: severity.nullable().meta({ description: 'Of the open alerts of every kind. Null: none is open.' }),
    created_at: timestamp,
  })
  .meta({ id: 'ListedCustomer' });

const customerNumber = z.string().regex(/^\d{1,16}$/);
const customerPositions = {
  number: z.strictObject({ billing_customer_id: customerNumber }).transform(({ billing_customer_id }) => ({
    billing_customer_id: Number(billing_customer_id),
    id: '',
    urgency: 'none' as const,
  })),
  urgency: z
    .strictObject({ urgency: oneOf(urgencies), id: z.guid() })
    .transform((position) => ({ ...position, billing_customer_id: 0 })),
};

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/customers'],
    operationId: 'listCustomers',
    group: groups.customers,
    summary: 'Customers by billing id or by urgency, with what they have.',
    query: z.object({
      search: text(255).optional().meta({ description: 'A billing id, or the beginning of a name or e-mail address.' }),
      sort: oneOf(['number', 'urgency']).default('number').meta({
        description:
          'number: by billing id. urgency: by the most severe open alert of any kind, and those of equal urgency the older first.',
      }),
      urgency: oneOf(urgencies).optional().meta({
        description:
          'Only customers whose most severe open alert has this severity; none: those without an open alert.',
      }),
      limit: integer(1, 1_000).default(50),
      cursor: cursorField,
    }),
    responses: {
      200: successEnvelope(
        z.strictObject({
          customers: z.array(listedCustomer),
          has_more: z.boolean(),
          next_cursor: z.string().nullable(),
        }),
      ),
    },
    problems: [],
    async handle({ operation, query }) {
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, customerPositions[query.sort]);
      const { customers, last } = await listCustomers(operation, query, query.sort, after, query.limit);
      const data = {
        customers: customers.map((customer) => ({ ...customer, created_at: customer.created_at.toISOString() })),
        has_more: last !== null,
        next_cursor: last && cursorBehind(query.sort, last),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function cursorBehind(sort: CustomerOrder, { billing_customer_id, id, urgency }: CustomerPosition): string {
  return encodeCursor(sort === 'urgency' ? { urgency, id } : { billing_customer_id: String(billing_customer_id) });
}

function overview(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/customers/:billing_customer_id'],
    operationId: 'getCustomer',
    group: groups.customers,
    summary: 'What is on record of a customer: services, subscriptions with their billing windows, domains, capacity.',
    params: z.object({ billing_customer_id: integer(1) }),
    customer: { in: 'params', field: 'billing_customer_id' },
    responses: { 200: successEnvelope(customerResource) },
    problems: ['CUSTOMER_NOT_FOUND'],
    absent: 'CUSTOMER_NOT_FOUND',
    async handle({ operation, params }) {
      const found = await customerOverview(operation, params.billing_customer_id);
      return reply(200, success(toCustomerResource(found), operation.clock.now()));
    },
  });
}

const serverOfCustomer = z
  .strictObject({
    id: z.guid(),
    ip_address: z.string(),
    hostname: z.string(),
    nickname: z.string(),
    state: oneOf(serverStates).meta({
      description:
        'Whether it is looked at: scanned; not_yet (the first scan is to come); unreachable or answers_everything (nothing can be said of its ports); never (its address is never scanned); paused; no_room (paused because paid capacity does not cover it).',
    }),
    last_scan_at: timestamp.nullable(),
    open_alerts: z.int().meta({ description: 'Open alerts of every kind.' }),
    worst_severity: severity.nullable().meta({ description: 'Of the open alerts of every kind. Null: none is open.' }),
  })
  .meta({ id: 'ServerOfCustomer' });

const serverPosition = z.strictObject({ urgency: z.string().regex(/^[0-4]$/), id: z.guid() });

function serversOfCustomer(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/customers/:billing_customer_id/servers'],
    operationId: 'listServersOfCustomer',
    group: groups.customers,
    summary: "A customer's servers, those with the most severe open alert first.",
    params: z.object({ billing_customer_id: integer(1) }),
    query: z.object({ limit: integer(1, 1_000).default(50), cursor: cursorField }),
    customer: { in: 'params', field: 'billing_customer_id' },
    responses: {
      200: successEnvelope(
        z.strictObject({
          servers: z.array(serverOfCustomer),
          has_more: z.boolean(),
          next_cursor: z.string().nullable(),
        }),
      ),
    },
    problems: ['CUSTOMER_NOT_FOUND'],
    absent: 'CUSTOMER_NOT_FOUND',
    async handle({ operation, params, query }) {
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, serverPosition);
      const { servers, last } = await listServers(operation, params.billing_customer_id, after, query.limit);
      const data = {
        servers: servers.map((server) => ({ ...server, last_scan_at: server.last_scan_at?.toISOString() ?? null })),
        has_more: last !== null,
        next_cursor: last && encodeCursor({ urgency: String(last.urgency), id: last.id }),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

const servicePosition = z.strictObject({ service_id: z.string().regex(/^\d{1,16}$/), id: z.guid() });

function serviceList(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/services'],
    operationId: 'listServices',
    group: groups.customers,
    summary: 'Services by their number in the billing system, with all that each of them pays for.',
    query: z.object({
      billing_customer_id: integer(1).optional(),
      service_id: integer(1).optional(),
      limit: integer(1, 1_000).default(50),
      cursor: cursorField,
    }),
    responses: {
      200: successEnvelope(
        z.strictObject({
          services: z.array(listedService),
          has_more: z.boolean(),
          next_cursor: z.string().nullable(),
        }),
      ),
    },
    problems: [],
    async handle({ operation, query }) {
      const after = query.cursor === undefined ? null : decodeCursor(query.cursor, servicePosition);
      const filter = { billingCustomerId: query.billing_customer_id, serviceId: query.service_id };
      const { services, last } = await listServices(operation, filter, after, query.limit);
      const data = {
        services: services.map(toListedService),
        has_more: last !== null,
        next_cursor: last && encodeCursor({ service_id: String(last.service_id), id: last.id }),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function subscriptionList(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/subscriptions'],
    operationId: 'listSubscriptions',
    group: groups.customers,
    summary: 'Subscriptions of every status, newest first.',
    query: z.object({
      billing_customer_id: integer(1).optional(),
      status: subscriptionStatus.optional(),
      product_slug: cappedProduct.optional(),
      per_page: integer(1, 100).default(15),
      page: integer(1).default(1),
    }),
    responses: {
      200: z.strictObject({
        data: z.array(listedSubscription),
        links: pageLinks,
        meta: z.strictObject({ current_page: z.int(), per_page: z.int(), total: z.int() }),
      }),
    },
    problems: [],
    async handle({ operation, query, baseUrl }) {
      const page = { number: query.page, perPage: query.per_page };
      const filter = {
        billingCustomerId: query.billing_customer_id,
        status: query.status,
        product: query.product_slug,
      };
      const { subscriptions, total } = await listSubscriptions(operation, filter, page);
      return reply(200, {
        data: subscriptions.map(toListedSubscription),
        links: pageLinksOf(`${baseUrl}/api/v1/subscriptions`, query, { ...page, total }),
        meta: { current_page: page.number, per_page: page.perPage, total },
      });
    },
  });
}
