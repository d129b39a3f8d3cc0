import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { declaredRoutes } from '../../scripts/error-table.ts';
import { dropExpiredSignIns } from '../../src/identity/sessions/sessions.ts';
import { dataRows } from '../support/billing.ts';
import { createAdministrator, PortalBrowser, signInAdministrator, signInCustomer } from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const viewed = 42;
const path = '/api/v1/session/view';

let service: TestService;
let partner: TestPartner;
let endpointId: string;
let alertId: string;
let othersAlertId: string;
let administratorId: string;
let browser: PortalBrowser;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  administratorId = await createAdministrator(partner, 'ada@example.com');
  endpointId = await provision(partner.api, '127.0.3.1', { client_id: viewed, client_name: 'Jane Roe' });
  alertId = await insertAlert(service, partner, endpointId);
  const others = await provision(partner.api, '127.0.3.2', { client_id: 43 });
  othersAlertId = await insertAlert(service, partner, others);
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  browser = await signIn();
});

afterEach(async () => {
  await browser.send('DELETE', '/api/v1/session');
});

const signIn = () => signInAdministrator(service, partner, 'ada@example.com');
const start = (by: PortalBrowser, customer = viewed) => by.post(path, { billing_customer_id: customer });
const signedIn = async (by: PortalBrowser) => expectSuccess(await by.get('/api/v1/session')).signed_in;

/** What the audit log says of views since the last look, as the console reads it. */
async function views(): Promise<{ action: string; actor: unknown; details: Record<string, unknown> }[]> {
  const answer = await partner.api.get(`/api/v1/audit?billing_customer_id=${viewed}&action=customer&limit=100`);
  const { entries } = expectSuccess(answer);
  const found = entries.filter(
    ({ id, action }: { id: string; action: string }) => !seen.has(id) && /view/.test(action),
  );
  for (const { id } of entries) seen.add(id);
  return found.toReversed();
}
const seen = new Set<string>();

const started = { action: 'customer.view_started', actor: { kind: 'administrator', id: expect.any(String) } };
const ended = { ...started, action: 'customer.view_ended' };

it("an administrator sees a customer's portal as the customer does, and gets the console back by ending the view", async () => {
  await views();
  expect(expectSuccess(await start(browser))).toEqual({ billing_customer_id: viewed, name: 'Jane Roe' });
  expect(await signedIn(browser)).toMatchObject({
    kind: 'customer',
    billing_customer_id: viewed,
    name: 'Jane Roe',
    viewer: { email: 'ada@example.com', name: null },
  });
  const customer = await signInCustomer(service, partner, viewed);
  expect(await signedIn(customer)).toMatchObject({ kind: 'customer', viewer: null });
  for (const read of ['/api/v1/endpoints', '/api/v1/monitoring/alerts', `/api/v1/alerts/${alertId}`]) {
    const [own, seenByViewer] = [await customer.get(read), await browser.get(read)];
    expect(seenByViewer.body.data, read).toEqual(own.body.data);
  }
  expect((await browser.get(`/api/v1/alerts/${othersAlertId}`)).status).toBe(403);
  expect((await browser.get('/api/v1/customers')).status).toBe(403);
  expect((await browser.get('/api/v1/administrators')).status).toBe(403);
  expect((await browser.send('DELETE', path)).status).toBe(204);
  expect(await signedIn(browser)).toMatchObject({ kind: 'administrator', email: 'ada@example.com' });
  expect((await browser.get('/api/v1/customers')).status).toBe(200);
  expect((await browser.send('DELETE', path)).status).toBe(204);
  const entries = await views();
  expect(entries).toEqual([expect.objectContaining(started), expect.objectContaining(ended)]);
  expect(entries[0]!.actor).toEqual({ kind: 'administrator', id: administratorId });
  expect(entries[0]!.details).toMatchObject({ address: expect.any(String) });
});

it('whatever changes anything is refused in a view, by every route and before its input is looked at', async () => {
  expectSuccess(await start(browser));
  const before = await dataRows(service);
  const writes = declaredRoutes().flatMap(({ method, paths, group, endsView }) =>
    method === 'GET' || group.access === 'public' || endsView ? [] : paths.map((route) => ({ method, route, group })),
  );
  expect(writes.length).toBeGreaterThan(60);
  for (const { method, route, group } of writes) {
    const target = route
      .replace(':billing_customer_id', String(viewed))
      .replace('/endpoints/:endpoint', `/endpoints/${endpointId}`)
      .replace('alerts/:id', `alerts/${alertId}`)
      .replace(/:\w+/g, () => randomUUID());
    const answer = await browser.send(method, target, { billing_customer_id: viewed });
    expect({ route, status: answer.status }).toEqual({ route, status: 403 });
    expect(answer.body.error.code, route).toBe(group.errors === 'number' ? 403 : 'VIEW_IS_READ_ONLY');
    expect(answer.body.error.message).toMatch(/read-only/);
  }
  const table = (rows: Awaited<ReturnType<typeof dataRows>>) =>
    [...rows].filter(([name]) => !/rate_limit|\.sessions$/.test(name));
  expect(table(await dataRows(service))).toEqual(table(before));
  // Only what ends the view is left.
  const left = declaredRoutes().filter(({ endsView }) => endsView);
  expect(left.map(({ operationId }) => operationId)).toEqual(['signOut', 'endViewAsCustomer']);
});

