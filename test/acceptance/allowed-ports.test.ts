import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOldAuditEntries } from '../../src/core/audit/drop-old-entries.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { completeScan, type PortText } from '../support/completed-scans.ts';
import { listen, loopbackAddress } from '../support/listeners.ts';
import { openConsole, signInCustomer } from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { alertsOf } from '../support/scan-outcomes.ts';
import { detail, nextScan, provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/whitelists';
const absentId = '00000000-0000-4000-8000-000000000000';
const timestamp = expect.stringMatching(/Z$/);

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

function create(body: Record<string, unknown>, api = partner.api): Promise<ApiAnswer> {
  return api.post(path, body);
}

/** Creates a rule and returns its id. */
async function created(body: Record<string, unknown>, api = partner.api): Promise<string> {
  const answer = await create(body, api);
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

function change(id: string, body: Record<string, unknown>, api = partner.api): Promise<ApiAnswer> {
  return api.send('PUT', `${path}/${id}`, body);
}

function remove(id: string, query = '', api = partner.api): Promise<ApiAnswer> {
  return api.send('DELETE', `${path}/${id}${query}`);
}

async function read(id: string): Promise<ApiAnswer['body']> {
  const answer = await partner.api.get(`${path}/${id}`);
  expect(answer.status).toBe(200);
  return answer.body.data;
}

async function listed(query: string, api = partner.api): Promise<string[]> {
  const answer = await api.get(`${path}?${query}`);
  expect(answer.status).toBe(200);
  return answer.body.data.map(({ id }: { id: string }) => id);
}

async function scanned(endpointId: string, ...open: PortText[]): Promise<void> {
  service.clock.advanceSeconds(60);
  await completeScan(service, partner, endpointId, { open });
}

function server(client_id = 1): Promise<string> {
  return provision(partner.api, loopbackAddress(), { client_id });
}

/** `port:protocol status resolution` of every alert of an endpoint, ascending by port. */
async function alertTexts(endpointId: string): Promise<string[]> {
  const alerts = (await alertsOf(partner.api, endpointId)).toSorted((a, b) => a.port - b.port);
  return alerts.map(({ port, protocol, status, resolution }) =>
    [`${port}:${protocol}`, status, ...(resolution ? [resolution] : [])].join(' '),
  );
}

async function allowedPortsOf(endpointId: string): Promise<string[]> {
  return (await detail(partner.api, endpointId)).whitelisted_ports;
}

describe('POST /whitelists', () => {
  it('for an endpoint: 201 with the rule, which belongs to the endpoint’s customer', async () => {
    const endpointId = await server(7);
    const answer = await create({ endpoint_id: endpointId, port_start: 443, description: 'Shop' });
    expect(answer.status).toBe(201);
    const { id } = answer.body.data;
    expect(answer.body).toEqual({
      data: {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        billing_customer_id: 7,
        endpoint_id: endpointId,
        port_start: 443,
        port_end: 443,
        protocol: 'tcp',
        description: 'Shop',
        source: 'manual',
        created_at: timestamp,
        created_by: 'api_key',
        updated_at: timestamp,
        expires_at: null,
      },
      links: { self: `http://${partner.portalDomain}${path}/${id}` },
      meta: { version: 'v1', timestamp },
    });
    expect(await read(id)).toEqual(answer.body.data);
  });

  it('says who made it, as long as the audit log knows', async () => {
    const other = await service.partner();
    const endpointId = await provision(other.api, loopbackAddress(), { client_id: 7 });
    const callers = {
      api_key: other.api,
      customer: await signInCustomer(service, other, 7),
      administrator: await openConsole(service, other),
    };
    const ids: string[] = [];
    for (const [index, [kind, caller]] of Object.entries(callers).entries()) {
      const rule = { billing_customer_id: 7, endpoint_id: endpointId, port_start: 8_000 + index };
      const { id, created_by } = (await caller.post(path, rule)).body.data;
      expect(created_by).toBe(kind);
      ids.push(id);
    }
    const made = async () =>
      (await other.api.get(path)).body.data.map((rule: { created_by: string }) => rule.created_by);
    expect(await made()).toEqual(['administrator', 'customer', 'api_key']);
    await other.api.send('PUT', `${path}/${ids[1]}`, { description: 'Ours' });
    expect(await made()).toEqual(['administrator', 'customer', 'api_key']);
    service.clock.advanceSeconds(1);
    await dropOldAuditEntries(service.service.resources, 0);
    expect(await made()).toEqual([null, null, null]);
  });

  it('for a customer: every endpoint of the customer and no other', async () => {
    const [own, other] = [await server(8), await server(9)];
    for (const endpointId of [own, other]) await scanned(endpointId, '25:tcp');
    const answer = await create({ billing_customer_id: 8, port_start: '25' });
    expect(answer.body.data).toMatchObject({ billing_customer_id: 8, endpoint_id: null, description: null });
    expect(await alertTexts(own)).toEqual(['25:tcp resolved allowed']);
    expect(await alertTexts(other)).toEqual(['25:tcp open']);
  });

  it('for the whole partner: every endpoint of the partner, and none of another partner', async () => {
    const [first, second, stranger] = [await service.partner(), await service.partner(), partner];
    const endpointIds: string[] = [];
    const alertIds: string[] = [];
    for (const [owner, client_id] of [
      [first, 1],
      [first, 2],
      [second, 1],
    ] as const) {
      endpointIds.push(await provision(owner.api, loopbackAddress(), { client_id }));
      alertIds.push(await insertAlert(service, owner, endpointIds.at(-1)!, { port: 25 }));
    }
    const answer = await create({ port_start: 25 }, first.api);
    expect(answer.body.data).toMatchObject({ billing_customer_id: null, endpoint_id: null });
    const { rows } = await service.store.database.pool.query<{ id: string; status: string }>(
      'SELECT id, status FROM alerts WHERE id = ANY($1)',
      [alertIds],
    );
    const statusOf = (id: string) => rows.find((row) => row.id === id)?.status;
    expect(alertIds.map(statusOf)).toEqual(['resolved', 'resolved', 'open']);
    expect((await stranger.api.get(`${path}/${answer.body.data.id}`)).status).toBe(404);
  });

  it('a range with both protocols resolves the alerts within its bounds, and leaves those beside it', async () => {
    const endpointId = await server();
    await scanned(endpointId, '7999:tcp', '8000:tcp', '8005:udp', '8010:tcp', '8011:udp');
    await create({ endpoint_id: endpointId, port_start: 8_000, port_end: 8_010, protocol: 'both' });
    expect(await alertTexts(endpointId)).toEqual([
      '7999:tcp open',
      '8000:tcp resolved allowed',
      '8005:udp resolved allowed',
      '8010:tcp resolved allowed',
      '8011:udp open',
    ]);
  });

  it.each([
    ['tcp', ['53:tcp resolved allowed', '53:udp open']],
    ['udp', ['53:tcp open', '53:udp resolved allowed']],
  ])('a rule for %s leaves the other protocol alone', async (protocol, expected) => {
    const endpointId = await server();
    await scanned(endpointId, '53:tcp', '53:udp');
    await create({ endpoint_id: endpointId, port_start: 53, protocol });
    expect((await alertTexts(endpointId)).toSorted()).toEqual(expected);
  });

  it('acknowledged alerts are resolved as well; false positives are left alone, and go on suppressing', async () => {
    const endpointId = await server();
    await scanned(endpointId, '22:tcp', '80:tcp');
    const [ssh, web] = (await alertsOf(partner.api, endpointId)).toSorted((a, b) => a.port - b.port);
    await partner.api.post(`/api/v1/alerts/${ssh.id}/acknowledge`);
    await partner.api.post(`/api/v1/alerts/${web.id}/false-positive`);
    const ruleId = await created({ endpoint_id: endpointId, port_start: 1, port_end: 65_535 });
    expect(await alertTexts(endpointId)).toEqual(['22:tcp resolved allowed', '80:tcp false_positive']);
    await scanned(endpointId, '22:tcp', '80:tcp');
    await remove(ruleId);
    await scanned(endpointId, '80:tcp');
    expect(await alertTexts(endpointId)).toEqual(['22:tcp resolved allowed', '80:tcp false_positive']);
  });

  it('the audit log says what was allowed and how many alerts that resolved', async () => {
    const endpointId = await server();
    await scanned(endpointId, '22:tcp', '80:tcp');
    const id = await created({ endpoint_id: endpointId, port_start: 1, port_end: 100 });
    expect(await auditOf(service, id)).toEqual([
      {
        action: 'allowed_ports.created',
        actor_kind: 'api_key',
        details: { port_start: 1, port_end: 100, protocol: 'tcp', endpoint_id: endpointId, alerts_resolved: 2 },
      },
    ]);
  });

  it('an identical rule: 200 with the existing one, unchanged', async () => {
    const endpointId = await server();
    for (const scope of [{ endpoint_id: endpointId }, { billing_customer_id: 1 }, {}]) {
      const ports = { port_start: 5_000, port_end: 5_001, protocol: 'udp' };
      const id = await created({ ...scope, ...ports, description: 'first' });
      const before = await read(id);
      const again = await create({ ...scope, ...ports, description: 'second' });
      expect(again).toMatchObject({ status: 200, body: { data: before } });
      expect(await auditOf(service, id)).toHaveLength(1);
      await remove(id);
    }
  });

  it('of parallel identical requests one creates the rule, and all answer with it', async () => {
    const body = { billing_customer_id: 1, port_start: 6_000 };
    const answers = await Promise.all(Array.from({ length: 5 }, () => create(body)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 201]);
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1);
  });

  it('the same ports in another scope or protocol are another rule', async () => {
    const endpointId = await server();
    const ports = { port_start: 6_100 };
    const ids = [
      await created({ ...ports, endpoint_id: endpointId }),
      await created({ ...ports, endpoint_id: endpointId, protocol: 'both' }),
      await created({ ...ports, billing_customer_id: 1 }),
      await created(ports),
    ];
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) await remove(id);
  });

  it.each([
    ['no port', {}, 'port_start'],
    ['port 0', { port_start: 0 }, 'port_start'],
    ['port 65536', { port_start: 1, port_end: 65_536 }, 'port_end'],
    ['a port that is no integer', { port_start: '80a' }, 'port_start'],
    ['an end below the start', { port_start: 81, port_end: 80 }, 'port_end'],
    ['an unknown protocol', { port_start: 80, protocol: 'icmp' }, 'protocol'],
    ['an endpoint id that is no UUID', { port_start: 80, endpoint_id: 'web1' }, 'endpoint_id'],
    ['a customer that is no number', { port_start: 80, billing_customer_id: 'x' }, 'billing_customer_id'],
    ['a description of 256 characters', { port_start: 80, description: 'd'.repeat(256) }, 'description'],
  ])('%s: 422', async (_what, body, field) => {
    expectRefusal(await create(body), 422, [field]);
  });

  it('an endpoint of another customer: 403 with code 403, and nothing is created', async () => {
    const endpointId = await server(2);
    await scanned(endpointId, '80:tcp');
    const answer = await create({ billing_customer_id: 1, endpoint_id: endpointId, port_start: 80 });
    expectProblem(answer, 403, '403');
    expect(answer.body.error.message).toBe('Access denied');
    expect(await listed(`endpoint_id=${endpointId}`)).toEqual([]);
    expect(await alertTexts(endpointId)).toEqual(['80:tcp open']);
  });

  it('an endpoint that does not exist, a terminated one and another partner’s: 404 with code 404, all alike', async () => {
    const terminated = await server();
    await partner.api.post('/api/v1/billing/terminate', { endpoint_id: terminated });
    const foreign = await provision((await service.partner()).api, loopbackAddress());
    const answers: ApiAnswer[] = [];
    for (const endpoint_id of [absentId, terminated, foreign])
      answers.push(await create({ endpoint_id, port_start: 80 }));
    for (const answer of answers) {
      expectProblem(answer, 404, '404');
      expect(withoutRequestTraces(answer)).toEqual(withoutRequestTraces(answers[0]!));
    }
  });

  it('an unknown customer: 404 with code 404', async () => {
    expectProblem(await create({ billing_customer_id: 999_999, port_start: 80 }), 404, '404');
  });
});

