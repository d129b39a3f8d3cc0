import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PlanTerms } from '../../src/accounts/plans/set-plan.ts';
import { printCustomer } from '../../src/commands/customer-commands.ts';
import { changePlan, printPlans } from '../../src/commands/plan-commands.ts';
import { Operation } from '../../src/core/operation/operation.ts';
import { OperatorError } from '../../src/core/operation/operator-error.ts';
import {
  act,
  capacityFaults,
  domainMonitoring,
  endpointStates,
  insertDomains,
  portMonitoring,
  subscribe,
} from '../support/billing.ts';
import { holdLocks, lockWaiters } from '../support/lock-waiters.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ environment: { SCAN_ENGINE: 'off' } });
});
afterAll(() => service?.stop());
beforeEach(async () => {
  partner = await service.partner();
});

const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const times = { created_at: timestamp, updated_at: timestamp };

const customer = async (id: number | string) => partner.api.get(`/api/v1/customers/${id}`);

describe('GET customers/{billing_customer_id}', () => {
  it('answers services, subscriptions with their windows, domains, endpoints and capacity', async () => {
    const { api } = partner;
    const who = { client_name: 'Jane', client_email: 'jane@example.com' };
    const ports = await subscribe(api, portMonitoring(7), { plan_slug: 'starter', mrr: 9.9, ...who });
    const slots = await subscribe(api, domainMonitoring(7), { quantity: 2 });
    await insertDomains(service, partner, domainMonitoring(7), ['a.example.com', 'b.example.com']);
    const [first] = [
      await provision(api, '192.0.2.1', { client_id: 7 }),
      await provision(api, '192.0.2.2', { client_id: 7 }),
    ];
    await act(api, 'suspend', { endpoint_id: first });
    await act(api, 'suspend-subscription', portMonitoring(7));

    const active = { plan_slug: 'starter', quantity: 1, mrr: 9.9 };
    const domain = { monitored_domain_id: expect.any(String), service_id: 2, status: 'active', quota_paused: false };
    const data = expectSuccess(await customer(7));
    expect(data).toEqual({
      billing_customer_id: 7,
      name: 'Jane',
      email: 'jane@example.com',
      language: null,
      ...times,
      services: [
        { service_id: 1, product_slug: 'port_monitoring', plan_slug: 'starter', mrr: 9.9, ...times },
        { service_id: 2, product_slug: 'domain_monitoring', plan_slug: null, mrr: null, ...times },
      ],
      subscriptions: [
        {
          subscription_id: ports,
          service_id: 1,
          product_slug: 'port_monitoring',
          ...active,
          status: 'suspended',
          ...times,
          windows: [
            { state: 'active', ...active, started_at: timestamp, ended_at: timestamp },
            { state: 'suspended', ...active, started_at: timestamp, ended_at: null },
          ],
        },
        {
          subscription_id: slots,
          service_id: 2,
          product_slug: 'domain_monitoring',
          plan_slug: null,
          quantity: 2,
          mrr: null,
          status: 'active',
          ...times,
          windows: [
            { state: 'active', plan_slug: null, quantity: 2, mrr: null, started_at: timestamp, ended_at: null },
          ],
        },
      ],
      domains: [
        { ...domain, domain: 'a.example.com', created_at: timestamp },
        { ...domain, domain: 'b.example.com', created_at: timestamp },
      ],
      endpoints: { active: 0, paused: 2, quota_paused: 1 },
      capacity: {
        port_monitoring: { capacity: 0, usage: 2, over_quota: true },
        domain_monitoring: { capacity: 2, usage: 2, over_quota: false },
      },
    });
    const [before, after] = data.subscriptions[0].windows;
    expect(before.ended_at).toBe(after.started_at);
  });

  it('a customer without subscriptions is not capped, and terminated endpoints take no place', async () => {
    const id = await provision(partner.api, '192.0.2.1', { client_id: 8 });
    await provision(partner.api, '192.0.2.2', { client_id: 8 });
    await act(partner.api, 'terminate', { endpoint_id: id });
    expect(expectSuccess(await customer(8))).toMatchObject({
      name: null,
      subscriptions: [],
      domains: [],
      endpoints: { active: 1, paused: 0, quota_paused: 0 },
      capacity: { port_monitoring: { capacity: null, usage: 1, over_quota: false } },
    });
  });

  it.each(['0.01', '0.10', '1.10', '19.99', '1234.56', '9999.99'])('mrr %s is exact', async (mrr) => {
    await subscribe(partner.api, portMonitoring(1), { plan_slug: 'starter', mrr });
    const { subscriptions } = expectSuccess(await customer(1));
    expect(subscriptions[0].mrr.toFixed(2)).toBe(mrr);
    expect(String(subscriptions[0].mrr)).toBe(String(Number(mrr)));
  });

  it('unknown, foreign and malformed ids are 404 CUSTOMER_NOT_FOUND, indistinguishable', async () => {
    const other = await service.partner();
    await provision(other.api, '192.0.2.1', { client_id: 99 });
    const answers = await Promise.all([customer(99), customer(98), customer('x'), customer('1.5'), customer('0')]);
    for (const answer of answers) {
      expectProblem(answer, 404, 'CUSTOMER_NOT_FOUND');
      expect(withoutRequestTraces(answer)).toEqual(withoutRequestTraces(answers[1]!));
    }
  });
});

