import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { applyScanResult } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { lockWaiters } from '../support/lock-waiters.ts';
import { pretendLiveWorker } from '../support/rows.ts';
import { endpointRow, scansOf } from '../support/scan-outcomes.ts';
import { enqueueScan, openPort, resultWith, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { nextScan, provision } from '../support/scans.ts';
import { endlessScan, host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const callers = 20;
const scanner = new ScriptedScanner();
let service: TestService;
let second: TestService;
let partner: TestPartner;
/** The same partner's client on each of two API nodes. */
let nodes: readonly [ApiClient, ApiClient];

beforeAll(async () => {
  service = await TestService.start({ scanner, environment: { SCAN_COOLDOWN_SECONDS: '300' } });
  second = await TestService.start({ sharedWith: service, role: 'api' });
  partner = await service.partner();
  nodes = [partner.api, second.client(partner.portalDomain, partner.apiKey)];
});
afterAll(async () => {
  await second?.stop();
  await service?.stop();
});

/** Sends requests all at once, by turns to the two nodes. */
function atOnce(count: number, call: (api: ApiClient, index: number) => Promise<ApiAnswer>): Promise<ApiAnswer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(nodes[index % 2]!, index)));
}

function statusesOf(answers: readonly ApiAnswer[]): number[] {
  return answers.map((answer) => answer.status).sort((a, b) => a - b);
}

async function count(text: string, values: unknown[]): Promise<number> {
  const { rows } = await service.store.database.pool.query<{ count: number }>(text, values);
  return rows[0]!.count;
}

const customersOf = (clientId: number) =>
  count('SELECT count(*)::int FROM customers WHERE partner_id = $1 AND billing_customer_id = $2', [
    partner.partnerId,
    clientId,
  ]);

describe('parallel provisions', () => {
  it(`${callers} of one address make one endpoint: one 201, and 200 with the same id for the rest`, async () => {
    const address = loopbackAddress();
    const body = { client_id: 100, ip_address: address, service_id: 7, hostname: 'web-1' };
    const answers = await atOnce(callers, (api) => api.post('/api/v1/billing/provision', body));
    expect(statusesOf(answers)).toEqual([...Array.from({ length: callers - 1 }, () => 200), 201]);
    expect(new Set(answers.map((answer) => answer.body.data.endpoint_id)).size).toBe(1);
    expect(await count('SELECT count(*)::int FROM endpoints WHERE ip_address = $1', [address])).toBe(1);
    expect(await customersOf(100)).toBe(1);
    expect(await count('SELECT count(*)::int FROM services WHERE billing_service_id = 7', [])).toBe(1);
    const audited = `SELECT count(*)::int FROM audit_entries WHERE subject_id = $1`;
    expect(await count(audited, [answers[0]!.body.data.endpoint_id])).toBe(1);
  });

  it(`${callers} of different addresses for a new customer make one customer and all endpoints`, async () => {
    const answers = await atOnce(callers, (api, index) =>
      api.post('/api/v1/provisioning/provision', { client_id: 101, ip_address: `10.9.0.${index}`, client_name: 'New' }),
    );
    expect(statusesOf(answers)).toEqual(Array.from({ length: callers }, () => 201));
    expect(await customersOf(101)).toBe(1);
    expect(new Set(answers.map((answer) => answer.body.data.endpoint_id)).size).toBe(callers);
    const created = `SELECT count(*)::int FROM audit_entries a JOIN customers c ON c.partner_id = a.partner_id AND c.id = a.subject_id
      WHERE a.action = 'customer.created' AND c.billing_customer_id = $1`;
    expect(await count(created, [101])).toBe(1);
  });

  it('a new address and new service of many customers at once stay apart', async () => {
    const answers = await atOnce(callers, (api, index) =>
      api.post('/api/v1/billing/provision', { client_id: 200 + index, ip_address: '10.9.1.1', service_id: 1 }),
    );
    expect(statusesOf(answers)).toEqual(Array.from({ length: callers }, () => 201));
    expect(await count(`SELECT count(*)::int FROM endpoints WHERE ip_address = '10.9.1.1'`, [])).toBe(callers);
  });

  it('parallel restores of a terminated endpoint bring it back once, with its id', async () => {
    const body = { client_id: 102, ip_address: '10.9.2.1' };
    const endpointId = (await partner.api.post('/api/v1/billing/provision', body)).body.data.endpoint_id;
    await partner.api.post('/api/v1/billing/terminate', { client_id: 102, endpoint_id: endpointId });
    const answers = await atOnce(callers, (api) => api.post('/api/v1/billing/provision', body));
    expect(statusesOf(answers)).toEqual(Array.from({ length: callers }, () => 200));
    expect(new Set(answers.map((answer) => answer.body.data.endpoint_id))).toEqual(new Set([endpointId]));
    const restored = `SELECT count(*)::int FROM audit_entries WHERE subject_id = $1 AND action = 'endpoint.restored'`;
    expect(await count(restored, [endpointId])).toBe(1);
  });

  it('a provision that races with a termination leaves one endpoint in one of the two states, whole', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const body = { client_id: 103, ip_address: `10.9.3.${round}` };
      const endpointId = (await partner.api.post('/api/v1/billing/provision', body)).body.data.endpoint_id;
      const answers = await atOnce(8, (api, index) =>
        index % 4 < 2
          ? api.post('/api/v1/billing/provision', body)
          : api.post('/api/v1/billing/terminate', { client_id: 103, endpoint_id: endpointId }),
      );
      expect(statusesOf(answers)).toEqual(Array.from({ length: 8 }, () => 200));
      expect(new Set(answers.map((answer) => answer.body.data.endpoint_id))).toEqual(new Set([endpointId]));
      const row = await endpointRow(service, endpointId);
      expect(['active', 'terminated']).toContain(row.status);
      expect(row.terminated_at === null).toBe(row.status === 'active');
    }
  });
});

