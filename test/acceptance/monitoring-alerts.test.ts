import fc from 'fast-check';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf } from '../support/audit-log.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { openConsole, type PortalBrowser, signInCustomer } from '../support/portal-browser.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, mention } from '../support/scripted-leak-source.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/monitoring/alerts';
const absentId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const kinds = ['port', 'leaked_credentials', 'dark_web'] as const;
const severities = ['low', 'medium', 'high', 'critical'] as const;
const statuses = ['open', 'acknowledged', 'resolved', 'false_positive'] as const;
const actions = ['acknowledge', 'false-positive', 'resolve', 'reopen'] as const;
type Kind = (typeof kinds)[number];
type Status = (typeof statuses)[number];
type Action = (typeof actions)[number];

interface StoredAlert {
  readonly id: string;
  readonly kind: Kind;
  readonly customerId: number;
  readonly severity: (typeof severities)[number];
  readonly status: Status;
  readonly createdAt: Date;
  readonly lastDetectedAt: Date;
}

let service: TestService;
/** Has alerts of every kind, severity and status of two customers. */
let partner: TestPartner;
/** Has none of its own: tests add what they need. */
let other: TestPartner;
const stored: StoredAlert[] = [];
const resources = new Map<string, { endpointId: string; domainId: string; customerId: number }>();

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  other = await service.partner();
  for (const customerId of [1, 2]) {
    const endpointId = await provision(partner.api, `192.0.2.${customerId}`, { client_id: customerId });
    const domainId = await monitorDomain(partner.api, customerId, `shop-${customerId}.example.com`);
    resources.set(`${customerId}`, { endpointId, domainId, customerId });
  }
  // Only four instants for 72 alerts: most order is decided by the ties.
  const instant = (index: number) => new Date(Date.UTC(2026, 0, 1) + (index % 4) * 60_000);
  for (let index = 0; index < 72; index += 1) {
    const { endpointId, domainId, customerId } = resources.get(`${1 + (Math.floor(index / 6) % 2)}`)!;
    const kind = kinds[index % 3]!;
    const ofKind = kind === 'port' ? statuses : statuses.slice(0, 3);
    const row = {
      severity: severities[(index * 7) % 4]!,
      status: ofKind[Math.floor(index / 3) % ofKind.length]!,
      createdAt: instant(index * 5),
      lastDetectedAt: instant(index * 3 + Math.floor(index / 8)),
    };
    const id =
      kind === 'port'
        ? await insertAlert(service, partner, endpointId, row)
        : await insertDomainAlert(service, partner, domainId, { ...row, kind });
    stored.push({ ...row, id, kind, customerId });
  }
});
afterAll(async () => {
  await service?.stop();
});

interface Query {
  readonly billing_customer_id?: number | undefined;
  readonly kind?: Kind | undefined;
  readonly status?: Status | undefined;
  readonly severity?: (typeof severities)[number] | undefined;
  readonly sort?: 'created_at' | 'severity' | 'last_detected_at' | undefined;
  readonly order?: 'asc' | 'desc' | undefined;
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
  readonly cursor?: string | undefined;
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
        (filter.kind ?? alert.kind) === alert.kind &&
        (filter.status ?? alert.status) === alert.status &&
        (filter.severity ?? alert.severity) === alert.severity,
    )
    .toSorted((a, b) => (order === 'asc' ? ascending(a, b) : ascending(b, a)))
    .map((alert) => alert.id);
}

async function list(query: Query) {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters.set(name, String(value));
  const { alerts, total, total_is_exact, has_more, next_cursor } = expectSuccess(
    await partner.api.get(`${path}?${parameters}`),
  );
  expect(next_cursor === null).toBe(!has_more);
  expect(total_is_exact).toBe(true);
  const ids: string[] = alerts.map(({ id }: { id: string }) => id);
  return { ids, total: total as number, hasMore: has_more as boolean, cursor: next_cursor as string | null };
}

