import { z } from 'zod';
import { integer, money, text, timestamp } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { changePlanOfService } from './change-plan-of-service.ts';

export function serviceRoutes(): RouteDeclaration[] {
  return [
    route({
      method: 'PUT',
      paths: ['/api/v1/customers/:billing_customer_id/services/:service_id'],
      operationId: 'changeService',
      group: groups.customers,
      summary: 'Change plan or price of a service that carries a single server.',
      description:
        'What change-subscription is where there is no subscription. What is not given stays. Scans go by the plan from the next one on.',
      params: z.object({
        billing_customer_id: integer(1).meta({ description: "The customer's id in the billing system." }),
        service_id: integer(1).meta({ description: "The service's id in the billing system." }),
      }),
      example: { plan_slug: 'starter', mrr: 9.9 },
      body: z.object({
        plan_slug: text(50)
          .optional()
          .meta({ description: 'A plan of the catalogue.', examples: ['starter'] }),
        mrr: money(0.01, 9999.99).optional().meta({ description: 'Monthly recurring revenue.' }),
      }),
      responses: {
        200: successEnvelope(
          z.strictObject({
            client_id: z.int(),
            service_id: z.int(),
            product_slug: z.string().nullable(),
            plan_slug: z.string().nullable(),
            mrr: z.number().nullable(),
            updated_at: timestamp,
          }),
        ),
      },
      problems: ['BILLING_CLIENT_NOT_FOUND'],
      absent: 'BILLING_CLIENT_NOT_FOUND',
      async handle({ operation, params, body }) {
        const { billing_customer_id: clientId, service_id: serviceId } = params;
        const { product_slug, plan_slug, mrr, updated_at } = await changePlanOfService(
          operation,
          clientId,
          serviceId,
          body,
        );
        const terms = { product_slug, plan_slug, mrr: mrr === null ? null : Number(mrr) };
        const data = { client_id: clientId, service_id: serviceId, ...terms, updated_at: updated_at.toISOString() };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}
