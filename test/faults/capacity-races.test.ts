import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import {
  act,
  capacityFaults,
  endpointStates,
  insertPlans,
  portMonitoring,
  type ServiceAddress,
  subscribe,
} from '../support/billing.ts';
import { deadlocks } from '../support/deadlocks.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { expectProblem } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2, 5]);
});
afterAll(async () => {
  await service?.stop();
});
afterEach(async () => {
  expect(await capacityFaults(service)).toEqual([]);
});

function newClients(count: number): number[] {
  lastClient += count;
  return Array.from({ length: count }, (_, index) => lastClient - index);
}

function call(action: string, body: object): Promise<ApiAnswer> {
  return act(partner.api, action, body);
}

async function subscribedClients(count: number, plan: string): Promise<number[]> {
  const clients = newClients(count);
  for (const clientId of clients) await subscribe(partner.api, portMonitoring(clientId), { plan_slug: plan });
  return clients;
}

/** How often each status came, and no other than the expected ones. */
function tally(answers: readonly ApiAnswer[], expected: readonly number[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const answer of answers) {
    expect(expected, JSON.stringify(answer.body)).toContain(answer.status);
    counts[answer.status] = (counts[answer.status] ?? 0) + 1;
  }
  return counts;
}

function refusals(answers: readonly ApiAnswer[]): readonly ApiAnswer[] {
  return answers.filter((answer) => answer.status === 403);
}

async function countOf(clientId: number, state: string): Promise<number> {
  const states = await endpointStates(service, partner, clientId);
  return Object.values(states).filter((each) => each === state).length;
}

describe('races on the capacity of one customer', () => {
  it('30 parallel provisions at limit 5: exactly 5 are created, 25 are ENDPOINT_LIMIT_EXCEEDED', async () => {
    const [clientId] = await subscribedClients(1, 'plan-5');
    const answers = await Promise.all(
      Array.from({ length: 30 }, () =>
        call('provision', { client_id: clientId!, ip_address: loopbackAddress(), service_id: 7 }),
      ),
    );
    expect(tally(answers, [201, 403])).toEqual({ 201: 5, 403: 25 });
    for (const answer of refusals(answers)) expectProblem(answer, 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 5 });
    expect(await countOf(clientId!, 'active')).toBe(5);
  });

  it('30 parallel resumes of hand-paused servers at limit 2: exactly 2 are active', async () => {
    const clientId = newClients(1)[0]!;
    const ids: string[] = [];
    for (let count = 0; count < 30; count += 1) {
      const id = await provision(partner.api, loopbackAddress(), { client_id: clientId });
      await call('suspend', { endpoint_id: id });
      ids.push(id);
    }
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-2' });
    const answers = await Promise.all(ids.map((id) => call('resume', { endpoint_id: id })));
    expect(tally(answers, [200, 403])).toEqual({ 200: 2, 403: 28 });
    expect(await countOf(clientId, 'active')).toBe(2);
  });

  it('parallel restores at limit 2: exactly 2 come back', async () => {
    const clientId = newClients(1)[0]!;
    const addresses = Array.from({ length: 10 }, loopbackAddress);
    for (const address of addresses) {
      const id = await provision(partner.api, address, { client_id: clientId });
      await call('terminate', { endpoint_id: id });
    }
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'plan-2' });
    const answers = await Promise.all(
      addresses.map((ip_address) => call('provision', { client_id: clientId, ip_address })),
    );
    expect(tally(answers, [200, 403])).toEqual({ 200: 2, 403: 8 });
    expect(await countOf(clientId, 'active')).toBe(2);
  });

  it('provisions against suspend-subscription: afterwards nothing that is not paid for is active', async () => {
    for (const clientId of await subscribedClients(8, 'plan-5')) {
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => call('provision', { client_id: clientId, ip_address: loopbackAddress() })),
        call('suspend-subscription', portMonitoring(clientId)),
        ...Array.from({ length: 4 }, () => call('provision', { client_id: clientId, ip_address: loopbackAddress() })),
      ]);
      tally(answers, [200, 201, 403]);
      expect(await countOf(clientId, 'active')).toBe(0);
    }
  });

  it('first subscriptions, plan changes, suspensions and provisions of a new customer at once keep active within capacity', async () => {
    for (const clientId of newClients(6)) {
      const subscription = portMonitoring(clientId);
      const answers = await Promise.all([
        ...Array.from({ length: 4 }, () => call('provision', { client_id: clientId, ip_address: loopbackAddress() })),
        call('provision-subscription', { ...subscription, plan_slug: 'plan-2' }),
        call('provision-subscription', { ...subscription, plan_slug: 'plan-1' }),
        call('change-subscription', { ...subscription, new_plan_slug: 'plan-5' }),
        call('change-subscription', { ...subscription, new_plan_slug: 'plan-1', force: true }),
        call('suspend-subscription', subscription),
        call('resume-subscription', subscription),
        ...Array.from({ length: 4 }, () => call('provision', { client_id: clientId, ip_address: loopbackAddress() })),
      ]);
      tally(answers, [200, 201, 403, 404, 422]);
      expect(await capacityFaults(service)).toEqual([]);
    }
  });

  it('of 20 parallel suspensions one opens a window', async () => {
    const [clientId] = await subscribedClients(1, 'plan-1');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => call('suspend-subscription', portMonitoring(clientId!))),
    );
    tally(answers, [200]);
    expect(answers.filter((answer) => answer.body.data.note === undefined)).toHaveLength(1);
  });
});

