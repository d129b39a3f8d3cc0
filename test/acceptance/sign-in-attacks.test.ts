import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createAdministrator as createByOperator } from '../../src/identity/administrators/create-administrator.ts';
import { resetAdministrator } from '../../src/identity/administrators/reset-administrator.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { dropExpiredSignIns } from '../../src/identity/sessions/sessions.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOf, auditOfPartner } from '../support/audit-log.ts';
import { MailServer } from '../support/mail-server.ts';
import { mailIsQuiet } from '../support/notifications.ts';
import { createAdministrator, goodPassword, openConsole, PortalBrowser } from '../support/portal-browser.ts';
import { dumpTables } from '../support/rows.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { expectProblem, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';
import { totpCode } from '../support/totp.ts';

const wrong = 'something else entirely';
const daySeconds = 86_400;

let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;
let email: string;
let id: string;
let lastNetwork = 0;

beforeAll(async () => {
  mailServer = await MailServer.start();
  const environment = { TRUST_PROXY: '127.0.0.1', SCAN_ENGINE: 'off', ...mailServer.environment };
  // What many passwords at once do to others is about what each of them costs.
  service = await TestService.start({ environment, passwordCost: null });
  partner = await service.partner();
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
});
beforeEach(async () => {
  email = `ada.${randomUUID().slice(0, 8)}@example.com`;
  id = await createAdministrator(partner, email);
  // Windows of their own.
  service.clock.advanceSeconds(61);
});

/** An IPv4 address that nobody used before. */
function newAddress(): string {
  lastNetwork += 1;
  return `198.18.${lastNetwork >> 8}.${lastNetwork & 255}`;
}

interface Attempt {
  readonly password?: string;
  readonly code?: string;
  readonly address?: string;
  readonly browser?: PortalBrowser;
  readonly email?: string;
}

/** Tries to sign in, from a browser and a network that are new unless given. */
function attempt({ browser = newBrowser(), address, password = goodPassword, ...more }: Attempt = {}) {
  const from = address === undefined ? {} : { 'x-forwarded-for': address };
  return browser.post('/api/v1/session', { email, password, ...more }, from);
}

const newBrowser = () => new PortalBrowser(service, partner.portalDomain);

/** 429 with a wait of so many seconds, of which some may have passed already. */
function expectWait(answer: ApiAnswer, seconds: number): void {
  expect(answer.status).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeLessThanOrEqual(seconds);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(seconds / 2);
}

const statusesOf = (answers: readonly ApiAnswer[]) => answers.map(({ status }) => status);
const count = (answers: readonly ApiAnswer[], status: number) =>
  statusesOf(answers).filter((found) => found === status).length;

/** A browser in which the administrator has signed in, and is signed out again. */
async function knownBrowser(): Promise<PortalBrowser> {
  const browser = newBrowser();
  expect(await attempt({ browser })).toMatchObject({ status: 200 });
  await browser.send('DELETE', '/api/v1/session');
  expect(browser.cookie).toBeUndefined();
  return browser;
}

/** As many wrong passwords as slow the account down, though none of the networks is that they come from. */
async function attackFromEverywhere(): Promise<void> {
  expect((await attempt({ password: wrong })).status).toBe(401);
  // Not a hundred passwords' work.
  const { rowCount } = await service.store.database.pool.query(
    'UPDATE sign_in_failures SET failures = 99 WHERE partner_id = $1 AND subject = $2',
    [partner.partnerId, `password ${email}`],
  );
  expect(rowCount).toBe(1);
  for (const seconds of [0, 1, 2, 4, 8, 16]) {
    service.clock.advanceSeconds(seconds);
    expect((await attempt({ password: wrong })).status).toBe(401);
  }
}

async function setUpSecondFactor(browser: PortalBrowser): Promise<string> {
  const { key } = expectSuccess(await browser.post('/api/v1/administrator/second-factor'), 201);
  const code = totpCode(key, service.clock.now());
  expect((await browser.post('/api/v1/administrator/second-factor/confirm', { code })).status).toBe(204);
  service.clock.advanceSeconds(30);
  return key;
}

