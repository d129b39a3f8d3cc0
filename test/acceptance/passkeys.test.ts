import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dropExpiredChallenges } from '../../src/identity/administrators/passkey-record.ts';
import { resetAdministrator } from '../../src/identity/administrators/reset-administrator.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { auditOf } from '../support/audit-log.ts';
import { SoftwarePasskey } from '../support/passkey.ts';
import { createAdministrator, goodPassword, PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { expectProblem, expectRefusal, expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

const passkeysPath = '/api/v1/administrator/passkeys';
const factorsPath = '/api/v1/administrator/second-factor';

let service: TestService;
let partner: TestPartner;
let email: string;
let id: string;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', environment: { TRUST_PROXY: '127.0.0.1' } });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  email = `ada.${randomUUID().slice(0, 8)}@example.com`;
  id = await createAdministrator(partner, email);
  // A rate-limit window of its own.
  service.clock.advanceSeconds(61);
});

const visitor = (domain = partner.portalDomain) => new PortalBrowser(service, domain);
const signedIn = () => signInAdministrator(service, partner, email);
const signIn = (more: object = {}, browser = visitor()) =>
  browser.post('/api/v1/session', { email, password: goodPassword, ...more });

async function proposed(browser: PortalBrowser): Promise<unknown> {
  return expectSuccess(await browser.post(passkeysPath, { password: goodPassword }), 201).options;
}

/** Gives the administrator of the browser a passkey. */
async function addPasskey(browser: PortalBrowser, name = 'Laptop'): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey();
  const credential = passkey.create(await proposed(browser));
  expectSuccess(await browser.post(`${passkeysPath}/confirm`, { name, credential }), 201);
  return passkey;
}

async function beginSignIn(browser: PortalBrowser): Promise<{ challenge: string; rpId: string }> {
  return expectSuccess(await browser.post('/api/v1/session/passkey/options'), 201).options;
}

const byPasskey = (credential: unknown, browser = visitor()) => browser.post('/api/v1/session/passkey', { credential });

async function ways(): Promise<{ methods: string[]; passkey_options?: unknown }> {
  const refused = await signIn();
  const { details } = refused.body.error;
  expectProblem(refused, 401, 'SECOND_FACTOR_REQUIRED', details);
  return details;
}

