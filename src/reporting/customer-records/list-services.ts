import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { customerIdOf } from '../../accounts/customers/index.ts';
import type { ListedSubscription } from '../../accounts/subscriptions/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';

/** Servers that are named of a service; one that sells a single server has one. */
const serversNamed = 10;

export interface ListedService {
  readonly id: string;
  readonly service_id: number;
  readonly billing_customer_id: number;
  readonly name: string | null;
  readonly email: string | null;
  readonly product_slug: string | null;
  readonly plan_slug: string | null;
  /** Exact decimal text. */
  readonly mrr: string | null;
  readonly subscriptions: readonly SubscriptionOfService[];
  /** The newest that are not terminated. */
  readonly servers: readonly ServerOfService[];
  /** How many are not terminated. */
  readonly server_count: number;
}

export interface SubscriptionOfService {
  readonly product_slug: CappedProduct;
  readonly status: ListedSubscription['status'];
  readonly plan_slug: string | null;
  readonly quantity: number | null;
  readonly mrr: string | null;
}

export interface ServerOfService {
  readonly id: string;
  readonly ip_address: string;
  readonly status: 'active' | 'paused';
  readonly quota_paused: boolean;
}

export interface ServiceFilter {
  readonly billingCustomerId?: number | undefined;
  readonly serviceId?: number | undefined;
}

/** The service that a page goes on behind. */
export interface ServicePosition {
  readonly service_id: number;
  readonly id: string;
}

/**
 * A page of the account's services with all that each of them pays for, by the number in the billing system and, of one number,
 * customer by customer: the order in which a billing system has its own, so that both can be gone through side by side.
 */
export async function listServices(
  operation: Operation,
  filter: ServiceFilter,
  after: ServicePosition | null,
  limit: number,
): Promise<{ readonly services: readonly ListedService[]; readonly last: ServicePosition | null }> {
  const { partnerId } = operation;
  const { rows } = await operation.db.execute(sql<ListedService>`
    WITH page AS (
      SELECT * FROM services s
      WHERE s.partner_id = ${partnerId} AND ${sql.join(conditionsOf(operation, filter, after), sql` AND `)}
      ORDER BY s.billing_service_id, s.id LIMIT ${limit + 1}
    )
    SELECT page.id, page.billing_service_id AS service_id, c.billing_customer_id, c.name, c.email,
      page.product_slug, page.plan_slug, page.mrr, subscribed.subscriptions, monitored.servers, monitored.server_count
    FROM page
    CROSS JOIN LATERAL (
      SELECT billing_customer_id, name, email FROM customers WHERE partner_id = ${partnerId} AND customers.id = page.customer_id LIMIT 1
    ) AS c
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('product_slug', u.product_slug, 'status', u.status, 'plan_slug', u.plan_slug,
        'quantity', u.quantity, 'mrr', u.mrr::text) ORDER BY u.product_slug), '[]') AS subscriptions
      FROM subscriptions u WHERE u.partner_id = ${partnerId} AND u.service_id = page.id
    ) AS subscribed
    CROSS JOIN LATERAL (
      SELECT coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'ip_address', host(e.ip_address), 'status', e.status,
        'quota_paused', e.quota_paused) ORDER BY e.place) FILTER (WHERE e.place <= ${serversNamed}), '[]') AS servers,
        count(*)::int AS server_count
      FROM (
        SELECT o.*, row_number() OVER (ORDER BY o.created_at DESC, o.id DESC) AS place
        FROM endpoints o WHERE o.partner_id = ${partnerId} AND o.service_id = page.id AND o.status <> 'terminated'
      ) AS e
    ) AS monitored
    ORDER BY page.billing_service_id, page.id`);
  const services = rows.slice(0, limit);
  return { services, last: rows.length > limit ? services.at(-1)! : null };
}

function conditionsOf(
  operation: Operation,
  { billingCustomerId, serviceId }: ServiceFilter,
  after: ServicePosition | null,
): RawBuilder<SqlBool>[] {
  const conditions = [sql<SqlBool>`true`];
  if (after !== null)
    conditions.push(sql`(s.billing_service_id, s.id) > (${after.service_id}::bigint, ${after.id}::uuid)`);
  if (billingCustomerId !== undefined)
    conditions.push(sql`s.customer_id = (${customerIdOf(operation, billingCustomerId)})`);
  if (serviceId !== undefined) conditions.push(sql`s.billing_service_id = ${serviceId}`);
  return conditions;
}
