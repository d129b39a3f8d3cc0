import { z } from 'zod';
import { listSubscriptions } from '../../accounts/subscriptions/index.ts';
import { severities } from '../../common/severity.ts';
import { integer, oneOf, text, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import {
  cursorField,
  numberedCut,
  numberedMeta,
  numberedPage,
  numberedQuery,
  pageFields,
} from '../../core/api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { pageLinks } from '../../platform/http/links.ts';
import { customerOverview } from './customer-overview.ts';
import { listCustomers, urgencies } from './list-customers.ts';
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
          ...pageFields,
        }),
      ),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const { customers, last } = await listCustomers(operation, query, query.sort, page.after(), query.limit);
      const data = {
        customers: customers.map((customer) => ({ ...customer, created_at: customer.created_at.toISOString() })),
        ...page.end(last),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
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
          ...pageFields,
        }),
      ),
    },
    problems: ['CUSTOMER_NOT_FOUND'],
    absent: 'CUSTOMER_NOT_FOUND',
    async handle({ operation, params, query, page }) {
      const { servers, last } = await listServers(operation, params.billing_customer_id, page.after(), query.limit);
      const data = {
        servers: servers.map((server) => ({ ...server, last_scan_at: server.last_scan_at?.toISOString() ?? null })),
        ...page.end(last && { urgency: last.urgency, id: last.id }),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

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
          ...pageFields,
        }),
      ),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const filter = { billingCustomerId: query.billing_customer_id, serviceId: query.service_id };
      const { services, last } = await listServices(operation, filter, page.after(), query.limit);
      const data = {
        services: services.map(toListedService),
        ...page.end(last && { service_id: last.service_id, id: last.id }),
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
      ...numberedQuery,
    }),
    responses: {
      200: z.strictObject({
        data: z.array(listedSubscription),
        links: pageLinks,
        meta: z.strictObject(numberedMeta),
      }),
    },
    problems: [],
    async handle({ operation, query, page, baseUrl }) {
      const { limit, offset } = numberedCut(query);
      const filter = {
        billingCustomerId: query.billing_customer_id,
        status: query.status,
        product: query.product_slug,
      };
      const { items, total, last } = await listSubscriptions(operation, filter, { limit, start: page.start(offset) });
      return reply(200, {
        data: items.map(toListedSubscription),
        ...numberedPage(`${baseUrl}/api/v1/subscriptions`, query, total, page.end(last)),
      });
    },
  });
}