describe('a passkey', () => {
  it('is made by whoever gives the password, has a name, and says when it was used', async () => {
    const browser = await signedIn();
    expectRefusal(await browser.post(passkeysPath, { password: 'something else entirely' }), 422, ['password']);
    const options = await proposed(browser);
    expect(options).toMatchObject({
      rp: { id: partner.portalDomain },
      user: { name: email },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'preferred' },
      excludeCredentials: [],
    });
    const passkey = new SoftwarePasskey();
    const confirm = (name: string) =>
      browser.post(`${passkeysPath}/confirm`, { name, credential: passkey.create(options) });
    const made = expectSuccess(await confirm('Laptop'), 201).passkey;
    expect(made).toEqual({
      id: expect.any(String),
      name: 'Laptop',
      portal_domain: partner.portalDomain,
      created_at: expect.any(String),
      last_used_at: null,
    });
    // Its challenge was used up.
    expectRefusal(await confirm('Again'), 422, ['credential']);
    await addPasskey(browser, 'Phone');
    service.clock.advanceSeconds(60);
    expect((await byPasskey(passkey.get(await beginSignIn(visitor())))).status).toBe(200);
    const factors = expectSuccess(await browser.get(factorsPath));
    expect(factors).toEqual({
      authenticator: false,
      passkeys: [
        { ...made, last_used_at: expect.any(String) },
        expect.objectContaining({ name: 'Phone', last_used_at: null }),
      ],
      required: false,
    });
    expect(expectSuccess(await browser.get('/api/v1/administrator')).administrator.second_factor).toBe(true);
    expect(expectSuccess(await browser.get('/api/v1/session')).signed_in).toMatchObject({ second_factor: true });
    const again = (await proposed(browser)) as { excludeCredentials: unknown[] };
    expect(again.excludeCredentials).toContainEqual({ id: passkey.id, type: 'public-key', transports: ['internal'] });
  });

  it.each([
    ['another page', { origin: 'https://portal.example.net' }],
    ['a page over plain HTTP', { origin: 'http://PORTAL' }],
    ['an invented challenge', { challenge: 'aW52ZW50ZWQ' }],
  ])('is not kept when it was made on %s', async (_what, behaviour) => {
    const browser = await signedIn();
    const origin = 'origin' in behaviour ? { origin: behaviour.origin.replace('PORTAL', partner.portalDomain) } : {};
    const credential = new SoftwarePasskey().create(await proposed(browser), { ...behaviour, ...origin });
    expectRefusal(await browser.post(`${passkeysPath}/confirm`, { name: 'Laptop', credential }), 422, ['credential']);
  });

  it('is not kept by somebody else, after five minutes, or twice', async () => {
    const browser = await signedIn();
    const options = await proposed(browser);
    const other = await signInAdministrator(service, partner, await otherEmail());
    const passkey = new SoftwarePasskey();
    const body = { name: 'Laptop', credential: passkey.create(options) };
    expectRefusal(await other.post(`${passkeysPath}/confirm`, body), 422, ['credential']);
    service.clock.advanceSeconds(300);
    expectRefusal(await browser.post(`${passkeysPath}/confirm`, body), 422, ['credential']);
    const kept = { name: 'Laptop', credential: passkey.create(await proposed(browser)) };
    expectSuccess(await browser.post(`${passkeysPath}/confirm`, kept), 201);
    const twice = { name: 'Laptop', credential: passkey.create(await proposed(browser)) };
    expectRefusal(await browser.post(`${passkeysPath}/confirm`, twice), 422, ['credential']);
  });

  it('is one of at most twenty', async () => {
    const browser = await signedIn();
    for (let count = 0; count < 20; count++) await addPasskey(browser, `Key ${count}`);
    const answer = await browser.post(passkeysPath, { password: goodPassword });
    expectProblem(answer, 409, 'PASSKEY_LIMIT_EXCEEDED');
  });

  it('is removed by whoever gives the password, and signs nobody in any more', async () => {
    const browser = await signedIn();
    const passkey = await addPasskey(browser);
    const { passkeys } = expectSuccess(await browser.get(factorsPath));
    const path = `${passkeysPath}/${passkeys[0].id}`;
    expectRefusal(await browser.send('DELETE', path, { password: 'guess' }), 422, ['password']);
    const other = await signInAdministrator(service, partner, await otherEmail());
    expectProblem(await other.send('DELETE', path, { password: goodPassword }), 404, 'PASSKEY_NOT_FOUND');
    expect((await browser.send('DELETE', path, { password: goodPassword })).status).toBe(204);
    expectProblem(await browser.send('DELETE', path, { password: goodPassword }), 404, 'PASSKEY_NOT_FOUND');
    expectProblem(await byPasskey(passkey.get(await beginSignIn(visitor()))), 401, 'SIGN_IN_FAILED');
    expect((await signIn()).status).toBe(200);
    expect((await auditOf(service, id)).map(({ action }) => action)).toEqual(
      expect.arrayContaining(['administrator.passkey_added', 'administrator.passkey_removed']),
    );
  });

  it('goes with the password when the operator resets its administrator', async () => {
    const passkey = await addPasskey(await signedIn());
    await resetAdministrator(systemOperation(service, partner), email, goodPassword);
    expectProblem(await byPasskey(passkey.get(await beginSignIn(visitor()))), 401, 'SIGN_IN_FAILED');
    expect((await signIn()).status).toBe(200);
  });
});

