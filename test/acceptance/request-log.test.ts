import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { dropOldRequests, RequestLog } from '../../src/core/request-log/request-log.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { eventually } from '../support/eventually.ts';
import { openConsole, type PortalBrowser } from '../support/portal-browser.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let console: PortalBrowser;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', environment: { TRUST_PROXY: '127.0.0.1' } });
  partner = await service.partner();
  console = await openConsole(service, partner);
});
afterAll(async () => {
  await service?.stop();
});

/** A key of its own, whose log has nothing else. */
async function newKey(account = partner) {
  const { keyId, apiKey } = await createKey(account.operation, { name: 'billing' });
  return { path: `/api/v1/keys/${keyId}/requests`, keyId, apiKey, api: service.client(account.portalDomain, apiKey) };
}

const requestsAt = async (path: string, query = '') => expectSuccess(await console.get(`${path}${query}`)).requests;

/** The log, once it has so many requests. */
const logged = (path: string, count: number) =>
  eventually(`${count} requests in the log`, async () => {
    const requests = await requestsAt(path);
    return requests.length >= count && requests;
  }).then((requests) => {
    expect(requests).toHaveLength(count);
    return requests;
  });

const detailOf = async (path: string, { id }: { id: string }) =>
  expectSuccess(await console.get(`${path}/${id}`)).request;

const requestIdOf = ({ headers }: ApiAnswer) => headers['x-request-id'];

it('a request is logged with its path, answer, time and the types that were sent, and none of the values', async () => {
  const { path, api } = await newKey();
  const body = { client_id: 42, ip_address: '192.0.2.77', hostname: 'secret.example.com', colour: 'red' };
  const provisioned = await api.post('/api/v1/billing/provision', body, { 'user-agent': 'WHMCS/8.9' });
  const { endpoint_id: endpointId } = expectSuccess(provisioned, 201);
  const read = await api.get(`/api/v1/endpoints/${endpointId}?billing_customer_id=42&token=abcdef`);
  const [second, first] = await logged(path, 2);
  expect(first).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    method: 'POST',
    path: '/api/v1/billing/provision',
    status: 201,
    duration_ms: expect.any(Number),
    request_id: requestIdOf(provisioned),
    sandbox: false,
    error_code: null,
  });
  expect(second).toMatchObject({
    method: 'GET',
    path: `/api/v1/endpoints/${endpointId}?billing_customer_id=42&token=…`,
    status: 200,
    request_id: requestIdOf(read),
  });
  expect(await detailOf(path, first)).toEqual({
    ...first,
    body: { client_id: 'integer', ip_address: 'string', hostname: 'string', colour: 'string' },
    user_agent: 'WHMCS/8.9',
    message: null,
    errors: {},
  });
  expect((await detailOf(path, second)).body).toBe(null);
  const { rows } = await service.store.database.pool.query('SELECT to_jsonb(r)::text AS text FROM api_requests r');
  expect(JSON.stringify(rows)).not.toMatch(/192\.0\.2\.77|secret\.example|red|abcdef/);
});

it('a refused request is logged with the words of its error, wherever it was refused', async () => {
  const { path, api, apiKey } = await newKey();
  await api.post('/api/v1/billing/provision', { client_id: 'x', password: 'hunter2' });
  await api.post('/api/v1/billing/suspend', { endpoint_id: randomUUID() });
  await api.post(`/api/v1/alerts/${randomUUID()}/resolve`);
  await service.client('other.example.com', apiKey).get('/api/v1/account');
  await api.get('/api/v1/keys');
  const sandboxed = { 'x-service-sandbox': 'true' };
  await api.send('GET', '/api/v1/endpoints', undefined, sandboxed);
  await enableSandbox(service, partner);
  await api.send('GET', '/api/v1/endpoints', undefined, sandboxed);
  const repeat = { 'idempotency-key': randomUUID() };
  for (let time = 0; time < 2; time += 1)
    await api.post('/api/v1/billing/resume', { endpoint_id: '0190aaaa-0000-7000-8000-00000000dead' }, repeat);
  const requests = (await logged(path, 9)).toReversed();
  expect(
    requests.map(({ status, error_code, sandbox }: Record<string, unknown>) => [status, error_code, sandbox]),
  ).toEqual([
    [422, null, false],
    [404, 'ENDPOINT_NOT_FOUND', false],
    [404, '404', false],
    [403, 'TENANT_MISMATCH', false],
    [403, 'ACCESS_DENIED', false],
    [403, 'SANDBOX_DISABLED', false],
    [200, null, true],
    [404, 'ENDPOINT_NOT_FOUND', false],
    [404, 'ENDPOINT_NOT_FOUND', false],
  ]);
  expect(await detailOf(path, requests[0])).toMatchObject({
    body: { client_id: 'string', password: 'string' },
    message: 'The given data was invalid.',
    errors: { client_id: [expect.stringMatching(/^The client_id field must/)], ip_address: [expect.any(String)] },
  });
  expect(await detailOf(path, requests[1])).toMatchObject({ message: 'No endpoint with that ID is in the account.' });
  const { rows } = await service.store.database.pool.query('SELECT to_jsonb(r)::text AS text FROM api_requests r');
  expect(JSON.stringify(rows)).not.toMatch(/hunter2/);
});

