import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { jpeg, webp } from '../../src/engines/pictures/testing/made-pictures.ts';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { addPortalDomain } from '../../src/identity/portal-domains/add-portal-domain.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { dropOldDeliveries } from '../../src/notifications/mail/deliveries.ts';
import { press } from '../support/alert-links.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOfPartner } from '../support/audit-log.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { MailServer, type ReceivedMail } from '../support/mail-server.ts';
import {
  exposeServer,
  linkIn,
  mailIsQuiet,
  newClientId,
  recipientsOf,
  recipientsPath,
  settingsPath,
  statusesOf,
} from '../support/notifications.ts';
import { openConsole, PortalBrowser, signInCustomer } from '../support/portal-browser.ts';
import { dumpTables } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential, mention, ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

/** What the risk table makes of ports that only stand open. */
const [severePort, otherSeverePort, lesserPort] = [3306, 6379, 22];
const [criticalPort, otherCriticalPort] = [2375, 445];
const dayInSeconds = 86_400;
const form = { 'content-type': 'application/x-www-form-urlencoded' };

const scanner = new ScriptedScanner();
const leaks = new ScriptedLeakSource('alpha');
let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;
let clientId: number;
let email: string;

beforeAll(async () => {
  mailServer = await MailServer.start({ login: { user: 'breakwater', password: 'pass word' } });
  service = await TestService.start({ scanner, leakSources: [leaks], environment: mailServer.environment });
});
afterAll(async () => {
  await service?.stop();
  await mailServer?.close();
});
afterEach(() => {
  mailServer.refuseAddress = () => undefined;
  mailServer.refuseMail = () => undefined;
});

/** A customer of a new partner, whose address the billing system has told. */
async function newCustomer(): Promise<void> {
  partner = await service.partner();
  clientId = newClientId();
  email = `jane-${clientId}@example.org`;
  await partner.api.post('/api/v1/endpoints', { billing_customer_id: clientId, ip_address: '10.9.8.7' });
  await partner.api.post('/api/v1/sso/token', { client_id: clientId, client_email: email });
}

function expose(ports: readonly number[], more: Record<string, unknown> = {}) {
  return exposeServer(partner, scanner, clientId, ports, more);
}

/** The mails to an address, once there are so many. */
async function mailsTo(address: string, count: number): Promise<ReceivedMail[]> {
  await eventually(`${count} mails to ${address}`, async () => mailServer.mailsTo(address).length >= count);
  await mailIsQuiet(service);
  expect(mailServer.mailsTo(address)).toHaveLength(count);
  return mailServer.mailsTo(address);
}

/** Lets the pause between two mails pass. */
function passPause(): void {
  service.clock.advanceSeconds(300);
}

function changeSettings(change: object): Promise<ApiAnswer> {
  return partner.api.send('PUT', settingsPath, { client_id: clientId, ...change });
}

function add(address: string): Promise<ApiAnswer> {
  return partner.api.post(recipientsPath, { client_id: clientId, email: address });
}

function remove(id: string): Promise<ApiAnswer> {
  return partner.api.send('DELETE', `${recipientsPath}/${id}?client_id=${clientId}`);
}

/** A visitor's request to a page of the portal, without key or cookie. */
function visit(method: 'GET' | 'POST', path: string, portalDomain = partner.portalDomain): Promise<ApiAnswer> {
  const visitor = service.client(portalDomain, null);
  return method === 'GET' ? visitor.get(path) : visitor.send('POST', path, 'List-Unsubscribe=One-Click', form);
}

/** Adds an address and follows the link in its mail. */
async function addConfirmed(address: string): Promise<void> {
  expectSuccess(await add(address), 201);
  const [mail] = await mailsTo(address, 1);
  expect((await visit('POST', linkIn(mail!.text, '/mail/confirm'))).status).toBe(200);
}

describe('what a customer hears of', () => {
  const kinds = {
    certificate: { title: 'certificate problems on your servers', enabled: true, min_severity: 'medium' },
    domain_posture: { title: 'problems with the records of your domains', enabled: true, min_severity: 'medium' },
    version: { title: 'outdated software on your servers', enabled: true, min_severity: 'medium' },
  };

  it('until it is changed: ports from high on and leaks, at the address that the billing system tells', async () => {
    await newCustomer();
    const data = expectSuccess(await partner.api.get(`${settingsPath}?client_id=${clientId}`));
    expect(data).toEqual({
      mail_available: true,
      settings: { port_alerts: true, port_alerts_min_severity: 'high', domain_alerts: true, kinds },
      recipients: [
        {
          id: expect.any(String),
          email,
          source: 'billing',
          status: 'active',
          failure: null,
          last_mail_at: null,
          monthly_report: false,
          weekly_summary: true,
          delivery: 'immediate',
          quiet_hours: null,
          time_zone: 'UTC',
          tell_resolved: false,
        },
      ],
      max_added_recipients: 5,
    });
  });

  it('a change keeps what it leaves out, and is in the audit log', async () => {
    await newCustomer();
    expectSuccess(await changeSettings({ port_alerts_min_severity: 'critical' }));
    const { settings } = expectSuccess(await changeSettings({ domain_alerts: false }));
    expect(settings).toEqual({
      port_alerts: true,
      port_alerts_min_severity: 'critical',
      domain_alerts: false,
      kinds,
    });
    const entries = await auditOfPartner(service, partner.partnerId);
    const changes = entries.filter(({ action }) => action === 'notification_settings.changed');
    const asUsual = { enabled: true, min_severity: 'medium' };
    const kept = { certificate: asUsual, domain_posture: asUsual, version: asUsual };
    expect(changes.map(({ details }) => details)).toEqual([
      { port_alerts: true, port_alerts_min_severity: 'critical', domain_alerts: true, kinds: kept },
      { ...settings, kinds: kept },
    ]);
  });

  it('input that cannot be used is refused by the name of its field', async () => {
    await newCustomer();
    expectRefusal(await changeSettings({ port_alerts_min_severity: 'urgent', port_alerts: 'maybe' }), 422, [
      'port_alerts',
      'port_alerts_min_severity',
    ]);
    expectRefusal(await add('not an address'), 422, ['email']);
    expectRefusal(await partner.api.post(recipientsPath, { email: 'a@example.org' }), 422, ['client_id']);
    expectProblem(await partner.api.get(`${settingsPath}?client_id=987654`), 404, 'CUSTOMER_NOT_FOUND');
    expectProblem(await remove('nonsense'), 404, 'RECIPIENT_NOT_FOUND');
  });

  it("a customer's session sees and changes its own, and names no other", async () => {
    await newCustomer();
    const other = newClientId();
    await partner.api.post('/api/v1/endpoints', { billing_customer_id: other, ip_address: '10.9.8.6' });
    const browser = await signInCustomer(service, partner, clientId);
    const own = expectSuccess(await browser.get(settingsPath));
    expect(own.recipients[0].email).toBe(email);
    expectSuccess(await browser.send('PUT', settingsPath, { port_alerts: false }));
    expect(expectSuccess(await browser.get(settingsPath)).settings.port_alerts).toBe(false);
    expectProblem(await browser.get(`${settingsPath}?client_id=${other}`), 403, 'ACCESS_DENIED');
    expectProblem(await browser.send('PUT', settingsPath, { client_id: other }), 403, 'ACCESS_DENIED');
    const foreign = { client_id: other, email: 'x@example.org' };
    expectProblem(await browser.post(recipientsPath, foreign), 403, 'ACCESS_DENIED');
  });
});

