import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { lockWaiters } from '../support/lock-waiters.ts';
import { endedScan, requestScan, scansOf } from '../support/scan-outcomes.ts';
import { nextScan, provision } from '../support/scans.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { TcpRelay } from '../support/tcp-relay.ts';
import { type TestPartner, TestService, testDatabaseUrl } from '../support/test-service.ts';

const scanner = new ScriptedScanner();
/** Reaches the database directly: stays well, to look at it. */
let observer: TestService;
/** API and worker in one, whose database goes away. */
let service: TestService;
let partner: TestPartner;
let relay: TcpRelay;

beforeAll(async () => {
  const server = inject('databaseServer');
  relay = await TcpRelay.start(
    server.host.startsWith('/')
      ? { path: join(server.host, `.s.PGSQL.${server.port}`) }
      : { host: server.host, port: server.port },
  );
  observer = await TestService.start({ role: 'api' });
  const url = new URL(testDatabaseUrl(observer.databaseName));
  url.host = `127.0.0.1:${relay.port}`;
  url.search = '';
  const environment = { DATABASE_URL: url.href, SCAN_COOLDOWN_SECONDS: '0' };
  service = await TestService.start({ sharedWith: observer, environment, scanner });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  await observer?.stop();
  await relay?.cut();
});

function expectGenericError(answer: ApiAnswer): void {
  expect(answer.status).toBe(500);
  expect(answer.body).toMatchObject({
    success: false,
    error: { details: { request_id: answer.headers['x-request-id'] } },
  });
  expect(answer.body.error.code).toSatisfy((code) => code === 'INTERNAL_ERROR' || code === 500);
  expect(JSON.stringify(answer.body)).not.toMatch(
    /ECONN|connect|postgres|pg-|database|sql|127\.0\.0\.1|node_modules|stack/i,
  );
}

async function whileDatabaseIsDown(work: () => Promise<void>): Promise<void> {
  await relay.cut();
  try {
    await work();
  } finally {
    await relay.restore();
  }
}

/** Answered without an error once more; nobody restarts anything. */
async function recovered(): Promise<void> {
  await eventually('the API answers again', async () => (await partner.api.get('/api/v1/endpoints')).status === 200);
}

describe('while the database cannot be reached', () => {
  it('health answers, readiness says what is wrong, and all else is a generic error that tells nothing of the inside', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    await whileDatabaseIsDown(async () => {
      expect(await service.client('any.example', null).get('/api/v1/health')).toMatchObject({
        status: 200,
        body: { success: true, status: 'ok' },
      });
      expect(await partner.api.get('/readyz')).toMatchObject({
        status: 503,
        body: { ready: false, checks: { database: 'failed', queue: 'failed' } },
      });
      const body = { client_id: 1, endpoint_id: endpointId };
      for (const answer of await Promise.all([
        partner.api.get('/api/v1/endpoints'),
        partner.api.get(`/api/v1/endpoints/${endpointId}/detail`),
        partner.api.get('/api/v1/alerts'),
        partner.api.post('/api/v1/billing/provision', { client_id: 1, ip_address: loopbackAddress() }),
        partner.api.post('/api/v1/billing/suspend', body),
        partner.api.post('/api/v1/billing/scan-endpoint', body),
      ]))
        expectGenericError(answer);
    });
    await recovered();
    // What was found a second ago is told to all who ask.
    await eventually('readiness', async () => (await partner.api.get('/readyz')).status === 200);
  });

  it('requests under way when it goes are answered with the same error, and the process lives on', async () => {
    const endpointId = await provision(partner.api, loopbackAddress());
    const rival = await observer.store.database.pool.connect();
    try {
      await rival.query('BEGIN');
      await rival.query('SELECT id FROM customers WHERE partner_id = $1 FOR UPDATE', [partner.partnerId]);
      const request = { client_id: 1, endpoint_id: endpointId };
      const underWay = ['suspend', 'terminate', 'scan-endpoint'].map((action) =>
        partner.api.post(`/api/v1/billing/${action}`, request),
      );
      await lockWaiters(observer, underWay.length);
      await whileDatabaseIsDown(async () => {
        for (const answer of await Promise.all(underWay)) expectGenericError(answer);
      });
    } finally {
      await rival.query('ROLLBACK');
      rival.release();
    }
    await recovered();
    expect((await partner.api.get(`/api/v1/endpoints/${endpointId}`)).body.data.status).toBe('active');
  });

  it('a request that was refused meanwhile changed nothing', async () => {
    const address = loopbackAddress();
    await whileDatabaseIsDown(async () => {
      const body = { client_id: 4711, ip_address: address };
      expectGenericError(await partner.api.post('/api/v1/billing/provision', body));
    });
    await recovered();
    const { rows } = await observer.store.database.pool.query('SELECT FROM customers WHERE billing_customer_id = 4711');
    expect(rows).toEqual([]);
    expect(await provision(partner.api, address, { client_id: 4711 })).toBeTruthy();
  });
});

describe('after the database is back', () => {
  it('worker and scheduler go on by themselves', async () => {
    const address = loopbackAddress();
    scanner.script(address, host({ open: [2022] }));
    await whileDatabaseIsDown(async () => {
      // Longer than the intervals at which the worker and the scheduler look.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
    });
    await recovered();
    const endpointId = await provision(partner.api, address);
    expect((await nextScan(partner.api, endpointId)).alerts).toMatchObject([{ port: 2022 }]);
    expect(await endedScan(observer, await requestScan(partner.api, endpointId))).toMatchObject({
      status: 'completed',
    });
  });

  it('a scan that ended while the database was away is done again, and applied once', async () => {
    const address = loopbackAddress();
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    scanner.script(
      address,
      async (request) => {
        await held;
        return host({ open: [2022] })(request);
      },
      host({ open: [2022] }),
    );
    const endpointId = await provision(partner.api, address);
    await expect.poll(() => scanner.scansOf(address).length, { timeout: 5_000 }).toBe(1);
    await whileDatabaseIsDown(async () => {
      release();
      await new Promise((resolve) => setTimeout(resolve, 500));
    });
    const [scan] = await scansOf(observer, endpointId);
    expect(await endedScan(observer, scan!.id, 45_000)).toMatchObject({ status: 'completed', open_ports_count: 1 });
    expect(await scansOf(observer, endpointId)).toHaveLength(1);
    expect(scanner.scansOf(address).length).toBe(2);
    const { body } = await partner.api.get(`/api/v1/alerts?endpoint_id=${endpointId}`);
    expect(body.data.total).toBe(1);
  });
});
