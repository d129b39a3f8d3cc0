import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdministrator as createByOperator } from '../../src/identity/administrators/create-administrator.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { auditOf } from '../support/audit-log.ts';
import {
  createAdministrator,
  goodPassword,
  openConsole,
  PortalBrowser,
  signInAdministrator,
} from '../support/portal-browser.ts';
import { dumpTables } from '../support/rows.ts';
import { systemOperation } from '../support/scan-steps.ts';
import {
  expectProblem,
  expectRefusal,
  expectSuccess,
  expectThrottled,
  withoutRequestTraces,
} from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

const log: string[] = [];
let service: TestService;
let partner: TestPartner;
/** Another one for each test: attempts are counted for each. */
let email: string;

beforeAll(async () => {
  const logger = pino({ level: 'trace' }, { write: (line: string) => log.push(line) });
  service = await TestService.start({ role: 'api', logger, environment: { TRUST_PROXY: '127.0.0.1' } });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(() => {
  email = `ada.${randomUUID().slice(0, 8)}@example.com`;
  // A rate-limit window of its own.
  service.clock.advanceSeconds(61);
});

const visitor = () => new PortalBrowser(service, partner.portalDomain);
const signIn = (more: object = {}) => visitor().post('/api/v1/session', { email, password: goodPassword, ...more });
const signedIn = (more: { password?: string; code?: string } = {}) =>
  signInAdministrator(service, partner, email, more);
const nextStep = () => service.clock.advanceSeconds(30);

/** Turns the second factor on and returns its key. */
async function setUpSecondFactor(browser: PortalBrowser): Promise<string> {
  const { key } = expectSuccess(await browser.post('/api/v1/administrator/second-factor'), 201);
  const code = totpCode(key, service.clock.now());
  expect(await browser.post('/api/v1/administrator/second-factor/confirm', { code })).toMatchObject({ status: 204 });
  nextStep();
  return key;
}

describe('an administrator', () => {
  it('is created by another, listed, and signs in; how the address is written makes no difference', async () => {
    const console = await openConsole(service, partner);
    const created = await console.post('/api/v1/administrators', {
      email: email.toUpperCase(),
      name: 'Ada',
      password: goodPassword,
    });
    const { administrator } = expectSuccess(created, 201);
    expect(administrator).toEqual({
      id: expect.any(String),
      email,
      name: 'Ada',
      role: 'manager',
      second_factor: false,
      created_at: expect.any(String),
      last_signed_in_at: null,
    });
    const browser = await signInAdministrator(service, partner, ` ${email.toUpperCase()} `);
    const own = expectSuccess(await browser.get('/api/v1/administrator')).administrator;
    expect(own).toEqual({ ...administrator, last_signed_in_at: expect.any(String) });
    const { administrators } = expectSuccess(await browser.get('/api/v1/administrators'));
    expect(administrators).toContainEqual(own);
    expect(expectSuccess(await browser.get('/api/v1/session')).signed_in).toMatchObject({
      kind: 'administrator',
      id: administrator.id,
      email,
      name: 'Ada',
    });
    expect((await auditOf(service, administrator.id)).map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['administrator.created', 'administrator'],
      ['administrator.signed_in', 'administrator'],
    ]);
  });

  it('exists once for an address in an account, and in another account again', async () => {
    const console = await openConsole(service, partner);
    await createAdministrator(partner, email);
    const repeat = { email: email.toUpperCase(), password: goodPassword };
    expectProblem(await console.post('/api/v1/administrators', repeat), 409, 'ADMINISTRATOR_ALREADY_EXISTS');
    const other = await service.partner();
    await createAdministrator(other, email);
    // The password of one opens nothing of the other.
    expect((await signIn()).status).toBe(200);
  });

  it.each([
    ['short', 'eleven char'],
    ['long', 'ab1 de'.repeat(50)],
    ['of few characters', 'abababababababab'],
    ['common', 'Password1234'],
    ['common with figures', 'password12345'],
    ['along the keyboard', 'qwertyuiop12'],
    ['in a row', '123456789012'],
    ['dear to many', 'iloveyou1234'],
    ['near to the company', 'Acme Hosting 2026'],
    ['near to the program', 'breakwater2026'],
    ['near to the person', 'Lovelace 1815!'],
    ['simple for its length', 'p4$$w0rd'.repeat(32)],
    ['with the address in it', 'my ADA.password 12'],
  ])('gets no password that is too %s', async (_what, password) => {
    const console = await openConsole(service, partner);
    const body = { email: 'ada.password@example.com', name: 'Ada Lovelace', password };
    expectRefusal(await console.post('/api/v1/administrators', body), 422, ['password']);
  });

  it('with a short name may have it in words of the password', async () => {
    const console = await openConsole(service, partner);
    const body = { email: `it@${randomUUID()}.example.com`, password: 'a titan sits within' };
    expectSuccess(await console.post('/api/v1/administrators', body), 201);
  });

  it('has one password, however it is typed: composed or not, with blanks around it', async () => {
    await createByOperator(systemOperation(service, partner), { email, name: null, password: ' Grüße aus Köln ' });
    for (const password of ['Grüße aus Köln', 'Grüße aus Köln'.normalize('NFD'), '  Grüße aus Köln'])
      expect((await signIn({ password })).status).toBe(200);
  });

  it('is removed with its sessions', async () => {
    const console = await openConsole(service, partner);
    const id = await createAdministrator(partner, email);
    const browser = await signedIn();
    await createAdministrator(partner, `other.${email}`);
    expect(await console.send('DELETE', `/api/v1/administrators/${id}`)).toMatchObject({ status: 204 });
    expectRefusal(await browser.get('/api/v1/administrator'), 401);
    expectProblem(await signIn(), 401, 'SIGN_IN_FAILED');
    expectProblem(await console.send('DELETE', `/api/v1/administrators/${id}`), 404, 'ADMINISTRATOR_NOT_FOUND');
  });

  it('that is the last one stays', async () => {
    const account = await service.partner();
    const id = await createAdministrator(account, email);
    const own = await signInAdministrator(service, account, email);
    expectProblem(await own.send('DELETE', `/api/v1/administrators/${id}`), 409, 'LAST_ADMINISTRATOR');
  });

  it('of two who remove each other at once one stays', async () => {
    for (let round = 0; round < 5; round += 1) {
      const account = await service.partner();
      const ids = [
        await createAdministrator(account, 'one@example.com'),
        await createAdministrator(account, 'two@example.com'),
      ];
      const own = await signInAdministrator(service, account, 'one@example.com');
      const outcomes = await Promise.all(
        ids.toReversed().map((id) => own.send('DELETE', `/api/v1/administrators/${id}`)),
      );
      // Whose own session went first hears that instead.
      expect(outcomes.filter(({ status }) => status === 204)).toHaveLength(1);
      const { rows } = await service.store.database.pool.query('SELECT id FROM administrators WHERE partner_id = $1', [
        account.partnerId,
      ]);
      expect(rows).toHaveLength(1);
    }
  });

  it('takes no Idempotency-Key, under which a quick hash of the password would be kept', async () => {
    const console = await openConsole(service, partner);
    const body = { email, password: goodPassword };
    const key = { 'idempotency-key': randomUUID() };
    expectSuccess(await console.post('/api/v1/administrators', body, key), 201);
    expectProblem(await console.post('/api/v1/administrators', body, key), 409, 'ADMINISTRATOR_ALREADY_EXISTS');
    expect((await dumpTables(service)).get('public.idempotency_keys')).toBe('');
  });
});

describe('signing in', () => {
  it('sets the session cookie, which no script and no other host gets', async () => {
    await createAdministrator(partner, email);
    const answer = await signIn();
    const attributes = ['HttpOnly', 'Path=/', 'Secure'];
    const cookies = [answer.headers['set-cookie'] ?? []].flat().map((cookie) => cookie.split('; '));
    expect(cookies.map(([pair, ...others]) => [pair, ...others.toSorted()])).toEqual([
      [
        expect.stringMatching(/^__Host-breakwater_session=[\w-]{43}$/),
        ...[...attributes, 'Max-Age=43200', 'SameSite=Lax'].toSorted(),
      ],
      [
        expect.stringMatching(/^__Host-breakwater_device=[\w-]{43}$/),
        ...[...attributes, 'Max-Age=31536000', 'SameSite=Strict'].toSorted(),
      ],
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers a wrong password and an address that nobody has alike, and writes as much', async () => {
    const id = await createAdministrator(partner, email);
    const entries = async () =>
      Number((await service.store.database.pool.query('SELECT count(*) FROM audit_entries')).rows[0].count);
    const before = await entries();
    const wrong = await signIn({ password: 'something else entirely' });
    expectProblem(wrong, 401, 'SIGN_IN_FAILED');
    expect(await entries()).toBe(before + 1);
    const unknown = await signIn({ email: `un.${email}` });
    expect(withoutRequestTraces(unknown)).toEqual(withoutRequestTraces(wrong));
    expect(await entries()).toBe(before + 2);
    expect((await auditOf(service, id)).at(-1)).toMatchObject({
      action: 'administrator.sign_in_failed',
      details: { wrong: 'password' },
    });
    for (const answer of [wrong, unknown]) expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('does as much work for an address that nobody has', async () => {
    await createAdministrator(partner, email);
    const medianMs = async (attempt: () => Promise<unknown>) => {
      const times: number[] = [];
      for (let round = 0; round < 7; round += 1) {
        const start = performance.now();
        await attempt();
        times.push(performance.now() - start);
      }
      return times.toSorted((a, b) => a - b)[3]!;
    };
    const known = await medianMs(() => signIn({ password: 'something else entirely' }));
    const unknown = await medianMs(() => signIn({ email: `un.${email}` }));
    // Without the pretended check it would be a tenth.
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it('is possible on every portal domain of the account, and on none of another', async () => {
    await createAdministrator(partner, email);
    const { domain } = await verifyByOperator(partner.operation, `${randomUUID()}.example.com`);
    const second = new PortalBrowser(service, domain);
    expect((await second.post('/api/v1/session', { email, password: goodPassword })).status).toBe(200);
    const other = new PortalBrowser(service, (await service.partner()).portalDomain);
    expectProblem(await other.post('/api/v1/session', { email, password: goodPassword }), 401, 'SIGN_IN_FAILED');
    const nobodys = new PortalBrowser(service, 'nobody.example.net');
    expectProblem(await nobodys.post('/api/v1/session', { email, password: goodPassword }), 404, 'PORTAL_NOT_FOUND');
    expectProblem(await nobodys.get('/api/v1/session'), 404, 'PORTAL_NOT_FOUND');
  });

  it('gives a new session each time, and ends the one that the browser had', async () => {
    await createAdministrator(partner, email);
    const browser = await signedIn();
    const first = browser.cookie;
    expect((await browser.post('/api/v1/session', { email, password: goodPassword })).status).toBe(200);
    expect(browser.cookie).not.toBe(first);
    expectRefusal(await new PortalBrowser(service, partner.portalDomain, first).get('/api/v1/administrator'), 401);
    expect((await browser.get('/api/v1/administrator')).status).toBe(200);
  });

  it('never takes over a session id that somebody planted', async () => {
    await createAdministrator(partner, email);
    const planted = `__Host-breakwater_session=${'A'.repeat(43)}`;
    const browser = new PortalBrowser(service, partner.portalDomain, planted);
    await browser.post('/api/v1/session', { email, password: goodPassword });
    expect(browser.cookie).not.toBe(planted);
    expectRefusal(await new PortalBrowser(service, partner.portalDomain, planted).get('/api/v1/administrator'), 401);
  });

  it('is tried 30 times a minute from an IPv6 /64', async () => {
    const attempt = (number: number, address: string) => {
      const body = { email: `${number}.${email}`, password: 'x' };
      return visitor().post('/api/v1/session', body, { 'x-forwarded-for': address });
    };
    // No more at once than may wait for their turn.
    for (let batch = 0; batch < 5; batch += 1) {
      const numbers = Array.from({ length: 6 }, (_, index) => 6 * batch + index);
      const answers = await Promise.all(numbers.map((number) => attempt(number, `2001:db8:3:1::${number + 1}`)));
      expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(401));
    }
    expectThrottled(await attempt(30, '2001:db8:3:1::31'));
    // A neighbour in the /48.
    expect((await attempt(31, '2001:db8:3:2::1')).status).toBe(401);
    await createAdministrator(partner, email);
    expect((await signIn()).status).toBe(200);
  });
});

describe('the second factor', () => {
  it('is set up with a code of the application and asked for from then on', async () => {
    await createAdministrator(partner, email);
    const browser = await signedIn();
    const proposed = expectSuccess(await browser.post('/api/v1/administrator/second-factor'), 201);
    const uri = new URL(proposed.uri);
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain(`Acme Hosting:${email}`);
    expect(uri.searchParams.get('secret')).toBe(proposed.key);
    // Not before it is confirmed.
    expect((await signIn()).status).toBe(200);
    const confirm = (code: string) => browser.post('/api/v1/administrator/second-factor/confirm', { code });
    for (const wrong of ['000000', '12345', 'abcdef']) expectRefusal(await confirm(wrong), 422, ['code']);
    const code = totpCode(proposed.key, service.clock.now());
    expect((await confirm(`${code.slice(0, 3)} ${code.slice(3)}`)).status).toBe(204);
    expectProblem(await confirm(code), 409, 'SECOND_FACTOR_STATE_CONFLICT');
    expectProblem(await browser.post('/api/v1/administrator/second-factor'), 409, 'SECOND_FACTOR_STATE_CONFLICT');
    expectProblem(await signIn(), 401, 'SECOND_FACTOR_REQUIRED');
    // Without the password nobody learns that there is one.
    expectProblem(await signIn({ password: 'something else entirely' }), 401, 'SIGN_IN_FAILED');
    nextStep();
    expect((await signIn({ code: totpCode(proposed.key, service.clock.now()) })).status).toBe(200);
    expect(expectSuccess(await browser.get('/api/v1/administrator')).administrator.second_factor).toBe(true);
  });

  it('takes no code twice, nor an older one, also at the same moment', async () => {
    await createAdministrator(partner, email);
    const key = await setUpSecondFactor(await signedIn());
    const code = totpCode(key, service.clock.now());
    const outcomes = await Promise.all([signIn({ code }), signIn({ code }), signIn({ code })]);
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    const older = totpCode(key, new Date(service.clock.now().getTime() - 30_000));
    expectProblem(await signIn({ code: older }), 401, 'SIGN_IN_FAILED');
    nextStep();
    expect((await signIn({ code: totpCode(key, service.clock.now()) })).status).toBe(200);
  });

  it('is not spent by a wrong password', async () => {
    await createAdministrator(partner, email);
    const key = await setUpSecondFactor(await signedIn());
    const code = totpCode(key, service.clock.now());
    expect((await signIn({ code, password: 'something else entirely' })).status).toBe(401);
    expect((await signIn({ code })).status).toBe(200);
  });

  it('allows a clock that is one step early or late, and no more', async () => {
    await createAdministrator(partner, email);
    const key = await setUpSecondFactor(await signedIn());
    for (const [stepsOff, status] of [
      [-2, 401],
      [-1, 200],
      [2, 401],
      [1, 200],
    ] as const) {
      // A second into a step, so that none ends between the code and its use.
      service.clock.advanceSeconds(151 - ((service.clock.now().getTime() / 1_000) % 30));
      const code = totpCode(key, new Date(service.clock.now().getTime() + stepsOff * 30_000));
      expect((await signIn({ code })).status, `${stepsOff} steps`).toBe(status);
    }
  });

  it('is removed with the password and a code, and with neither alone', async () => {
    const id = await createAdministrator(partner, email);
    const browser = await signedIn();
    const key = await setUpSecondFactor(browser);
    const remove = (password: string, code?: string) =>
      browser.send('DELETE', '/api/v1/administrator/second-factor', { password, code });
    const code = () => totpCode(key, service.clock.now());
    expectRefusal(await remove('something else entirely', code()), 422, ['password']);
    for (const wrong of [undefined, '000000', 'abcdef'])
      expectRefusal(await remove(goodPassword, wrong), 422, ['code']);
    // A code that was used to sign in is spent.
    const used = code();
    expect((await signIn({ code: used })).status).toBe(200);
    expectRefusal(await remove(goodPassword, used), 422, ['code']);
    nextStep();
    expect((await remove(goodPassword, code())).status).toBe(204);
    expectProblem(await remove(goodPassword), 409, 'SECOND_FACTOR_STATE_CONFLICT');
    expect((await signIn()).status).toBe(200);
    const entries = await auditOf(service, id);
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(['proposed', 'confirmed', 'removed'].map((verb) => `administrator.second_factor_${verb}`)),
    );
    const proofs = entries.filter(({ action }) => action === 'administrator.proof_failed');
    expect(proofs.map(({ details }) => details.wrong)).toEqual(['password', 'code', 'code', 'code', 'code']);
    for (const { details } of proofs) expect(details).toMatchObject({ address: expect.stringMatching(/^10\./) });
  });

  it('that was never confirmed is removed with the password', async () => {
    await createAdministrator(partner, email);
    const browser = await signedIn();
    expectSuccess(await browser.post('/api/v1/administrator/second-factor'), 201);
    const removed = await browser.send('DELETE', '/api/v1/administrator/second-factor', { password: goodPassword });
    expect(removed.status).toBe(204);
  });
});

describe('sessions and passwords', () => {
  it('an administrator sees where it is signed in, and ends a session elsewhere', async () => {
    await createAdministrator(partner, email);
    const there = visitor();
    await there.post(
      '/api/v1/session',
      { email, password: goodPassword },
      { 'user-agent': `There/1.0 ${'x'.repeat(500)}` },
    );
    const here = await signedIn();
    const { sessions } = expectSuccess(await here.get('/api/v1/administrator/sessions'));
    expect(sessions.map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([true, false]);
    expect(sessions[1].user_agent).toMatch(/^There\/1\.0 x{245}$/);
    expect((await here.send('DELETE', `/api/v1/administrator/sessions/${sessions[1].id}`)).status).toBe(204);
    expectRefusal(await there.get('/api/v1/administrator'), 401);
    expect((await here.get('/api/v1/administrator')).status).toBe(200);
    const again = await here.send('DELETE', `/api/v1/administrator/sessions/${sessions[1].id}`);
    expectProblem(again, 404, 'SESSION_NOT_FOUND');
  });

  it("nobody ends a colleague's session", async () => {
    await createAdministrator(partner, email);
    const here = await signedIn();
    const [{ id }] = expectSuccess(await here.get('/api/v1/administrator/sessions')).sessions;
    await createAdministrator(partner, `other.${email}`);
    const colleague = await signInAdministrator(service, partner, `other.${email}`);
    expectProblem(await colleague.send('DELETE', `/api/v1/administrator/sessions/${id}`), 404, 'SESSION_NOT_FOUND');
    expect((await here.get('/api/v1/administrator')).status).toBe(200);
  });

  it('a key knows no administrator of its own', async () => {
    for (const path of ['/api/v1/administrator', '/api/v1/administrator/sessions'])
      expectProblem(await partner.api.get(path), 403, 'ACCESS_DENIED');
  });

  it('another password ends the other sessions and keeps this one', async () => {
    await createAdministrator(partner, email);
    const [here, there] = [await signedIn(), await signedIn()];
    const change = (current_password: string, new_password: string) =>
      here.send('PUT', '/api/v1/administrator/password', { current_password, new_password });
    expectRefusal(await change('something else entirely', 'my other password'), 422, ['current_password']);
    expectRefusal(await change(goodPassword, 'short'), 422, ['new_password']);
    expect((await there.get('/api/v1/administrator')).status).toBe(200);
    expect((await change(goodPassword, 'my other password')).status).toBe(204);
    expectRefusal(await there.get('/api/v1/administrator'), 401);
    expect((await here.get('/api/v1/administrator')).status).toBe(200);
    expectProblem(await signIn(), 401, 'SIGN_IN_FAILED');
    expect((await signIn({ password: 'my other password' })).status).toBe(200);
  });

  it('of two changes from one password at once one wins', async () => {
    await createAdministrator(partner, email);
    const browser = await signedIn();
    const change = (new_password: string) =>
      browser.send('PUT', '/api/v1/administrator/password', { current_password: goodPassword, new_password });
    const outcomes = await Promise.all(['my first password', 'my second password'].map(change));
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([204, 422]);
  });

  it('whoever found an open session guesses the password there 10 times, then ever more slowly', async () => {
    await createAdministrator(partner, email);
    const browser = await signedIn();
    const guesses = [
      () =>
        browser.send('PUT', '/api/v1/administrator/password', {
          current_password: 'guess',
          new_password: 'my other password',
        }),
      () => browser.send('DELETE', '/api/v1/administrator/second-factor', { password: 'guess' }),
    ];
    for (let attempt = 0; attempt < 10; attempt += 1) expect((await guesses[attempt % 2]!()).status).toBe(422);
    for (const seconds of [30, 60, 120]) {
      for (const guess of guesses) {
        const wait = Number((await guess()).headers['retry-after']);
        expect(wait).toBeLessThanOrEqual(seconds);
        expect(wait).toBeGreaterThan(seconds / 2);
      }
      service.clock.advanceSeconds(seconds);
      expect((await guesses[0]!()).status).toBe(422);
    }
    // Not elsewhere, and not any more once it was right.
    const elsewhere = await signedIn();
    const change = (from: PortalBrowser, current_password: string, new_password: string) =>
      from.send('PUT', '/api/v1/administrator/password', { current_password, new_password });
    expect((await change(elsewhere, goodPassword, 'my other password')).status).toBe(204);
  });
});

it('passwords, keys of second factors and session secrets are nowhere in clear, neither in the database nor in the log', async () => {
  const console = await openConsole(service, partner);
  const password = `pass ${randomUUID()}`;
  expectSuccess(await console.post('/api/v1/administrators', { email, password }), 201);
  const browser = await signedIn({ password });
  const key = await setUpSecondFactor(browser);
  const code = totpCode(key, service.clock.now());
  await signedIn({ password, code });
  await signIn({ password: `wrong ${password}` });
  const newPassword = `new ${randomUUID()}`;
  await browser.send('PUT', '/api/v1/administrator/password', {
    current_password: password,
    new_password: newPassword,
  });
  const dump = [...(await dumpTables(service)).values()].join('\n');
  expect(dump).toContain(email);
  expect(dump).toContain('$argon2id$v=19$');
  const secrets = [password, newPassword, key, browser.cookie!.split('=')[1]!];
  for (const secret of secrets) {
    for (const text of [
      secret,
      Buffer.from(secret).toString('hex'),
      Buffer.from(secret).toString('base64').replace(/=+$/, ''),
    ]) {
      expect(dump).not.toContain(text);
      expect(log.join('\n')).not.toContain(text);
    }
  }
  expect(log.length).toBeGreaterThan(10);
});
