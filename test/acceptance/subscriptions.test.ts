import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { generateApiKey } from '../../src/identity/credentials/api-key.ts';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import {
  act,
  capacityFaults,
  dataRows,
  domainMonitoring,
  domainStates,
  endpointStates,
  insertDomains,
  insertPlans,
  portMonitoring,
  type ServiceAddress,
  subscribe,
  windowsOf,
} from '../support/billing.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2, 3]);
});
afterAll(async () => {
  await service?.stop();
});
afterEach(async () => {
  service.clock.offsetMs = 0;
  expect(await capacityFaults(service)).toEqual([]);
});

const stateActions = ['suspend-subscription', 'resume-subscription', 'terminate-subscription'] as const;
const subscriptionActions = ['provision-subscription', ...stateActions, 'change-subscription'] as const;

function call(action: string, body: object): Promise<ApiAnswer> {
  return act(partner.api, action, body);
}

/** A customer of the test's own. */
function newClient(): number {
  lastClient += 1;
  return lastClient;
}

/** What an action needs beside the address of the subscription. */
function termsOf(action: string): object {
  if (action === 'provision-subscription') return { plan_slug: 'starter' };
  return action === 'change-subscription' ? { new_plan_slug: 'business', new_quantity: 9 } : {};
}

/** The capacity report of a customer without servers, of whom nothing was moved. */
function paidFor(capacity: number): object {
  return {
    product_type: 'port_monitoring',
    capacity,
    usage: 0,
    over_quota: false,
    newly_paused: [],
    unpaused: [],
  };
}

/** A subscription in a given state. */
async function subscriptionIn(
  state: 'active' | 'suspended' | 'cancelled',
  address: ServiceAddress = portMonitoring(newClient()),
): Promise<{ id: string; address: ServiceAddress }> {
  const terms = address.product_slug === 'port_monitoring' ? { plan_slug: 'starter' } : { quantity: 5 };
  const id = await subscribe(partner.api, address, terms);
  if (state === 'suspended') await call('suspend-subscription', address);
  if (state === 'cancelled') await call('terminate-subscription', address);
  return { id, address };
}

async function row(subscriptionId: string): Promise<Record<string, unknown>> {
  const { rows } = await service.store.database.pool.query('SELECT * FROM subscriptions WHERE id = $1', [
    subscriptionId,
  ]);
  return rows[0];
}

async function auditOf(subscriptionId: string): Promise<string[]> {
  const { rows } = await service.store.database.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY at, id',
    [subscriptionId],
  );
  return rows.map((entry) => entry.action);
}

/** Sends a request that must change no row of anybody's data. */
async function unchanging(action: string, body: object): Promise<ApiAnswer> {
  const before = await dataRows(service);
  const answer = await call(action, body);
  expect(await dataRows(service)).toEqual(before);
  return answer;
}

async function provisionServers(clientId: number, count: number): Promise<string[]> {
  const addresses = Array.from({ length: count }, loopbackAddress);
  for (const address of addresses) await provision(partner.api, address, { client_id: clientId });
  return addresses;
}

