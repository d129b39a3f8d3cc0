import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiClient } from '../support/api-client.ts';
import { act, portMonitoring, setUnsubscribedCap, subscribe } from '../support/billing.ts';
import { type CommandOutcome, runCommand } from '../support/command-line.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { createAdministrator, signInAdministrator, signInCustomer } from '../support/portal-browser.ts';
import { insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { alertsOf, endedScan, endpointRow, requestScan, scansOf } from '../support/scan-outcomes.ts';
import { detail, nextScan, provision } from '../support/scans.ts';
import { endlessScan, host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

const daySeconds = 86_400;
let service: TestService;
let partner: TestPartner;
const running: TestService[] = [];
afterAll(async () => {
  for (const each of running) await each.stop();
});

async function start(options: Parameters<typeof TestService.start>[0]): Promise<void> {
  service = await TestService.start(options);
  running.push(service);
  partner = await service.partner();
}

const excluded = /excluded from scanning by the operator/;

describe('what the operator excludes', () => {
  const scanner = new ScriptedScanner();
  beforeAll(() => start({ scanner }));
  afterEach(() => exclusions('remove', '127.0.0.0/8', '127.77.0.0/16', '127.78.0.0/16'));

  function exclusions(...args: string[]): Promise<CommandOutcome> {
    return runCommand(testEnvironment(service.databaseName), ['exclusions', ...args, '--json']);
  }

  it('is kept with reason, who and when, in one spelling, once', async () => {
    const added = await exclusions('add', '127.78.9.9/16', '2001:DB8::/32', '--reason', 'complaint 17', '--by', 'ada');
    expect(added.json).toEqual({ added: ['127.78.0.0/16', '2001:db8::/32'], present: [], endpoints_withdrawn: 0 });
    const again = await exclusions('add', '127.78.0.0/16', '--reason', 'once more');
    expect(again.json).toMatchObject({ added: [], present: ['127.78.0.0/16'] });
    const listed = { reason: 'complaint 17', added_by: 'ada', added_at: expect.stringMatching(/Z$/) };
    const { exclusions: list } = (await exclusions('list')).json;
    expect(list).toEqual([
      { network: '127.78.0.0/16', ...listed, removed_by: null, removed_at: null },
      { network: '2001:db8::/32', ...listed, removed_by: null, removed_at: null },
    ]);
    expect((await exclusions('remove', '2001:db8::/32', '--by', 'grace')).json).toEqual({ removed: ['2001:db8::/32'] });
    expect((await exclusions('remove', '2001:db8::/32')).json).toEqual({ removed: [] });
    expect((await exclusions('list')).json.exclusions).toHaveLength(1);
    const all = (await exclusions('list', '--all')).json.exclusions;
    expect(all[1]).toMatchObject({ network: '2001:db8::/32', removed_by: 'grace', removed_at: listed.added_at });
    const wrong = await exclusions('add', '127.0.0.0/33', '--reason', 'x');
    expect(wrong).toMatchObject({ exitCode: 1, stdout: '', stderr: expect.stringContaining('127.0.0.0/33') });
  });

  it('is scanned no more, running scans included, and its alerts stay as they were; lifted, it goes on when due', async () => {
    const address = '127.77.0.5';
    scanner.script(address, host({ open: [22] }));
    const endpointId = await provision(partner.api, address);
    await nextScan(partner.api, endpointId);
    const alerts = await alertsOf(partner.api, endpointId);
    expect(alerts).toMatchObject([{ port: 22, status: 'open' }]);
    const due = (await endpointRow(service, endpointId)).next_scan_at;
    let stopped = false;
    const stop = () => {
      stopped = true;
    };
    scanner.script(address, endlessScan(stop));
    const scanId = await requestScan(partner.api, endpointId);
    await eventually('the scan runs', async () => (await scansOf(service, endpointId)).at(-1)?.status === 'running');

    const added = await exclusions('add', '127.77.0.0/16', '--reason', 'they asked us to');
    expect(added.json).toMatchObject({ endpoints_withdrawn: 1 });
    await eventually('the scan stops', async () => stopped, 5_000);
    expect(await endedScan(service, scanId)).toMatchObject({
      status: 'cancelled',
      error: expect.stringMatching(/^excluded: /),
    });
    expect(await alertsOf(partner.api, endpointId)).toEqual(alerts);
    await eventually('the API knows', async () => excluded.test((await detail(partner.api, endpointId)).note), 10_000);
    const single = await partner.api.get(`/api/v1/endpoints/${endpointId}`);
    expect(single.body).toMatchObject({
      data: { status: 'active', next_scan_at: null },
      note: expect.stringMatching(excluded),
    });
    expectRefusal(await act(partner.api, 'scan-endpoint', { client_id: 1, endpoint_id: endpointId }), 422, [
      'endpoint_id',
    ]);
    const other = await act(partner.api, 'provision', { client_id: 2, ip_address: '127.77.0.6' });
    expect(other).toMatchObject({
      status: 201,
      body: { data: { status: 'active', note: expect.stringMatching(excluded) } },
    });
    await act(partner.api, 'suspend', { endpoint_id: endpointId });
    await act(partner.api, 'resume', { endpoint_id: endpointId });
    expect(await endpointRow(service, endpointId)).toMatchObject({ next_scan_at: null });

    await exclusions('remove', '127.77.0.0/16');
    const back = await eventually('it is scheduled', async () => (await endpointRow(service, endpointId)).next_scan_at);
    expect(back).toEqual(due);
    await eventually('the other is scanned', async () => scanner.requestsOf('127.77.0.6').length > 0);
  });

  it('by configuration, is never scanned either', async () => {
    const other = new ScriptedScanner();
    await start({ scanner: other, environment: { SCAN_DENY: '127.66.0.0/16' } });
    const answer = await act(partner.api, 'provision', { client_id: 1, ip_address: '127.66.0.1' });
    expect(answer).toMatchObject({ status: 201, body: { data: { note: expect.stringMatching(excluded) } } });
    await nextScan(partner.api, await provision(partner.api, '127.67.0.1'));
    expect(other.requestsOf('127.66.0.1')).toEqual([]);
  });
});

describe('who is scanned', () => {
  const agents: string[] = [];
  let server: Server;
  afterAll(() => void server?.close());

  it('reads in the requests who to turn to', async () => {
    server = createServer((request, response) => {
      agents.push(String(request.headers['user-agent']));
      response.end('hello');
    });
    const address = loopbackAddress();
    await new Promise<void>((resolve) => server.listen(0, address, resolve));
    const { port } = server.address() as AddressInfo;
    await start({ environment: { SCAN_ENGINE: 'connect', SCAN_CONTACT_URL: 'https://scanner.example/about' } });
    const plan = { slug: 'web', capacity: 5, ports: String(port) };
    await setPlanOf(partner, plan);
    const endpointId = await provision(partner.api, address, { service_id: 1, plan_slug: 'web' });
    await nextScan(partner.api, endpointId);
    expect([...new Set(agents)]).toEqual([
      'Mozilla/5.0 (compatible; exposure-scanner; +https://scanner.example/about)',
    ]);
  });
});

/** Puts a plan into the catalogue as a partner's administrator does. */
async function setPlanOf(
  { api }: TestPartner,
  { slug, ...terms }: { slug: string; capacity: number; [term: string]: unknown },
) {
  return api.send('PUT', `/api/v1/plans/port_monitoring/${slug}`, terms);
}

describe('plans', () => {
  it('that ask for shorter intervals or higher rates than the operator allows are refused, by field', async () => {
    await start({ role: 'api', environment: { SCAN_SHORTEST_INTERVAL_SECONDS: '7200' } });
    const refused = await setPlanOf(partner, { slug: 'hasty', capacity: 1, scan_interval_seconds: 7_199 });
    expectRefusal(refused, 422, ['scan_interval_seconds']);
    const eager = await setPlanOf(partner, { slug: 'eager', capacity: 1, max_packets_per_second: 1_001 });
    expectRefusal(eager, 422, ['max_packets_per_second']);
    const both = { slug: 'both', capacity: 1, scan_interval_seconds: 7_200, max_packets_per_second: 1_000 };
    expectSuccess(await setPlanOf(partner, both));
    const byHand = ['plan', 'set', '--partner', partner.partnerId, '--product', 'port_monitoring', '--plan', 'cli'];
    const environment = { ...testEnvironment(service.databaseName), SCAN_SHORTEST_INTERVAL_SECONDS: '7200' };
    const outcome = await runCommand(environment, [...byHand, '--capacity', '1', '--interval-hours', '1']);
    expect(outcome).toMatchObject({ exitCode: 1, stderr: expect.stringMatching(/at least 7200 seconds/) });
  });

  it('that were made before are used within what the operator allows now', async () => {
    await start({ role: 'api', environment: { SCAN_SHORTEST_INTERVAL_SECONDS: '7200' } });
    await service.store.database.pool.query(
      `INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, scan_interval_seconds, updated_at)
       VALUES ($1, 'port_monitoring', 'old', 5, 60, now())`,
      [partner.partnerId],
    );
    await pretendLiveWorker(service);
    const endpointId = await provision(partner.api, loopbackAddress(), { service_id: 1, plan_slug: 'old' });
    await requestScan(partner.api, endpointId);
    const { next_scan_at: next, manual_scan_at: asked } = await endpointRow(service, endpointId);
    expect(next!.getTime() - asked!.getTime()).toBe(7_200_000);
  });

  it('may ask for any interval that is not shorter than the installation has itself', async () => {
    await start({ role: 'api', environment: { SCAN_INTERVAL_SECONDS: '600' } });
    expectSuccess(await setPlanOf(partner, { slug: 'quick', capacity: 1, scan_interval_seconds: 600 }));
    expectRefusal(await setPlanOf(partner, { slug: 'quick', capacity: 1, scan_interval_seconds: 599 }), 422, [
      'scan_interval_seconds',
    ]);
  });
});

describe('servers that customers add themselves', () => {
  const path = '/api/v1/settings/customer-additions';
  const add = (api: ApiClient, address = loopbackAddress()) => api.post('/api/v1/endpoints', { ip_address: address });
  beforeAll(async () => {
    await start({ role: 'api' });
    await createAdministrator(partner, 'ada@example.com');
  });

  /** The browser of a customer, and the switch as an administrator turns it. */
  async function setUp(clientId: number) {
    await provision(partner.api, loopbackAddress(), { client_id: clientId });
    const administrator = await signInAdministrator(service, partner, 'ada@example.com');
    const turn = async (mode: string) => expectSuccess(await administrator.send('PUT', path, { mode }));
    return { customer: await signInCustomer(service, partner, clientId), turn };
  }

  it('are covered by what they pay for, and nothing for those who never bought, unless the partner says otherwise', async () => {
    const { customer } = await setUp(11);
    expect(expectSuccess(await customer.get(path))).toEqual({ mode: 'within_capacity' });
    expect(await add(customer)).toMatchObject({
      status: 403,
      body: {
        error: { code: 'ENDPOINT_LIMIT_EXCEEDED', details: { limit: 0, reason: expect.stringMatching(/no plan/) } },
      },
    });
    await subscribe(partner.api, portMonitoring(11), { plan_slug: 'starter' });
    for (let room = 4; room > 0; room -= 1) expect((await add(customer)).status).toBe(201);
    expectProblem(await add(customer), 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 5 });
  });

  it("are covered by the partner's cap for those who never bought", async () => {
    const { customer } = await setUp(12);
    await setUnsubscribedCap(service, partner, 'port_monitoring', 2);
    expect((await add(customer)).status).toBe(201);
    expectProblem(await add(customer), 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 2 });
    await setUnsubscribedCap(service, partner, 'port_monitoring', null);
  });

  it('can be forbidden or allowed to everybody; the billing system adds as before', async () => {
    const { customer, turn } = await setUp(13);
    await turn('on');
    const address = loopbackAddress();
    const added = await add(customer, address);
    expect(added.status).toBe(201);
    await turn('off');
    const refused = await add(customer);
    expect(refused).toMatchObject({
      status: 403,
      body: { error: { code: '403', details: { reason: expect.any(String) } } },
    });
    // What is there is answered with, and what was deleted does not come back by the customer's own hand.
    expect((await add(customer, address)).status).toBe(200);
    expect((await customer.send('DELETE', `/api/v1/endpoints/${added.body.data.id}`)).status).toBe(204);
    expect((await add(customer, address)).status).toBe(403);
    const byKey = { billing_customer_id: 13, ip_address: address };
    expect((await partner.api.post('/api/v1/endpoints', byKey)).status).toBe(200);
    await turn('within_capacity');
    const audit = expectSuccess(await partner.api.get('/api/v1/audit?action=settings.changed&limit=5'));
    expect(audit.entries[0].details).toEqual({ customer_additions: { from: 'off', to: 'within_capacity' } });
  });

  it('are switched by an administrator only', async () => {
    const { customer } = await setUp(14);
    expect((await customer.send('PUT', path, { mode: 'on' })).status).toBe(403);
    expect((await partner.api.send('PUT', path, { mode: 'on' })).status).toBe(403);
  });
});

