import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { nextMondayTime } from '../../src/notifications/mail/report-time.ts';
import type { ApiAnswer } from '../support/api-client.ts';
import { auditOfPartner } from '../support/audit-log.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { MailServer, type ReceivedMail } from '../support/mail-server.ts';
import {
  linkIn,
  mailIsQuiet,
  newClientId,
  recipientsOf,
  recipientsPath,
  settingsPath,
} from '../support/notifications.ts';
import { openConsole } from '../support/portal-browser.ts';
import { nextScan, provision } from '../support/scans.ts';
import { host, ScriptedScanner } from '../support/scripted-scanner.ts';
import { expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const weekInSeconds = 7 * 86_400;
const claimSeconds = 120;

const scanner = new ScriptedScanner();
let mailServer: MailServer;
let service: TestService;
let partner: TestPartner;
let clientId: number;
let email: string;
let address: string;
let endpointId: string;

// Each with a clock of its own: some weeks ahead there are no partitions for scans yet.
beforeEach(async () => {
  mailServer = await MailServer.start();
  service = await TestService.start({ scanner, environment: mailServer.environment });
});
afterEach(async () => {
  await service?.stop();
  await mailServer?.close();
});

/** A customer of a new partner with one server, which was scanned. */
async function newCustomer(open: readonly number[] = []): Promise<void> {
  partner = await service.partner();
  clientId = newClientId();
  email = `jane-${clientId}@example.org`;
  address = loopbackAddress();
  scanner.script(address, host({ open }));
  endpointId = await provision(partner.api, address, { client_id: clientId, client_email: email });
  await nextScan(partner.api, endpointId);
}

/** Shortly before the next summary is made, with the server scanned anew. */
async function nearMonday(): Promise<void> {
  await mailIsQuiet(service);
  const { last_scan_at: before } = (await partner.api.get(`/api/v1/endpoints/${endpointId}`)).body.data;
  const { rows } = await service.store.database.pool.query<{ due: Date }>(
    'SELECT weekly_summary_due_at AS due FROM customers WHERE billing_customer_id = $1 AND partner_id = $2',
    [clientId, partner.partnerId],
  );
  service.clock.advanceSeconds((rows[0]!.due.getTime() - service.clock.now().getTime()) / 1_000 - 60);
  await nextScan(partner.api, endpointId, before);
}

async function monday(): Promise<void> {
  // What was sent last is noted, too.
  await mailIsQuiet(service);
  service.clock.advanceSeconds(120);
  await mailIsQuiet(service);
}

async function summaries(count: number, to = email): Promise<readonly ReceivedMail[]> {
  const sent = () => mailServer.mailsTo(to).filter(({ headers }) => headers.get('list-id')?.startsWith('<week.'));
  await eventually(`${count} summaries`, async () => sent().length >= count);
  await mailIsQuiet(service);
  expect(sent()).toHaveLength(count);
  return sent();
}

function visit(method: 'GET' | 'POST', path: string): Promise<ApiAnswer> {
  const visitor = service.client(partner.portalDomain, null);
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  return method === 'GET' ? visitor.get(path) : visitor.send('POST', path, 'List-Unsubscribe=One-Click', form);
}

describe('the weekly summary', () => {
  it('comes on a Monday after a week of silence: what may be said, what was looked at, what is new, and the servers as one bar', async () => {
    await newCustomer();
    await nearMonday();
    await summaries(0);
    await monday();
    const [mail] = await summaries(1);
    expect(service.clock.now().getUTCDay()).toBe(1);
    expect(mail!.headers.get('subject')).toBe('Nothing needs your attention');
    const day = service.clock.now().toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
    expect(mail!.text).toContain(`We looked at 1 of 1 server or domain, the last time on ${day}.`);
    expect(mail!.text).toContain('In the last seven days nothing new was found on them.');
    expect(mail!.text).toContain('- Nothing to do on 1 server');
    expect(mail!.html).toContain('class="good-bar" width="100%"');
    await nearMonday();
    await monday();
    await summaries(2);
  });

  it('leaves whoever is new a week in which to choose', async () => {
    const sunday = Date.UTC(2026, 10, 29);
    expect(nextMondayTime(new Date(sunday), 'ffffffff-0000-7000-8000-000000000000').toISOString()).toBe(
      '2026-11-30T04:00:00.000Z',
    );
    await newCustomer();
    await mailIsQuiet(service);
    service.clock.advanceSeconds(weekInSeconds);
    await mailIsQuiet(service);
    await summaries(0);
  });

  it('reassures only when all was looked at: of a server that is paused it says that nobody knows', async () => {
    await newCustomer();
    await nearMonday();
    const paused = { billing_customer_id: clientId, ip_address: '10.9.8.7', status: 'paused' };
    expect((await partner.api.post('/api/v1/endpoints', paused)).status).toBe(201);
    await monday();
    const [mail] = await summaries(1);
    expect(mail!.headers.get('subject')).toBe('One server is not scanned');
    expect(mail!.text).toContain('We looked at 1 of 2 servers and domains');
    expect(mail!.text).toContain('What was not looked at may have changed without anybody noticing.');
    expect(mail!.text).not.toContain('nothing new');
    expect(mail!.text).toContain('- 1 server was not, or not fully, looked at');
  });

  it('does not come in a week with another mail, and reminds of what is open after one without', async () => {
    await newCustomer([3306]);
    await eventually('the alert is mailed', async () => mailServer.mailsTo(email).length === 1);
    scanner.script(address, host({ open: [3306, 6379] }));
    await nearMonday();
    await eventually('another alert is mailed', async () => mailServer.mailsTo(email).length === 2);
    await monday();
    await summaries(0);
    await nearMonday();
    await monday();
    const [mail] = await summaries(1);
    expect(mail!.headers.get('subject')).toBe('2 open ports need your attention');
    expect(mail!.text).toContain('- 1 server needs action');
  });

  it('is ended by its own link, which ends no other mail', async () => {
    await newCustomer();
    await nearMonday();
    await monday();
    const [mail] = await summaries(1);
    const link = linkIn(mail!.text, '/mail/end-weekly-summary');
    expect(mail!.headers.get('list-unsubscribe')).toContain('/mail/end-weekly-summary');
    expect((await visit('GET', link)).status).toBe(200);
    expect((await recipientsOf(partner, clientId))[0]).toMatchObject({ weekly_summary: true });
    expect((await visit('POST', link)).status).toBe(200);
    expect((await recipientsOf(partner, clientId))[0]).toMatchObject({ weekly_summary: false, status: 'active' });
    expect((await visit('GET', `${link}x`)).status).toBe(410);
    await nearMonday();
    await monday();
    await summaries(1);
  });

  it('is ended by the customer for an address, and by the partner for all', async () => {
    await newCustomer();
    const { id } = (await recipientsOf(partner, clientId))[0]!;
    const choose = async (wanted: boolean) => {
      const choice = { client_id: clientId, weekly_summary: wanted };
      const { recipient } = expectSuccess(await partner.api.send('PUT', `${recipientsPath}/${id}`, choice));
      expect(recipient.weekly_summary).toBe(wanted);
    };
    await choose(false);
    await nearMonday();
    await monday();
    await summaries(0);
    await choose(true);
    const console = await openConsole(service, partner);
    const setting = '/api/v1/settings/weekly-summary';
    expect(expectSuccess(await console.send('PUT', setting, { enabled: false }))).toEqual({ enabled: false });
    expect(expectSuccess(await partner.api.get(setting))).toEqual({ enabled: false });
    await nearMonday();
    await monday();
    await summaries(0);
    // Nobody is signed in for weeks.
    const later = await openConsole(service, partner);
    expectSuccess(await later.send('PUT', setting, { enabled: true }));
    const changes = (await auditOfPartner(service, partner.partnerId)).filter(
      ({ action }) => action === 'settings.changed',
    );
    expect(changes.map(({ details }) => details)).toEqual(
      expect.arrayContaining([
        { weekly_summaries: { from: true, to: false } },
        { weekly_summaries: { from: false, to: true } },
      ]),
    );
    await nearMonday();
    await monday();
    await summaries(1);
  });

  it('does not come to a partner that is suspended, nor where there is nothing to look at or nothing is wanted', async () => {
    await newCustomer();
    await nearMonday();
    await changePartnerStatus(partner.operation, 'suspended');
    await monday();
    await changePartnerStatus(partner.operation, 'active');
    await nearMonday();
    const kinds = expectSuccess(await partner.api.get(`${settingsPath}?client_id=${clientId}`)).settings.kinds;
    const none = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, { enabled: false }]));
    const nothing = { client_id: clientId, port_alerts: false, domain_alerts: false, kinds: none };
    expectSuccess(await partner.api.send('PUT', settingsPath, nothing));
    await monday();
    await partner.api.send('PUT', settingsPath, { client_id: clientId, port_alerts: true });
    await nearMonday();
    await partner.api.send('DELETE', `/api/v1/endpoints/${endpointId}?billing_customer_id=${clientId}`);
    await monday();
    await summaries(0);
  });

  it('comes once, also when its worker dies behind the mail server’s back or there are two', async () => {
    await newCustomer();
    const second = await TestService.start({
      sharedWith: service,
      role: 'worker',
      environment: { ...mailServer.environment, SCAN_ENGINE: 'off' },
    });
    try {
      await nearMonday();
      await monday();
      const [mail] = await summaries(1);
      expect(mail!.to).toBe(email);
      // As if its worker had died before it could note that the server took it.
      await service.store.database.pool.query(
        `UPDATE notification_deliveries SET status = 'handed_over', settled_at = NULL, next_attempt_at = $1
         WHERE kind = 'weekly_summary' AND address = $2`,
        [service.clock.now(), email],
      );
      service.clock.advanceSeconds(claimSeconds);
      await eventually('it is presumed sent', async () => {
        const { rows } = await service.store.database.pool.query<{ status: string }>(
          `SELECT status FROM notification_deliveries WHERE kind = 'weekly_summary' AND address = $1`,
          [email],
        );
        return rows.length === 1 && rows[0]!.status === 'presumed_sent';
      });
      await summaries(1);
    } finally {
      await second.stop();
    }
  });

  it.each([
    ['de', 'Keine Wochenübersicht mehr'],
    ['fr', 'Ne plus recevoir de résumé hebdomadaire'],
    ['es', 'No recibir más resúmenes semanales'],
    ['pt', 'Não receber mais resumos semanais'],
  ])('is written in the language of its reader: %s', async (language, end) => {
    await newCustomer();
    expectSuccess(await partner.api.send('PUT', `/api/v1/customers/${clientId}`, { language }));
    await nearMonday();
    await monday();
    const [mail] = await summaries(1);
    expect(mail!.text).toContain(end);
    expect(mail!.text).not.toMatch(/\b(looked|server needs|summaries)\b/);
    expect(mail!.html).toContain(`<html lang="${language}">`);
  });
});