describe('subscription state table', () => {
  it('(none) → provision-subscription → active: 201 with the terms', async () => {
    const address = portMonitoring(newClient());
    const data = expectSuccess(await call('provision-subscription', { ...address, plan_slug: 'starter' }), 201);
    expect(data).toEqual({
      subscription_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      product_slug: 'port_monitoring',
      plan_slug: 'starter',
      quantity: 1,
      status: 'active',
      capacity: paidFor(5),
    });
    expect(await windowsOf(service, data.subscription_id)).toMatchObject([{ state: 'active', ended_at: null }]);
  });

  it('existing → provision-subscription → updated: 200 with the same id', async () => {
    const { id, address } = await subscriptionIn('active');
    const answer = await call('provision-subscription', { ...address, plan_slug: 'business' });
    expect(expectSuccess(answer)).toEqual({
      subscription_id: id,
      product_slug: 'port_monitoring',
      plan_slug: 'business',
      quantity: 1,
      status: 'active',
      capacity: paidFor(100),
    });
  });

  it('existing with these terms → provision-subscription → unchanged: 200 with a note', async () => {
    const { id, address } = await subscriptionIn('active');
    service.clock.advanceSeconds(60);
    const answer = await unchanging('provision-subscription', { ...address, plan_slug: 'starter' });
    expect(expectSuccess(answer)).toMatchObject({ subscription_id: id, note: expect.stringMatching(/\w/) });
  });

  it('cancelled → provision-subscription → active: the same subscription, 200', async () => {
    const { id, address } = await subscriptionIn('cancelled');
    const answer = await call('provision-subscription', { ...address, plan_slug: 'business' });
    expect(expectSuccess(answer)).toMatchObject({ subscription_id: id, plan_slug: 'business', status: 'active' });
  });

  it('suspended → provision-subscription → updated, and stays suspended', async () => {
    const { id, address } = await subscriptionIn('suspended');
    const answer = await call('provision-subscription', { ...address, plan_slug: 'business' });
    expect(expectSuccess(answer)).toMatchObject({ subscription_id: id, plan_slug: 'business', status: 'suspended' });
  });

  it.each([
    ['active', 'suspend-subscription', 'suspended'],
    ['suspended', 'resume-subscription', 'active'],
    ['active', 'terminate-subscription', 'cancelled'],
    ['suspended', 'terminate-subscription', 'cancelled'],
  ] as const)('%s → %s → %s, and the change is in the audit log', async (state, action, next) => {
    const { id, address } = await subscriptionIn(state);
    const written = (await auditOf(id)).length;
    expect(expectSuccess(await call(action, address))).toEqual({
      subscription_id: id,
      status: next,
      capacity: paidFor(next === 'active' ? 5 : 0),
    });
    expect(await row(id)).toMatchObject({ status: next });
    expect(await auditOf(id)).toHaveLength(written + 1);
  });

  it.each([
    ['active', 'resume-subscription'],
    ['suspended', 'suspend-subscription'],
    ['cancelled', 'terminate-subscription'],
  ] as const)('%s → %s → unchanged: success with a note, and no row changes', async (state, action) => {
    const { id, address } = await subscriptionIn(state);
    service.clock.advanceSeconds(60);
    const data = expectSuccess(await unchanging(action, address));
    expect(data).toEqual({
      subscription_id: id,
      status: state,
      capacity: paidFor(state === 'active' ? 5 : 0),
      note: expect.stringMatching(/\w/),
    });
  });

  it.each([
    ['cancelled', 'suspend-subscription'],
    ['cancelled', 'resume-subscription'],
    ['suspended', 'change-subscription'],
    ['cancelled', 'change-subscription'],
  ] as const)('%s → %s → SUBSCRIPTION_NOT_CHANGEABLE, and no row changes', async (state, action) => {
    const { address } = await subscriptionIn(state);
    const answer = await unchanging(action, { ...address, ...termsOf(action) });
    expectProblem(answer, 422, 'SUBSCRIPTION_NOT_CHANGEABLE');
  });

  it.each(['active', 'suspended', 'cancelled'] as const)(
    'any → sync-services status report → the reported status: %s',
    async (status) => {
      const { id, address } = await subscriptionIn(status === 'active' ? 'cancelled' : 'active');
      const answer = await call('sync-services', { services: [{ ...address, status: 'cancelled' }] });
      expect(expectSuccess(answer)).toMatchObject({ unknown_services: [] });
      await call('sync-services', { services: [{ ...address, status }] });
      expect(await row(id)).toMatchObject({ status });
    },
  );

  it('both namespaces are one', async () => {
    const { id, address } = await subscriptionIn('active');
    const answer = await partner.api.post('/api/v1/provisioning/suspend-subscription', address);
    expect(expectSuccess(answer)).toMatchObject({ subscription_id: id, status: 'suspended' });
    expect(expectSuccess(await call('suspend-subscription', address))).toHaveProperty('note');
  });
});

