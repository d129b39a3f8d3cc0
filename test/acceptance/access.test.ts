import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Operation } from '../../src/core/operation/operation.ts';
import { generateApiKey } from '../../src/identity/credentials/api-key.ts';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { listKeys } from '../../src/identity/partners/list-keys.ts';
import { revokeKey } from '../../src/identity/partners/revoke-key.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { dumpTables, insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const contractLimits = { RATE_LIMIT_STRICT: '', RATE_LIMIT_DEFAULT: '' };
const bodyless = new Set(['GET', 'OPTIONS', 'TRACE']);
const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';

/** Generous limits, no trusted proxy. */
let open: TestService;
/** The contract's limits, on two nodes of one installation; loopback is a trusted proxy. */
let limited: TestService;
let secondNode: TestService;
let logText = '';

beforeAll(async () => {
  const logger = pino(
    { level: 'trace' },
    {
      write: (line: string) => {
        logText += line;
      },
    },
  );
  open = await TestService.start({ role: 'api', logger });
  const environment = { ...contractLimits, TRUST_PROXY: '127.0.0.0/8' };
  limited = await TestService.start({ role: 'api', environment });
  secondNode = await TestService.start({ role: 'api', environment, sharedWith: limited });
});
afterAll(async () => {
  await secondNode?.stop();
  await limited?.stop();
  await open?.stop();
});
// Failed authentications of one test must not throttle the next.
beforeEach(() => {
  open.clock.advanceSeconds(61);
  limited.clock.advanceSeconds(61);
});

function operator(service: TestService, partner: TestPartner): Operation {
  return new Operation(service.service.resources, {
    partnerId: partner.partnerId,
    actor: { kind: 'operator' },
    requestId: null,
  });
}

async function suspended(service: TestService): Promise<TestPartner> {
  const partner = await service.partner();
  await changePartnerStatus(operator(service, partner), 'suspended');
  return partner;
}

/** One call of each authenticated group, with input that is invalid, and how the group shapes what goes wrong before. */
const groups = [
  {
    group: 'provisioning',
    call: (api: ApiClient) => api.post('/api/v1/billing/suspend', { endpoint_id: 'x' }),
    valid: (api: ApiClient) => api.post('/api/v1/billing/suspend', { endpoint_id: unknownId }),
    code: (name: string, _status: number): string | number => name,
    notFound: 'ENDPOINT_NOT_FOUND',
    namesUnknownKeys: true,
  },
  {
    group: 'endpoints',
    call: (api: ApiClient) => api.get(`/api/v1/endpoints/${unknownId}?billing_customer_id=x`),
    valid: (api: ApiClient) => api.get(`/api/v1/endpoints/${unknownId}`),
    code: (name: string, _status: number): string | number => name,
    notFound: '404',
    namesUnknownKeys: false,
  },
  {
    group: 'alerts',
    call: (api: ApiClient) => api.get(`/api/v1/alerts/${unknownId}?billing_customer_id=x`),
    valid: (api: ApiClient) => api.get(`/api/v1/alerts/${unknownId}`),
    code: (_name: string, status: number): string | number => status,
    notFound: 404,
    namesUnknownKeys: false,
  },
] as const;

describe.each(groups)('order of the checks: $group', ({ call, valid, code, notFound, namesUnknownKeys }) => {
  it('a missing key is 401 before anything else is looked at', async () => {
    expectRefusal(await call(open.client('nobody.example.net', null)), 401);
  });

  it.each(['Bearer', 'Bearer ', 'Basic dXNlcjpwYXNz', 'bwk_without_scheme', 'Bearer two words'])(
    'the malformed Authorization header "%s" is 401 in the auth-failure shape',
    async (authorization) => {
      const partner = await open.partner();
      const answer = await valid(withHeaders(open.client(partner.portalDomain, null), { authorization }));
      expectRefusal(answer, 401);
      expect(answer.headers['www-authenticate']).toBe('Bearer');
    },
  );

  it('a key of no account is 401, in the shape of the group, before the portal domain is looked at', async () => {
    for (const key of ['nonsense', generateApiKey()]) {
      const answer = await call(open.client('nobody.example.net', key));
      if (namesUnknownKeys) expectProblem(answer, 401, 'TENANT_NOT_FOUND');
      else expectRefusal(answer, 401);
    }
  });

  it('a key on another host is TENANT_MISMATCH, before suspension', async () => {
    const partner = await suspended(open);
    const other = await open.partner();
    for (const host of [other.portalDomain, 'nobody.example.net', '127.0.0.1']) {
      expectProblem(await call(open.client(host, partner.apiKey)), 403, code('TENANT_MISMATCH', 403));
    }
  });

  it('a suspended account is ACCOUNT_SUSPENDED, before the rate limit and the input', async () => {
    const partner = await limited.partner();
    for (let hit = 0; hit < 101; hit += 1) await valid(partner.api);
    expectThrottled(await valid(partner.api));
    await changePartnerStatus(operator(limited, partner), 'suspended');
    expectProblem(await call(partner.api), 403, code('ACCOUNT_SUSPENDED', 403));
  });

  it('a resumed account is let in again', async () => {
    const partner = await suspended(open);
    expectProblem(await valid(partner.api), 403, code('ACCOUNT_SUSPENDED', 403));
    await changePartnerStatus(operator(open, partner), 'active');
    expectProblem(await valid(partner.api), 404, notFound);
  });

  it('the rate limit comes before the input', async () => {
    const partner = await limited.partner();
    for (let hit = 0; hit < 100; hit += 1) await valid(partner.api);
    expectThrottled(await call(partner.api));
  });

  it('the input comes before existence', async () => {
    const partner = await open.partner();
    const answer = await call(partner.api);
    expect(answer.status).toBe(422);
    expectProblem(await valid(partner.api), 404, notFound);
  });
});

