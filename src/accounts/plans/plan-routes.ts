import { z } from 'zod';
import { integer, oneOf, text } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { InvalidInput } from '../../core/api/problems.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { listPlans } from './list-plans.ts';
import { type Plan, scanProtocols } from './plan-catalogue.ts';
import type { PlanLimits } from './plan-limits.ts';
import { defaultCoverageText, portsOf } from './plan-ports.ts';
import { removePlan } from './remove-plan.ts';
import { mostVantagePoints, setPlan, UnusableTerm } from './set-plan.ts';

const planFields = {
  product_slug: z.literal('port_monitoring'),
  plan_slug: z.string(),
  capacity: z.int().meta({ description: 'Endpoints that the plan pays for.' }),
  scan_interval_seconds: z.int().nullable().meta({
    description: "Null: the installation's interval. One that is shorter than the installation allows is not used.",
  }),
  ports: z.string().meta({ description: `TCP ports: top-1000, full, or port ranges. ${defaultCoverageText}` }),
  tcp_ports: z.int().meta({ description: 'How many TCP ports that are.' }),
  udp_ports: z.int().meta({ description: 'How many UDP ports are asked besides.' }),
  protocols: oneOf(scanProtocols).meta({ description: 'tcp+udp: besides, the UDP ports of the risk table.' }),
  max_packets_per_second: z
    .int()
    .nullable()
    .meta({ description: "Ceiling for each of its endpoints. Null: the installation's." }),
  vantage_points: z.array(z.string()),
};

function toPlan(plan: Plan) {
  const { tcp, udp } = portsOf(plan);
  return {
    product_slug: 'port_monitoring' as const,
    plan_slug: plan.slug,
    capacity: plan.capacity,
    scan_interval_seconds: plan.scanIntervalSeconds,
    ports: plan.ports,
    tcp_ports: tcp.length,
    udp_ports: udp.length,
    protocols: plan.protocols,
    max_packets_per_second: plan.maxPacketsPerSecond,
    vantage_points: [...plan.vantagePoints],
  };
}

const listedPlan = z.strictObject({ ...planFields, subscriptions: z.int() }).meta({ id: 'Plan' });

/** The partner's catalogue (decisions §3.1). */
export function planRoutes(limits: PlanLimits): RouteDeclaration[] {
  return [list(), set(limits), remove()];
}

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/plans'],
    operationId: 'listPlans',
    group: groups.console,
    sharedWithSandbox: true,
    summary: 'Plans of port monitoring, smallest first.',
    query: z.object(shortListQuery),
    responses: { 200: successEnvelope(z.strictObject({ plans: z.array(listedPlan), ...pageFields })) },
    problems: [],
    async handle({ operation, query, page }) {
      const plans = await listPlans(operation);
      const { items, end } = page.of(plans, query.limit, ({ capacity, slug }) => [capacity, slug]);
      const shown = items.map((plan) => ({ ...toPlan(plan), subscriptions: plan.subscriptions }));
      return reply(200, success({ plans: shown, ...end }, operation.clock.now()));
    },
  });
}

function remove(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: ['/api/v1/plans/port_monitoring/:plan_slug'],
    operationId: 'removePlan',
    group: groups.console,
    summary: "Remove a plan of the account's own that no customer is on, in the sandbox neither.",
    params: z.object({ plan_slug: z.string() }),
    responses: { 204: emptyAnswer },
    problems: ['PLAN_NOT_FOUND', 'PLAN_IN_USE'],
    absent: 'PLAN_NOT_FOUND',
    async handle({ operation, params }) {
      await removePlan(operation, params.plan_slug);
      return reply(204, null);
    },
  });
}

function set(limits: PlanLimits): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: ['/api/v1/plans/port_monitoring/:plan_slug'],
    operationId: 'setPlan',
    group: groups.console,
    summary: 'Make or change a plan; a smaller or larger capacity is enforced for all customers on it at once.',
    params: z.object({ plan_slug: z.string() }),
    body: z.object({
      capacity: integer(1, 1_000_000),
      scan_interval_seconds: integer(60, 31_536_000).optional(),
      ports: text(10_000).optional(),
      protocols: oneOf(scanProtocols).optional(),
      max_packets_per_second: integer(10, 1_000_000).optional(),
      vantage_points: z.array(text(32)).max(mostVantagePoints).optional(),
    }),
    responses: {
      200: successEnvelope(
        z.strictObject({
          plan: z.strictObject(planFields),
          changed: z.boolean(),
          customers: z.int(),
          newly_paused: z.array(z.string()),
          unpaused: z.array(z.string()),
        }),
      ),
    },
    problems: [],
    async handle({ operation, params, body }) {
      const terms = {
        slug: params.plan_slug,
        capacity: body.capacity,
        scanIntervalSeconds: body.scan_interval_seconds ?? null,
        ports: body.ports,
        protocols: body.protocols,
        maxPacketsPerSecond: body.max_packets_per_second ?? null,
        vantagePoints: body.vantage_points,
      };
      const change = await explained(() => setPlan(operation, terms, limits));
      const data = {
        plan: toPlan(change.plan),
        changed: change.changed,
        customers: change.customers,
        newly_paused: [...change.newlyPaused],
        unpaused: [...change.unpaused],
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

async function explained<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UnusableTerm)) throw error;
    throw new InvalidInput({ [error.field]: [error.message] });
  }
}
