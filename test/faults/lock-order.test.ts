import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deriveAndWriteAlerts } from '../../src/capabilities/alerts/derive-alerts.ts';
import { lockScannedEndpoint } from '../../src/capabilities/scans/claim-scan.ts';
import { deadlocks } from '../support/deadlocks.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { lockWaiters } from '../support/lock-waiters.ts';
import { alertsOf } from '../support/scan-outcomes.ts';
import { enqueueScan, openPort, systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(() => service?.stop());

const opens8443 = '*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp -m tcp --dport 8443 -j ACCEPT\nCOMMIT\n';

/** Holds what a scan's result holds first, lets another request wait for it, then writes alerts. */
async function scanAgainst(endpointId: string, other: () => Promise<{ readonly status: number }>): Promise<void> {
  const operation = systemOperation(service, partner);
  const scanId = await enqueueScan(operation, endpointId);
  const before = await deadlocks(service);
  let answer: Promise<{ readonly status: number }> | null = null;
  await operation.transaction(async (tx) => {
    const endpoint = await lockScannedEndpoint(tx, { endpointId, scanId, partnerId: partner.partnerId });
    answer ??= other();
    await lockWaiters(service, 1);
    await deriveAndWriteAlerts(tx, endpoint!, [openPort(8_443)], []);
    await tx.db
      .updateTable('scans')
      .set({ status: 'completed', finished_at: tx.clock.now() })
      .where('id', '=', scanId)
      .execute();
  });
  expect((await answer!).status).toBe(200);
  expect(await deadlocks(service)).toBe(before);
}

describe('a scan that writes its result and another request that waits for its endpoint never lock each other out', () => {
  it('firewall ingest: it waits for the endpoint before it looks at the rules, and resolves what the scan raised', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await scanAgainst(endpointId, () =>
      partner.api.post('/api/v1/firewall/ingest', {
        billing_customer_id: 1,
        endpoint_id: endpointId,
        dump: opens8443,
      }),
    );
    expect(await alertsOf(partner.api, endpointId)).toMatchObject([
      { port: 8_443, status: 'resolved', resolution: 'allowed' },
    ]);
  });
});