describe('error table, subscription operations', () => {
  it.each(subscriptionActions)('TENANT_NOT_FOUND, 401: the key resolves to no account (%s)', async (action) => {
    const stranger = service.client(partner.portalDomain, generateApiKey());
    expectProblem(await act(stranger, action, portMonitoring(1)), 401, 'TENANT_NOT_FOUND');
  });

  it.each(subscriptionActions)(
    'TENANT_MISMATCH, 403: the key does not belong to the portal domain (%s)',
    async (action) => {
      const elsewhere = service.client('elsewhere.example.com', partner.apiKey);
      expectProblem(await act(elsewhere, action, portMonitoring(1)), 403, 'TENANT_MISMATCH');
    },
  );

  it('ACCOUNT_SUSPENDED, 403: the partner account is suspended', async () => {
    const suspended = await service.partner('Suspended Hosting');
    await changePartnerStatus(systemOperation(service, suspended), 'suspended');
    for (const action of subscriptionActions) {
      expectProblem(await act(suspended.api, action, portMonitoring(1)), 403, 'ACCOUNT_SUSPENDED');
    }
  });

  it.each(subscriptionActions)('PRODUCT_NOT_FOUND, 404: endpoint, or any other product_slug (%s)', async (action) => {
    const clientId = newClient();
    for (const product_slug of ['endpoint', 'teleportation', 'PORT_MONITORING']) {
      const body = { ...portMonitoring(clientId), product_slug, ...termsOf(action) };
      expectProblem(await unchanging(action, body), 404, 'PRODUCT_NOT_FOUND');
    }
  });

  it.each(stateActions)(
    'BILLING_CLIENT_NOT_FOUND, 404: the customer has no records for this service (%s)',
    async (action) => {
      expectProblem(await unchanging(action, portMonitoring(newClient())), 404, 'BILLING_CLIENT_NOT_FOUND');
      const { address } = await subscriptionIn('active');
      const otherService = { ...address, service_id: 777 };
      expectProblem(await unchanging(action, otherService), 404, 'BILLING_CLIENT_NOT_FOUND');
    },
  );

  it.each([...stateActions, 'change-subscription'] as const)(
    'SUBSCRIPTION_NOT_FOUND, 404: the service has no subscription to this product (%s)',
    async (action) => {
      const { address } = await subscriptionIn('active');
      const body = { ...address, product_slug: 'domain_monitoring', ...termsOf(action) };
      expectProblem(await unchanging(action, body), 404, 'SUBSCRIPTION_NOT_FOUND');
    },
  );

  it('SUBSCRIPTION_NOT_FOUND, 404: for change-subscription an unknown customer or service too', async () => {
    const { address } = await subscriptionIn('active');
    for (const unknown of [portMonitoring(newClient()), { ...address, service_id: 777 }]) {
      const answer = await call('change-subscription', { ...unknown, new_plan_slug: 'business' });
      expectProblem(answer, 404, 'SUBSCRIPTION_NOT_FOUND');
    }
  });

  it.each([...stateActions, 'change-subscription'])(
    "another partner's subscription does not exist (%s)",
    async (action) => {
      const { address } = await subscriptionIn('active');
      const other = await service.partner('Other Hosting');
      const answer = await act(other.api, action, { ...address, ...termsOf(action) });
      const code = action === 'change-subscription' ? 'SUBSCRIPTION_NOT_FOUND' : 'BILLING_CLIENT_NOT_FOUND';
      expectProblem(answer, 404, code);
    },
  );

  it('the product is looked at before the customer, the customer before the subscription', async () => {
    const body = { client_id: newClient(), service_id: 1, product_slug: 'teleportation' };
    expectProblem(await call('suspend-subscription', body), 404, 'PRODUCT_NOT_FOUND');
    const unknown = { ...body, product_slug: 'domain_monitoring' };
    expectProblem(await call('suspend-subscription', unknown), 404, 'BILLING_CLIENT_NOT_FOUND');
  });

  it('DOWNGRADE_USAGE_EXCEEDED, 422: 8 used domain slots cannot drop to 5', async () => {
    const address = domainMonitoring(newClient());
    await subscribe(partner.api, address, { quantity: 10 });
    const domains = Array.from({ length: 8 }, (_, index) => `slot-${index}.example.com`);
    await insertDomains(service, partner, address, domains);
    const answer = await unchanging('change-subscription', { ...address, new_quantity: 5 });
    expectProblem(answer, 422, 'DOWNGRADE_USAGE_EXCEEDED', { current_usage: 8, new_limit: 5 });
  });

  it('DOWNGRADE_USAGE_EXCEEDED, 422: usage counts paused servers, the limit all active subscriptions', async () => {
    const clientId = newClient();
    const address = portMonitoring(clientId);
    await subscribe(partner.api, address, { plan_slug: 'plan-3' });
    await subscribe(partner.api, portMonitoring(clientId, 9), { plan_slug: 'plan-1' });
    const addresses = await provisionServers(clientId, 3);
    const paused = await provision(partner.api, loopbackAddress(), { client_id: clientId });
    await call('suspend', { endpoint_id: paused });
    const answer = await call('change-subscription', { ...address, new_plan_slug: 'plan-2' });
    expectProblem(answer, 422, 'DOWNGRADE_USAGE_EXCEEDED', { current_usage: 4, new_limit: 3 });
    expect(await endpointStates(service, partner, clientId)).toMatchObject(
      Object.fromEntries(addresses.map((ip) => [ip, 'active'])),
    );
  });
});

