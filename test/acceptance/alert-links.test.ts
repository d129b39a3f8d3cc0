import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { changePartnerStatus } from '../../src/identity/partners/change-partner-status.ts';
import { MailLinks } from '../../src/notifications/mail/mail-links.ts';
import { alertLinkPath, allowAlertLinks, mailAbout, press } from '../support/alert-links.ts';
import { act } from '../support/billing.ts';
import { newClientId } from '../support/notifications.ts';
import { openConsole, PortalBrowser, signInCustomer } from '../support/portal-browser.ts';
import { insertAlert, insertDomainAlert, pretendLiveWorker } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { systemOperation } from '../support/scan-steps.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const dayInSeconds = 86_400;

let service: TestService;
let partner: TestPartner;
let clientId: number;
let email: string;
let endpointId: string;
let alertId: string;
let link: string;
let lastAddress = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  await pretendLiveWorker(service);
});
afterAll(async () => {
  await service?.stop();
});

/** A customer of a new partner that allows links, with a server, an alert about it, and the link in its mail. */
beforeEach(async () => {
  partner = await service.partner();
  await allowAlertLinks(service, partner);
  clientId = newClientId();
  email = `jane-${clientId}@example.org`;
  lastAddress += 1;
  endpointId = await provision(partner.api, `127.60.0.${lastAddress}`, { client_id: clientId, client_email: email });
  alertId = await insertAlert(service, partner, endpointId, { port: 22 });
  [link = ''] = await mailAbout(service, partner, clientId, [alertId]);
});

const newBrowser = () => new PortalBrowser(service, partner.portalDomain);
const alertPath = (id = alertId) => `/api/v1/monitoring/alerts/${id}`;

/** A browser that has opened the link. */
async function opened(path = link): Promise<PortalBrowser> {
  const browser = newBrowser();
  expect((await press(browser, path)).status).toBe(303);
  return browser;
}

const isDead = async (browser: PortalBrowser, path = link) => {
  const statuses = [(await browser.get(path)).status, (await press(browser, path)).status];
  expect(statuses).toEqual([410, 410]);
  expect(browser.cookie).toBeUndefined();
};

