import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { type AlertRow, insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/alerts';
const severities = ['low', 'medium', 'high', 'critical'] as const;
const statuses = ['open', 'acknowledged', 'resolved', 'false_positive'] as const;

interface StoredAlert extends Required<Omit<AlertRow, 'port' | 'protocol'>> {
  readonly id: string;
  readonly endpointId: string;
  readonly customerId: number;
}

let service: TestService;
let partner: TestPartner;
const stored: StoredAlert[] = [];
const endpoints: { id: string; customerId: number }[] = [];

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  for (const [host, customerId] of [1, 1, 2].entries()) {
    endpoints.push({ id: await provision(partner.api, `192.0.2.${host + 1}`, { client_id: customerId }), customerId });
  }
  // Only four instants for 60 alerts: most order is decided by the ties.
  const instant = (index: number) => new Date(Date.UTC(2026, 0, 1) + (index % 4) * 60_000);
  for (let index = 0; index < 60; index += 1) {
    const endpoint = endpoints[index % 3]!;
    const row = {
      severity: severities[(index * 7) % 4]!,
      status: statuses[Math.floor(index / 3) % 4]!,
      createdAt: instant(index * 5),
      lastDetectedAt: instant(index * 3 + Math.floor(index / 8)),
    };
    const id = await insertAlert(service, partner, endpoint.id, row);
    stored.push({ ...row, id, endpointId: endpoint.id, customerId: endpoint.customerId });
  }
  // Another partner's alerts are in no list and no total.
  const other = await service.partner();
  await insertAlert(service, other, await provision(other.api, '192.0.2.1', { client_id: 1 }));
});
afterAll(async () => {
  await service?.stop();
});

interface Query {
  readonly billing_customer_id?: number | undefined;
  readonly status?: (typeof statuses)[number] | undefined;
  readonly severity?: (typeof severities)[number] | undefined;
  readonly endpoint_id?: string | undefined;
  readonly sort?: 'created_at' | 'severity' | 'last_detected_at' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
}

/** The whole list that a query asks for, without paging: the model that the service is held against. */
function expectedIds({ sort = 'created_at', order = 'desc', ...filter }: Query): string[] {
  const rank = (alert: StoredAlert) => {
    if (sort === 'severity') return severities.indexOf(alert.severity);
    return (sort === 'created_at' ? alert.createdAt : alert.lastDetectedAt).getTime();
  };
  const ascending = (a: StoredAlert, b: StoredAlert) =>
    rank(a) - rank(b) || a.createdAt.getTime() - b.createdAt.getTime() || (a.id < b.id ? -1 : 1);
  return stored
    .filter(
      (alert) =>
        (filter.billing_customer_id ?? alert.customerId) === alert.customerId &&
        (filter.status ?? alert.status) === alert.status &&
        (filter.severity ?? alert.severity) === alert.severity &&
        (filter.endpoint_id ?? alert.endpointId) === alert.endpointId,
    )
    .toSorted((a, b) => (order === 'asc' ? ascending(a, b) : ascending(b, a)))
    .map((alert) => alert.id);
}

async function list(query: Query): Promise<{ ids: string[]; total: number; has_more: boolean }> {
  const { ids, total, has_more } = await listWithCursor(query);
  return { ids, total, has_more };
}

async function listWithCursor(query: Query & { cursor?: string | undefined }) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const answer = await partner.api.get(`${path}?${parameters}`);
  const { alerts, total, has_more, next_cursor } = expectSuccess(answer);
  expect(next_cursor === null).toBe(!has_more);
  const ids: string[] = alerts.map((alert: { id: string }) => alert.id);
  return {
    ids,
    total: total as number,
    has_more: has_more as boolean,
    cursor: (next_cursor ?? undefined) as string | undefined,
  };
}

async function walkByCursor(query: Query): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await listWithCursor({ ...query, cursor });
    ids.push(...page.ids);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return ids;
}

