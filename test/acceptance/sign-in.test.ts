import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { dropExpiredSignIns, sessionSeconds } from '../../src/identity/sessions/sessions.ts';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { dumpTables } from '../support/rows.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess, withoutRequestTraces } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const https = { 'x-forwarded-proto': 'https' };
const sessionCookie = '__Host-breakwater_session';
const log: string[] = [];

let service: TestService;
let secondNode: TestService;
let partner: TestPartner;

beforeAll(async () => {
  const environment = { TRUST_PROXY: '127.0.0.1', SCAN_ALLOW: '192.0.2.0/24' };
  const logger = pino({ level: 'trace' }, { write: (line: string) => log.push(line) });
  service = await TestService.start({ role: 'api', environment, logger });
  secondNode = await TestService.start({ role: 'api', environment, logger, sharedWith: service });
  partner = await service.partner();
  await provision(partner.api, '192.0.2.1', { client_id: 42, client_name: 'Jane Roe' });
});
afterAll(async () => {
  await secondNode?.stop();
  await service?.stop();
});

async function mint(from: TestPartner = partner, more: Record<string, unknown> = {}): Promise<string> {
  return expectSuccess(await from.api.post('/api/v1/sso/token', { client_id: 42, ...more }), 201).token;
}

/** A browser behind the proxy that ends TLS; it has no API key, and keeps no cookies by itself. */
function browser({ portalDomain }: { portalDomain: string }, node = service): ApiClient {
  return node.client(portalDomain, null);
}

async function redeem(token: string, on: { portalDomain: string } = partner, headers = {}): Promise<ApiAnswer> {
  return browser(on).get(`/sso?token=${token}`, { ...https, ...headers });
}

/** The Set-Cookie header as name, value and sorted attributes. */
function cookieOf({ headers }: ApiAnswer): { name: string; value: string; attributes: string[] } {
  const [pair = '', ...attributes] = String(headers['set-cookie']).split('; ');
  const [name = '', value = ''] = pair.split('=');
  return { name, value, attributes: attributes.toSorted() };
}

/** Signs in and returns the Cookie header of the session. */
async function signIn(from: TestPartner = partner, headers = {}): Promise<{ cookie: string }> {
  const { name, value } = cookieOf(await redeem(await mint(from), from, headers));
  return { cookie: `${name}=${value}` };
}

/** What the portal's pages are told about a browser. */
async function sessionOf(session: { cookie: string } | object, on: { portalDomain: string } = partner, node = service) {
  return expectSuccess(await browser(on, node).get('/api/v1/session', { ...https, ...session }));
}

async function isSignedIn(session: { cookie: string }, on: { portalDomain: string } = partner): Promise<boolean> {
  const answer = await browser(on).get('/api/v1/session', { ...https, ...session });
  // A session of another portal domain or of a suspended account is not merely unknown: it is refused.
  if (answer.status === 403) return false;
  return expectSuccess(answer).signed_in !== null;
}

