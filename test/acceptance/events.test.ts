import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { dropOldEvents, ensureEventPartitions } from '../../src/core/events/event-history.ts';
import type { EventSequencer } from '../../src/core/events/event-sequencer.ts';
import { eventTypes } from '../../src/core/events/routes.ts';
import type { EventType } from '../../src/core/operation/occurrences.ts';
import { applyScanFailure } from '../../src/monitoring/port-scans/apply-scan-result.ts';
import { eventSchemas } from '../../src/wiring/event-schemas.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { act, insertPlans, portMonitoring, subscribe } from '../support/billing.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { eventsInPlace, startSequencer } from '../support/events.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { enqueueScan, systemOperation, takeScanJob } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

interface Event {
  readonly id: string;
  readonly type: EventType;
  readonly timestamp: string;
  readonly data: ApiAnswer['body'];
}

const dayMs = 86_400_000;

let service: TestService;
let sequencer: EventSequencer;
let lastServer = 0;
/** Types of which an event was held against its description. */
const described = new Set<string>();

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  sequencer = startSequencer(service);
});
afterAll(async () => {
  await sequencer?.stop();
  await service?.stop();
});

function newAddress(): string {
  lastServer += 1;
  return `192.0.2.${lastServer}`;
}

async function read(api: ApiClient, query = ''): Promise<ApiAnswer['body']> {
  await eventsInPlace(service);
  return expectSuccess(await api.get(`/api/v1/events?${query || 'limit=500'}`));
}

async function eventsOf(api: ApiClient, query = ''): Promise<readonly Event[]> {
  const { events } = await read(api, query);
  for (const event of events as readonly Event[]) expectAsDescribed(event);
  return events;
}

/** As the API document describes what webhooks post. */
function expectAsDescribed({ type, data }: Event): void {
  described.add(type);
  expect(eventSchemas[type].safeParse(data).error?.issues ?? [], type).toEqual([]);
}

/** What the work adds to the partner's events. */
async function during({ api }: Pick<TestPartner, 'api'>, work: () => Promise<unknown>): Promise<readonly Event[]> {
  const { next_cursor: before } = await read(api);
  await work();
  return eventsOf(api, before === null ? '' : `after=${before}`);
}

const typesOf = (list: readonly Event[]) => list.map(({ type }) => type);
const done = async (api: ApiClient, action: string, body: object) => expectSuccess(await act(api, action, body));
const shown = async (api: ApiClient, path: string) => (await api.get(`/api/v1/${path}`)).body.data;