describe('addresses that a customer adds', () => {
  it('get alerts once they have confirmed: looking at the link changes nothing, its button does', async () => {
    await newCustomer();
    const { recipient } = expectSuccess(await add('Bob@Example.org'), 201);
    expect(recipient).toMatchObject({ email: 'Bob@Example.org', source: 'added', status: 'pending' });
    const [asking] = await mailsTo('Bob@Example.org', 1);
    await expose([severePort]);
    await mailsTo(email, 1);
    expect(mailServer.mailsTo('Bob@Example.org')).toHaveLength(1);

    const link = linkIn(asking!.text, '/mail/confirm');
    const page = await visit('GET', link);
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<button type="submit">') });
    expect((await statusesOf(partner, clientId))['Bob@Example.org']).toBe('pending');
    expect(await visit('POST', link)).toMatchObject({ status: 200, body: expect.stringContaining('is confirmed') });
    expect((await statusesOf(partner, clientId))['Bob@Example.org']).toBe('active');
    expect((await visit('POST', link)).status).toBe(200);

    passPause();
    await expose([otherSeverePort]);
    await mailsTo('Bob@Example.org', 2);
    const actions = (await auditOfPartner(service, partner.partnerId)).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('notification_recipient.'))).toEqual([
      'notification_recipient.added',
      'notification_recipient.confirmed',
    ]);
  });

  it('the token of a confirmation is nowhere in the database, in its queue neither', async () => {
    await newCustomer();
    await add('tess@example.org');
    const [asking] = await mailsTo('tess@example.org', 1);
    const token = linkIn(asking!.text, '/mail/confirm').split('token=')[1]!;
    expect(token.length).toBeGreaterThan(40);
    for (const [table, rows] of await dumpTables(service)) expect(rows.includes(token), table).toBe(false);
  });

  it('a confirmation works for 24 hours, on its own portal, while the address is in the list', async () => {
    await newCustomer();
    await add('late@example.org');
    const [asking] = await mailsTo('late@example.org', 1);
    const link = linkIn(asking!.text, '/mail/confirm');
    const stranger = await service.partner();
    for (const method of ['GET', 'POST'] as const) {
      expect((await visit(method, link, stranger.portalDomain)).status).toBe(410);
      expect((await visit(method, '/mail/confirm?token=made-up')).status).toBe(410);
      expect((await visit(method, '/mail/confirm')).status).toBe(410);
      expect((await visit(method, link, 'nobody.example.net')).status).toBe(404);
    }
    expect(`${(await visit('GET', '/mail/confirm?token=made-up')).body}`).toContain('24 hours');
    for (const method of ['GET', 'POST'] as const) {
      const dead = await visit(method, '/mail/unsubscribe?token=made-up');
      expect(dead.status).toBe(410);
      expect(`${dead.body}`).toMatch(/Nothing was changed/);
      expect(`${dead.body}`).not.toMatch(/24 hours|confirm/);
    }
    service.clock.advanceSeconds(dayInSeconds - 60);
    expect((await visit('GET', link)).status).toBe(200);
    service.clock.advanceSeconds(61);
    expect((await visit('GET', link)).status).toBe(410);
    expect((await visit('POST', link)).status).toBe(410);
    expect((await statusesOf(partner, clientId))['late@example.org']).toBe('pending');

    await add('late@example.org');
    const again = linkIn((await mailsTo('late@example.org', 2))[1]!.text, '/mail/confirm');
    await remove((await recipientsOf(partner, clientId)).find(({ source }) => source === 'added')!.id);
    expect((await visit('POST', again)).status).toBe(410);
  });

  it('are asked at most every five minutes and three times a day; removing and adding them again changes nothing', async () => {
    await newCustomer();
    const tooSoon = async () => {
      const answer = await add('VICTIM@example.org');
      expect(answer.status).toBe(429);
      expect(answer.body.error.code).toBe('CONFIRMATION_SENT_RECENTLY');
      return answer.body.error.details.retry_after_seconds as number;
    };
    expectSuccess(await add('victim@example.org'), 201);
    expect(await tooSoon()).toBeGreaterThan(290);
    await mailsTo('victim@example.org', 1);
    const [, added] = await recipientsOf(partner, clientId);
    expect((await remove(added!.id)).status).toBe(204);
    expect(await tooSoon()).toBeLessThanOrEqual(300);
    passPause();
    expectSuccess(await add('victim@example.org'), 201);
    passPause();
    expectSuccess(await add('victim@example.org'), 200);
    passPause();
    expect(await tooSoon()).toBeGreaterThan(dayInSeconds - 1_000);
    await mailsTo('victim@example.org', 3);
    service.clock.advanceSeconds(dayInSeconds);
    expectSuccess(await add('victim@example.org'), 200);
  });

  it('of one customer are twenty a day, whatever they are', async () => {
    await newCustomer();
    for (let number = 1; number <= 20; number += 1) {
      const { recipient } = expectSuccess(await add(`n${number}-${clientId}@example.org`), 201);
      await remove(recipient.id);
    }
    expect((await add(`n21-${clientId}@example.org`)).body.error.code).toBe('CONFIRMATION_SENT_RECENTLY');
    service.clock.advanceSeconds(dayInSeconds);
    expectSuccess(await add(`n21-${clientId}@example.org`), 201);
  });

  it('are five at most; the address of the billing system does not count, and needs no confirmation', async () => {
    await newCustomer();
    for (const name of ['a', 'b', 'c', 'd', 'e']) expectSuccess(await add(`${name}-${clientId}@example.org`), 201);
    expectProblem(await add(`f-${clientId}@example.org`), 403, 'RECIPIENT_LIMIT_EXCEEDED', { limit: 5 });
    expect(expectSuccess(await add(email.toUpperCase())).recipient).toMatchObject({ email, status: 'active' });
    const [, first] = await recipientsOf(partner, clientId);
    await remove(first!.id);
    expectSuccess(await add(`f-${clientId}@example.org`), 201);
  });

  it('whatever many ask at once, five are the most', async () => {
    await newCustomer();
    const names = Array.from({ length: 12 }, (_, index) => `n${index}-${clientId}@example.org`);
    const answers = await Promise.all(names.map(add));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(5);
    expect(await recipientsOf(partner, clientId)).toHaveLength(6);
  });
});