describe('signing in by a passkey alone', () => {
  it('opens a session, from a browser that is known from then on', async () => {
    const passkey = await addPasskey(await signedIn());
    const browser = visitor();
    const answer = await byPasskey(passkey.get(await beginSignIn(browser)), browser);
    expect(expectSuccess(answer).signed_in).toMatchObject({ kind: 'administrator', id, email });
    expect(expectSuccess(await browser.get('/api/v1/administrator')).administrator.id).toBe(id);
    const entries = await auditOf(service, id);
    expect(entries.slice(-2)).toMatchObject([
      { action: 'administrator.passkey_used', details: { passkey: 'Laptop' } },
      { action: 'administrator.signed_in', details: { device: 'new' } },
    ]);
    expect((await byPasskey(passkey.get(await beginSignIn(browser)), browser)).status).toBe(200);
    expect((await auditOf(service, id)).at(-1)).toMatchObject({ details: { device: 'known' } });
  });

  it('counts a challenge once, and for five minutes', async () => {
    const passkey = await addPasskey(await signedIn());
    const options = await beginSignIn(visitor());
    expect((await byPasskey(passkey.get(options))).status).toBe(200);
    expectProblem(await byPasskey(passkey.get(options)), 401, 'SIGN_IN_FAILED');
    const late = await beginSignIn(visitor());
    service.clock.advanceSeconds(300);
    expectProblem(await byPasskey(passkey.get(late)), 401, 'SIGN_IN_FAILED');
    expect((await auditOf(service, id)).at(-1)).toMatchObject({
      action: 'administrator.sign_in_failed',
      details: { wrong: 'passkey' },
    });
  });

  it.each([
    ['that made sure of nobody', { userVerified: false }],
    ['on a page of another host', { origin: 'https://portal.example.net' }],
    ['that names somebody else', { userHandle: Buffer.alloc(16, 7).toString('base64url') }],
    ['of an invented challenge', { challenge: 'aW52ZW50ZWQ' }],
  ])('takes no signature %s', async (_what, behaviour) => {
    const passkey = await addPasskey(await signedIn());
    expectProblem(await byPasskey(passkey.get(await beginSignIn(visitor()), behaviour)), 401, 'SIGN_IN_FAILED');
    expect((await byPasskey(passkey.get(await beginSignIn(visitor())))).status).toBe(200);
  });

  it('takes no signature by a key that is another', async () => {
    const passkey = await addPasskey(await signedIn());
    const forged = { ...new SoftwarePasskey().get(await beginSignIn(visitor())), id: passkey.id };
    forged.response.userHandle = passkey.get(await beginSignIn(visitor())).response.userHandle;
    expectProblem(await byPasskey(forged), 401, 'SIGN_IN_FAILED');
  });

  it('refuses an authenticator that has not counted on: it was copied', async () => {
    const passkey = await addPasskey(await signedIn());
    expect((await byPasskey(passkey.get(await beginSignIn(visitor()), { counter: 7 }))).status).toBe(200);
    for (const counter of [7, 6, 0])
      expectProblem(await byPasskey(passkey.get(await beginSignIn(visitor()), { counter })), 401, 'SIGN_IN_FAILED');
    expect((await byPasskey(passkey.get(await beginSignIn(visitor()), { counter: 8 }))).status).toBe(200);
  });

  it('takes an authenticator that does not count', async () => {
    const passkey = await addPasskey(await signedIn());
    for (let time = 0; time < 2; time++)
      expect((await byPasskey(passkey.get(await beginSignIn(visitor()), { counter: 0 }))).status).toBe(200);
  });

  it('is for the portal domain that the passkey was made on, and for its account', async () => {
    const passkey = await addPasskey(await signedIn());
    const second = `second.${randomUUID().slice(0, 8)}.example.com`;
    await verifyByOperator(systemOperation(service, partner), second);
    const there = visitor(second);
    expectProblem(await byPasskey(passkey.get(await beginSignIn(there)), there), 401, 'SIGN_IN_FAILED');
    // The password is not enough there all the same.
    expectProblem(await signIn({}, there), 401, 'SECOND_FACTOR_REQUIRED', { methods: [] });
    const other = await service.partner();
    const elsewhere = visitor(other.portalDomain);
    expectProblem(await byPasskey(passkey.get(await beginSignIn(elsewhere)), elsewhere), 401, 'SIGN_IN_FAILED');
  });

  it('is looked at thirty times a minute for a network, and not held against browsers that are known', async () => {
    const known = await signedIn();
    const passkey = await addPasskey(known);
    const stranger = visitor();
    const nonsense = new SoftwarePasskey().get({ challenge: 'bm9uZQ', rpId: partner.portalDomain });
    for (let time = 0; time < 30; time++) expectProblem(await byPasskey(nonsense, stranger), 401, 'SIGN_IN_FAILED');
    expectThrottled(await byPasskey(nonsense, stranger));
    expect((await byPasskey(passkey.get(await beginSignIn(known)), known)).status).toBe(200);
  });
});