function expectPage(answer: ApiAnswer, status: number): void {
  expect(answer.status).toBe(status);
  expect(answer.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  const policy = String(answer.headers['content-security-policy']);
  expect(policy).toContain("default-src 'self'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toContain('unsafe-inline');
  expect(answer.body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/);
}

function expectGone(answer: ApiAnswer): void {
  expectPage(answer, 410);
  expect(answer.headers['referrer-policy']).toBe('no-referrer');
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect(answer.body).toContain('Go back to your customer area at Acme Hosting and click again.');
}

describe('minting a token', () => {
  it('answers 201 with the token, its time and where to send the browser', async () => {
    const before = service.clock.now().getTime();
    const answer = await partner.api.post('/api/v1/sso/token', { client_id: '42' });
    const data = expectSuccess(answer, 201);
    expect(data).toEqual({
      token: expect.stringMatching(/^[\w-]{43}$/),
      expires_at: expect.any(String),
      expires_in: 60,
      redirect_url: `https://${partner.portalDomain}/sso?token=${data.token}`,
    });
    expect(Date.parse(data.expires_at) - before).toBeGreaterThanOrEqual(60_000);
    expect(Date.parse(data.expires_at) - service.clock.now().getTime()).toBeLessThanOrEqual(60_000);
  });

  it('two tokens are never the same', async () => {
    expect(await mint()).not.toBe(await mint());
  });

  it('a client that is unknown to this account is 404, and so is one of another account', async () => {
    const other = await service.partner('Other Hosting');
    for (const [api, client_id] of [
      [partner.api, 43],
      [other.api, 42],
    ] as const)
      expectProblem(await api.post('/api/v1/sso/token', { client_id }), 404, 'BILLING_CLIENT_NOT_FOUND');
    expect((await dumpTables(service)).get('public.customers')).not.toContain(',43,');
  });

  it("name and e-mail become the customer's", async () => {
    await mint(partner, { client_name: 'Somebody Else', client_email: 'jane@example.com' });
    const { rows } = await service.store.database.pool.query(
      'SELECT name, email FROM customers WHERE partner_id = $1 AND billing_customer_id = 42',
      [partner.partnerId],
    );
    expect(rows).toEqual([{ name: 'Somebody Else', email: 'jane@example.com' }]);
  });

  it.each(['/', '/endpoints/1?tab=scans#top', '/a//b', '/%2f%2fevil.example', '/.//evil.example', '/@evil.example'])(
    'the path %s is accepted, and the browser stays on the portal',
    async (path) => {
      const answer = await redeem(await mint(partner, { redirect_path: path }));
      expect(answer.status).toBe(303);
      const portal = `https://${partner.portalDomain}`;
      expect(new URL(String(answer.headers.location), `${portal}/sso`).origin).toBe(portal);
      expect(answer.headers.location).toBe(path);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    'endpoints',
    '?x',
    '/\t/evil.example',
    '/\n/evil.example',
    '/a\r\nSet-Cookie: x=y',
    '/a b',
    '/\u0000',
    '/\u007f',
    '/ä',
    `/${'a'.repeat(2_048)}`,
    7,
  ])('the path %j is refused', async (path) => {
    const answer = await partner.api.post('/api/v1/sso/token', { client_id: 42, redirect_path: path });
    expectRefusal(answer, 422, ['redirect_path']);
  });

  it('what does not fit is named', async () => {
    expectRefusal(await partner.api.post('/api/v1/sso/token', {}), 422, ['client_id']);
    const wrong = { client_id: 0, client_email: 'nobody', client_name: 'n'.repeat(256) };
    expectRefusal(await partner.api.post('/api/v1/sso/token', wrong), 422, [
      'client_email',
      'client_id',
      'client_name',
    ]);
  });

  it('without a key or with an unknown one it is 401', async () => {
    expectRefusal(await browser(partner).post('/api/v1/sso/token', { client_id: 42 }), 401);
    const unknown = service.client(partner.portalDomain, 'bwk_unknown');
    expectProblem(await unknown.post('/api/v1/sso/token', { client_id: 42 }), 401, 'TENANT_NOT_FOUND');
  });
});

describe('redeeming a token', () => {
  it('answers 303 to the path, with a session cookie that only this host gets back over HTTPS', async () => {
    const answer = await redeem(await mint(partner, { redirect_path: '/alerts' }));
    expect(answer).toMatchObject({
      status: 303,
      headers: { location: '/alerts', 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
    });
    expect(cookieOf(answer)).toEqual({
      name: sessionCookie,
      value: expect.stringMatching(/^[\w-]{43}$/),
      attributes: ['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax', 'Secure'],
    });
  });

  it('the plain cookie name without Secure is for http://localhost only', async () => {
    const local = await createPartner(service.service.resources, { name: 'Local', portalDomain: 'localhost' });
    const api = service.client('localhost:8080', local.apiKey);
    const client = { ...local, api, operation: service.operator(local.partnerId) };
    await provision(client.api, '192.0.2.1', { client_id: 42 });
    const minted = expectSuccess(await client.api.post('/api/v1/sso/token', { client_id: 42 }), 201);
    expect(minted.redirect_url).toBe(`http://localhost:8080/sso?token=${minted.token}`);
    const plain = await client.api.get(`/sso?token=${minted.token}`);
    expect(cookieOf(plain)).toMatchObject({
      name: 'breakwater_session',
      attributes: ['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax'],
    });
    const secure = await client.api.get(`/sso?token=${await mint(client)}`, https);
    expect(cookieOf(secure)).toMatchObject({ name: sessionCookie, attributes: expect.arrayContaining(['Secure']) });
    const elsewhere = await browser(partner).get(`/sso?token=${await mint()}`);
    expect(cookieOf(elsewhere)).toMatchObject({ name: sessionCookie, attributes: expect.arrayContaining(['Secure']) });
  });

  it('HEAD does not redeem', async () => {
    const token = await mint();
    const head = await browser(partner).send('HEAD', `/sso?token=${token}`, undefined, https);
    expect(head.status).toBe(200);
    expect(head.headers['set-cookie']).toBeUndefined();
    expect((await redeem(token)).status).toBe(303);
  });

  it.each([
    { 'sec-purpose': 'prefetch' },
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ])('a browser that fetches ahead (%o) does not redeem', async (headers) => {
    const token = await mint();
    const ahead = await redeem(token, partner, headers);
    expect(ahead).toMatchObject({ status: 204, headers: { 'cache-control': 'no-store' }, body: '' });
    expect(ahead.headers['set-cookie']).toBeUndefined();
    expect((await redeem(token)).status).toBe(303);
  });

  it('a second redemption gets the page that says to click again', async () => {
    const token = await mint();
    expect((await redeem(token)).status).toBe(303);
    expectGone(await redeem(token));
  });

  it('a token is good for 60 seconds', async () => {
    const [early, late] = [await mint(), await mint()];
    service.clock.advanceSeconds(30);
    expect((await redeem(early)).status).toBe(303);
    service.clock.advanceSeconds(30);
    expectGone(await redeem(late));
  });

  it('a token of another portal domain is refused on this one, and stays good on its own', async () => {
    const other = await service.partner('Other Hosting');
    await provision(other.api, '192.0.2.1', { client_id: 42 });
    const token = await mint(other);
    expectGone(await redeem(token));
    expect((await redeem(token, other)).status).toBe(303);
  });

  it('a token is refused on another portal domain of the same account', async () => {
    const second = `second-${partner.portalDomain}`;
    await verifyByOperator(partner.operation, second);
    expectGone(await redeem(await mint(), { portalDomain: second }));
    expect(await isSignedIn(await signIn(), { portalDomain: second })).toBe(false);
  });

  it('used, expired, foreign and made-up tokens are told apart by nothing', async () => {
    const used = await mint();
    await redeem(used);
    const answers = [];
    for (const token of [used, 'x', '', '%00', 'a'.repeat(5_000), `${used}&token=${used}`])
      answers.push(withoutRequestTraces(await redeem(token)));
    answers.push(withoutRequestTraces(await browser(partner).get('/sso', https)));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expectGone(await redeem(used));
  });

  it('of 50 redemptions of one token at once, on two nodes, exactly one wins', async () => {
    const token = await mint();
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        browser(partner, index % 2 === 0 ? service : secondNode).get(`/sso?token=${token}`, https),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, ...Array(49).fill(410)]);
    expect(answers.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1);
  });

  it('a path that leads nowhere has a page for browsers, and is refused to programs as everywhere', async () => {
    const asBrowser = { ...https, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
    for (const path of ['/no-such-page', '/admin/login.php', '/favicon.ico/x']) {
      const answer = await browser(partner).get(path, asBrowser);
      expectPage(answer, 404);
      expect(answer.body).toContain('There is no such page');
      expectRefusal(await browser(partner).get(path, { ...https, accept: 'application/json' }), 404);
      expectRefusal(await browser({ portalDomain: 'nobody.example.com' }).get(path, asBrowser), 404);
    }
    expectRefusal(await browser(partner).get('/api/v1/no-such-path', asBrowser), 404);
    expectRefusal(await browser(partner).post('/no-such-page', {}, asBrowser), 404);
  });

  it('a host that is nobody’s portal domain has no pages', async () => {
    const nobody = browser({ portalDomain: 'nobody.example.com' });
    for (const path of ['/', `/sso?token=${await mint()}`]) expectRefusal(await nobody.get(path), 404);
    expect((await nobody.send('HEAD', '/sso')).status).toBe(404);
  });
});

/** What the page of the application carries for its program. */
const dataBlock = /<script type="application\/json" id="session">(.*?)<\/script>/;
const carried = (page: string) => JSON.parse(dataBlock.exec(page)![1]!);
const answersBlock = /<script type="application\/json" id="answers">(.*?)<\/script>/;
const withoutData = (page: string) => page.replace(dataBlock, '').replace(answersBlock, '');

describe('the session', () => {
  it('names the partner and the customer, on every node', async () => {
    const session = await signIn();
    for (const node of [service, secondNode])
      expect(await sessionOf(session, partner, node)).toMatchObject({
        portal: { name: 'Acme Hosting' },
        signed_in: { kind: 'customer', billing_customer_id: 42, name: 'Somebody Else' },
      });
  });

  it('a customer without a name has the billing number only', async () => {
    await provision(partner.api, '192.0.2.2', { client_id: 77 });
    const { name, value } = cookieOf(await redeem(await mint(partner, { client_id: 77 })));
    const { signed_in } = await sessionOf({ cookie: `${name}=${value}` });
    expect(signed_in).toMatchObject({ billing_customer_id: 77, name: null });
  });

  it('without one the portal is named, and nobody is signed in', async () => {
    expect(await sessionOf({})).toMatchObject({ portal: { name: 'Acme Hosting' }, signed_in: null });
    expect(await isSignedIn({ cookie: `${sessionCookie}=made-up` })).toBe(false);
  });

  it('the application’s page carries what the session’s operation answers, and nothing that runs', async () => {
    const session = await signIn();
    const expired = { cookie: `${sessionCookie}=made-up` };
    for (const headers of [{}, session, expired]) {
      const page = await browser(partner).get('/', { ...https, ...headers });
      expect(page.status).toBe(200);
      expect(page.headers).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        // Under no-referrer, browsers would not say where a change comes from.
        'referrer-policy': 'same-origin',
      });
      expect(carried(page.body)).toEqual(await sessionOf(headers));
      expect(String(page.headers['content-security-policy'])).not.toContain('unsafe-inline');
      expect(withoutData(page.body)).not.toMatch(/<script(?![^>]* src=)|<style|\sstyle=|\son\w+=/);
    }
  });

  it('the overview carries what the API answers to its customer, and to nobody else', async () => {
    const session = await signIn();
    const get = async (path: string, headers: object) =>
      (await browser(partner).get(path, { ...https, ...headers })).body;
    const answers = JSON.parse(answersBlock.exec(await get('/', session))![1]!);
    expect(Object.keys(answers)).toHaveLength(7);
    for (const [path, { data }] of Object.entries<{ data: object }>(answers))
      expect(data).toEqual((await get(path, session)).data);
    const made = { cookie: `${sessionCookie}=made-up` };
    for (const [path, headers] of [
      ['/', {}],
      ['/', made],
      ['/alerts', session],
      ['/console', session],
    ] as const)
      expect(await get(path, headers)).not.toMatch(answersBlock);
    const other = await service.partner('Other Hosting');
    expect((await browser(other).get('/', { ...https, ...session })).body).not.toMatch(answersBlock);
  });

  it('the page names the files of the page that was asked for, to whom it will be shown', async () => {
    const session = await signIn();
    const named = async (path: string, headers: object) =>
      (await browser(partner).get(path, { ...https, ...headers })).body.match(/assets\/[\w-]+-page-/g) ?? [];
    expect(await named('/', session)).toEqual(['assets/overview-page-']);
    expect(await named('/servers?sort=newest', session)).toEqual(['assets/servers-page-']);
    expect(await named('/servers/some-id', session)).toEqual(['assets/server-page-']);
    expect(await named('/', {})).toEqual([]);
    expect(await named('/console/keys', session)).toEqual([]);
  });

  it('no name ends the data that the page carries', async () => {
    const name = '</script><script src=https://evil.example></script><!--';
    await provision(partner.api, '192.0.2.9', { client_id: 78, client_name: name });
    const { name: cookie, value } = cookieOf(await redeem(await mint(partner, { client_id: 78 })));
    const page = await browser(partner).get('/', { ...https, cookie: `${cookie}=${value}` });
    expect(carried(page.body).signed_in).toMatchObject({ billing_customer_id: 78 });
    expect(withoutData(page.body)).not.toContain('evil.example');
    expect(answersBlock.exec(page.body)?.[1]).not.toContain('<');
    expect(dataBlock.exec(page.body)?.[1]).not.toContain('<');
  });

  it('the plain cookie name counts on localhost only', async () => {
    const session = await signIn();
    expect(await isSignedIn({ cookie: session.cookie.replace('__Host-', '') })).toBe(false);
  });

  it('signing in again ends the former session', async () => {
    const first = await signIn();
    const second = await signIn(partner, first);
    expect(second).not.toEqual(first);
    expect(await isSignedIn(second)).toBe(true);
    expect(await isSignedIn(first)).toBe(false);
  });

  it('a token that is refused ends no session', async () => {
    const session = await signIn();
    expectGone(await redeem('made-up', partner, session));
    expect(await isSignedIn(session)).toBe(true);
  });

  it('is bound to its portal domain', async () => {
    const other = await service.partner('Other Hosting');
    const session = await signIn();
    expect(await isSignedIn(session, other)).toBe(false);
    expect(await isSignedIn(session)).toBe(true);
  });

  it('ends after an hour without use, and its traces are dropped with the working day', async () => {
    const [used, unused] = [await signIn(), await signIn()];
    service.clock.advanceSeconds(3_000);
    expect(await isSignedIn(used)).toBe(true);
    service.clock.advanceSeconds(600);
    expect(await isSignedIn(used)).toBe(true);
    expect(await isSignedIn(unused)).toBe(false);
    // On the API, too.
    const read = (session: { cookie: string }) => browser(partner).get('/api/v1/endpoints', { ...https, ...session });
    expectRefusal(await read(unused), 401);
    expect((await read(used)).status).toBe(200);
    service.clock.advanceSeconds(3_600);
    expectRefusal(await read(used), 401);
    service.clock.advanceSeconds(sessionSeconds);
    await dropExpiredSignIns(service.service.resources);
    const dump = await dumpTables(service);
    expect([dump.get('public.sessions'), dump.get('public.sign_in_tokens')]).toEqual(['', '']);
  });

  it('ends after 12 hours, however much it is used', async () => {
    const session = await signIn();
    for (let halfHour = 1; halfHour < 24; halfHour += 1) {
      service.clock.advanceSeconds(1_800);
      expect(await isSignedIn(session)).toBe(true);
    }
    service.clock.advanceSeconds(1_800);
    expect(await isSignedIn(session)).toBe(false);
  });

  it('is ended by the partner, wherever the customer is signed in, links that were not clicked included', async () => {
    const other = await service.partner('Other Hosting');
    for (const account of [partner, other]) await provision(account.api, '192.0.2.3', { client_id: 78 });
    const open = async (from: TestPartner, client_id: number) => {
      const { name, value } = cookieOf(await redeem(await mint(from, { client_id }), from));
      return { cookie: `${name}=${value}` };
    };
    const sessions = [await open(partner, 78), await open(partner, 78)];
    const [colleague, namesake] = [await open(partner, 42), await open(other, 78)];
    const token = await mint(partner, { client_id: 78 });
    const end = (api: ApiClient, client: number | string) => api.send('DELETE', `/api/v1/customers/${client}/sessions`);
    expect(expectSuccess(await end(partner.api, 78))).toEqual({ billing_customer_id: 78, sessions_ended: 2 });
    for (const session of sessions) expect(await isSignedIn(session)).toBe(false);
    expectGone(await redeem(token));
    expect(await isSignedIn(colleague)).toBe(true);
    expect(await isSignedIn(namesake, other)).toBe(true);
    expect(expectSuccess(await end(partner.api, 78)).sessions_ended).toBe(0);
    const [entry, ...more] = (await partner.api.get('/api/v1/audit?action=customer.sessions_ended')).body.data.entries;
    expect(more).toEqual([]);
    expect(entry).toMatchObject({ billing_customer_id: 78, actor: { kind: 'api_key' }, details: { sessions: 2 } });
    // The customer signs in again.
    expect(await isSignedIn(await open(partner, 78))).toBe(true);
    for (const unknown of [79, 0, 'x']) expectProblem(await end(partner.api, unknown), 404, 'CUSTOMER_NOT_FOUND');
  });

  it('is ended also when the link is clicked at the same moment, or the click comes too late', async () => {
    await provision(partner.api, '192.0.2.4', { client_id: 79 });
    for (let round = 0; round < 10; round += 1) {
      const token = await mint(partner, { client_id: 79 });
      const [answer] = await Promise.all([redeem(token), partner.api.send('DELETE', '/api/v1/customers/79/sessions')]);
      if (answer.status === 410) continue;
      const { name, value } = cookieOf(answer);
      expect(await isSignedIn({ cookie: `${name}=${value}` })).toBe(false);
    }
  });

  it('a suspended account mints nothing, redeems nothing and has no sessions until it is resumed', async () => {
    const suspended = await service.partner('Acme Hosting');
    await provision(suspended.api, '192.0.2.1', { client_id: 42 });
    const [session, token] = [await signIn(suspended), await mint(suspended)];
    await changePartnerStatus(systemOperation(service, suspended), 'suspended');
    expectProblem(await suspended.api.post('/api/v1/sso/token', { client_id: 42 }), 403, 'ACCOUNT_SUSPENDED');
    expectGone(await redeem(token, suspended));
    expect(await isSignedIn(session, suspended)).toBe(false);
    await changePartnerStatus(systemOperation(service, suspended), 'active');
    expect((await redeem(token, suspended)).status).toBe(303);
    expect(await isSignedIn(session, suspended)).toBe(true);
  });
});