describe('parallel actions on one endpoint', () => {
  it(`${callers} manual scans: one is accepted, the rest are told to wait`, async () => {
    const address = loopbackAddress();
    const endpointId = await provision(partner.api, address, { client_id: 110 });
    await nextScan(partner.api, endpointId);
    const answers = await atOnce(callers, (api) =>
      api.post('/api/v1/billing/scan-endpoint', { client_id: 110, endpoint_id: endpointId }),
    );
    expect(statusesOf(answers)).toEqual([202, ...Array.from({ length: callers - 1 }, () => 429)]);
    expect((await scansOf(service, endpointId)).filter((scan) => scan.trigger === 'manual')).toHaveLength(1);
  });

  it('manual scans while one is running are told to wait, whoever asks', async () => {
    const address = loopbackAddress();
    scanner.script(address, endlessScan());
    const endpointId = await provision(partner.api, address, { client_id: 111 });
    await expect.poll(() => scanner.scansOf(address), { timeout: 5_000 }).toHaveLength(1);
    const answers = await atOnce(callers, (api) =>
      api.post('/api/v1/billing/scan-endpoint', { client_id: 111, endpoint_id: endpointId }),
    );
    expect(statusesOf(answers)).toEqual(Array.from({ length: callers }, () => 429));
    await partner.api.post('/api/v1/billing/terminate', { client_id: 111, endpoint_id: endpointId });
  });

  it('an alert that many resolve at once is resolved once', async () => {
    const address = loopbackAddress();
    scanner.script(address, host({ open: [2022] }));
    const endpointId = await provision(partner.api, address, { client_id: 112 });
    const [alert] = (await nextScan(partner.api, endpointId)).alerts;
    const answers = await atOnce(callers, (api) => api.post(`/api/v1/alerts/${alert.id}/resolve`, {}));
    expect(statusesOf(answers)).toEqual(Array.from({ length: callers }, () => 200));
    const audited = `SELECT count(*)::int FROM audit_entries WHERE subject_id = $1`;
    expect(await count(audited, [alert.id])).toBe(1);
  });
});

