import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { dataRows } from '../support/billing.ts';
import { insertAlert, pretendLiveWorker } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** Half of loopback may be scanned; the other half shows what the address policy does without permission. */
const scanned = '127.0.0.0/9';

let service: TestService;
let partner: TestPartner;
let lastHost = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', environment: { SCAN_ALLOW: `${scanned},::1` } });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

const namespaces = ['billing', 'provisioning'] as const;
type Action = 'provision' | 'suspend' | 'resume' | 'terminate';

function act(action: Action, body: Record<string, unknown>, namespace: string = 'billing'): Promise<ApiAnswer> {
  return partner.api.post(`/api/v1/${namespace}/${action}`, body);
}

/** A scannable address of its own. */
function address(): string {
  lastHost += 1;
  return `127.1.${lastHost >> 8}.${lastHost & 255}`;
}

async function read(endpointId: string): Promise<ApiAnswer['body']> {
  return (await partner.api.get(`/api/v1/endpoints/${endpointId}`)).body.data;
}

/** The endpoint's row, terminated or not, without the times at which jobs touch it. */
async function row(endpointId: string): Promise<Record<string, unknown>> {
  const { rows } = await service.store.database.pool.query('SELECT * FROM endpoints WHERE id = $1', [endpointId]);
  return rows[0];
}

async function auditOf(endpointId: string): Promise<string[]> {
  const { rows } = await service.store.database.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY id',
    [endpointId],
  );
  return rows.map((entry) => entry.action);
}

async function quotaPause(endpointId: string): Promise<void> {
  await service.store.database.pool.query(
    "UPDATE endpoints SET status = 'paused', quota_paused = true, next_scan_at = NULL WHERE id = $1",
    [endpointId],
  );
}