describe('GET subscriptions', () => {
  const list = (query = '') => partner.api.get(`/api/v1/subscriptions${query}`);
  const ids = (answer: Awaited<ReturnType<typeof list>>) =>
    answer.body.data.map((subscription: { subscription_id: string }) => subscription.subscription_id);

  it('lists subscriptions of every status, newest first, with the billing ids', async () => {
    const older = await subscribe(partner.api, portMonitoring(1), { plan_slug: 'business', mrr: '19.99' });
    service.clock.advanceSeconds(1);
    const newer = await subscribe(partner.api, domainMonitoring(2), { quantity: 5 });
    await act(partner.api, 'terminate-subscription', portMonitoring(1));
    const answer = await list();
    expect(answer.status).toBe(200);
    const page = `http://${partner.portalDomain}/api/v1/subscriptions?per_page=15&page=1`;
    expect(answer.body).toEqual({
      data: [
        {
          subscription_id: newer,
          billing_customer_id: 2,
          service_id: 2,
          product_slug: 'domain_monitoring',
          plan_slug: null,
          quantity: 5,
          mrr: null,
          status: 'active',
          ...times,
        },
        {
          subscription_id: older,
          billing_customer_id: 1,
          service_id: 1,
          product_slug: 'port_monitoring',
          plan_slug: 'business',
          quantity: 1,
          mrr: 19.99,
          status: 'cancelled',
          ...times,
        },
      ],
      links: { first: page, last: page, prev: null, next: null },
      meta: { current_page: 1, per_page: 15, total: 2, has_more: false, next_cursor: null },
    });
  });

  it('is narrowed by customer, status and product', async () => {
    const ports = await subscribe(partner.api, portMonitoring(1), { plan_slug: 'starter' });
    const domains = await subscribe(partner.api, domainMonitoring(1));
    const suspended = await subscribe(partner.api, portMonitoring(2), { plan_slug: 'starter' });
    await act(partner.api, 'suspend-subscription', portMonitoring(2));
    expect(ids(await list('?billing_customer_id=1')).toSorted()).toEqual([ports, domains].toSorted());
    expect(ids(await list('?status=suspended'))).toEqual([suspended]);
    expect(ids(await list('?product_slug=domain_monitoring'))).toEqual([domains]);
    expect(ids(await list('?billing_customer_id=1&status=suspended'))).toEqual([]);
    expect((await list('?billing_customer_id=77')).body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it('is paged; a page past the end is empty, and the links keep the filters', async () => {
    const created = [];
    for (const client of [1, 2, 3]) {
      created.unshift(await subscribe(partner.api, portMonitoring(client), { plan_slug: 'starter' }));
      service.clock.advanceSeconds(1);
    }
    const second = await list('?status=active&per_page=2&page=2');
    expect(ids(second)).toEqual([created[2]]);
    expect(second.body.meta).toEqual({ current_page: 2, per_page: 2, total: 3, has_more: false, next_cursor: null });
    expect(second.body.links.prev).toMatch(/\?status=active&per_page=2&page=1$/);
    expect(second.body.links.next).toBeNull();
    expect(ids(await list('?per_page=2&page=3'))).toEqual([]);
  });

  it('shows nothing of another account', async () => {
    const other = await service.partner();
    await subscribe(other.api, portMonitoring(1), { plan_slug: 'starter' });
    expect((await list()).body).toMatchObject({ data: [], meta: { total: 0 } });
    expect((await list('?billing_customer_id=1')).body).toMatchObject({ data: [], meta: { total: 0 } });
  });

  it.each([
    ['status', 'deleted'],
    ['product_slug', 'endpoint'],
    ['billing_customer_id', '0'],
    ['per_page', '101'],
    ['page', '0'],
  ])('%s=%s is 422', async (field, value) => {
    expectRefusal(await list(`?${field}=${value}`), 422, [field]);
  });

  it('needs a key on its portal domain', async () => {
    for (const path of ['/api/v1/subscriptions', '/api/v1/customers/1']) {
      expectRefusal(await service.client(partner.portalDomain, null).get(path), 401);
      const foreign = service.client((await service.partner()).portalDomain, partner.apiKey);
      expectProblem(await foreign.get(path), 403, 'TENANT_MISMATCH');
    }
  });
});

describe('GET services', () => {
  const list = (query = '') => partner.api.get(`/api/v1/services${query}`);
  const listed = async (query = '') => expectSuccess(await list(query)).services;

  it('answers by number, and customer by customer of one number, what each service pays for', async () => {
    const { api } = partner;
    const who = { client_name: 'Jane', client_email: 'jane@example.com' };
    const server = await provision(api, '192.0.2.1', {
      client_id: 7,
      service_id: 30,
      product_slug: 'endpoint',
      mrr: 4,
    });
    await subscribe(api, portMonitoring(7, 9), { plan_slug: 'starter', mrr: 9.9, ...who });
    await subscribe(api, domainMonitoring(8, 9), { quantity: 2 });
    await act(api, 'terminate-subscription', domainMonitoring(8, 9));
    await act(api, 'suspend', { endpoint_id: server });
    const jane = { billing_customer_id: 7, name: 'Jane', email: 'jane@example.com' };
    const none = { subscriptions: [], servers: [], server_count: 0 };
    const plan = { product_slug: 'port_monitoring', plan_slug: 'starter', mrr: 9.9 };
    const slots = { product_slug: 'domain_monitoring', plan_slug: null, mrr: null };
    expect(await listed()).toEqual([
      { service_id: 9, ...jane, ...plan, ...none, subscriptions: [{ ...plan, quantity: 1, status: 'active' }] },
      {
        service_id: 9,
        billing_customer_id: 8,
        name: null,
        email: null,
        ...slots,
        ...none,
        subscriptions: [{ ...slots, quantity: 2, status: 'cancelled' }],
      },
      {
        service_id: 30,
        ...jane,
        product_slug: 'endpoint',
        plan_slug: null,
        mrr: 4,
        subscriptions: [],
        servers: [{ id: server, ip_address: '192.0.2.1', status: 'paused', quota_paused: false }],
        server_count: 1,
      },
    ]);
    expect(await listed('?billing_customer_id=8')).toHaveLength(1);
    expect(await listed('?service_id=9')).toHaveLength(2);
    expect(await listed('?service_id=9&billing_customer_id=7')).toHaveLength(1);
    expect(await listed('?service_id=31')).toEqual([]);
    expectRefusal(await list('?service_id='), 422, ['service_id']);
    expectRefusal(await list('?cursor=x'), 422, ['cursor']);
  });

  it('names the newest ten servers of a service, counts all, and none that is terminated', async () => {
    const ids: string[] = [];
    for (let host = 1; host <= 12; host += 1) {
      ids.push(await provision(partner.api, `192.0.2.${host}`, { client_id: 7, service_id: 1 }));
      service.clock.advanceSeconds(1);
    }
    await act(partner.api, 'terminate', { endpoint_id: ids[11] });
    const [each] = await listed();
    expect(each.server_count).toBe(11);
    expect(each.servers.map(({ id }: { id: string }) => id)).toEqual(ids.slice(1, 11).reverse());
  });

  it('shows nothing of another account', async () => {
    const other = await service.partner();
    await provision(other.api, '192.0.2.1', { client_id: 7, service_id: 1 });
    expect(await listed()).toEqual([]);
    expect(await listed('?service_id=1')).toEqual([]);
  });
});

/** Runs one of the operator's commands about the partner as with --json, and returns what it printed. */
async function run<Options extends readonly unknown[]>(
  command: (operation: Operation, output: Printer, ...options: Options) => Promise<void>,
  ...options: Options
) {
  const printer = new Printer();
  const operation = new Operation(service.service.resources, {
    partnerId: partner.partnerId,
    actor: { kind: 'operator' },
    requestId: null,
  });
  await command(operation, printer, ...options);
  return { value: JSON.parse(JSON.stringify(printer.value)), text: printer.text };
}

class Printer {
  value: unknown;
  text = '';

  result(value: unknown, text: string): void {
    this.value = value;
    this.text = text;
  }
}

const setPlan = (terms: PlanTerms) => run(changePlan, terms);

describe('customer show', () => {
  it('prints what GET customers answers', async () => {
    await subscribe(partner.api, portMonitoring(1), { plan_slug: 'starter', mrr: '5.00' });
    const { value, text } = await run(printCustomer, 1);
    expect(value).toEqual(expectSuccess(await customer(1)));
    expect(text).toMatch(/port_monitoring +starter +active +5\.00/);
  });

  it('says that there is no such customer', async () => {
    await expect(run(printCustomer, 1)).rejects.toThrow('No customer with that billing ID');
  });
});

describe('plan list and plan set', () => {
  const unchanged = { customers: 0, newly_paused: [], unpaused: [] };

  it('lists the defaults and the plans of the partner, with how many subscriptions are on them', async () => {
    await subscribe(partner.api, portMonitoring(1), { plan_slug: 'starter' });
    await setPlan({ slug: 'tiny', capacity: 1, ports: '22,80', scanIntervalSeconds: 3_600 });
    const { value } = await run(printPlans);
    const defaults = {
      product_slug: 'port_monitoring',
      scan_interval_seconds: null,
      ports: 'top-1000',
      protocols: 'tcp',
      max_packets_per_second: null,
      vantage_points: [],
      subscriptions: 0,
    };
    expect(value.plans).toEqual([
      { ...defaults, plan_slug: 'tiny', capacity: 1, scan_interval_seconds: 3_600, ports: '22,80' },
      { ...defaults, plan_slug: 'starter', capacity: 5, subscriptions: 1 },
      { ...defaults, plan_slug: 'professional', capacity: 25 },
      { ...defaults, plan_slug: 'business', capacity: 100 },
      { ...defaults, plan_slug: 'enterprise', capacity: 1000 },
    ]);
  });

  it('a plan that is set can be subscribed to', async () => {
    expect((await act(partner.api, 'provision-subscription', { ...portMonitoring(1), plan_slug: 'gold' })).status).toBe(
      422,
    );
    expect((await setPlan({ slug: 'gold', capacity: 9 })).value).toEqual({
      product_slug: 'port_monitoring',
      plan_slug: 'gold',
      capacity: 9,
      scan_interval_seconds: null,
      ports: 'top-1000',
      protocols: 'tcp',
      max_packets_per_second: null,
      vantage_points: [],
      changed: true,
      ...unchanged,
    });
    await subscribe(partner.api, portMonitoring(1), { plan_slug: 'gold' });
    expect(expectSuccess(await customer(1)).capacity.port_monitoring.capacity).toBe(9);
  });

  it('what is omitted stays as it is, and the interval can go back to the default', async () => {
    await setPlan({ slug: 'starter', capacity: 5, ports: 'full', scanIntervalSeconds: 7_200 });
    expect((await setPlan({ slug: 'starter', capacity: 6 })).value).toMatchObject({
      ports: 'full',
      scan_interval_seconds: 7_200,
    });
    expect((await setPlan({ slug: 'starter', capacity: 6, scanIntervalSeconds: null })).value).toMatchObject({
      ports: 'full',
      scan_interval_seconds: null,
    });
  });

  it('a plan that nobody is on is removed; one that is sold, in the sandbox too, and the default ones stay', async () => {
    const remove = (slug: string, by = partner.api) => by.send('DELETE', `/api/v1/plans/port_monitoring/${slug}`);
    const sandbox = await enableSandbox(service, partner);
    const order = { ...portMonitoring(1), plan_slug: 'gold' };
    await setPlan({ slug: 'gold', capacity: 9 });
    await subscribe(partner.api, portMonitoring(1), { plan_slug: 'gold' });
    expectProblem(await remove('gold'), 409, 'PLAN_IN_USE', { subscriptions: 1, services: 0 });
    expectSuccess(await act(partner.api, 'terminate-subscription', portMonitoring(1)));
    expectSuccess(await sandbox.send('POST', '/api/v1/billing/provision-subscription', order), 201);
    expect((await remove('gold')).body.error.details).toEqual({ subscriptions: 1, services: 0 });
    expectSuccess(await sandbox.send('POST', '/api/v1/sandbox/reset', {}));
    const endpoint_id = await provision(partner.api, '192.0.2.9', { client_id: 2, service_id: 9, plan_slug: 'gold' });
    expect((await remove('gold')).body.error.details).toEqual({ subscriptions: 0, services: 1 });
    expectSuccess(await act(partner.api, 'terminate', { endpoint_id }));
    expect((await remove('gold')).status).toBe(204);
    expect((await act(partner.api, 'provision-subscription', order)).status).toBe(422);
    for (const slug of ['gold', 'starter']) expectProblem(await remove(slug), 404, 'PLAN_NOT_FOUND');
  });

  it('a smaller plan pauses the newest endpoints of every customer on it, a larger one wakes the oldest', async () => {
    for (const client of [1, 2]) {
      await subscribe(partner.api, portMonitoring(client), { plan_slug: 'starter' });
      for (const host of [1, 2, 3]) await provision(partner.api, `192.0.2.${host}`, { client_id: client });
    }
    await subscribe(partner.api, portMonitoring(3), { plan_slug: 'business' });
    await provision(partner.api, '192.0.2.1', { client_id: 3 });
    const smaller = await setPlan({ slug: 'starter', capacity: 1 });
    const paused = ['192.0.2.3', '192.0.2.2'];
    expect(smaller.value).toMatchObject({ customers: 2, newly_paused: [...paused, ...paused], unpaused: [] });
    for (const client of [1, 2]) {
      expect(await endpointStates(service, partner, client)).toEqual({
        '192.0.2.1': 'active',
        '192.0.2.2': 'quota_paused',
        '192.0.2.3': 'quota_paused',
      });
    }
    expect(await endpointStates(service, partner, 3)).toEqual({ '192.0.2.1': 'active' });
    const larger = await setPlan({ slug: 'starter', capacity: 2 });
    expect(larger.value).toMatchObject({ newly_paused: [], unpaused: ['192.0.2.2', '192.0.2.2'] });
  });

  it('is of one partner: the same plan of another stays', async () => {
    const other = await service.partner();
    await subscribe(other.api, portMonitoring(1), { plan_slug: 'starter' });
    await setPlan({ slug: 'starter', capacity: 1 });
    const answer = await other.api.get('/api/v1/customers/1');
    expect(expectSuccess(answer).capacity.port_monitoring.capacity).toBe(5);
  });

  it('a change has one audit entry of the operator, a repeat changes nothing', async () => {
    await setPlan({ slug: 'starter', capacity: 6 });
    expect((await setPlan({ slug: 'starter', capacity: 6 })).value).toMatchObject({ changed: false, ...unchanged });
    const { rows } = await service.store.database.pool.query(
      `SELECT action, actor_kind, details FROM audit_entries WHERE partner_id = $1 AND action LIKE 'plan.%'`,
      [partner.partnerId],
    );
    const scans = {
      scanIntervalSeconds: null,
      ports: 'top-1000',
      protocols: 'tcp',
      maxPacketsPerSecond: null,
      vantagePoints: [],
    };
    const terms = { slug: 'starter', ...scans };
    expect(rows).toEqual([
      {
        action: 'plan.changed',
        actor_kind: 'operator',
        details: {
          product_slug: 'port_monitoring',
          from: { ...terms, capacity: 5 },
          to: { ...terms, capacity: 6 },
        },
      },
    ]);
  });

  it('says what of a plan cannot be', async () => {
    const wrong = [
      { slug: 'x', capacity: 0 },
      { slug: 'x', capacity: 1.5 },
      { slug: 'x', capacity: 1_000_001 },
      { slug: '', capacity: 1 },
      { slug: 'two words', capacity: 1 },
      { slug: 'x'.repeat(51), capacity: 1 },
      { slug: 'x', capacity: 1, scanIntervalSeconds: 0 },
      { slug: 'x', capacity: 1, scanIntervalSeconds: 59 },
      { slug: 'x', capacity: 1, ports: '' },
      { slug: 'x', capacity: 1, ports: '0-70000' },
      { slug: 'x', capacity: 1, ports: 'top-100' },
    ];
    for (const terms of wrong) await expect(setPlan(terms)).rejects.toBeInstanceOf(OperatorError);
    const { value } = await run(printPlans);
    expect(value.plans).toHaveLength(4);
  });

  it('waits for a customer that is just coming onto the plan, and is enforced for it too', async () => {
    await setPlan({ slug: 'starter', capacity: 2 });
    for (const host of [1, 2, 3]) await provision(partner.api, `192.0.2.${host}`);
    // The subscription has decided what to pause, by the old plan, and waits for the endpoint it pauses.
    const newest = `SELECT id FROM endpoints WHERE partner_id = $1 AND ip_address = '192.0.2.3' FOR UPDATE`;
    const letGo = await holdLocks(service, newest, [partner.partnerId]);
    const subscription = subscribe(partner.api, portMonitoring(1), { plan_slug: 'starter' });
    await lockWaiters(service, 1);
    const plan = setPlan({ slug: 'starter', capacity: 1 });
    await Promise.race([plan, lockWaiters(service, 2)]);
    await letGo();
    await subscription;
    expect((await plan).value).toMatchObject({ customers: 1, newly_paused: ['192.0.2.2'] });
    expect(await capacityFaults(service)).toEqual([]);
  });

  it('set while customers come onto the plan, leaves nobody with more than it pays for', async () => {
    for (let client = 1; client <= 6; client += 1) {
      for (const host of [1, 2, 3]) await provision(partner.api, `192.0.2.${host}`, { client_id: client });
    }
    const subscriptions = [1, 2, 3, 4, 5, 6].map((client) =>
      subscribe(partner.api, portMonitoring(client), { plan_slug: 'starter' }),
    );
    const plans = [1, 2, 1].map((capacity) => setPlan({ slug: 'starter', capacity }));
    await Promise.all([...subscriptions, ...plans]);
    expect(await capacityFaults(service)).toEqual([]);
  });
});