describe('provision-subscription', () => {
  it('makes the customer from client_name and client_email on first use, and fills only what is empty', async () => {
    const address = portMonitoring(newClient());
    const names = { client_name: 'Ada Lovelace', client_email: 'ada@example.com' };
    await subscribe(partner.api, address, { plan_slug: 'starter', ...names });
    await call('provision-subscription', { ...address, plan_slug: 'business', client_name: 'Somebody Else' });
    const { rows } = await service.store.database.pool.query(
      'SELECT name, email FROM customers WHERE billing_customer_id = $1',
      [address.client_id],
    );
    expect(rows).toEqual([{ name: 'Ada Lovelace', email: 'ada@example.com' }]);
  });

  it('port_monitoring without plan_slug is 422 on plan_slug, and makes neither customer nor service', async () => {
    const answer = await unchanging('provision-subscription', portMonitoring(newClient()));
    expectRefusal(answer, 422, ['plan_slug']);
  });

  it('an unknown plan_slug is 422 on plan_slug, for a new and for an existing subscription', async () => {
    const unknown = { plan_slug: 'platinum' };
    const fresh = { ...portMonitoring(newClient()), ...unknown };
    expectRefusal(await unchanging('provision-subscription', fresh), 422, ['plan_slug']);
    const { address } = await subscriptionIn('active');
    expectRefusal(await unchanging('provision-subscription', { ...address, ...unknown }), 422, ['plan_slug']);
  });

  it("a plan of another partner's own is unknown", async () => {
    const other = await service.partner('Other Hosting');
    const answer = await act(other.api, 'provision-subscription', { ...portMonitoring(1), plan_slug: 'plan-3' });
    expectRefusal(answer, 422, ['plan_slug']);
  });

  it('an existing subscription keeps its plan when none is given', async () => {
    const { address } = await subscriptionIn('active');
    const answer = await call('provision-subscription', { ...address, mrr: 5 });
    expect(expectSuccess(answer)).toMatchObject({ plan_slug: 'starter' });
  });

  it('domain_monitoring without quantity is 1', async () => {
    const answer = await call('provision-subscription', domainMonitoring(newClient()));
    expect(expectSuccess(answer, 201)).toMatchObject({ plan_slug: null, quantity: 1 });
  });

  it.each([1, 10_000, '10000'])('quantity %s is accepted', async (quantity) => {
    const answer = await call('provision-subscription', { ...domainMonitoring(newClient()), quantity });
    expect(expectSuccess(answer, 201)).toMatchObject({ quantity: Number(quantity) });
  });

  it.each([0, 10_001, 1.5, -1, 'many'])('quantity %s is 422 on quantity', async (quantity) => {
    const answer = await unchanging('provision-subscription', { ...domainMonitoring(newClient()), quantity });
    expectRefusal(answer, 422, ['quantity']);
  });

  it('quantity on a per-plan product is ignored and answered as 1', async () => {
    const body = { ...portMonitoring(newClient()), plan_slug: 'starter', quantity: 50 };
    expect(expectSuccess(await call('provision-subscription', body), 201)).toMatchObject({ quantity: 1 });
  });

  it('plan_slug on a per-unit product is ignored, even an unknown one, and answered as null', async () => {
    const body = { ...domainMonitoring(newClient()), plan_slug: 'platinum', quantity: 3 };
    const data = expectSuccess(await call('provision-subscription', body), 201);
    expect(data).toMatchObject({ plan_slug: null, quantity: 3 });
  });

  it.each([
    [0.01, '0.01'],
    [9999.99, '9999.99'],
    ['19.90', '19.90'],
    [0.3, '0.30'],
    [1.1, '1.10'],
    [7, '7.00'],
  ])('mrr %s is kept exactly, in the subscription and in its window', async (mrr, exact) => {
    const address = domainMonitoring(newClient());
    const id = await subscribe(partner.api, address, { mrr });
    expect(await row(id)).toMatchObject({ mrr: exact });
    expect(await windowsOf(service, id)).toMatchObject([{ mrr: exact }]);
  });

  it('sums of mrr are exact: 0.1 and 0.2 make 0.30', async () => {
    const clientId = newClient();
    await subscribe(partner.api, domainMonitoring(clientId, 1), { mrr: 0.1 });
    await subscribe(partner.api, domainMonitoring(clientId, 2), { mrr: 0.2 });
    const { rows } = await service.store.database.pool.query(
      `SELECT sum(s.mrr)::text AS sum FROM subscriptions s JOIN customers c ON c.partner_id = s.partner_id AND c.id = s.customer_id
       WHERE c.billing_customer_id = $1`,
      [clientId],
    );
    expect(rows).toEqual([{ sum: '0.30' }]);
  });

  it.each([0, 0.009, 10_000, -5, 'free'])('mrr %s is 422 on mrr', async (mrr) => {
    const answer = await unchanging('provision-subscription', { ...domainMonitoring(newClient()), mrr });
    expectRefusal(answer, 422, ['mrr']);
  });

  it('names every field that is missing', async () => {
    expectRefusal(await call('provision-subscription', {}), 422, ['client_id', 'service_id', 'product_slug']);
    for (const action of stateActions)
      expectRefusal(await call(action, {}), 422, ['client_id', 'service_id', 'product_slug']);
  });

  it('a service has one subscription per product, and customers do not share service ids', async () => {
    const clientId = newClient();
    const ids = [
      await subscribe(partner.api, portMonitoring(clientId, 1), { plan_slug: 'starter' }),
      await subscribe(partner.api, domainMonitoring(clientId, 1)),
      await subscribe(partner.api, portMonitoring(newClient(), 1), { plan_slug: 'starter' }),
    ];
    expect(new Set(ids).size).toBe(3);
  });
});

