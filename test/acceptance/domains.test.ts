import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApiAnswer } from '../support/api-client.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const unknownId = 'ffffffff-ffff-4fff-bfff-ffffffffffff';
const namespaces = ['billing', 'provisioning'] as const;
/** Of the subscription that pays for domain slots. */
const slotServiceId = 900;
const note = expect.stringMatching(/\w/);

let service: TestService;
let partner: TestPartner;
let lastClientId = 0;
let lastName = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});

type Verb = 'provision' | 'suspend' | 'resume' | 'terminate' | 'update' | 'release';

function act(verb: Verb, body: Record<string, unknown>, namespace: string = 'billing'): Promise<ApiAnswer> {
  return partner.api.post(`/api/v1/${namespace}/${verb}-domain`, body);
}

/** A client id that nothing belongs to yet. */
function newClient(): number {
  lastClientId += 1;
  return lastClientId;
}

/** A domain name of its own. */
function newName(): string {
  lastName += 1;
  return `customer-${lastName}.example.com`;
}

async function monitored(clientId: number, domain = newName()): Promise<string> {
  const answer = await act('provision', { client_id: clientId, domain, service_id: 1 });
  return expectSuccess(answer, 201).monitored_domain_id;
}

/** Gives the customer a number of domain slots, by subscription; fewer than before pauses what no longer fits. */
async function paySlots(clientId: number, slots: number): Promise<void> {
  const address = { client_id: clientId, service_id: slotServiceId, product_slug: 'domain_monitoring' };
  const created = await partner.api.post('/api/v1/billing/provision-subscription', { ...address, quantity: slots });
  if (created.status === 201) return;
  const change = { ...address, new_quantity: slots, force: true };
  expectSuccess(await partner.api.post('/api/v1/billing/change-subscription', change));
}

/** A platform-paused domain of a customer whose only slot an older, active domain has. */
async function platformPaused(clientId: number): Promise<{ older: string; paused: string }> {
  const older = await monitored(clientId);
  service.clock.advanceSeconds(1);
  const paused = await monitored(clientId);
  await paySlots(clientId, 1);
  expect(await row(paused)).toMatchObject({ status: 'paused', quota_paused: true });
  return { older, paused };
}

/** A domain in one of its states, with a free slot for it. */
async function domainIn(state: string, clientId: number): Promise<string> {
  if (state === 'quota_paused') {
    const { older, paused } = await platformPaused(clientId);
    await act('suspend', { monitored_domain_id: older });
    return paused;
  }
  const id = await monitored(clientId);
  if (state === 'paused') await act('suspend', { monitored_domain_id: id });
  if (state === 'terminated') await act('terminate', { monitored_domain_id: id });
  return id;
}

async function row(domainId: string): Promise<Record<string, unknown>> {
  const { rows } = await service.store.database.pool.query('SELECT * FROM monitored_domains WHERE id = $1', [domainId]);
  return rows[0];
}

async function nameOf(domainId: string): Promise<string> {
  return (await row(domainId)).domain as string;
}

async function rowsOfCustomer(clientId: number): Promise<Record<string, unknown>[]> {
  const { rows } = await service.store.database.pool.query(
    `SELECT d.* FROM monitored_domains d JOIN customers c ON c.partner_id = d.partner_id AND c.id = d.customer_id
     WHERE c.partner_id = $1 AND c.billing_customer_id = $2 ORDER BY d.created_at, d.id`,
    [partner.partnerId, clientId],
  );
  return rows;
}

async function auditOf(domainId: string): Promise<string[]> {
  const { rows } = await service.store.database.pool.query<{ action: string }>(
    'SELECT action FROM audit_entries WHERE subject_id = $1 ORDER BY at, id',
    [domainId],
  );
  return rows.map((entry) => entry.action);
}

async function lastEnforcement(clientId: number): Promise<unknown> {
  const { rows } = await service.store.database.pool.query<{ details: unknown }>(
    `SELECT a.details FROM audit_entries a JOIN customers c ON c.partner_id = a.partner_id AND c.id = a.customer_id
     WHERE c.billing_customer_id = $1 AND a.action = 'capacity.enforced' ORDER BY a.at DESC, a.id DESC LIMIT 1`,
    [clientId],
  );
  return rows[0]?.details;
}