describe('GET /whitelists', () => {
  it('newest first, by customer and by endpoint, page by page; another partner sees none of them', async () => {
    const own = await service.partner();
    const endpoints = [
      await provision(own.api, loopbackAddress(), { client_id: 1 }),
      await provision(own.api, loopbackAddress(), { client_id: 2 }),
    ] as const;
    const bodies = [
      { port_start: 1 },
      { port_start: 2, billing_customer_id: 1 },
      { port_start: 3, endpoint_id: endpoints[0] },
      { port_start: 4, endpoint_id: endpoints[1] },
      { port_start: 5, billing_customer_id: 1 },
    ];
    const ids: string[] = [];
    for (const body of bodies) {
      service.clock.advanceSeconds(1);
      ids.push(await created(body, own.api));
    }
    const [wide, customer, endpoint, foreign, customer2] = ids as [string, string, string, string, string];
    expect(await listed('', own.api)).toEqual([customer2, foreign, endpoint, customer, wide]);
    expect(await listed('billing_customer_id=1', own.api)).toEqual([customer2, endpoint, customer]);
    expect(await listed(`endpoint_id=${endpoints[1]}`, own.api)).toEqual([foreign]);
    expect(await listed(`endpoint_id=${endpoints[1]}&billing_customer_id=1`, own.api)).toEqual([]);
    expect(await listed('billing_customer_id=999999', own.api)).toEqual([]);
    expect(await listed('', (await service.partner()).api)).toEqual([]);

    const { body } = await own.api.get(`${path}?per_page=2&page=2`);
    expect(body.data.map(({ id }: { id: string }) => id)).toEqual([endpoint, customer]);
    expect(body.meta).toEqual({
      current_page: 2,
      per_page: 2,
      total: 5,
      has_more: true,
      next_cursor: expect.any(String),
    });
    const link = (page: number) => `http://${own.portalDomain}${path}?per_page=2&page=${page}`;
    expect(body.links).toEqual({ first: link(1), prev: link(1), next: link(3), last: link(3) });
    expect(await listed('page=9', own.api)).toEqual([]);
  });

  it.each([
    ['per_page=0', 'per_page'],
    ['per_page=101', 'per_page'],
    ['page=0', 'page'],
    ['endpoint_id=web1', 'endpoint_id'],
    ['billing_customer_id=x', 'billing_customer_id'],
  ])('%s: 422', async (query, field) => {
    expectRefusal(await partner.api.get(`${path}?${query}`), 422, [field]);
  });
});