it('a view ends with the access of whoever looks, and the log says so', async () => {
  const colleague = await createAdministrator(partner, 'grace@example.com');
  const theirs = await signInAdministrator(service, partner, 'grace@example.com');
  expectSuccess(await start(theirs));
  await views();
  expect((await browser.send('DELETE', `/api/v1/administrators/${colleague}`)).status).toBe(204);
  expectRefusal(await theirs.get('/api/v1/endpoints'), 401);
  expect(await views()).toEqual([
    expect.objectContaining({
      action: 'customer.view_ended',
      actor: { kind: 'administrator', id: colleague },
      details: { ended_with: 'session' },
    }),
  ]);
});

it('a view is of a customer of the partner, by an administrator, from a page of the portal', async () => {
  const other = await service.partner();
  await provision(other.api, '127.0.3.3', { client_id: 77 });
  expectProblem(await start(browser, 77), 404, 'CUSTOMER_NOT_FOUND');
  expectProblem(await partner.api.post(path, { billing_customer_id: viewed }), 403, 'ACCESS_DENIED');
  const customer = await signInCustomer(service, partner, viewed);
  expectProblem(await start(customer), 403, 'ACCESS_DENIED');
  expectProblem(
    await browser.sendFromElsewhere('POST', path, { billing_customer_id: viewed }, { origin: 'https://evil.example' }),
    403,
    'ORIGIN_MISMATCH',
  );
  expect(await signedIn(browser)).toMatchObject({ kind: 'administrator' });
  expectSuccess(await start(browser));
  expectProblem(await start(browser, 43), 403, 'VIEW_IS_READ_ONLY');
});

it('nothing of a view can be carried elsewhere: there is no link, and other sessions of the administrator are none', async () => {
  const other = await signIn();
  const answer = await start(browser);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(JSON.stringify(answer.body)).not.toMatch(/token|https?:/);
  expect(await signedIn(other)).toMatchObject({ kind: 'administrator' });
  expectRefusal(await new PortalBrowser(service, partner.portalDomain).get('/api/v1/endpoints'), 401);
});

it.each([
  ['signing out', async () => void (await browser.send('DELETE', '/api/v1/session'))],
  [
    'the end of the session from elsewhere',
    async () => {
      const other = await signIn();
      const { sessions } = expectSuccess(await other.get('/api/v1/administrator/sessions'));
      for (const { id, is_current } of sessions)
        if (!is_current) await other.send('DELETE', `/api/v1/administrator/sessions/${id}`);
    },
  ],
  [
    'coming by a link as a customer',
    async () => {
      const minted = await partner.api.post('/api/v1/sso/token', { client_id: 43 });
      const follow = new PortalBrowser(service, partner.portalDomain, browser.cookie);
      expect((await follow.get(`/sso?token=${minted.body.data.token}`)).status).toBe(303);
    },
  ],
  [
    'its time',
    async () => {
      service.clock.advanceSeconds(12 * 3_600 + 1);
      await dropExpiredSignIns(service.service.resources);
    },
  ],
])("a view ends with the administrator's session, and the audit log says so: %s", async (_way, end) => {
  expectSuccess(await start(browser));
  await views();
  const own = new PortalBrowser(service, partner.portalDomain, browser.cookie);
  await end();
  expectRefusal(await own.get('/api/v1/endpoints'), 401);
  expect(await signedIn(own)).toBeNull();
  expect((await views()).filter(({ action }) => action.endsWith('ended'))).toEqual([
    expect.objectContaining({ ...ended, details: { ended_with: 'session' } }),
  ]);
});

it('an hour without use ends a view like any session', async () => {
  expectSuccess(await start(browser));
  service.clock.advanceSeconds(3_601);
  expectRefusal(await browser.get('/api/v1/endpoints'), 401);
});

it("signing the customer out everywhere ends no administrator's look", async () => {
  expectSuccess(await start(browser));
  expectSuccess(await partner.api.send('DELETE', `/api/v1/customers/${viewed}/sessions`));
  expect(await signedIn(browser)).toMatchObject({ kind: 'customer', viewer: { email: 'ada@example.com' } });
});