describe('order of the checks, after the input', () => {
  it('input is checked before a path id that is no UUID', async () => {
    const { api } = await open.partner();
    for (const path of ['/api/v1/endpoints/nonsense', '/api/v1/endpoints/nonsense/detail', '/api/v1/alerts/nonsense']) {
      expectRefusal(await api.get(`${path}?billing_customer_id=x`), 422, ['billing_customer_id']);
    }
    const answer = await api.post('/api/v1/alerts/nonsense/resolve', { billing_customer_id: 'x' });
    expectRefusal(answer, 422, ['billing_customer_id']);
  });

  it('an absent resource is 404 before the customer is compared; a foreign customer is 403 Access denied', async () => {
    const partner = await open.partner();
    const endpointId = await provision(partner.api, '192.0.2.1', { client_id: 1 });
    await provision(partner.api, '192.0.2.1', { client_id: 2 });
    const alertId = await insertAlert(open, partner, endpointId);
    for (const customer of [2, 999]) {
      const query = `?billing_customer_id=${customer}`;
      for (const [path, id, code] of [
        ['/api/v1/endpoints/:id', endpointId, '403'],
        ['/api/v1/endpoints/:id/detail', endpointId, '403'],
        ['/api/v1/alerts/:id', alertId, 403],
      ] as const) {
        const foreign = await partner.api.get(path.replace(':id', id) + query);
        expectProblem(foreign, 403, code);
        expect(foreign.body.error.message).toBe('Access denied');
        const absent = await partner.api.get(path.replace(':id', unknownId) + query);
        expectProblem(absent, 404, typeof code === 'string' ? '404' : 404);
        expect((await partner.api.get(`${path.replace(':id', id)}?billing_customer_id=1`)).status).toBe(200);
      }
      const body = { billing_customer_id: customer };
      const refused = await partner.api.post(`/api/v1/alerts/${alertId}/resolve`, body);
      expectProblem(refused, 403, 403);
      expect(refused.body.error.message).toBe('Access denied');
      expectProblem(await partner.api.post(`/api/v1/alerts/${unknownId}/resolve`, body), 404, 404);
    }
    const alert = await partner.api.get(`/api/v1/alerts/${alertId}`);
    expect(alert.body.data.alert.status).toBe('open');
  });

  it('scan-endpoint checks in the order 404, 409, 429, 503, 500, and what could not be queued burns no cooldown', async () => {
    const node = await TestService.start({ role: 'api' });
    try {
      const partner = await node.partner();
      const endpointId = await provision(partner.api, '127.0.0.9');
      const scan = (clientId = 1, id = endpointId) =>
        partner.api.post('/api/v1/billing/scan-endpoint', { client_id: clientId, endpoint_id: id });
      const { pool } = node.store.database;

      // Nothing can scan and the queue is broken all the while: each check is the first that fails.
      await pool.query(
        `CREATE FUNCTION refuse_job() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'relation pgboss.job'; END $$;
         CREATE TRIGGER refuse_job BEFORE INSERT ON pgboss.job FOR EACH ROW EXECUTE FUNCTION refuse_job()`,
      );
      const unavailable = await scan();
      expectProblem(unavailable, 503, 'SCANNING_UNAVAILABLE');
      expect(unavailable.headers['retry-after']).toBe('60');
      await partner.api.post('/api/v1/billing/suspend', { endpoint_id: endpointId });
      expectProblem(await scan(2), 404, 'ENDPOINT_NOT_FOUND');
      expectProblem(await scan(1, unknownId), 404, 'ENDPOINT_NOT_FOUND');
      expectProblem(await scan(), 409, 'ENDPOINT_NOT_ACTIVE');
      await partner.api.post('/api/v1/billing/resume', { endpoint_id: endpointId });
      expectProblem(await scan(), 503, 'SCANNING_UNAVAILABLE');

      await pretendLiveWorker(node);
      const failed = await scan();
      expectProblem(failed, 500, 'SCAN_DISPATCH_FAILED');
      expect(JSON.stringify(failed.body)).not.toMatch(/pgboss|relation|job/);
      await pool.query('DROP TRIGGER refuse_job ON pgboss.job');
      expect(expectSuccess(await scan(), 202)).toEqual({
        scan_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        status: 'pending',
        cooldown_seconds: 300,
      });

      await pool.query('DELETE FROM scan_workers');
      const cooling = await scan();
      const wait = Number(cooling.headers['retry-after']);
      expectProblem(cooling, 429, 'RATE_LIMITED', { retry_after_seconds: wait });
      expect(wait).toBeGreaterThan(290);
      expect(wait).toBeLessThanOrEqual(300);
      await partner.api.post('/api/v1/billing/suspend', { endpoint_id: endpointId });
      expectProblem(await scan(), 409, 'ENDPOINT_NOT_ACTIVE');
      expectProblem(await scan(2), 404, 'ENDPOINT_NOT_FOUND');
      await partner.api.post('/api/v1/billing/terminate', { endpoint_id: endpointId });
      expectProblem(await scan(), 409, 'ENDPOINT_NOT_ACTIVE');
    } finally {
      await node.stop();
    }
  });

  it('while a scan of the endpoint is pending, a manual request is 429 even after the cooldown', async () => {
    const partner = await open.partner();
    await pretendLiveWorker(open);
    const endpointId = await provision(partner.api, '127.0.0.10');
    const scan = () => partner.api.post('/api/v1/billing/scan-endpoint', { client_id: 1, endpoint_id: endpointId });
    expectSuccess(await scan(), 202);
    open.clock.advanceSeconds(301);
    const answer = await scan();
    const wait = Number(answer.headers['retry-after']);
    expectProblem(answer, 429, 'RATE_LIMITED', { retry_after_seconds: wait });
    expect(wait).toBeGreaterThan(0);
  });

  it('of 20 manual scans in parallel one is queued', async () => {
    const partner = await open.partner();
    await pretendLiveWorker(open);
    const endpointId = await provision(partner.api, '127.0.0.11');
    const answers = await inParallel(20, () =>
      partner.api.post('/api/v1/billing/scan-endpoint', { client_id: 1, endpoint_id: endpointId }),
    );
    expect(statusCounts(answers)).toEqual({ 202: 1, 429: 19 });
  });
});

