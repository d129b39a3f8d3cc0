import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { type Plan, planCatalogue } from './plan-catalogue.ts';

export interface PlanListing extends Plan {
  /** Subscriptions on the plan that are not cancelled. */
  readonly subscriptions: number;
}

/** The port_monitoring plans of a partner: its own and the defaults that it did not change, smallest first. */
export async function listPlans(operation: Operation): Promise<PlanListing[]> {
  const [plans, counts] = await Promise.all([planCatalogue(operation), subscriptionsByPlan(operation)]);
  return [...plans.values()]
    .map((plan) => ({ ...plan, subscriptions: counts.get(plan.slug) ?? 0 }))
    .toSorted((a, b) => a.capacity - b.capacity || (a.slug < b.slug ? -1 : 1));
}

async function subscriptionsByPlan(operation: Operation): Promise<ReadonlyMap<string | null, number>> {
  const rows = await operation.db
    .selectFrom('subscriptions')
    .select(['plan_slug', sql<number>`count(*)::int`.as('count')])
    .where('product_slug', '=', 'port_monitoring')
    .where('status', '<>', 'cancelled')
    .groupBy('plan_slug')
    .execute();
  return new Map(rows.map(({ plan_slug, count }) => [plan_slug, count]));
}