describe('new addresses in a day', () => {
  const refusedUntilTomorrow = (answer: Awaited<ReturnType<ApiClient['post']>>) => {
    expectRefusal(answer, 429);
    const now = service.clock.now().getTime();
    const wait = Number(answer.headers['retry-after']) * 1_000;
    const midnight = Math.ceil(now / 86_400_000) * 86_400_000;
    expect(Math.abs(now + wait - midnight)).toBeLessThan(60_000);
  };
  const order = (ip_address = loopbackAddress()) => act(partner.api, 'provision', { client_id: 1, ip_address });

  it('are limited for a partner; known ones and those of its sandbox do not count; tomorrow there are more', async () => {
    await start({ role: 'api', environment: { NEW_ADDRESSES_PER_DAY: '3' } });
    const neighbour = await service.partner('Neighbour');
    const addresses = [1, 2, 3].map(() => loopbackAddress());
    for (const address of addresses) expect((await order(address)).status).toBe(201);
    refusedUntilTomorrow(await order());
    refusedUntilTomorrow(
      await partner.api.post('/api/v1/endpoints', { billing_customer_id: 2, ip_address: loopbackAddress() }),
    );
    const { rows } = await service.store.database.pool.query('SELECT 1 FROM customers WHERE billing_customer_id = 2');
    expect(rows).toEqual([]);
    const { endpoint_id } = (await order(addresses[0])).body.data;
    await act(partner.api, 'terminate', { endpoint_id });
    expect((await order(addresses[0])).status).toBe(200);
    expect((await act(neighbour.api, 'provision', { client_id: 1, ip_address: addresses[0] })).status).toBe(201);
    const sandbox = await enableSandbox(service, partner);
    for (let count = 0; count < 4; count += 1)
      expect((await act(sandbox, 'provision', { client_id: 1, ip_address: loopbackAddress() })).status).toBe(201);
    service.clock.advanceSeconds(daySeconds);
    expect((await order()).status).toBe(201);
  });

  it('are as many as asked for at once, and not one more', async () => {
    await start({ role: 'api', environment: { NEW_ADDRESSES_PER_DAY: '5' } });
    const answers = await Promise.all(Array.from({ length: 12 }, () => order()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(5).fill(201), ...Array(7).fill(429)]);
  });

  it('can be set for one partner by the operator', async () => {
    await start({ role: 'api', environment: { NEW_ADDRESSES_PER_DAY: '1' } });
    const limit = (count: string) =>
      runCommand(testEnvironment(service.databaseName), [
        ...['partner', 'limit', partner.partnerId, '--new-addresses-per-day', count, '--json'],
      ]);
    expect((await limit('2')).json).toEqual({ partner_id: partner.partnerId, new_addresses_per_day: 2, changed: true });
    expect([await order(), await order(), await order()].map(({ status }) => status)).toEqual([201, 201, 429]);
    expect((await limit('default')).json).toMatchObject({ new_addresses_per_day: null, changed: true });
    expect((await limit('many')).exitCode).toBe(2);
  });

  it('are fewer for what a customer adds itself', async () => {
    await start({ role: 'api', environment: { NEW_ADDRESSES_PER_DAY_PER_CUSTOMER: '2' } });
    await subscribe(partner.api, portMonitoring(1), { plan_slug: 'business' });
    const customer = await signInCustomer(service, partner, 1);
    const add = () => customer.post('/api/v1/endpoints', { ip_address: loopbackAddress() });
    expect([(await add()).status, (await add()).status]).toEqual([201, 201]);
    refusedUntilTomorrow(await add());
    expect((await order()).status).toBe(201);
  });
});