describe('wrong passwords', () => {
  it('slow down the network that sent them, twice as long each time, and no other', async () => {
    const address = newAddress();
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt({ password: wrong, address })).status).toBe(401);
    for (const seconds of [30, 60, 120, 240, 480, 960, 960]) {
      // The right one is not told from the wrong ones meanwhile.
      expectWait(await attempt({ address }), seconds);
      service.clock.advanceSeconds(seconds);
      expect((await attempt({ password: wrong, address })).status).toBe(401);
    }
    expect((await attempt()).status).toBe(200);
  });

  it('are counted by IPv6 /64', async () => {
    const from = (host: number) => ({ address: `2001:db8:5:5::${host}` });
    for (let tries = 1; tries <= 10; tries += 1)
      expect((await attempt({ password: wrong, ...from(tries) })).status).toBe(401);
    expect((await attempt({ password: wrong, ...from(11) })).status).toBe(429);
    expect((await attempt({ password: wrong, address: '2001:db8:5:6::1' })).status).toBe(401);
  });

  it('are no more than allowed when they come at once', async () => {
    const address = newAddress();
    // Few enough to wait for their turn.
    const answers = [];
    for (let round = 0; round < 3; round += 1)
      answers.push(...(await Promise.all(Array.from({ length: 5 }, () => attempt({ password: wrong, address })))));
    expect([count(answers, 401), count(answers, 429)]).toEqual([10, 5]);
  });

  it('never keep out a device that signed in before, wherever they come from', async () => {
    const browser = await knownBrowser();
    const address = newAddress();
    for (let tries = 0; tries < 10; tries += 1) await attempt({ password: wrong, address });
    expect((await attempt({ address })).status).toBe(429);
    expect((await attempt({ browser, address })).status).toBe(200);
    await attackFromEverywhere();
    // A new device has to wait, and those of the owner have not.
    expectWait(await attempt(), 32);
    expect((await attempt({ browser })).status).toBe(200);
    expectWait(await attempt(), 32);
    service.clock.advanceSeconds(32);
    expect((await attempt()).status).toBe(200);
    // It was right, so nothing is held against the account any more.
    expect((await attempt()).status).toBe(200);
  });

  it('slow down an address that nobody has alike', async () => {
    const address = newAddress();
    const tried = { email: `un.${email}`, address };
    for (let tries = 0; tries < 10; tries += 1) expect((await attempt(tried)).status).toBe(401);
    expectWait(await attempt(tried), 30);
  });

  it('are forgotten after a right one; right ones count for nothing', async () => {
    const address = newAddress();
    for (let round = 0; round < 2; round += 1) {
      for (let tries = 0; tries < 9; tries += 1) await attempt({ password: wrong, address });
      expect((await attempt({ address })).status).toBe(200);
      service.clock.advanceSeconds(61);
    }
    for (let tries = 0; tries < 12; tries += 1) expect((await attempt({ address })).status).toBe(200);
  });

  it('are forgotten when the operator resets the administrator, or another one makes it anew', async () => {
    const address = newAddress();
    const lockOut = async () => {
      for (let tries = 0; tries < 10; tries += 1) await attempt({ password: wrong, address });
      expect((await attempt({ address })).status).toBe(429);
      service.clock.advanceSeconds(61);
    };
    await lockOut();
    await resetAdministrator(systemOperation(service, partner), email, goodPassword);
    expect((await attempt({ address })).status).toBe(200);
    await lockOut();
    const console = await openConsole(service, partner);
    expect((await console.send('DELETE', `/api/v1/administrators/${id}`)).status).toBe(204);
    await createAdministrator(partner, email);
    expect((await attempt({ address })).status).toBe(200);
  });

  it('leave nothing behind after a day', async () => {
    await attempt({ password: wrong });
    service.clock.advanceSeconds(daySeconds + 1);
    await dropExpiredSignIns(service.service.resources);
    expect((await dumpTables(service)).get('public.sign_in_failures')).toBe('');
  });
});

