import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isPlainText } from '../../src/common/text.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

let service: TestService;
let partner: TestPartner;
let api: ApiClient;
let nextClientId = 1_000;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  api = partner.api;
});
afterAll(async () => {
  await service?.stop();
});

/** Provisions for a client of its own, so that each accepted call creates something. */
function provisionWith(fields: Record<string, unknown>): Promise<ApiAnswer> {
  nextClientId += 1;
  return api.post('/api/v1/billing/provision', { client_id: nextClientId, ip_address: '192.0.2.1', ...fields });
}

async function rowsOf(table: string, clientId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await service.store.database.pool.query(
    `SELECT t.* FROM ${table} t JOIN customers c ON c.partner_id = t.partner_id AND c.id = t.customer_id
     WHERE c.partner_id = $1 AND c.billing_customer_id = $2`,
    [partner.partnerId, clientId],
  );
  return rows;
}

async function customer(clientId: number): Promise<Record<string, unknown> | undefined> {
  const { rows } = await service.store.database.pool.query(
    'SELECT * FROM customers WHERE partner_id = $1 AND billing_customer_id = $2',
    [partner.partnerId, clientId],
  );
  return rows[0];
}

const notIntegers = [
  4.5,
  '4.5',
  '4x',
  'x',
  '-1',
  '+4',
  '1e3',
  '0x10',
  '٤٢',
  -1,
  0,
  '0',
  1e30,
  2 ** 53,
  '9007199254740992',
  true,
  false,
  [],
  [4],
  {},
];

describe('integers', () => {
  it.each([
    ['a JSON integer', 42],
    ['a string of digits', '42'],
    ['digits with space around', ' 42 '],
  ])('%s is one', async (_what, clientId) => {
    const client = await service.partner();
    const answer = await client.api.post('/api/v1/billing/provision', { client_id: clientId, ip_address: '192.0.2.1' });
    const { endpoint_id: id } = expectSuccess(answer, 201);
    expect((await client.api.get(`/api/v1/endpoints/${id}`)).body.data.billing_customer_id).toBe(42);
  });

  it('4.0 is an integer', async () => {
    const body = '{"client_id": 4.0, "service_id": 7.0, "ip_address": "192.0.2.1"}';
    expectSuccess(await api.send('POST', '/api/v1/billing/provision', body), 201);
    expect(await rowsOf('services', 4)).toMatchObject([{ billing_service_id: 7 }]);
  });

  it('the largest integer that JSON carries exactly is accepted and comes back unchanged', async () => {
    const largest = Number.MAX_SAFE_INTEGER;
    const { endpoint_id: id } = expectSuccess(await provisionWith({ client_id: largest, service_id: largest }), 201);
    expect((await api.get(`/api/v1/endpoints/${id}`)).body.data.billing_customer_id).toBe(largest);
    expect((await api.get(`/api/v1/endpoints?billing_customer_id=${largest}`)).body.meta.total).toBe(1);
  });

  it.each(notIntegers.map((value) => ({ text: JSON.stringify(value), value })))(
    '$text is refused',
    async ({ value }) => {
      expectRefusal(await provisionWith({ client_id: value }), 422, ['client_id']);
      expectRefusal(await provisionWith({ service_id: value }), 422, ['service_id']);
      const scan = { client_id: value, endpoint_id: unknownId };
      expectRefusal(await api.post('/api/v1/billing/scan-endpoint', scan), 422, ['client_id']);
      const body = { billing_customer_id: value };
      expectRefusal(await api.post(`/api/v1/alerts/${unknownId}/resolve`, body), 422, ['billing_customer_id']);
    },
  );

  it('any positive safe integer is accepted in both spellings, for the same customer', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 10_000, max: Number.MAX_SAFE_INTEGER }), async (clientId) => {
        const first = await provisionWith({ client_id: clientId });
        const second = await provisionWith({ client_id: `${clientId}` });
        expect([200, 201]).toContain(first.status);
        expect(expectSuccess(second, 200).endpoint_id).toBe(first.body.data.endpoint_id);
      }),
      { numRuns: 20 },
    );
  });

  it.each([
    ['/api/v1/endpoints', 'billing_customer_id', ['0', '-1', 'x', '1.5', '1e3']],
    ['/api/v1/endpoints', 'per_page', ['0', '101', 'x', '1.5']],
    ['/api/v1/endpoints', 'page', ['0', '-1', 'x']],
    ['/api/v1/alerts', 'billing_customer_id', ['0', 'x']],
    ['/api/v1/alerts', 'limit', ['0', '101', '-1', 'x', '1.5']],
    ['/api/v1/alerts', 'offset', ['-1', 'x', '0.5']],
  ])('in the query of %s, %s has its bounds', async (path, field, refused) => {
    for (const value of refused) expectRefusal(await api.get(`${path}?${field}=${value}`), 422, [field]);
    expectRefusal(await api.get(`${path}?${field}=1&${field}=2`), 422, [field]);
    expect((await api.get(`${path}?${field}=1`)).status).toBe(200);
    expect((await api.get(`${path}?${field}=`)).status).toBe(field === 'billing_customer_id' ? 422 : 200);
  });

  it('the bounds themselves are inside', async () => {
    for (const query of ['alerts?limit=1', 'alerts?limit=100', 'alerts?offset=0', 'alerts?offset=9007199254740991']) {
      expect((await api.get(`/api/v1/${query}`)).status).toBe(200);
    }
    for (const query of ['endpoints?per_page=1', 'endpoints?per_page=100', 'endpoints?page=9007199254740991']) {
      expect((await api.get(`/api/v1/${query}`)).status).toBe(200);
    }
  });
});

