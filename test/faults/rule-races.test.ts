import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockWaiters } from '../support/lock-waiters.ts';
import { alertsOf, endpointRow } from '../support/scan-outcomes.ts';
import { openPort, systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(() => service?.stop());

it('a rule that is made while a scan writes its alerts waits for them, and resolves those that it covers', async () => {
  const endpointId = await provision(partner.api, '203.0.113.77');
  const endpoint = await endpointRow(service, endpointId);
  const written = Promise.withResolvers<void>();
  const gate = Promise.withResolvers<void>();
  const scan = systemOperation(service, partner).transaction(async (tx) => {
    await tx.effects.portsObserved(tx, { endpoint, open: [openPort(443)], closed: [], isPartial: false });
    written.resolve();
    await gate.promise;
  });
  await written.promise;
  const rule = partner.api.post('/api/v1/whitelists', { endpoint_id: endpointId, port_start: 443 });
  await lockWaiters(service, 1);
  gate.resolve();
  await scan;
  expect((await rule).status).toBe(201);
  expect(await alertsOf(partner.api, endpointId)).toMatchObject([
    { port: 443, status: 'resolved', resolution: 'allowed' },
  ]);
});