describe('mixed actions while scans run', () => {
  const actions = [
    'provision',
    'suspend',
    'resume',
    'terminate',
    'scan-endpoint',
    'provision',
    'detail',
    'list',
  ] as const;

  function act(
    api: ApiClient,
    action: (typeof actions)[number],
    target: { id: string; address: string; clientId: number },
  ) {
    const { id, address, clientId } = target;
    if (action === 'detail') return api.get(`/api/v1/endpoints/${id}/detail`);
    if (action === 'list') return api.get(`/api/v1/alerts?billing_customer_id=${clientId}&sort=severity`);
    const body =
      action === 'provision'
        ? { client_id: clientId, ip_address: address, service_id: 1 + (id.charCodeAt(9) % 3), client_name: 'Name' }
        : action === 'scan-endpoint'
          ? { client_id: clientId, endpoint_id: id }
          : { endpoint_id: id };
    return api.post(`/api/v1/billing/${action}`, body);
  }

  it.each([1, 6])('on %i endpoints: no request meets a deadlock, and the states stay whole', async (endpoints) => {
    const targets = await Promise.all(
      Array.from({ length: endpoints }, async (_, index) => {
        const address = loopbackAddress();
        // Every look differs from the one before: each scan writes observations and alerts.
        const looks = Array.from({ length: 40 }, (_unused, look) =>
          host({ open: [2_000 + look, 3_000 + look, 4_000] }),
        );
        scanner.script(address, ...looks);
        const clientId = 300 + endpoints * 10 + (index % 2);
        return { id: await provision(partner.api, address, { client_id: clientId }), address, clientId };
      }),
    );
    const statuses = new Set<number>();
    for (let round = 1; round <= 8; round += 1) {
      const answers = await atOnce(32, (api, index) => {
        const action = actions[(index * 5 + round) % actions.length]!;
        return act(api, action, targets[(index + round) % targets.length]!);
      });
      for (const answer of answers) statuses.add(answer.status);
      service.clock.advanceSeconds(301);
    }
    expect([...statuses].filter((status) => ![200, 202, 404, 409, 429].includes(status))).toEqual([]);
    const broken = `SELECT count(*)::int FROM endpoints e
      WHERE (e.status <> 'active' AND (e.current_scan_id IS NOT NULL OR e.next_scan_at IS NOT NULL))
         OR (e.status = 'terminated' AND EXISTS (
           SELECT 1 FROM alerts a WHERE a.partner_id = e.partner_id AND a.endpoint_id = e.id AND a.ended_at IS NULL))`;
    expect(await count(broken, [])).toBe(0);
  });

  it('a result that is applied while people act on its endpoint meets no error, nor do they', async () => {
    const api = await TestService.start({ role: 'api' });
    onTestFinished(() => api.stop());
    await pretendLiveWorker(api);
    const owner = await api.partner();
    const operation = systemOperation(api, owner);
    const address = loopbackAddress();
    const endpointId = await provision(owner.api, address);
    const request = { client_id: 1, endpoint_id: endpointId };
    const statuses: number[] = [];
    for (let round = 1; round <= 15; round += 1) {
      await enqueueScan(operation, endpointId);
      const job = await takeScanJob(operation);
      const open = Array.from({ length: 20 }, (_, index) => openPort(1_000 * round + index));
      const result = resultWith(open);
      const [, ...answers] = await Promise.all([
        sleep(round).then(() => applyScanResult(operation, job, result)),
        owner.api.post('/api/v1/billing/provision', { client_id: 1, ip_address: address, service_id: round }),
        owner.api.post('/api/v1/billing/resume', request),
        owner.api.post('/api/v1/billing/scan-endpoint', request),
        owner.api.post('/api/v1/billing/provision', { client_id: 1, ip_address: `10.9.9.${round}` }),
      ]);
      statuses.push(...statusesOf(answers));
      api.clock.advanceSeconds(301);
      await api.store.database.pool.query(`DELETE FROM pgboss.job WHERE state < 'active'`);
      await api.store.database.pool.query('UPDATE endpoints SET current_scan_id = NULL');
    }
    expect(statuses.filter((status) => ![200, 201, 202, 429].includes(status))).toEqual([]);
  });

  it('a result that PostgreSQL refuses for a deadlock is applied by the next attempt', async () => {
    const api = await TestService.start({ role: 'api' });
    onTestFinished(() => api.stop());
    const owner = await api.partner();
    const operation = systemOperation(api, owner);
    const result = resultWith([openPort(2022)]);
    /** @returns the endpoint, or null when the machine was so busy that PostgreSQL refused the rival instead */
    const refuseResult = async (): Promise<string | null> => {
      const endpointId = await provision(owner.api, loopbackAddress());
      await enqueueScan(operation, endpointId);
      const job = await takeScanJob(operation);
      const rival = await api.store.database.pool.connect();
      try {
        await rival.query('BEGIN');
        await rival.query('SELECT id FROM customers WHERE partner_id = $1 FOR UPDATE', [owner.partnerId]);
        const applied = applyScanResult(operation, job, result);
        await lockWaiters(api, 1);
        // Closes the circle: who has waited for a second first is refused.
        const isRivalRefused = await rival
          .query('UPDATE endpoints SET updated_at = updated_at WHERE partner_id = $1', [owner.partnerId])
          .then(
            () => false,
            (error: { code?: string }) => error.code === '40P01',
          );
        await rival.query('COMMIT');
        expect(await applied).toMatchObject([{ opened: [{ severity: 'medium' }], resolved: [] }]);
        return isRivalRefused ? null : endpointId;
      } finally {
        rival.release();
      }
    };
    let endpointId: string | null = null;
    for (let attempt = 1; endpointId === null && attempt <= 5; attempt += 1) endpointId = await refuseResult();
    if (endpointId === null) throw new Error('PostgreSQL never refused the result');
    expect(await scansOf(api, endpointId)).toMatchObject([{ status: 'completed', open_ports_count: 1 }]);
  });
});