describe('PUT /whitelists/{id}', () => {
  it('widening resolves exactly the alerts that are covered now', async () => {
    const endpointId = await server();
    await scanned(endpointId, '79:tcp', '80:tcp', '81:tcp', '81:udp', '82:tcp');
    const id = await created({ endpoint_id: endpointId, port_start: 80 });
    service.clock.advanceSeconds(1);
    const answer = await change(id, { port_end: 81 });
    expect(answer).toMatchObject({ status: 200, body: { data: { port_start: 80, port_end: 81, protocol: 'tcp' } } });
    expect(answer.body.data.updated_at > answer.body.data.created_at).toBe(true);
    expect((await alertTexts(endpointId)).toSorted()).toEqual([
      '79:tcp open',
      '80:tcp resolved allowed',
      '81:tcp resolved allowed',
      '81:udp open',
      '82:tcp open',
    ]);
    await change(id, { protocol: 'both' });
    expect(await alertTexts(endpointId)).toContain('81:udp resolved allowed');
    expect((await auditOf(service, id)).map(({ action }) => action)).toEqual([
      'allowed_ports.created',
      'allowed_ports.updated',
      'allowed_ports.updated',
    ]);
  });

  it('what a narrower rule no longer covers is alerted by the next scan, and not before', async () => {
    const endpointId = await server();
    const id = await created({ endpoint_id: endpointId, port_start: 80, port_end: 90 });
    await scanned(endpointId, '80:tcp', '90:tcp');
    expect(await alertTexts(endpointId)).toEqual([]);
    await change(id, { port_end: 89 });
    expect(await alertTexts(endpointId)).toEqual([]);
    await scanned(endpointId, '80:tcp', '90:tcp');
    expect(await alertTexts(endpointId)).toEqual(['90:tcp open']);
  });

  it('a rule for a single port stays one when its start moves; a range keeps its end', async () => {
    const single = await created({ billing_customer_id: 1, port_start: 7_000 });
    expect((await change(single, { port_start: 7_001 })).body.data).toMatchObject({
      port_start: 7_001,
      port_end: 7_001,
    });
    const range = await created({ billing_customer_id: 1, port_start: 7_010, port_end: 7_020 });
    expect((await change(range, { port_start: 7_015 })).body.data).toMatchObject({
      port_start: 7_015,
      port_end: 7_020,
    });
  });

  it('the scope is fixed: an endpoint_id in the body is refused', async () => {
    const id = await created({ billing_customer_id: 1, port_start: 7_100 });
    const before = await read(id);
    const answer = await change(id, { billing_customer_id: 1, endpoint_id: await server(), description: 'Backups' });
    expectRefusal(answer, 422, ['endpoint_id']);
    expect(await read(id)).toEqual(before);
  });

  it.each([{}, { port_start: 7_200, protocol: 'tcp', description: 'same' }])(
    'what it has already (%j): 200, and not a byte changes',
    async (body) => {
      const id = await created({ billing_customer_id: 1, port_start: 7_200, description: 'same' });
      const before = await read(id);
      service.clock.advanceSeconds(1);
      expect(await change(id, body)).toMatchObject({ status: 200, body: { data: before } });
      expect(await read(id)).toEqual(before);
      expect(await auditOf(service, id)).toHaveLength(1);
      await remove(id);
    },
  );

  it('what another rule of the scope is already: 409, and nothing changes', async () => {
    await created({ billing_customer_id: 1, port_start: 7_300 });
    const id = await created({ billing_customer_id: 1, port_start: 7_301 });
    const before = await read(id);
    expectProblem(await change(id, { port_start: 7_300 }), 409, 'RULE_ALREADY_EXISTS');
    expect(await read(id)).toEqual(before);
  });

  it('parallel changes of different fields all take effect', async () => {
    const id = await created({ billing_customer_id: 1, port_start: 7_400, port_end: 7_410 });
    const changes = [{ port_start: 7_405 }, { protocol: 'udp' }, { description: 'all' }, { port_end: 7_409 }];
    await Promise.all(changes.map((body) => change(id, body)));
    expect(await read(id)).toMatchObject({
      port_start: 7_405,
      port_end: 7_409,
      protocol: 'udp',
      description: 'all',
    });
  });

  it.each([
    ['an end below the start', { port_end: 7_499 }, 'port_end'],
    ['a start above the end', { port_start: 7_511 }, 'port_end'],
    ['port 0', { port_start: 0 }, 'port_start'],
    ['an unknown protocol', { protocol: 'icmp' }, 'protocol'],
  ])('%s: 422', async (_what, body, field) => {
    const id = await created({ billing_customer_id: 1, port_start: 7_500, port_end: 7_510 });
    expectRefusal(await change(id, body), 422, [field]);
    await remove(id);
  });
});