describe('unsubscribing', () => {
  it('every mail has the link and the headers of RFC 8058; one click ends the mail to that address', async () => {
    await newCustomer();
    await addConfirmed(`bob-${clientId}@example.org`);
    await expose([severePort]);
    const [[toJane], [asking, toBob]] = [await mailsTo(email, 1), await mailsTo(`bob-${clientId}@example.org`, 2)];
    for (const mail of [toJane!, asking!, toBob!]) {
      const url = /^<(https:\/\/[^>]+)>$/.exec(mail.headers.get('list-unsubscribe') ?? '')?.[1];
      expect(url).toBe(`https://${partner.portalDomain}${linkIn(mail.text, '/mail/unsubscribe')}`);
      expect(mail.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
      expect(mail.html).toContain(url);
    }
    const link = linkIn(toBob!.text, '/mail/unsubscribe');
    expect(await visit('GET', link)).toMatchObject({ status: 200, body: expect.stringContaining('<button') });
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'active', [toBob!.to]: 'active' });
    expect((await visit('POST', link)).status).toBe(200);
    expect((await visit('POST', link)).status).toBe(200);
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'active', [toBob!.to]: 'unsubscribed' });
    passPause();
    await expose([otherSeverePort]);
    await mailsTo(email, 2);
    await mailsTo(toBob!.to, 2);
  });

  it('mail services may send the click in either form encoding, from anywhere', async () => {
    await newCustomer();
    await expose([severePort]);
    const [mail] = await mailsTo(email, 1);
    const body = '--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=x', origin: 'https://mail.example.net' };
    const visitor = service.client(partner.portalDomain, null);
    const answer = await visitor.send('POST', linkIn(mail!.text, '/mail/unsubscribe'), body, headers);
    expect(answer.status).toBe(200);
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'unsubscribed' });
  });

  it('makes confirmations void, and the address can be asked again', async () => {
    await newCustomer();
    const address = `carl-${clientId}@example.org`;
    await add(address);
    const [asking] = await mailsTo(address, 1);
    await visit('POST', linkIn(asking!.text, '/mail/unsubscribe'));
    expect((await visit('POST', linkIn(asking!.text, '/mail/confirm'))).status).toBe(410);
    passPause();
    expect(expectSuccess(await add(address)).recipient.status).toBe('pending');
    const [, again] = await mailsTo(address, 2);
    expect((await visit('POST', linkIn(asking!.text, '/mail/confirm'))).status).toBe(410);
    expect((await visit('POST', linkIn(again!.text, '/mail/confirm'))).status).toBe(200);
    expect((await statusesOf(partner, clientId))[address]).toBe('active');
  });

  it('the address of the billing system stays in the list, and comes back without confirmation', async () => {
    await newCustomer();
    const [billing] = await recipientsOf(partner, clientId);
    expect((await remove(billing!.id)).status).toBe(204);
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'unsubscribed' });
    await expose([severePort]);
    await mailsTo(email, 0);
    expectSuccess(await add(email));
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'active' });
    await expose([severePort]);
    await mailsTo(email, 1);
  });

  it('a signature that was tampered with, or is for another partner, unsubscribes nobody', async () => {
    await newCustomer();
    await expose([severePort]);
    const [mail] = await mailsTo(email, 1);
    const link = linkIn(mail!.text, '/mail/unsubscribe');
    const stranger = await service.partner();
    const { id } = (await recipientsOf(partner, clientId))[0]!;
    for (const wrong of [link.slice(0, -2), `/mail/unsubscribe?token=${id}.`, `/mail/unsubscribe?token=${id}`]) {
      expect((await visit('POST', wrong)).status).toBe(410);
    }
    expect((await visit('POST', link, stranger.portalDomain)).status).toBe(410);
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'active' });
  });

  it('pages run no script, load nothing from elsewhere, and are in the name of the partner', async () => {
    await newCustomer();
    await expose([severePort]);
    const [mail] = await mailsTo(email, 1);
    const page = await visit('GET', linkIn(mail!.text, '/mail/unsubscribe'));
    const policy = page.headers['content-security-policy'];
    for (const part of ["default-src 'self'", "script-src 'self'", "form-action 'self'", "frame-ancestors 'none'"])
      expect(policy).toContain(part);
    expect(page.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    expect(page.body).toContain('Acme Hosting');
    expect(page.body).not.toMatch(/<script|style=|\son\w+=|https?:|breakwater/i);
  });
});