describe('strings', () => {
  it('strings are trimmed', async () => {
    const { endpoint_id: id } = expectSuccess(
      await provisionWith({ hostname: '  web1.example.com\t\n', ip_address: ' 192.0.2.3 ', client_name: ' Ada ' }),
      201,
    );
    expect((await api.get(`/api/v1/endpoints/${id}`)).body.data).toMatchObject({
      hostname: 'web1.example.com',
      nickname: 'web1.example.com',
      ip_address: '192.0.2.3',
    });
    expect(await customer(nextClientId)).toMatchObject({ name: 'Ada' });
  });

  it.each([
    ['empty', ''],
    ['blank', ' \t '],
    ['null', null],
  ])('an %s value counts as absent', async (_what, value) => {
    const optional = {
      hostname: value,
      client_name: value,
      client_email: value,
      product_slug: value,
      plan_slug: value,
      mrr: value,
    };
    const { endpoint_id: id } = expectSuccess(await provisionWith(optional), 201);
    expect((await api.get(`/api/v1/endpoints/${id}`)).body.data.hostname).toBe('192.0.2.1');
    expect(await customer(nextClientId)).toMatchObject({ name: null, email: null });
    expect(await rowsOf('services', nextClientId)).toEqual([]);

    const missing = await provisionWith({ ip_address: value });
    expectRefusal(missing, 422, ['ip_address']);
  });

  it.each([
    ['hostname', 255],
    ['client_name', 255],
    ['product_slug', 50],
    ['plan_slug', 50],
  ])('%s has at most %i characters', async (field, length) => {
    expectSuccess(await provisionWith({ [field]: 'ä'.repeat(length), service_id: 1 }), 201);
    expectSuccess(await provisionWith({ [field]: ` ${'x'.repeat(length)} `, service_id: 1 }), 201);
    expectRefusal(await provisionWith({ [field]: 'x'.repeat(length + 1), service_id: 1 }), 422, [field]);
  });

  it.each(['hostname', 'client_name', 'client_email', 'product_slug', 'plan_slug', 'ip_address'])(
    '%s must be a string',
    async (field) => {
      for (const value of [42, true, ['x'], { x: 1 }]) {
        expectRefusal(await provisionWith({ [field]: value }), 422, [field]);
      }
    },
  );

  it('whatever text a name is, it comes back as it was sent, trimmed', async () => {
    const text = fc
      .string({ unit: 'grapheme', maxLength: 40 })
      .filter((value) => isPlainText(value) && value.trim() !== '');
    await fc.assert(
      fc.asyncProperty(text, async (hostname) => {
        const { endpoint_id: id } = expectSuccess(await provisionWith({ hostname }), 201);
        expect((await api.get(`/api/v1/endpoints/${id}`)).body.data.hostname).toBe(hostname.trim());
      }),
      { numRuns: 20 },
    );
  });
});