describe('DELETE /whitelists/{id}', () => {
  it('204 without a body, then 404; the port that is still open is alerted by the next scan', async () => {
    const endpointId = await server();
    await scanned(endpointId, '22:tcp');
    const id = await created({ endpoint_id: endpointId, port_start: 22 });
    expect(await remove(id, '?billing_customer_id=1')).toMatchObject({ status: 204, body: '' });
    expect(await alertTexts(endpointId)).toEqual(['22:tcp resolved allowed']);
    expectProblem(await remove(id), 404, '404');
    expectProblem(await partner.api.get(`${path}/${id}`), 404, '404');
    await scanned(endpointId, '22:tcp');
    expect(await alertTexts(endpointId)).toEqual(['22:tcp resolved allowed', '22:tcp open']);
    expect((await auditOf(service, id)).at(-1)).toEqual({
      action: 'allowed_ports.deleted',
      actor_kind: 'api_key',
      details: { port_start: 22, port_end: 22, protocol: 'tcp', endpoint_id: endpointId },
    });
  });

  it('of parallel requests one deletes', async () => {
    const id = await created({ billing_customer_id: 1, port_start: 7_600 });
    const answers = await Promise.all(Array.from({ length: 4 }, () => remove(id)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 404, 404, 404]);
    expect(await auditOf(service, id)).toHaveLength(2);
  });
});