describe('races of sync-services', () => {
  type Order = 'forward' | 'backward';

  function syncOf(clients: readonly number[], status: string, order: Order = 'forward'): Promise<ApiAnswer> {
    const services = clients.flatMap((clientId) => [
      { ...portMonitoring(clientId), status },
      { ...endpointService(clientId), status: status === 'cancelled' ? 'suspended' : 'active' },
    ]);
    return call('sync-services', { services: order === 'forward' ? services : services.toReversed() });
  }

  function endpointService(clientId: number): ServiceAddress {
    return { client_id: clientId, service_id: 50, product_slug: 'endpoint' };
  }

  async function clientsWithServers(count: number): Promise<number[]> {
    const clients = await subscribedClients(count, 'plan-2');
    // A few at once: who waits for a connection for more than five seconds is refused, and this is no race yet.
    for (let first = 0; first < clients.length; first += 25) {
      const some = clients.slice(first, first + 25);
      await Promise.all(
        some.map((clientId) => provision(partner.api, loopbackAddress(), { client_id: clientId, service_id: 50 })),
      );
    }
    return clients;
  }

  it('two requests for the same 100 customers in opposite order both succeed, and one of them has the last word', async () => {
    const clients = await clientsWithServers(100);
    const before = await deadlocks(service);
    for (let round = 0; round < 4; round += 1) {
      const answers = await Promise.all([
        syncOf(clients, 'suspended', 'forward'),
        syncOf(clients, 'active', 'backward'),
      ]);
      tally(answers, [200]);
      expect(await statesOf(clients)).toHaveLength(1);
    }
    console.log(`two opposite requests, 4 rounds: ${(await deadlocks(service)) - before} deadlocks inside`);
  });

  it('ten requests for the same 100 customers in both orders all succeed', async () => {
    const clients = await clientsWithServers(100);
    const before = await deadlocks(service);
    const states = ['suspended', 'active', 'cancelled'];
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        syncOf(clients, states[index % 3]!, index % 2 === 0 ? 'forward' : 'backward'),
      ),
    );
    tally(answers, [200]);
    expect(await statesOf(clients)).toHaveLength(1);
    console.log(`ten requests: ${(await deadlocks(service)) - before} deadlocks inside`);
  });

  it('500 services of 250 customers while the same customers are provisioned: nobody sees a deadlock', async () => {
    const clients = await clientsWithServers(250);
    const before = await deadlocks(service);
    const strangers = newClients(20);
    const provisioning = clients
      .filter((_, index) => index % 5 === 0)
      .map((clientId) => async () => [
        await call('provision', { client_id: clientId, ip_address: loopbackAddress(), service_id: 51 }),
        await call('provision-subscription', { ...portMonitoring(clientId), plan_slug: 'plan-5' }),
        await call('suspend-subscription', portMonitoring(clientId)),
        await call('resume-subscription', portMonitoring(clientId)),
      ]);
    const creating = strangers.map((clientId) => async () => [
      await call('provision-subscription', { ...portMonitoring(clientId), plan_slug: 'plan-1' }),
      await call('provision', { client_id: clientId, ip_address: loopbackAddress(), service_id: 50 }),
    ]);
    const reports = (['suspended', 'active', 'cancelled', 'active'] as const).map((status, index) => async () => [
      await syncOf(clients, status, index % 2 === 0 ? 'forward' : 'backward'),
    ]);
    const answers = (await Promise.all([...reports, ...provisioning, ...creating].map((run) => run()))).flat();
    // Limits refuse, and what was just cancelled cannot be suspended or resumed.
    tally(answers, [200, 201, 403, 422]);
    for (const answer of answers.filter(({ status }) => status === 422))
      expectProblem(answer, 422, 'SUBSCRIPTION_NOT_CHANGEABLE');
    console.log(`sync against provisioning: ${(await deadlocks(service)) - before} deadlocks inside`);
  });

  /** Distinct combinations of the clients' subscription and server states. */
  async function statesOf(clients: readonly number[]): Promise<unknown[]> {
    const { rows } = await service.store.database.pool.query(
      `SELECT DISTINCT s.status, e.status, e.quota_paused FROM customers c
       JOIN subscriptions s ON s.partner_id = c.partner_id AND s.customer_id = c.id
       JOIN endpoints e ON e.partner_id = c.partner_id AND e.customer_id = c.id
       WHERE c.billing_customer_id = ANY($1)`,
      [clients],
    );
    return rows;
  }
});