describe('the schedule', () => {
  beforeAll(() => start({ role: 'api' }));

  it('survives every way of leaving and coming back; a server that was never scanned is due at once', async () => {
    const address = loopbackAddress();
    const endpointId = await provision(partner.api, address, { service_id: 5 });
    const { pool } = service.store.database;
    const due = new Date(service.clock.now().getTime() + 3_600_000);
    // As a scan that began leaves it.
    await pool.query('UPDATE endpoints SET next_scan_at = $2, scan_not_before = $2 WHERE id = $1', [endpointId, due]);
    await insertAlert(service, partner, endpointId);
    const path = `/api/v1/endpoints/${endpointId}`;
    const report = (status: string) =>
      act(partner.api, 'sync-services', {
        services: [{ client_id: 1, service_id: 5, product_slug: 'endpoint', status }],
      });
    const waysOut = [
      () => act(partner.api, 'suspend', { endpoint_id: endpointId }),
      () => act(partner.api, 'terminate', { endpoint_id: endpointId }),
      () => partner.api.send('PUT', path, { billing_customer_id: 1, status: 'paused' }),
      () => partner.api.send('DELETE', path),
      () => report('suspended'),
      () => report('cancelled'),
      () => setUnsubscribedCap(service, partner, 'port_monitoring', 0).then(() => report('active')),
    ];
    const waysBack = [
      () => act(partner.api, 'resume', { endpoint_id: endpointId }),
      () => act(partner.api, 'provision', { client_id: 1, ip_address: address }),
      () => partner.api.post('/api/v1/endpoints', { billing_customer_id: 1, ip_address: address }),
      () => partner.api.send('PUT', path, { billing_customer_id: 1, status: 'active' }),
      () => report('active'),
    ];
    let returns = 0;
    for (const leave of waysOut) {
      for (const comeBack of waysBack) {
        await leave();
        await setUnsubscribedCap(service, partner, 'port_monitoring', null);
        expect((await endpointRow(service, endpointId)).next_scan_at === null || leave === waysOut[6]).toBe(true);
        await comeBack();
        const row = await endpointRow(service, endpointId);
        if (row.status !== 'active') continue;
        expect(row.next_scan_at).toEqual(due);
        returns += 1;
      }
    }
    expect(returns).toBeGreaterThan(20);
    service.clock.advanceSeconds(2 * daySeconds);
    await act(partner.api, 'suspend', { endpoint_id: endpointId });
    await act(partner.api, 'resume', { endpoint_id: endpointId });
    const late = (await endpointRow(service, endpointId)).next_scan_at!;
    expect(Math.abs(late.getTime() - service.clock.now().getTime())).toBeLessThan(10_000);
    const fresh = await endpointRow(service, await provision(partner.api, loopbackAddress()));
    expect(Math.abs(fresh.next_scan_at!.getTime() - service.clock.now().getTime())).toBeLessThan(10_000);
  });
});
