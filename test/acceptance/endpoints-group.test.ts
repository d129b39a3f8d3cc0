import { Resolver } from 'node:dns/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { type NameServer, startNameServer } from '../support/name-server.ts';
import { insertAlert } from '../support/rows.ts';
import { enqueueScan, systemOperation } from '../support/scan-steps.ts';
import { expectProblem, expectRefusal, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/endpoints';
const absentId = '00000000-0000-4000-8000-000000000000';

/** The lower half of loopback may be scanned; the upper half is refused like any loopback address. */
const zone = {
  'both.example': ['127.1.250.1', '127.1.250.2', '::1'],
  'v6.example': ['::1'],
  'some-refused.example': ['127.200.0.1', '169.254.169.254', '127.1.250.3'],
  'v4-refused.example': ['127.200.0.1', '::1'],
  'all-refused.example': ['127.200.0.1', '169.254.169.254', 'fe80::1', '::ffff:7fc8:1'],
  'private.example': ['10.0.0.7'],
  'empty.example': [],
  'broken.example': 'failure',
  'silent.example': 'silence',
} as const;

let nameServer: NameServer;
let service: TestService;
let partner: TestPartner;
let lastHost = 0;

beforeAll(async () => {
  nameServer = await startNameServer(zone);
  const resolver = new Resolver({ timeout: 1_000, tries: 2 });
  resolver.setServers([nameServer.server]);
  service = await TestService.start({ role: 'api', environment: { SCAN_ALLOW: '127.0.0.0/9,::1' }, resolver });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  await nameServer?.close();
});

/** A scannable address of its own. */
function freshAddress(): string {
  lastHost += 1;
  return `127.1.${lastHost >> 8}.${lastHost & 255}`;
}

function add(body: Record<string, unknown>, api = partner.api): Promise<ApiAnswer> {
  return api.post(path, { billing_customer_id: 1, ip_address: freshAddress(), ...body });
}

/** Adds an endpoint and returns its id. */
async function added(body: Record<string, unknown> = {}, api = partner.api): Promise<string> {
  const answer = await add(body, api);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

function put(id: string, body: Record<string, unknown>, api = partner.api): Promise<ApiAnswer> {
  return api.send('PUT', `${path}/${id}`, { billing_customer_id: 1, ...body });
}

async function read(id: string, api = partner.api): Promise<ApiAnswer['body']> {
  return (await api.get(`${path}/${id}`)).body.data;
}

async function row(id: string): Promise<Record<string, unknown>> {
  const { rows } = await service.store.database.pool.query('SELECT * FROM endpoints WHERE id = $1', [id]);
  return rows[0];
}

async function actions(id: string): Promise<string[]> {
  return (await auditOf(service, id)).map(({ action }) => action);
}

/** A partner whose plan `single` pays for one endpoint. */
async function partnerWithSmallPlan(): Promise<TestPartner> {
  const made = await service.partner();
  await service.store.database.pool.query(
    `INSERT INTO plans (partner_id, product_slug, plan_slug, capacity, updated_at)
     VALUES ($1, 'port_monitoring', 'single', 1, now())`,
    [made.partnerId],
  );
  return made;
}

async function subscribe({ api }: TestPartner): Promise<void> {
  const body = { client_id: 1, service_id: 1, product_slug: 'port_monitoring', plan_slug: 'single' };
  expect((await api.post('/api/v1/billing/provision-subscription', body)).status).toBe(201);
}

describe('POST /endpoints', () => {
  it('a new address: 201 with the endpoint, named by its address, and its first scan is scheduled', async () => {
    const ip = freshAddress();
    const answer = await add({
      billing_customer_id: 100,
      ip_address: ip,
      client_name: 'Ada',
      client_email: 'a@b.example',
    });
    expect(answer.status).toBe(201);
    const { data } = answer.body;
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        ip_address: ip,
        hostname: ip,
        nickname: ip,
        platform: null,
        status: 'active',
        quota_paused: false,
        nmap_cooldown_seconds: 300,
        coverage: expect.objectContaining({ ports: 'top-1000', source: 'default' }),
        not_scanned: null,
        last_scan_at: null,
        next_scan_at: expect.stringMatching(/Z$/),
        created_at: expect.stringMatching(/Z$/),
        updated_at: data.created_at,
        billing_customer_id: 100,
      },
      links: { self: `http://${partner.portalDomain}${path}/${data.id}` },
      meta: { version: 'v1', timestamp: expect.stringMatching(/Z$/) },
    });
    expect(await read(data.id)).toEqual(data);
    const customers = await service.store.database.pool.query(
      'SELECT name, email FROM customers WHERE billing_customer_id = 100',
    );
    expect(customers.rows).toEqual([{ name: 'Ada', email: 'a@b.example' }]);
    expect(await auditOf(service, data.id)).toMatchObject([{ action: 'endpoint.added', actor_kind: 'api_key' }]);
  });

  it('with a nickname and status paused: 201, and no scan is scheduled', async () => {
    const answer = await add({ nickname: 'Web shop', status: 'paused' });
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { nickname: 'Web shop', status: 'paused', quota_paused: false, next_scan_at: null } },
    });
  });

  it('a private address: 201 with a note that it is never scanned', async () => {
    const answer = await add({ ip_address: '10.20.30.40' });
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { next_scan_at: null }, note: expect.stringMatching(/\w/) },
    });
  });

  it('an address that is there: 200, unchanged, whatever else the request says', async () => {
    const ip = freshAddress();
    const id = await added({ ip_address: ip, nickname: 'first' });
    const before = await row(id);
    const again = await add({ ip_address: `::ffff:${ip}`, nickname: 'second', status: 'paused' });
    expect(again).toMatchObject({ status: 200, body: { data: { id, nickname: 'first', status: 'active' } } });
    expect(await row(id)).toEqual(before);
    expect(await actions(id)).toEqual(['endpoint.added']);
  });

  it('a paused one stays paused', async () => {
    const ip = freshAddress();
    const id = await added({ ip_address: ip, status: 'paused' });
    expect(await add({ ip_address: ip, status: 'active' })).toMatchObject({
      status: 200,
      body: { data: { id, status: 'paused' } },
    });
  });

  it.each([
    { asked: undefined, restored: 'active', log: ['endpoint.added', 'endpoint.terminated', 'endpoint.restored'] },
    { asked: 'active', restored: 'active', log: ['endpoint.added', 'endpoint.terminated', 'endpoint.restored'] },
    {
      asked: 'paused',
      restored: 'paused',
      log: ['endpoint.added', 'endpoint.terminated', 'endpoint.restored', 'endpoint.suspended'],
    },
  ])(
    'a deleted one is restored with its id and history; status $asked makes it $restored',
    async ({ asked, restored, log }) => {
      const ip = freshAddress();
      const id = await added({ ip_address: ip, nickname: 'old' });
      const alertId = await insertAlert(service, partner, id);
      expect((await partner.api.send('DELETE', `${path}/${id}`)).status).toBe(204);
      const answer = await add({ ip_address: ip, nickname: 'new', ...(asked ? { status: asked } : {}) });
      expect(answer).toMatchObject({ status: 200, body: { data: { id, nickname: 'old', status: restored } } });
      expect(answer.body.data.next_scan_at === null).toBe(restored === 'paused');
      expect(await read(id)).toEqual(answer.body.data);
      expect((await partner.api.get(`/api/v1/alerts/${alertId}`)).body.data.alert.endpoint_id).toBe(id);
      expect(await actions(id)).toEqual(log);
    },
  );

  it('one address is one endpoint per customer: another customer gets one of its own', async () => {
    const ip = freshAddress();
    const ids = [await added({ ip_address: ip }), await added({ ip_address: ip, billing_customer_id: 2 })];
    expect(new Set(ids).size).toBe(2);
  });

  it('of parallel requests for one address one creates it, and all answer with it', async () => {
    const ip = freshAddress();
    const body = { ip_address: ip, billing_customer_id: 900 };
    const answers = await Promise.all(Array.from({ length: 6 }, () => add(body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
  });

  it.each([
    ['no customer', { billing_customer_id: null }, 'billing_customer_id'],
    ['a customer that is no number', { billing_customer_id: '4x' }, 'billing_customer_id'],
    ['customer 0', { billing_customer_id: 0 }, 'billing_customer_id'],
    ['no address', { ip_address: ' ' }, 'ip_address'],
    ['a network', { ip_address: '192.0.2.0/24' }, 'ip_address'],
    ['a zone id', { ip_address: 'fe80::1%lo' }, 'ip_address'],
    ['leading zeros', { ip_address: '010.0.0.1' }, 'ip_address'],
    ['an integer for an address', { ip_address: '2130706433' }, 'ip_address'],
    ['a short form of an address', { ip_address: '10.1' }, 'ip_address'],
    ['hexadecimal octets', { ip_address: '0x7f.0.0.0x1' }, 'ip_address'],
    ['a hexadecimal integer', { ip_address: '0x7f000001' }, 'ip_address'],
    ['an address with a dot behind it', { ip_address: '127.1.0.1.' }, 'ip_address'],
    ['a URL', { ip_address: 'https://both.example/' }, 'ip_address'],
    ['a name with a space', { ip_address: 'both .example' }, 'ip_address'],
    ['a name with an empty label', { ip_address: 'both..example' }, 'ip_address'],
    ['a name of 256 characters', { ip_address: `${'a.'.repeat(124)}example.` }, 'ip_address'],
    ['a loopback address that is not allowed', { ip_address: '127.200.0.1' }, 'ip_address'],
    ['the metadata address', { ip_address: '169.254.169.254' }, 'ip_address'],
    ['an unknown status', { status: 'terminated' }, 'status'],
    ['a nickname of 256 characters', { nickname: 'n'.repeat(256) }, 'nickname'],
    ['an e-mail address that is none', { client_email: 'nobody' }, 'client_email'],
  ])('%s: 422', async (_what, body, field) => {
    const asked = nameServer.questions.length;
    expectRefusal(await add({ billing_customer_id: 1, ...body }), 422, [field]);
    expect(nameServer.questions.length).toBe(asked);
  });
});

describe('POST /endpoints with a hostname', () => {
  it('the A record is taken before the AAAA record, and the name becomes hostname and nickname', async () => {
    const answer = await add({ ip_address: 'Both.Example.', billing_customer_id: 10 });
    expect(answer).toMatchObject({
      status: 201,
      body: { data: { ip_address: '127.1.250.1', hostname: 'both.example', nickname: 'both.example' } },
    });
  });

  it('a nickname of the request stays beside the hostname', async () => {
    const answer = await add({ ip_address: 'both.example', nickname: 'Shop', billing_customer_id: 11 });
    expect(answer.body.data).toMatchObject({ hostname: 'both.example', nickname: 'Shop' });
  });

  it('a name without an A record gets its AAAA record', async () => {
    expect(await add({ ip_address: 'v6.example', billing_customer_id: 12 })).toMatchObject({
      status: 201,
      body: { data: { ip_address: '::1', hostname: 'v6.example' } },
    });
  });

  it.each([
    ['some-refused.example', '127.1.250.3'],
    ['v4-refused.example', '::1'],
  ])('the first address that is permitted is taken: %s → %s', async (name, address) => {
    const answer = await add({ ip_address: name, billing_customer_id: 13 });
    expect(answer).toMatchObject({ status: 201, body: { data: { ip_address: address } } });
  });

  it.each(['all-refused.example', 'private.example'])(
    'a name that leads to no address that is scanned is answered like one that does not exist: %s',
    async (name) => {
      expectProblem(await add({ ip_address: name, billing_customer_id: 14 }), 422, 'DNS_RESOLUTION_FAILED', {
        hostname: name,
      });
    },
  );

  it('the address is frozen: the name again is the same endpoint, by name or by address', async () => {
    const id = await added({ ip_address: 'both.example', billing_customer_id: 15 });
    for (const ip_address of ['both.example', '127.1.250.1'])
      expect(await add({ ip_address, billing_customer_id: 15 })).toMatchObject({ status: 200, body: { data: { id } } });
  });

  it.each([
    ['does not exist', 'absent.example'],
    ['has no address', 'empty.example'],
    ['is not answered for by its servers', 'broken.example'],
    ['gets no answer at all', 'silent.example'],
  ])('a name that %s: DNS_RESOLUTION_FAILED, and nothing is created', async (_what, name) => {
    const answer = await add({ ip_address: name, billing_customer_id: 16 });
    expectProblem(answer, 422, 'DNS_RESOLUTION_FAILED', { hostname: name });
    expect(nameServer.questions).toEqual(expect.arrayContaining([`${name}/A`, `${name}/AAAA`]));
    const customers = await service.store.database.pool.query(
      'SELECT id FROM customers WHERE billing_customer_id = 16',
    );
    expect(customers.rows).toEqual([]);
  });
});

describe('paid capacity', () => {
  it('a new endpoint that capacity does not cover: 403, and nothing is created', async () => {
    const small = await partnerWithSmallPlan();
    await subscribe(small);
    await added({}, small.api);
    expectProblem(await add({}, small.api), 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 1 });
    const list = await small.api.get(`${path}?billing_customer_id=1`);
    expect(list.body.meta).toMatchObject({ total: 1, endpoint_limit: 1, current_endpoint_count: 1 });
  });

  it('a paused endpoint takes a place as well', async () => {
    const small = await partnerWithSmallPlan();
    await subscribe(small);
    await added({ status: 'paused' }, small.api);
    expectProblem(await add({ status: 'paused' }, small.api), 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 1 });
  });

  it('of parallel requests only as many create an endpoint as capacity covers', async () => {
    const small = await partnerWithSmallPlan();
    await subscribe(small);
    const answers = await Promise.all(Array.from({ length: 5 }, () => add({}, small.api)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 403, 403, 403, 403]);
  });

  it('a restore that capacity does not cover: 403, and the endpoint stays deleted', async () => {
    const small = await partnerWithSmallPlan();
    await subscribe(small);
    const ip = freshAddress();
    const id = await added({ ip_address: ip }, small.api);
    await small.api.send('DELETE', `${path}/${id}`);
    await added({}, small.api);
    for (const status of ['active', 'paused'])
      expectProblem(await add({ ip_address: ip, status }, small.api), 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 1 });
    expect((await small.api.get(`${path}/${id}`)).status).toBe(404);
  });

  it('PUT status active that capacity does not cover: 403, and nothing changes, the nickname included', async () => {
    const small = await partnerWithSmallPlan();
    await added({}, small.api);
    const id = await added({ status: 'paused' }, small.api);
    await subscribe(small);
    const before = await row(id);
    const answer = await put(id, { status: 'active', nickname: 'new' }, small.api);
    expectProblem(answer, 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 1 });
    expect(await row(id)).toEqual(before);
  });

  it('DELETE frees a place: the endpoint that waits for capacity wakes, and another can be added once there is room', async () => {
    const small = await partnerWithSmallPlan();
    const first = await added({}, small.api);
    const second = await added({}, small.api);
    await subscribe(small);
    expect(await read(second, small.api)).toMatchObject({ status: 'paused', quota_paused: true });
    await small.api.send('DELETE', `${path}/${first}`);
    expect(await read(second, small.api)).toMatchObject({ status: 'active', quota_paused: false });
    expect((await add({}, small.api)).status).toBe(403);
    await small.api.send('DELETE', `${path}/${second}`);
    expect((await add({}, small.api)).status).toBe(201);
  });

  it('PUT status paused on an endpoint that waits for capacity makes it paused by hand', async () => {
    const small = await partnerWithSmallPlan();
    const first = await added({}, small.api);
    const second = await added({}, small.api);
    await subscribe(small);
    expect((await put(second, { status: 'paused' }, small.api)).body.data).toMatchObject({ quota_paused: false });
    await small.api.send('DELETE', `${path}/${first}`);
    expect(await read(second, small.api)).toMatchObject({ status: 'paused', quota_paused: false });
  });
});