describe('what a subscription action pauses', () => {
  it('is named by its answer: by the first purchase, a suspension, a resumption and the end', async () => {
    const address = portMonitoring(newClient(), 77);
    const [first, second] = (await provisionServers(address.client_id, 2)) as [string, string];
    const bought = expectSuccess(await call('provision-subscription', { ...address, plan_slug: 'plan-1' }), 201);
    expect(bought.capacity).toEqual({
      product_type: 'port_monitoring',
      capacity: 1,
      usage: 2,
      over_quota: true,
      newly_paused: [second],
      unpaused: [],
    });
    const capacityOf = async (action: string) => expectSuccess(await call(action, address)).capacity;
    expect(await capacityOf('suspend-subscription')).toMatchObject({ capacity: 0, newly_paused: [first] });
    expect(await capacityOf('resume-subscription')).toMatchObject({ capacity: 1, unpaused: [first] });
    expect(await capacityOf('resume-subscription')).toMatchObject({ capacity: 1, newly_paused: [], unpaused: [] });
    expect(await capacityOf('terminate-subscription')).toMatchObject({ capacity: 0, newly_paused: [first] });
  });

  it('provision-subscription to less than is used is refused as change-subscription is, while it is active', async () => {
    const address = portMonitoring(newClient(), 77);
    await subscribe(partner.api, address, { plan_slug: 'plan-2' });
    await provisionServers(address.client_id, 2);
    const smaller = { ...address, plan_slug: 'plan-1' };
    const answer = await unchanging('provision-subscription', smaller);
    expectProblem(answer, 422, 'DOWNGRADE_USAGE_EXCEEDED', { current_usage: 2, new_limit: 1 });
    await call('suspend-subscription', address);
    expect(expectSuccess(await call('provision-subscription', smaller))).toMatchObject({ status: 'suspended' });
  });
});

