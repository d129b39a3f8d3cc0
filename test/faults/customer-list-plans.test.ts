import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { provision } from '../support/scans.ts';
import { readsOf } from '../support/table-reads.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const customers = 10_000;
/** Of its customers, one in so many has alerts whose most severe is this. */
const oneIn = { critical: 200, high: 10, medium: 3 };
const alertsOfEach = 6;

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await provision(partner.api, '192.0.2.1', { client_id: 1 });
  await service.bulk(
    `INSERT INTO customers (partner_id, id, billing_customer_id, name, created_at, updated_at)
     SELECT $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, n, 'Shop ' || n, now(), now() FROM generate_series(2, $2::int) n`,
    [partner.partnerId, customers],
  );
  await service.bulk(
    `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, '198.51.100.1', '', '', 'active', now(), now() FROM customers
     WHERE partner_id = $1 AND billing_customer_id > 1`,
    [partner.partnerId],
  );
  await service.bulk(
    `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, evidence, severity, status,
       created_at, first_detected_at, last_detected_at)
     SELECT e.partner_id, gen_random_uuid(), 'port', 'tcp/' || n, e.id, e.customer_id, 'tcp', n, '{}', worst.severity, 'open', now(), now(), now()
     FROM customers c JOIN endpoints e ON e.partner_id = c.partner_id AND e.customer_id = c.id,
       LATERAL (SELECT CASE WHEN billing_customer_id % $2 = 0 THEN 'critical' WHEN billing_customer_id % $3 = 0 THEN 'high'
         WHEN billing_customer_id % $4 = 0 THEN 'medium' END::severity AS severity) AS worst,
       generate_series(1, $5::int) n
     WHERE c.partner_id = $1 AND worst.severity IS NOT NULL`,
    [partner.partnerId, oneIn.critical, oneIn.high, oneIn.medium, alertsOfEach],
  );
  await service.bulk('VACUUM ANALYZE alerts, customers, endpoints, monitored_domains');
});
afterAll(async () => {
  await service?.stop();
});

const reads = (request: () => Promise<ApiAnswer>) => readsOf(service, ['alerts', 'customers', 'endpoints'], request);
const list = (query: string) => partner.api.get(`/api/v1/customers?${query}`);

const limit = 50;
/** What a page may read for each of its customers: its alerts, its server, the looks that found it. */
const perCustomer = 4 * alertsOfEach + 12;

it.each(['', 'sort=urgency&', 'sort=urgency&urgency=medium&', 'sort=urgency&urgency=none&'])(
  'GET /customers?%s of a partner with 10,000 customers reads as much as its page has',
  async (query) => {
    const first = await reads(() => list(`${query}limit=${limit}`));
    expect(first.wholeTables).toEqual([]);
    expect(first.indexEntries).toBeLessThan(limit * perCustomer);
    const { next_cursor: cursor } = (await list(`${query}limit=100`)).body.data;
    const second = await reads(() => list(`${query}limit=${limit}&cursor=${cursor}`));
    expect(second.wholeTables).toEqual([]);
    expect(second.indexEntries).toBeLessThan(limit * perCustomer);
  },
);

it('of a rare name by urgency it reads a bounded number of entries of each customer', async () => {
  const { wholeTables, indexEntries } = await reads(() => list('sort=urgency&search=shop%2099&limit=100'));
  expect(wholeTables).not.toContain('alerts');
  expect(indexEntries).toBeLessThan(customers * 8);
});