describe('signing out', () => {
  const own = () => ({ ...https, origin: `https://${partner.portalDomain}` });

  it('ends the session on the server and clears its cookie', async () => {
    const session = await signIn();
    const answer = await browser(partner).send('DELETE', '/api/v1/session', undefined, { ...own(), ...session });
    expect(answer.status).toBe(204);
    expect(await isSignedIn(session)).toBe(false);
    // A browser ignores a __Host- cookie without Secure and Path=/, so this one would clear nothing.
    const { name, value, attributes } = cookieOf(answer);
    expect({ name, value }).toEqual({ name: sessionCookie, value: '' });
    expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'Secure', 'Expires=Thu, 01 Jan 1970 00:00:00 GMT']));
  });

  it.each([
    ['no origin', {}],
    ['another origin', { origin: 'https://evil.example' }],
    ['a null origin', { origin: 'null' }],
    ['a host that only begins alike', { origin: 'https://PORTAL.evil.example' }],
    ['a cross-site fetch', { origin: 'https://PORTAL', 'sec-fetch-site': 'cross-site' }],
    ['a fetch from a sibling domain', { origin: 'https://PORTAL', 'sec-fetch-site': 'same-site' }],
  ])('a request with %s is refused and ends nothing', async (_name, headers) => {
    const session = await signIn();
    const addressed = Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, value.replace('PORTAL', partner.portalDomain)]),
    );
    const all = { ...https, ...session, ...addressed };
    const answer = await browser(partner).send('DELETE', '/api/v1/session', undefined, all);
    expectProblem(answer, 403, 'ORIGIN_MISMATCH');
    expect(await isSignedIn(session)).toBe(true);
  });

  it('is no GET', async () => {
    const session = await signIn();
    for (const path of ['/sign-out', '/api/v1/session']) await browser(partner).get(path, { ...own(), ...session });
    expect(await isSignedIn(session)).toBe(true);
  });

  it('the API takes no forms', async () => {
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await partner.api.send('POST', '/api/v1/sso/token', 'client_id=42', form);
    expectRefusal(answer, 415);
    expectRefusal(await partner.api.send('POST', '/api/v1/billing/provision', 'client_id=42', form), 415);
  });
});