describe('GET /monitoring/alerts', () => {
  it('newest first, whatever their kinds, 20 at a time', async () => {
    const { cursor, ...page } = await list({});
    expect(page).toEqual({ ids: expectedIds({}).slice(0, 20), total: 72, hasMore: true });
    const met = new Set(page.ids.map((id) => stored.find((alert) => alert.id === id)!.kind));
    expect(met).toEqual(new Set(kinds));
  });

  const filters: Query[] = [
    ...kinds.map((kind) => ({ kind })),
    ...statuses.map((status) => ({ status })),
    ...severities.map((severity) => ({ severity })),
    { billing_customer_id: 1 },
    { billing_customer_id: 2, kind: 'dark_web', status: 'open' },
  ];
  it.each(filters.map((filter) => ({ text: JSON.stringify(filter), filter })))('filter $text', async ({ filter }) => {
    const ids = expectedIds(filter);
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.length).toBeLessThan(72);
    expect(await list({ ...filter, limit: 100 })).toEqual({ ids, total: ids.length, hasMore: false, cursor: null });
  });

  it.each(
    (['created_at', 'severity', 'last_detected_at'] as const).flatMap((sort) => [
      { sort, order: 'desc' as const },
      { sort, order: 'asc' as const },
    ]),
  )('sort by $sort $order, ties by created_at, then id, whatever the kind', async ({ sort, order }) => {
    expect((await list({ sort, order, limit: 100 })).ids).toEqual(expectedIds({ sort, order }));
  });

  it('whatever the filters, the order and the page size: pages and cursors partition the list', async () => {
    const optional = <T>(values: readonly T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const query = fc.record({
      billing_customer_id: optional([1, 2, 3]),
      kind: optional(kinds),
      status: optional(statuses),
      severity: optional(severities),
      sort: optional(['created_at', 'severity', 'last_detected_at'] as const),
      order: optional(['asc', 'desc'] as const),
    });
    await fc.assert(
      fc.asyncProperty(query, fc.integer({ min: 9, max: 100 }), async (asked, limit) => {
        const all = expectedIds(asked);
        const seen: string[] = [];
        for (let offset = 0; offset <= all.length; offset += limit) {
          const page = await list({ ...asked, limit, offset });
          expect(page).toMatchObject({ total: all.length, hasMore: offset + limit < all.length });
          seen.push(...page.ids);
        }
        expect(seen).toEqual(all);
        const walked: string[] = [];
        let cursor: string | null | undefined;
        while (cursor !== null) {
          const page = await list({ ...asked, limit, cursor });
          walked.push(...page.ids);
          cursor = page.cursor;
        }
        expect(walked).toEqual(all);
      }),
      { numRuns: 20 },
    );
  });

  it('subject, endpoint_id and domain_id narrow the list to what alerts are about', async () => {
    const { endpointId, domainId } = resources.get('1')!;
    const ofPorts = expectedIds({ kind: 'port' });
    const ofDomains = expectedIds({}).filter((id) => !ofPorts.includes(id));
    const ids = async (query: string) => {
      const { alerts, total } = expectSuccess(await partner.api.get(`${path}?limit=100&${query}`));
      expect(total).toBe(alerts.length);
      return alerts.map(({ id }: { id: string }) => id);
    };
    const own = new Set(expectedIds({ billing_customer_id: 1 }));
    expect(await ids('subject=endpoint')).toEqual(ofPorts);
    expect(await ids('subject=domain')).toEqual(ofDomains);
    expect(await ids(`endpoint_id=${endpointId}`)).toEqual(ofPorts.filter((id) => own.has(id)));
    expect(await ids(`domain_id=${domainId}`)).toEqual(ofDomains.filter((id) => own.has(id)));
    expect(await ids('subject=domain&kind=port')).toEqual([]);
    expect(await ids(`endpoint_id=${absentId}`)).toEqual([]);
  });

  it('an unknown customer, and another partner, see an empty list', async () => {
    expect(await list({ billing_customer_id: 999 })).toEqual({ ids: [], total: 0, hasMore: false, cursor: null });
    const nobody = await service.partner();
    expect(expectSuccess(await nobody.api.get(path))).toMatchObject({ alerts: [], total: 0 });
  });

  it('a kind that there is not, and what else cannot be asked for, is a 422 on its field', async () => {
    const refused = {
      kind: 'weather',
      subject: 'planet',
      endpoint_id: 'first',
      domain_id: 'first',
      status: 'gone',
      severity: 'bad',
      sort: 'kind',
      order: 'up',
      limit: '101',
      offset: '-1',
      billing_customer_id: '',
      cursor: 'bm90IGpzb24',
    };
    for (const [field, value] of Object.entries(refused))
      expectRefusal(await partner.api.get(`${path}?${field}=${value}`), 422, [field]);
    const { cursor } = await list({ sort: 'last_detected_at', limit: 5 });
    expectRefusal(await partner.api.get(`${path}?sort=created_at&cursor=${cursor}`), 422, ['cursor']);
  });
});

