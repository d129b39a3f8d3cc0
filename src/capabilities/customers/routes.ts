import { z } from 'zod';
import { integer } from '../../platform/http/fields.ts';
import { groups, success, successEnvelope } from '../../platform/http/groups.ts';
import { pageLinks, pageLinksOf } from '../../platform/http/links.ts';
import { type RouteDeclaration, reply, route } from '../../platform/http/route.ts';
import { listSubscriptions } from '../subscriptions/list-subscriptions.ts';
import { customerOverview } from './customer-overview.ts';
import {
  cappedProduct,
  customerResource,
  listedSubscription,
  subscriptionStatus,
  toCustomerResource,
  toListedSubscription,
} from './schema.ts';

export function customerRoutes(): RouteDeclaration[] {
  return [overview(), subscriptionList()];
}

function overview(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/customers/:billing_customer_id'],
    operationId: 'getCustomer',
    group: groups.customers,
    summary: 'What is on record of a customer: services, subscriptions with their billing windows, domains, capacity.',
    params: z.object({ billing_customer_id: integer(1) }),
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