describe('PUT /endpoints/{endpoint}', () => {
  it('changes the nickname alone', async () => {
    const id = await added();
    const before = await read(id);
    service.clock.advanceSeconds(1);
    const answer = await put(id, { nickname: ' Mail ' });
    expect(answer.status).toBe(200);
    expect(answer.body.data).toEqual({ ...before, nickname: 'Mail', updated_at: answer.body.data.updated_at });
    expect(answer.body.data.updated_at > before.updated_at).toBe(true);
    expect(await read(id)).toEqual(answer.body.data);
    expect(await auditOf(service, id)).toMatchObject([
      {},
      { action: 'endpoint.renamed', details: { from: before.nickname, to: 'Mail' } },
    ]);
  });

  it('status paused stops scanning and cancels the scan under way; active schedules one again', async () => {
    const id = await added();
    const scanId = await enqueueScan(systemOperation(service, partner), id);
    expect((await put(id, { status: 'paused' })).body.data).toMatchObject({ status: 'paused', next_scan_at: null });
    expect((await partner.api.get(`/api/v1/scans/${scanId}`)).body.data.status).toBe('cancelled');
    const resumed = await put(id, { status: 'active' });
    expect(resumed).toMatchObject({ status: 200, body: { data: { status: 'active' } } });
    expect(resumed.body.data.next_scan_at).not.toBeNull();
    expect(await actions(id)).toEqual(['endpoint.added', 'endpoint.suspended', 'endpoint.resumed']);
  });

  it('nickname and status change together', async () => {
    const id = await added();
    const answer = await put(id, { nickname: 'Both', status: 'paused' });
    expect(answer.body.data).toMatchObject({ nickname: 'Both', status: 'paused' });
  });

  it.each([
    ['neither nickname nor status', {}],
    ['what it has already', { nickname: 'same', status: 'active' }],
    ['fields that are fixed', { ip_address: '127.1.255.1', hostname: 'other.example', platform: 'linux' }],
  ])('%s: 200, unchanged', async (_what, body) => {
    const id = await added({ nickname: 'same' });
    const before = await row(id);
    service.clock.advanceSeconds(1);
    expect(await put(id, body)).toMatchObject({ status: 200, body: { data: { id, nickname: 'same' } } });
    expect(await row(id)).toEqual(before);
    expect(await actions(id)).toEqual(['endpoint.added']);
  });

  it.each([
    ['no customer', { billing_customer_id: null }, 'billing_customer_id'],
    ['an unknown status', { status: 'terminated' }, 'status'],
    ['a nickname of 256 characters', { nickname: 'n'.repeat(256) }, 'nickname'],
  ])('%s: 422', async (_what, body, field) => {
    expectRefusal(await put(await added(), body), 422, [field]);
  });
});