describe.each(namespaces)('the endpoint state table under /%s', (namespace) => {
  it('(none) → provision → active: 201, the customer is created, the first scan is scheduled', async () => {
    const clientId = 5_000 + lastHost;
    const answer = await act(
      'provision',
      { client_id: clientId, ip_address: address(), client_name: 'Ada', client_email: 'ada@example.com' },
      namespace,
    );
    const data = expectSuccess(answer, 201);
    expect(data).toEqual({ endpoint_id: expect.stringMatching(/^[0-9a-f-]{36}$/), status: 'active' });
    const endpoint = await read(data.endpoint_id);
    expect(endpoint).toMatchObject({
      status: 'active',
      quota_paused: false,
      billing_customer_id: clientId,
      last_scan_at: null,
      next_scan_at: expect.stringMatching(/Z$/),
      platform: null,
      nmap_cooldown_seconds: 300,
      coverage: expect.objectContaining({ ports: 'top-1000', source: 'default' }),
      not_scanned: null,
    });
    const { rows } = await service.store.database.pool.query(
      'SELECT name, email FROM customers WHERE billing_customer_id = $1',
      [clientId],
    );
    expect(rows).toEqual([{ name: 'Ada', email: 'ada@example.com' }]);
  });

  it('active → provision again: unchanged, 200 with the existing id and a note', async () => {
    const body = { client_id: 1, ip_address: address(), hostname: 'web1' };
    const first = expectSuccess(await act('provision', body, namespace), 201);
    const before = await row(first.endpoint_id);
    const repeat = { ...body, hostname: 'another' };
    const second = expectSuccess(await act('provision', repeat, namespace));
    expect(second).toEqual({ endpoint_id: first.endpoint_id, status: 'active', note: expect.stringMatching(/\w/) });
    expect(await row(first.endpoint_id)).toEqual(before);
  });

  it('paused → provision again: stays paused, 200 with a note', async () => {
    const ip = address();
    const id = await provision(partner.api, ip);
    await act('suspend', { endpoint_id: id }, namespace);
    const before = await row(id);
    const again = expectSuccess(await act('provision', { client_id: 1, ip_address: ip }, namespace));
    expect(again).toEqual({ endpoint_id: id, status: 'paused', note: expect.stringMatching(/paused/) });
    expect(await row(id)).toEqual(before);
  });

  it('active → suspend → paused: nothing is scheduled, alerts stay open', async () => {
    const id = await provision(partner.api, address());
    const alertId = await insertAlert(service, partner, id);
    const answer = expectSuccess(await act('suspend', { endpoint_id: id }, namespace));
    expect(answer).toEqual({ endpoint_id: id, status: 'paused' });
    expect(await read(id)).toMatchObject({ status: 'paused', quota_paused: false, next_scan_at: null });
    expect((await partner.api.get(`/api/v1/alerts/${alertId}`)).body.data.alert.status).toBe('open');
  });

  it('paused → resume → active: scanning is scheduled again', async () => {
    const id = await provision(partner.api, address());
    await act('suspend', { endpoint_id: id }, namespace);
    const answer = expectSuccess(await act('resume', { endpoint_id: id }, namespace));
    expect(answer).toEqual({ endpoint_id: id, status: 'active' });
    expect(await read(id)).toMatchObject({ status: 'active', next_scan_at: expect.stringMatching(/Z$/) });
  });

  it.each(['active', 'paused'])('%s → terminate → terminated: gone from the reads, history kept', async (from) => {
    const id = await provision(partner.api, address());
    const alertId = await insertAlert(service, partner, id);
    if (from === 'paused') await act('suspend', { endpoint_id: id }, namespace);
    const answer = expectSuccess(await act('terminate', { endpoint_id: id }, namespace));
    expect(answer).toEqual({ endpoint_id: id, status: 'terminated' });
    for (const path of [`/api/v1/endpoints/${id}`, `/api/v1/endpoints/${id}/detail`]) {
      expectProblem(await partner.api.get(path), 404, '404');
    }
    const list = await partner.api.get('/api/v1/endpoints?per_page=100');
    expect(list.body.data.map((endpoint: { id: string }) => endpoint.id)).not.toContain(id);
    expect(await row(id)).toMatchObject({ status: 'terminated', next_scan_at: null, current_scan_id: null });
    const alert = (await partner.api.get(`/api/v1/alerts/${alertId}`)).body.data.alert;
    expect(alert).toMatchObject({ status: 'resolved', resolution: 'endpoint_terminated', endpoint_id: id });
  });

  it.each([
    ['suspend', 'paused', ['suspend']],
    ['resume', 'active', []],
    ['terminate', 'terminated', ['terminate']],
  ] as const)('a repeated %s leaves the endpoint %s and says so in a note', async (action, status, before) => {
    const id = await provision(partner.api, address());
    for (const step of before) await act(step, { endpoint_id: id }, namespace);
    const stored = await row(id);
    const audited = await auditOf(id);
    const answer = expectSuccess(await act(action, { endpoint_id: id }, namespace));
    expect(answer).toEqual({ endpoint_id: id, status, note: expect.stringMatching(/\w/) });
    expect(await row(id)).toEqual(stored);
    expect(await auditOf(id)).toEqual(audited);
  });

  it.each(['suspend', 'resume'] as const)('%s of a terminated endpoint is ENDPOINT_NOT_FOUND', async (action) => {
    const id = await provision(partner.api, address());
    await act('terminate', { endpoint_id: id }, namespace);
    const stored = await row(id);
    expectProblem(await act(action, { endpoint_id: id }, namespace), 404, 'ENDPOINT_NOT_FOUND');
    expect(await row(id)).toEqual(stored);
  });

  it('terminated → provision of its address → active: same id, history kept, scheduled, 200 with a note', async () => {
    const ip = address();
    const id = await provision(partner.api, ip, { hostname: 'kept.example.com' });
    const alertId = await insertAlert(service, partner, id);
    const created = (await read(id)).created_at;
    await act('terminate', { endpoint_id: id }, namespace);
    service.clock.advanceSeconds(3_600);
    const body = { client_id: 1, ip_address: ip, hostname: 'ignored.example.com' };
    const restored = expectSuccess(await act('provision', body, namespace));
    expect(restored).toEqual({ endpoint_id: id, status: 'active', note: expect.stringMatching(/\w/) });
    expect(await read(id)).toMatchObject({
      status: 'active',
      hostname: 'kept.example.com',
      created_at: created,
      next_scan_at: expect.stringMatching(/Z$/),
    });
    const alert = (await partner.api.get(`/api/v1/alerts/${alertId}`)).body.data.alert;
    expect(alert).toMatchObject({ status: 'resolved', endpoint_id: id });
    expect((await partner.api.get(`/api/v1/endpoints/${id}/detail`)).body.alerts).toEqual([]);
  });

  it('an unknown endpoint is ENDPOINT_NOT_FOUND', async () => {
    for (const action of ['suspend', 'resume', 'terminate'] as const) {
      const answer = await act(action, { endpoint_id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' }, namespace);
      expectProblem(answer, 404, 'ENDPOINT_NOT_FOUND');
    }
  });

  it('a suspend on an endpoint that the platform paused makes it hand-paused', async () => {
    const id = await provision(partner.api, address());
    await quotaPause(id);
    expect(await read(id)).toMatchObject({ status: 'paused', quota_paused: true });
    const answer = expectSuccess(await act('suspend', { endpoint_id: id }, namespace));
    expect(answer).toMatchObject({ endpoint_id: id, status: 'paused' });
    expect(await read(id)).toMatchObject({ status: 'paused', quota_paused: false, next_scan_at: null });
  });

  it('resume and terminate of an endpoint that the platform paused clear the mark', async () => {
    const resumed = await provision(partner.api, address());
    await quotaPause(resumed);
    expectSuccess(await act('resume', { endpoint_id: resumed }, namespace));
    expect(await read(resumed)).toMatchObject({ status: 'active', quota_paused: false });
    const terminated = await provision(partner.api, address());
    await quotaPause(terminated);
    expectSuccess(await act('terminate', { endpoint_id: terminated }, namespace));
    expect(await row(terminated)).toMatchObject({ status: 'terminated', quota_paused: false });
  });

  it('every change leaves one audit entry', async () => {
    const ip = address();
    const id = await provision(partner.api, ip);
    for (const action of ['suspend', 'resume', 'terminate'] as const) {
      await act(action, { endpoint_id: id }, namespace);
    }
    await act('provision', { client_id: 1, ip_address: ip }, namespace);
    expect(await auditOf(id)).toEqual([
      'endpoint.provisioned',
      'endpoint.suspended',
      'endpoint.resumed',
      'endpoint.terminated',
      'endpoint.restored',
    ]);
  });
});

describe('the namespaces', () => {
  it.each(['scan-endpoint', 'sync-services', 'release-domain', 'pricing'])(
    '%s is unknown under /provisioning',
    async (action) => {
      const id = await provision(partner.api, address());
      const body = { client_id: 1, endpoint_id: id };
      expectRefusal(await partner.api.post(`/api/v1/provisioning/${action}`, body), 404);
      expectRefusal(await partner.api.send('DELETE', `/api/v1/provisioning/${action}`), 404);
    },
  );

  it('what one namespace did, the other sees', async () => {
    const id = await provision(partner.api, address());
    await act('suspend', { endpoint_id: id }, 'provisioning');
    expect(expectSuccess(await act('suspend', { endpoint_id: id }, 'billing'))).toHaveProperty('note');
  });
});

describe('one endpoint per customer and address', () => {
  it('the same address is independent across customers and partners', async () => {
    const ip = address();
    const other = await service.partner();
    const first = await provision(partner.api, ip, { client_id: 1 });
    const second = await provision(partner.api, ip, { client_id: 2 });
    const third = await provision(other.api, ip, { client_id: 1 });
    expect(new Set([first, second, third]).size).toBe(3);
    await act('terminate', { endpoint_id: first });
    expect((await read(second)).status).toBe('active');
    expect((await other.api.get(`/api/v1/endpoints/${third}`)).body.data.status).toBe('active');
  });

  it('dry_run answers what provisioning would, refusals included, and not one row changes', async () => {
    const tried = async (body: Record<string, unknown>): Promise<ApiAnswer> => {
      const before = await dataRows(service);
      const answer = await act('provision', { client_id: 77, ...body, dry_run: true });
      expect(await dataRows(service)).toEqual(before);
      return answer;
    };
    const ip = address();
    const fresh = expectSuccess(await tried({ ip_address: ip, service_id: 7, client_name: 'Nobody' }));
    expect(fresh).toMatchObject({ status: 'active', dry_run: true, not_scanned: null });
    const unseen = expectSuccess(await tried({ ip_address: '10.1.2.3' }));
    expect(unseen.not_scanned).toMatch(/^The address is in a range that is not scanned/);
    expectRefusal(await tried({ ip_address: '169.254.1.1' }), 422, ['ip_address']);
    const id = await provision(partner.api, ip, { client_id: 77, service_id: 7 });
    expect(expectSuccess(await tried({ ip_address: ip }))).toMatchObject({ endpoint_id: id, not_scanned: null });
    expect(expectSuccess(await tried({ service_id: 7 }))).toMatchObject({ endpoint_id: id, not_scanned: null });
    const plan = { client_id: 77, service_id: 8, product_slug: 'port_monitoring', plan_slug: 'starter' };
    await partner.api.post('/api/v1/billing/provision-subscription', plan);
    for (let more = 1; more < 5; more++) await provision(partner.api, address(), { client_id: 77 });
    expectProblem(await tried({ ip_address: address() }), 403, 'ENDPOINT_LIMIT_EXCEEDED', { limit: 5 });
    const paidByItself = { ip_address: address(), service_id: 9, product_slug: 'endpoint' };
    expect(expectSuccess(await tried(paidByItself))).toMatchObject({ status: 'active' });
  });

  it('of 20 parallel provisions of one address one creates, and all answer with its id', async () => {
    const body = { client_id: 9_001, ip_address: address(), service_id: 4, client_name: 'Parallel' };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, call) => act('provision', body, namespaces[call % 2])),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    expect(new Set(answers.map((answer) => answer.body.data.endpoint_id)).size).toBe(1);
  });

  it.each([
    ['2001:DB8::1', '2001:db8::1'],
    ['2001:0db8:0000:0000:0000:0000:0000:0001', '2001:db8::1'],
    ['2001:db8:0:0:1:0:0:1', '2001:db8::1:0:0:1'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['::FFFF:c000:0207', '192.0.2.7'],
    ['0:0:0:0:0:ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::192.0.2.7', '2001:db8::c000:207'],
  ])('the spelling %s is stored as %s', async (spelling, canonical) => {
    const other = await service.partner();
    const id = await provision(other.api, spelling);
    expect((await other.api.get(`/api/v1/endpoints/${id}`)).body.data.ip_address).toBe(canonical);
    const again = await other.api.post('/api/v1/billing/provision', { client_id: 1, ip_address: canonical });
    expect(expectSuccess(again).endpoint_id).toBe(id);
  });

  it('all spellings of an address are one endpoint', async () => {
    const word = fc.integer({ min: 0, max: 0xffff });
    const groups = fc.array(fc.oneof(fc.constant(0), word), { minLength: 6, maxLength: 6 });
    const other = await service.partner();
    await fc.assert(
      fc.asyncProperty(groups, async (tail) => {
        const full = [0x2001, 0xdb8, ...tail];
        const spellings = [
          full.map((part) => part.toString(16)).join(':'),
          full.map((part) => part.toString(16).padStart(4, '0')).join(':'),
          full.map((part) => part.toString(16).toUpperCase()).join(':'),
          new URL(`http://[${full.map((part) => part.toString(16)).join(':')}]`).hostname.slice(1, -1),
        ];
        const ids = new Set<string>();
        for (const ip of spellings) {
          const answer = await other.api.post('/api/v1/billing/provision', { client_id: 1, ip_address: ip });
          expect([200, 201]).toContain(answer.status);
          ids.add(answer.body.data.endpoint_id);
        }
        expect(ids.size).toBe(1);
      }),
      { numRuns: 15 },
    );
  });

  it('both spellings of any IPv4 address are one endpoint', async () => {
    const other = await service.partner();
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: 255 }), async (last) => {
        const provisionAt = (ip: string) =>
          other.api.post('/api/v1/billing/provision', { client_id: 1, ip_address: ip });
        const plain = await provisionAt(`198.51.100.${last}`);
        const mapped = await provisionAt(`::ffff:198.51.100.${last}`);
        expect(expectSuccess(mapped).endpoint_id).toBe(plain.body.data.endpoint_id);
      }),
      { numRuns: 15 },
    );
  });
});

