import { z } from 'zod';
import { listSubscriptions } from '../../accounts/subscriptions/index.ts';
import { integer, text, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { cursorField, decodeCursor, encodeCursor } from '../../core/api/list-page.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { pageLinks, pageLinksOf } from '../../platform/http/links.ts';
import { customerOverview } from './customer-overview.ts';
import { listCustomers } from './list-customers.ts';
import {
  cappedProduct,
  customerResource,
  listedSubscription,
  subscriptionStatus,
  toCustomerResource,
  toListedSubscription,
} from './schema.ts';

export function customerRoutes(): RouteDeclaration[] {
  return [list(), overview(), subscriptionList()];
}

const listedCustomer = z
  .strictObject({
    billing_customer_id: z.int(),
    name: z.string().nullable(),
    email: z.string().nullable(),
    endpoints: z.int(),
    domains: z.int(),
    open_alerts: z.int(),
    created_at: timestamp,
  })
  .meta({ id: 'ListedCustomer' });

const customerPosition = z.strictObject({ billing_customer_id: z.string().regex(/^\d{1,16}$/) });

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/customers'],
    operationId: 'listCustomers',
    group: groups.customers,
    summary: 'Customers by billing id, with what they have.',
    query: z.object({
      search: text(255).optional().meta({ description: 'A billing id, or the beginning of a name or e-mail address.' }),
      limit: integer(1, 100).default(50),
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
      const after = query.cursor && Number(decodeCursor(query.cursor, customerPosition).billing_customer_id);
      const found = await listCustomers(operation, { search: query.search, after: after || 0 }, query.limit + 1);
      const page = found.slice(0, query.limit);
      const hasMore = found.length > query.limit;
      const data = {
        customers: page.map(({ created_at, ...customer }) => ({ ...customer, created_at: created_at.toISOString() })),
        has_more: hasMore,
        next_cursor: hasMore ? encodeCursor({ billing_customer_id: String(page.at(-1)!.billing_customer_id) }) : null,
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