describe('DELETE /endpoints/{endpoint}', () => {
  it('204 without a body; the endpoint leaves the lists and reads, and its open alerts are resolved', async () => {
    const customer = { billing_customer_id: 200 };
    const id = await added(customer);
    const kept = await added(customer);
    const alertId = await insertAlert(service, partner, id);
    const scanId = await enqueueScan(systemOperation(service, partner), id);
    const answer = await partner.api.send('DELETE', `${path}/${id}?billing_customer_id=200`);
    expect(answer).toMatchObject({ status: 204, body: '' });
    const list = await partner.api.get(`${path}?billing_customer_id=200`);
    expect(list.body.data.map((endpoint: { id: string }) => endpoint.id)).toEqual([kept]);
    const alert = (await partner.api.get(`/api/v1/alerts/${alertId}`)).body.data.alert;
    expect(alert).toMatchObject({ status: 'resolved', resolution: 'endpoint_terminated' });
    expect(await row(id)).toMatchObject({ status: 'terminated', current_scan_id: null, next_scan_at: null });
    const scans = await service.store.database.pool.query('SELECT status FROM scans WHERE id = $1', [scanId]);
    expect(scans.rows).toEqual([{ status: 'cancelled' }]);
    expect(await actions(id)).toEqual(['endpoint.added', 'endpoint.terminated']);
  });

  it('a second time: 404', async () => {
    const id = await added();
    expect((await partner.api.send('DELETE', `${path}/${id}`)).status).toBe(204);
    expectProblem(await partner.api.send('DELETE', `${path}/${id}`), 404, '404');
  });

  it('of parallel requests one deletes', async () => {
    const id = await added();
    const answers = await Promise.all(Array.from({ length: 4 }, () => partner.api.send('DELETE', `${path}/${id}`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404]);
  });

  it('a customer that is no number: 422', async () => {
    const answer = await partner.api.send('DELETE', `${path}/${await added()}?billing_customer_id=x`);
    expectRefusal(answer, 422, ['billing_customer_id']);
  });
});

type Call = (id: string, customer: number, api?: TestPartner['api']) => Promise<ApiAnswer>;

const calls: [string, Call][] = [
  ['GET', (id, customer, api = partner.api) => api.get(`${path}/${id}?billing_customer_id=${customer}`)],
  ['GET detail', (id, customer, api = partner.api) => api.get(`${path}/${id}/detail?billing_customer_id=${customer}`)],
  ['GET scans', (id, customer, api = partner.api) => api.get(`${path}/${id}/scans?billing_customer_id=${customer}`)],
  ['PUT', (id, customer, api = partner.api) => put(id, { billing_customer_id: customer, nickname: 'taken' }, api)],
  ['DELETE', (id, customer, api = partner.api) => api.send('DELETE', `${path}/${id}?billing_customer_id=${customer}`)],
];

describe.each(calls)('%s of an endpoint that is not the caller’s', (_name, call) => {
  it('another customer’s: 403 with code 403, and nothing changes', async () => {
    const id = await added();
    const before = await row(id);
    const answer = await call(id, 2);
    expectProblem(answer, 403, '403');
    expect(answer.body.error.message).toBe('Access denied');
    expect(await row(id)).toEqual(before);
  });

  it('one that does not exist: 404 with code 404; so is an id that is no UUID and a terminated one', async () => {
    const gone = await added();
    await partner.api.send('DELETE', `${path}/${gone}`);
    for (const id of [absentId, 'not-a-uuid', gone]) expectProblem(await call(id, 1), 404, '404');
  });

  it('another partner’s: the same answer as for one that does not exist, and nothing changes', async () => {
    const id = await added();
    const before = await row(id);
    const stranger = await service.partner();
    const [foreign, absent] = [await call(id, 1, stranger.api), await call(absentId, 1, stranger.api)];
    expect(foreign.status).toBe(404);
    expect(withoutRequestTraces(foreign)).toEqual(withoutRequestTraces(absent));
    expect(await row(id)).toEqual(before);
  });
});
