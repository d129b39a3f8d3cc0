import type { Selectable } from 'kysely';
import type { CappedProduct, ProRataWindowsTable } from '../../src/core/operation/tables/accounts.ts';
import type { ApiAnswer, ApiClient } from './api-client.ts';
import { dumpTables } from './rows.ts';
import type { TestPartner, TestService } from './test-service.ts';

/** How a billing module names a subscription. */
export interface ServiceAddress {
  readonly client_id: number;
  readonly service_id: number;
  readonly product_slug: string;
}

/** What an endpoint is, as capacity sees it. */
export type CapacityState = 'active' | 'paused' | 'quota_paused' | 'terminated';

export function portMonitoring(clientId: number, serviceId = 1): ServiceAddress {
  return { client_id: clientId, service_id: serviceId, product_slug: 'port_monitoring' };
}

export function domainMonitoring(clientId: number, serviceId = 2): ServiceAddress {
  return { client_id: clientId, service_id: serviceId, product_slug: 'domain_monitoring' };
}

/** Calls a provisioning action in the billing namespace. */
export function act(api: ApiClient, action: string, body: object): Promise<ApiAnswer> {
  return api.post(`/api/v1/billing/${action}`, body);
}

/** Creates a subscription and returns its id. */
export async function subscribe(api: ApiClient, address: ServiceAddress, terms: object = {}): Promise<string> {
  const answer = await act(api, 'provision-subscription', { ...address, ...terms });
  if (answer.status !== 201) throw new Error(`${answer.status} instead of 201: ${JSON.stringify(answer.body)}`);
  return answer.body.data.subscription_id;
}

/** Writes plans of the partner's own, named `plan-1`, `plan-2` … by how many endpoints they pay for. */
export async function insertPlans(
  service: TestService,
  partner: TestPartner,
  capacities: readonly number[],
): Promise<void> {
  await service.store.database.pool.query(
    `INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, updated_at)
     SELECT $1, 'port_monitoring', 'plan-' || capacity, capacity, now() FROM unnest($2::int[]) AS capacity`,
    [partner.partnerId, capacities],
  );
}

/** Sets what customers without any subscription may have; null lifts it. */
export async function setUnsubscribedCap(
  service: TestService,
  partner: TestPartner,
  product: CappedProduct,
  capacity: number | null,
): Promise<void> {
  const { pool } = service.store.database;
  await pool.query('DELETE FROM unsubscribed_caps WHERE partner_id = $1 AND product_slug = $2', [
    partner.partnerId,
    product,
  ]);
  if (capacity === null) return;
  await pool.query(
    'INSERT INTO unsubscribed_caps (partner_id, product_slug, capacity, updated_at) VALUES ($1, $2, $3, now())',
    [partner.partnerId, product, capacity],
  );
}

/** Writes active domains of a customer's service, oldest first, a second apart. */
export async function insertDomains(
  service: TestService,
  partner: TestPartner,
  { client_id, service_id }: ServiceAddress,
  domains: readonly string[],
): Promise<void> {
  await service.store.database.pool.query(
    `INSERT INTO monitored_domains (partner_id, id, customer_id, service_id, domain, status, created_at, updated_at)
     SELECT c.partner_id, gen_random_uuid(), c.id, s.id, d.domain, 'active', now() + d.number * interval '1 second', now()
     FROM customers c JOIN services s ON s.partner_id = c.partner_id AND s.customer_id = c.id
     CROSS JOIN unnest($4::text[]) WITH ORDINALITY AS d (domain, number)
     WHERE c.partner_id = $1 AND c.billing_customer_id = $2 AND s.billing_service_id = $3`,
    [partner.partnerId, client_id, service_id, domains],
  );
}

/** The customer's endpoints by address, oldest first. */
export async function endpointStates(
  service: TestService,
  partner: TestPartner,
  clientId: number,
): Promise<Record<string, CapacityState>> {
  const { rows } = await service.store.database.pool.query<{ address: string; state: CapacityState }>(
    `SELECT host(e.ip_address) AS address, CASE WHEN e.quota_paused THEN 'quota_paused' ELSE e.status END AS state
     FROM endpoints e JOIN customers c ON c.partner_id = e.partner_id AND c.id = e.customer_id
     WHERE c.partner_id = $1 AND c.billing_customer_id = $2 ORDER BY e.created_at, e.id`,
    [partner.partnerId, clientId],
  );
  return Object.fromEntries(rows.map((row) => [row.address, row.state]));
}

