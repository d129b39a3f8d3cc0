import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { declaredRoutes } from '../../scripts/error-table.ts';
import { bodyLimitOf } from '../../src/core/api/route.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import {
  createAdministrator,
  type PortalBrowser,
  signInAdministrator,
  signInCustomer,
} from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

let service: TestService;
let partner: TestPartner;
let api: ApiClient;
let administrator: PortalBrowser;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  api = partner.api;
  await createAdministrator(partner, 'ada@example.com');
  administrator = await signInAdministrator(service, partner, 'ada@example.com');
  expectSuccess(await administrator.send('PUT', '/api/v1/account/sandbox', { enabled: true }));
});
afterAll(async () => {
  await service?.stop();
});

const operations = declaredRoutes().flatMap((declaration) =>
  declaration.paths.map((path) => ({
    declaration,
    name: `${declaration.method} ${path}`,
    path: path.replaceAll(/:(\w+)/g, (_whole, name) => (name === 'billing_customer_id' ? '1' : randomUUID())),
  })),
);
type DeclaredOperation = (typeof operations)[number];

/** Somebody who may ask for the operation. */
function callerOf({ declaration }: DeclaredOperation): ApiClient {
  return declaration.group.access === 'key' && declaration.group.name !== 'Console' ? api : administrator;
}

/** Signing in, by whatever way: limited by address, and small. */
function isSigningIn({ name }: DeclaredOperation): boolean {
  return /\/session(\/(invitation|password-reset|passkey).*)?$/.test(name);
}

describe('the size of a body', () => {
  const padded = (bytes: number) => `{"padding":"${'x'.repeat(bytes - 14)}"}`;
  const withBody = operations.filter(({ declaration }) => declaration.body);
  const limits: Readonly<Record<string, number>> = {
    'PUT /api/v1/session/language': 16_384,
    'POST /api/v1/billing/sync-services': 1_048_576,
    'POST /api/v1/billing/pricing': 1_048_576,
    'POST /api/v1/firewall/ingest': 2_097_152,
    'PUT /api/v1/branding': 1_048_576,
  };

  it.each(withBody)('$name takes what it needs and no byte more', async (operation) => {
    const limit = limits[operation.name] ?? (isSigningIn(operation) ? 16_384 : 65_536);
    expect(bodyLimitOf(operation.declaration)).toBe(limit);
    const { method } = operation.declaration;
    const caller = isSigningIn(operation) ? await freshVisitor() : callerOf(operation);
    expectRefusal(await caller.send(method, operation.path, padded(limit + 1)), 413);
    expect((await caller.send(method, operation.path, padded(limit))).status).not.toBe(413);
  });

  it('is looked at before the body is read, and after the key', async () => {
    const { port } = new URL(service.url);
    const ask = (authorization: string) =>
      new Promise<string>((resolve, reject) => {
        const socket = connect(Number(port), '127.0.0.1');
        socket.setEncoding('utf8').once('data', (answer) => {
          socket.destroy();
          resolve(String(answer));
        });
        socket.once('error', reject);
        // Not one byte of the body is ever sent.
        socket.write(
          `POST /api/v1/billing/suspend HTTP/1.1\r\nHost: ${partner.portalDomain}\r\nContent-Type: application/json\r\nContent-Length: 65537\r\n${authorization}\r\n`,
        );
      });
    expect(await ask(`Authorization: Bearer ${partner.apiKey}\r\n`)).toMatch(/^HTTP\/1\.1 413 /);
    expect(await ask('')).toMatch(/^HTTP\/1\.1 401 /);
  });

  async function freshVisitor(): Promise<ApiClient> {
    return signInAdministrator(service, partner, 'ada@example.com');
  }
});