describe('the address policy', () => {
  it.each([
    'nonsense',
    'example.com',
    '192.0.2',
    '192.0.2.1.5',
    '192.0.2.256',
    '192.0.2.010',
    '0300.0.2.1',
    '0xC0000201',
    '3221225985',
    '192.0.2.1/32',
    '2001:db8::/64',
    '192.0.2.1:80',
    '[2001:db8::1]',
    'fe80::1%eth0',
    '2001:db8::1%1',
    '2001:db8::1::2',
    'http://192.0.2.1',
    '192.0.2.1, 192.0.2.2',
  ])('%s is no single address', async (ip) => {
    expectRefusal(await act('provision', { client_id: 1, ip_address: ip }), 422, ['ip_address']);
  });

  it.each([
    ['loopback outside SCAN_ALLOW', '127.200.0.1'],
    ['mapped loopback', '::ffff:127.200.0.1'],
    ['unspecified', '0.0.0.0'],
    ['unspecified IPv6', '::'],
    ['link-local', '169.254.1.1'],
    ['link-local IPv6', 'fe80::1'],
    ['multicast', '224.0.0.1'],
    ['multicast IPv6', 'ff02::1'],
    ['broadcast', '255.255.255.255'],
    ['cloud metadata', '169.254.169.254'],
    ['cloud metadata over IPv6', 'fd00:ec2::254'],
  ])('%s (%s) is refused', async (_what, ip) => {
    expectRefusal(await act('provision', { client_id: 1, ip_address: ip }), 422, ['ip_address']);
  });

  it.each([
    ['RFC 1918', '10.1.2.3'],
    ['RFC 1918', '172.16.0.1'],
    ['RFC 1918', '192.168.1.1'],
    ['CGNAT', '100.64.0.1'],
    ['ULA', 'fd12:3456::1'],
    ['documentation', '192.0.2.200'],
    ['documentation', '198.51.100.200'],
    ['documentation', '203.0.113.200'],
    ['documentation', '2001:db8::200'],
    ['benchmark', '198.18.0.1'],
  ])('%s (%s) is accepted, with a note that it is never scanned, and nothing is scheduled', async (_what, ip) => {
    const other = await service.partner();
    const data = expectSuccess(
      await other.api.post('/api/v1/billing/provision', { client_id: 1, ip_address: ip }),
      201,
    );
    expect(data).toEqual({
      endpoint_id: expect.any(String),
      status: 'active',
      note: expect.stringMatching(/not scanned/),
    });
    const endpoint = async () => (await other.api.get(`/api/v1/endpoints/${data.endpoint_id}`)).body.data;
    expect(await endpoint()).toMatchObject({ status: 'active', next_scan_at: null });
    await other.api.post('/api/v1/billing/suspend', { endpoint_id: data.endpoint_id });
    await other.api.post('/api/v1/billing/resume', { endpoint_id: data.endpoint_id });
    expect(await endpoint()).toMatchObject({ status: 'active', next_scan_at: null });
    await pretendLiveWorker(service);
    const scan = { client_id: 1, endpoint_id: data.endpoint_id };
    const refused = await other.api.post('/api/v1/billing/scan-endpoint', scan);
    expectRefusal(refused, 422, ['endpoint_id']);
  });
});