async function billingServiceOf(domainId: string): Promise<Record<string, unknown>> {
  const { rows } = await service.store.database.pool.query(
    `SELECT s.billing_service_id, s.product_slug FROM services s
     JOIN monitored_domains d ON d.partner_id = s.partner_id AND d.service_id = s.id WHERE d.id = $1`,
    [domainId],
  );
  return rows[0];
}

describe.each(namespaces)('the domain state table under /%s', (namespace) => {
  it('(none) → provision-domain → active: 201, customer and service are recorded, a scan is scheduled', async () => {
    const clientId = newClient();
    const domain = newName();
    const answer = await act(
      'provision',
      { client_id: clientId, domain, service_id: 7, client_name: 'Ada', client_email: 'ada@example.com' },
      namespace,
    );
    const data = expectSuccess(answer, 201);
    expect(data).toEqual({
      monitored_domain_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      domain,
      status: 'active',
    });
    const stored = await row(data.monitored_domain_id);
    expect(stored).toMatchObject({ domain, status: 'active', quota_paused: false, last_scan_at: null });
    expect(stored.next_scan_at).toEqual(stored.created_at);
    expect(await billingServiceOf(data.monitored_domain_id)).toEqual({
      billing_service_id: 7,
      product_slug: 'domain_monitoring',
    });
    const { rows } = await service.store.database.pool.query(
      'SELECT name, email FROM customers WHERE billing_customer_id = $1',
      [clientId],
    );
    expect(rows).toEqual([{ name: 'Ada', email: 'ada@example.com' }]);
    expect(await auditOf(data.monitored_domain_id)).toEqual(['domain.provisioned']);
  });

  it.each([
    ['active', 'active'],
    ['paused', 'paused'],
    ['quota_paused', 'paused'],
  ])('%s → provision-domain: unchanged, 200 with the existing record and a note', async (state, status) => {
    const clientId = newClient();
    const id = await domainIn(state, clientId);
    const before = await row(id);
    const body = { client_id: clientId, domain: before.domain, service_id: 1 };
    const answer = expectSuccess(await act('provision', body, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, domain: before.domain, status, note });
    expect(await row(id)).toEqual(before);
  });

  it('terminated → provision-domain → active: restored with its id, 200 with a note, a scan is scheduled', async () => {
    const clientId = newClient();
    const id = await domainIn('terminated', clientId);
    const before = await row(id);
    service.clock.advanceSeconds(60);
    const body = { client_id: clientId, domain: before.domain, service_id: 1 };
    const answer = expectSuccess(await act('provision', body, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, domain: before.domain, status: 'active', note });
    const after = await row(id);
    expect(after).toMatchObject({ status: 'active', terminated_at: null, created_at: before.created_at });
    expect(after.next_scan_at).toEqual(after.updated_at);
    expect(await auditOf(id)).toEqual(['domain.provisioned', 'domain.terminated', 'domain.restored']);
  });

  it('active → suspend-domain → paused: leak scanning stops, the record stays', async () => {
    const id = await domainIn('active', newClient());
    const answer = expectSuccess(await act('suspend', { monitored_domain_id: id }, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, status: 'paused' });
    expect(await row(id)).toMatchObject({ status: 'paused', quota_paused: false, next_scan_at: null });
    expect(await auditOf(id)).toEqual(['domain.provisioned', 'domain.suspended']);
  });

  it('paused by the platform → suspend-domain → paused by hand: it does not come back by itself', async () => {
    const clientId = newClient();
    const { older, paused } = await platformPaused(clientId);
    const answer = expectSuccess(await act('suspend', { monitored_domain_id: paused }, namespace));
    expect(answer).toEqual({ monitored_domain_id: paused, status: 'paused' });
    expect(await row(paused)).toMatchObject({ status: 'paused', quota_paused: false });
    await paySlots(clientId, 5);
    await act('terminate', { monitored_domain_id: older });
    expect(await row(paused)).toMatchObject({ status: 'paused', quota_paused: false });
  });

  it('paused → resume-domain → active: scanning is scheduled again', async () => {
    const id = await domainIn('paused', newClient());
    const answer = expectSuccess(await act('resume', { monitored_domain_id: id }, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, status: 'active' });
    const after = await row(id);
    expect(after).toMatchObject({ status: 'active' });
    expect(after.next_scan_at).toEqual(after.updated_at);
    expect(await auditOf(id)).toEqual(['domain.provisioned', 'domain.suspended', 'domain.resumed']);
  });

  it('paused by the platform → resume-domain → active, when a slot is free', async () => {
    const id = await domainIn('quota_paused', newClient());
    const answer = expectSuccess(await act('resume', { monitored_domain_id: id }, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, status: 'active' });
    expect(await row(id)).toMatchObject({ status: 'active', quota_paused: false, next_scan_at: expect.any(Date) });
  });

  it.each(['active', 'paused', 'quota_paused'])(
    '%s → terminate-domain → terminated: nothing is scheduled, the record is kept',
    async (state) => {
      const id = await domainIn(state, newClient());
      const answer = expectSuccess(await act('terminate', { monitored_domain_id: id }, namespace));
      expect(answer).toEqual({ monitored_domain_id: id, status: 'terminated' });
      const after = await row(id);
      expect(after).toMatchObject({ status: 'terminated', quota_paused: false, next_scan_at: null, released_at: null });
      expect(after.terminated_at).toEqual(after.updated_at);
      expect((await auditOf(id)).at(-1)).toBe('domain.terminated');
    },
  );

  it.each([
    ['active', 'resume', 'active'],
    ['paused', 'suspend', 'paused'],
    ['terminated', 'terminate', 'terminated'],
  ] as const)('%s → %s-domain again: success with a note, not a byte changes', async (state, verb, status) => {
    const id = await domainIn(state, newClient());
    const before = await row(id);
    const audit = await auditOf(id);
    service.clock.advanceSeconds(1);
    const answer = expectSuccess(await act(verb, { monitored_domain_id: id }, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, status, note });
    expect(await row(id)).toEqual(before);
    expect(await auditOf(id)).toEqual(audit);
  });

  it.each(['suspend', 'resume'] as const)('terminated → %s-domain: 404', async (verb) => {
    const id = await domainIn('terminated', newClient());
    const before = await row(id);
    expectProblem(await act(verb, { monitored_domain_id: id }, namespace), 404, 'DOMAIN_NOT_FOUND');
    expect(await row(id)).toEqual(before);
  });

  it.each([
    ['active', 'active'],
    ['paused', 'paused'],
    ['quota_paused', 'paused'],
  ])('%s → update-domain: the domain changed, the status is kept', async (state, status) => {
    const id = await domainIn(state, newClient());
    const before = await row(id);
    const domain = newName();
    service.clock.advanceSeconds(60);
    const answer = expectSuccess(await act('update', { monitored_domain_id: id, domain }, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, domain, status });
    const after = await row(id);
    const { updated_at } = after;
    const next_scan_at = status === 'active' ? updated_at : null;
    expect(after).toEqual({ ...before, domain, updated_at, next_scan_at });
    expect((await auditOf(id)).at(-1)).toBe('domain.renamed');
  });

  it('update-domain to the same name, however it is spelled: a note, not a byte changes', async () => {
    const id = await monitored(newClient());
    const before = await row(id);
    const domain = `https://${String(before.domain).toUpperCase()}./path`;
    const answer = expectSuccess(await act('update', { monitored_domain_id: id, domain }, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, domain: before.domain, status: 'active', note });
    expect(await row(id)).toEqual(before);
  });

  it('update-domain frees the old name: provision-domain makes a new record of it', async () => {
    const clientId = newClient();
    const id = await monitored(clientId);
    const oldName = await nameOf(id);
    await act('update', { monitored_domain_id: id, domain: newName() }, namespace);
    expect(await monitored(clientId, oldName)).not.toBe(id);
  });

  it('update-domain to the name of a terminated record takes it: that record is given up', async () => {
    const clientId = newClient();
    const other = await domainIn('terminated', clientId);
    const id = await monitored(clientId);
    const domain = await nameOf(other);
    const answer = expectSuccess(await act('update', { monitored_domain_id: id, domain }, namespace));
    expect(answer).toEqual({ monitored_domain_id: id, domain, status: 'active' });
    expect(await row(other)).toMatchObject({ released_at: expect.any(Date) });
    expectProblem(await act('terminate', { monitored_domain_id: other }, namespace), 404, 'DOMAIN_NOT_FOUND');
  });

  it.each(['active', 'paused'])(
    'update-domain to a name of which the customer has a record that is %s: 409 DOMAIN_ALREADY_EXISTS, which names it',
    async (status) => {
      const clientId = newClient();
      const other = await domainIn(status, clientId);
      const id = await monitored(clientId);
      const before = await row(id);
      const answer = await act('update', { monitored_domain_id: id, domain: await nameOf(other) }, namespace);
      expectProblem(answer, 409, 'DOMAIN_ALREADY_EXISTS', { monitored_domain_id: other, status });
      expect(await row(id)).toEqual(before);
    },
  );

  it('update-domain to a name that only another customer monitors, or that was released, is accepted', async () => {
    const clientId = newClient();
    const id = await monitored(clientId);
    const foreign = await nameOf(await monitored(newClient()));
    expectSuccess(await act('update', { monitored_domain_id: id, domain: foreign }, namespace));
    const given = await monitored(clientId);
    const released = await nameOf(given);
    await act('release', { monitored_domain_id: given });
    expectSuccess(await act('update', { monitored_domain_id: id, domain: released }, namespace));
  });

  it('terminated → update-domain: 404, whatever the name', async () => {
    const id = await domainIn('terminated', newClient());
    for (const domain of [newName(), await nameOf(id)]) {
      const answer = await act('update', { monitored_domain_id: id, domain }, namespace);
      expectProblem(answer, 404, 'DOMAIN_NOT_FOUND');
    }
  });

  it.each(['suspend', 'resume', 'terminate', 'update'] as const)(
    '%s-domain of an id that does not exist, or is of another account: 404 DOMAIN_NOT_FOUND',
    async (verb) => {
      const stranger = await service.partner('Another host');
      const id = await monitored(newClient());
      const before = await row(id);
      const path = `/api/v1/${namespace}/${verb}-domain`;
      const body = { domain: newName() };
      const foreign = await stranger.api.post(path, { monitored_domain_id: id, ...body });
      expectProblem(foreign, 404, 'DOMAIN_NOT_FOUND');
      expectProblem(await act(verb, { monitored_domain_id: unknownId, ...body }, namespace), 404, 'DOMAIN_NOT_FOUND');
      expect(await row(id)).toEqual(before);
    },
  );

  it.each(['suspend', 'resume', 'terminate', 'update'] as const)(
    '%s-domain with an id that is no UUID: 422',
    async (verb) => {
      const answer = await act(verb, { monitored_domain_id: 'x', domain: newName() }, namespace);
      expectRefusal(answer, 422, ['monitored_domain_id']);
    },
  );
});

