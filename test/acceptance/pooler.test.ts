import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { isInstalled } from '../../scripts/test-tools.ts';
import { eventually } from '../support/eventually.ts';
import { TestLiveStream } from '../support/live-stream.ts';
import { MovableClock } from '../support/movable-clock.ts';
import { Pooler } from '../support/pooler.ts';
import { signInCustomer } from '../support/portal-browser.ts';
import { provision } from '../support/scans.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectSuccess } from '../support/shapes.ts';
import {
  createTestDatabase,
  dropTestDatabase,
  type TestPartner,
  TestService,
  testDatabaseUrl,
} from '../support/test-service.ts';
import { verified, WebhookReceiver } from '../support/webhook-receiver.ts';

const hasPooler = isInstalled('pgbouncer');
if (!hasPooler) process.stderr.write('\nSKIPPED: no pgbouncer. Nothing was tried through a pooler.\n');

/** Less than a service opens by itself. */
const poolSize = 6;
const address = '127.9.8.7';

describe.skipIf(!hasPooler)('behind PgBouncer in transaction mode', { tags: ['pgbouncer'] }, () => {
  let pooler: Pooler;
  let receiver: WebhookReceiver;
  let scanner: ScriptedScanner;
  let service: TestService;
  let second: TestService;
  let partner: TestPartner;

  beforeAll(async () => {
    pooler = await Pooler.start(inject('databaseServer'), poolSize);
    receiver = await WebhookReceiver.start();
    scanner = new ScriptedScanner();
    const databaseName = await createTestDatabase(inject('templateDatabase'));
    const environment = {
      DATABASE_URL: pooler.url(databaseName),
      DATABASE_LISTEN_URL: testDatabaseUrl(databaseName),
      WEBHOOK_ALLOW: '127.0.0.0/8',
    };
    // As in production: what is done is announced, not polled for.
    const node = { scanner, environment, pollIntervalMs: null };
    service = await TestService.start({ ...node, sharedWith: { databaseName, clock: new MovableClock() } });
    second = await TestService.start({ ...node, role: 'api', sharedWith: service });
    partner = await service.partner();
  });
  afterAll(async () => {
    await second?.stop();
    await service?.stop();
    await receiver?.close();
    await pooler?.[Symbol.asyncDispose]();
    if (service) await dropTestDatabase(service.databaseName);
  });

  it('a scan by hand at one node is done by another, becomes an alert, and is told to a webhook and an open page', async () => {
    const webhook = expectSuccess(
      await partner.api.post('/api/v1/webhooks', { url: receiver.url('/hook'), types: ['alert.opened'] }),
      201,
    );
    const api = second.client(partner.portalDomain, partner.apiKey);
    const endpointId = await provision(api, address, { client_id: 5 });
    await eventually('the first scan has ended', async () => {
      const scans = (await api.get(`/api/v1/endpoints/${endpointId}/scans`)).body.data;
      return scans.every(({ status }: { status: string }) => status === 'completed') && scans.length > 0;
    });
    const browser = await signInCustomer(second, partner, 5);
    const stream = (await TestLiveStream.open(second, partner.portalDomain, browser.cookie)) as TestLiveStream;
    scanner.script(address, host({ open: [3306] }));
    // Past the pause between two scans by hand, and well before the session is idle for too long.
    service.clock.advanceSeconds(600);
    expectSuccess(await api.post('/api/v1/billing/scan-endpoint', { client_id: 5, endpoint_id: endpointId }), 202);
    const alerts = await eventually('the alert is there', async () => {
      const found = expectSuccess(await api.get('/api/v1/alerts')).alerts;
      return found.length > 0 && found;
    });
    expect(alerts).toMatchObject([{ port: 3306, status: 'open' }]);
    const [told] = await eventually(
      'the webhook is told',
      async () => receiver.at('/hook').length > 0 && receiver.at('/hook'),
    );
    expect(verified(told!, webhook.secret)).toMatchObject({ type: 'alert.opened' });
    // What has heard nothing for a while on a starved machine has its pages read anew, or ends their streams so that they come back.
    await eventually(
      'the page is told',
      async () =>
        stream.isOver ||
        stream.told.some((changed) => changed.alerts === null || changed.alerts?.includes(alerts[0].id)),
    );
  });

  it('a hundred requests at once are answered by the few connections that the pooler has, each with its own data', async () => {
    const others = await service.partner('Other Hosting');
    const callers = [partner, others];
    const answers = await Promise.all(
      Array.from({ length: 100 }, async (_, index) => {
        const { portalDomain, apiKey } = callers[index % 2]!;
        const api = [service, second][(index >> 1) % 2]!.client(portalDomain, apiKey);
        // A busy machine may have no connection for some of them in time: they come again, as clients do.
        const ordered = () => provision(api, `10.77.${index % 2}.${index >> 1}`, { client_id: 100 + index });
        return eventually('it is served', () =>
          ordered().catch((error: Error) => (/answered 503/.test(error.message) ? null : Promise.reject(error))),
        );
      }),
    );
    expect(new Set(answers).size).toBe(100);
    for (const [index, caller] of callers.entries()) {
      const { data, meta } = (await caller.api.get('/api/v1/endpoints?search=10.77&per_page=100')).body;
      expect(meta.total).toBe(50);
      expect(data.every((each: { ip_address: string }) => each.ip_address.startsWith(`10.77.${index}.`))).toBe(true);
    }
    const { clients, servers } = await pooler.connections(service.databaseName);
    expect(servers).toBeLessThanOrEqual(poolSize);
    expect(clients).toBeGreaterThan(servers);
  });

  it('a repeat with the same Idempotency-Key gets the first answer, also when both come at once', async () => {
    const body = { client_id: 900, ip_address: '10.78.0.1', service_id: 1 };
    const send = (node: TestService) =>
      node
        .client(partner.portalDomain, partner.apiKey)
        .post('/api/v1/billing/provision', body, { 'idempotency-key': 'one-order' });
    const both = await Promise.all([send(service), send(second)]);
    const repeat = await send(second);
    const done = [...both, repeat].filter(({ status }) => status === 201);
    expect(done.length).toBeGreaterThanOrEqual(2);
    expect(new Set(done.map((answer) => answer.body.data.endpoint_id)).size).toBe(1);
  });
});
