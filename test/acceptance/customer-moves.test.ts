import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  act,
  capacityFaults,
  dataRows,
  domainMonitoring,
  domainStates,
  endpointStates,
  insertPlans,
  portMonitoring,
  subscribe,
} from '../support/billing.ts';
import { expectFailure, runCommand } from '../support/command-line.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { insertAlert } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService, testEnvironment } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2, 3]);
});
afterAll(() => service?.stop());
afterEach(async () => {
  service.clock.offsetMs = 0;
  expect(await capacityFaults(service)).toEqual([]);
});

/** Two customers of the test's own. */
function twoClients(): [number, number] {
  lastClient += 2;
  return [lastClient - 1, lastClient];
}

function merge(from: number, body: object) {
  return partner.api.post(`/api/v1/customers/${from}/merge`, body);
}

function transfer(from: number, serviceId: number, body: object) {
  return partner.api.post(`/api/v1/customers/${from}/services/${serviceId}/transfer`, body);
}

async function merged(from: number, body: object) {
  return expectSuccess(await merge(from, body));
}

async function transferred(from: number, serviceId: number, body: object) {
  return expectSuccess(await transfer(from, serviceId, body));
}

async function addServer(client: number, more: object = {}): Promise<{ id: string; address: string }> {
  const address = loopbackAddress();
  service.clock.advanceSeconds(1);
  return { id: await provision(partner.api, address, { client_id: client, ...more }), address };
}

describe('merging customers', () => {
  it('gives servers, domains, services, subscriptions, rules and alerts to the other customer', async () => {
    const [from, into] = twoClients();
    const server = await addServer(from, { service_id: 11 });
    const other = await addServer(into, { service_id: 12 });
    await subscribe(partner.api, portMonitoring(from, 13), { plan_slug: 'plan-3' });
    await subscribe(partner.api, domainMonitoring(from, 1), { quantity: 2 });
    await monitorDomain(partner.api, from, `m${from}.example.com`);
    const alertId = await insertAlert(service, partner, server.id);
    await partner.api.post('/api/v1/whitelists', {
      billing_customer_id: from,
      endpoint_id: server.id,
      port_start: 443,
    });
    const answer = await merged(from, { into });
    expect(answer).toMatchObject({
      billing_customer_id: from,
      into,
      dry_run: false,
      created: false,
      moved: { services: 3, subscriptions: 2, endpoints: 1, domains: 1, allowed_ports: 1, alerts: 1 },
      not_moved: [],
    });
    expect(answer.enforcement[into].port_monitoring).toMatchObject({ capacity: 3, usage: 2 });
    expect(await endpointStates(service, partner, into)).toEqual({
      [server.address]: 'active',
      [other.address]: 'active',
    });
    expect(await endpointStates(service, partner, from)).toEqual({});
    const { alert } = expectSuccess(await partner.api.get(`/api/v1/alerts/${alertId}?billing_customer_id=${into}`));
    expect(alert.billing_customer_id).toBe(into);
  });

  it('is harmless when it is repeated', async () => {
    const [from, into] = twoClients();
    await addServer(from);
    await merged(from, { into });
    const again = await merged(from, { into });
    expect(Object.values(again.moved)).toEqual(Object.values(again.moved).map(() => 0));
    expect(again.not_moved).toEqual([]);
  });

  it('tells in a dry run exactly what it will come to, and changes nothing', async () => {
    const [from, into] = twoClients();
    await addServer(from, { client_email: 'ada@example.com' });
    const before = await dataRows(service);
    const told = await merged(from, { into, dry_run: true });
    expect(await dataRows(service)).toEqual(before);
    const done = await merged(from, { into });
    expect(told).toEqual({ ...done, dry_run: true });
    expect(told.created).toBe(true);
  });

  it('keeps of one address the record with the older history, whichever customer has it, and names it', async () => {
    for (const isGiverOlder of [true, false]) {
      const [from, into] = twoClients();
      const [elder, younger] = isGiverOlder ? [from, into] : [into, from];
      const server = await addServer(elder, { service_id: 5 });
      service.clock.advanceSeconds(1);
      const lost = await provision(partner.api, server.address, { client_id: younger, service_id: 5 });
      const answer = await merged(from, { into });
      expect(answer.not_moved).toMatchObject([
        { type: 'endpoint', name: server.address, kept_of: elder, kept_id: server.id },
      ]);
      expect(await endpointStates(service, partner, into)).toEqual({ [server.address]: 'active' });
      expect((await partner.api.get(`/api/v1/endpoints/${lost}`)).status).toBe(404);
      expect((await partner.api.get(`/api/v1/endpoints/${server.id}?billing_customer_id=${into}`)).status).toBe(200);
    }
  });

  it('goes on with an address that either monitored, though the older record had ended', async () => {
    const [from, into] = twoClients();
    const server = await addServer(from);
    expectSuccess(await act(partner.api, 'terminate', { endpoint_id: server.id }));
    service.clock.advanceSeconds(1);
    await provision(partner.api, server.address, { client_id: into });
    await merged(from, { into });
    const { data } = (await partner.api.get(`/api/v1/endpoints/${server.id}?billing_customer_id=${into}`)).body;
    expect(data).toMatchObject({ status: 'active' });
  });

  it('keeps of one domain the record with the older history', async () => {
    const [from, into] = twoClients();
    const domain = `same${from}.example.com`;
    const id = await monitorDomain(partner.api, from, domain);
    service.clock.advanceSeconds(1);
    await monitorDomain(partner.api, into, domain);
    const answer = await merged(from, { into });
    expect(answer.not_moved).toMatchObject([{ type: 'domain', name: domain, kept_of: from, kept_id: id }]);
    expect(await domainStates(service, partner, into)).toMatchObject({ [domain]: expect.any(String) });
  });

  it('makes one of two services of one number, and keeps the subscription that is nearest to active', async () => {
    const [from, into] = twoClients();
    await subscribe(partner.api, portMonitoring(from, 9), { plan_slug: 'plan-1' });
    expectSuccess(await act(partner.api, 'terminate-subscription', portMonitoring(from, 9)));
    service.clock.advanceSeconds(60);
    const kept = await subscribe(partner.api, portMonitoring(into, 9), { plan_slug: 'plan-2' });
    const answer = await merged(from, { into });
    expect(answer.not_moved).toMatchObject([
      { type: 'subscription', name: 'port_monitoring of service 9', kept_of: into },
    ]);
    const { subscriptions } = expectSuccess(await partner.api.get(`/api/v1/customers/${into}`));
    expect(subscriptions).toMatchObject([{ subscription_id: kept, plan_slug: 'plan-2', status: 'active' }]);
  });

  it('pauses what the other customer does not pay for, and says so', async () => {
    const [from, into] = twoClients();
    await subscribe(partner.api, portMonitoring(into, 9), { plan_slug: 'plan-1' });
    const first = await addServer(into);
    const second = await addServer(from);
    const answer = await merged(from, { into });
    expect(answer.enforcement[into].port_monitoring).toMatchObject({
      capacity: 1,
      usage: 2,
      over_quota: true,
      newly_paused: [second.address],
    });
    expect(await endpointStates(service, partner, into)).toEqual({
      [first.address]: 'active',
      [second.address]: 'quota_paused',
    });
  });

  it('refuses a customer that is unknown, and one that is itself', async () => {
    const [from] = twoClients();
    expectProblem(await merge(99_999, { into: from }), 404, 'CUSTOMER_NOT_FOUND');
    expectRefusal(await merge(from, { into: from }), 422, ['into']);
    expectRefusal(await merge(from, {}), 422, ['into']);
  });
});