describe('release-domain', () => {
  it.each(['active', 'paused', 'quota_paused', 'terminated'])(
    '%s → release-domain: given up, its name is answered',
    async (state) => {
      const id = await domainIn(state, newClient());
      const before = await row(id);
      const answer = expectSuccess(await act('release', { monitored_domain_id: id.toUpperCase() }));
      const domain = before.domain;
      expect(answer).toEqual({ monitored_domain_id: id, domain, status: 'terminated', released: true });
      const after = await row(id);
      expect(after).toMatchObject({ status: 'terminated', quota_paused: false, next_scan_at: null });
      expect(after.released_at).toEqual(after.updated_at);
      if (state === 'terminated') expect(after.terminated_at).toEqual(before.terminated_at);
      expect((await auditOf(id)).at(-1)).toBe('domain.released');
    },
  );

  it('released: every later call with its id is 404, a repeat included', async () => {
    const id = await monitored(newClient());
    await act('release', { monitored_domain_id: id });
    const before = await row(id);
    for (const verb of ['release', 'suspend', 'resume', 'terminate', 'update'] as const) {
      const answer = await act(verb, { monitored_domain_id: id, domain: newName() });
      expectProblem(answer, 404, 'DOMAIN_NOT_FOUND');
    }
    expect(await row(id)).toEqual(before);
  });

  it('released → provision-domain of the name: a new record, 201', async () => {
    const clientId = newClient();
    const id = await monitored(clientId);
    const name = await nameOf(id);
    await act('release', { monitored_domain_id: id });
    const again = await monitored(clientId, name);
    expect(again).not.toBe(id);
    await act('release', { monitored_domain_id: again });
    expect((await rowsOfCustomer(clientId)).map((domain) => domain.domain)).toEqual([name, name]);
  });

  it('is reachable under /billing only', async () => {
    const id = await monitored(newClient());
    expect((await act('release', { monitored_domain_id: id }, 'provisioning')).status).toBe(404);
    expect(await row(id)).toMatchObject({ status: 'active' });
  });

  it('of an id that does not exist, or is of another account: 404; of one that is no UUID: 422', async () => {
    const stranger = await service.partner('Another host');
    const id = await monitored(newClient());
    const foreign = await stranger.api.post('/api/v1/billing/release-domain', { monitored_domain_id: id });
    expectProblem(foreign, 404, 'DOMAIN_NOT_FOUND');
    expectProblem(await act('release', { monitored_domain_id: unknownId }), 404, 'DOMAIN_NOT_FOUND');
    expectRefusal(await act('release', { monitored_domain_id: 'x' }), 422, ['monitored_domain_id']);
    expect(await row(id)).toMatchObject({ status: 'active' });
  });
});