const common = {
  id: expect.any(String),
  title: expect.stringMatching(/\w/),
  explanation: expect.stringMatching(/.{40}/),
  created_at: expect.stringMatching(/Z$/),
  first_detected_at: expect.stringMatching(/Z$/),
  last_detected_at: expect.stringMatching(/Z$/),
  acknowledged_at: null,
  snoozed_until: null,
  resolved_at: null,
  resolution: null,
  resolved_by: null,
  customer_name: null,
};

describe('one alert of any kind', () => {
  it('names no service that only the port number suggests, but says what it suggests', async () => {
    const endpointId = await provision(other.api, '192.0.2.31', { client_id: 9 });
    await completeScan(service, other, endpointId, {
      open: ['31337:tcp'],
      identities: { '31337:tcp': { service: 'eldim', method: 'port_number' } },
    });
    const [listed] = expectSuccess(await other.api.get(`${path}?billing_customer_id=9`)).alerts;
    expect(listed.evidence).toMatchObject({ service: 'unknown', method: 'port_number' });
    expect(listed.facts).toContainEqual({
      label: 'Service',
      value: 'not recognised; the port number is registered for eldim',
    });
    expect(listed.title).not.toContain('eldim');
    expect(expectSuccess(await other.api.get(`/api/v1/alerts/${listed.id}`)).alert.service).toBe('unknown');
  });

  it('says who resolved it by hand, and of one that a scan ended nobody', async () => {
    const endpointId = await provision(other.api, '192.0.2.32', { client_id: 11 });
    await other.api.post('/api/v1/whitelists', { endpoint_id: endpointId, port_start: 443 });
    await completeScan(service, other, endpointId, { open: ['21:tcp', '22:tcp', '23:tcp', '25:tcp', '443:tcp'] });
    const read = async (): Promise<
      (Pick<StoredAlert, 'id'> & { resolution: string; resolved_by: string; port: string })[]
    > =>
      expectSuccess(await other.api.get(`${path}?billing_customer_id=11`)).alerts.map(
        (alert: { facts: { label: string; value: string }[] }) => ({
          ...alert,
          port: alert.facts.find(({ label }) => label === 'Port')!.value,
        }),
      );
    const open = await read();
    const resolve = (api: Pick<PortalBrowser, 'post'>, of: string) =>
      api.post(`${path}/${open.find(({ port }) => port === of)!.id}/resolve`, {});
    expectSuccess(await resolve(await signInCustomer(service, other, 11), '21 (TCP)'));
    expectSuccess(await resolve(await openConsole(service, other), '22 (TCP)'));
    expect(expectSuccess(await resolve(other.api, '23 (TCP)')).alert.resolved_by).toBe('api_key');
    await completeScan(service, other, endpointId, { open: ['443:tcp'], closed: ['25:tcp'] });
    const told = (await read()).map(({ port, resolution, resolved_by }) => [port, resolution, resolved_by]);
    expect(told.toSorted()).toEqual([
      ['21 (TCP)', 'manual', 'customer'],
      ['22 (TCP)', 'manual', 'administrator'],
      ['23 (TCP)', 'manual', 'api_key'],
      ['25 (TCP)', 'port_closed', null],
    ]);
  });

  it('of an open port says what its path of /alerts says, and what was seen', async () => {
    const endpointId = await provision(other.api, '192.0.2.30', { client_id: 5, hostname: 'web2.example.com' });
    await completeScan(service, other, endpointId, {
      open: ['6379:tcp'],
      identities: { '6379:tcp': { service: 'redis', product: 'Redis', version: '7.0.15', unauthenticated: true } },
    });
    const [listed] = expectSuccess(await other.api.get(`${path}?billing_customer_id=5`)).alerts;
    expect(listed).toEqual({
      ...common,
      kind: 'port',
      subject: {
        type: 'endpoint',
        id: endpointId,
        name: 'web2.example.com',
        address: '192.0.2.30',
        nickname: 'web2.example.com',
      },
      severity: 'critical',
      status: 'open',
      facts: expect.arrayContaining([
        { label: 'Port', value: '6379 (TCP)' },
        { label: 'Product', value: 'Redis 7.0.15' },
      ]),
      remediation: null,
      evidence: expect.objectContaining({ service: 'redis', unauthenticated: true }),
      actions: ['acknowledge', 'false-positive', 'resolve'],
      billing_customer_id: 5,
    });
    expect(expectSuccess(await other.api.get(`${path}/${listed.id}?billing_customer_id=5`))).toEqual({ alert: listed });
    const ofView = expectSuccess(await other.api.get(`/api/v1/alerts/${listed.id}`)).alert;
    for (const field of ['title', 'explanation', 'severity', 'status', 'created_at', 'last_detected_at'])
      expect(listed[field], field).toBe(ofView[field]);
    expect(ofView.risk_level).toBe('critical');
  });

  it('of leaks says what its path of /domain-monitoring/alerts says, and nobody who leaked', async () => {
    const domainId = await monitorDomain(other.api, 6, 'leaky.example.com');
    await scanDomain(service, domainId, [leakedCredential('jane@leaky.example.com'), mention('leaky.example.com')]);
    const { alerts } = expectSuccess(await other.api.get(`${path}?billing_customer_id=6&order=asc`));
    expect(alerts.map(({ kind }: { kind: Kind }) => kind).toSorted()).toEqual(['dark_web', 'leaked_credentials']);
    for (const alert of alerts) {
      expect(alert).toEqual({
        ...common,
        kind: alert.kind,
        subject: { type: 'domain', id: domainId, name: 'leaky.example.com', address: null, nickname: null },
        severity: expect.toBeOneOf(severities),
        status: 'open',
        facts: expect.arrayContaining([{ label: 'Domain', value: 'leaky.example.com' }]),
        remediation: null,
        evidence: expect.objectContaining({ domain: 'leaky.example.com', findings: 1 }),
        actions: ['acknowledge', 'resolve'],
        billing_customer_id: 6,
      });
      expect(JSON.stringify(alert)).not.toContain('jane');
      const read = await other.api.get(`/api/v1/domain-monitoring/alerts/${alert.id}?billing_customer_id=6`);
      const ofView = expectSuccess(read).alert;
      for (const field of ['title', 'explanation', 'severity', 'status', 'created_at'])
        expect(alert[field], field).toBe(ofView[field]);
    }
  });

  it('stands in no view of another kind', async () => {
    const ofPort = stored.find(({ kind }) => kind === 'port')!;
    const ofLeak = stored.find(({ kind }) => kind === 'dark_web')!;
    expect((await partner.api.get(`/api/v1/alerts/${ofLeak.id}`)).status).toBe(404);
    const { status } = await partner.api.get(
      `/api/v1/domain-monitoring/alerts/${ofPort.id}?billing_customer_id=${ofPort.customerId}`,
    );
    expect(status).toBe(404);
    const query = '?limit=100&billing_customer_id=1';
    const inPorts = (await partner.api.get(`/api/v1/alerts${query}`)).body.data;
    const inLeaks = (await partner.api.get(`/api/v1/domain-monitoring/alerts${query}`)).body.data;
    expect(inPorts.total).toBe(expectedIds({ billing_customer_id: 1, kind: 'port' }).length);
    const leaks = kinds.slice(1).flatMap((kind) => expectedIds({ billing_customer_id: 1, kind }));
    expect(inLeaks.alerts.map(({ id }: { id: string }) => id).toSorted()).toEqual(leaks.toSorted());
  });

  it('that is not there, or of another partner: 404; of another customer: 403', async () => {
    const { id } = stored.find(({ customerId }) => customerId === 1)!;
    for (const gone of [absentId, 'first']) {
      expectProblem(await partner.api.get(`${path}/${gone}`), 404, 'ALERT_NOT_FOUND');
      expectProblem(await partner.api.post(`${path}/${gone}/resolve`), 404, 'ALERT_NOT_FOUND');
    }
    expectProblem(await other.api.get(`${path}/${id}`), 404, 'ALERT_NOT_FOUND');
    expectProblem(await partner.api.get(`${path}/${id}?billing_customer_id=2`), 403, 'ACCESS_DENIED');
    for (const action of actions) {
      expectProblem(await other.api.post(`${path}/${id}/${action}`), 404, 'ALERT_NOT_FOUND');
      const asOther = await partner.api.post(`${path}/${id}/${action}`, { billing_customer_id: 2 });
      expectProblem(asOther, 403, 'ACCESS_DENIED');
    }
    expectSuccess(await partner.api.get(`${path}/${id}?billing_customer_id=1`));
  });
});