describe('a body that nobody asked for', () => {
  const withoutBody = operations.filter(({ declaration }) => !declaration.body && declaration.method !== 'GET');

  it.each(withoutBody)('is refused by $name in declared ways, whatever it is', async (operation) => {
    const { method } = operation.declaration;
    const signsOut = operation.name.endsWith('/session');
    const caller = signsOut ? await signInAdministrator(service, partner, 'ada@example.com') : callerOf(operation);
    const ask = (body: string, type = 'application/json') =>
      caller.send(method, operation.path, body, { 'content-type': type });
    expectRefusal(await ask('x'.repeat(70_000)), 413);
    expectRefusal(await ask('x', 'text/plain'), 415);
    expectRefusal(await ask('{"broken'), 422, ['body']);
    expect([200, 201, 202, 204, 404, 409]).toContain((await ask('{"unknown":1}')).status);
  });
});

describe('what is in a body', () => {
  const valuesFor = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [index.toString(36), 1]));

  it('fields that nobody knows are not looked at, however many they are', async () => {
    const body = { ...valuesFor(6_000), endpoint_id: unknownId };
    expectProblem(await api.post('/api/v1/billing/suspend', body), 404, 'ENDPOINT_NOT_FOUND');
  });

  it.each([
    ['90,000 unknown fields of one service', [valuesFor(90_000)]],
    ['280 unknown fields of each of 499 services', Array.from({ length: 499 }, () => valuesFor(280))],
    ['a list of 300,000 services', Array.from({ length: 300_000 }, () => 1)],
  ])('%s are refused as a body that is too large, in a few words', async (_what, services) => {
    const answer = await api.post('/api/v1/billing/sync-services', { services });
    expectRefusal(answer, 422, ['body']);
    expect(JSON.stringify(answer.body).length).toBeLessThan(300);
  });

  it('500 services and 500 prices with all of their fields are no such body', async () => {
    const services = Array.from({ length: 500 }, (_, index) => ({
      service_id: index + 1,
      client_id: 1,
      product_slug: 'endpoint',
      status: 'active',
    }));
    expectSuccess(await api.post('/api/v1/billing/sync-services', { services, module_version: '1' }), 200);
    const prices = services.map(({ service_id: id }) => ({
      product_slug: 'endpoint',
      plan_slug: `p${id}`,
      currency: 'EUR',
      billing_cycle: 'monthly',
      amount: 1,
      setup_fee: 2,
    }));
    expectSuccess(await api.post('/api/v1/billing/pricing', { prices }), 200);
  });

  it('of many wrong fields 50 are named, and the rest is counted', async () => {
    const services = Array.from({ length: 90 }, () => 'nonsense');
    const { status, body } = await api.post('/api/v1/billing/sync-services', { services });
    expect(status).toBe(422);
    const named = Array.from({ length: 50 }, (_, index) => `services.${index}`);
    expect(Object.keys(body.errors)).toEqual([...named, '_more']);
    expect(body.errors._more).toEqual(['40 more fields are wrong.']);
  });

  it('50 wrong fields are named without a word on more', async () => {
    const services = Array.from({ length: 50 }, () => 'nonsense');
    const { body } = await api.post('/api/v1/billing/sync-services', { services });
    expect(Object.keys(body.errors)).toHaveLength(50);
    expect(body.errors._more).toBeUndefined();
  });

  it('fields named like members of every object are named like any other', async () => {
    const fields = ['toString', 'constructor', 'hasOwnProperty', 'valueOf'];
    const services = [Object.fromEntries(fields.map((name) => [name, 1]))];
    const required = ['service_id', 'client_id', 'product_slug', 'status'];
    const answer = await api.post('/api/v1/billing/sync-services', { services });
    expectRefusal(
      answer,
      422,
      [...required, ...fields].map((name) => `services.0.${name}`),
    );
    expectRefusal(await api.post('/api/v1/billing/suspend', { toString: 1 }), 422, ['endpoint_id']);
  });

  it('a name of any length is told in a few words', async () => {
    const services = [
      { ['n'.repeat(50_000)]: 1, service_id: 1, client_id: 1, product_slug: 'endpoint', status: 'active' },
    ];
    const answer = await api.post('/api/v1/billing/sync-services', { services });
    expect(answer.status).toBe(422);
    expect(JSON.stringify(answer.body).length).toBeLessThan(500);
  });

  it.each([null, '', ' ', 0, false, []])(
    'a fifth field of a service is refused with the value %j, too',
    async (value) => {
      const known = { service_id: 1, client_id: 1, product_slug: 'endpoint', status: 'active' };
      const answer = await api.post('/api/v1/billing/sync-services', { services: [{ ...known, extra: value }] });
      expectRefusal(answer, 422, ['services.0.extra']);
    },
  );

  it('bytes that are no UTF-8 are refused', async () => {
    const { statusCode, body } = await request(`${service.url}/api/v1/billing/provision`, {
      method: 'POST',
      headers: {
        host: partner.portalDomain,
        'content-type': 'application/json',
        authorization: `Bearer ${partner.apiKey}`,
      },
      body: Buffer.from('{"client_id":18,"ip_address":"192.0.2.18","hostname":"\xff\xfe"}', 'latin1'),
    });
    expect({ statusCode, body: await body.json() }).toMatchObject({
      statusCode: 422,
      body: { errors: { body: [expect.stringContaining('UTF-8')] } },
    });
  });
});