describe.each(namespaces)('domain slots under /%s', (namespace) => {
  it('provision-domain with all slots used: 403 DOMAIN_LIMIT_EXCEEDED, nothing is created', async () => {
    const clientId = newClient();
    await paySlots(clientId, 1);
    const id = await monitored(clientId);
    const body = { client_id: clientId, domain: newName(), service_id: 2 };
    expectProblem(await act('provision', body, namespace), 403, 'DOMAIN_LIMIT_EXCEEDED', { limit: 1 });
    expect((await rowsOfCustomer(clientId)).map((domain) => domain.id)).toEqual([id]);
  });

  it('a paused domain keeps its slot', async () => {
    const clientId = newClient();
    await paySlots(clientId, 1);
    await act('suspend', { monitored_domain_id: await monitored(clientId) });
    const body = { client_id: clientId, domain: newName(), service_id: 2 };
    expectProblem(await act('provision', body, namespace), 403, 'DOMAIN_LIMIT_EXCEEDED', { limit: 1 });
  });

  it('a repeat for a domain that is there needs no slot', async () => {
    const clientId = newClient();
    await paySlots(clientId, 1);
    const domain = await nameOf(await monitored(clientId));
    expectSuccess(await act('provision', { client_id: clientId, domain, service_id: 1 }, namespace));
  });

  it.each(['terminate', 'release'] as const)('%s-domain frees the slot for another domain', async (verb) => {
    const clientId = newClient();
    await paySlots(clientId, 1);
    await act(verb, { monitored_domain_id: await monitored(clientId) });
    const body = { client_id: clientId, domain: newName(), service_id: 2 };
    expectSuccess(await act('provision', body, namespace), 201);
  });

  it('restoring with all slots used: 403 DOMAIN_LIMIT_EXCEEDED, it stays terminated and with its service', async () => {
    const clientId = newClient();
    await paySlots(clientId, 1);
    const id = await domainIn('terminated', clientId);
    await monitored(clientId);
    const before = await row(id);
    const body = { client_id: clientId, domain: before.domain, service_id: 2 };
    expectProblem(await act('provision', body, namespace), 403, 'DOMAIN_LIMIT_EXCEEDED', { limit: 1 });
    expect(await row(id)).toEqual(before);
  });

  it('resume-domain beyond paid capacity: 403 DOMAIN_LIMIT_EXCEEDED, it stays as it is', async () => {
    const clientId = newClient();
    const { older, paused } = await platformPaused(clientId);
    const before = await row(paused);
    const refused = await act('resume', { monitored_domain_id: paused }, namespace);
    expectProblem(refused, 403, 'DOMAIN_LIMIT_EXCEEDED', { limit: 1 });
    expect(await row(paused)).toEqual(before);
    await act('suspend', { monitored_domain_id: older });
    expectSuccess(await act('resume', { monitored_domain_id: paused }, namespace));
    const hand = await act('resume', { monitored_domain_id: older }, namespace);
    expectProblem(hand, 403, 'DOMAIN_LIMIT_EXCEEDED', { limit: 1 });
  });

  it('a customer without a subscription has no limit', async () => {
    const clientId = newClient();
    for (let count = 0; count < 8; count += 1) await monitored(clientId);
    expect((await rowsOfCustomer(clientId)).map((domain) => domain.status)).toEqual(Array(8).fill('active'));
  });
});

