import { z } from 'zod';
import { type Plan, portsOf } from '../../accounts/plans/index.ts';
import { priceResource, toPriceResource } from '../../accounts/pricing/index.ts';
import { integer, oneOf } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { ResourceType } from '../lifecycle/index.ts';
import { upgradePath } from './upgrade-offer.ts';

const plan = z
  .strictObject({
    plan_slug: z.string(),
    capacity: z.int().meta({ description: 'Endpoints that the plan pays for.' }),
    scan_interval_seconds: z.int().nullable().meta({ description: "Null: the installation's interval." }),
    tcp_ports: z.int().meta({ description: 'How many TCP ports its scans ask.' }),
    udp_ports: z.int().meta({ description: 'How many UDP ports are asked besides.' }),
  })
  .meta({ id: 'OfferedPlan' });

function toPlan(offered: Plan): z.output<typeof plan> {
  const { tcp, udp } = portsOf(offered);
  return {
    plan_slug: offered.slug,
    capacity: offered.capacity,
    scan_interval_seconds: offered.scanIntervalSeconds,
    tcp_ports: tcp.length,
    udp_ports: udp.length,
  };
}

/** The way to more places, for a customer at the limit. */
export function upgradeRoutes(types: readonly ResourceType[]): RouteDeclaration[] {
  return [
    route({
      method: 'GET',
      paths: ['/api/v1/upgrade'],
      operationId: 'getUpgrade',
      group: groups.account,
      summary: 'What a customer at the limit can order next, what it costs, and where.',
      description:
        'There is an offer when all places that are paid for are used, `order_url` of the branding is set, and there is something larger. Its address is `order_url` with the parameters `customer` (the billing id), `product` and, for products with plans, `plan` (the slug).',
      query: z.object({
        billing_customer_id: integer(1),
        product_slug: oneOf(['port_monitoring', 'domain_monitoring']).default('port_monitoring'),
      }),
      customer: customerInQuery,
      responses: {
        200: successEnvelope(
          z.strictObject({
            product_slug: z.string(),
            capacity: z.int().nullable(),
            usage: z.int().meta({ description: 'Places that are taken.' }),
            current_plan: plan.nullable().meta({
              description: 'The plan that is paid for. Null: none, or several, or a product without plans.',
            }),
            offer: z
              .strictObject({
                plan: plan.nullable().meta({
                  description: 'The next plan. Null: the product has none, the offer is one more of it.',
                }),
                capacity: z.int().meta({ description: 'Places in all with the offer.' }),
                prices: z.array(priceResource).meta({
                  description:
                    "Shortest cycle first. In the customer's currency where it is known: the only one with prices, or the only one in which the present plan costs what is paid a month. Otherwise in all.",
                }),
                order_url: z.url().meta({ description: 'Where to order it.' }),
              })
              .nullable()
              .meta({ description: 'Null: nothing is offered.' }),
          }),
        ),
      },
      problems: ['CUSTOMER_NOT_FOUND'],
      async handle({ operation, query }) {
        const { product_slug } = query;
        const path = await upgradePath(operation, types, query.billing_customer_id, product_slug);
        const { capacity, usage, current, offer } = path;
        const data = {
          product_slug,
          capacity,
          usage,
          current_plan: current && toPlan(current),
          offer: offer && {
            plan: offer.plan && toPlan(offer.plan),
            capacity: offer.capacity,
            prices: offer.prices.map(toPriceResource),
            order_url: offer.url,
          },
        };
        return reply(200, success(data, operation.clock.now()));
      },
    }),
  ];
}