describe('a known device', () => {
  it('has a limit of its own', async () => {
    const [browser, other] = [await knownBrowser(), await knownBrowser()];
    for (let tries = 0; tries < 10; tries += 1) {
      // However often it moves.
      expect((await attempt({ browser, password: wrong, address: newAddress() })).status).toBe(401);
    }
    expectWait(await attempt({ browser }), 30);
    expect((await attempt({ browser: other })).status).toBe(200);
    expect((await attempt()).status).toBe(200);
    service.clock.advanceSeconds(30);
    expect((await attempt({ browser })).status).toBe(200);
  });

  it('is known to its own account, on its own portal domain, and by its own secret only', async () => {
    const { domain } = await verifyByOperator(partner.operation, `${randomUUID()}.example.com`);
    const browser = await knownBrowser();
    const device = browser.deviceCookie!;
    await createAdministrator(partner, `other.${email}`);
    const elsewhere = new PortalBrowser(service, domain);
    elsewhere.deviceCookie = device;
    const forged = newBrowser();
    forged.deviceCookie = device.replace(/=.*/, `=${'A'.repeat(43)}`);
    const deviceOf = async (tried: Attempt, subject = id) => {
      expect((await attempt(tried)).status).toBe(200);
      return (await auditOf(service, subject)).findLast(({ action }) => action === 'administrator.signed_in')!.details
        .device;
    };
    const { rows } = await service.store.database.pool.query('SELECT id FROM administrators WHERE email = $1', [
      `other.${email}`,
    ]);
    expect(await deviceOf({ browser })).toBe('known');
    expect(await deviceOf({ browser: elsewhere })).toBe('new');
    expect(await deviceOf({ browser: forged })).toBe('new');
    // People who share a browser: it gets to know each of them.
    expect(await deviceOf({ browser, email: `other.${email}` }, rows[0].id)).toBe('new');
    expect(await deviceOf({ browser, email: `other.${email}` }, rows[0].id)).toBe('known');
    expect(await deviceOf({ browser })).toBe('known');
  });

  it('is new again after a reset, and after a year without use', async () => {
    const browser = await knownBrowser();
    const isKnown = async () =>
      (await service.store.database.pool.query('SELECT id FROM known_devices WHERE administrator_id = $1', [id])).rows
        .length > 0;
    service.clock.advanceSeconds(364 * daySeconds);
    await dropExpiredSignIns(service.service.resources);
    expect(await isKnown()).toBe(true);
    await resetAdministrator(systemOperation(service, partner), email, goodPassword);
    expect(await isKnown()).toBe(false);
    expect((await attempt({ browser })).status).toBe(200);
    expect(await isKnown()).toBe(true);
    service.clock.advanceSeconds(366 * daySeconds);
    await dropExpiredSignIns(service.service.resources);
    expect(await isKnown()).toBe(false);
  });

  it('is the only one left when the password was changed there', async () => {
    const [browser, other] = [await knownBrowser(), await knownBrowser()];
    await attempt({ browser });
    const change = { current_password: goodPassword, new_password: 'my other password' };
    expect((await browser.send('PUT', '/api/v1/administrator/password', change)).status).toBe(204);
    const devices = [];
    for (const from of [browser, other]) {
      await attempt({ browser: from, password: 'my other password' });
      devices.push((await auditOf(service, id)).at(-1)!.details.device);
    }
    expect(devices).toEqual(['known', 'new']);
  });
});

describe('a flood of attempts', () => {
  it('from one network keeps nobody else out: not the same partner, not another one', async () => {
    const other = await service.partner('Other Hosting');
    await createAdministrator(other, email);
    const flood = Array.from({ length: 90 }, (_, host) =>
      attempt({ email: `${host}.${email}`, password: wrong, address: `2001:db8:6:6::${host.toString(16)}` }),
    );
    const bystander = new PortalBrowser(service, other.portalDomain);
    const bystanders = await Promise.all([attempt(), attempt({ browser: bystander })]);
    expect(statusesOf(bystanders)).toEqual([200, 200]);
    const answers = await Promise.all(flood);
    expect(count(answers, 429)).toBeGreaterThanOrEqual(60);
    expect(count(answers, 401) + count(answers, 429)).toBe(90);
  });

  it('from many networks makes another partner’s people, and devices that are known, wait for few of it', async () => {
    const other = await service.partner('Other Hosting');
    await createAdministrator(other, email);
    const browser = await knownBrowser();
    let done = 0;
    const flood = Array.from({ length: 60 }, async (_, number) => {
      const answer = await attempt({ email: `${number}.${email}`, password: wrong, address: newAddress() });
      done += 1;
      return answer;
    });
    const doneBefore = async (tried: Attempt) => {
      expect((await attempt(tried)).status).toBe(200);
      return done;
    };
    const bystander = new PortalBrowser(service, other.portalDomain);
    const before = await Promise.all([doneBefore({ browser: bystander }), doneBefore({ browser })]);
    expect(count(await Promise.all(flood), 401)).toBe(60);
    // They came last.
    for (const attempts of before) expect(attempts).toBeLessThan(40);
  });
});