describe('a passkey after the password', () => {
  it('is asked for once the password was right, and need not make sure of the person', async () => {
    const passkey = await addPasskey(await signedIn());
    const { methods, passkey_options: options } = await ways();
    expect(methods).toEqual(['passkey']);
    expect(options).toMatchObject({
      rpId: partner.portalDomain,
      allowCredentials: [{ id: passkey.id, type: 'public-key', transports: ['internal'] }],
    });
    const answer = await signIn({ passkey: passkey.get(options, { userVerified: false }) });
    expect(expectSuccess(answer).signed_in).toMatchObject({ id });
  });

  it('or a code, for whoever has both', async () => {
    const browser = await signedIn();
    const passkey = await addPasskey(browser);
    const { key } = expectSuccess(await browser.post(factorsPath), 201);
    const code = () => totpCode(key, service.clock.now());
    expect((await browser.post(`${factorsPath}/confirm`, { code: code() })).status).toBe(204);
    service.clock.advanceSeconds(30);
    expect((await ways()).methods).toEqual(['code', 'passkey']);
    expect((await signIn({ code: code() })).status).toBe(200);
    expect((await signIn({ passkey: passkey.get((await ways()).passkey_options) })).status).toBe(200);
    // The passkey alone is both factors.
    expect((await byPasskey(passkey.get(await beginSignIn(visitor())))).status).toBe(200);
  });

  it('is not to be had by a code, a challenge of a sign-in without a password, or another person', async () => {
    const passkey = await addPasskey(await signedIn());
    expectProblem(await signIn({ code: '000000' }), 401, 'SIGN_IN_FAILED');
    const alone = await beginSignIn(visitor());
    expectProblem(await signIn({ passkey: passkey.get(alone) }), 401, 'SIGN_IN_FAILED');
    const { passkey_options: options } = await ways();
    expectProblem(await byPasskey(passkey.get(options)), 401, 'SIGN_IN_FAILED');
    const own = email;
    email = await otherEmail();
    const others = await addPasskey(await signedIn());
    email = own;
    expectProblem(await signIn({ passkey: others.get((await ways()).passkey_options) }), 401, 'SIGN_IN_FAILED');
  });

  it('makes whoever tries wrong ones wait', async () => {
    const passkey = await addPasskey(await signedIn());
    for (let time = 0; time < 3; time++) expectProblem(await signIn({ code: '000000' }), 401, 'SIGN_IN_FAILED');
    const right = passkey.get((await ways()).passkey_options);
    expectThrottled(await signIn({ passkey: right }));
    service.clock.advanceSeconds(30);
    expect((await signIn({ passkey: right })).status).toBe(200);
  });
});

it('what nobody signed in time is forgotten', async () => {
  await beginSignIn(visitor());
  const count = async () =>
    (await service.store.database.pool.query('SELECT count(*)::integer AS n FROM passkey_challenges')).rows[0].n;
  expect(await count()).toBeGreaterThan(0);
  service.clock.advanceSeconds(301);
  await dropExpiredChallenges(service.service.resources);
  expect(await count()).toBe(0);
});

async function otherEmail(): Promise<string> {
  const other = `grace.${randomUUID().slice(0, 8)}@example.com`;
  await createAdministrator(partner, other);
  return other;
}