describe('a mail about alerts', () => {
  it('is one per scan, with all that is new and severe enough, in the name of the partner', async () => {
    await newCustomer();
    const browserBranding = {
      display_name: 'Blue “Harbour”',
      accent_colour: '#aa0000',
      support_email: 'help@blue.example',
    };
    const console = await openConsole(service, partner);
    await console.send('PUT', '/api/v1/branding', browserBranding);
    const hostname = 'shop.example.org';
    const { alertIds } = await expose([severePort, otherSeverePort, lesserPort], { hostname });
    const [mail] = await mailsTo(email, 1);
    expect(mail).toMatchObject({ envelopeFrom: 'alerts@mail.example.com' });
    expect(mail!.headers.get('from')).toBe('"Blue “Harbour”" <alerts@mail.example.com>'.replaceAll('"', ''));
    expect(mail!.headers.get('reply-to')).toBe('help@blue.example');
    expect(mail!.headers.get('subject')).toBe('2 new security alerts, all of them high');
    expect(mail!.headers.get('auto-submitted')).toBe('auto-generated');
    for (const port of [severePort, otherSeverePort]) {
      expect(mail!.text).toContain(`(port ${port}/tcp)`);
      expect(mail!.text).toContain(`https://${partner.portalDomain}/alerts/${alertIds.get(port)}`);
      expect(mail!.html).toContain(`https://${partner.portalDomain}/alerts/${alertIds.get(port)}`);
    }
    expect(mail!.text).not.toContain(`(port ${lesserPort}/tcp)`);
    expect(mail!.text).toContain(hostname);
    expect(mail!.html).toContain('#aa0000');
    expect(mail!.raw).not.toMatch(/breakwater/i);
    expect(mail!.html).not.toMatch(/<img|<script|<link|url\(|src=/i);
  });

  it('speak for the product of the partner, with its logo within, its help and what the law wants', async () => {
    await newCustomer();
    const console = await openConsole(service, partner);
    const jpegLogo = jpeg.toString('base64');
    const look = {
      product_name: 'Blue Shield',
      hide_name: true,
      support_url: 'https://help.blue.example',
      imprint_url: 'https://blue.example/imprint?a=1&b=2',
      privacy_url: 'https://blue.example/privacy',
      terms_url: 'https://blue.example/terms',
    };
    await console.send('PUT', '/api/v1/branding', { ...look, logo: jpegLogo });
    await expose([severePort]);
    const [mail] = await mailsTo(email, 1);
    expect(mail!.images).toEqual([{ cid: 'logo', type: 'image/png', bytes: expect.any(Buffer) }]);
    expect(mail!.html).toMatch(/<img src="cid:logo" alt="Acme Hosting"[^>]*>(<\/\w+>)*\s*<p [^>]*>Blue Shield</);
    expect(mail!.text.split('\n')[0]).toBe('Blue Shield');
    for (const url of [look.support_url, look.imprint_url, look.privacy_url, look.terms_url]) {
      expect(mail!.text).toContain(`: ${url}`);
      expect(mail!.html).toContain(`href="${url.replaceAll('&', '&#38;')}"`);
    }
    // Nothing is fetched from anywhere.
    expect(mail!.html.match(/src="[^"]*"/g)).toEqual(['src="cid:logo"']);
    expect(mail!.raw).not.toMatch(/breakwater/i);
    // What cannot be made a PNG stays away.
    await console.send('PUT', '/api/v1/branding', { ...look, logo: webp.toString('base64') });
    passPause();
    await expose([otherSeverePort]);
    const [, second] = await mailsTo(email, 2);
    expect(second!.images).toEqual([]);
    expect(second!.html).not.toMatch(/<img/);
  });

  it('names of servers are shown as they are, and make no markup and no header', async () => {
    await newCustomer();
    const { endpointId } = await expose([lesserPort]);
    const nickname = '<b>Shop</b> & "Co"';
    await partner.api.send('PUT', `/api/v1/endpoints/${endpointId}`, { billing_customer_id: clientId, nickname });
    await changeSettings({ port_alerts_min_severity: 'low' });
    const { pool } = service.store.database;
    await pool.query(
      `UPDATE notification_recipients SET mail_due_at = $2, waiting_alerts = ARRAY(
      SELECT id FROM alerts WHERE partner_id = $4 AND endpoint_id = $1) WHERE partner_id = $4 AND address = $3`,
      [endpointId, service.clock.now(), email, partner.partnerId],
    );
    const [mail] = await mailsTo(email, 1);
    expect(mail!.text).toContain(nickname);
    expect(mail!.headers.get('subject')).toContain(nickname);
    expect(mail!.html).not.toContain('<b>');
    expect(mail!.html).toContain('&#60;b&#62;Shop');
  });

  it('leads to the customer area, and by way of its sign-in to the page that it was about', async () => {
    await newCustomer();
    const console = await openConsole(service, partner);
    const customer_area_url = 'https://billing.acme.example/area?view=security';
    expectSuccess(await console.send('PUT', '/api/v1/branding', { customer_area_url }));
    const { alertIds } = await expose([severePort]);
    const [mail] = await mailsTo(email, 1);
    const links = [...mail!.text.matchAll(/https:\/\/billing\S+/g)].map(([link]) => new URL(link));
    const alertPath = `/alerts/${alertIds.get(severePort)}`;
    const paths = links.map((link) => link.searchParams.get('redirect_path')!);
    expect(paths).toEqual([alertPath, `${alertPath}?allow`, '/notifications']);
    for (const link of links) expect(mail!.html).toContain(link.href.replaceAll('&', '&#38;'));
    expect(mail!.text).not.toContain('If you are not signed in');
    // What the billing module then does with it.
    const minted = await partner.api.post('/api/v1/sso/token', { client_id: clientId, redirect_path: paths[0] });
    const token = new URL(expectSuccess(minted, 201).redirect_url).searchParams.get('token');
    const arrived = await new PortalBrowser(service, partner.portalDomain).get(`/sso?token=${token}`);
    expect([arrived.status, arrived.headers.location]).toEqual([303, alertPath]);
  });

  it('carries a link of its own for each alert of every kind, where the partner allows that', async () => {
    await newCustomer();
    const console = await openConsole(service, partner);
    expectSuccess(await console.send('PUT', '/api/v1/branding', { alert_links: true }));
    await expose([severePort]);
    const domain = `linked-${clientId}.example.com`;
    await mailsTo(email, 1);
    leaks.knows(domain, [mention(`${domain} pays or leaks`)]);
    await monitorDomain(partner.api, clientId, domain);
    for (const [index, list] of (['/alerts/', '/leaks/'] as const).entries()) {
      const mail = (await mailsTo(email, 2))[index]!;
      expect(mail.text).not.toContain(list);
      const browser = new PortalBrowser(service, partner.portalDomain);
      const shown = await press(browser, linkIn(mail.text, '/mail/alert'));
      expect([shown.status, String(shown.headers.location)]).toEqual([303, expect.stringContaining(list)]);
    }
  });

  it('the oldest portal domain of the partner that serves is where its links lead', async () => {
    await newCustomer();
    await verifyByOperator(partner.operation, `a-${clientId}.example.com`);
    const { id } = await addPortalDomain(partner.operation, `claimed-${clientId}.example.com`);
    await service.store.database.pool.query("UPDATE portal_domains SET created_at = '2000-01-01' WHERE id = $1", [id]);
    await expose([severePort]);
    const [mail] = await mailsTo(email, 1);
    expect(mail!.text).toContain(`https://${partner.portalDomain}/`);
    expect(mail!.text).not.toContain(`a-${clientId}.example.com`);
  });

  it('leaks of a domain are told, too, by its name as people read it', async () => {
    await newCustomer();
    const domain = `leaky-${clientId}.xn--mnchen-3ya.de`;
    const name = `leaky-${clientId}.münchen.de`;
    leaks.knows(domain, [leakedCredential(`john.smith@${domain}`), mention(`${domain} pays or leaks`)]);
    await monitorDomain(partner.api, clientId, domain);
    // What is critical goes ahead, where the other is not there yet.
    const mails = await eventually('both are told', async () => {
      const sent = mailServer.mailsTo(email);
      const told = sent.map(({ text }) => text).join();
      return (
        told.includes(`names ${name} as a victim`) && told.includes(`account of ${name} in the data breach`) && sent
      );
    });
    for (const { text, raw } of mails) {
      expect(text).toContain(`https://${partner.portalDomain}/leaks/`);
      expect(raw).not.toContain('john.smith');
    }
  });

  it('about a leak that somebody took note of comes again when there is more of it', async () => {
    await newCustomer();
    const domain = `growing-${clientId}.example.com`;
    leaks.knows(domain, [leakedCredential(`ada@${domain}`)]);
    await monitorDomain(partner.api, clientId, domain);
    const [first] = await mailsTo(email, 1);
    const alertId = linkIn(first!.text, '/leaks/').split('/').at(-1);
    const acknowledge = `/api/v1/domain-monitoring/alerts/${alertId}/acknowledge`;
    expect((await partner.api.post(acknowledge, { billing_customer_id: clientId })).status).toBe(200);
    leaks.knows(domain, [leakedCredential(`ada@${domain}`), leakedCredential(`bob@${domain}`)]);
    service.clock.advanceSeconds(dayInSeconds + 3_600);
    await eventually('it is scanned again', async () => mailServer.mailsTo(email).length === 2);
    expect(mailServer.mailsTo(email)[1]!.text).toContain(`/leaks/${alertId}`);
  });

  it('comes at most once in five minutes; what is new meanwhile is gathered in the next one', async () => {
    await newCustomer();
    await expose([severePort], { hostname: 'first.example.org' });
    await mailsTo(email, 1);
    await expose([severePort], { hostname: 'second.example.org' });
    await expose([severePort, otherSeverePort], { hostname: 'third.example.org' });
    service.clock.advanceSeconds(240);
    await mailsTo(email, 1);
    service.clock.advanceSeconds(60);
    const [first, second] = await mailsTo(email, 2);
    expect(first!.text).not.toContain('second.example.org');
    expect(second!.text).not.toContain('first.example.org');
    expect(second!.headers.get('subject')).toBe('3 new security alerts, all of them high');
    for (const name of ['second.example.org', 'third.example.org']) expect(second!.text).toContain(name);
  });

  it('comes at once with something critical, whatever pause there is; with more of that a minute later', async () => {
    await newCustomer();
    await expose([severePort]);
    await mailsTo(email, 1);
    await expose([otherSeverePort], { hostname: 'lesser.example.org' });
    await mailIsQuiet(service);
    await expose([criticalPort]);
    const [, second] = await mailsTo(email, 2);
    // What waited goes along, rather than in a mail of its own.
    expect(second!.headers.get('subject')).toBe('2 new security alerts, 1 of them critical');
    expect(second!.text).toContain('lesser.example.org');

    await expose([otherCriticalPort], { hostname: 'third.example.org' });
    await expose([criticalPort], { hostname: 'fourth.example.org' });
    service.clock.advanceSeconds(50);
    await mailsTo(email, 2);
    service.clock.advanceSeconds(10);
    const [, , third] = await mailsTo(email, 3);
    expect(third!.headers.get('subject')).toBe('2 new security alerts, all of them critical');
  });

  it('waits its turn with something critical of a kind that the customer does not want to hear of', async () => {
    await newCustomer();
    await expose([severePort]);
    await mailsTo(email, 1);
    const domain = `waiting-${clientId}.example.com`;
    leaks.knows(domain, [leakedCredential(`ada@${domain}`)]);
    await monitorDomain(partner.api, clientId, domain);
    await eventually('the leak waits', async () => {
      const { rows } = await service.store.database.pool.query(
        "SELECT FROM notification_recipients WHERE address = $1 AND waiting_alerts <> '{}'",
        [email],
      );
      return rows.length === 1;
    });
    await changeSettings({ port_alerts: false });
    await expose([criticalPort]);
    await mailsTo(email, 1);
  });

  it('tells in one of all that the first scans of a fleet find in a minute, and of the critical first', async () => {
    await newCustomer();
    // A server that is still to be scanned for the first time.
    await service.store.database.pool.query(
      "UPDATE endpoints SET next_scan_at = '2100-01-01' WHERE partner_id = $1 AND ip_address = '10.9.8.7'",
      [partner.partnerId],
    );
    await expose([severePort]);
    await expose([criticalPort]);
    await mailsTo(email, 0);
    service.clock.advanceSeconds(50);
    await expose([otherSeverePort]);
    await mailsTo(email, 0);
    service.clock.advanceSeconds(10);
    const [first] = await mailsTo(email, 1);
    expect(first!.headers.get('subject')).toBe('3 new security alerts, 1 of them critical');
    expect(first!.text.indexOf('[Critical]')).toBeLessThan(first!.text.indexOf('[High]'));
    await expose([otherCriticalPort]);
    service.clock.advanceSeconds(60);
    await mailsTo(email, 2);
  });

  it('with something critical does not wait behind one that is under way longer than it must', async () => {
    await newCustomer();
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    mailServer.refuseAddress = async () => {
      await released;
      return undefined;
    };
    await expose([severePort]);
    await eventually('the first is under way', async () => mailServer.offered.includes(email));
    await expose([criticalPort]);
    await eventually('it waits behind the other', async () => {
      const { rows } = await service.store.database.pool.query<{ waits: boolean }>(
        'SELECT critical_waits AND mail_due_at > $2 AS waits FROM notification_recipients WHERE address = $1',
        [email, service.clock.now()],
      );
      return rows[0]?.waits === true;
    });
    release();
    const [, second] = await mailsTo(email, 2);
    expect(second!.headers.get('subject')).toMatch(/^Critical/);
  });

  it('leaves out what was resolved, allowed or acknowledged meanwhile; nothing left is no mail', async () => {
    await newCustomer();
    await expose([severePort]);
    await mailsTo(email, 1);
    const { alertIds, endpointId, address } = await expose([severePort, otherSeverePort, 27017, 9200]);
    await mailIsQuiet(service);
    const body = { billing_customer_id: clientId };
    // Or the scan that follows the resolve raises it again.
    scanner.script(address, host({ open: [otherSeverePort, 27017, 9200] }));
    await partner.api.post(`/api/v1/alerts/${alertIds.get(severePort)}/resolve`, body);
    await partner.api.post(`/api/v1/alerts/${alertIds.get(27017)}/acknowledge`, body);
    const rule = { ...body, endpoint_id: endpointId, port_start: 9200, protocol: 'tcp' };
    expect((await partner.api.post('/api/v1/whitelists', rule)).status).toBe(201);
    passPause();
    const [, second] = await mailsTo(email, 2);
    expect([...second!.text.matchAll(/\(port (\d+)\/tcp\)/g)].map(([, port]) => Number(port))).toEqual([
      otherSeverePort,
    ]);

    const gone = await expose([severePort]);
    await mailIsQuiet(service);
    scanner.script(gone.address, host());
    await partner.api.post(`/api/v1/alerts/${gone.alertIds.get(severePort)}/resolve`, body);
    passPause();
    await mailsTo(email, 2);
  });

  it('the settings at the time of sending count', async () => {
    await newCustomer();
    await changeSettings({ port_alerts_min_severity: 'low', domain_alerts: false });
    await expose([lesserPort]);
    const [first] = await mailsTo(email, 1);
    expect(first!.text).toContain(`(port ${lesserPort}/tcp)`);
    await expose([severePort]);
    await mailIsQuiet(service);
    await changeSettings({ port_alerts: false });
    passPause();
    const domain = `quiet-${clientId}.example.com`;
    leaks.knows(domain, [mention(`${domain} pays or leaks`)]);
    await monitorDomain(partner.api, clientId, domain);
    await eventually('the leak is an alert', async () => {
      const list = await partner.api.get(`/api/v1/domain-monitoring/alerts?billing_customer_id=${clientId}`);
      return list.body.data.total === 1;
    });
    await mailsTo(email, 1);
  });

  it('an address that the customer had added before the billing system told it gets each mail once', async () => {
    partner = await service.partner();
    clientId = newClientId();
    email = `twice-${clientId}@example.org`;
    await provision(partner.api, '10.9.8.7', { client_id: clientId });
    await addConfirmed(email);
    await expose([severePort], { client_email: email.toUpperCase() });
    await mailIsQuiet(service);
    const sent = mailServer.mails.filter(({ to }) => to.toLowerCase() === email);
    expect(sent.map(({ headers }) => headers.get('subject')?.slice(0, 7))).toEqual(['Confirm', expect.any(String)]);
    await visit('POST', linkIn(sent[1]!.text, '/mail/unsubscribe'));
    expect(Object.values(await statusesOf(partner, clientId))).toEqual(['unsubscribed', 'unsubscribed']);
  });
});

describe('there is no mail', () => {
  it('in a sandbox', async () => {
    await newCustomer();
    const sandbox = await enableSandbox(service, partner);
    const trial = { client_id: clientId, ip_address: '192.0.2.9', client_email: `trial-${clientId}@example.org` };
    const { endpoint_id: endpointId } = (await sandbox.post('/api/v1/billing/provision', trial)).body.data;
    await sandbox.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical' });
    await sandbox.post('/api/v1/sandbox/scan', { endpoint_id: endpointId });
    await sandbox.post(recipientsPath, { client_id: clientId, email: `asked-${clientId}@example.org` });
    await mailIsQuiet(service);
    const { rows } = await service.store.database.pool.query(
      'SELECT count(*)::int AS alerts FROM alerts WHERE endpoint_id = $1',
      [endpointId],
    );
    expect(rows[0].alerts).toBeGreaterThan(0);
    // Not even made: that a sandbox has no portal, so that nothing could be sent, is not what this rests on.
    const made = await service.store.database.pool.query(
      `SELECT FROM notification_deliveries d JOIN partners p ON p.id = d.partner_id
       WHERE p.sandbox_of = $1 AND (d.kind = 'alerts' OR d.status <> 'dropped')`,
      [partner.partnerId],
    );
    expect(made.rowCount).toBe(0);
    expect(mailServer.offered.filter((address) => address.includes(`-${clientId}@`))).toEqual([]);
  });

  it('for a suspended partner, not of what was found before either', async () => {
    await newCustomer();
    await expose([severePort]);
    await mailsTo(email, 1);
    await expose([otherSeverePort]);
    await mailIsQuiet(service);
    await changePartnerStatus(systemOperation(service, partner), 'suspended');
    passPause();
    await mailIsQuiet(service);
    await changePartnerStatus(systemOperation(service, partner), 'active');
    await mailsTo(email, 1);
  });

  it('without a mail server: settings say so, alerts wait for nothing, and no address can be asked', async () => {
    const silent = await TestService.start({ scanner });
    try {
      partner = await silent.partner();
      clientId = newClientId();
      await expose([severePort], { client_email: `silent-${clientId}@example.org` });
      await mailIsQuiet(silent);
      const data = expectSuccess(await partner.api.get(`${settingsPath}?client_id=${clientId}`));
      expect(data.mail_available).toBe(false);
      expectProblem(await add('a@example.org'), 409, 'MAIL_NOT_SET_UP');
      const { pool } = silent.store.database;
      expect((await pool.query('SELECT FROM notification_recipients')).rowCount).toBe(0);
      expect((await pool.query('SELECT FROM notification_deliveries')).rowCount).toBe(0);
    } finally {
      await silent.stop();
    }
  });
});

describe('a mail server that does not take a mail', () => {
  const deliveries = async () => {
    const { rows } = await service.store.database.pool.query<{ status: string; attempts: number; failure: string }>(
      'SELECT status, attempts, failure FROM notification_deliveries WHERE address = $1 ORDER BY created_at',
      [email],
    );
    return rows;
  };
  /** A refusal that says which attempt at this customer's mail it is the answer to. A day later others have news, too. */
  const numbered = (code: number) => {
    let count = 0;
    return (to: string | ReceivedMail) => {
      if ((typeof to === 'string' ? to : to.to) !== email) return undefined;
      count += 1;
      return { code, message: `attempt ${count}` };
    };
  };
  const attemptFailed = (count: number) =>
    eventually(`attempt ${count}`, async () => (await deliveries())[0]?.failure?.endsWith(`attempt ${count}`));

  it.each([
    ['the address', () => (mailServer.refuseAddress = numbered(451))],
    ['the text', () => (mailServer.refuseMail = numbered(452))],
  ])('for now (4xx to %s) is tried again later each time, and gets it once', async (_what, refuse) => {
    await newCustomer();
    refuse();
    await expose([severePort]);
    await attemptFailed(1);
    // A minute and two, each a fifth more or less.
    service.clock.advanceSeconds(47);
    expect(await deliveries()).toMatchObject([{ attempts: 1, status: 'pending' }]);
    service.clock.advanceSeconds(25);
    await attemptFailed(2);
    service.clock.advanceSeconds(95);
    expect(await deliveries()).toMatchObject([{ attempts: 2 }]);
    mailServer.refuseAddress = () => undefined;
    mailServer.refuseMail = () => undefined;
    service.clock.advanceSeconds(49);
    await mailsTo(email, 1);
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'active' });
    expect(await deliveries()).toMatchObject([{ status: 'sent', attempts: 3 }]);
  });

  it('what is new while a mail is tried goes into the next one', async () => {
    await newCustomer();
    mailServer.refuseAddress = numbered(451);
    await expose([severePort], { hostname: 'early.example.org' });
    await attemptFailed(1);
    await expose([severePort], { hostname: 'later.example.org' });
    await mailIsQuiet(service);
    mailServer.refuseAddress = () => undefined;
    service.clock.advanceSeconds(72);
    const [first] = await mailsTo(email, 1);
    expect(first!.text).toContain('early.example.org');
    expect(first!.text).not.toContain('later.example.org');
    passPause();
    const [, second] = await mailsTo(email, 2);
    expect(second!.text).toContain('later.example.org');
  });

  it('for a day is given up', async () => {
    await newCustomer();
    mailServer.refuseAddress = numbered(451);
    await expose([severePort]);
    await attemptFailed(1);
    service.clock.advanceSeconds(dayInSeconds - 120);
    await attemptFailed(2);
    mailServer.refuseAddress = () => undefined;
    service.clock.advanceSeconds(144);
    await eventually('the mail is given up', async () => (await deliveries())[0]?.status === 'expired');
    await mailsTo(email, 0);
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'active' });
  });

  it.each([
    [
      'the address',
      () => (mailServer.refuseAddress = () => ({ code: 550, message: 'no such user here' })),
      '550 no such user here',
    ],
    ['the text', () => (mailServer.refuseMail = () => ({ code: 554, message: 'not wanted' })), '554 not wanted'],
  ])(
    'ever (5xx to %s) makes the address failing: it gets no more until it is asked for again',
    async (_what, refuse, failure) => {
      await newCustomer();
      refuse();
      await expose([severePort]);
      await eventually(
        'the address is failing',
        async () => (await statusesOf(partner, clientId))[email] === 'failing',
      );
      expect(await recipientsOf(partner, clientId)).toMatchObject([{ failure }]);
      expect(await deliveries()).toMatchObject([{ status: 'refused', attempts: 1 }]);
      mailServer.refuseAddress = () => undefined;
      mailServer.refuseMail = () => undefined;
      passPause();
      await expose([severePort]);
      await mailsTo(email, 0);
      expect(expectSuccess(await add(email)).recipient).toMatchObject({ status: 'active', failure: null });
      await expose([severePort]);
      await mailsTo(email, 1);
    },
  );

  it('ever, when it is asked to confirm, is shown too, and asked again when wanted', async () => {
    await newCustomer();
    const address = `typo-${clientId}@example.org`;
    mailServer.refuseAddress = () => ({ code: 550, message: '5.1.1 no such user' });
    await add(address);
    await eventually(
      'the address is failing',
      async () => (await statusesOf(partner, clientId))[address] === 'failing',
    );
    mailServer.refuseAddress = () => undefined;
    passPause();
    expect(expectSuccess(await add(address)).recipient).toMatchObject({ status: 'pending', failure: null });
    const [asking] = await mailsTo(address, 1);
    expect((await visit('POST', linkIn(asking!.text, '/mail/confirm'))).status).toBe(200);
  });

  it('because of our own set-up costs no address its mail', async () => {
    await newCustomer();
    mailServer.refuseAddress = () => ({ code: 554, message: '5.7.1 Relay access denied' });
    await expose([severePort]);
    await eventually('the first attempt', async () => (await deliveries())[0]?.failure);
    expect(await statusesOf(partner, clientId)).toEqual({ [email]: 'active' });
    mailServer.refuseAddress = () => undefined;
    service.clock.advanceSeconds(72);
    await mailsTo(email, 1);
  });
});