describe('change-subscription', () => {
  it('names in its capacity whom it paused and whom it woke, and a dry run what would be paid for', async () => {
    const address = portMonitoring(newClient());
    await subscribe(partner.api, address, { plan_slug: 'plan-2' });
    for (const ip_address of ['192.0.2.1', '192.0.2.2'])
      expectSuccess(await call('provision', { client_id: address.client_id, ip_address }), 201);
    const change = async (terms: object) =>
      expectSuccess(await call('change-subscription', { ...address, ...terms })).capacity;
    const smaller = { new_plan_slug: 'plan-1', force: true };
    const used = { ...paidFor(2), usage: 2 };
    expect(await change({ ...smaller, dry_run: true })).toEqual({ ...used, capacity: 1, over_quota: true });
    expect(await change({ new_plan_slug: 'plan-2' })).toEqual({ ...used, capacity: 2, over_quota: false });
    const paused = { ...used, capacity: 1, over_quota: true, newly_paused: ['192.0.2.2'] };
    expect(await change(smaller)).toEqual(paused);
    const woken = { ...used, capacity: 2, over_quota: false, unpaused: ['192.0.2.2'] };
    expect(await change({ new_plan_slug: 'plan-2' })).toEqual(woken);
  });

  it('needs at least one of new_plan_slug and new_quantity', async () => {
    const { address } = await subscriptionIn('active');
    expectRefusal(await unchanging('change-subscription', address), 422, ['new_plan_slug', 'new_quantity']);
  });

  it('to what it already has: changed is false, with the current plan, since when it is in force, and no direction', async () => {
    const { id, address } = await subscriptionIn('active');
    const [window] = await windowsOf(service, id);
    // Neither state nor price is the plan.
    service.clock.advanceSeconds(60);
    await call('suspend-subscription', address);
    await call('resume-subscription', address);
    const answer = await unchanging('change-subscription', { ...address, new_plan_slug: 'starter' });
    expect(expectSuccess(answer)).toEqual({
      changed: false,
      subscription_id: id,
      plan_slug: 'starter',
      quantity: 1,
      direction: null,
      previous_plan_slug: 'starter',
      previous_quantity: 1,
      effective_at: window!.started_at.toISOString(),
      capacity: paidFor(5),
    });
  });

  it('a quantity on a per-plan product, and a plan on a per-unit one, change nothing', async () => {
    const plan = await subscriptionIn('active');
    const units = await subscriptionIn('active', domainMonitoring(newClient()));
    const answers = [
      await unchanging('change-subscription', { ...plan.address, new_quantity: 7 }),
      await unchanging('change-subscription', { ...units.address, new_plan_slug: 'business' }),
    ];
    for (const answer of answers) expect(expectSuccess(answer)).toMatchObject({ changed: false, direction: null });
    expect(answers.map(({ body }) => body.data.note)).toEqual([
      'port_monitoring has no new_quantity: it was ignored.',
      'domain_monitoring has no new_plan_slug: it was ignored.',
    ]);
  });

  it('takes a new price over, into the window that begins; a price alone is a change to the side', async () => {
    const address = domainMonitoring(newClient());
    const id = await subscribe(partner.api, address, { quantity: 5, mrr: 5 });
    expectSuccess(await call('change-subscription', { ...address, new_quantity: 10, mrr: '9.90' }));
    const alone = await call('change-subscription', { ...address, new_quantity: 10, mrr: 12 });
    expect(expectSuccess(alone)).toMatchObject({ changed: true, direction: 'lateral' });
    const windows = await windowsOf(service, id);
    expect(windows.map(({ quantity, mrr }) => [quantity, mrr])).toEqual([
      [5, '5.00'],
      [10, '9.90'],
      [10, '12.00'],
    ]);
    expect(await row(id)).toMatchObject({ mrr: '12.00' });
  });

  it('is told at the service, too; the plan that it leaves can be removed though the service has a server', async () => {
    const { client_id, service_id } = portMonitoring(newClient());
    const address = portMonitoring(client_id);
    const plan = '/api/v1/plans/port_monitoring/left';
    expectSuccess(await partner.api.send('PUT', plan, { capacity: 2 }));
    await subscribe(partner.api, address, { plan_slug: 'left', mrr: 5 });
    await provision(partner.api, '192.0.2.1', { client_id, service_id });
    const told = async () => {
      const query = `billing_customer_id=${client_id}`;
      const [listed] = expectSuccess(await partner.api.get(`/api/v1/services?${query}`)).services;
      const [ofCustomer] = expectSuccess(await partner.api.get(`/api/v1/customers/${client_id}`)).services;
      const shown = ({ plan_slug, mrr, product_slug }: Record<string, unknown>) => [product_slug, plan_slug, mrr];
      expect(shown(ofCustomer)).toEqual(shown(listed));
      return shown(listed);
    };
    expectSuccess(await call('change-subscription', { ...address, new_plan_slug: 'business', mrr: 9, dry_run: true }));
    expect(await told()).toEqual(['port_monitoring', 'left', 5]);
    expectSuccess(await call('change-subscription', { ...address, new_plan_slug: 'business', mrr: 9 }));
    expect(await told()).toEqual(['port_monitoring', 'business', 9]);
    expect((await partner.api.send('DELETE', plan)).status).toBe(204);
  });

  it.each([
    ['starter', 'business', 'upgrade'],
    ['business', 'starter', 'downgrade'],
  ])('from %s to %s is an %s, effective now', async (before, after, direction) => {
    const address = portMonitoring(newClient());
    const id = await subscribe(partner.api, address, { plan_slug: before });
    const answer = await call('change-subscription', { ...address, new_plan_slug: after });
    expect(expectSuccess(answer)).toEqual({
      changed: true,
      subscription_id: id,
      plan_slug: after,
      quantity: 1,
      direction,
      previous_plan_slug: before,
      previous_quantity: 1,
      effective_at: expect.stringMatching(/Z$/),
      capacity: paidFor(after === 'starter' ? 5 : 100),
    });
    expect(await row(id)).toMatchObject({ plan_slug: after });
  });

  it('to a plan with the same limit is lateral', async () => {
    await service.store.database.pool.query(
      "INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, updated_at) VALUES ($1, 'port_monitoring', 'twin', 5, now())",
      [partner.partnerId],
    );
    const { address } = await subscriptionIn('active');
    const answer = await call('change-subscription', { ...address, new_plan_slug: 'twin' });
    expect(expectSuccess(answer)).toMatchObject({ changed: true, direction: 'lateral', plan_slug: 'twin' });
  });

  it('of a quantity tells the previous one', async () => {
    const { address } = await subscriptionIn('active', domainMonitoring(newClient()));
    const answer = await call('change-subscription', { ...address, new_quantity: 8 });
    expect(expectSuccess(answer)).toMatchObject({
      direction: 'upgrade',
      plan_slug: null,
      previous_plan_slug: null,
      quantity: 8,
      previous_quantity: 5,
    });
  });

  it('an unknown new_plan_slug is 422 on new_plan_slug; new_quantity has the bounds of quantity', async () => {
    const { address } = await subscriptionIn('active');
    const platinum = { ...address, new_plan_slug: 'platinum' };
    expectRefusal(await unchanging('change-subscription', platinum), 422, ['new_plan_slug']);
    for (const new_quantity of [0, 10_001])
      expectRefusal(await unchanging('change-subscription', { ...address, new_quantity }), 422, ['new_quantity']);
  });

  it('a downgrade that usage just fits is done', async () => {
    const address = portMonitoring(newClient());
    await subscribe(partner.api, address, { plan_slug: 'plan-3' });
    await provisionServers(address.client_id, 2);
    const answer = await call('change-subscription', { ...address, new_plan_slug: 'plan-2' });
    expect(expectSuccess(answer)).toMatchObject({ direction: 'downgrade' });
  });

  it('force skips the usage check, pauses what no longer fits, newest first, and is in the audit log', async () => {
    const address = portMonitoring(newClient());
    const id = await subscribe(partner.api, address, { plan_slug: 'plan-3' });
    const [oldest, middle, newest] = await provisionServers(address.client_id, 3);
    const answer = await call('change-subscription', { ...address, new_plan_slug: 'plan-1', force: true });
    expect(expectSuccess(answer)).toMatchObject({ changed: true, direction: 'downgrade', plan_slug: 'plan-1' });
    expect(await endpointStates(service, partner, address.client_id)).toEqual({
      [oldest!]: 'active',
      [middle!]: 'quota_paused',
      [newest!]: 'quota_paused',
    });
    expect(await auditOf(id)).toEqual(['subscription.created', 'subscription.change_forced']);
  });

  it('force pauses domains alike', async () => {
    const address = domainMonitoring(newClient());
    await subscribe(partner.api, address, { quantity: 3 });
    await insertDomains(service, partner, address, ['one.example.com', 'two.example.com', 'three.example.com']);
    await call('change-subscription', { ...address, new_quantity: 2, force: true });
    expect(await domainStates(service, partner, address.client_id)).toEqual({
      'one.example.com': 'active',
      'two.example.com': 'active',
      'three.example.com': 'quota_paused',
    });
  });

  it('dry_run answers what would happen, and not one row changes', async () => {
    const address = portMonitoring(newClient());
    const id = await subscribe(partner.api, address, { plan_slug: 'plan-3' });
    await provisionServers(address.client_id, 3);
    const change = { ...address, dry_run: true };
    const upgrade = await unchanging('change-subscription', { ...change, new_plan_slug: 'business' });
    expect(expectSuccess(upgrade)).toMatchObject({
      changed: true,
      subscription_id: id,
      plan_slug: 'business',
      direction: 'upgrade',
      dry_run: true,
    });
    const refused = await unchanging('change-subscription', { ...change, new_plan_slug: 'plan-2' });
    expectProblem(refused, 422, 'DOWNGRADE_USAGE_EXCEEDED', { current_usage: 3, new_limit: 2 });
    const forced = await unchanging('change-subscription', { ...change, new_plan_slug: 'plan-2', force: true });
    expect(expectSuccess(forced)).toMatchObject({ changed: true, direction: 'downgrade', dry_run: true });
  });
});