describe('services', () => {
  it('provision without ip_address answers with the endpoint of the service, and a note', async () => {
    const id = await provision(partner.api, address(), { client_id: 31, service_id: 7 });
    const data = expectSuccess(await act('provision', { client_id: 31, service_id: 7 }));
    expect(data).toEqual({ endpoint_id: id, status: 'active', note: expect.stringMatching(/\w/) });
    expectRefusal(await act('provision', { client_id: 31, service_id: 8 }), 422, ['ip_address']);
    expectRefusal(await act('provision', { client_id: 32, service_id: 7 }), 422, ['ip_address']);
    expectRefusal(await act('provision', { client_id: 31 }), 422, ['ip_address']);
    const other = await service.partner();
    const foreign = await other.api.post('/api/v1/billing/provision', { client_id: 31, service_id: 7 });
    expectRefusal(foreign, 422, ['ip_address']);
  });

  it('provision without ip_address restores the terminated endpoint of the service', async () => {
    const id = await provision(partner.api, address(), { client_id: 33, service_id: 7 });
    await act('terminate', { endpoint_id: id });
    const data = expectSuccess(await act('provision', { client_id: 33, service_id: 7 }));
    expect(data).toEqual({ endpoint_id: id, status: 'active', note: expect.stringMatching(/\w/) });
  });

  it('a repeat with another service links the endpoint to it, and changes nothing else', async () => {
    const ip = address();
    const id = await provision(partner.api, ip, { client_id: 34, service_id: 1 });
    const before = await read(id);
    const repeat = { client_id: 34, ip_address: ip, service_id: 2, hostname: 'other' };
    expect(expectSuccess(await act('provision', repeat))).toEqual({
      endpoint_id: id,
      status: 'active',
      note: 'This address is already monitored for the customer. It belongs to service 2 now.',
    });
    const { updated_at: _before, ...kept } = before;
    const { updated_at: _after, ...now } = await read(id);
    expect(now).toEqual(kept);
    expect(expectSuccess(await act('provision', { client_id: 34, service_id: 2 })).endpoint_id).toBe(id);
    expectRefusal(await act('provision', { client_id: 34, service_id: 1 }), 422, ['ip_address']);
  });

  it('a restored server that another service owns from then on says both', async () => {
    const ip = address();
    const id = await provision(partner.api, ip, { client_id: 36, service_id: 1 });
    await act('terminate', { endpoint_id: id });
    const { note } = expectSuccess(await act('provision', { client_id: 36, ip_address: ip, service_id: 2 }));
    expect(note).toMatch(/^The endpoint was terminated and is monitored again.* It belongs to service 2 now\.$/);
  });

  it('a plan that the catalogue has not, and a product that pays for no server, are taken and told', async () => {
    const order = (more: object) => act('provision', { client_id: 37, ip_address: address(), service_id: 1, ...more });
    const plan = 'The catalogue has no plan gold: the server is scanned as without it.';
    const product = 'The product domain_monitoring pays for no server.';
    expect(expectSuccess(await order({ plan_slug: 'gold' }), 201).note).toBe(plan);
    const both = {
      client_id: 37,
      ip_address: address(),
      service_id: 1,
      plan_slug: 'gold',
      product_slug: 'domain_monitoring',
    };
    expect(expectSuccess(await act('provision', both), 201).note).toBe(`${product} ${plan}`);
    const again = expectSuccess(await act('provision', { ...both, product_slug: 'endpoint' }));
    expect(again.note).toBe(`This address is already monitored for the customer. ${plan}`);
    for (const known of [{ plan_slug: 'starter' }, { product_slug: 'endpoint' }, { product_slug: 'port_monitoring' }])
      expect(expectSuccess(await order(known), 201)).not.toHaveProperty('note');
  });

  it('product, plan and mrr are recorded on the service', async () => {
    const plan = { product_slug: 'port_monitoring', plan_slug: 'starter', mrr: 9.9 };
    await provision(partner.api, address(), { client_id: 35, service_id: 12, ...plan });
    const { rows } = await service.store.database.pool.query(
      'SELECT product_slug, plan_slug, mrr FROM services WHERE billing_service_id = 12',
    );
    expect(rows).toEqual([{ product_slug: 'port_monitoring', plan_slug: 'starter', mrr: '9.90' }]);
  });

  it('hostname is the one of the request, else the address; nickname is the hostname', async () => {
    const named = await read(await provision(partner.api, address(), { hostname: 'db1.example.com' }));
    expect(named).toMatchObject({ hostname: 'db1.example.com', nickname: 'db1.example.com' });
    const ip = address();
    expect(await read(await provision(partner.api, ip))).toMatchObject({ hostname: ip, nickname: ip });
  });
});