describe('wrong codes', () => {
  it('after a right password are fewer than a hundred a day, and spend no code', async () => {
    const browser = newBrowser();
    await attempt({ browser });
    const key = await setUpSecondFactor(browser);
    let tries = 0;
    let seconds = 0;
    const guess = async () => {
      expectProblem(await attempt({ code: '000000' }), 401, 'SIGN_IN_FAILED');
      tries += 1;
    };
    for (let free = 0; free < 3; free += 1) await guess();
    for (const wait of [30, 60, 120, 240, 480, 960, 960]) {
      const code = totpCode(key, service.clock.now());
      expectWait(await attempt({ code }), wait);
      service.clock.advanceSeconds(wait);
      seconds += wait;
      await guess();
    }
    expect(tries + (daySeconds - seconds) / 960).toBeLessThan(100);
    // The owner's device has a count of its own.
    expect((await attempt({ code: totpCode(key, service.clock.now()) })).status).toBe(429);
    expect((await attempt({ browser, code: totpCode(key, service.clock.now()) })).status).toBe(200);
    service.clock.advanceSeconds(960);
    expect((await attempt({ code: totpCode(key, service.clock.now()) })).status).toBe(200);
  });

  it('slow down a known device, too', async () => {
    const browser = newBrowser();
    await attempt({ browser });
    const key = await setUpSecondFactor(browser);
    for (let free = 0; free < 3; free += 1) await attempt({ browser, code: '000000' });
    const code = totpCode(key, service.clock.now());
    expectWait(await attempt({ browser, code }), 30);
    expect((await attempt({ code })).status).toBe(200);
  });

  it('are no more than allowed when they come at once', async () => {
    const browser = newBrowser();
    await attempt({ browser });
    await setUpSecondFactor(browser);
    const answers = await Promise.all(Array.from({ length: 8 }, () => attempt({ code: '000000' })));
    expect([count(answers, 401), count(answers, 429)]).toEqual([3, 5]);
  });
});

describe('the audit log', () => {
  it('has every attempt with the address and the browser it came from', async () => {
    const first = newBrowser();
    await attempt({ browser: first });
    const key = await setUpSecondFactor(first);
    const from = async (address: string, more: object, browser = newBrowser()) => {
      const headers = { 'x-forwarded-for': address, 'user-agent': `Browser of ${address}` };
      return browser.post('/api/v1/session', { email, password: goodPassword, ...more }, headers);
    };
    const code = () => totpCode(key, service.clock.now());
    await from('198.51.100.1', { password: wrong });
    await from('::ffff:198.51.100.2', {});
    await from('2001:db8::3', { code: '000000' });
    await from('198.51.100.4', { code: code() });
    for (let tries = 0; tries < 3; tries += 1) await from('198.51.100.5', { code: '000000' }, first);
    for (let tries = 0; tries < 3; tries += 1) await from('198.51.100.6', { code: code() }, first);
    const entries = (await auditOf(service, id)).filter(({ details }) => 'user_agent' in details).slice(1);
    expect(entries.map(({ action, details }) => [action.replace('administrator.', ''), details])).toEqual([
      ['sign_in_failed', { wrong: 'password', device: 'new', ...originAt('198.51.100.1') }],
      ['sign_in_incomplete', { missing: 'code', device: 'new', ...originAt('198.51.100.2', '::ffff:198.51.100.2') }],
      ['sign_in_failed', { wrong: 'code', device: 'new', ...originAt('2001:db8::3') }],
      ['signed_in', { device: 'new', ...originAt('198.51.100.4') }],
      ...Array(3).fill(['sign_in_failed', { wrong: 'code', device: 'known', ...originAt('198.51.100.5') }]),
      // Of those that were not looked at, the first of a minute.
      ['sign_in_throttled', { device: 'known', ...originAt('198.51.100.6') }],
    ]);
  });

  const originAt = (address: string, named = address) => ({ address, user_agent: `Browser of ${named}` });

  it('does not grow by more than an entry a minute, whatever a client sends over its limit', async () => {
    const account = await service.partner();
    const address = newAddress();
    const send = (number: number) =>
      new PortalBrowser(service, account.portalDomain).post(
        '/api/v1/session',
        { email: `${number}.${email}`, password: wrong },
        { 'x-forwarded-for': address },
      );
    for (let number = 0; number < 60; number += 1) await send(number);
    const actions = (await auditOfPartner(service, account.partnerId)).map(({ action }) => action);
    expect(actions.filter((action) => action === 'administrator.sign_in_failed')).toHaveLength(30);
    expect(actions.filter((action) => action === 'administrator.sign_in_throttled')).toHaveLength(1);
  });
});