describe('the portal domain', () => {
  it.each([
    ['with a port', (domain: string) => `${domain}:8443`],
    ['in upper case', (domain: string) => domain.toUpperCase()],
    ['with a trailing dot', (domain: string) => `${domain}.`],
    ['with all three', (domain: string) => `${domain.toUpperCase()}.:443`],
  ])('the Host %s is the same portal domain', async (_what, spell) => {
    const partner = await open.partner();
    const answer = await open.client(spell(partner.portalDomain), partner.apiKey).get('/api/v1/endpoints');
    expect(answer.status).toBe(200);
  });

  it('an international name is its punycode', async () => {
    const name = `überwachung-${randomUUID().slice(0, 8)}.example.com`;
    const created = await createPartner(open.service.resources, { name: 'Umlaut', portalDomain: name });
    expect(created.portalDomain).toBe(domainToASCII(name));
    const answer = await open.client(domainToASCII(name).toUpperCase(), created.apiKey).get('/api/v1/endpoints');
    expect(answer.status).toBe(200);
  });

  it('a part of the name, or a name around it, is another domain', async () => {
    const { portalDomain, apiKey } = await open.partner();
    for (const host of [`www.${portalDomain}`, portalDomain.slice(1), `${portalDomain}.evil.example`, 'example.com']) {
      expectProblem(await open.client(host, apiKey).get('/api/v1/endpoints'), 403, 'TENANT_MISMATCH');
    }
  });

  it('a key is bound to one of the domains of its account', async () => {
    const partner = await open.partner();
    const second = `second-${partner.portalDomain}`;
    await verifyByOperator(partner.operation, second);
    const key = await createKey(operator(open, partner), { portalDomain: second, name: 'second' });
    expect((await open.client(second, key.apiKey).get('/api/v1/endpoints')).status).toBe(200);
    const list = (host: string, apiKey: string) => open.client(host, apiKey).get('/api/v1/endpoints');
    expectProblem(await list(partner.portalDomain, key.apiKey), 403, 'TENANT_MISMATCH');
    expectProblem(await list(second, partner.apiKey), 403, 'TENANT_MISMATCH');
  });

  it('X-Forwarded-Host counts when a proxy of TRUST_PROXY sends it', async () => {
    const { portalDomain, apiKey } = await limited.partner();
    const forwarded = (domain: string) => ({ 'x-forwarded-host': domain });
    const behindProxy = limited.client('internal.example.net', apiKey);
    expect((await behindProxy.get('/api/v1/endpoints', forwarded(`${portalDomain.toUpperCase()}.:443`))).status).toBe(
      200,
    );
    const misled = await limited
      .client(portalDomain, apiKey)
      .get('/api/v1/endpoints', forwarded('internal.example.net'));
    expectProblem(misled, 403, 'TENANT_MISMATCH');
  });

  it('X-Forwarded-Host from anybody else is ignored', async () => {
    const { portalDomain, apiKey } = await open.partner();
    const forwarded = { 'x-forwarded-host': portalDomain };
    const answer = await open.client('internal.example.net', apiKey).get('/api/v1/endpoints', forwarded);
    expectProblem(answer, 403, 'TENANT_MISMATCH');
    const direct = await open
      .client(portalDomain, apiKey)
      .get('/api/v1/endpoints', { 'x-forwarded-host': 'other.example' });
    expect(direct.status).toBe(200);
  });

  it('health answers on every host, without a key', async () => {
    for (const host of ['nobody.example.net', '127.0.0.1', 'localhost']) {
      const answer = await open.client(host, null).get('/api/v1/health');
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        success: true,
        status: 'ok',
        timestamp: expect.stringMatching(/^\d{4}-.+\.\d{3}Z$/),
        meta: { version: 'v1' },
      });
    }
  });
});

