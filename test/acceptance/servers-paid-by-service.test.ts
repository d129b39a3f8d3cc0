import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  act,
  capacityFaults,
  endpointStates,
  insertPlans,
  portMonitoring,
  setUnsubscribedCap,
  subscribe,
} from '../support/billing.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2]);
});
afterAll(async () => {
  await service?.stop();
});
afterEach(async () => {
  expect(await capacityFaults(service)).toEqual([]);
});

function newClient(): number {
  lastClient += 1;
  return lastClient;
}

const call = (action: string, body: object) => act(partner.api, action, body);

/** A server whose service pays for it alone. */
async function ownServer(clientId: number, serviceId: number, address = loopbackAddress()): Promise<string> {
  await provision(partner.api, address, { client_id: clientId, service_id: serviceId, product_slug: 'endpoint' });
  return address;
}

async function planServer(clientId: number, serviceId?: number): Promise<string> {
  const address = loopbackAddress();
  await provision(partner.api, address, { client_id: clientId, ...(serviceId ? { service_id: serviceId } : {}) });
  return address;
}

const report = (client_id: number, service_id: number, status: string, product_slug = 'endpoint') => ({
  client_id,
  service_id,
  product_slug,
  status,
});
const sync = async (...services: object[]) => expectSuccess(await call('sync-services', { services }));
const states = (clientId: number) => endpointStates(service, partner, clientId);

describe('a server that its own service pays for', () => {
  it('is not paused by a plan that is bought beside it, nor when that ends, and takes no room in it', async () => {
    const clientId = newClient();
    const own = [await ownServer(clientId, 11), await ownServer(clientId, 12), await ownServer(clientId, 13)];
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
    const planned = await planServer(clientId);
    expect(Object.values(await states(clientId))).toEqual(['active', 'active', 'active', 'active']);
    await call('terminate-subscription', portMonitoring(clientId));
    expect(await states(clientId)).toEqual({
      ...Object.fromEntries(own.map((address) => [address, 'active'])),
      [planned]: 'quota_paused',
    });
    const { capacity } = expectSuccess(await partner.api.get(`/api/v1/customers/${clientId}`));
    expect(capacity.port_monitoring).toEqual({ capacity: 0, usage: 1, over_quota: true });
  });

  it('is created, resumed and restored while the plan is full; another server is not', async () => {
    const clientId = newClient();
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
    await planServer(clientId);
    const address = await ownServer(clientId, 11);
    const other = await call('provision', { client_id: clientId, ip_address: loopbackAddress(), service_id: 12 });
    expectProblem(other, 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 1 });
    const body = { client_id: clientId, ip_address: address, service_id: 11 };
    const { endpoint_id } = expectSuccess(await call('provision', body));
    await call('suspend', { endpoint_id });
    expect(expectSuccess(await call('resume', { endpoint_id }))).toEqual({ endpoint_id, status: 'active' });
    await call('terminate', { endpoint_id });
    expect(expectSuccess(await call('provision', body))).toMatchObject({ endpoint_id, status: 'active' });
  });

  it('does not count against the cap of those who never had a plan', async () => {
    await setUnsubscribedCap(service, partner, 'port_monitoring', 1);
    const clientId = newClient();
    await planServer(clientId);
    await ownServer(clientId, 11);
    const third = await call('provision', { client_id: clientId, ip_address: loopbackAddress() });
    expectProblem(third, 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 1 });
    await setUnsubscribedCap(service, partner, 'port_monitoring', null);
  });

  it('is known as such once sync-services reports it so: it wakes, and so does who waited for its place', async () => {
    const clientId = newClient();
    const first = await planServer(clientId, 11);
    const second = await planServer(clientId, 12);
    const third = await planServer(clientId, 13);
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
    expect(Object.values(await states(clientId))).toEqual(['active', 'quota_paused', 'quota_paused']);
    const woken = await sync(report(clientId, 13, 'active'));
    expect(woken).toMatchObject({ changed: 0, unchanged: 1 });
    expect(woken.enforcement[clientId].port_monitoring).toMatchObject({ usage: 2, unpaused: [third] });
    const followed = await sync(report(clientId, 11, 'active'));
    expect(followed.enforcement[clientId].port_monitoring).toMatchObject({ usage: 1, unpaused: [second] });
    expect(await sync(report(clientId, 11, 'active'))).toMatchObject({ changed: 0, enforcement: [] });
    expect(Object.keys(await states(clientId))).toEqual([first, second, third]);
    expect(Object.values(await states(clientId))).toEqual(['active', 'active', 'active']);
  });

  it('is none whose service has a plan for servers: that pays, whatever is reported beside it', async () => {
    const clientId = newClient();
    await planServer(clientId, 1);
    await planServer(clientId, 1);
    await subscribe(partner.api, portMonitoring(clientId, 1), { plan_slug: 'plan-1' });
    await sync(report(clientId, 1, 'active'));
    expect(Object.values(await states(clientId))).toEqual(['active', 'quota_paused']);
    // Once the plan has ended nothing else pays for them.
    await sync(report(clientId, 1, 'cancelled', 'port_monitoring'), report(clientId, 1, 'active'));
    expect(Object.values(await states(clientId))).toEqual(['active', 'active']);
  });

  it('stays one when its service also monitors domains, and falls to the plan that its service buys', async () => {
    const clientId = newClient();
    await ownServer(clientId, 11);
    await ownServer(clientId, 11);
    const domains = { client_id: clientId, service_id: 11, product_slug: 'domain_monitoring' };
    await subscribe(partner.api, domains, { quantity: 1 });
    await subscribe(partner.api, portMonitoring(clientId, 99), { plan_slug: 'plan-1' });
    expect(Object.values(await states(clientId))).toEqual(['active', 'active']);
    await call('terminate-subscription', portMonitoring(clientId, 99));
    await subscribe(partner.api, portMonitoring(clientId, 11), { plan_slug: 'plan-1' });
    expect(Object.values(await states(clientId))).toEqual(['active', 'quota_paused']);
  });

  it('wakes when it is linked to such a service, and is refused a place that is not there on the way back', async () => {
    const clientId = newClient();
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-1' });
    const planned = await planServer(clientId);
    const address = await ownServer(clientId, 11);
    const back = { client_id: clientId, ip_address: address, service_id: 12 };
    expectProblem(await call('provision', back), 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 1 });
    const away = { client_id: clientId, ip_address: planned, service_id: 13, product_slug: 'endpoint' };
    expect(expectSuccess(await call('provision', away))).toMatchObject({ status: 'active' });
    expect(expectSuccess(await call('provision', back))).toMatchObject({ status: 'active' });
    await call('suspend-subscription', portMonitoring(clientId));
    expect(await states(clientId)).toEqual({ [planned]: 'active', [address]: 'quota_paused' });
    const home = { ...back, service_id: 13 };
    expect(expectSuccess(await call('provision', home))).toMatchObject({ status: 'active' });
  });
});