describe('GET /endpoints', () => {
  let listed: TestPartner;
  let ids: string[];
  const path = '/api/v1/endpoints';

  beforeAll(async () => {
    listed = await service.partner();
    ids = [];
    for (let host = 1; host <= 18; host += 1) {
      const more = { client_id: host <= 12 ? 1 : 2, hostname: `web${host}.example.com` };
      ids.unshift(await provision(listed.api, `203.0.113.${host}`, more));
      service.clock.advanceSeconds(1);
    }
    await listed.api.post('/api/v1/billing/suspend', { endpoint_id: ids[0] });
    await listed.api.post('/api/v1/billing/suspend', { endpoint_id: ids[17] });
    const gone = await provision(listed.api, '203.0.113.99', { client_id: 1 });
    await listed.api.post('/api/v1/billing/terminate', { endpoint_id: gone });
  });

  const idsOf = (answer: ApiAnswer): string[] => answer.body.data.map((endpoint: { id: string }) => endpoint.id);

  it('newest first, 15 a page, with links and counts', async () => {
    const answer = await listed.api.get(path);
    expect(idsOf(answer)).toEqual(ids.slice(0, 15));
    expect(answer.body.meta).toEqual({
      current_page: 1,
      per_page: 15,
      total: 18,
      total_is_exact: true,
      has_more: true,
      next_cursor: expect.any(String),
      endpoint_limit: null,
      current_endpoint_count: 18,
      not_scanned_count: null,
      status_counts: { active: 16, paused: 2 },
    });
    const { first, last, prev, next } = answer.body.links;
    expect(prev).toBeNull();
    for (const [link, page] of [
      [first, '1'],
      [last, '2'],
      [next, '2'],
    ]) {
      const url = new URL(link);
      expect([url.hostname, url.pathname, url.searchParams.get('page')]).toEqual([listed.portalDomain, path, page]);
    }
    expect(answer.body).not.toHaveProperty('success');
  });

  it('following next visits every endpoint once', async () => {
    const seen: string[] = [];
    let url: string | null = `${path}?per_page=5&billing_customer_id=1`;
    for (let page = 0; url !== null && page < 10; page += 1) {
      const answer: ApiAnswer = await listed.api.get(url);
      expect(answer.body.meta.total).toBe(12);
      seen.push(...idsOf(answer));
      const next: URL | null = answer.body.links.next && new URL(answer.body.links.next);
      url = next && next.pathname + next.search;
    }
    expect(seen).toEqual(ids.slice(6));
  });

  it('past the end is an empty page with the same totals', async () => {
    const answer = await listed.api.get(`${path}?page=7`);
    expect(answer).toMatchObject({ status: 200, body: { data: [], meta: { current_page: 7, total: 18 } } });
    expect(answer.body.links.next).toBeNull();
  });

  it('the status filter narrows list and total, but not status_counts', async () => {
    const answer = await listed.api.get(`${path}?status=paused`);
    expect(idsOf(answer)).toEqual([ids[0], ids[17]]);
    expect(answer.body.meta).toMatchObject({
      total: 2,
      current_endpoint_count: 18,
      status_counts: { active: 16, paused: 2 },
    });
  });

  it('billing_customer_id shows one customer; an unknown one an empty list with zero counts', async () => {
    const answer = await listed.api.get(`${path}?billing_customer_id=2`);
    expect(idsOf(answer)).toEqual(ids.slice(0, 6));
    expect(answer.body.meta).toMatchObject({
      total: 6,
      current_endpoint_count: 6,
      status_counts: { active: 5, paused: 1 },
    });
    const unknown = await listed.api.get(`${path}?billing_customer_id=999`);
    expect(unknown).toMatchObject({
      status: 200,
      body: { data: [], meta: { total: 0, status_counts: { active: 0, paused: 0 } } },
    });
  });

  it('search looks for a part of address, hostname or nickname, whatever the case, and takes % and _ literally', async () => {
    expect((await listed.api.get(`${path}?search=WEB1.`)).body.meta.total).toBe(1);
    expect((await listed.api.get(`${path}?search=203.0.113.1`)).body.meta.total).toBe(10);
    expect((await listed.api.get(`${path}?search=web1&status=paused`)).body.meta.total).toBe(2);
    for (const literal of ['%25', '_', '%5C', "'"]) {
      expect((await listed.api.get(`${path}?search=${literal}`)).body.meta.total).toBe(0);
    }
  });

  it('an endpoint is shown alike in the list, which names its customer, alone and in its detail', async () => {
    const { customer_name: name, ...first } = (await listed.api.get(`${path}?per_page=1`)).body.data[0];
    expect(name).toBeNull();
    const single = await listed.api.get(`${path}/${first.id}`);
    expect(single.body).toEqual({
      data: first,
      note: first.not_scanned,
      links: { self: expect.stringContaining(`${path}/${first.id}`) },
      meta: { version: 'v1', timestamp: expect.any(String) },
    });
    const detail = await listed.api.get(`${path}/${first.id}/detail`);
    expect(detail.body).toEqual({
      data: first,
      note: first.not_scanned,
      look: { state: 'paused', at: null, missing_ports: null, sentence: 'Not looked at: it is paused.' },
      latest_scan: null,
      alerts: [],
      whitelisted_ports: [],
      new_ports: [],
      closed_ports: [],
      suspected_closed_ports: [],
      condition: null,
    });
    expect(Object.keys(first).toSorted()).toEqual(
      [
        'billing_customer_id',
        'coverage',
        'created_at',
        'hostname',
        'id',
        'ip_address',
        'last_scan_at',
        'next_scan_at',
        'nickname',
        'nmap_cooldown_seconds',
        'not_scanned',
        'platform',
        'quota_paused',
        'status',
        'updated_at',
      ].toSorted(),
    );
  });

  it('the detail shows the ten most urgent open alerts, with no more fields than the contract lists', async () => {
    const id = ids[3]!;
    for (const severity of ['low', 'medium', 'high', 'critical'] as const) {
      for (let count = 0; count < 3; count += 1) await insertAlert(service, listed, id, { severity });
    }
    await insertAlert(service, listed, id, { severity: 'critical', status: 'resolved' });
    await insertAlert(service, listed, id, { severity: 'critical', status: 'acknowledged' });
    const { alerts } = (await listed.api.get(`${path}/${id}/detail`)).body;
    const severities = alerts.map((alert: { severity: string }) => alert.severity);
    expect(severities).toEqual([
      ...Array(3).fill('critical'),
      ...Array(3).fill('high'),
      ...Array(3).fill('medium'),
      'low',
    ]);
    for (const alert of alerts) {
      expect(alert.status).toBe('open');
      expect(Object.keys(alert).toSorted()).toEqual(
        [
          'first_detected_at',
          'id',
          'last_detected_at',
          'port',
          'protocol',
          'risk_level',
          'service',
          'severity',
          'status',
          'title',
        ].toSorted(),
      );
    }
  });

  it('whitelisted_ports has one string per rule and protocol, rules of wider scope included', async () => {
    const id = ids[4]!;
    const rule = (scope: string, start: number, end: number, protocol: string) =>
      service.store.database.pool.query(
        `INSERT INTO allowed_port_rules (partner_id, id, customer_id, endpoint_id, port_start, port_end, protocol, source, created_at, updated_at)
         SELECT partner_id, gen_random_uuid(), CASE WHEN $2 <> 'partner' THEN customer_id END, CASE WHEN $2 = 'endpoint' THEN id END,
           $3, $4, $5, 'manual', now(), now() FROM endpoints WHERE id = $1`,
        [id, scope, start, end, protocol],
      );
    await rule('endpoint', 443, 443, 'tcp');
    await rule('customer', 8_000, 8_010, 'tcp');
    await rule('partner', 53, 53, 'both');
    await rule('endpoint', 53, 53, 'udp');
    const shown = async (endpointId: string) =>
      (await listed.api.get(`${path}/${endpointId}/detail`)).body.whitelisted_ports.toSorted();
    expect(await shown(id)).toEqual(['443:tcp', '53:tcp', '53:udp', '8000-8010:tcp']);
    expect(await shown(ids[17]!)).toEqual(['53:tcp', '53:udp']);
  });
});