describe('a slot that becomes free', () => {
  it.each(['terminate', 'release'] as const)(
    '%s-domain of an active domain wakes the oldest that the platform paused, and only that',
    async (verb) => {
      const clientId = newClient();
      const [first, byHand, second, third] = await inOrder(4, () => monitored(clientId));
      await act('suspend', { monitored_domain_id: byHand });
      await paySlots(clientId, 1);
      await act(verb, { monitored_domain_id: first });
      expect(await row(byHand!)).toMatchObject({ status: 'paused', quota_paused: false });
      expect(await row(second!)).toMatchObject({ status: 'active', quota_paused: false });
      expect((await row(second!)).next_scan_at).toEqual(expect.any(Date));
      expect(await row(third!)).toMatchObject({ status: 'paused', quota_paused: true });
      expect(await lastEnforcement(clientId)).toEqual({
        domain_monitoring: { newly_paused: [], unpaused: [(await row(second!)).domain] },
      });
    },
  );

  it('terminating a paused domain wakes nothing: no active one went', async () => {
    const clientId = newClient();
    const { paused } = await platformPaused(clientId);
    service.clock.advanceSeconds(1);
    await paySlots(clientId, 3);
    const another = await monitored(clientId);
    await paySlots(clientId, 1);
    await act('terminate', { monitored_domain_id: another });
    expect(await row(paused)).toMatchObject({ status: 'paused', quota_paused: true });
  });
});

