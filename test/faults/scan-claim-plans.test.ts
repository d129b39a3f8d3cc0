import { afterAll, beforeAll, expect, it } from 'vitest';
import { Operation } from '../../src/core/operation/operation.ts';
import { createAddressPolicy } from '../../src/engines/address-policy/address-policy.ts';
import { claimScan } from '../../src/monitoring/port-scans/claim-scan.ts';
import { dispatchDueScans } from '../../src/monitoring/port-scans/dispatch-due-scans.ts';
import type { EndpointScanner } from '../../src/monitoring/port-scans/endpoint-scanner.ts';
import { finishScan } from '../../src/monitoring/port-scans/finish-scan.ts';
import { type ScanJobData, scanQueue } from '../../src/monitoring/port-scans/jobs.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { provision } from '../support/scans.ts';
import { readsOf } from '../support/table-reads.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** Customers of the partner, each with a service, a subscription and an endpoint. */
const others = 5_000;
const intervals = { defaultIntervalSeconds: 86_400, shortestIntervalSeconds: 3_600 };
const scanner: EndpointScanner = {
  engine: 'none',
  refusal: () => null,
  scan: () => Promise.reject(new Error('A scan was begun.')),
};

let service: TestService;
let partner: TestPartner;
let endpointId: string;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await subscribe(partner.api, portMonitoring(1, 1), { plan_slug: 'starter' });
  endpointId = await provision(partner.api, '127.1.2.3');
  const { pool } = service.store.database;
  const numbers = `generate_series(1, $2::int) n`;
  for (const statement of [
    `INSERT INTO customers (partner_id, id, billing_customer_id, created_at, updated_at)
     SELECT $1::uuid, gen_random_uuid(), 1000 + n, now(), now() FROM ${numbers}`,
    `INSERT INTO services (partner_id, id, customer_id, billing_service_id, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, billing_customer_id, now(), now() FROM customers
     WHERE partner_id = $1 AND billing_customer_id > 1000 AND $2::int > 0`,
    `INSERT INTO subscriptions (partner_id, id, customer_id, service_id, product_slug, plan_slug, status, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), customer_id, id, 'port_monitoring', 'starter', 'active', now(), now() FROM services
     WHERE partner_id = $1 AND billing_service_id > 1000 AND $2::int > 0`,
    `INSERT INTO endpoints (partner_id, id, customer_id, service_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), customer_id, id, '127.2.0.0'::inet + billing_service_id, 'x', 'x', 'active',
       now() + interval '30 days', now(), now() FROM services WHERE partner_id = $1 AND billing_service_id > 1000 AND $2::int > 0`,
  ])
    await pool.query(statement, [partner.partnerId, others]);
  await pool.query('ANALYZE');
  await tick();
});
afterAll(() => service?.stop());

function tick(): Promise<number> {
  service.clock.advanceSeconds(2);
  const policy = createAddressPolicy(['127.0.0.0/8']);
  return dispatchDueScans(service.service.resources, { policy, ...intervals, random: () => 0.5 });
}

it('queueing and claiming a scan reads plans and subscriptions by index, whatever there is of them', async () => {
  const { resources } = service.service;
  const claimedIds: string[] = [];
  const reads = await readsOf(service, ['endpoints', 'services', 'subscriptions', 'plans', 'customers'], async () => {
    for (const job of await resources.jobs.fetch<ScanJobData>(scanQueue.name, 10)) {
      const operation = Operation.bySystem(resources, job.data.partnerId);
      const limits = { ...intervals, maxPacketsPerSecond: 1_000 };
      const claimed = await claimScan(operation, job.data, { scanners: { live: scanner, sandbox: scanner }, limits });
      if (claimed) claimedIds.push(claimed.endpointId);
      expect(claimed?.terms).toMatchObject({ source: 'subscriptions', planSlugs: ['starter'] });
      await operation.transaction((tx) => finishScan(tx, job.data, { status: 'failed', error: null }));
      await resources.jobs.complete(resources.db, job);
    }
    await service.store.database.pool.query(
      'UPDATE endpoints SET next_scan_at = $3 WHERE partner_id = $1 AND id = $2',
      [partner.partnerId, endpointId, service.clock.now()],
    );
    await tick();
    expect((await partner.api.get(`/api/v1/endpoints/${endpointId}`)).body.data.coverage.source).toBe('subscriptions');
    return partner.api.get('/api/v1/alerts/summary?billing_customer_id=1');
  });
  expect(claimedIds).toEqual([endpointId, endpointId, endpointId]);
  expect(reads.wholeTables.filter((table) => table !== 'plans')).toEqual([]);
  expect(reads.indexEntries).toBeLessThan(200);
});

it('nothing that a scan changes of its server is in an index, which would be written with every scan', async () => {
  const { rows } = await service.store.database.pool.query<{ definition: string }>(
    `SELECT pg_get_indexdef(indexrelid) AS definition FROM pg_index WHERE indrelid = 'endpoints'::regclass`,
  );
  const changed = /current_scan_id|last_scan|previous_scan|scan_not_before|manual_scan|condition|platform/;
  expect(rows.length).toBeGreaterThan(3);
  expect(rows.filter(({ definition }) => changed.test(definition))).toEqual([]);
});