describe('GET /alerts', () => {
  it('newest first, 20 at a time', async () => {
    expect(await list({})).toEqual({ ids: expectedIds({}).slice(0, 20), total: 60, has_more: true });
  });

  const filters: Query[] = [
    ...statuses.map((status) => ({ status })),
    ...severities.map((severity) => ({ severity })),
    { billing_customer_id: 1 },
    { billing_customer_id: 2 },
    { billing_customer_id: 1, status: 'open', severity: 'high' },
  ];
  it.each(filters.map((filter) => ({ text: JSON.stringify(filter), filter })))('filter $text', async ({ filter }) => {
    const ids = expectedIds(filter);
    expect(ids.length).toBeLessThan(60);
    expect(await list({ ...filter, limit: 100 })).toEqual({ ids, total: ids.length, has_more: false });
  });

  it('endpoint_id shows one endpoint', async () => {
    for (const { id } of endpoints) {
      const ids = expectedIds({ endpoint_id: id });
      expect(await list({ endpoint_id: id, limit: 100 })).toEqual({ ids, total: 20, has_more: false });
    }
  });

  it.each(
    (['created_at', 'severity', 'last_detected_at'] as const).flatMap((sort) => [
      { sort, order: 'desc' as const },
      { sort, order: 'asc' as const },
    ]),
  )('sort by $sort $order, ties by created_at, then id', async ({ sort, order }) => {
    expect((await list({ sort, order, limit: 100 })).ids).toEqual(expectedIds({ sort, order }));
  });

  it('sort=severity ranks critical, high, medium, low', async () => {
    const answer = await partner.api.get(`${path}?sort=severity&limit=100`);
    const ranks = answer.body.data.alerts.map((alert: { severity: string }) => alert.severity);
    expect([...new Set(ranks)]).toEqual(['critical', 'high', 'medium', 'low']);
  });

  it('an unknown customer, and an endpoint of nobody, give an empty list and a zero total', async () => {
    const nothing = { ids: [], total: 0, has_more: false };
    expect(await list({ billing_customer_id: 999 })).toEqual(nothing);
    expect(await list({ endpoint_id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' })).toEqual(nothing);
    expect(await list({ billing_customer_id: 2, endpoint_id: endpoints[0]!.id })).toEqual(nothing);
  });

  it('past the end is an empty page with the same total', async () => {
    expect(await list({ offset: 60 })).toEqual({ ids: [], total: 60, has_more: false });
    expect(await list({ offset: 1_000_000 })).toEqual({ ids: [], total: 60, has_more: false });
  });

  it.each([
    ['something made up', 'bm90IGpzb24'],
    ['one of another order', Buffer.from('{"sort":"severity","key":"low"}').toString('base64url')],
  ])('a cursor that is %s: 422', async (_what, cursor) => {
    const answer = await partner.api.get(`${path}?cursor=${cursor}`);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual({
      cursor: ['The cursor field must be a next_cursor of this list, with the same filters and in the same order.'],
    });
  });

  it('a cursor of one order is refused in another', async () => {
    const { cursor } = await listWithCursor({ sort: 'last_detected_at', limit: 5 });
    expect((await partner.api.get(`${path}?sort=created_at&cursor=${cursor}`)).status).toBe(422);
    expect((await partner.api.get(`${path}?sort=last_detected_at&cursor=${cursor}`)).status).toBe(200);
  });

  it('whatever the filters, the order and the page size: pages and cursors partition the list and has_more is right', async () => {
    const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const query = fc.record({
      billing_customer_id: optional([1, 2, 3]),
      status: optional(statuses),
      severity: optional(severities),
      endpoint_id: optional([0, 1, 2]),
      sort: optional(['created_at', 'severity', 'last_detected_at'] as const),
      order: optional(['asc', 'desc'] as const),
    });
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 1, max: 100 }), async ({ endpoint_id: index, ...rest }, size) => {
        const asked = { ...rest, endpoint_id: index === undefined ? undefined : endpoints[index]!.id };
        const limit = Math.max(size, 7);
        const all = expectedIds(asked);
        const seen: string[] = [];
        for (let offset = 0; offset <= all.length; offset += limit) {
          const page = await list({ ...asked, limit, offset });
          expect(page.total).toBe(all.length);
          expect(page.has_more).toBe(offset + limit < all.length);
          seen.push(...page.ids);
        }
        expect(seen).toEqual(all);
        expect(await walkByCursor({ ...asked, limit })).toEqual(all);
      }),
      { numRuns: 40 },
    );
  });
});

