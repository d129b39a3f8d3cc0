import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { defaultPlanSlugs, defaultScans, type Plan, portsOf, type ScanProtocols } from '../plans/index.ts';
import {
  isActivePlan,
  joinOwnSubscription,
  joinPlan,
  ownPlanSlug,
  plannedSeconds,
  type ScanIntervals,
} from './scan-intervals.ts';
import { vantagePointsOf } from './vantage-point.ts';

/** What the installation sets where plans say nothing, and how far they may go. */
export interface ScanLimits extends ScanIntervals {
  /** To one target: a plan can only lower it. */
  readonly maxPacketsPerSecond: number;
}

/** How one server is scanned, by the plans in force (decisions §3.1). */
export interface ScanTerms {
  /** Which plan says so: that of its own service, those that its customer pays for, or none. */
  readonly source: 'service' | 'subscriptions' | 'default';
  /** Ascending. */
  readonly planSlugs: readonly string[];
  /** `top-1000`, `full` or port ranges. */
  readonly ports: string;
  readonly protocols: ScanProtocols;
  readonly intervalSeconds: number;
  readonly maxPacketsPerSecond: number;
  /** From where: the first one scans, the others look again after each scan. None: any worker scans. */
  readonly vantagePoints: readonly string[];
}

/** A plan that a server could be scanned by. */
export interface PlanInForce {
  readonly source: 'service' | 'subscription';
  readonly slug: string;
  /** Null: the partner's catalogue has no row of it. */
  readonly terms: Omit<Plan, 'slug' | 'capacity'> | null;
}

/**
 * The plans of the endpoint `e` in SQL, as `PlanInForce[]`.
 * @param partnerId its partner, named here too: a subquery is planned without what the query around it says
 */
export function plansInForce(partnerId: string): RawBuilder<readonly PlanInForce[]> {
  const partner = sql`${partnerId}`;
  return sql`(
  SELECT coalesce(json_agg(json_build_object('source', c.source, 'slug', c.slug, 'terms',
    CASE WHEN p.plan_slug IS NOT NULL THEN json_build_object('ports', p.ports, 'protocols', p.protocols,
      'scanIntervalSeconds', p.scan_interval_seconds, 'maxPacketsPerSecond', p.max_packets_per_second,
      'vantagePoints', CASE WHEN a.sandbox_of IS NULL THEN p.vantage_points ELSE '{}' END) END)), '[]')
  FROM (
    SELECT 'service' AS source, ${ownPlanSlug} AS slug FROM services s ${joinOwnSubscription}
    WHERE s.partner_id = ${partner} AND s.id = e.service_id AND ${ownPlanSlug} IS NOT NULL
    UNION ALL
    SELECT DISTINCT 'subscription', sub.plan_slug FROM subscriptions sub
    WHERE sub.partner_id = ${partner} AND sub.customer_id = e.customer_id AND ${isActivePlan}
  ) c
  JOIN partners a ON a.id = ${partner}
  ${joinPlan(sql`c.slug`)})`;
}

/**
 * A server goes by the plan of its own service; else by all that its customer pays for, the most of each: the widest port set, both
 * protocols if one has them, the shortest interval, the highest rate; else by the default.
 */
export function scanTermsOf(plans: readonly PlanInForce[], limits: ScanLimits): ScanTerms {
  const known = plans.filter(({ slug, terms }) => terms !== null || defaultPlanSlugs.includes(slug));
  const own = known.filter(({ source }) => source === 'service');
  const inForce = own.length > 0 ? own : known;
  const terms = inForce.length > 0 ? inForce.map((plan) => plan.terms ?? defaultScans) : [defaultScans];
  return {
    source: inForce.length === 0 ? 'default' : own.length > 0 ? 'service' : 'subscriptions',
    planSlugs: inForce.map(({ slug }) => slug).sort(),
    ports: terms.map(({ ports }) => ports).reduce(wider),
    protocols: terms.some(({ protocols }) => protocols === 'tcp+udp') ? 'tcp+udp' : 'tcp',
    intervalSeconds: Math.min(...terms.map((each) => plannedSeconds(each.scanIntervalSeconds, limits))),
    maxPacketsPerSecond: Math.min(
      limits.maxPacketsPerSecond,
      Math.max(...terms.map((each) => each.maxPacketsPerSecond ?? limits.maxPacketsPerSecond)),
    ),
    vantagePoints: vantagePointsOf(inForce),
  };
}

/** By the number of ports; of as many, the first by name, so that the choice does not depend on the order of the plans. */
function wider(a: string, b: string): string {
  const more = countOf(a) - countOf(b);
  if (more === 0) return a < b ? a : b;
  return more > 0 ? a : b;
}

function countOf(ports: string): number {
  return portsOf({ ports, protocols: 'tcp' }).tcp.length;
}

/** By endpoint id. One statement, whatever the number of endpoints. */
export async function scanTermsOfEndpoints(
  operation: Operation,
  endpointIds: readonly string[],
  limits: ScanLimits,
): Promise<ReadonlyMap<string, ScanTerms>> {
  if (endpointIds.length === 0) return new Map();
  const { rows } = await operation.db.execute(sql<{ id: string; plans: readonly PlanInForce[] }>`
    SELECT e.id, ${plansInForce(operation.partnerId)} AS plans FROM endpoints e
    WHERE e.partner_id = ${operation.partnerId} AND ${inIds('e.id', endpointIds)}`);
  return new Map(rows.map(({ id, plans }) => [id, scanTermsOf(plans, limits)]));
}
