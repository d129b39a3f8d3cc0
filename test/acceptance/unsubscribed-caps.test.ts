import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUnsubscribedCap } from '../../src/resources/capacity/set-unsubscribed-cap.ts';
import { auditOfPartner } from '../support/audit-log.ts';
import { act, endpointStates, portMonitoring, subscribe } from '../support/billing.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

it('a cap for customers without a subscription pauses what is too much, newest first, and wakes it when it is lifted', async () => {
  const cap = (capacity: number | null) =>
    setUnsubscribedCap(partner.operation, { product: 'port_monitoring', capacity });
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await provision(partner.api, address);
  await subscribe(partner.api, portMonitoring(2), { plan_slug: 'starter' });
  for (const address of ['192.0.2.4', '192.0.2.5']) await provision(partner.api, address, { client_id: 2 });
  expect(await cap(1)).toEqual({ changed: true, newlyPaused: ['192.0.2.3', '192.0.2.2'], unpaused: [] });
  expect(await endpointStates(service, partner, 1)).toEqual({
    '192.0.2.1': 'active',
    '192.0.2.2': 'quota_paused',
    '192.0.2.3': 'quota_paused',
  });
  // Who has subscribed is measured by that alone.
  expect(Object.values(await endpointStates(service, partner, 2))).toEqual(['active', 'active']);
  const first = await act(partner.api, 'provision', { client_id: 3, ip_address: '192.0.2.6' });
  expect(first.status).toBe(201);
  const second = await act(partner.api, 'provision', { client_id: 3, ip_address: '192.0.2.7' });
  expectProblem(second, 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 1 });
  const { limits } = expectSuccess(await partner.api.get('/api/v1/account'));
  expect(limits.unsubscribed_caps).toEqual({ port_monitoring: 1, domain_monitoring: null });
  expect(await cap(1)).toEqual({ changed: false, newlyPaused: [], unpaused: [] });
  expect(await cap(null)).toEqual({ changed: true, newlyPaused: [], unpaused: ['192.0.2.2', '192.0.2.3'] });
  const actions = (await auditOfPartner(service, partner.partnerId)).map(({ action }) => action);
  expect(actions.filter((action) => action === 'plan.cap_changed')).toHaveLength(2);
  await expect(cap(-1)).rejects.toThrow('from 0 to');
});

it('a cap of one partner is nothing to another', async () => {
  const other = await service.partner();
  await setUnsubscribedCap(other.operation, { product: 'port_monitoring', capacity: 0 });
  expect((await act(partner.api, 'provision', { client_id: 9, ip_address: '192.0.2.90' })).status).toBe(201);
});
