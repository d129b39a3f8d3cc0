import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ResourceState, ResourceTrigger } from '../../src/resources/lifecycle/resource-lifecycle.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { act, domainMonitoring, insertPlans, portMonitoring, subscribe } from '../support/billing.ts';
import { dispatchDomainScans, monitorDomain } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { enqueueScan, systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
let lastClientId = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  await insertPlans(service, partner, [1, 2]);
});
afterAll(() => service?.stop());

/** A resource of a customer of its own. `label` is its address or name. */
interface Resource {
  readonly clientId: number;
  readonly id: string;
  readonly label: string;
}

/** What is the type's own: how it is called. */
interface Kind {
  readonly table: 'endpoints' | 'monitored_domains';
  readonly scans: 'scans' | 'domain_scans';
  readonly idField: string;
  readonly absent: string;
  readonly limit: string;
  monitor(clientId: number): Promise<Resource>;
  move(resource: Resource, trigger: ResourceTrigger): Promise<ApiAnswer>;
  startScan(resource: Resource): Promise<string>;
  subscribe(clientId: number, places: 1 | 2): Promise<unknown>;
  /** Pays for another number of places, whatever is in use. */
  pay(clientId: number, places: 1 | 2): Promise<ApiAnswer>;
  subscriptionTo(clientId: number, action: 'suspend' | 'resume'): Promise<ApiAnswer>;
}

const endpoint: Kind = {
  table: 'endpoints',
  scans: 'scans',
  idField: 'endpoint_id',
  absent: 'ENDPOINT_NOT_FOUND',
  limit: 'ENDPOINT_LIMIT_EXCEEDED',
  async monitor(clientId) {
    const label = loopbackAddress();
    return { clientId, label, id: await provision(partner.api, label, { client_id: clientId, service_id: 50 }) };
  },
  move: ({ clientId, id, label }, trigger) =>
    trigger === 'restore'
      ? act(partner.api, 'provision', { client_id: clientId, ip_address: label })
      : act(partner.api, trigger, { endpoint_id: id }),
  startScan: ({ id }) => enqueueScan(systemOperation(service, partner), id),
  subscribe: (clientId, places) => subscribe(partner.api, portMonitoring(clientId), { plan_slug: `plan-${places}` }),
  pay: (clientId, places) => {
    const change = { new_plan_slug: `plan-${places}`, force: true };
    return act(partner.api, 'change-subscription', { ...portMonitoring(clientId), ...change });
  },
  subscriptionTo: (clientId, action) => act(partner.api, `${action}-subscription`, portMonitoring(clientId)),
};

const domain: Kind = {
  table: 'monitored_domains',
  scans: 'domain_scans',
  idField: 'monitored_domain_id',
  absent: 'DOMAIN_NOT_FOUND',
  limit: 'DOMAIN_LIMIT_EXCEEDED',
  async monitor(clientId) {
    lastClientId += 1;
    const label = `customer-${clientId}-${lastClientId}.example.com`;
    return { clientId, label, id: await monitorDomain(partner.api, clientId, label) };
  },
  move: ({ clientId, id, label }, trigger) =>
    trigger === 'restore'
      ? act(partner.api, 'provision-domain', { client_id: clientId, service_id: 1, domain: label })
      : act(partner.api, `${trigger}-domain`, { monitored_domain_id: id }),
  async startScan({ id }) {
    await dispatchAll();
    // As if some sources had failed meanwhile, and somebody had shown control of the name.
    const { rows } = await service.store.database.pool.query<{ current_scan_id: string }>(
      `UPDATE monitored_domains SET retry_sources = '{alpha}', retry_at = now() + interval '1 day', failed_attempts = 2,
         verified_at = now(), next_verification_at = now() + interval '1 day' WHERE id = $1 RETURNING current_scan_id`,
      [id],
    );
    return rows[0]!.current_scan_id;
  },
  subscribe: (clientId, places) => subscribe(partner.api, domainMonitoring(clientId), { quantity: places }),
  pay: (clientId, places) => {
    const change = { new_quantity: places, force: true };
    return act(partner.api, 'change-subscription', { ...domainMonitoring(clientId), ...change });
  },
  subscriptionTo: (clientId, action) => act(partner.api, `${action}-subscription`, domainMonitoring(clientId)),
};

/** Queues the scans of every domain that is due: there is a limit to each tick. */
async function dispatchAll(): Promise<void> {
  for (let tick = 0; tick < 20 && (await dispatchDomainScans(service)) > 0; tick += 1);
}

