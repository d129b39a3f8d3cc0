import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { act, domainMonitoring, subscribe } from '../support/billing.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { readsOf } from '../support/table-reads.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** Of the same partner. */
const otherCustomers = 1_000;
const domainsOfEach = 10;

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await subscribe(partner.api, domainMonitoring(1), { quantity: 3 });
  await monitorDomain(partner.api, 1, 'shop.example.com');
  await service.store.database.pool.query(
    `WITH customer AS (
       INSERT INTO customers (partner_id, id, billing_customer_id, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 1000 + n, $2::timestamptz, $2::timestamptz FROM generate_series(1, $3::int) n
       RETURNING partner_id, id),
     service AS (
       INSERT INTO services (partner_id, id, customer_id, billing_service_id, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), id, 1, $2::timestamptz, $2::timestamptz FROM customer
       RETURNING partner_id, id, customer_id)
     INSERT INTO monitored_domains (partner_id, id, customer_id, service_id, domain, status, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), customer_id, id, 'shop-' || n || '.example.com', 'active', $2::timestamptz, $2::timestamptz
     FROM service, generate_series(1, $4::int) n`,
    [partner.partnerId, service.clock.now(), otherCustomers, domainsOfEach],
  );
  for (const table of ['monitored_domains', 'customers', 'services']) await service.autovacuum(table);
});
afterAll(() => service?.stop());

let isActive = true;

it.each<[string, () => Promise<ApiAnswer>]>([
  [
    'what enforces paid capacity',
    () => {
      isActive = !isActive;
      return act(partner.api, isActive ? 'resume-subscription' : 'suspend-subscription', domainMonitoring(1));
    },
  ],
  ['the record of a customer', () => partner.api.get('/api/v1/customers/1')],
  ['a page of customers', () => partner.api.get('/api/v1/customers')],
  ['the overview of a customer', () => partner.api.get('/api/v1/monitoring/overview?billing_customer_id=1')],
  ['the summary of domains', () => partner.api.get('/api/v1/domain-monitoring/summary?billing_customer_id=1')],
  ['a monthly report', () => partner.api.get('/api/v1/reports/monthly?billing_customer_id=1&month=2026-11')],
])('%s reads the domains of its customers alone, however many the partner has', async (_name, request) => {
  const reads = await readsOf(service, ['monitored_domains'], request, ({ status }) => expect(status).toBe(200));
  expect(reads.wholeTables).toEqual([]);
  expect(reads.indexEntries).toBeGreaterThan(0);
  // Of 10,000: a page has fifty customers.
  expect(reads.indexEntries).toBeLessThan(600);
});