it('what nobody can be told of is not logged: unknown keys, sessions, visitors', async () => {
  const { path, api } = await newKey();
  const { pool } = service.store.database;
  await service.client(partner.portalDomain, 'bwk_unknown').get('/api/v1/account');
  await service.client(partner.portalDomain, null).get('/api/v1/session');
  await console.get('/api/v1/plans');
  await api.get('/api/v1/plans');
  await logged(path, 1);
  const { rows } = await pool.query('SELECT DISTINCT key_id FROM api_requests EXCEPT SELECT id FROM api_keys');
  expect(rows).toEqual([]);
});

it('the log is filtered by status and path, and read in pages', async () => {
  const { path, api } = await newKey();
  for (const url of ['plans', 'prices', 'plans?colour=x', `scans/${randomUUID()}`, 'nothing-there', 'audit?limit=0'])
    await api.get(`/api/v1/${url}`);
  await logged(path, 5);
  const statuses = async (query: string) =>
    (await requestsAt(path, query)).map(({ status }: { status: number }) => status).toSorted();
  expect(await statuses('?status=4')).toEqual([404, 422]);
  expect(await statuses('?status=422')).toEqual([422]);
  expect(await statuses('?status=5')).toEqual([]);
  expect(await statuses('?path=plans')).toEqual([200, 200]);
  expect(await statuses('?path=plans&status=4')).toEqual([]);
  // The text is one, and no pattern.
  expect(await statuses('?path=%25')).toEqual([]);
  const pages = [];
  for (let cursor = ''; ; ) {
    const page = expectSuccess(await console.get(`${path}?limit=2${cursor}`));
    pages.push(page.requests.length);
    if (!page.has_more) break;
    cursor = `&cursor=${page.next_cursor}`;
  }
  expect(pages).toEqual([2, 2, 1]);
});

it('of each key the last 1,000 requests of a week are kept', async () => {
  const { path, keyId, api } = await newKey();
  const { pool } = service.store.database;
  await pool.query(
    `INSERT INTO api_requests (partner_id, id, key_id, at, method, path, status, duration_ms, request_id, sandbox, details)
     SELECT $1, ('01900000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, $2, $3, 'GET', '/api/v1/plans', 200, 1, 'x', false, '{}'
     FROM generate_series(1, 1500) n`,
    [partner.partnerId, keyId, service.clock.now()],
  );
  await api.get('/api/v1/plans');
  const count = async () =>
    (await pool.query('SELECT count(*)::int AS n FROM api_requests WHERE key_id = $1', [keyId])).rows[0].n;
  await eventually('a log that was trimmed', async () => (await count()) === 1_000);
  const [newest] = await requestsAt(path, '?limit=1');
  expect(newest.request_id).not.toBe('x');
  service.clock.advanceSeconds(7 * 86_400 + 60);
  await dropOldRequests(service.service.resources);
  expect(await count()).toBe(0);
});

it("a key of another account, or of none, has no log, and one key's request is not another's", async () => {
  console = await openConsole(service, partner);
  const own = await newKey();
  const other = await newKey();
  const foreign = await newKey(await service.partner());
  await own.api.get('/api/v1/plans');
  await foreign.api.get('/api/v1/plans');
  const [request] = await logged(own.path, 1);
  for (const keyId of [foreign.keyId, randomUUID(), 'x'])
    expectProblem(await console.get(`/api/v1/keys/${keyId}/requests`), 404, 'KEY_NOT_FOUND');
  expectProblem(await console.get(`${other.path}/${request.id}`), 404, 'REQUEST_NOT_FOUND');
  expectProblem(await console.get(`${own.path}/${randomUUID()}`), 404, 'REQUEST_NOT_FOUND');
});

it('what does not fit into the buffer is dropped and counted; a failing database fails no request', async () => {
  const dropped: [number, boolean][] = [];
  const log = new RequestLog({
    resources: service.service.resources,
    onDropped: (count, reason) => dropped.push([count, reason !== null]),
  });
  const { keyId } = await newKey();
  const answered = (credentialHolder: object) =>
    log.note(
      {
        ...{ credentialHolder, worldId: null, params: {}, headers: {}, method: 'GET', url: '/x', id: 'x' },
        routeOptions: { url: '/x', config: {} },
      } as never,
      { statusCode: 200, elapsedTime: 1 } as never,
      {},
    );
  const credential = { kind: 'api_key', id: keyId };
  // Nobody's, which the database refuses.
  for (let one = 0; one < 500; one += 1) answered({ partnerId: randomUUID(), credential });
  for (let one = 500; one < 5_010; one += 1) answered({ partnerId: partner.partnerId, credential });
  await log.stop();
  expect(dropped).toEqual([
    [10, false],
    [500, true],
  ]);
});
