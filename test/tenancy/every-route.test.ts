import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { act, setUnsubscribedCap, subscribe } from '../support/billing.ts';
import { insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** What partner A has, for others to grope for. Every text in it must stay with A. */
interface World {
  readonly endpointId: string;
  readonly alertId: string;
  readonly clientId: number;
  readonly serviceId: number;
  readonly domainId: string;
  readonly domain: string;
  /** Of a price. */
  readonly planSlug: string;
}

type Call = (api: ApiClient, world: World) => Promise<ApiAnswer>;

interface RouteCase {
  /** Anyone may call it: nothing of a partner is behind it. */
  readonly open?: true;
  /** Calls it with the ids of a world, none of which the caller may reach. */
  readonly call: Call;
  /** Calls it with an id of the world for a customer of the same partner that does not own it. */
  readonly asForeignCustomer?: { readonly call: Call; readonly status: number };
  /** Why a foreign partner gets a success; otherwise it must get an error. */
  readonly succeedsBecause?: string;
  /** What of the world the call itself sends and its answer may repeat. */
  readonly repeats?: 'domain' | 'planSlug';
  /** Takes no id of anything: what it answers depends on the key alone. */
  readonly namesNothing?: true;
}

const foreignClientId = 4_002;
const namespaces = ['billing', 'provisioning'];
/** Of A's domains: what A's every customer may see and no other account. */
const accountCap = 987_789;
const priceTerms = { product_slug: 'port_monitoring', currency: 'EUR', billing_cycle: 'monthly' };

const stateChange = (action: string): [string, RouteCase][] =>
  namespaces.map((namespace) => [
    `POST /api/v1/${namespace}/${action}`,
    { call: (api, { endpointId }) => api.post(`/api/v1/${namespace}/${action}`, { endpoint_id: endpointId }) },
  ]);

const ownRecords = 'it makes records of the caller, whoever else has such ones';

let lastNewClientId = 4_100;

/** Each path gets a new customer of A, to provision as its first what another customer has. */
const inBothNamespaces = (action: string, routeCase: (path: string, newClientId: number) => RouteCase) =>
  namespaces.map((namespace): [string, RouteCase] => {
    const path = `/api/v1/${namespace}/${action}`;
    lastNewClientId += 1;
    return [`POST ${path}`, routeCase(path, lastNewClientId)];
  });

const domainCases = (action: string, more: object = {}) =>
  inBothNamespaces(action, (path) => ({
    call: (api, { domainId }) => api.post(path, { monitored_domain_id: domainId, ...more }),
  }));

const subscriptionCases = (action: string, more: object = {}) =>
  inBothNamespaces(action, (path) => {
    const callAs = (api: ApiClient, clientId: number, serviceId: number) =>
      api.post(path, { client_id: clientId, service_id: serviceId, product_slug: 'port_monitoring', ...more });
    return {
      call: (api, { clientId, serviceId }) => callAs(api, clientId, serviceId),
      asForeignCustomer: { call: (api, { serviceId }) => callAs(api, foreignClientId, serviceId), status: 404 },
    };
  });

const syncServices = (api: ApiClient, clientId: number, serviceId: number) => {
  const service = { client_id: clientId, service_id: serviceId, status: 'cancelled' };
  const products = ['port_monitoring', 'domain_monitoring', 'endpoint'];
  return api.post('/api/v1/billing/sync-services', {
    services: products.map((product) => ({ ...service, product_slug: product })),
  });
};

/**
 * One case per operation of the OpenAPI document: an operation without a case fails the test. In an order in which A, too, can
 * call them all: what ends something comes after what needs it.
 */
const cases = new Map<string, RouteCase>([
  ['GET /api/v1/health', { open: true, call: (api) => api.get('/api/v1/health') }],
  ...namespaces.map((namespace): [string, RouteCase] => [
    `POST /api/v1/${namespace}/provision`,
    {
      // Without an address, the service of another partner's client must not lead to its endpoint.
      call: (api, { clientId, serviceId }) =>
        api.post(`/api/v1/${namespace}/provision`, { client_id: clientId, service_id: serviceId }),
      asForeignCustomer: {
        call: (api, { serviceId }) =>
          api.post(`/api/v1/${namespace}/provision`, { client_id: foreignClientId, service_id: serviceId }),
        status: 422,
      },
    },
  ]),
  ...stateChange('suspend'),
  ...stateChange('resume'),
  ...stateChange('terminate'),
  [
    'POST /api/v1/billing/scan-endpoint',
    {
      call: (api, { clientId, endpointId }) =>
        api.post('/api/v1/billing/scan-endpoint', { client_id: clientId, endpoint_id: endpointId }),
      asForeignCustomer: {
        call: (api, { endpointId }) =>
          api.post('/api/v1/billing/scan-endpoint', { client_id: foreignClientId, endpoint_id: endpointId }),
        status: 404,
      },
    },
  ],
  ...inBothNamespaces('provision-domain', (path, newClientId) => {
    const callAs = (api: ApiClient, clientId: number, { serviceId, domain }: World) =>
      api.post(path, { client_id: clientId, service_id: serviceId, domain });
    return {
      call: (api, those) => callAs(api, those.clientId, those),
      asForeignCustomer: { call: (api, those) => callAs(api, newClientId, those), status: 201 },
      succeedsBecause: ownRecords,
      repeats: 'domain',
    };
  }),
  ...domainCases('update-domain', { domain: 'another-name.example.com' }),
  ...domainCases('suspend-domain'),
  ...domainCases('resume-domain'),
  ...domainCases('terminate-domain'),
  [
    'POST /api/v1/billing/release-domain',
    {
      call: (api, { domainId }) => api.post('/api/v1/billing/release-domain', { monitored_domain_id: domainId }),
    },
  ],
  [
    'POST /api/v1/billing/sync-services',
    {
      call: (api, { clientId, serviceId }) => syncServices(api, clientId, serviceId),
      asForeignCustomer: {
        call: (api, { serviceId }) => syncServices(api, foreignClientId, serviceId),
        status: 200,
      },
      succeedsBecause: 'unknown services are listed and change nothing',
    },
  ],
  ...inBothNamespaces('provision-subscription', (path, newClientId) => {
    const callAs = (api: ApiClient, clientId: number, { serviceId }: World) =>
      api.post(path, {
        client_id: clientId,
        service_id: serviceId,
        product_slug: 'port_monitoring',
        plan_slug: 'business',
      });
    return {
      call: (api, those) => callAs(api, those.clientId, those),
      asForeignCustomer: { call: (api, those) => callAs(api, newClientId, those), status: 201 },
      succeedsBecause: ownRecords,
    };
  }),
  ...subscriptionCases('change-subscription', { new_plan_slug: 'enterprise' }),
  ...subscriptionCases('suspend-subscription'),
  ...subscriptionCases('resume-subscription'),
  ...subscriptionCases('terminate-subscription'),
  [
    'DELETE /api/v1/billing/pricing',
    {
      call: (api, { planSlug }) => api.send('DELETE', `/api/v1/billing/pricing?plan_slug=${planSlug}&currency=USD`),
      succeedsBecause: 'prices that do not exist are none to delete',
    },
  ],
  [
    'POST /api/v1/billing/pricing',
    {
      call: (api, { planSlug }) =>
        api.post('/api/v1/billing/pricing', { prices: [{ ...priceTerms, plan_slug: planSlug, amount: 10 }] }),
      succeedsBecause: ownRecords,
      repeats: 'planSlug',
    },
  ],
  [
    'GET /api/v1/account',
    {
      call: (api) => api.get('/api/v1/account'),
      succeedsBecause: 'every key has an account',
      namesNothing: true,
    },
  ],
  [
    'GET /api/v1/customers/{billing_customer_id}',
    {
      call: (api, { clientId }) => api.get(`/api/v1/customers/${clientId}`),
      asForeignCustomer: { call: (api) => api.get(`/api/v1/customers/${foreignClientId}`), status: 200 },
    },
  ],
  ['GET /api/v1/subscriptions', customerList('/api/v1/subscriptions')],
  ['GET /api/v1/endpoints', customerList('/api/v1/endpoints')],
  ['GET /api/v1/endpoints/{endpoint}', ownedRead('endpoints', 'endpointId', '')],
  ['GET /api/v1/endpoints/{endpoint}/detail', ownedRead('endpoints', 'endpointId', '/detail')],
  [
    'GET /api/v1/alerts',
    {
      call: (api, { clientId, endpointId }) =>
        api.get(`/api/v1/alerts?billing_customer_id=${clientId}&endpoint_id=${endpointId}`),
      asForeignCustomer: {
        call: (api, { endpointId }) =>
          api.get(`/api/v1/alerts?billing_customer_id=${foreignClientId}&endpoint_id=${endpointId}`),
        status: 200,
      },
      succeedsBecause: 'an unknown billing_customer_id gives an empty list',
    },
  ],
  ['GET /api/v1/alerts/{id}', ownedRead('alerts', 'alertId', '')],
  [
    'POST /api/v1/alerts/{id}/resolve',
    {
      call: (api, { alertId }) => api.post(`/api/v1/alerts/${alertId}/resolve`),
      asForeignCustomer: {
        call: (api, { alertId }) =>
          api.post(`/api/v1/alerts/${alertId}/resolve`, { billing_customer_id: foreignClientId }),
        status: 403,
      },
    },
  ],
]);

function customerList(path: string): RouteCase {
  return {
    call: (api, { clientId }) => api.get(`${path}?billing_customer_id=${clientId}`),
    asForeignCustomer: { call: (api) => api.get(`${path}?billing_customer_id=${foreignClientId}`), status: 200 },
    succeedsBecause: 'an unknown billing_customer_id gives an empty list',
  };
}

function ownedRead(group: string, id: 'endpointId' | 'alertId', rest: string): RouteCase {
  return {
    call: (api, world) => api.get(`/api/v1/${group}/${world[id]}${rest}`),
    asForeignCustomer: {
      call: (api, world) => api.get(`/api/v1/${group}/${world[id]}${rest}?billing_customer_id=${foreignClientId}`),
      status: 403,
    },
  };
}

const absent: World = {
  endpointId: '0190aaaa-0000-7000-8000-00000000dead',
  alertId: '0190aaaa-0000-7000-8000-00000000beef',
  // As long as what exists, so that answers that repeat it are of one length.
  clientId: 4_999,
  serviceId: 770_999,
  domainId: '0190aaaa-0000-7000-8000-00000000d0d0',
  domain: 'nobodys-shop.example.com',
  planSlug: 'nobodys-plan',
};

let service: TestService;
let owner: TestPartner;
let stranger: TestPartner;
let world: World;
let operations: string[];
/** Those that take a customer's billing id. */
let customerScoped: string[];
/** Everything that identifies what A has. */
let secrets: string[];

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  owner = await service.partner('Owner Hosting');
  stranger = await service.partner('Stranger Hosting');
  await pretendLiveWorker(service);
  const clientId = 4_001;
  const serviceId = 770_123;
  const endpointId = await provision(owner.api, '127.77.66.55', {
    client_id: clientId,
    service_id: serviceId,
    hostname: 'secret-host.example.com',
    client_name: 'Secret Customer',
    client_email: 'secret-customer@example.com',
  });
  await provision(owner.api, '127.77.66.56', { client_id: foreignClientId });
  await provision(stranger.api, '127.77.66.57', { client_id: 1, service_id: 1 });
  const alertId = await insertAlert(service, owner, endpointId, { port: 61_234 });
  const [domain, planSlug] = ['private-shop.example.com', 'private-plan'];
  const address = { client_id: clientId, service_id: serviceId };
  const subscription = { ...address, product_slug: 'port_monitoring' };
  const subscriptionId = await subscribe(owner.api, subscription, { plan_slug: 'business', mrr: 6123.4 });
  const domainId = (await act(owner.api, 'provision-domain', { ...address, domain })).body.data.monitored_domain_id;
  const prices = ['EUR', 'USD'].map((currency) => ({ ...priceTerms, currency, plan_slug: planSlug, amount: 61_234.5 }));
  await act(owner.api, 'pricing', { prices });
  await setUnsubscribedCap(service, owner, 'domain_monitoring', accountCap);
  world = { endpointId, alertId, clientId, serviceId, domainId, domain, planSlug };
  secrets = [
    ...[endpointId, alertId, subscriptionId, domainId, owner.partnerId, owner.portalDomain, owner.apiKey.slice(0, 8)],
    ...[domain, planSlug, '127.77.66.55', '61234', '6123.4', String(accountCap), 'secret', 'Secret', 'Owner Hosting'],
  ];
  const document = await service.client('any.example', null).get('/openapi.json');
  const described = Object.entries<object>(document.body.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      takesCustomer: /"(billing_customer_id|client_id)"/.test(
        JSON.stringify([operation.parameters, operation.requestBody]),
      ),
    })),
  );
  operations = described.map(({ name }) => name);
  customerScoped = described.filter(({ takesCustomer }) => takesCustomer).map(({ name }) => name);
});
afterAll(async () => {
  await service?.stop();
});