const noRetry = { retry_sources: [], retry_at: null, failed_attempts: 0 };
const unverified = { verified_at: null, next_verification_at: null };

/** A server's service, known by its own. */
function server(clientId: number) {
  return { client_id: clientId, service_id: 50, product_slug: 'endpoint' };
}

/** A client id that nothing belongs to yet. */
function newClient(): number {
  lastClientId += 1;
  return lastClientId;
}

async function row({ table }: Kind, { id }: Resource): Promise<Record<string, unknown>> {
  const { rows } = await service.store.database.pool.query(`SELECT * FROM ${table} WHERE id = $1`, [id]);
  return rows[0];
}

async function scanStatus({ scans }: Kind, scanId: string): Promise<string> {
  const { rows } = await service.store.database.pool.query(`SELECT status FROM ${scans} WHERE id = $1`, [scanId]);
  return rows[0].status;
}

/** A resource in one of its states, with a place for it; in the middle of a scan while it is active. */
async function inState(kind: Kind, state: ResourceState): Promise<Resource & { readonly scanId: string | null }> {
  const clientId = newClient();
  await kind.subscribe(clientId, 2);
  const older = await kind.monitor(clientId);
  service.clock.advanceSeconds(1);
  const resource = await kind.monitor(clientId);
  if (state === 'quota_paused') {
    expectSuccess(await kind.pay(clientId, 1));
    expectSuccess(await kind.move(older, 'suspend'));
  }
  if (state === 'paused') expectSuccess(await kind.move(resource, 'suspend'));
  if (state === 'terminated') expectSuccess(await kind.move(resource, 'terminate'));
  const scanId = state === 'active' ? await kind.startScan(resource) : null;
  service.clock.advanceSeconds(60);
  return { ...resource, scanId };
}

/** The columns that every resource has, as they are in a state that it reached with its last change. */
async function expectState(kind: Kind, resource: Resource, state: ResourceState): Promise<void> {
  const current = await row(kind, resource);
  const { updated_at: now } = current;
  expect(current).toMatchObject({
    status: state === 'quota_paused' ? 'paused' : state,
    quota_paused: state === 'quota_paused',
    next_scan_at: state === 'active' ? now : null,
    current_scan_id: null,
    terminated_at: state === 'terminated' ? now : null,
    ...(kind === domain && state !== 'active' ? noRetry : {}),
    ...(kind === domain && state === 'terminated' ? unverified : {}),
  });
}

const already = 'a note';
const absent = '404';