/** What a person may do, by kind and present status: the next one, `same` for a repeat, `409` for a refusal. */
const ofPorts: Record<Status, Record<Action, Status | 'same' | '409'>> = {
  open: { acknowledge: 'acknowledged', 'false-positive': 'false_positive', resolve: 'resolved', reopen: '409' },
  acknowledged: { acknowledge: 'same', 'false-positive': 'false_positive', resolve: 'resolved', reopen: 'open' },
  resolved: { acknowledge: '409', 'false-positive': '409', resolve: 'same', reopen: 'open' },
  false_positive: { acknowledge: '409', 'false-positive': 'same', resolve: 'resolved', reopen: 'open' },
};
const neither = { 'false-positive': '409', reopen: '409' } as const;
const ofLeaks = {
  open: { ...neither, acknowledge: 'acknowledged', resolve: 'resolved' },
  acknowledged: { ...neither, acknowledge: 'same', resolve: 'resolved' },
  resolved: { ...neither, acknowledge: '409', resolve: 'same' },
} as const;
const cases = kinds.flatMap((kind) =>
  Object.entries(kind === 'port' ? ofPorts : ofLeaks).map(([status, moves]) => ({
    kind,
    status: status as Status,
    moves,
  })),
);

describe('actions', () => {
  let endpointId: string;
  let domainId: string;
  beforeAll(async () => {
    endpointId = await provision(other.api, '192.0.2.40', { client_id: 8 });
    domainId = await monitorDomain(other.api, 8, 'moved.example.com');
  });

  let port = 20_000;
  /** An alert of a kind in a status. An alert of a port is raised by a scan: otherwise nothing could be reopened. */
  async function alertIn(kind: Kind, status: Status): Promise<string> {
    if (kind !== 'port') return insertDomainAlert(service, other, domainId, { kind, status });
    port += 1;
    await completeScan(service, other, endpointId, { open: [`${port}:tcp`] });
    const { rows } = await service.store.database.pool.query(
      'SELECT id FROM alerts WHERE endpoint_id = $1 AND port = $2',
      [endpointId, port],
    );
    const way = { open: null, acknowledged: 'acknowledge', resolved: 'resolve', false_positive: 'false-positive' };
    if (way[status]) expectSuccess(await act(rows[0].id, way[status] as Action));
    return rows[0].id;
  }

  const act = (id: string, action: Action, body: object = {}): Promise<ApiAnswer> =>
    other.api.post(`${path}/${id}/${action}`, body);

  it.each(cases)('$kind, $status: `actions` names exactly what changes it', async ({ kind, status, moves }) => {
    const shown = expectSuccess(await other.api.get(`${path}/${await alertIn(kind, status)}`)).alert.actions;
    const changing = actions.filter((action) => !['same', '409'].includes(moves[action]));
    expect(shown.toSorted()).toEqual(changing.toSorted());
  });

  it.each(
    cases.flatMap(({ kind, status, moves }) =>
      actions.map((action) => ({ kind, status, action, to: moves[action] as Status | 'same' | '409' })),
    ),
  )('$kind, $status → $action: $to', async ({ kind, status, action, to }) => {
    const id = await alertIn(kind, status);
    const family = kind === 'port' ? 'alert' : 'domain_alert';
    const log = await auditOf(service, id);
    const before = expectSuccess(await other.api.get(`${path}/${id}`)).alert;
    const answer = await act(id, action, { billing_customer_id: 8, reason: 'Because.' });
    if (to === '409') {
      expect(answer.body.error).toMatchObject({ code: 'ALERT_STATE_CONFLICT', details: { status } });
      expect(answer.status).toBe(409);
    } else {
      const { alert, message } = expectSuccess(answer);
      expect(message).toMatch(/^The alert (is|was) .+\.$/);
      expect(alert.status).toBe(to === 'same' ? status : to);
    }
    const { alert: after } = expectSuccess(await other.api.get(`${path}/${id}`));
    const added = (await auditOf(service, id)).slice(log.length);
    if (to === 'same' || to === '409') {
      expect(after).toEqual(before);
      expect(added).toEqual([]);
    } else {
      expect(after).toEqual(answer.body.data.alert);
      expect(added).toMatchObject([
        { action: expect.stringMatching(`^${family}\\.`), details: { from: status, reason: 'Because.' } },
      ]);
    }
  });
});