describe('what HTTP itself refuses', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = (await open.partner()).api;
  });

  it.each([
    '{"client_id": 1',
    'client_id=1',
    '[{"client_id":1}]',
    '"text"',
    '42',
    'null',
    'true',
    '{"a":1}{"b":2}',
    '{"__proto__":{"client_id":1}}',
  ])('the body %s is 422 on body', async (body) => {
    expectRefusal(await api.send('POST', '/api/v1/billing/provision', body), 422, ['body']);
  });

  it('an empty body is one without fields, and so is an empty array, as PHP encodes it', async () => {
    for (const body of ['', undefined, '[]', ' [ ] '])
      expectRefusal(await api.send('POST', '/api/v1/billing/suspend', body), 422, ['endpoint_id']);
  });

  it('a body that is nested absurdly deep is no failure of the service', async () => {
    const nested = `${'['.repeat(15_000)}${']'.repeat(15_000)}`;
    const unknown = `{"endpoint_id":"${unknownId}","x":${nested}}`;
    expectProblem(await api.send('POST', '/api/v1/billing/suspend', unknown), 404, 'ENDPOINT_NOT_FOUND');
    expectRefusal(await api.send('POST', '/api/v1/billing/suspend', `{"endpoint_id":${nested}}`), 422, ['endpoint_id']);
  });

  it('a compressed body is 415, also one that reads as JSON as it stands', async () => {
    const send = (encoding: string) =>
      api.send('POST', '/api/v1/billing/provision', { client_id: 1 }, { 'content-encoding': encoding });
    for (const encoding of ['gzip', 'br', 'Deflate', 'identity, gzip']) expectRefusal(await send(encoding), 415);
    expectRefusal(await send('identity'), 422, ['ip_address']);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])(
    'a body of type %s is 415',
    async (type) => {
      expectRefusal(await api.send('POST', '/api/v1/billing/provision', 'client_id=1', { 'content-type': type }), 415);
    },
  );

  it('a charset in the content type is fine', async () => {
    const type = { 'content-type': 'application/json; charset=utf-8' };
    expectProblem(
      await api.post('/api/v1/billing/suspend', { endpoint_id: unknownId }, type),
      404,
      'ENDPOINT_NOT_FOUND',
    );
  });

  it('the key is looked at before the body', async () => {
    const { portalDomain } = await open.partner();
    const nobody = open.client(portalDomain, null);
    expectRefusal(await nobody.send('POST', '/api/v1/billing/provision', '{"broken'), 401);
    expectRefusal(await nobody.send('POST', '/api/v1/billing/provision', 'x', { 'content-type': 'text/plain' }), 401);
  });

  it.each(['/api/v1/nothing', '/api/v2/endpoints', '/api/v1', '/api/v1/billing', '/api/v1/endpoints/a/b/c'])(
    'the unknown path %s is 404',
    async (path) => {
      expectRefusal(await api.get(path), 404);
      expectRefusal(await api.post(path, {}), 404);
    },
  );

  it.each([
    ['PUT', '/api/v1/billing/provision', 'POST'],
    ['GET', '/api/v1/provisioning/suspend', 'POST'],
    ['DELETE', '/api/v1/billing/scan-endpoint', 'POST'],
    ['PATCH', '/api/v1/alerts', 'GET, HEAD'],
    ['POST', '/api/v1/health', 'GET, HEAD'],
    ['GET', `/api/v1/alerts/${unknownId}/resolve`, 'POST'],
    ['POST', `/api/v1/endpoints/${unknownId}/detail`, 'GET, HEAD'],
    ['PUT', '/api/v1/alerts/x', 'GET, HEAD'],
    ['OPTIONS', '/api/v1/alerts', 'GET, HEAD'],
    ['TRACE', '/api/v1/alerts', 'GET, HEAD'],
  ] as const)('%s %s is 405 and says what is allowed', async (method, path, allowed) => {
    const answer = await api.send(method, path, bodyless.has(method) ? undefined : '{"broken');
    expectRefusal(answer, 405);
    expect(String(answer.headers.allow).split(', ').toSorted()).toEqual(allowed.split(', ').toSorted());
  });

  it.each([
    { what: 'a word', id: 'nonsense' },
    { what: 'a space', id: '%20' },
    { what: 'a NUL', id: '%00' },
    { what: 'a path', id: '..%2f..%2fetc' },
    { what: '101 characters', id: 'a'.repeat(101) },
    { what: '5,000 characters', id: 'a'.repeat(5_000) },
    { what: 'an emoji', id: '%F0%9F%98%80' },
    { what: 'SQL', id: "1'%20OR%201=1" },
    { what: 'almost a UUID', id: '00000000-0000-0000-0000-00000000000g' },
  ])('as a path id, $what is an id that does not exist', async ({ id }) => {
    expectProblem(await api.get(`/api/v1/endpoints/${id}`), 404, '404');
    expectProblem(await api.get(`/api/v1/endpoints/${id}/detail`), 404, '404');
    expectProblem(await api.get(`/api/v1/alerts/${id}`), 404, 404);
    expectProblem(await api.post(`/api/v1/alerts/${id}/resolve`), 404, 404);
  });

  it.each(['%zz', '%', '%C0%AF'])('a path with %s, which cannot be decoded, is 404', async (text) => {
    expectRefusal(await api.get(`/api/v1/endpoints/${text}`), 404);
  });

  it('a path id of the right form needs a key first, whatever its length', async () => {
    const { portalDomain } = await open.partner();
    expectRefusal(await open.client(portalDomain, null).get(`/api/v1/endpoints/${'a'.repeat(101)}`), 401);
  });

  it('what goes wrong on our side says no more than a request id, in the shape of the group', async () => {
    const partner = await open.partner();
    const endpointId = await provision(partner.api, '192.0.2.44');
    const { pool } = open.store.database;
    await pool.query('ALTER TABLE allowed_port_rules RENAME TO allowed_port_rules_away');
    await pool.query('ALTER TABLE alerts RENAME TO alerts_away');
    try {
      for (const [path, code] of [
        [`/api/v1/endpoints/${endpointId}/detail`, 'INTERNAL_ERROR'],
        ['/api/v1/alerts', 500],
      ] as const) {
        const answer = await partner.api.get(path);
        expectProblem(answer, 500, code, { request_id: answer.headers['x-request-id'] });
        expect(JSON.stringify(answer.body)).not.toMatch(/relation|alerts_away|select|sql|\.ts/i);
      }
      const suspending = await partner.api.post('/api/v1/billing/terminate', { endpoint_id: endpointId });
      expectProblem(suspending, 500, 'INTERNAL_ERROR', { request_id: suspending.headers['x-request-id'] });
    } finally {
      await pool.query('ALTER TABLE allowed_port_rules_away RENAME TO allowed_port_rules');
      await pool.query('ALTER TABLE alerts_away RENAME TO alerts');
    }
    expect((await partner.api.get(`/api/v1/endpoints/${endpointId}`)).body.data.status).toBe('active');
  });
});