interface JsonSchema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly items?: JsonSchema;
}

/** Each text in a schema: what to send so that only it is there, and the field that errors name it by. */
function textsIn(schema: JsonSchema, field = ''): { field: string; holding: (text: string) => unknown }[] {
  if (schema.type === 'string') return [{ field, holding: (text) => text }];
  if (schema.type === 'array' && schema.items)
    return textsIn(schema.items, `${field}.0`).map(({ field: inner, holding }) => ({
      field: inner,
      holding: (text) => [holding(text)],
    }));
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    textsIn(member, field === '' ? name : `${field}.${name}`).map(({ field: inner, holding }) => ({
      field: inner,
      holding: (text) => ({ [name]: holding(text) }),
    })),
  );
}

const unfit: Readonly<Record<string, string>> = {
  'a lone surrogate': 'a\ud800b',
  'an escape character': 'a\u001b[31mb',
  NUL: 'a\0b',
  DEL: 'a\u007fb',
  'a C1 control character': 'a\u009bb',
  'a right-to-left override': 'a\u202eb',
  'an isolate': 'a\u2066b',
};
const lineBreaks: Readonly<Record<string, string>> = {
  'a line feed': 'a\nb',
  'a carriage return': 'a\rb',
  'a tab': 'a\tb',
  'a line separator': 'a\u2028b',
  'a paragraph separator': 'a\u2029b',
};
const multiline = new Set(['reason', 'description']);

