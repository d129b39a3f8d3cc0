import { sql } from 'kysely';
import { findCustomerId } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** A time in which a service had one number of active resources. */
export interface UsageWindow {
  readonly started_at: string;
  readonly ended_at: string;
  readonly active: number;
}

/** What a service had in a period. Only what is active counts: what is paused, by hand or for capacity, is not looked at. */
export interface ServiceUsage {
  readonly client_id: number;
  /** Null: resources of no service. */
  readonly service_id: number | null;
  readonly product_slug: string | null;
  readonly plan_slug: string | null;
  readonly unit: 'endpoint' | 'domain';
  /** At the end of the period, or now while it lasts. */
  readonly current: number;
  readonly peak: number;
  /** Over what has passed of the period: exact decimal text. */
  readonly average: string;
  /** Of all its resources together. */
  readonly active_seconds: number;
  readonly windows: readonly UsageWindow[];
  /** Whether a part of it is from before changes of state were recorded. */
  readonly is_estimated: boolean;
}

/**
 * What each service had active between two instants, by customer and service: the recorded changes of state as intervals, cut to the
 * period and added up. One statement, whose work follows from the number of changes up to the end of the period.
 * @param from inclusive, `to` exclusive
 */
export async function readUsage(
  operation: Operation,
  { from, to, billingCustomerId }: { from: Date; to: Date; billingCustomerId?: number | undefined },
): Promise<readonly ServiceUsage[]> {
  const now = operation.clock.now();
  const until = to < now ? to : now;
  const customerId = billingCustomerId === undefined ? null : await findCustomerId(operation, billingCustomerId);
  if (customerId === undefined || until <= from) return [];
  const seconds = (until.getTime() - from.getTime()) / 1_000;
  const { rows } = await operation.db.execute(sql<ServiceUsage>`
    WITH changes AS (
      -- In the order of writing: a clock that was set back must not turn it round.
      SELECT customer_id, service_id, kind, resource_id, state, assumed_until, id, max(at) OVER (PARTITION BY kind, resource_id ORDER BY id) AS started
      FROM resource_state_changes
      WHERE partner_id = ${operation.partnerId} AND (${customerId}::uuid IS NULL OR customer_id = ${customerId}::uuid) AND at < ${until}
    ), spans AS (
      SELECT customer_id, service_id, kind, state, assumed_until, started, lead(started) OVER (PARTITION BY kind, resource_id ORDER BY id) AS ended
      FROM changes
    ), active AS (
      SELECT customer_id, service_id, kind, greatest(started, ${from}::timestamptz) AS started,
        coalesce(assumed_until > greatest(started, ${from}::timestamptz), false) AS is_estimated, coalesce(ended, ${until}::timestamptz) AS ended
      FROM spans
      WHERE state = 'active' AND coalesce(ended, ${until}::timestamptz) > greatest(started, ${from}::timestamptz)
    ), moves AS (
      SELECT customer_id, service_id, kind, at, sum(step) AS step
      FROM active, LATERAL (VALUES (started, 1), (ended, -1)) AS edge (at, step)
      GROUP BY customer_id, service_id, kind, at
      HAVING sum(step) <> 0
    ), levels AS (
      SELECT customer_id, service_id, kind, at AS started,
        sum(step) OVER of_service AS active, lead(at) OVER of_service AS ended
      FROM moves WINDOW of_service AS (PARTITION BY customer_id, service_id, kind ORDER BY at)
    ), totals AS (
      SELECT customer_id, service_id, kind, max(active)::integer AS peak,
        coalesce(sum(active) FILTER (WHERE ended = ${until}::timestamptz), 0)::integer AS current,
        sum(active * extract(epoch FROM ended - started)) AS active_seconds,
        json_agg(json_build_object('started_at', ${isoText('started')}, 'ended_at', ${isoText('ended')}, 'active', active)
          ORDER BY started) AS windows
      FROM levels WHERE active > 0
      GROUP BY customer_id, service_id, kind
    ), estimates AS (
      SELECT customer_id, service_id, kind, bool_or(is_estimated) AS is_estimated FROM active GROUP BY customer_id, service_id, kind
    )
    SELECT c.billing_customer_id AS client_id, s.billing_service_id AS service_id, s.product_slug,
      coalesce(subscribed.plan_slug, s.plan_slug) AS plan_slug, t.kind AS unit, t.current, t.peak,
      round(t.active_seconds / ${seconds}::numeric, 4)::text AS average, round(t.active_seconds)::bigint AS active_seconds, t.windows, e.is_estimated
    FROM totals t
    JOIN customers c ON c.partner_id = ${operation.partnerId} AND c.id = t.customer_id
    JOIN estimates e ON e.customer_id = t.customer_id AND e.kind = t.kind AND e.service_id IS NOT DISTINCT FROM t.service_id
    LEFT JOIN services s ON s.partner_id = c.partner_id AND s.id = t.service_id
    LEFT JOIN subscriptions subscribed ON subscribed.partner_id = s.partner_id AND subscribed.service_id = s.id
      AND subscribed.product_slug = 'port_monitoring'
    ORDER BY client_id, service_id NULLS LAST, unit`);
  return rows;
}

function isoText(column: 'started' | 'ended') {
  return sql`to_char(${sql.ref(column)} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
}