it('the sandbox is a world apart', async () => {
  const sandboxed = await service.partner();
  const sandbox = await enableSandbox(service, sandboxed);
  const real = await insertAlert(service, sandboxed, await provision(sandboxed.api, '192.0.2.60', { client_id: 1 }));
  const endpointId = await provision(sandbox, '192.0.2.60', { client_id: 1 });
  expectSuccess(
    await sandbox.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical', endpoint_id: endpointId }),
  );
  expect((await sandbox.post('/api/v1/sandbox/scan', { endpoint_id: endpointId })).status).toBeLessThan(300);
  const inSandbox = expectSuccess(await sandbox.get(path)).alerts;
  expect(inSandbox.length).toBeGreaterThan(0);
  expect(inSandbox.map(({ id }: { id: string }) => id)).not.toContain(real);
  expect(expectSuccess(await sandboxed.api.get(path)).alerts.map(({ id }: { id: string }) => id)).toEqual([real]);
  expectProblem(await sandbox.get(`${path}/${real}`), 404, 'ALERT_NOT_FOUND');
  expectProblem(await sandbox.post(`${path}/${real}/resolve`), 404, 'ALERT_NOT_FOUND');
  expectProblem(await sandboxed.api.get(`${path}/${inSandbox[0].id}`), 404, 'ALERT_NOT_FOUND');
});