describe('text', () => {
  let document: {
    paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: JsonSchema }> } }>>;
  };
  beforeAll(async () => {
    ({ body: document } = await api.get('/openapi.json'));
  });

  const withBody = operations.filter(({ declaration }) => declaration.body);

  it.each(withBody)('every text that $name takes is well-formed, without control characters', async (operation) => {
    const { method, paths } = operation.declaration;
    const path = operation.name.slice(method.length + 1).replaceAll(/:(\w+)/g, '{$1}');
    expect(paths).toContain(operation.name.slice(method.length + 1));
    const schema = document.paths[path]![method.toLowerCase()]!.requestBody!.content['application/json']!.schema;
    for (const { field, holding } of textsIn(schema)) {
      if (field === 'dump') continue;
      const refused = multiline.has(field) ? unfit : { ...unfit, ...lineBreaks };
      for (const text of Object.values(refused)) {
        // Sign-in is limited by address; its texts have one rule.
        if (isSigningIn(operation) && text !== unfit.NUL && text !== lineBreaks['a line feed']) continue;
        if (isSigningIn(operation)) service.clock.advanceSeconds(3);
        const answer = await callerOf(operation).send(method, operation.path, holding(text));
        expect({ field, text, status: answer.status }).toEqual({ field, text, status: 422 });
        expect(Object.keys(answer.body.errors)).toContain(field);
      }
    }
  });

  it.each(operations.filter(({ declaration }) => declaration.query))(
    'so is every text in the query of $name',
    async (operation) => {
      const { method, query } = operation.declaration;
      const fields = Object.keys((query as unknown as { shape: object }).shape);
      const search = new URLSearchParams(fields.map((name): [string, string] => [name, 'a\u001b\u202eb']));
      const answer = await callerOf(operation).send(method, `${operation.path}?${search}`);
      expectRefusal(answer, 422, [...fields, ...missingIn(answer, fields)]);
    },
  );

  /** Fields of the body that the same answer names. */
  function missingIn({ body }: ApiAnswer, fields: readonly string[]): string[] {
    return Object.keys(body.errors).filter((name) => !fields.includes(name));
  }

  it('a reason and a description may have lines, and come back with them', async () => {
    const description = 'the shop\nuntil May\r\nask Ada';
    const rule = { port_start: 443, description };
    expect((await api.post('/api/v1/whitelists', rule)).body.data.description).toBe(description);
    for (const text of ['a\rb', 'a\tb'])
      expectRefusal(await api.post('/api/v1/whitelists', { ...rule, description: text }), 422, ['description']);
    const alert = await insertAlert(service, partner, await provision(api, '192.0.2.14', { client_id: 14 }));
    expectSuccess(await api.post(`/api/v1/alerts/${alert}/acknowledge`, { reason: 'known\nand planned' }), 200);
  });

  it('names in any script, with marks and emoji, are text', async () => {
    for (const hostname of ['Łódź', 'שרת', 'خادم\u200f', '服务器 👩🏽‍💻', "o'hara & <b>"]) {
      const body = { client_id: 15, ip_address: `192.0.2.${20 + hostname.length}`, hostname };
      const { endpoint_id: id } = expectSuccess(await api.post('/api/v1/billing/provision', body), 201);
      expect((await api.get(`/api/v1/endpoints/${id}`)).body.data.hostname).toBe(hostname);
    }
  });
});

