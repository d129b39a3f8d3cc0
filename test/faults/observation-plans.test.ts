import { afterAll, beforeAll, expect, it } from 'vitest';
import { completeScan } from '../support/completed-scans.ts';
import { provision } from '../support/scans.ts';
import { readsOf } from '../support/table-reads.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** Of the same partner, each with ports that are open and ports that were. */
const otherServers = 400;
const portsOfEach = 50;

let service: TestService;
let partner: TestPartner;
let endpointId: string;
let scanIds: readonly string[];

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  endpointId = await provision(partner.api, '127.1.2.5');
  await service.store.database.pool.query(
    `WITH server AS (
       INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), id, '10.0.0.0'::inet + n, 'server', 'server', 'active', $2::timestamptz, $2::timestamptz
       FROM customers, generate_series(1, $3::int) n WHERE partner_id = $1
       RETURNING partner_id, id)
     INSERT INTO observations (partner_id, id, endpoint_id, protocol, port, identity, opened_scan_id, opened_at, closed_scan_id, closed_at)
     SELECT partner_id, gen_random_uuid(), id, 'tcp', port, '{}', gen_random_uuid(), $2::timestamptz,
       CASE WHEN port % 2 = 0 THEN gen_random_uuid() END, CASE WHEN port % 2 = 0 THEN $2::timestamptz END
     FROM server, generate_series(1, $4::int) port`,
    [partner.partnerId, service.clock.now(), otherServers, portsOfEach],
  );
  await service.autovacuum('observations');
  const first = await completeScan(service, partner, endpointId, { open: ['22:tcp', '80:tcp'] });
  const second = await completeScan(service, partner, endpointId, { open: ['22:tcp', '443:tcp'], closed: ['80:tcp'] });
  scanIds = [first, second];
});
afterAll(() => service?.stop());

it.each<[string, () => Promise<unknown>]>([
  ['a scan that ends', () => completeScan(service, partner, endpointId, { open: ['22:tcp', '443:tcp'] })],
  ['a server with its latest scan', () => partner.api.get(`/api/v1/endpoints/${endpointId}/detail`)],
  ['the ports of an earlier scan', () => partner.api.get(`/api/v1/scans/${scanIds[0]}`)],
])('%s reads the ports of its server alone, however many the partner has', async (_name, work) => {
  const request = async () => {
    await work();
    return { status: 200, body: {} } as Awaited<ReturnType<TestPartner['api']['get']>>;
  };
  const reads = await readsOf(service, ['observations'], request, () => {});
  expect(reads.wholeTables).toEqual([]);
  expect(reads.indexEntries).toBeGreaterThan(0);
  // Of 20,000.
  expect(reads.indexEntries).toBeLessThan(100);
});