type Call = (id: string, customer: number, api?: TestPartner['api']) => Promise<ApiAnswer>;
const calls: [string, Call][] = [
  ['GET', (id, customer, api = partner.api) => api.get(`${path}/${id}?billing_customer_id=${customer}`)],
  ['PUT', (id, customer, api = partner.api) => change(id, { billing_customer_id: customer, port_end: 9_999 }, api)],
  ['DELETE', (id, customer, api = partner.api) => remove(id, `?billing_customer_id=${customer}`, api)],
];

describe.each(calls)('%s of a rule that is not the caller’s', (_name, call) => {
  it('another customer’s and the partner’s own: 403 with code 403, and nothing changes', async () => {
    const bodies = [{ endpoint_id: await server(1) }, { billing_customer_id: 1 }, {}];
    for (const body of bodies) {
      const id = await created({ ...body, port_start: 9_000 });
      const before = await read(id);
      const answer = await call(id, 2);
      expectProblem(answer, 403, '403');
      expect(answer.body.error.message).toBe('Access denied');
      expect(await read(id)).toEqual(before);
      await remove(id);
    }
  });

  it('one that does not exist, and an id that is no UUID: 404 with code 404', async () => {
    for (const id of [absentId, 'first']) expectProblem(await call(id, 1), 404, '404');
  });

  it('another partner’s: the same answer as for one that does not exist, and nothing changes', async () => {
    const id = await created({ billing_customer_id: 1, port_start: 9_100 });
    const before = await read(id);
    const { api } = await service.partner();
    const [foreign, absent] = [await call(id, 1, api), await call(absentId, 1, api)];
    expect(foreign.status).toBe(404);
    expect(withoutRequestTraces(foreign)).toEqual(withoutRequestTraces(absent));
    expect(await read(id)).toEqual(before);
    await remove(id);
  });
});

