import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dropOldStateChanges } from '../../src/resources/lifecycle/state-history.ts';
import { act, portMonitoring, subscribe } from '../support/billing.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { provision } from '../support/scans.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const hour = 3_600;
const day = 24 * hour;

let service: TestService;
let partner: TestPartner;
let lastClient = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

function newClient(): number {
  lastClient += 1;
  return lastClient;
}

const call = async (action: string, body: object) => expectSuccess(await act(partner.api, action, body));

/** Puts the clock to so many seconds behind a midnight (UTC); it stands there. */
function clockTo(midnight: Date, seconds: number): void {
  service.clock.standAt(new Date(midnight.getTime() + seconds * 1_000));
}

/** A midnight that no test of this file has used: its clock only moves on. */
function nextMidnight(): Date {
  return new Date((Math.floor(service.clock.now().getTime() / (day * 1_000)) + 2) * day * 1_000);
}

const dateAt = (midnight: Date, days: number) =>
  new Date(midnight.getTime() + days * day * 1_000).toISOString().slice(0, 10);
const instant = (midnight: Date, seconds: number) => new Date(midnight.getTime() + seconds * 1_000).toISOString();

async function usage(midnight: Date, from: number, to: number, clientId?: number) {
  const customer = clientId === undefined ? '' : `&billing_customer_id=${clientId}`;
  const path = `/api/v1/usage?from=${dateAt(midnight, from)}&to=${dateAt(midnight, to)}${customer}`;
  return expectSuccess(await partner.api.get(path)).services;
}

/** A query about this year, as the moved clock has it, and the next one. */
function ofYear(query: string): string {
  const year = service.clock.now().getUTCFullYear();
  return query.replaceAll('YEAR', String(year)).replace('NEXT', String(year + 1));
}