/** Every row of A that a call might have touched. */
async function ownersRows(): Promise<string[]> {
  const tables = [
    ...['customers', 'services', 'plans', 'subscriptions', 'pro_rata_windows', 'unsubscribed_caps', 'prices'],
    ...['endpoints', 'scans', 'monitored_domains', 'alerts', 'allowed_port_rules', 'audit_entries', 'idempotency_keys'],
  ];
  const rows = [];
  for (const table of tables) {
    const query = `SELECT '${table}' || t::text AS row FROM ${table} t WHERE partner_id = $1 ORDER BY row`;
    const result = await service.store.database.pool.query<{ row: string }>(query, [owner.partnerId]);
    rows.push(...result.rows.map(({ row }) => row));
  }
  return rows;
}

function expectNothingOfOwner(answer: ApiAnswer, sent: readonly string[] = []): void {
  const text = JSON.stringify([answer.body, answer.headers]);
  for (const secret of secrets.filter((candidate) => !sent.includes(candidate))) expect(text).not.toContain(secret);
}

describe('every operation of the OpenAPI document', () => {
  it('has a case here, and every case is an operation', () => {
    expect(operations.length).toBeGreaterThan(10);
    expect([...cases.keys()].toSorted()).toEqual(operations.toSorted());
    const withForeignCustomer = [...cases].filter(([, { asForeignCustomer }]) => asForeignCustomer);
    expect(withForeignCustomer.map(([operation]) => operation).toSorted()).toEqual(customerScoped.toSorted());
  });

  it('tells nothing without a key', async () => {
    for (const [operation, { open, call }] of cases) {
      service.clock.advanceSeconds(61);
      for (const host of [owner.portalDomain, 'nobody.example.net']) {
        const answer = await call(service.client(host, null), world);
        if (open) expect(answer.status, operation).toBe(200);
        else expectRefusal(answer, 401);
        expectNothingOfOwner(answer);
      }
    }
  });

  it('gives a foreign partner with its own key the same answer for ids of A as for ids that do not exist', async () => {
    const before = await ownersRows();
    for (const [operation, { open, call, succeedsBecause, repeats }] of cases) {
      if (open) continue;
      // A success may leave records of the caller, which must not help the calls after it.
      const caller = succeedsBecause ? await service.partner('Stranger Hosting') : stranger;
      const foreign = await call(caller.api, world);
      const missing = await call(caller.api, absent);
      expect(withoutFreshValues(foreign), operation).toEqual(withoutIds(withoutFreshValues(missing), absent, world));
      expect(succeedsBecause ? [200, 201] : [404, 422], operation).toContain(foreign.status);
      expectNothingOfOwner(foreign, repeats ? [world[repeats]] : []);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it("gives a foreign partner on A's portal domain nothing but TENANT_MISMATCH", async () => {
    const before = await ownersRows();
    for (const [operation, { open, call }] of cases) {
      if (open) continue;
      const answer = await call(service.client(owner.portalDomain, stranger.apiKey), world);
      expect(answer.status, operation).toBe(403);
      expect(['TENANT_MISMATCH', 403]).toContain(answer.body.error.code);
      expectNothingOfOwner(answer);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it('gives one customer nothing of another, where a customer is named', async () => {
    for (const [operation, { asForeignCustomer, repeats }] of cases) {
      if (!asForeignCustomer) continue;
      const before = await ownersRows();
      const answer = await asForeignCustomer.call(owner.api, world);
      expect(answer.status, operation).toBe(asForeignCustomer.status);
      const ownAccount = [owner.portalDomain, String(accountCap)];
      expectNothingOfOwner(answer, [...ownAccount, ...(repeats ? [world[repeats]] : [])]);
      const after = await ownersRows();
      // What is made is a new customer's own: all that was there stays as it was.
      if (answer.status === 201) expect(after, operation).toEqual(expect.arrayContaining(before));
      else expect(after, operation).toEqual(before);
    }
  });

  it("a name that A monitors is free to others, and so is another customer's name within A", async () => {
    for (const api of [stranger.api, owner.api]) {
      const own = { client_id: 5_001, service_id: 1, domain: 'to-be-renamed.example.com' };
      const { monitored_domain_id } = (await act(api, 'provision-domain', own)).body.data;
      const renamed = await act(api, 'update-domain', { monitored_domain_id, domain: world.domain });
      expect(renamed).toMatchObject({ status: 200, body: { data: { monitored_domain_id, domain: world.domain } } });
    }
  });

  it('answers A itself otherwise: the ids above do exist', async () => {
    // Reads first: what the changes do to the endpoint must not hide it from them.
    const inOrder = [...cases].toSorted(([a], [b]) => Number(b.startsWith('GET')) - Number(a.startsWith('GET')));
    for (const [operation, { open, call, namesNothing }] of inOrder) {
      if (open) continue;
      const own = withoutRequestTraces(await call(owner.api, world));
      const missing = withoutRequestTraces(await call(namesNothing ? stranger.api : owner.api, absent));
      expect(own, operation).not.toEqual(withoutIds(missing, absent, world));
    }
  });
});

/** The ids and times of records that a call made itself are its own. Whether an id is A's, expectNothingOfOwner tells. */
function withoutFreshValues(answer: ApiAnswer): unknown {
  const text = JSON.stringify(withoutRequestTraces(answer));
  const fresh = /"([\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z)"/g;
  return JSON.parse(text.replaceAll(fresh, '"fresh"'));
}

/** An answer may repeat what was asked for, as in a list's links: it is the caller's own text. */
function withoutIds(answer: unknown, from: World, to: World): unknown {
  const text = (['clientId', 'serviceId', 'domain', 'planSlug'] as const).reduce(
    (replaced, name) => replaced.replaceAll(String(from[name]), String(to[name])),
    JSON.stringify(answer),
  );
  return JSON.parse(text);
}