/** The customer's domains by name, oldest first. */
export async function domainStates(
  service: TestService,
  partner: TestPartner,
  clientId: number,
): Promise<Record<string, CapacityState>> {
  const { rows } = await service.store.database.pool.query<{ domain: string; state: CapacityState }>(
    `SELECT d.domain, CASE WHEN d.quota_paused THEN 'quota_paused' ELSE d.status END AS state
     FROM monitored_domains d JOIN customers c ON c.partner_id = d.partner_id AND c.id = d.customer_id
     WHERE c.partner_id = $1 AND c.billing_customer_id = $2 ORDER BY d.created_at, d.id`,
    [partner.partnerId, clientId],
  );
  return Object.fromEntries(rows.map((row) => [row.domain, row.state]));
}

/** The pro-rata windows of a subscription, oldest first. */
export async function windowsOf(
  service: TestService,
  subscriptionId: string,
): Promise<Selectable<ProRataWindowsTable>[]> {
  return service.store.database.db
    .selectFrom('pro_rata_windows')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .orderBy('started_at')
    .orderBy('ended_at', (order) => order.asc().nullsLast())
    .execute();
}

/** Written by every request, whatever it does, by every process, and by the queue's own upkeep once a minute. */
const writtenMeanwhile = [
  'public.rate_limit_windows',
  'public.api_keys',
  'public.api_requests',
  'public.nodes',
  'pgboss.version',
  'pgboss.queue',
];

/** Every row of the partners' data, in no particular order: what a request that changes nothing leaves alike. */
export async function dataRows(service: TestService): Promise<Map<string, readonly string[]>> {
  const tables = await dumpTables(service);
  for (const machinery of writtenMeanwhile) tables.delete(machinery);
  return new Map([...tables].map(([name, text]) => [name, text.split('\n').toSorted()]));
}

/**
 * What is wrong with paid capacity and billing windows anywhere in the installation, in sentences: more active than paid for,
 * something waiting while there is room, a subscription whose windows do not tell its state without a gap.
 */
export async function capacityFaults(service: TestService): Promise<string[]> {
  const { pool } = service.store.database;
  const counts = await pool.query<{ fault: string }>(`${paidEndpoints}
    SELECT format('customer %s: capacity %s, %s active, %s waiting', billing_customer_id, capacity, active, waiting) AS fault
    FROM paid WHERE active > capacity OR (active < capacity AND waiting > 0)`);
  const windows = await pool.query<{ fault: string }>(`
    SELECT format('subscription %s is %s with %s open windows that say so', s.id, s.status, count(w.id)) AS fault
    FROM subscriptions s LEFT JOIN pro_rata_windows w ON w.partner_id = s.partner_id AND w.subscription_id = s.id
      AND w.ended_at IS NULL AND w.state = s.status AND w.plan_slug IS NOT DISTINCT FROM s.plan_slug
      AND w.quantity IS NOT DISTINCT FROM s.quantity AND w.mrr IS NOT DISTINCT FROM s.mrr
    GROUP BY s.partner_id, s.id HAVING count(w.id) <> 1
    UNION ALL
    SELECT format('window %s of subscription %s ends at %s, the next one starts at %s', id, subscription_id, ended_at, next)
    FROM (SELECT id, subscription_id, ended_at, lead(started_at) OVER (
        PARTITION BY partner_id, subscription_id ORDER BY started_at, ended_at NULLS LAST) AS next
      FROM pro_rata_windows) successive
    WHERE ended_at IS DISTINCT FROM next`);
  return [...counts.rows, ...windows.rows].map((row) => row.fault);
}

const paidEndpoints = `
  WITH catalogue (slug, capacity) AS (VALUES ('starter', 5), ('professional', 25), ('business', 100), ('enterprise', 1000)),
  paid AS (
    SELECT c.billing_customer_id,
      (SELECT coalesce(sum(coalesce(p.capacity, k.capacity)) FILTER (WHERE s.status = 'active'), 0) FROM subscriptions s
        LEFT JOIN plans p ON p.partner_id = s.partner_id AND p.product_slug = s.product_slug AND p.plan_slug = s.plan_slug
        LEFT JOIN catalogue k ON k.slug = s.plan_slug
        WHERE s.partner_id = c.partner_id AND s.customer_id = c.id AND s.product_slug = 'port_monitoring'
        HAVING count(*) > 0) AS capacity,
      count(e.id) FILTER (WHERE e.status = 'active' AND o.id IS NULL) AS active,
      count(e.id) FILTER (WHERE e.quota_paused) AS waiting
    FROM customers c LEFT JOIN endpoints e ON e.partner_id = c.partner_id AND e.customer_id = c.id
    LEFT JOIN services o ON o.partner_id = e.partner_id AND o.id = e.service_id AND o.product_slug = 'endpoint'
    GROUP BY c.partner_id, c.id, c.billing_customer_id)`;