describe('an event tells', () => {
  it('of a server that it was made, paused, resumed, terminated, brought back; a repeat tells nothing', async () => {
    const partner = await service.partner();
    const address = newAddress();
    let id = '';
    const [created, ...none] = await during(partner, async () => {
      id = await provision(partner.api, address);
      await act(partner.api, 'provision', { client_id: 1, ip_address: address });
    });
    expect(none).toEqual([]);
    expect(created).toMatchObject({ type: 'endpoint.created' });
    const endpoint = await shown(partner.api, `endpoints/${id}`);
    expect(created!.data).toEqual({ billing_customer_id: 1, endpoint_id: id, endpoint });
    const told = await during(partner, async () => {
      for (const action of ['suspend', 'suspend', 'resume', 'resume', 'terminate', 'terminate'])
        await done(partner.api, action, { endpoint_id: id });
      await act(partner.api, 'provision', { client_id: 1, ip_address: address });
    });
    expect(told.map(({ type, data }) => [type, data.previous_status, data.endpoint.status])).toEqual([
      ['endpoint.paused', 'active', 'paused'],
      ['endpoint.resumed', 'paused', 'active'],
      ['endpoint.terminated', 'active', 'terminated'],
      ['endpoint.resumed', 'terminated', 'active'],
    ]);
  });

  it('of a domain likewise; one that is given up takes its alerts along, and each is told to be over', async () => {
    const partner = await service.partner();
    let id = '';
    const told = await during(partner, async () => {
      id = await monitorDomain(partner.api, 1, 'shop.example.com');
      await done(partner.api, 'suspend-domain', { monitored_domain_id: id });
      await done(partner.api, 'resume-domain', { monitored_domain_id: id });
      await scanDomain(service, id, [leakedCredential('amy@shop.example.com')]);
      await done(partner.api, 'release-domain', { monitored_domain_id: id });
    });
    expect(typesOf(told)).toEqual([
      'domain.created',
      'domain.paused',
      'domain.resumed',
      'domain_alert.opened',
      'scan.completed',
      'domain.terminated',
      'domain_alert.resolved',
    ]);
    for (const { data } of told) expect(data).toMatchObject({ billing_customer_id: 1, domain_id: id });
    const [opened, resolved] = [told[3]!.data, told[6]!.data];
    expect(resolved).toMatchObject({ alert_id: opened.alert_id, alert: { resolution: 'domain_terminated' } });
    expect(JSON.stringify(told)).not.toContain('amy');
  });

  it('of a scan that it ended, and of the alerts that it opened and ended', async () => {
    const partner = await service.partner();
    const id = await provision(partner.api, newAddress());
    const found = await during(partner, () => completeScan(service, partner, id, { open: ['22:tcp', '3306:tcp'] }));
    expect(typesOf(found)).toEqual(['alert.opened', 'alert.opened', 'scan.completed']);
    const alertId = found[0]!.data.alert_id;
    expect(found[0]!.data).toEqual({
      billing_customer_id: 1,
      alert_id: alertId,
      endpoint_id: id,
      alert: (await shown(partner.api, `monitoring/alerts/${alertId}`)).alert,
    });
    const { scan_id: scanId, scan } = found[2]!.data;
    expect(scan).toEqual(await shown(partner.api, `scans/${scanId}`));
    expect(scan.open_ports).toEqual([22, 3306]);
    const closed = await during(partner, () =>
      completeScan(service, partner, id, { open: ['22:tcp'], closed: ['3306:tcp'] }),
    );
    expect(typesOf(closed)).toEqual(['alert.resolved', 'scan.completed']);
    const failed = await during(partner, async () => {
      await enqueueScan(systemOperation(service, partner), id);
      const operation = systemOperation(service, partner);
      await applyScanFailure(operation, await takeScanJob(operation), { error: 'host_unreachable: It is silent.' });
    });
    expect(typesOf(failed)).toEqual(['scan.failed']);
    expect(failed[0]!.data.scan).toMatchObject({
      status: 'failed',
      error: 'host_unreachable: It is silent.',
      open_ports: null,
    });
  });

  it('of an alert that a person resolves and reopens, and of none that is only acknowledged', async () => {
    const partner = await service.partner();
    const id = await provision(partner.api, newAddress());
    await completeScan(service, partner, id, { open: ['3306:tcp'] });
    const alertId = (await shown(partner.api, 'monitoring/alerts')).alerts[0].id;
    const told = await during(partner, async () => {
      for (const action of ['acknowledge', 'resolve', 'resolve', 'reopen'])
        expectSuccess(await partner.api.post(`/api/v1/monitoring/alerts/${alertId}/${action}`));
    });
    expect(told.map(({ type, data }) => [type, data.alert_id, data.reopened_by])).toEqual([
      ['alert.resolved', alertId, undefined],
      ['alert.reopened', alertId, 'person'],
    ]);
  });

  it('of a leak that was taken note of and is more now that it is open again', async () => {
    const partner = await service.partner();
    const id = await monitorDomain(partner.api, 1, 'more.example.com');
    await scanDomain(service, id, [leakedCredential('amy@more.example.com')]);
    const alertId = (await shown(partner.api, 'monitoring/alerts')).alerts[0].id;
    expectSuccess(await partner.api.post(`/api/v1/monitoring/alerts/${alertId}/acknowledge`));
    const told = await during(partner, () =>
      scanDomain(
        service,
        id,
        ['amy', 'bob'].map((name) => leakedCredential(`${name}@more.example.com`)),
      ),
    );
    expect(typesOf(told)).toEqual(['domain_alert.opened', 'scan.completed']);
    expect(told[0]!.data).toMatchObject({ alert_id: alertId, reopened_by: 'evidence' });
  });

  it('of a subscription that it changed, and what capacity paused and woke by it', async () => {
    const partner = await service.partner();
    await insertPlans(service, partner, [1, 2]);
    const address = portMonitoring(1);
    const [first, second] = [newAddress(), newAddress()];
    await subscribe(partner.api, address, { plan_slug: 'plan-2' });
    for (const server of [first, second]) await provision(partner.api, server);
    const force = { ...address, new_plan_slug: 'plan-1', force: true };
    const told = await during(partner, async () => {
      await done(partner.api, 'change-subscription', { ...force, dry_run: true });
      await done(partner.api, 'change-subscription', force);
      await done(partner.api, 'change-subscription', force);
    });
    expect(typesOf(told)).toEqual(['subscription.changed', 'endpoint.paused', 'capacity.enforced']);
    expect(told[0]!.data.subscription).toMatchObject({ plan_slug: 'plan-1', service_id: 1 });
    expect(told[1]!.data.endpoint).toMatchObject({ ip_address: second, quota_paused: true });
    expect(told[2]!.data.port_monitoring).toMatchObject({ capacity: 1, usage: 2, newly_paused: [second] });
  });

  it('of a synchronisation only what it changed: a server that passes through another state on its way tells where it came to', async () => {
    const partner = await service.partner();
    const address = { client_id: 1, service_id: 9, product_slug: 'endpoint' };
    const id = await provision(partner.api, newAddress(), address);
    const report = (status: string) => done(partner.api, 'sync-services', { services: [{ ...address, status }] });
    expect(await during(partner, () => report('active'))).toEqual([]);
    expect(typesOf(await during(partner, () => report('suspended')))).toEqual(['endpoint.paused']);
    const woken = await during(partner, () => report('active'));
    expect(woken.filter(({ data }) => data.endpoint_id === id).map(({ type }) => type)).toEqual(['endpoint.resumed']);
  });

  it('of everything that the contract has a type for, but what webhooks are tested by; and the API document describes each', async () => {
    const { rows } = await service.store.database.pool.query<{ type: string }>('SELECT DISTINCT type FROM events');
    const told = rows.map(({ type }) => type);
    expect([...told, 'webhook.test'].toSorted()).toEqual(eventTypes.toSorted());
    expect([...described, 'webhook.test'].toSorted()).toEqual(eventTypes.toSorted());
  });

  it('in as many statements for many servers as for few, and writes all of it in one', async () => {
    const partner = await service.partner();
    await insertPlans(service, partner, [1]);
    /** What is sent within the transaction. */
    const statements = async (clientId: number, servers: number) => {
      const address = portMonitoring(clientId);
      await subscribe(partner.api, address, { plan_slug: 'enterprise' });
      for (let server = 0; server < servers; server += 1)
        await provision(partner.api, newAddress(), { client_id: clientId });
      await eventsInPlace(service);
      const query = vi.spyOn(pg.Client.prototype, 'query');
      const told = await during(partner, () =>
        done(partner.api, 'change-subscription', { ...address, new_plan_slug: 'plan-1', force: true }),
      );
      const sent = query.mock.calls.map(([first]: unknown[]) =>
        typeof first === 'string' ? first : (first as { text: string }).text,
      );
      query.mockRestore();
      return { told, sent };
    };
    const few = await statements(1, 3);
    const many = await statements(2, 12);
    for (const [count, { told, sent }] of [
      [2, few],
      [11, many],
    ] as const) {
      expect(told.filter(({ type }) => type === 'endpoint.paused')).toHaveLength(count);
      expect(sent.filter((text) => /INSERT INTO events/.test(text))).toHaveLength(1);
    }
    const viewed = ({ sent }: typeof few) =>
      sent.filter((text) => /inner join "endpoints"|FROM endpoints e/.test(text)).length;
    expect(viewed(many)).toBe(viewed(few));
  });

  it('of more servers than a statement writes events of: each once, as it then is', async () => {
    const partner = await service.partner();
    const address = portMonitoring(1);
    await subscribe(partner.api, address, { plan_slug: 'enterprise' });
    const servers = 5_100;
    const { pool } = service.store.database;
    await pool.query(
      `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, created_at, updated_at)
       SELECT partner_id, gen_random_uuid(), id, '10.0.0.0'::inet + server, 'server', 'server', 'active', $2::timestamptz, $2::timestamptz
       FROM customers, generate_series(1, $3::int) AS server WHERE partner_id = $1`,
      [partner.partnerId, service.clock.now(), servers],
    );
    await done(partner.api, 'suspend-subscription', address);
    const { rows } = await pool.query(
      `SELECT count(DISTINCT endpoint_id)::int AS servers, count(*)::int AS events,
         count(DISTINCT data -> 'endpoint' ->> 'ip_address')::int AS addresses, bool_and(data ->> 'previous_status' = 'active') AS were_active
       FROM events WHERE partner_id = $1 AND type = 'endpoint.paused' AND data ->> 'endpoint_id' = endpoint_id::text`,
      [partner.partnerId],
    );
    expect(rows).toEqual([{ servers, events: servers, addresses: servers, were_active: true }]);
  });
});