describe('what became of a mail', () => {
  it('is forgotten 90 days after it was settled', async () => {
    await newCustomer();
    await expose([severePort]);
    await mailsTo(email, 1);
    const { pool } = service.store.database;
    const keptAfter = async (days: number) => {
      const settledAt = new Date(service.clock.now().getTime() - days * dayInSeconds * 1_000);
      await pool.query('UPDATE notification_deliveries SET settled_at = $2 WHERE address = $1', [email, settledAt]);
      await dropOldDeliveries(service.service.resources);
      return (await pool.query('SELECT FROM notification_deliveries WHERE address = $1', [email])).rowCount;
    };
    expect(await keptAfter(89)).toBe(1);
    expect(await keptAfter(91)).toBe(0);
  });
});

describe('a mail that cannot be made', () => {
  it('holds up no other, and is made when it can be', async () => {
    await newCustomer();
    const unlucky = email;
    await expose([severePort]);
    await mailsTo(unlucky, 1);
    const domain = `broken-${clientId}.example.com`;
    leaks.knows(domain, [leakedCredential(`ada@${domain}`)]);
    await monitorDomain(partner.api, clientId, domain);
    const { pool } = service.store.database;
    const spoil = 'UPDATE alerts SET evidence = $2 WHERE starts_with(key, $1)';
    const evidence = await eventually('the leak is an alert that waits', async () => {
      const { rows } = await pool.query(
        `SELECT evidence FROM alerts a JOIN notification_recipients r ON r.partner_id = a.partner_id AND r.waiting_alerts = ARRAY[a.id]
         WHERE starts_with(a.key, $1)`,
        [domain],
      );
      return rows[0]?.evidence;
    });
    await pool.query(spoil, [domain, {}]);
    passPause();

    await newCustomer();
    await expose([severePort]);
    await mailsTo(email, 1);
    await mailsTo(unlucky, 1);
    await pool.query(spoil, [domain, evidence]);
    passPause();
    await mailsTo(unlucky, 2);
  });
});