describe.each([
  ['an endpoint', endpoint],
  ['a monitored domain', domain],
])('the life cycle of %s', (_name, kind) => {
  it.each<[ResourceState, ResourceTrigger, ResourceState | typeof already | typeof absent]>([
    ['active', 'suspend', 'paused'],
    ['active', 'resume', already],
    ['active', 'terminate', 'terminated'],
    ['active', 'restore', already],
    ['paused', 'suspend', already],
    ['paused', 'resume', 'active'],
    ['paused', 'terminate', 'terminated'],
    ['paused', 'restore', already],
    ['quota_paused', 'suspend', 'paused'],
    ['quota_paused', 'resume', 'active'],
    ['quota_paused', 'terminate', 'terminated'],
    ['quota_paused', 'restore', already],
    ['terminated', 'suspend', absent],
    ['terminated', 'resume', absent],
    ['terminated', 'terminate', already],
    ['terminated', 'restore', 'active'],
  ])('%s, %s: %s', async (state, trigger, expected) => {
    const resource = await inState(kind, state);
    const before = await row(kind, resource);
    const audited = await actions(resource);
    const answer = await kind.move(resource, trigger);
    const known = { [kind.idField]: resource.id };
    if (expected === absent) {
      expectProblem(answer, 404, kind.absent);
    } else if (expected === already) {
      expect(expectSuccess(answer)).toMatchObject({ ...known, status: before.status, note: expect.any(String) });
    } else {
      const note = trigger === 'restore' ? { note: expect.any(String) } : {};
      const answered = expectSuccess(answer);
      expect(answered).toMatchObject({ ...known, status: expected, ...note });
      expect('note' in answered).toBe(trigger === 'restore');
      await expectState(kind, resource, expected);
      expect(await actions(resource)).toEqual([...audited, pastTense[trigger]]);
      if (resource.scanId !== null) expect(await scanStatus(kind, resource.scanId)).toBe('cancelled');
      return;
    }
    expect(await row(kind, resource)).toEqual(before);
    expect(await actions(resource)).toEqual(audited);
    if (resource.scanId !== null) expect(await scanStatus(kind, resource.scanId)).toBe('pending');
  });

  it.each<[ResourceState, ResourceTrigger]>([
    ['paused', 'resume'],
    ['quota_paused', 'resume'],
    ['terminated', 'restore'],
  ])('%s, %s, where the capacity is in use: refused, not a byte changes', async (state, trigger) => {
    const clientId = newClient();
    await kind.subscribe(clientId, 2);
    await kind.monitor(clientId);
    service.clock.advanceSeconds(1);
    const resource = await kind.monitor(clientId);
    if (state === 'paused') await kind.move(resource, 'suspend');
    if (state === 'terminated') await kind.move(resource, 'terminate');
    expectSuccess(await kind.pay(clientId, 1));
    const before = await row(kind, resource);
    expect(before.quota_paused).toBe(state === 'quota_paused');
    expectProblem(await kind.move(resource, trigger), 403, kind.limit, { limit: 1 });
    expect(await row(kind, resource)).toEqual(before);
  });

  it('a place that a termination frees goes to the oldest that waits for one', async () => {
    const clientId = newClient();
    await kind.subscribe(clientId, 2);
    const older = await kind.monitor(clientId);
    service.clock.advanceSeconds(1);
    const waits = await kind.monitor(clientId);
    expectSuccess(await kind.pay(clientId, 1));
    await expectState(kind, waits, 'quota_paused');
    expectSuccess(await kind.move(older, 'terminate'));
    await expectState(kind, waits, 'active');
  });

  it('capacity that goes pauses everybody in the middle of their scans; that comes back wakes them', async () => {
    const clientId = newClient();
    await kind.subscribe(clientId, 2);
    const resources = [await kind.monitor(clientId), await kind.monitor(clientId)];
    const others = await kind.monitor(newClient());
    const scanIds = [await kind.startScan(resources[0]!), await kind.startScan(resources[1]!)];
    const untouched = await row(kind, others);
    service.clock.advanceSeconds(60);
    expectSuccess(await kind.subscriptionTo(clientId, 'suspend'));
    for (const each of resources) await expectState(kind, each, 'quota_paused');
    for (const scanId of scanIds) expect(await scanStatus(kind, scanId)).toBe('cancelled');
    service.clock.advanceSeconds(60);
    expectSuccess(await kind.subscriptionTo(clientId, 'resume'));
    for (const each of resources) await expectState(kind, each, 'active');
    expect(await row(kind, others)).toEqual(untouched);
  });
});

const pastTense: Record<ResourceTrigger, string> = {
  suspend: 'suspended',
  resume: 'resumed',
  terminate: 'terminated',
  restore: 'restored',
};

/** The verbs of the audit entries about a resource, in order. */
async function actions({ id }: Resource): Promise<string[]> {
  const { rows } = await service.store.database.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY at, id',
    [id],
  );
  return rows.map(({ action }) => action.split('.')[1]!);
}

describe('what the billing system reports of a server', () => {
  it.each<[ResourceState, 'active' | 'suspended' | 'cancelled', ResourceState | 'as it was']>([
    ['active', 'active', 'as it was'],
    ['active', 'suspended', 'paused'],
    ['active', 'cancelled', 'terminated'],
    ['paused', 'active', 'active'],
    ['paused', 'suspended', 'as it was'],
    ['paused', 'cancelled', 'terminated'],
    ['quota_paused', 'suspended', 'paused'],
    ['quota_paused', 'cancelled', 'terminated'],
    ['terminated', 'active', 'active'],
    ['terminated', 'suspended', 'as it was'],
    ['terminated', 'cancelled', 'as it was'],
  ])('%s, reported %s: %s', async (state, status, expected) => {
    const resource = await inState(endpoint, state);
    // Of the service's two servers this one alone.
    await service.store.database.pool.query(
      'UPDATE endpoints SET service_id = NULL WHERE id <> $1 AND customer_id = (SELECT customer_id FROM endpoints WHERE id = $1)',
      [resource.id],
    );
    const before = await row(endpoint, resource);
    const services = [{ ...server(resource.clientId), status }];
    expectSuccess(await act(partner.api, 'sync-services', { services }));
    if (expected === 'as it was') {
      expect(await row(endpoint, resource)).toEqual(before);
    } else {
      await expectState(endpoint, resource, expected);
      if (resource.scanId !== null) expect(await scanStatus(endpoint, resource.scanId)).toBe('cancelled');
    }
  });
});