describe('a field that says whose data is meant never counts as absent while it is there', () => {
  const scopes = new Set([
    'billing_customer_id',
    'client_id',
    'endpoint_id',
    'domain_id',
    'monitored_domain_id',
    'service_id',
  ]);
  const scoped = (part: 'query' | 'body') =>
    operations.flatMap((operation) =>
      Object.keys((operation.declaration[part] as unknown as { shape?: object })?.shape ?? {})
        .filter((field) => scopes.has(field))
        .map((field) => ({ ...operation, field })),
    );
  let customer: PortalBrowser;
  beforeAll(async () => {
    await provision(api, '192.0.2.16', { client_id: 16 });
    customer = await signInCustomer(service, partner, 16);
  });

  /** By a key and, where the operation is open to customers, by one of them. */
  function callersOf(operation: DeclaredOperation): ApiClient[] {
    return operation.declaration.customer ? [callerOf(operation), customer] : [callerOf(operation)];
  }

  it.each(scoped('query'))('$field in the query of $name', async ({ field, ...operation }) => {
    for (const caller of callersOf(operation)) {
      for (const query of [
        `${field}=`,
        field,
        `${field}=%20%09`,
        `${field}[]=16`,
        `${field}%5B0%5D=16`,
        `${field}=16&${field}=16`,
      ]) {
        const answer = await caller.send(operation.declaration.method, `${operation.path}?${query}`);
        expect({ query, status: answer.status, errors: answer.body.errors }).toMatchObject({
          query,
          status: 422,
          errors: { [field]: [expect.any(String)] },
        });
      }
    }
  });

  it.each(scoped('body'))('$field in the body of $name', async ({ field, ...operation }) => {
    for (const caller of callersOf(operation)) {
      for (const value of ['', ' \t', null, [], [16], [null], {}]) {
        const answer = await caller.send(operation.declaration.method, operation.path, { [field]: value });
        expect({ value, status: answer.status, errors: answer.body.errors }).toMatchObject({
          value,
          status: 422,
          errors: { [field]: [expect.any(String)] },
        });
      }
    }
  });

  it('nor in a service of sync-services', async () => {
    const known = { service_id: 1, client_id: 1, product_slug: 'endpoint', status: 'active' };
    for (const field of ['service_id', 'client_id']) {
      const answer = await api.post('/api/v1/billing/sync-services', { services: [{ ...known, [field]: '' }] });
      expectRefusal(answer, 422, [`services.0.${field}`]);
    }
  });

  it('an empty one opens nothing to all customers: no rule is made and no server deleted', async () => {
    const id = await provision(api, '192.0.2.17', { client_id: 17 });
    expectRefusal(await api.send('DELETE', `/api/v1/endpoints/${id}?billing_customer_id=`), 422, [
      'billing_customer_id',
    ]);
    expect((await api.get(`/api/v1/endpoints/${id}`)).body.data.status).toBe('active');
    const before = (await api.get('/api/v1/whitelists')).body.meta.total;
    const rule = { billing_customer_id: '', endpoint_id: null, port_start: 1, port_end: 65_535, protocol: 'both' };
    expectRefusal(await api.post('/api/v1/whitelists', rule), 422, ['billing_customer_id', 'endpoint_id']);
    expect((await api.get('/api/v1/whitelists')).body.meta.total).toBe(before);
  });
});

describe('a 422 names every wrong field, whatever is wrong with it', () => {
  it.each([
    [
      'POST',
      '/api/v1/billing/provision',
      { client_id: 'x', ip_address: '127.1.1.1.1', mrr: -1 },
      ['client_id', 'ip_address', 'mrr'],
    ],
    ['POST', '/api/v1/billing/provision', { client_id: 'x', ip_address: '224.0.0.1' }, ['client_id', 'ip_address']],
    ['POST', '/api/v1/billing/provision', { client_id: 'x' }, ['client_id', 'ip_address']],
    [
      'POST',
      '/api/v1/endpoints',
      { ip_address: '169.254.169.254', status: 'x' },
      ['billing_customer_id', 'ip_address', 'status'],
    ],
    ['POST', '/api/v1/whitelists', { port_start: 9, port_end: 8, protocol: 'x' }, ['port_end', 'protocol']],
    ['PUT', `/api/v1/whitelists/${unknownId}`, { port_start: 9, port_end: 8, protocol: 'x' }, ['port_end', 'protocol']],
    [
      'POST',
      '/api/v1/billing/change-subscription',
      { client_id: 0 },
      ['client_id', 'new_plan_slug', 'new_quantity', 'product_slug', 'service_id'],
    ],
    [
      'POST',
      '/api/v1/billing/change-subscription',
      { client_id: 0, new_quantity: 'x' },
      ['client_id', 'new_quantity', 'product_slug', 'service_id'],
    ],
    ['DELETE', '/api/v1/billing/pricing?currency=QQQ', { billing_cycle: 'foo' }, ['billing_cycle', 'currency']],
    [
      'DELETE',
      '/api/v1/billing/pricing?currency=EUR&product_slug=x',
      { currency: 'USD' },
      ['currency', 'product_slug'],
    ],
    ['PUT', '/api/v1/branding', { logo: 'AAAA', support_url: 'ftp://x' }, ['logo', 'support_url']],
  ] as const)('%s %s %j: %j', async (method, path, body, fields) => {
    const caller = path.endsWith('/branding') ? administrator : api;
    expectRefusal(await caller.send(method, path, body), 422, fields);
  });
});