describe('the language of a mail', () => {
  it("is the customer's, else the partner's, and the pages that its links lead to have the reader's", async () => {
    await newCustomer();
    const administrator = await openConsole(service, partner);
    expectSuccess(await administrator.send('PUT', '/api/v1/branding', { language: 'fr' }));
    const other = `other-${email}`;
    expectSuccess(await add(other), 201);
    const [asked] = await mailsTo(other, 1);
    expect(asked!.headers.get('subject')).toBe('Confirmez votre adresse pour les alertes de sécurité de Acme Hosting');
    expect(asked).toMatchObject({
      text: expect.stringContaining('Confirmer cette adresse: '),
      html: expect.stringContaining('<html lang="fr">'),
    });
    const page = linkIn(asked!.text, '/mail/confirm');
    expect((await visit('GET', page)).body).toContain('Voulez-vous recevoir des alertes de sécurité ?');
    const german = await service.client(partner.portalDomain, null).get(page, { 'accept-language': 'de' });
    expect(german.body).toMatch(/<html lang="de">.*Möchten Sie Sicherheitsmeldungen erhalten\?/s);

    expectSuccess(await partner.api.send('PUT', `/api/v1/customers/${clientId}`, { language: 'de' }));
    await expose([severePort, otherSeverePort]);
    const [alerts] = await mailsTo(email, 1);
    expect(alerts!.headers.get('subject')).toContain('neue Sicherheitsmeldungen');
    expect(alerts).toMatchObject({
      text: expect.stringContaining('Neu: 2 offene Ports auf Ihren Servern'),
      html: expect.stringContaining('<html lang="de">'),
    });
  });
});