describe('whitelisted_ports in endpoint detail', () => {
  it('rules of every scope that apply, ascending by port; both protocols are two strings', async () => {
    const own = await service.partner();
    const [first, other] = [
      await provision(own.api, loopbackAddress(), { client_id: 1 }),
      await provision(own.api, loopbackAddress(), { client_id: 1 }),
    ];
    await provision(own.api, loopbackAddress(), { client_id: 2 });
    const bodies = [
      { endpoint_id: first, port_start: 8_000, port_end: 8_010 },
      { endpoint_id: first, port_start: 53, protocol: 'both' },
      { billing_customer_id: 1, port_start: 443 },
      { port_start: 123, protocol: 'udp' },
      { endpoint_id: other, port_start: 22 },
      { billing_customer_id: 2, port_start: 25 },
    ];
    for (const body of bodies) await created(body, own.api);
    const allowed = (await detail(own.api, first)).whitelisted_ports;
    expect(allowed).toEqual(['53:tcp', '53:udp', '123:udp', '443:tcp', '8000-8010:tcp']);
    expect((await detail(own.api, other)).whitelisted_ports).toEqual(['22:tcp', '123:udp', '443:tcp']);
  });

  it('without rules it is empty; a deleted rule leaves it', async () => {
    const endpointId = await server(77);
    expect(await allowedPortsOf(endpointId)).toEqual([]);
    const id = await created({ endpoint_id: endpointId, port_start: 22 });
    expect(await allowedPortsOf(endpointId)).toEqual(['22:tcp']);
    await remove(id);
    expect(await allowedPortsOf(endpointId)).toEqual([]);
  });
});

describe('with a real listener', () => {
  it('a covered port raises nothing; once its rule is deleted, a scan comes soon that does', async () => {
    const scanning = await TestService.start();
    const address = loopbackAddress();
    const listener = await listen(address, 8_080);
    try {
      const { api } = await scanning.partner();
      await api.post('/api/v1/endpoints', { billing_customer_id: 1, ip_address: loopbackAddress(), status: 'paused' });
      const id = await created({ billing_customer_id: 1, port_start: 8_000, port_end: 8_100 }, api);
      const endpointId = await provision(api, address);
      const first = await nextScan(api, endpointId);
      expect(first).toMatchObject({ latest_scan: { open_ports: [8_080] }, alerts: [] });
      expect(first.whitelisted_ports).toEqual(['8000-8100:tcp']);
      await remove(id, '', api);
      scanning.clock.advanceSeconds(300);
      const second = await nextScan(api, endpointId, first.data.last_scan_at);
      expect(second).toMatchObject({ alerts: [{ port: 8_080, status: 'open' }] });
    } finally {
      await scanning.stop();
      await listener.close();
    }
  });
});
