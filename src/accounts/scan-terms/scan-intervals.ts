import { type RawBuilder, sql } from 'kysely';
import { defaultPlanSlugs } from '../plans/index.ts';

/** In seconds. */
export interface ScanIntervals {
  /** Of an endpoint that no plan covers, or only plans that say nothing of it. */
  readonly defaultIntervalSeconds: number;
  /** A plan's interval that is shorter is not used. Left out: any is. */
  readonly shortestIntervalSeconds?: number | undefined;
}

/** Of a plan that says so, within what the installation allows. */
export function plannedSeconds(planned: number | null, intervals: ScanIntervals): number {
  const { defaultIntervalSeconds, shortestIntervalSeconds = 0 } = intervals;
  return planned === null ? defaultIntervalSeconds : Math.max(planned, shortestIntervalSeconds);
}

/** The same in SQL, where `p` is the plan, or null throughout. */
function planned({ defaultIntervalSeconds, shortestIntervalSeconds = 0 }: ScanIntervals): RawBuilder<number> {
  return sql<number>`CASE WHEN p.scan_interval_seconds IS NULL THEN ${defaultIntervalSeconds}::integer
    ELSE greatest(p.scan_interval_seconds, ${shortestIntervalSeconds}::integer) END`;
}

/** The subscription `own` of the service `s`, if it ever had one. */
export const joinOwnSubscription = sql`LEFT JOIN subscriptions own
  ON own.partner_id = s.partner_id AND own.service_id = s.id AND own.product_slug = 'port_monitoring'`;

/** The plan of the service `s`: that of its subscription `own` while this is active, or what was recorded for a service without one. */
export const ownPlanSlug = sql<string | null>`CASE WHEN own.id IS NULL THEN s.plan_slug
  WHEN own.status = 'active' THEN own.plan_slug END`;

/** The plan `p` named so in the catalogue of the partner `a`; a sandbox has its owner's. */
export function joinPlan(slug: RawBuilder<string | null>): RawBuilder<unknown> {
  return sql`LEFT JOIN plans p ON p.partner_id = coalesce(a.sandbox_of, a.id)
    AND p.product_slug = 'port_monitoring' AND p.plan_slug = ${slug}`;
}

/** Whether the plan of the service `s` is one that exists. */
export const isKnown = sql<boolean>`(p.plan_slug IS NOT NULL OR ${ownPlanSlug} = ANY(${defaultPlanSlugs}::text[]))`;

/** `sub`: what a customer pays for now. */
export const isActivePlan = sql<boolean>`sub.product_slug = 'port_monitoring' AND sub.status = 'active'`;

/** Whose the endpoint `e` is, for statements over all partners; those of one say so by its id. */
export const ofEndpoint: RawBuilder<string> = sql`e.partner_id`;

/** The interval of the endpoint `e` in SQL, a scalar. */
export function intervalInForce(intervals: ScanIntervals, partner = ofEndpoint): RawBuilder<number> {
  return sql<number>`coalesce(
    (SELECT ${planned(intervals)}
      FROM services s JOIN partners a ON a.id = s.partner_id ${joinOwnSubscription} ${joinPlan(ownPlanSlug)}
      WHERE s.partner_id = ${partner} AND s.id = e.service_id AND ${isKnown}),
    (SELECT min(${planned(intervals)})
      FROM subscriptions sub JOIN partners a ON a.id = sub.partner_id ${joinPlan(sql`sub.plan_slug`)}
      WHERE sub.partner_id = ${partner} AND sub.customer_id = e.customer_id AND ${isActivePlan}),
    ${intervals.defaultIntervalSeconds}::integer)`;
}

/** Scans per second that keep the interval of every endpoint on the schedule. It reads them all, so it joins sets. */
export function fleetPace(intervals: ScanIntervals): RawBuilder<number> {
  return sql<number>`(
    WITH subscribed AS (
      SELECT sub.partner_id, sub.customer_id, min(${planned(intervals)}) AS seconds
      FROM subscriptions sub JOIN partners a ON a.id = sub.partner_id ${joinPlan(sql`sub.plan_slug`)}
      WHERE ${isActivePlan} GROUP BY sub.partner_id, sub.customer_id)
    SELECT coalesce(sum(1.0 / coalesce(CASE WHEN ${isKnown} THEN ${planned(intervals)} END, subscribed.seconds,
      ${intervals.defaultIntervalSeconds}::integer)), 0)
    FROM endpoints e
    JOIN partners a ON a.id = e.partner_id
    LEFT JOIN services s ON s.partner_id = e.partner_id AND s.id = e.service_id
    ${joinOwnSubscription}
    ${joinPlan(ownPlanSlug)}
    LEFT JOIN subscribed ON subscribed.partner_id = e.partner_id AND subscribed.customer_id = e.customer_id
    WHERE e.next_scan_at IS NOT NULL)`;
}