describe('GET events', () => {
  it('goes on behind what was read, page by page, and its cursor passes what the filter leaves out', async () => {
    const partner = await service.partner();
    expect(await read(partner.api)).toEqual({ events: [], next_cursor: null, has_more: false });
    for (const client of [1, 2, 1, 2]) await provision(partner.api, newAddress(), { client_id: client });
    const all = await eventsOf(partner.api);
    expect(all).toHaveLength(4);
    const seen: Event[] = [];
    for (let after = '', hasMore = true; hasMore; ) {
      const page = await read(partner.api, `limit=3${after}`);
      seen.push(...page.events);
      hasMore = page.has_more;
      after = `&after=${page.next_cursor}`;
      if (seen.length > 4) break;
    }
    expect(seen).toEqual(all);
    const ofSecond = await read(partner.api, 'billing_customer_id=2');
    expect(ofSecond.events).toEqual(all.filter(({ data }) => data.billing_customer_id === 2));
    expect(await eventsOf(partner.api, `after=${all[1]!.id}&types=endpoint.created,scan.failed`)).toEqual(all.slice(2));
    const none = await read(partner.api, 'types=scan.failed');
    expect(none).toEqual({ events: [], next_cursor: all[3]!.id, has_more: false });
    expect(await eventsOf(partner.api, `after=${none.next_cursor}`)).toEqual([]);
  });

  it('refuses what it does not know: an event of nobody, another type, a text', async () => {
    const partner = await service.partner();
    const { api } = partner;
    const list = '/api/v1/events';
    expectRefusal(await api.get(`${list}?after=ffffffff-0000-7000-8000-000000000001`), 422, ['after']);
    expectRefusal(await api.get(`${list}?after=yesterday&types=alert.closed&limit=501`), 422, [
      'after',
      'types',
      'limit',
    ]);
  });

  it('shows each world its own events', async () => {
    const partner = await service.partner();
    const sandbox = await enableSandbox(service, partner);
    await provision(sandbox, newAddress());
    expect(await eventsOf(partner.api)).toEqual([]);
    const [event] = await eventsOf(sandbox);
    expect(event).toMatchObject({ type: 'endpoint.created' });
    const { rows } = await service.store.database.pool.query('SELECT is_sandbox FROM events WHERE id = $1', [
      event!.id,
    ]);
    expect(rows).toEqual([{ is_sandbox: true }]);
    expectRefusal(await partner.api.get(`/api/v1/events?after=${event!.id}`), 422, ['after']);
  });

  it('keeps events for 30 days: who comes back later begins with the oldest that is kept, and weeks are dropped whole', async () => {
    const partner = await service.partner();
    await provision(partner.api, newAddress());
    const [old] = await eventsOf(partner.api);
    const days = async (count: number) => {
      service.clock.advanceSeconds((count * dayMs) / 1_000);
      await ensureEventPartitions(service.service.resources);
      return dropOldEvents(service.service.resources);
    };
    expect(await days(29)).toEqual([]);
    await provision(partner.api, newAddress());
    expect(await eventsOf(partner.api)).toHaveLength(2);
    // Nobody made a week for the next one in time.
    service.clock.advanceSeconds((25 * dayMs) / 1_000);
    await provision(partner.api, newAddress());
    const kept = await eventsOf(partner.api);
    expect(kept).toHaveLength(2);
    expect(await eventsOf(partner.api, `after=${old!.id}`)).toEqual(kept);
    const dropped = await days(0);
    expect(dropped).not.toEqual([]);
    expect(await eventsOf(partner.api)).toEqual(kept);
    const { rows } = await service.store.database.pool.query('SELECT FROM events_other');
    expect(rows).toEqual([]);
  });
});