describe('an administrator hears by mail', () => {
  it('of a sign-in from a new device, a changed password, a removed second factor and a reset; of nothing else', async () => {
    const browser = newBrowser();
    const headers = { 'x-forwarded-for': '198.51.100.9', 'user-agent': 'Firefox/140.0 <b>' };
    await browser.post('/api/v1/session', { email, password: goodPassword }, headers);
    const key = await setUpSecondFactor(browser);
    // A known device, and one that does not get in.
    expect((await attempt({ browser, code: totpCode(key, service.clock.now()) })).status).toBe(200);
    await attempt({ password: wrong });
    const change = { current_password: goodPassword, new_password: 'my other password' };
    expect((await browser.send('PUT', '/api/v1/administrator/password', change)).status).toBe(204);
    service.clock.advanceSeconds(30);
    const proof = { password: 'my other password', code: totpCode(key, service.clock.now()) };
    expect((await browser.send('DELETE', '/api/v1/administrator/second-factor', proof)).status).toBe(204);
    await resetAdministrator(systemOperation(service, partner), email, goodPassword);
    await mailIsQuiet(service);
    const ofTheAccount = /^A (person|second factor) /;
    const mails = mailServer.mailsTo(email).filter(({ headers }) => !ofTheAccount.test(headers.get('subject')!));
    expect(mails.map((mail) => mail.headers.get('subject')).toSorted()).toEqual(
      [
        'New sign-in: console of Acme Hosting',
        'Your password was changed: console of Acme Hosting',
        'Your authenticator application was turned off: console of Acme Hosting',
        'Your sign-in was reset: console of Acme Hosting',
      ].toSorted(),
    );
    const news = mails.find((mail) => mail.headers.get('subject')!.startsWith('New sign-in'))!;
    expect(news.text).toContain('From 198.51.100.9, with Firefox/140.0 <b>.');
    expect(news.text).toContain(`https://${partner.portalDomain}/console/account`);
    expect(news.html).not.toContain('<b>');
    expect(news.headers.get('list-unsubscribe')).toBeUndefined();
    expect(news.headers.get('auto-submitted')).toBe('auto-generated');
    const rows = await service.store.database.pool.query(
      `SELECT DISTINCT status FROM notification_deliveries WHERE recipient_id = $1`,
      [id],
    );
    expect(rows.rows).toEqual([{ status: 'sent' }]);
  });

  it('of nothing that was rolled back, and no row is kept where no mail is sent', async () => {
    const mute = await TestService.start({ role: 'api' });
    try {
      const account = await mute.partner();
      await createByOperator(systemOperation(mute, account), { email, name: null, password: goodPassword });
      const signedIn = await new PortalBrowser(mute, account.portalDomain).post('/api/v1/session', {
        email,
        password: goodPassword,
      });
      expect(signedIn.status).toBe(200);
      expect((await dumpTables(mute)).get('public.notification_deliveries')).toBe('');
    } finally {
      await mute.stop();
    }
  });
});