describe('the monthly report by mail', () => {
  const choose = async (wanted: boolean, address = email) => {
    const recipient = (await recipientsOf(partner, clientId)).find((each) => each.email === address)!;
    const choice = { client_id: clientId, monthly_report: wanted };
    return expectSuccess(await partner.api.send('PUT', `${recipientsPath}/${recipient.id}`, choice)).recipient;
  };
  const reportsTo = (address: string) =>
    mailServer.mailsTo(address).filter(({ headers }) => headers.get('subject')!.startsWith('Security report, '));
  /** Noon of the first day of a month: by then every report is due. */
  const nextMonth = () => {
    const now = service.clock.now();
    const first = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1, 12, 30));
    service.clock.advanceSeconds((first.getTime() - now.getTime()) / 1_000);
    return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1));
  };
  const reports = async (address: string, count: number) => {
    await eventually(`${count} reports to ${address}`, async () => reportsTo(address).length >= count);
    await mailIsQuiet(service);
    expect(reportsTo(address)).toHaveLength(count);
    return reportsTo(address);
  };

  it('goes once, on the first of the next month, to an address for which it was chosen, with the PDF', async () => {
    await newCustomer();
    await addConfirmed(`boss-${clientId}@example.org`);
    expect(await choose(true)).toMatchObject({ email, monthly_report: true, status: 'active' });
    const entries = await auditOfPartner(service, partner.partnerId);
    expect(entries.at(-1)).toMatchObject({
      action: 'notification_recipient.changed',
      details: { monthly_report: true },
    });
    await mailIsQuiet(service);
    expect(reportsTo(email)).toEqual([]);
    const month = nextMonth();
    const [mail] = await reports(email, 1);
    const name = month.toLocaleDateString('en', { month: 'long', year: 'numeric', timeZone: 'UTC' });
    expect(mail!.headers.get('subject')).toBe(`Security report, ${name}`);
    expect(mail!.text).toContain(`/report?month=${month.toISOString().slice(0, 7)}`);
    expect(mail!.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(mail!.raw).toMatch(/Content-Type: application\/pdf; name=security-report-\d{4}-\d\d\.pdf/);
    expect(mail!.raw).toContain(Buffer.from('%PDF-1.7').toString('base64').slice(0, 8));
    service.clock.advanceSeconds(dayInSeconds);
    await reports(email, 1);
    expect(reportsTo(`boss-${clientId}@example.org`)).toEqual([]);
    nextMonth();
    await reports(email, 2);
  });

  it('does not go to whoever chose it no longer, unsubscribed, or has a provider that is suspended; nor by two workers twice', async () => {
    await newCustomer();
    await choose(true);
    expect(await choose(false)).toMatchObject({ monthly_report: false });
    nextMonth();
    await mailIsQuiet(service);
    expect(reportsTo(email)).toEqual([]);
    await choose(true);
    const second = await TestService.start({
      sharedWith: service,
      role: 'worker',
      environment: mailServer.environment,
    });
    try {
      nextMonth();
      await reports(email, 1);
    } finally {
      await second.stop();
    }
    await changePartnerStatus(partner.operation, 'suspended');
    nextMonth();
    await mailIsQuiet(service);
    await changePartnerStatus(partner.operation, 'active');
    await reports(email, 1);
    expect((await remove((await recipientsOf(partner, clientId))[0]!.id)).status).toBe(204);
    nextMonth();
    await mailIsQuiet(service);
    await reports(email, 1);
  });

  it('is chosen for addresses of the customer only', async () => {
    await newCustomer();
    const { id } = (await recipientsOf(partner, clientId))[0]!;
    await choose(true);
    const other = newClientId();
    await partner.api.post('/api/v1/endpoints', { billing_customer_id: other, ip_address: '10.9.8.6' });
    const put = (body: object, to = id) => partner.api.send('PUT', `${recipientsPath}/${to}`, body);
    const wanted = { client_id: other, monthly_report: true };
    expectProblem(await put(wanted), 403, 'ACCESS_DENIED');
    expectProblem(await put(wanted, other.toString()), 404, 'RECIPIENT_NOT_FOUND');
    expectProblem(await put({ ...wanted, client_id: 999_999 }), 404, 'CUSTOMER_NOT_FOUND');
    expectRefusal(await put({ client_id: clientId }), 422, ['monthly_report']);
  });
});