it('60 requests a minute pass, the next one waits', async () => {
  const limited = await TestService.start({
    role: 'api',
    environment: { RATE_LIMIT_STRICT: '', RATE_LIMIT_DEFAULT: '' },
    sharedWith: service,
  });
  try {
    // What other tests asked counts for the same window.
    service.clock.advanceSeconds(61);
    const client = limited.client(partner.portalDomain, partner.apiKey);
    const calls = [path, `${path}/${absentId}`];
    for (let request = 0; request < 60; request += 1) {
      const answer = await client.get(calls[request % 2]!);
      expect(answer.headers['x-ratelimit-limit']).toBe('60');
      expect(answer.status).not.toBe(429);
    }
    service.clock.advanceSeconds(expectThrottled(await client.get(path)));
    expectSuccess(await client.get(path));
  } finally {
    await limited.stop();
  }
});

describe('alerts of a kind that this version does not know, as after a newer one was put back', () => {
  const warnings: { msg: string; kinds?: string[] }[] = [];
  const logger = pino({ level: 'warn' }, { write: (line: string) => warnings.push(JSON.parse(line)) });
  const ofKinds = () => warnings.filter(({ kinds: named }) => named !== undefined);

  it('are hidden, and a start says so in one warning', async () => {
    const host = await service.partner();
    const endpointId = await provision(host.api, '192.0.2.70', { client_id: 1 });
    const domainId = await monitorDomain(host.api, 1, 'newer.example.com');
    const known = [
      await insertAlert(service, host, endpointId),
      await insertDomainAlert(service, host, domainId, { kind: 'dark_web' }),
    ];
    await (await TestService.start({ role: 'api', sharedWith: service, logger })).stop();
    expect(ofKinds()).toEqual([]);
    const unknown = [
      await insertDomainAlert(service, host, domainId, { kind: 'weather' }),
      await insertDomainAlert(service, host, domainId, { kind: 'weather' }),
      await insertDomainAlert(service, partner, resources.get('1')!.domainId, { kind: 'earthquake' }),
    ];
    await (await TestService.start({ role: 'api', sharedWith: service, logger })).stop();
    expect(ofKinds()).toMatchObject([
      { kinds: ['earthquake', 'weather'], msg: expect.stringContaining('kinds that this version does not know') },
    ]);
    const { alerts, total } = expectSuccess(await host.api.get(path));
    expect(alerts.map(({ id }: { id: string }) => id).toSorted()).toEqual(known.toSorted());
    expect(total).toBe(2);
    for (const id of unknown) {
      expectProblem(await host.api.get(`${path}/${id}`), 404, 'ALERT_NOT_FOUND');
      expectProblem(await host.api.post(`${path}/${id}/resolve`), 404, 'ALERT_NOT_FOUND');
    }
    expect(expectSuccess(await host.api.get('/api/v1/alerts?billing_customer_id=1')).total).toBe(1);
    const leaks = await host.api.get('/api/v1/domain-monitoring/alerts?billing_customer_id=1');
    expect(expectSuccess(leaks).total).toBe(1);
    expectSuccess(await host.api.get('/api/v1/domain-monitoring/summary?billing_customer_id=1'));
  });
});