describe('money', () => {
  it.each([
    [0.01, '0.01'],
    [9999.99, '9999.99'],
    [10, '10.00'],
    [9.9, '9.90'],
    ['19.99', '19.99'],
    [0.1 + 0.2, '0.30'],
    [29.999, '30.00'],
  ])('mrr %s is recorded as %s', async (mrr, recorded) => {
    expectSuccess(await provisionWith({ mrr, service_id: 1 }), 201);
    expect(await rowsOf('services', nextClientId)).toMatchObject([{ mrr: recorded }]);
  });

  it.each([0, 0.009, -1, 9999.991, 10_000, 1e30, 'free', '9,99', '1e2', '$5', true, []])(
    'mrr %s is refused',
    async (mrr) => {
      expectRefusal(await provisionWith({ mrr, service_id: 1 }), 422, ['mrr']);
    },
  );
});

describe('e-mails', () => {
  it.each(['a@example.com', 'first.last+tag@sub.example.co.uk', "o'hara@example.ie"])('%s is one', async (address) => {
    expectSuccess(await provisionWith({ client_email: address }), 201);
    expect(await customer(nextClientId)).toMatchObject({ email: address });
  });

  it.each(['plain', '@example.com', 'a@', 'a@b@example.com', 'a b@example.com', `${'x'.repeat(250)}@example.com`])(
    '%s is refused',
    async (address) => {
      expectRefusal(await provisionWith({ client_email: address }), 422, ['client_email']);
    },
  );
});

describe('UUIDs', () => {
  const malformed = ['nonsense', '123', unknownId.slice(1), `${unknownId}0`, `{${unknownId}}`, 42, true];

  it.each(malformed)('%s in a body is 422', async (id) => {
    for (const action of ['suspend', 'resume', 'terminate']) {
      expectRefusal(await api.post(`/api/v1/billing/${action}`, { endpoint_id: id }), 422, ['endpoint_id']);
      expectRefusal(await api.post(`/api/v1/provisioning/${action}`, { endpoint_id: id }), 422, ['endpoint_id']);
    }
    const scan = { client_id: 1, endpoint_id: id };
    expectRefusal(await api.post('/api/v1/billing/scan-endpoint', scan), 422, ['endpoint_id']);
  });

  it.each(malformed)('%s in a query is 422', async (id) => {
    expectRefusal(await api.get(`/api/v1/alerts?endpoint_id=${encodeURIComponent(id)}`), 422, ['endpoint_id']);
  });

  it('upper case is the same id, in paths, queries and bodies', async () => {
    const endpointId = await provision(api, '192.0.2.9', { client_id: 77 });
    const alertId = await insertAlert(service, partner, endpointId);
    const upper = endpointId.toUpperCase();
    expect((await api.get(`/api/v1/endpoints/${upper}`)).body.data.id).toBe(endpointId);
    expect((await api.get(`/api/v1/alerts?endpoint_id=${upper}`)).body.data.total).toBe(1);
    expect((await api.get(`/api/v1/alerts/${alertId.toUpperCase()}`)).body.data.alert.id).toBe(alertId);
    const suspended = await api.post('/api/v1/billing/suspend', { endpoint_id: ` ${upper} ` });
    expect(expectSuccess(suspended)).toEqual({ endpoint_id: endpointId, status: 'paused' });
  });
});

describe('closed sets', () => {
  it.each([
    ['/api/v1/endpoints', 'status', ['active', 'paused'], ['terminated', 'Active', 'any']],
    ['/api/v1/alerts', 'status', ['open', 'acknowledged', 'resolved', 'false_positive'], ['closed', 'OPEN']],
    ['/api/v1/alerts', 'severity', ['critical', 'high', 'medium', 'low'], ['info', 'High']],
    ['/api/v1/alerts', 'sort', ['created_at', 'severity', 'last_detected_at'], ['port', 'id; drop table alerts']],
    ['/api/v1/alerts', 'order', ['asc', 'desc'], ['up', 'ASC']],
  ])('%s takes %s of its set only', async (path, field, accepted, refused) => {
    for (const value of accepted) expect((await api.get(`${path}?${field}=${value}`)).status).toBe(200);
    for (const value of refused) {
      expectRefusal(await api.get(`${path}?${field}=${encodeURIComponent(value)}`), 422, [field]);
    }
  });
});