describe('request ids', () => {
  it('every answer carries one, errors included, and no two are the same', async () => {
    const { api } = await open.partner();
    const answers = await Promise.all([
      api.get('/api/v1/health'),
      api.get('/api/v1/endpoints'),
      api.get('/api/v1/nothing'),
      api.get('/api/v1/billing/provision'),
      api.post('/api/v1/billing/provision', {}),
      api.post('/api/v1/billing/provision', '{"broken'),
      api.get(`/api/v1/alerts/${unknownId}`),
      api.get('/api/v1/endpoints/%zz'),
      api.get('/readyz'),
      api.get('/openapi.json'),
      open.client('nobody.example.net', null).get('/api/v1/alerts'),
    ]);
    const ids = answers.map((answer) => answer.headers['x-request-id']);
    expect(ids).toEqual(ids.map(() => expect.stringMatching(/^\S{8,}$/)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('a plausible id of the client is kept; one that could forge log lines is replaced', async () => {
    const { api } = await open.partner();
    const echoed = async (id: string) =>
      (await api.get('/api/v1/health', { 'x-request-id': id })).headers['x-request-id'];
    expect(await echoed('order-42/retry:1')).toBe('order-42/retry:1');
    for (const id of ['with space', 'x'.repeat(129), '{"a":1}', '<b>']) expect(await echoed(id)).not.toBe(id);
  });
});

describe('rate limits', () => {
  const strict = (api: ApiClient) => api.get('/api/v1/alerts?limit=1');
  const standard = (api: ApiClient) => api.get('/api/v1/endpoints?per_page=1');

  it('60 requests a minute pass in the strict groups; 61 is refused; after exactly Retry-After the next passes', async () => {
    const { api } = await limited.partner();
    for (let hit = 1; hit <= 60; hit += 1) {
      const { status, headers } = await strict(api);
      expect({ status, limit: headers['x-ratelimit-limit'], remaining: headers['x-ratelimit-remaining'] }).toEqual({
        status: 200,
        limit: '60',
        remaining: String(60 - hit),
      });
    }
    const refused = await strict(api);
    const wait = expectThrottled(refused);
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '60', 'x-ratelimit-remaining': '0' });
    limited.clock.advanceSeconds(wait);
    expect(await strict(api)).toMatchObject({ status: 200, headers: { 'x-ratelimit-remaining': '59' } });
  });

  it('100 requests a minute pass in the other groups, counted apart from the strict ones', async () => {
    const { api } = await limited.partner();
    expect(statusCounts(await inParallel(61, () => strict(api)))).toEqual({ 200: 60, 429: 1 });
    expect(statusCounts(await inParallel(101, () => standard(api)))).toEqual({ 200: 100, 429: 1 });
    expect((await standard(api)).headers['x-ratelimit-limit']).toBe('100');
  });

  it('the strict groups and both namespaces share one counter', async () => {
    const { api } = await limited.partner();
    const calls = [
      () => strict(api),
      () => api.post('/api/v1/billing/suspend', { endpoint_id: unknownId }),
      () => api.post('/api/v1/provisioning/suspend', { endpoint_id: unknownId }),
    ];
    for (let hit = 0; hit < 60; hit += 1) expect((await calls[hit % 3]!()).status).not.toBe(429);
    for (const call of calls) expectThrottled(await call());
  });

  it('sign-ins count apart: 60 a minute and key, 10 a minute and customer, and none of them takes from the others', async () => {
    const partner = await limited.partner();
    const { api } = partner;
    const signIn = (client: number, as = api) => as.post('/api/v1/sso/token', { client_id: client });
    for (const client of [1, 2])
      await api.post('/api/v1/billing/provision', { client_id: client, ip_address: '192.0.2.1' });
    expect(statusCounts(await inParallel(11, () => signIn(1)))).toEqual({ 201: 10, 429: 1 });
    const wait = expectThrottled(await signIn(1));
    expect((await signIn(2)).status).toBe(201);
    expect(statusCounts(await inParallel(58, () => strict(api)))).toEqual({ 200: 58 });
    expectThrottled(await strict(api));
    // 13 so far, whatever they were answered.
    expect(statusCounts(await inParallel(48, (call) => signIn(100 + call)))).toEqual({ 404: 47, 429: 1 });
    expect(statusCounts(await inParallel(101, () => standard(api)))).toEqual({ 200: 100, 429: 1 });
    const second = await createKey(operator(limited, partner), { name: 'second' });
    expectThrottled(await signIn(1, limited.client(partner.portalDomain, second.apiKey)));
    expect((await signIn(1, (await limited.partner()).api)).status).toBe(404);
    limited.clock.advanceSeconds(wait);
    expect((await signIn(1, limited.client(partner.portalDomain, second.apiKey))).status).toBe(201);
  });

  it('keys of one account count apart', async () => {
    const partner = await limited.partner();
    const second = await createKey(operator(limited, partner), { name: 'second' });
    expect(statusCounts(await inParallel(61, () => strict(partner.api)))).toEqual({ 200: 60, 429: 1 });
    expect((await strict(limited.client(partner.portalDomain, second.apiKey))).status).toBe(200);
  });

  it('requests that fail count: validation, absence and unreadable bodies', async () => {
    const { api } = await limited.partner();
    const calls = [
      () => api.get('/api/v1/alerts?limit=0'),
      () => api.get(`/api/v1/alerts/${unknownId}`),
      () => api.post('/api/v1/billing/provision', '{"broken'),
    ];
    for (let hit = 0; hit < 60; hit += 1) expect((await calls[hit % 3]!()).status).not.toBe(429);
    expectThrottled(await strict(api));
  });

  it('refused requests do not prolong the wait', async () => {
    const { api } = await limited.partner();
    await inParallel(60, () => strict(api));
    const wait = expectThrottled(await strict(api));
    // Of the last seconds of the window, as many as the requests take on a busy machine.
    limited.clock.advanceSeconds(wait - 20);
    await inParallel(50, () => strict(api));
    expect(expectThrottled(await strict(api))).toBeLessThanOrEqual(20);
    limited.clock.advanceSeconds(20);
    expect(statusCounts(await inParallel(60, () => strict(api)))).toEqual({ 200: 60 });
  });

  it('of 100 parallel requests exactly 60 pass', async () => {
    const { api } = await limited.partner();
    expect(statusCounts(await inParallel(100, () => strict(api)))).toEqual({ 200: 60, 429: 40 });
  });

  it('two nodes share one counter, exactly', async () => {
    const { api, portalDomain, apiKey } = await limited.partner();
    const elsewhere = secondNode.client(portalDomain, apiKey);
    const answers = await inParallel(100, (call) => strict(call % 2 === 0 ? api : elsewhere));
    expect(statusCounts(answers)).toEqual({ 200: 60, 429: 40 });
    expectThrottled(await strict(elsewhere));
  });

  it.each([-86_400, -3_600, -30, 3_600, 86_400])(
    'a step of the clock by %i seconds neither locks out nor lifts the limit',
    async (seconds) => {
      const { api } = await limited.partner();
      await inParallel(60, () => strict(api));
      expectThrottled(await strict(api));
      limited.clock.advanceSeconds(seconds);
      try {
        const answers = await inParallel(61, () => strict(api));
        expect(statusCounts(answers)).toEqual({ 200: 60, 429: 1 });
        const wait = expectThrottled(await strict(api));
        limited.clock.advanceSeconds(wait);
        expect((await strict(api)).status).toBe(200);
      } finally {
        limited.clock.advanceSeconds(-seconds);
      }
    },
  );

  it('health: 100 a minute and client address, which a trusted proxy tells', async () => {
    const health = (address: string) =>
      limited.client('any.example', null).get('/api/v1/health', { 'x-forwarded-for': address });
    expect(statusCounts(await inParallel(100, () => health('198.51.100.1')))).toEqual({ 200: 100 });
    const refused = await health('198.51.100.1');
    expectThrottled(refused);
    expect(refused.headers['x-ratelimit-limit']).toBe('100');
    expect((await health('198.51.100.2')).status).toBe(200);
  });

  it('health: an IPv6 client is its /64', async () => {
    const health = (address: string) =>
      limited.client('any.example', null).get('/api/v1/health', { 'x-forwarded-for': address });
    const answers = await inParallel(110, (call) => health(`2001:db8:9:1::${call.toString(16)}`));
    expect(statusCounts(answers)).toEqual({ 200: 100, 429: 10 });
    expect((await health('2001:db8:9:2::1')).status).toBe(200);
  });

  it('an untrusted X-Forwarded-For makes no new client address', async () => {
    const health = (address: string) =>
      open.client('any.example', null).get('/api/v1/health', { 'x-forwarded-for': address });
    const answers = await inParallel(120, (call) => health(`198.51.100.${call}`));
    expect(statusCounts(answers)[429]).toBeGreaterThanOrEqual(20);
  });

  it('30 failed authentications a minute and client address; a valid key still passes', async () => {
    const partner = await limited.partner();
    const guess = (call: number, address: string) =>
      limited
        .client(partner.portalDomain, call % 3 === 0 ? null : call % 3 === 1 ? generateApiKey() : 'bwk_typo')
        .get(call % 2 === 0 ? '/api/v1/alerts' : '/api/v1/endpoints', { 'x-forwarded-for': address });
    expect(statusCounts(await inParallel(40, (call) => guess(call, '198.51.100.7')))).toEqual({ 401: 30, 429: 10 });
    const wait = expectThrottled(await guess(1, '198.51.100.7'));
    const fromThere = { 'x-forwarded-for': '198.51.100.7' };
    expect((await partner.api.get('/api/v1/alerts', fromThere)).status).toBe(200);
    expectRefusal(await guess(1, '198.51.100.8'), 401);
    limited.clock.advanceSeconds(wait);
    expectRefusal(await guess(1, '198.51.100.7'), 401);
  });
});

describe('keys', () => {
  it('failed authentications are counted by IPv6 /64, and by /48 at four times the limit; a valid key still passes', async () => {
    const partner = await limited.partner();
    const guess = (address: string) =>
      limited.client(partner.portalDomain, generateApiKey()).get('/api/v1/endpoints', { 'x-forwarded-for': address });
    const ofOne = await inParallel(60, (call) => guess(`2001:db8:7:1::${call.toString(16)}`));
    expect(statusCounts(ofOne)).toEqual({ 401: 30, 429: 30 });
    // What one network sends over its limit takes nothing from its neighbours.
    const ofNeighbours = await inParallel(100, (call) => guess(`2001:db8:7:${(call + 2).toString(16)}::1`));
    expect(statusCounts(ofNeighbours)).toEqual({ 401: 90, 429: 10 });
    const fromThere = { 'x-forwarded-for': '2001:db8:7:1::1' };
    expect((await partner.api.get('/api/v1/endpoints', fromThere)).status).toBe(200);
    expect((await guess('2001:db8:8::1')).status).toBe(401);
    const mapped = await inParallel(31, (call) => guess(call % 2 === 0 ? '198.51.100.77' : '::ffff:198.51.100.77'));
    expect(statusCounts(mapped)).toEqual({ 401: 30, 429: 1 });
  });

  it('a revoked key fails on the next request, on every node', async () => {
    const partner = await limited.partner();
    const elsewhere = secondNode.client(partner.portalDomain, partner.apiKey);
    expect([(await partner.api.get('/api/v1/alerts')).status, (await elsewhere.get('/api/v1/alerts')).status]).toEqual([
      200, 200,
    ]);
    const [key] = await listKeys(operator(limited, partner));
    await revokeKey(operator(limited, partner), key!.key_id);
    for (const client of [partner.api, elsewhere]) {
      expectRefusal(await client.get('/api/v1/alerts'), 401);
      expectRefusal(await client.get('/api/v1/endpoints'), 401);
      const answer = await client.post('/api/v1/provisioning/suspend', { endpoint_id: unknownId });
      expectProblem(answer, 401, 'TENANT_NOT_FOUND');
    }
  });

  it('a replaced key works during the overlap and fails after it; the new one works throughout', async () => {
    const partner = await open.partner();
    const [old] = await listKeys(operator(open, partner));
    const replaces = { keyId: old!.key_id, overlapSeconds: 3_600 };
    const created = await createKey(operator(open, partner), { name: 'rotated', replaces });
    const renewed = open.client(partner.portalDomain, created.apiKey);
    const statuses = async () => [
      (await partner.api.get('/api/v1/alerts')).status,
      (await renewed.get('/api/v1/alerts')).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    open.clock.advanceSeconds(3_590);
    expect(await statuses()).toEqual([200, 200]);
    open.clock.advanceSeconds(11);
    expect(await statuses()).toEqual([401, 200]);
  });

  it('a key with one character changed is no key', async () => {
    const { portalDomain, apiKey } = await open.partner();
    const typo = apiKey.slice(0, 20) + (apiKey[20] === 'a' ? 'b' : 'a') + apiKey.slice(21);
    expectRefusal(await open.client(portalDomain, typo).get('/api/v1/alerts'), 401);
    expectRefusal(await open.client(portalDomain, apiKey.toLowerCase()).get('/api/v1/alerts'), 401);
  });

  it('no key is in the database or the log, whatever became of its requests', async () => {
    const partner = await open.partner();
    const guess = generateApiKey();
    const endpointId = await provision(partner.api, '192.0.2.45', { service_id: 3, client_name: 'Someone' });
    await partner.api.post('/api/v1/billing/provision', '{"broken');
    await partner.api.get('/api/v1/nothing');
    await partner.api.get('/api/v1/alerts?limit=0');
    await open.client('nobody.example.net', partner.apiKey).get('/api/v1/alerts');
    await open.client(partner.portalDomain, guess).get('/api/v1/alerts');
    const { pool } = open.store.database;
    await pool.query('ALTER TABLE alerts RENAME TO alerts_away');
    const failed = await partner.api.get(`/api/v1/endpoints/${endpointId}/detail`);
    await pool.query('ALTER TABLE alerts_away RENAME TO alerts');
    expect(failed.status).toBe(500);

    const dump = await dumpTables(open);
    expect(dump.get('public.endpoints')).toContain('192.0.2.45');
    const everything = [...dump.values()].join('\n');
    expect(logText).toContain(String(failed.headers['x-request-id']));
    for (const secret of [partner.apiKey, guess]) {
      const random = secret.slice(12);
      for (const text of [everything, logText]) {
        expect(text.includes(random)).toBe(false);
        expect(text.includes(Buffer.from(secret).toString('hex'))).toBe(false);
        expect(text.includes(Buffer.from(secret).toString('base64').slice(0, 40))).toBe(false);
      }
    }
  });
});

describe('operations', () => {
  it('/readyz tells database and queue, and names what failed', async () => {
    const client = open.client('any.example', null);
    const state = async () => {
      const { status, body } = await client.get('/readyz');
      return { status, ...body };
    };
    const checks = { database: 'ok', queue: 'ok', disk: 'ok', clock: 'ok' };
    // Of the disk of a database that is too busy to tell nothing is said, for half a minute.
    await expect.poll(state, { timeout: 120_000 }).toMatchObject({ status: 200, ready: true, checks });
    const { pool } = open.store.database;
    await pool.query('ALTER TABLE pgboss.job RENAME TO job_away');
    // What was found serves all who ask within half a second.
    try {
      const expected = { status: 503, ready: false, checks: { database: 'ok', queue: 'failed' } };
      await expect.poll(state, { timeout: 5_000 }).toMatchObject(expected);
    } finally {
      await pool.query('ALTER TABLE pgboss.job_away RENAME TO job');
    }
    await expect.poll(state, { timeout: 5_000 }).toMatchObject({ status: 200, ready: true });
  });

  it('/metrics counts requests by route, with no id, address or key in it, and answers no proxy', async () => {
    const partner = await open.partner();
    await partner.api.get(`/api/v1/endpoints/${unknownId}`);
    const client = open.client('127.0.0.1', null);
    const answer = await client.get('/metrics');
    expect(answer).toMatchObject({ status: 200 });
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    for (const name of [
      'breakwater_http_request_seconds_count{method="GET",route="/api/v1/endpoints/:endpoint",status="404"}',
      'breakwater_queue_jobs{queue="scan",state="ready"}',
      'breakwater_queue_oldest_seconds',
      'breakwater_database_connections{state="idle"}',
      'breakwater_scans_total',
      'breakwater_alerts_opened_total',
      'breakwater_events_waiting',
      'breakwater_events_oldest_waiting_seconds',
    ]) {
      expect(answer.body).toContain(name);
    }
    expect(answer.body).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|bwk_|192\.0\.2\./);
    expectRefusal(await client.get('/metrics', { 'x-forwarded-for': '198.51.100.1' }), 404);
    expectRefusal(await client.get('/metrics', { forwarded: 'for=198.51.100.1' }), 404);
  });

  it('/metrics answers nobody who asks by a name that leads here, as through a proxy that adds no header', async () => {
    for (const host of ['127.0.0.1', '127.0.0.1:8080', '[::1]:8080', 'localhost:8080'])
      expect(await open.client(host, null).get('/metrics')).toMatchObject({ status: 200 });
    const portal = (await open.partner()).portalDomain;
    for (const host of ['evil.example', portal, 'localhost.evil.example', '127.0.0.1.evil.example:80'])
      expectRefusal(await open.client(host, null).get('/metrics'), 404);
  });

  it.each(['/docs', '/docs/api'])('%s is a page that runs nothing but its own scripts', async (path) => {
    const client = open.client('any.example', null);
    const first = await client.get(path);
    const page = first.status === 302 ? await client.get(String(first.headers.location)) : first;
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<html') });
    expect(page.headers['content-security-policy']).not.toMatch(/unsafe-eval|\*/);
  });
});

function inParallel(count: number, call: (index: number) => Promise<ApiAnswer>): Promise<ApiAnswer[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => call(index)));
}

function statusCounts(answers: readonly ApiAnswer[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** A client that adds headers to each of its calls. */
function withHeaders(client: ApiClient, headers: Record<string, string>): ApiClient {
  const send = client.send.bind(client);
  client.send = (method, path, body, more = {}) => send(method, path, body, { ...more, ...headers });
  return client;
}