describe('a link to an alert', () => {
  const kinds: Record<string, () => Promise<[id: string, path: string, platforms: boolean]>> = {
    port: async () => [alertId, `/alerts/${alertId}`, true],
    certificate: async () => {
      const id = await insertAlert(service, partner, endpointId, { port: 443 });
      const evidence = { cause: 'protocol', port: 443, server_name: null, version: 'TLSv1', newest: true };
      await service.store.database.pool.query(
        `UPDATE alerts SET kind = 'certificate', key = 'tcp/443 protocol', protocol = NULL, port = NULL, evidence = $2 WHERE id = $1`,
        [id, evidence],
      );
      return [id, `/alerts/${id}`, false];
    },
    leak: async () => {
      const domain = `links-${clientId}.example.com`;
      const service_ = { client_id: clientId, service_id: clientId, domain };
      const { monitored_domain_id } = (await act(partner.api, 'provision-domain', service_)).body.data;
      const id = await insertDomainAlert(service, partner, monitored_domain_id);
      return [id, `/leaks/${id}`, false];
    },
  };

  it.each(Object.keys(kinds))('opens an alert of a %s by a button, and nothing but it', async (kind) => {
    const [id, path, hasPlatforms] = await kinds[kind]!();
    const [its] = await mailAbout(service, partner, clientId, [id]);
    const browser = newBrowser();
    const page = await browser.get(its!);
    expect(page.status).toBe(200);
    expect(page.body).toContain('<button type="submit">Show the alert</button>');
    expect(page.headers['referrer-policy']).toBe('same-origin');
    const shown = await press(browser, its!);
    expect([shown.status, shown.headers.location]).toEqual([303, path]);
    const { signed_in } = expectSuccess(await browser.get('/api/v1/session'));
    const subject = kind === 'leak' ? 'domain' : 'endpoint';
    const session = { kind: 'alert_link', alert_id: id, subject, language: null, expires_at: expect.any(String) };
    expect(signed_in).toEqual(session);
    expect(expectSuccess(await browser.get(alertPath(id))).alert.id).toBe(id);
    expect((await browser.get(`/api/v1/alerts/${id}/remediation`)).status).toBe(hasPlatforms ? 200 : 404);
    expect(expectSuccess(await browser.get(`${alertPath(id)}/check`)).check.alert_id).toBe(id);
    expectProblem(await browser.get(`/api/v1/monitoring/alerts`), 403, 'ACCESS_DENIED');
    expectProblem(await browser.post(`${alertPath(id)}/resolve`), 403, 'ACCESS_DENIED');
  });

  it('has the server looked at again, which leaks cannot be', async () => {
    const browser = await opened();
    const { check } = expectSuccess(await browser.post(`${alertPath()}/check`), 202);
    expect(check).toEqual({
      alert_id: alertId,
      alert_status: 'open',
      impossible: null,
      scan: { status: 'pending', created_at: expect.any(String), started_at: null, finished_at: null },
      still_seen: null,
      retry_after_seconds: service.config.scanCooldownSeconds,
    });
    const again = await browser.post(`${alertPath()}/check`);
    expectProblem(again, 429, 'RATE_LIMITED', { retry_after_seconds: expect.any(Number) });
    const [leakId] = await kinds.leak!();
    const [toLeak] = await mailAbout(service, partner, clientId, [leakId]);
    const other = await opened(toLeak);
    expect(expectSuccess(await other.get(`${alertPath(leakId)}/check`)).check.impossible).toMatch(/^No scan tells/);
    expectProblem(await other.post(`${alertPath(leakId)}/check`), 409, 'ALERT_NOT_CHECKABLE');
  });

  it('is neither spent nor opened by whoever only looks: scanners ask by GET and HEAD, as often as they like', async () => {
    for (const method of ['HEAD', 'GET', 'HEAD', 'GET'] as const) {
      const answer = await newBrowser().send(method, link);
      expect(answer.status).toBe(200);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const { rowCount } = await service.store.database.pool.query('SELECT FROM alert_links WHERE alert_id = $1', [
      alertId,
    ]);
    expect(rowCount).toBe(0);
    await opened();
  });

  it('is opened by its own page only', async () => {
    const browser = newBrowser();
    const form = { 'content-type': 'application/x-www-form-urlencoded' };
    const strange = [{}, { origin: 'https://evil.example' }, { origin: 'null' }];
    for (const headers of strange)
      expect((await browser.sendFromElsewhere('POST', link, '', { ...form, ...headers })).status).toBe(403);
    expect(browser.cookie).toBeUndefined();
    expect((await press(browser, link)).status).toBe(303);
  });

  it('belongs to the browser that opened it first, which may come back', async () => {
    const browser = await opened();
    await isDead(newBrowser());
    // While its session lasts, without the button.
    const again = await browser.get(link);
    expect([again.status, again.headers.location]).toEqual([303, `/alerts/${alertId}`]);
    service.clock.advanceSeconds(3_601);
    expectRefusal(await browser.get(alertPath()), 401);
    expect(expectSuccess(await browser.get('/api/v1/session')).signed_in).toBeNull();
    expect((await browser.get(link)).status).toBe(200);
    expect((await press(browser, link)).status).toBe(303);
    expect((await browser.get(alertPath())).status).toBe(200);
    // A stolen cookie of the first session is worth nothing any more, nor is the link in a browser that has it.
    await isDead(newBrowser());
  });

  it('does not get in the way of another one in the same browser', async () => {
    const otherId = await insertAlert(service, partner, endpointId, { port: 23 });
    const [first, second] = await mailAbout(service, partner, clientId, [alertId, otherId]);
    const browser = await opened(first);
    expect((await press(browser, second!)).status).toBe(303);
    expect((await browser.get(alertPath(otherId))).status).toBe(200);
    expectProblem(await browser.get(alertPath(alertId)), 403, 'ACCESS_DENIED');
    expect((await press(browser, first!)).status).toBe(303);
    expect((await browser.get(alertPath(alertId))).status).toBe(200);
  });

  it('is one of two browsers’ that press its button at once', async () => {
    const browsers = Array.from({ length: 6 }, newBrowser);
    const answers = await Promise.all(browsers.map((browser) => press(browser, link)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410, 410, 410, 410]);
  });

  it('leads whoever is signed in as its customer straight to the alert, and nobody else', async () => {
    const customer = await signInCustomer(service, partner, clientId);
    const straight = await customer.get(link);
    expect([straight.status, straight.headers.location]).toEqual([303, `/alerts/${alertId}`]);
    const strangerId = newClientId();
    await provision(partner.api, '127.61.0.1', { client_id: strangerId });
    const stranger = await signInCustomer(service, partner, strangerId);
    expect((await stranger.get(link)).status).toBe(200);
    const sandbox = await enableSandbox(service, partner);
    await provision(sandbox, '127.61.0.2', { client_id: clientId });
    const tried = await signInCustomer(service, { ...partner, api: sandbox }, clientId);
    expect((await tried.get(link)).status).toBe(200);
  });

  it('ends with a sign-out, and the audit log tells who opened what by which mail', async () => {
    const browser = await opened();
    expect((await browser.send('DELETE', '/api/v1/session')).status).toBe(204);
    browser.cookie = undefined;
    expectRefusal(await browser.get(alertPath()), 401);
    const { entries } = expectSuccess(await partner.api.get(`/api/v1/audit?subject_id=${alertId}`));
    expect(entries).toMatchObject([
      { action: 'alert_link.opened', actor: { kind: 'customer' }, details: { mail_id: link.split(/[=.]/)[1] } },
    ]);
  });
});

describe('a link to an alert, and the session by it, end', () => {
  const ids = async () => {
    const sql = 'SELECT id FROM customers WHERE partner_id = $1 AND billing_customer_id = $2';
    const { rows } = await service.store.database.pool.query<{ id: string }>(sql, [partner.partnerId, clientId]);
    return { customerId: rows[0]!.id };
  };
  const ends: Record<string, () => Promise<unknown>> = {
    'seven days after the mail': async () => service.clock.advanceSeconds(7 * dayInSeconds),
    'when the recipient is removed': async () =>
      partner.api.send('DELETE', `/api/v1/notifications/recipients/${(await ids()).customerId}?client_id=${clientId}`),
    'when the recipient unsubscribes': async () => {
      const token = new MailLinks(service.store.keys.lasting).unsubscribeToken(
        partner.partnerId,
        (await ids()).customerId,
      );
      await press(newBrowser(), `/mail/unsubscribe?token=${token}`);
    },
    'when the billing system tells another address': () =>
      partner.api.send('PUT', `/api/v1/customers/${clientId}`, { client_email: 'new@example.org' }),
    'when another address has taken its place': async () => {
      const changed = { client_email: 'new@example.org' };
      await partner.api.send('PUT', `/api/v1/customers/${clientId}`, changed);
      const added = { client_id: clientId, email: changed.client_email };
      expect((await partner.api.post('/api/v1/notifications/recipients', added)).status).toBe(200);
    },
    'when the partner does not allow such links any more': async () => {
      const console = await openConsole(service, partner);
      expect((await console.send('PUT', '/api/v1/branding', {})).status).toBe(200);
    },
    'when the server is suspended': () => act(partner.api, 'suspend', { endpoint_id: endpointId }),
    'when the server is terminated': () => act(partner.api, 'terminate', { endpoint_id: endpointId }),
    'when the customer is signed out everywhere': () =>
      partner.api.send('DELETE', `/api/v1/customers/${clientId}/sessions`),
    'when the alert is gone': () => service.store.database.pool.query('DELETE FROM alerts WHERE id = $1', [alertId]),
  };

  it.each(Object.keys(ends))('%s', async (reason) => {
    const browser = await opened();
    const [unopened] = await mailAbout(service, partner, clientId, [alertId]);
    expect((await browser.get(alertPath())).status).toBe(200);
    await ends[reason]!();
    expectRefusal(await browser.get(alertPath()), 401);
    expect(expectSuccess(await browser.get('/api/v1/session')).signed_in).toBeNull();
    for (const path of [link, unopened!]) {
      browser.cookie = undefined;
      await isDead(browser, path);
      await isDead(newBrowser(), path);
    }
  });

  it('when the partner is suspended', async () => {
    const browser = await opened();
    await changePartnerStatus(systemOperation(service, partner), 'suspended');
    expectProblem(await browser.get(alertPath()), 403, 'ACCOUNT_SUSPENDED');
  });
});

describe('a token that is not of this mail and alert opens nothing', () => {
  it('tampered with, of another alert, of another mail, of another partner, or for an alert that the mail does not name', async () => {
    const otherId = await insertAlert(service, partner, endpointId, { port: 25 });
    const [other] = await mailAbout(service, partner, clientId, [otherId]);
    const [mailId, , signature] = tokenOf(link).split('.');
    const [otherMail] = tokenOf(other!).split('.');
    const links = new MailLinks(service.store.keys.lasting);
    const stranger = await service.partner();
    await allowAlertLinks(service, stranger);
    const tokens = [
      'none',
      '',
      `${mailId}.${alertId}`,
      `${mailId}.${otherId}.${signature}`,
      `${otherMail}.${alertId}.${signature}`,
      `${tokenOf(link)}.${signature}`,
      tokenOf(link).slice(0, -2),
      links.alertToken(partner.partnerId, mailId!, otherId),
      links.alertToken(stranger.partnerId, mailId!, alertId),
    ];
    for (const token of tokens) await isDead(newBrowser(), `${alertLinkPath}?token=${token}`);
    const elsewhere = new PortalBrowser(service, stranger.portalDomain);
    await isDead(elsewhere);
    const browser = await opened();
    const moved = new PortalBrowser(service, stranger.portalDomain, browser.cookie);
    expectProblem(await moved.get(alertPath()), 403, 'TENANT_MISMATCH');
  });

  it('leads to the customer area instead, where the partner has told its address', async () => {
    const console = await openConsole(service, partner);
    const customer_area_url = 'https://billing.acme.example/area?view=security';
    expect((await console.send('PUT', '/api/v1/branding', { customer_area_url, alert_links: true })).status).toBe(200);
    await opened();
    service.clock.advanceSeconds(6);
    const { body } = await newBrowser().get(link);
    const href = /href="([^"]*billing[^"]*)"/.exec(body)![1]!.replaceAll('&#38;', '&');
    expect(new URL(href).searchParams.get('redirect_path')).toBe(`/alerts/${alertId}`);
  });

  function tokenOf(path: string): string {
    return path.split('token=')[1]!;
  }
});