describe('what leaves no trace', () => {
  it('tokens and session secrets are nowhere in clear, neither in the database nor in the log', async () => {
    const minted = expectSuccess(await partner.api.post('/api/v1/sso/token', { client_id: 42 }), 201);
    const { value } = cookieOf(await redeem(minted.token));
    await redeem(minted.token);
    await browser(partner).get('/', { ...https, cookie: `${sessionCookie}=${value}` });
    const tables = [...(await dumpTables(service)).values()].join('\n');
    expect(log.join('')).toContain('/sso');
    for (const secret of [minted.token, value]) {
      expect(tables).not.toContain(secret);
      expect(tables).not.toContain(Buffer.from(secret).toString('hex'));
      expect(log.join('')).not.toContain(secret);
    }
  });

  it('names are text in the page, whatever they contain', async () => {
    const name = `<img src=x onerror="alert('1')">&amp;`;
    const evil = await service.partner(`Evil ${name}`);
    const page = await redeem('made-up', evil);
    expect(page.body).not.toContain('<img');
    expect(page.body).toContain('&#60;img src=x onerror=&#34;alert(&#39;1&#39;)&#34;&#62;&#38;amp;');
  });

  it('the page of a refused link loads nothing but its own stylesheet and icon', async () => {
    const page = await redeem('made-up');
    expect(page.body.match(/(?:src|href)="[^"]*"/g)).toEqual([
      expect.stringMatching(/^href="\/portal-icon\?v=[0-9a-f]+"$/),
      'href="/portal.css"',
    ]);
    const css = await browser(partner).get('/portal.css', https);
    expect(css).toMatchObject({ status: 200, headers: { 'content-type': 'text/css; charset=utf-8' } });
    expect(css.body).not.toContain('url(');
  });

  it('the application’s page loads nothing but its own files', async () => {
    const page = await browser(partner).get('/', https);
    for (const [, url] of page.body.matchAll(/(?:src|href)="([^"]*)"/g))
      expect(url).toMatch(/^\/assets\/|^\/portal-icon\?/);
  });

  it('the pages are no part of the API document', async () => {
    const { body } = await partner.api.get('/openapi.json');
    expect(Object.keys(body.paths).filter((path) => !path.startsWith('/api/v1/'))).toEqual([]);
  });
});