describe('transferring a service', () => {
  it('gives its server to the other customer, which is made on first use, and nothing else', async () => {
    const [from, to] = twoClients();
    const server = await addServer(from, { service_id: 21 });
    const stays = await addServer(from, { service_id: 22 });
    const answer = await transferred(from, 21, { to, client_name: 'Grace', client_email: 'grace@example.com' });
    expect(answer).toMatchObject({
      billing_customer_id: from,
      service_id: 21,
      to,
      created: true,
      moved: { services: 1, endpoints: 1 },
    });
    expect(await endpointStates(service, partner, to)).toEqual({ [server.address]: 'active' });
    expect(await endpointStates(service, partner, from)).toEqual({ [stays.address]: 'active' });
    expect(expectSuccess(await partner.api.get(`/api/v1/customers/${to}`))).toMatchObject({ name: 'Grace' });
  });

  it('takes the servers of no service along with a customer’s last plan, and leaves them where another one remains', async () => {
    for (const hasOther of [true, false]) {
      const [from, to] = twoClients();
      await subscribe(partner.api, portMonitoring(from, 31), { plan_slug: 'plan-2' });
      if (hasOther) await subscribe(partner.api, portMonitoring(from, 32), { plan_slug: 'plan-2' });
      const server = await addServer(from);
      const answer = await transferred(from, 31, { to });
      expect(answer.moved).toMatchObject({ services: 1, subscriptions: 1, endpoints: hasOther ? 0 : 1 });
      expect(await endpointStates(service, partner, hasOther ? from : to)).toEqual({ [server.address]: 'active' });
    }
  });

  it('leaves the proof of a domain with who proved it: the other customer proves it by another record', async () => {
    const sandbox = await enableSandbox(service, partner);
    const [from, to] = twoClients();
    const domains = '/api/v1/domain-monitoring/domains';
    const body = { client_id: from, domain: `p${from}.example.com`, service_id: 1 };
    const { monitored_domain_id: id } = expectSuccess(
      await sandbox.send('POST', '/api/v1/billing/provision-domain', body),
      201,
    );
    const verification = async (client: number, action = '') =>
      expectSuccess(
        await sandbox.send('POST', `${domains}/${id}/verification${action}`, { billing_customer_id: client }),
      ).verification;
    const proved = await verification(from, '/check');
    expect(proved.verified).toBe(true);
    expectSuccess(await sandbox.send('POST', `/api/v1/customers/${from}/services/1/transfer`, { to }));
    const anew = await verification(to);
    expect(anew).toMatchObject({ verified: false, checked_at: null });
    expect(anew.record.value).not.toBe(proved.record.value);
    await verification(to, '/check');
    expectSuccess(await sandbox.send('POST', `/api/v1/customers/${to}/merge`, { into: from }));
    expect(await verification(from)).toMatchObject({ verified: true, record: { value: anew.record.value } });
  });

  it('leaves what another service had a domain for with whoever has that service', async () => {
    const [from, to] = twoClients();
    const ask = (service_id: number) =>
      act(partner.api, 'provision-domain', { client_id: from, service_id, domain: 'twice.example.com' });
    const used = async (client: number) => {
      const day = (days: number) =>
        new Date(service.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
      const query = `from=${day(-1)}&to=${day(1)}&billing_customer_id=${client}`;
      const { services } = expectSuccess(await partner.api.get(`/api/v1/usage?${query}`));
      return services.map((row: { service_id: number }) => row.service_id);
    };
    await ask(1);
    service.clock.advanceSeconds(3_600);
    await ask(2);
    service.clock.advanceSeconds(3_600);
    expect(await used(from)).toEqual([1, 2]);
    await transferred(from, 2, { to });
    expect([await used(from), await used(to)]).toEqual([[1], [2]]);
  });

  it('is harmless when it is repeated, and says so', async () => {
    const [from, to] = twoClients();
    await addServer(from, { service_id: 41 });
    await transferred(from, 41, { to });
    expect(await transferred(from, 41, { to })).toMatchObject({ moved: { services: 0 }, note: expect.any(String) });
    expectProblem(await transfer(from, 42, { to }), 404, 'BILLING_CLIENT_NOT_FOUND');
  });
});

describe('customer merge and customer transfer', () => {
  const command = (...args: string[]) =>
    runCommand(testEnvironment(service.databaseName), ['customer', ...args, '--partner', partner.portalDomain]);

  it('do what the API does, and answer the same; a dry run changes nothing', async () => {
    const [from, to] = twoClients();
    const server = await addServer(from, { service_id: 1 });
    const ask = ['transfer', '--client-id', String(from), '--service-id', '1', '--to', String(to)];
    const before = await dataRows(service);
    const tried = await command(...ask, '--dry-run', '--json');
    expect(await dataRows(service)).toEqual(before);
    expect(tried.json).toEqual(await transferred(from, 1, { to, dry_run: true }));
    expect((await command(...ask)).stdout).toBe(
      `Gone from customer ${from} to the new customer ${to}: 1 services, 1 endpoints.\n`,
    );
    expect((await command(...ask)).stdout).toBe('The service belongs to that customer already.\n');
    const back = ['merge', '--client-id', String(to), '--into', String(from)];
    expect((await command(...back, '--json')).json).toMatchObject({ into: from, moved: { endpoints: 1 } });
    expect(await endpointStates(service, partner, from)).toEqual({ [server.address]: 'active' });
  });

  it('name what both customers had, and who no longer pays for what', async () => {
    const [from, into] = twoClients();
    const server = await addServer(from);
    await provision(partner.api, server.address, { client_id: into });
    const { address } = await addServer(from);
    await subscribe(partner.api, portMonitoring(into, 1), { plan_slug: 'plan-1' });
    const { stdout } = await command('merge', '--client-id', String(from), '--into', String(into), '--dry-run');
    expect(stdout).toContain(
      `${server.address}: Both customers had it: that of customer ${from} has the older history`,
    );
    expect(stdout).toContain(`Customer ${into} does not pay for, paused: ${address}`);
  });

  it('say that there is no such customer', async () => {
    const [from, into] = twoClients();
    expectFailure(
      await command('merge', '--client-id', String(from), '--into', String(into)),
      1,
      /No customer with that billing ID/,
    );
  });
});
