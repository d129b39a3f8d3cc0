import { type RawBuilder, sql } from 'kysely';
import { findCustomerId } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { decimalQuotient, sweepSpans, type UsageWindow } from './sweep-spans.ts';

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
  /** Of all its resources together: full seconds of the clock at whose end they were active. */
  readonly active_seconds: number;
  readonly windows: readonly UsageWindow[];
  /** Whether a part of it is from before changes of state were recorded. */
  readonly is_estimated: boolean;
}

interface Row extends Omit<ServiceUsage, 'peak' | 'average' | 'active_seconds' | 'windows'> {
  /** Beginnings and ends, alternating, in milliseconds since 1970. */
  readonly spans: string;
}

/** A service's place in the answer. */
export type UsagePosition = Pick<ServiceUsage, 'client_id' | 'service_id' | 'unit'>;

export interface UsagePeriod {
  readonly from: Date;
  /** Exclusive. */
  readonly to: Date;
  readonly billingCustomerId?: number | undefined;
}

export interface UsagePage {
  /** Null: from the beginning. */
  readonly after: UsagePosition | null;
  readonly limit: number;
}

/**
 * What each service had active between two instants, by customer and service: the recorded states as intervals, cut to the period and
 * added up. One statement; what ended before the period is not read, nor are other pages.
 * @returns a page, and whether there is more behind it
 */
export async function readUsage(
  operation: Operation,
  { from, to, billingCustomerId }: UsagePeriod,
  page: UsagePage,
): Promise<{ readonly services: readonly ServiceUsage[]; readonly hasMore: boolean }> {
  const now = operation.clock.now();
  const isLasting = now < to;
  const until = isLasting ? now : to;
  const customerId = billingCustomerId === undefined ? null : await findCustomerId(operation, billingCustomerId);
  if (customerId === undefined || until <= from) return { services: [], hasMore: false };
  // What is active now counts as current even if it has not lasted for a moment yet.
  const currentUntil = isLasting ? sql`'infinity'::timestamptz` : sql`${to}::timestamptz`;
  const counts = sql<boolean>`r.partner_id = ${operation.partnerId} AND r.state = 'active' AND r.ended_at > ${from} AND r.at < ${to}
    AND (least(r.ended_at, ${until}::timestamptz) > greatest(r.at, ${from}::timestamptz) OR r.ended_at >= ${currentUntil})`;
  const [began, ended] = [
    sql`greatest(r.at, ${from}::timestamptz)`,
    sql`greatest(r.at, least(r.ended_at, ${until}::timestamptz))`,
  ];
  const { rows } = await operation.db.execute(sql<Row>`
    WITH totals AS (
      SELECT r.customer_id, r.service_id, r.kind, count(*) FILTER (WHERE r.ended_at >= ${currentUntil})::integer AS current,
        bool_or(coalesce(r.assumed_until > ${began}, false)) AS is_estimated,
        string_agg(${milliseconds(began)} || ' ' || ${milliseconds(ended)}, ' ') AS spans
      FROM resource_state_changes r
      WHERE ${counts} AND ${customerId === null ? ofPage(operation, page, counts) : sql`r.customer_id = ${customerId}`}
      GROUP BY r.customer_id, r.service_id, r.kind
    )
    SELECT c.billing_customer_id AS client_id, s.billing_service_id AS service_id, s.product_slug,
      coalesce(subscribed.plan_slug, s.plan_slug) AS plan_slug, t.kind AS unit, t.current, t.is_estimated, t.spans
    FROM totals t
    JOIN customers c ON c.partner_id = ${operation.partnerId} AND c.id = t.customer_id
    LEFT JOIN services s ON s.partner_id = c.partner_id AND s.id = t.service_id
    LEFT JOIN subscriptions subscribed ON subscribed.partner_id = s.partner_id AND subscribed.service_id = s.id
      AND subscribed.product_slug = 'port_monitoring'
    WHERE ${behind(page.after)}
    ORDER BY client_id, service_id NULLS LAST, unit
    LIMIT ${page.limit + 1}`);
  const lengthMs = until.getTime() - from.getTime();
  return {
    services: rows.slice(0, page.limit).map((row) => toServiceUsage(row, lengthMs)),
    hasMore: rows.length > page.limit,
  };
}

function toServiceUsage({ spans, ...service }: Row, lengthMs: number): ServiceUsage {
  const { windows, peak, activeMs, activeSeconds } = sweepSpans(spans.split(' ').map(Number));
  return {
    ...service,
    peak: Math.max(peak, service.current),
    average: decimalQuotient(activeMs, lengthMs),
    active_seconds: activeSeconds,
    windows,
  };
}

function milliseconds(instant: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(date_part('epoch', ${instant}) * 1000)::bigint::text`;
}

/** Customers enough for a page: each has a service at least, but for the one in whose services the page may begin. */
function ofPage(operation: Operation, { after, limit }: UsagePage, counts: RawBuilder<boolean>): RawBuilder<boolean> {
  return sql`r.customer_id IN (
    SELECT c.id FROM customers c
    WHERE c.partner_id = ${operation.partnerId} AND c.billing_customer_id >= ${after?.client_id ?? 0}
      AND EXISTS (SELECT 1 FROM resource_state_changes r WHERE r.customer_id = c.id AND ${counts})
    ORDER BY c.billing_customer_id LIMIT ${limit + 2})`;
}

function behind(after: UsagePosition | null): RawBuilder<boolean> {
  if (!after) return sql`true`;
  const { client_id, service_id, unit } = after;
  return sql`(c.billing_customer_id, s.billing_service_id IS NULL, coalesce(s.billing_service_id, 0), t.kind)
    > (${client_id}, ${service_id === null}, ${service_id ?? 0}, ${unit})`;
}