describe('GET usage', () => {
  it('counts what is active, by service and to the second: pauses by hand and for capacity do not count', async () => {
    const clientId = newClient();
    const midnight = nextMidnight();
    clockTo(midnight, 6 * hour);
    const order = { client_id: clientId, service_id: 11, product_slug: 'endpoint' };
    const first = await provision(partner.api, loopbackAddress(), { ...order, plan_slug: 'starter' });
    clockTo(midnight, 12 * hour);
    const second = await provision(partner.api, loopbackAddress(), order);
    clockTo(midnight, 18 * hour);
    await call('suspend', { endpoint_id: first });
    clockTo(midnight, day);
    await call('resume', { endpoint_id: first });
    await call('terminate', { endpoint_id: second });
    clockTo(midnight, 2 * day);
    expect(await usage(midnight, 0, 2, clientId)).toEqual([
      {
        client_id: clientId,
        service_id: 11,
        product_slug: 'endpoint',
        plan_slug: 'starter',
        unit: 'endpoint',
        current: 1,
        peak: 2,
        average: ((6 + 12 + 6 + 24) / 48).toFixed(4),
        active_seconds: (6 + 12 + 6 + 24) * hour,
        windows: [
          { started_at: instant(midnight, 6 * hour), ended_at: instant(midnight, 12 * hour), active: 1 },
          { started_at: instant(midnight, 12 * hour), ended_at: instant(midnight, 18 * hour), active: 2 },
          { started_at: instant(midnight, 18 * hour), ended_at: instant(midnight, 2 * day), active: 1 },
        ],
        is_estimated: false,
      },
    ]);
    expect(await usage(midnight, 0, 1, clientId)).toMatchObject([{ current: 1, peak: 2, active_seconds: 24 * hour }]);
  });

  it('follows a plan that pauses, a relinked server and a released domain', async () => {
    const clientId = newClient();
    const midnight = nextMidnight();
    clockTo(midnight, 0);
    const address = loopbackAddress();
    await provision(partner.api, address, { client_id: clientId, service_id: 1 });
    await subscribe(partner.api, portMonitoring(clientId, 9), { plan_slug: 'starter' });
    const domain = { client_id: clientId, domain: 'usage.example.com', service_id: 2 };
    const { monitored_domain_id } = expectSuccess(await act(partner.api, 'provision-domain', domain), 201);
    clockTo(midnight, 6 * hour);
    await call('suspend-subscription', portMonitoring(clientId, 9));
    clockTo(midnight, 12 * hour);
    await call('resume-subscription', portMonitoring(clientId, 9));
    await call('release-domain', { monitored_domain_id });
    clockTo(midnight, 18 * hour);
    await call('provision', { client_id: clientId, ip_address: address, service_id: 3 });
    clockTo(midnight, day);
    const seconds = Object.fromEntries(
      (await usage(midnight, 0, 1, clientId)).map((entry: Record<string, unknown>) => [
        `${entry.service_id} ${entry.unit}`,
        [entry.active_seconds, entry.current],
      ]),
    );
    expect(seconds).toEqual({ '1 endpoint': [12 * hour, 0], '2 domain': [12 * hour, 0], '3 endpoint': [6 * hour, 1] });
  });

  it('says when it is estimated: what was before changes were recorded', async () => {
    const clientId = newClient();
    const midnight = nextMidnight();
    clockTo(midnight, 0);
    const id = await provision(partner.api, loopbackAddress(), { client_id: clientId });
    clockTo(midnight, 2 * day);
    await service.store.database.pool.query(
      'UPDATE resource_state_changes SET assumed_until = $2 WHERE resource_id = $1',
      [id, new Date(midnight.getTime() + day * 1_000)],
    );
    expect(await usage(midnight, 0, 2, clientId)).toMatchObject([{ is_estimated: true }]);
    expect(await usage(midnight, 1, 2, clientId)).toMatchObject([{ is_estimated: false }]);
  });

  it('of a period that lasts counts up to now, and of one that is to come nothing', async () => {
    const clientId = newClient();
    const midnight = nextMidnight();
    clockTo(midnight, 0);
    await provision(partner.api, loopbackAddress(), { client_id: clientId });
    clockTo(midnight, 6 * hour);
    expect(await usage(midnight, 0, 30, clientId)).toMatchObject([
      { service_id: null, current: 1, average: '1.0000', active_seconds: 6 * hour },
    ]);
    expect(await usage(midnight, 1, 30, clientId)).toEqual([]);
    expect(await usage(midnight, 0, 1, 999_999)).toEqual([]);
  });

  it('of what lasts counts as current what is active at this instant, though it has no seconds yet', async () => {
    const clientId = newClient();
    const midnight = nextMidnight();
    clockTo(midnight, hour);
    const id = await provision(partner.api, loopbackAddress(), { client_id: clientId });
    const nothingYet = { current: 1, peak: 1, average: '0.0000', active_seconds: 0, windows: [] };
    expect(await usage(midnight, 0, 1, clientId)).toMatchObject([nothingYet]);
    await call('terminate', { endpoint_id: id });
    expect(await usage(midnight, 0, 1, clientId)).toEqual([]);
  });

  it('is kept for 25 months; what is older is refused instead of told as nothing', async () => {
    const clientId = newClient();
    const midnight = new Date(Date.UTC(service.clock.now().getUTCFullYear() + 1, 0, 1));
    clockTo(midnight, 0);
    const id = await provision(partner.api, loopbackAddress(), { client_id: clientId });
    for (const [days, action] of [
      [30, 'suspend'],
      [40, 'resume'],
      [70, 'suspend'],
      [75, 'resume'],
    ] as const) {
      clockTo(midnight, days * day);
      await call(action, { endpoint_id: id });
    }
    const from = '2-01';
    const year = midnight.getUTCFullYear();
    service.clock.standAt(new Date(Date.UTC(year + 2, 2, 31, 23, 59, 59)));
    const path = (first: string) =>
      `/api/v1/usage?from=${year}-0${first}&to=${year}-12-31&billing_customer_id=${clientId}`;
    const before = expectSuccess(await partner.api.get(path(from)));
    expect(before.services[0].windows.length).toBe(2);
    expectRefusal(await partner.api.get(`/api/v1/usage?from=${year}-01-31&to=${year}-12-31`), 422, ['from']);
    expect(await dropOldStateChanges(service.service.resources)).toBeGreaterThan(0);
    expect(expectSuccess(await partner.api.get(path(from)))).toEqual(before);
    service.clock.standAt(new Date(Date.UTC(year + 2, 3, 1)));
    expectRefusal(await partner.api.get(path(from)), 422, ['from']);
    // Whoever asked in the last moment is still being answered.
    expect(await dropOldStateChanges(service.service.resources)).toBe(0);
  });

  it('is told of the whole account, and never of another', async () => {
    const other = await service.partner();
    const midnight = nextMidnight();
    clockTo(midnight, 0);
    await provision(other.api, loopbackAddress(), { client_id: 1 });
    clockTo(midnight, day);
    const path = `/api/v1/usage?from=${dateAt(midnight, 0)}&to=${dateAt(midnight, 1)}`;
    expect(expectSuccess(await other.api.get(path)).services).toMatchObject([{ client_id: 1, active_seconds: day }]);
    const own = expectSuccess(await partner.api.get(path)).services as { client_id: number }[];
    expect(new Set(own.map(({ client_id }) => client_id)).size).toBeGreaterThan(3);
  });

  it.each([
    ['', ['from', 'to']],
    ['from=YEAR-11-01&to=YEAR-11-01', ['to']],
    ['from=YEAR-11-02&to=YEAR-11-01', ['to']],
    ['from=YEAR-01-01&to=NEXT-01-03', ['to']],
    ['from=YEAR-11-01&to=YEAR-11-02&limit=0', ['limit']],
    ['from=YEAR-11-01&to=YEAR-11-02&limit=1001', ['limit']],
    ['from=YEAR-11-01&to=YEAR-11-02&cursor=x', ['cursor']],
    ['from=YEAR-02-30&to=x', ['from', 'to']],
    ['from=YEAR-11-01&to=YEAR-11-02&billing_customer_id=', ['billing_customer_id']],
  ])('?%s is refused', async (query, fields) => {
    expectRefusal(await partner.api.get(`/api/v1/usage?${ofYear(query)}`), 422, fields);
  });

  it('takes 366 days', async () => {
    expectSuccess(await partner.api.get(`/api/v1/usage?${ofYear('from=YEAR-01-01&to=NEXT-01-02')}`));
  });
});
