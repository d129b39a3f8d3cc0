import { type RawBuilder, sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import { isActivePlan, isKnown, joinOwnSubscription, joinPlan, ofEndpoint, ownPlanSlug } from './scan-intervals.ts';

interface AskingPlan {
  readonly slug: string;
  readonly terms: { readonly vantagePoints: readonly string[] } | null;
}

/** Of the plans in force: those of the first one, by its name, that asks for any. */
export function vantagePointsOf(inForce: readonly AskingPlan[]): readonly string[] {
  const asked = inForce.flatMap(({ slug, terms }) =>
    terms?.vantagePoints.length ? [{ slug, points: terms.vantagePoints }] : [],
  );
  const key = ({ slug, points }: (typeof asked)[number]) => `${slug} ${points.join()}`;
  return asked.toSorted((a, b) => (key(a) < key(b) ? -1 : 1))[0]?.points ?? [];
}

/**
 * From where the endpoint `e` is looked at, in SQL, by the same rule; null or empty: from anywhere, as in
 * a sandbox, where no packet is sent. Next to nothing where no plan asks for any.
 */
export function vantagePointsInForce(partner = ofEndpoint): RawBuilder<readonly string[] | null> {
  return sql`
  CASE WHEN (SELECT EXISTS (SELECT 1 FROM plans WHERE vantage_points <> '{}')) THEN (
    SELECT points FROM (
      SELECT 0 AS rank, '' AS slug, p.vantage_points AS points
      FROM services s JOIN partners a ON a.id = s.partner_id ${joinOwnSubscription} ${joinPlan(ownPlanSlug)}
      WHERE s.partner_id = ${partner} AND s.id = e.service_id AND ${isKnown} AND a.sandbox_of IS NULL
      UNION ALL
      SELECT 1, sub.plan_slug COLLATE "C", p.vantage_points
      FROM subscriptions sub JOIN partners a ON a.id = sub.partner_id ${joinPlan(sql`sub.plan_slug`)}
      WHERE sub.partner_id = ${partner} AND sub.customer_id = e.customer_id AND ${isActivePlan} AND p.vantage_points <> '{}'
        AND a.sandbox_of IS NULL
    ) AS asked ORDER BY rank, slug LIMIT 1) END`;
}

/** The one that scans. */
export function vantagePointInForce(partner = ofEndpoint): RawBuilder<string | null> {
  return sql`(${vantagePointsInForce(partner)})[1]`;
}

/** The same of one endpoint. */
export async function vantagePointOf({ db, partnerId }: Operation, endpointId: string): Promise<string | null> {
  const { rows } = await db.execute(sql<{ point: string | null }>`
    SELECT ${vantagePointInForce(sql`${partnerId}`)} AS point FROM endpoints e WHERE e.partner_id = ${partnerId} AND e.id = ${endpointId}`);
  return rows[0]?.point ?? null;
}
