import { afterAll, beforeAll, expect, it } from 'vitest';
import { act, insertPlans, portMonitoring, subscribe } from '../support/billing.ts';
import { readsOf } from '../support/table-reads.ts';
import { TestService } from '../support/test-service.ts';

const servers = 2_000;

let service: TestService;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(() => service?.stop());

it('a database without statistics, as after an import, looks the state of each of thousands of servers up by its key', async () => {
  const partner = await service.partner();
  const address = portMonitoring(1);
  await insertPlans(service, partner, [servers]);
  await subscribe(partner.api, address, { plan_slug: `plan-${servers}` });
  await service.store.database.pool.query(
    `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
     SELECT partner_id, gen_random_uuid(), id, '10.0.0.0'::inet + server, 'server', 'server', 'active', $2::timestamptz, $2::timestamptz
     FROM customers, generate_series(1, $3::int) AS server WHERE partner_id = $1`,
    [partner.partnerId, service.clock.now(), servers],
  );
  let isActive = true;
  const move = () => {
    isActive = !isActive;
    return act(partner.api, isActive ? 'resume-subscription' : 'suspend-subscription', address);
  };
  const reads = await readsOf(service, ['resource_state_changes'], move);
  expect(reads.wholeTables).toEqual([]);
  expect(reads.indexEntries).toBeGreaterThanOrEqual(servers);
  expect(reads.indexEntries).toBeLessThan(10 * servers);
});