async function inOrder<T>(count: number, make: () => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  for (let index = 0; index < count; index += 1) {
    made.push(await make());
    service.clock.advanceSeconds(1);
  }
  return made;
}

describe('the service of a domain', () => {
  it('provision-domain with another service_id links the domain to it; nothing else changes', async () => {
    const clientId = newClient();
    const id = await monitored(clientId);
    const before = await row(id);
    const answer = await act('provision', { client_id: clientId, domain: before.domain, service_id: 8 });
    expect(expectSuccess(answer)).toMatchObject({
      monitored_domain_id: id,
      note: 'This domain is already monitored for the customer. It belongs to service 8 now.',
    });
    expect(await billingServiceOf(id)).toEqual({ billing_service_id: 8, product_slug: 'domain_monitoring' });
    const { service_id, updated_at } = await row(id);
    expect(await row(id)).toEqual({ ...before, service_id, updated_at });
    expect(await auditOf(id)).toEqual(['domain.provisioned', 'domain.relinked']);
  });
});

describe('the same name', () => {
  it('is independent across customers and accounts', async () => {
    const domain = newName();
    const first = await monitored(newClient(), domain);
    expect(await monitored(newClient(), domain)).not.toBe(first);
    const stranger = await service.partner('Another host');
    const body = { client_id: 1, domain, service_id: 1 };
    expectSuccess(await stranger.api.post('/api/v1/billing/provision-domain', body), 201);
  });

  it('in any spelling is one domain', async () => {
    const clientId = newClient();
    const id = await monitored(clientId, 'https://user@München.Example.com:8443/a?b');
    const domain = 'xn--mnchen-3ya.example.com';
    expect(await nameOf(id)).toBe(domain);
    for (const spelling of ['münchen.example.com', 'XN--MNCHEN-3YA.EXAMPLE.COM.', ' //münchen.example.com/ ']) {
      const answer = await act('provision', { client_id: clientId, domain: spelling, service_id: 1 });
      expect(expectSuccess(answer)).toMatchObject({ monitored_domain_id: id, domain });
    }
  });
});

