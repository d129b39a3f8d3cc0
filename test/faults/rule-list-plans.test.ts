import pg from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { isSharded } from '../support/is-sharded.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const rules = 20_000;

let service: TestService;
let partner: TestPartner;
let endpointId: string;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  endpointId = await provision(partner.api, '192.0.2.1');
  await service.store.database.pool.query(
    `WITH customer AS (
       INSERT INTO customers (partner_id, id, billing_customer_id, created_at, updated_at)
       SELECT $1, gen_random_uuid(), 1000 + n, $2::timestamptz, $2::timestamptz FROM generate_series(1, 200) n
       RETURNING partner_id, id)
     INSERT INTO allowed_port_rules (partner_id, id, customer_id, port_start, port_end, protocol, source, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, n, n, 'tcp', 'manual', $2::timestamptz, $2::timestamptz
     FROM customer, generate_series(1, $3::int) n`,
    [partner.partnerId, service.clock.now(), rules / 200],
  );
  for (const table of ['allowed_port_rules', 'customers']) await service.autovacuum(table);
});
afterAll(() => service?.stop());

/** How PostgreSQL finds the page that a request answers with. */
async function planOfPage(query: string): Promise<string> {
  const sent = vi.spyOn(pg.Client.prototype, 'query');
  await partner.api.get(`/api/v1/whitelists?${query}`);
  const statements = (sent.mock.calls as unknown[][]).map(([statement]) => statement as pg.QueryConfig);
  sent.mockRestore();
  const { text, values = [] } = statements.find((statement) => /"allowed_port_rules"\.\*/.test(statement.text ?? ''))!;
  const { rows } = await service.store.database.pool.query(`EXPLAIN ${text}`, values);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

it.skipIf(isSharded)('a page of rules is looked up in its order, and no rule is sorted that is not on it', async () => {
  const plan = await planOfPage('per_page=20');
  expect(plan).toContain('using allowed_port_rules_newest');
  expect(plan).not.toContain('Sort');
});

it.skipIf(isSharded)('rules of a customer or a server are looked up by the customer', async () => {
  for (const query of [
    'billing_customer_id=1001',
    `endpoint_id=${endpointId}&billing_customer_id=1`,
    `endpoint_id=${endpointId}`,
  ])
    expect(await planOfPage(query), query).toMatch(/allowed_port_rules_identity[\s\S]*customer_id = /);
});