describe('one alert', () => {
  const fields = [
    'id',
    'endpoint_id',
    'ip_address',
    'port',
    'protocol',
    'service',
    'severity',
    'status',
    'risk_level',
    'title',
    'created_at',
    'first_detected_at',
    'last_detected_at',
    'billing_customer_id',
    'resolved_at',
    'resolution',
    'acknowledged_at',
    'hostname',
    'nickname',
  ];

  it('has the fields of the contract; the single read adds the full explanation', async () => {
    const [listed] = (await partner.api.get(`${path}?limit=1`)).body.data.alerts;
    expect(Object.keys(listed).toSorted()).toEqual(fields.toSorted());
    const { alert } = expectSuccess(await partner.api.get(`${path}/${listed.id}`));
    expect(alert).toEqual({ ...listed, explanation: expect.stringMatching(/.{40}/) });
  });

  it('is of the types of the contract', async () => {
    const createdAt = new Date('2026-03-01T12:00:00.250Z');
    const row = { port: 65_000, protocol: 'udp', severity: 'high', createdAt } as const;
    const other = await service.partner();
    const endpointId = await provision(other.api, '2001:db8::7', { client_id: 5, hostname: 'six' });
    const id = await insertAlert(service, other, endpointId, row);
    expect(expectSuccess(await other.api.get(`${path}/${id}`)).alert).toMatchObject({
      id,
      endpoint_id: endpointId,
      ip_address: '2001:db8::7',
      port: 65_000,
      protocol: 'udp',
      severity: 'high',
      risk_level: 'high',
      status: 'open',
      created_at: '2026-03-01T12:00:00.250Z',
      first_detected_at: '2026-03-01T12:00:00.250Z',
      billing_customer_id: 5,
      resolved_at: null,
      resolution: null,
      acknowledged_at: null,
      hostname: 'six',
      nickname: 'six',
    });
  });
});

describe('POST /alerts/{id}/resolve', () => {
  const resolve = (id: string, body?: object): Promise<ApiAnswer> => partner.api.post(`${path}/${id}/resolve`, body);

  it.each(['open', 'acknowledged', 'false_positive'] as const)('%s becomes resolved', async (status) => {
    const id = await insertAlert(service, partner, endpoints[0]!.id, { status });
    const { alert, message } = expectSuccess(await resolve(id, { billing_customer_id: 1 }));
    expect(message).toMatch(/\w/);
    expect(alert).toMatchObject({
      id,
      status: 'resolved',
      resolution: 'manual',
      resolved_at: expect.stringMatching(/Z$/),
      explanation: expect.any(String),
    });
    expect(expectSuccess(await partner.api.get(`${path}/${id}`)).alert).toEqual(alert);
  });

  it('again: 200, unchanged', async () => {
    const id = await insertAlert(service, partner, endpoints[0]!.id);
    const first = expectSuccess(await resolve(id));
    service.clock.advanceSeconds(60);
    const second = expectSuccess(await resolve(id));
    expect(second.alert).toEqual(first.alert);
    expect(second.message).toMatch(/\w/);
  });

  it('needs no body at all', async () => {
    const id = await insertAlert(service, partner, endpoints[0]!.id);
    expectSuccess(await partner.api.send('POST', `${path}/${id}/resolve`));
  });

  it('works for an alert of a terminated endpoint, which stays readable', async () => {
    const endpointId = await provision(partner.api, '192.0.2.50', { client_id: 1 });
    const id = await insertAlert(service, partner, endpointId);
    await partner.api.post('/api/v1/billing/terminate', { endpoint_id: endpointId });
    expect(expectSuccess(await resolve(id)).alert).toMatchObject({ resolution: 'endpoint_terminated' });
    expect((await list({ endpoint_id: endpointId })).ids).toEqual([id]);
  });

  it('of 20 in parallel one changes the alert, and one audit entry tells of it', async () => {
    const id = await insertAlert(service, partner, endpoints[0]!.id);
    const answers = await Promise.all(Array.from({ length: 20 }, () => resolve(id)));
    expect(answers.map((answer) => answer.status)).toEqual(Array(20).fill(200));
    const { rows } = await service.store.database.pool.query(
      "SELECT count(*)::int AS count FROM audit_entries WHERE subject_id = $1 AND action = 'alert.resolved'",
      [id],
    );
    expect(rows).toEqual([{ count: 1 }]);
  });
});