describe('pro-rata windows', () => {
  it('every change ends the open window and opens the next at the same instant; repeats open none', async () => {
    const address = domainMonitoring(newClient());
    const id = await subscribe(partner.api, address, { quantity: 2, mrr: 4 });
    const steps: [string, object][] = [
      ['provision-subscription', { quantity: 2, mrr: 4 }],
      ['provision-subscription', { quantity: 3, mrr: 6 }],
      ['resume-subscription', {}],
      ['suspend-subscription', {}],
      ['suspend-subscription', {}],
      ['provision-subscription', { quantity: 4 }],
      ['resume-subscription', {}],
      ['change-subscription', { new_quantity: 4 }],
      ['change-subscription', { new_quantity: 9, dry_run: true }],
      ['change-subscription', { new_quantity: 9 }],
      ['terminate-subscription', {}],
      ['terminate-subscription', {}],
      ['suspend-subscription', {}],
      ['provision-subscription', { quantity: 1, mrr: '1.25' }],
    ];
    for (const [action, terms] of steps) {
      service.clock.advanceSeconds(60);
      await call(action, { ...address, ...terms });
    }
    const windows = await windowsOf(service, id);
    expect(windows.map(({ state, quantity, mrr }) => [state, quantity, mrr])).toEqual([
      ['active', 2, '4.00'],
      ['active', 3, '6.00'],
      ['suspended', 3, '6.00'],
      ['suspended', 4, '6.00'],
      ['active', 4, '6.00'],
      ['active', 9, '6.00'],
      ['cancelled', 9, '6.00'],
      ['active', 1, '1.25'],
    ]);
    expect(windows.slice(0, -1).map((window) => window.ended_at)).toEqual(
      windows.slice(1).map((window) => window.started_at),
    );
    expect(windows.at(-1)).toMatchObject({ ended_at: null });
  });

  it('a clock that was set back makes no window that ends before it began, and no gap', async () => {
    const { id, address } = await subscriptionIn('active');
    service.clock.advanceSeconds(-3_600);
    await call('suspend-subscription', address);
    service.clock.advanceSeconds(7_200);
    await call('resume-subscription', address);
    const windows = await windowsOf(service, id);
    expect(windows.map((window) => window.state)).toEqual(['active', 'suspended', 'active']);
    for (const { started_at, ended_at } of windows.slice(0, -1)) expect(ended_at! >= started_at).toBe(true);
    expect(windows[1]!.started_at).toEqual(windows[0]!.ended_at);
    expect(windows[2]!.started_at).toEqual(windows[1]!.ended_at);
  });
});