describe('the errors map', () => {
  it('names every field that is wrong, at once, with sentences', async () => {
    const answer = await api.post('/api/v1/billing/provision', {
      client_id: 0,
      service_id: 'x',
      hostname: 'x'.repeat(256),
      client_email: 'nobody',
      product_slug: 'x'.repeat(51),
      mrr: 0,
    });
    expectRefusal(answer, 422, ['client_email', 'client_id', 'hostname', 'mrr', 'product_slug', 'service_id']);
    expect(answer.body.errors).toMatchObject({
      client_id: ['The client_id field must be an integer at least 1.'],
      hostname: ['The hostname field must be at most 255 characters long.'],
      client_email: ['The client_email field must be an e-mail address.'],
    });
  });

  it.each([
    ['DELETE', '/billing/pricing?currency=QQQ', { billing_cycle: 'foo' }, ['billing_cycle', 'currency']],
    ['DELETE', '/billing/pricing?currency=EUR', { currency: 'USD', billing_cycle: 'x' }, ['billing_cycle', 'currency']],
    ['PUT', `/whitelists/${unknownId}`, { port_start: 9, port_end: 8, protocol: 'x' }, ['port_end', 'protocol']],
    [
      'PUT',
      `/whitelists/${unknownId}`,
      { protocol: 'x', expires_at: '2001-01-01T00:00:00Z' },
      ['expires_at', 'protocol'],
    ],
    ['POST', '/whitelists', { port_start: 0, expires_at: '2999-01-01T00:00:00Z' }, ['expires_at', 'port_start']],
    ['POST', `/alerts/${unknownId}/acknowledge`, { until: '2001-01-01T00:00:00Z', reason: 5 }, ['reason', 'until']],
    ['GET', '/endpoints?page=0&per_page=101', undefined, ['page', 'per_page']],
    ['GET', '/alerts?offset=-1&severity=x', undefined, ['offset', 'severity']],
    ['POST', '/billing/change-subscription', { client_id: 0, service_id: 1 }, ['client_id', 'product_slug']],
    ['POST', '/firewall/ingest', { billing_customer_id: 1, endpoint_id: 'x', dump: '' }, ['dump', 'endpoint_id']],
  ] as const)(
    '%s %s tells of mistakes in query, body and between fields together',
    async (method, path, body, fields) => {
      const answer = await api.send(method, `/api/v1${path}`, body);
      expect(Object.keys(answer.body.errors)).toEqual(expect.arrayContaining([...fields]));
      expectRefusal(answer, 422, Object.keys(answer.body.errors).toSorted());
    },
  );

  it('unknown fields of bodies and queries are ignored', async () => {
    const answer = await provisionWith({ module: 'x', status: 'terminated', partner_id: unknownId, deep: { a: [1] } });
    expect(expectSuccess(answer, 201)).toMatchObject({ status: 'active' });
    expect((await api.get('/api/v1/endpoints?token=x&module=y')).status).toBe(200);
    expect((await api.get('/api/v1/alerts?page=nonsense')).status).toBe(200);
  });

  it('a refused request changes nothing, not even the customer', async () => {
    const dump = async () =>
      (await service.store.database.pool.query('SELECT count(*) FROM customers')).rows[0].count as number;
    const before = await dump();
    expectRefusal(await provisionWith({ mrr: 0 }), 422, ['mrr']);
    expectRefusal(await provisionWith({ ip_address: '224.0.0.1' }), 422, ['ip_address']);
    expectRefusal(await provisionWith({ ip_address: undefined, service_id: 5 }), 422, ['ip_address']);
    expectRefusal(await provisionWith({ ip_address: undefined }), 422, ['ip_address']);
    expect(await dump()).toBe(before);
  });
});