describe('input', () => {
  it.each([
    ['a public suffix', 'co.uk'],
    ['an IPv4 address', '192.0.2.1'],
    ['an IPv6 URL', 'http://[2001:db8::1]/'],
    ['one label', 'localhost'],
    ['an underscore', '_dmarc.example.com'],
    ['a name of 254 characters', `${'a'.repeat(62)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(60)}.de`],
    ['a URL of more than 2048 characters', `https://example.com/${'a'.repeat(2_048)}`],
    ['a number', 42],
    ['nothing', ''],
  ])(
    'domain: %s is refused by provision-domain and update-domain, and the sentence says why',
    async (_what, domain) => {
      const clientId = newClient();
      expectRefusal(await act('provision', { client_id: clientId, domain, service_id: 1 }), 422, ['domain']);
      expectRefusal(await act('update', { monitored_domain_id: unknownId, domain }), 422, ['domain']);
      expect(await rowsOfCustomer(clientId)).toEqual([]);
    },
  );

  it('the sentence about a domain says what is accepted', async () => {
    const answer = await act('provision', { client_id: 1, domain: 'co.uk', service_id: 1 });
    expect(answer.body.errors.domain).toEqual([
      expect.stringMatching(/^The domain field must be a domain name such as/),
    ]);
  });

  it('client_id, domain and service_id are required, and every wrong field is named at once', async () => {
    expectRefusal(await act('provision', {}), 422, ['client_id', 'domain', 'service_id']);
    const wrong = { client_id: 0, domain: 'com', service_id: 'x', client_name: 'a'.repeat(256), client_email: 'ada' };
    expectRefusal(await act('provision', wrong), 422, Object.keys(wrong));
    expectRefusal(await act('update', {}), 422, ['domain', 'monitored_domain_id']);
    for (const verb of ['suspend', 'resume', 'terminate', 'release'] as const)
      expectRefusal(await act(verb, {}), 422, ['monitored_domain_id']);
  });
});

describe('at the same time', () => {
  it('20 provision-domain of one name make one record: one 201, the others 200 with its id', async () => {
    const clientId = newClient();
    const body = { client_id: clientId, domain: newName(), service_id: 1 };
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) => act('provision', body, namespaces[index % 2])),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(19).fill(200), 201]);
    const records = await rowsOfCustomer(clientId);
    expect(records).toHaveLength(1);
    expect(new Set(answers.map((answer) => answer.body.data.monitored_domain_id))).toEqual(new Set([records[0]!.id]));
  });

  it('30 provision-domain at 5 slots make 5 records; the others are refused', async () => {
    const clientId = newClient();
    await paySlots(clientId, 5);
    const answers = await Promise.all(
      Array.from({ length: 30 }, () => act('provision', { client_id: clientId, domain: newName(), service_id: 1 })),
    );
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(5).fill(201), ...Array(25).fill(403)]);
    expect(await rowsOfCustomer(clientId)).toHaveLength(5);
  });

  it('restores and resumes do not exceed the slots either', async () => {
    const clientId = newClient();
    const terminated = await inOrder(4, () => domainIn('terminated', clientId));
    const names = await Promise.all(terminated.map(nameOf));
    const paused = await inOrder(4, () => domainIn('paused', clientId));
    await paySlots(clientId, 6);
    const answers = await Promise.all([
      ...names.map((domain) => act('provision', { client_id: clientId, domain, service_id: 1 })),
      ...paused.map((id) => act('resume', { monitored_domain_id: id })),
    ]);
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([...Array(6).fill(200), 403, 403]);
    const statuses = (await rowsOfCustomer(clientId)).map((domain) => domain.status);
    expect(statuses.toSorted()).toEqual([...Array(6).fill('active'), 'terminated', 'terminated']);
  });

  it('update-domain of several records to one name: one has it, the others are refused', async () => {
    const clientId = newClient();
    const ids = await inOrder(5, () => monitored(clientId));
    const domain = newName();
    const answers = await Promise.all(ids.map((id) => act('update', { monitored_domain_id: id, domain })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect((await rowsOfCustomer(clientId)).filter((record) => record.domain === domain)).toHaveLength(1);
  });

  it('several release-domain of one record: one is answered, the others find nothing', async () => {
    const id = await monitored(newClient());
    const answers = await Promise.all(Array.from({ length: 6 }, () => act('release', { monitored_domain_id: id })));
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 404, 404, 404, 404, 404]);
    expect((await auditOf(id)).filter((action) => action === 'domain.released')).toHaveLength(1);
  });
});
