import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
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
}

const foreignClientId = 4_002;
const namespaces = ['billing', 'provisioning'];

const stateChange = (action: string): [string, RouteCase][] =>
  namespaces.map((namespace) => [
    `POST /api/v1/${namespace}/${action}`,
    { call: (api, { endpointId }) => api.post(`/api/v1/${namespace}/${action}`, { endpoint_id: endpointId }) },
  ]);

/** One case per operation of the OpenAPI document: an operation without a case fails the test. */
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
  [
    'GET /api/v1/endpoints',
    {
      call: (api, { clientId }) => api.get(`/api/v1/endpoints?billing_customer_id=${clientId}`),
      asForeignCustomer: {
        call: (api) => api.get(`/api/v1/endpoints?billing_customer_id=${foreignClientId}`),
        status: 200,
      },
      succeedsBecause: 'an unknown billing_customer_id gives an empty list',
    },
  ],
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
  // As many digits as the ids that exist, so that answers that repeat them are of one length.
  clientId: 4_999,
  serviceId: 770_999,
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
  world = { endpointId, alertId, clientId, serviceId };
  secrets = [
    ...[endpointId, alertId, '127.77.66.55', '61234', 'secret', 'Secret', owner.portalDomain, owner.partnerId],
    'Owner Hosting',
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
async function ownersRows(): Promise<unknown> {
  const tables = ['customers', 'services', 'endpoints', 'alerts', 'scans', 'audit_entries', 'allowed_port_rules'];
  const rows = [];
  for (const table of tables) {
    const result = await service.store.database.pool.query(`SELECT * FROM ${table} WHERE partner_id = $1 ORDER BY id`, [
      owner.partnerId,
    ]);
    rows.push(result.rows);
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
    for (const [operation, { open, call, succeedsBecause }] of cases) {
      if (open) continue;
      const foreign = await call(stranger.api, world);
      const missing = await call(stranger.api, absent);
      expect(withoutRequestTraces(foreign), operation).toEqual(
        withoutIds(withoutRequestTraces(missing), absent, world),
      );
      if (!succeedsBecause) expect([404, 422], operation).toContain(foreign.status);
      expectNothingOfOwner(foreign, []);
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
    const before = await ownersRows();
    for (const [operation, { asForeignCustomer }] of cases) {
      if (!asForeignCustomer) continue;
      const answer = await asForeignCustomer.call(owner.api, world);
      expect(answer.status, operation).toBe(asForeignCustomer.status);
      expectNothingOfOwner(answer, [owner.portalDomain]);
    }
    expect(await ownersRows()).toEqual(before);
  });

  it('answers A itself otherwise: the ids above do exist', async () => {
    // Reads first: what the changes do to the endpoint must not hide it from them.
    const inOrder = [...cases].toSorted(([a], [b]) => Number(b.startsWith('GET')) - Number(a.startsWith('GET')));
    for (const [operation, { open, call }] of inOrder) {
      if (open) continue;
      const own = withoutRequestTraces(await call(owner.api, world));
      const missing = withoutRequestTraces(await call(owner.api, absent));
      expect(own, operation).not.toEqual(withoutIds(missing, absent, world));
    }
  });
});

/** A list's links repeat the customer that was asked for: it is the caller's own text. */
function withoutIds(answer: unknown, from: World, to: World): unknown {
  return JSON.parse(JSON.stringify(answer).replaceAll(String(from.clientId), String(to.clientId)));
}
