import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const narrow = { viewport: { width: 360, height: 740 }, hasTouch: true, reducedMotion: 'reduce' } as const;

describe('the portal asks for what needs action, and for little else', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let partner: TestPartner;
  let browser: Browser;
  let portal: PortalPage;
  let clientId = 700;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    const api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    partner = { ...created, api, operation: service.operator(created.partnerId) };
    browser = await launchChromium();
  });
  afterEach(async () => {
    await portal?.close();
    expect(portal.complaints).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    await service?.stop();
  });

  /** A new customer with scanned servers of these names. */
  async function customer(...names: string[]): Promise<string[]> {
    clientId += 1;
    const ids: string[] = [];
    for (const hostname of names) {
      const id = await provision(partner.api, loopbackAddress(), { client_id: clientId, hostname });
      await completeScan(service, partner, id, {});
      ids.push(id);
    }
    return ids;
  }

  async function open(path: string, options: object = narrow) {
    portal = await PortalPage.open(browser, service, options);
    await portal.signIn(partner.api, clientId, path);
    return portal.page;
  }

  async function expectSound(): Promise<void> {
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);
  }

  it('is green with the time of the last look when only notes are open, and asks once which servers are websites', async () => {
    const [shop, mail] = await customer('shop', 'mail');
    await insertAlert(service, partner, shop!, { port: 443, severity: 'low' });
    await insertAlert(service, partner, mail!, { port: 25, severity: 'low' });
    await insertAlert(service, partner, mail!, { port: 8080, severity: 'low' });
    const page = await open('/');
    await page.getByRole('heading', { level: 1, name: 'Nothing needs your attention' }).waitFor();
    await page.getByText('We looked at all 2 servers: nothing has to be done.').waitFor();
    await page.getByText('And 3 notes: good to know, nothing has to be done.').waitFor();
    await expectSound();

    await page.getByRole('link', { name: 'Look at 2 servers' }).click();
    await page.getByRole('heading', { name: 'Which of these are websites or mail servers?' }).waitFor();
    await page.getByLabel('shop is a website').check();
    await page.getByRole('button', { name: 'Allow the ports of one server' }).waitFor();
    await page.getByLabel('mail is a mail server').check();
    await expectSound();
    await page.getByRole('button', { name: 'Allow the ports of 2 servers' }).click();
    await page.getByText('And one note: good to know, nothing has to be done.').waitFor();
    await page.getByText('Which of your servers are websites').waitFor({ state: 'detached' });
    await page.goto(`${portalUrl(service)}/allowed-ports`);
    await page.getByRole('link', { name: 'Websites and mail servers' }).click();
    await page.getByText('There is nothing to ask').waitFor();
  });

  it('a cause leads to the servers that have it, whatever kind it is of', async () => {
    const ids = await customer('shop', 'mail', 'files');
    const versions = ['7.9p1 Debian-10+deb10u2', '7.9p1 Debian-10+deb10u2', '7.4p1 Debian-10+deb9u7'];
    for (const [index, id] of ids.entries()) {
      const version = versions[index]!.split(' ')[0]!;
      const ssh = { version, banner: `SSH-2.0-OpenSSH_${versions[index]}` };
      // Two scans that agree.
      for (let scans = 0; scans < 2; scans += 1)
        await completeScan(service, partner, id, { open: ['22:tcp'], identities: { '22:tcp': ssh } });
    }
    const page = await open('/');
    const cause = page.getByRole('listitem').filter({ hasText: 'Debian 10 is out of support' });
    await cause.getByRole('link', { name: '2 servers' }).click();
    await page.getByText('2 alerts', { exact: true }).waitFor();
    await page.getByRole('link', { name: /Debian 10 is out of support.*shop/ }).waitFor();
    await page.getByRole('link', { name: /Debian 10 is out of support.*mail/ }).waitFor();
    expect(await page.getByRole('link', { name: /files/ }).count()).toBe(0);
    const chosen = page.getByRole('button', { name: 'Show the alerts of all causes' });
    expect(await chosen.textContent()).toContain('Debian 10 is out of support');
    await expectSound();
    await chosen.click();
    await page.getByRole('link', { name: /files/ }).first().waitFor();
    await page
      .getByRole('link', { name: /Debian 10 is out of support/ })
      .first()
      .click();
    // What was done about it is no port that was closed.
    await page.getByRole('button', { name: 'It is done: check now' }).waitFor();
  });

  it('many servers are squares at one glance, the one in danger first, and a square opens its server', async () => {
    const ids = await customer(...Array.from({ length: 12 }, (_, number) => `server-${number}`));
    await insertAlert(service, partner, ids[5]!, { port: 6379, severity: 'critical' });
    const page = await open('/servers');
    const picture = page.getByRole('img', { name: 'A picture of 12 servers by their most severe open alert.' });
    await picture.waitFor();
    await page.getByText('Critical: 1').waitFor();
    await page.getByText('No open alert: 11').waitFor();
    await expectSound();
    await picture.tap({ position: { x: 5, y: 5 } });
    await page.getByRole('heading', { level: 1, name: 'server-5' }).waitFor();
  });

  it('the same port on many servers is allowed on all of them at once; what is low is folded', async () => {
    const ids = await customer('one', 'two', 'three');
    for (const id of ids) {
      await insertAlert(service, partner, id, { port: 22 });
      await insertAlert(service, partner, id, { port: 443, severity: 'low' });
    }
    await insertAlert(service, partner, ids[0]!, { port: 6379, severity: 'critical' });
    const page = await open('/alerts');
    await page.getByText('4 alerts', { exact: true }).waitFor();
    await page.getByText('3 notes are not listed').waitFor();
    await page.getByRole('link', { name: 'Show them: Port 22/tcp on 3 servers' }).click();
    await page.getByText('3 alerts', { exact: true }).waitFor();
    // The way back keeps what was shown.
    await page.getByRole('list', { name: 'Alerts' }).getByRole('link').first().click();
    await page.getByRole('link', { name: 'Alerts', exact: true }).first().click();
    await page.getByRole('button', { name: 'Filter (2)' }).click();
    await page.getByRole('button', { name: 'Show the alerts of all ports' }).click();
    await page.getByLabel('Severity').selectOption('');
    await page.getByRole('button', { name: 'Allow on all: Port 22/tcp on 3 servers' }).click();
    const dialog = page.getByRole('dialog', { name: 'Allow the ports of 3 alerts?' });
    await dialog.getByRole('listitem').filter({ hasText: 'three' }).waitFor();
    await expectSound();
    await dialog.getByRole('button', { name: 'Allow the ports' }).click();
    await page.getByText('Alerts changed: 3.').first().waitFor();
    await page.getByText('1 alert', { exact: true }).waitFor();
    const { body } = await partner.api.get(`/api/v1/whitelists?billing_customer_id=${clientId}`);
    expect(body.meta.total).toBe(3);
  });

  it('several alerts are chosen by keyboard and dealt with by one action', async () => {
    const [id] = await customer('web');
    const alerts = [];
    for (const port of [21, 23, 5900])
      alerts.push(await insertAlert(service, partner, id!, { port, severity: 'high' }));
    const page = await open('/alerts');
    await page.getByRole('button', { name: 'Choose several' }).press('Enter');
    for (const port of [21, 23]) await page.getByLabel(new RegExp(`^Choose .*${port}/tcp`)).press('Space');
    await page.getByText('2 alerts chosen').waitFor();
    await expectSound();
    await page.getByRole('button', { name: 'Acknowledge', exact: true }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Acknowledge 2 alerts?' });
    await dialog.getByLabel('For how long').selectOption('For a week');
    const asked = page.waitForRequest((request) => request.url().endsWith('/api/v1/monitoring/alerts/actions'));
    await dialog.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    expect((await asked).postDataJSON()).toEqual({
      action: 'acknowledge',
      ids: alerts.slice(0, 2),
      until: expect.any(String),
    });
    await page.getByText('Alerts changed: 2.').first().waitFor();
    await page.getByText('1 alert', { exact: true }).waitFor();
    const { body } = await partner.api.get(`/api/v1/monitoring/alerts/${alerts[0]}`);
    expect(body.data.alert).toMatchObject({ status: 'acknowledged', snoozed_until: expect.any(String) });
  });

  it('what nobody looks at is told by the reason, and who has no server is not told that all is well', async () => {
    await customer();
    await monitorDomain(partner.api, clientId, 'unproved.example.com');
    let page = await open('/');
    await page.getByRole('heading', { level: 1, name: 'One domain has not been looked through' }).waitFor();
    await page.getByText('One domain waits for its first look.').waitFor();
    await page.getByText('One domain is not verified').waitFor();
    await expectSound();
    await page.goto(`${portalUrl(service)}/alerts`);
    await page.getByText('No server is monitored yet').waitFor();
    await portal.close();

    clientId += 1;
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'business' });
    page = await open('/');
    await page.getByRole('heading', { level: 1, name: 'Welcome. Which server shall we watch?' }).waitFor();
    await page.getByText('No server and no domain is monitored yet').waitFor();
    await page.goto(`${portalUrl(service)}/servers`);
    await page.getByText('No server is monitored yet').waitFor();
  });

  it('leaks come by urgency, those that wait first, are filtered, and their advice is a list', async () => {
    await customer();
    const first = await monitorDomain(partner.api, clientId, 'first.example.com');
    const second = await monitorDomain(partner.api, clientId, 'xn--mnchen-3ya.de');
    const resolved = await insertDomainAlert(service, partner, first, { severity: 'critical', status: 'resolved' });
    await insertDomainAlert(service, partner, first, { severity: 'medium' });
    const critical = await insertDomainAlert(service, partner, second, { severity: 'critical' });
    const page = await open('/domains');
    await page.getByTitle('xn--mnchen-3ya.de').waitFor();
    await page.getByRole('link', { name: '1 open alert' }).first().click();
    const rows = page.getByRole('list', { name: 'Domain alerts' }).getByRole('link');
    await rows.first().waitFor();
    expect(await rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Filter (1)' }).click();
    await page.getByLabel('Domain', { exact: true }).selectOption('All');
    await rows.nth(1).waitFor();
    await page.getByLabel('Status').selectOption('All');
    await rows.nth(2).waitFor();
    const hrefs = await rows.evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(hrefs[0]).toContain(critical);
    expect(hrefs[2]).toContain(resolved);
    await expectSound();
    await rows.first().click();
    const todo = page.getByRole('heading', { name: 'What to do' });
    await todo.waitFor();
    expect(await page.locator('main ol').first().getByRole('listitem').count()).toBeGreaterThan(2);
    expect(await page.getByRole('heading', { name: 'Why it matters' }).locator('+ p').textContent()).toMatch(/^[A-Z]/);
    await expectSound();
    await page.getByRole('link', { name: 'Leaks', exact: true }).first().click();
    await page.getByRole('button', { name: 'Filter (1)' }).click();
    expect(await page.getByLabel('Status').inputValue()).toBe('all');
  });

  it('what a firewall lets in fits a phone, with the alerts that end', async () => {
    const [id] = await customer('database.greenleaf.example.com');
    const alertId = await insertAlert(service, partner, id!, { port: 3306, severity: 'high' });
    const page = await open('/firewall');
    await page.getByLabel('Server', { exact: true }).selectOption(id!);
    await page
      .getByLabel('What it prints')
      .fill('*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp -m multiport --dports 80,3306 -j ACCEPT\nCOMMIT\n');
    await page.getByRole('button', { name: 'Show what it lets in' }).click();
    const ends = page.getByRole('link', { name: 'Ends the alert about port 3306' });
    expect(await ends.getAttribute('href')).toContain(alertId);
    await page.getByText('1 of 2 chosen. No open alert will be resolved.').waitFor();
    await expectSound();
  });

  it('the worst server comes first, a short list is in the page whole, and a mistyped address is told in the words of the dialog', async () => {
    const ids = await customer(...Array.from({ length: 12 }, (_, index) => `server-${index}`));
    await insertAlert(service, partner, ids[3]!, { port: 23, severity: 'critical' });
    const page = await open('/servers', { viewport: { width: 1_280, height: 900 } });
    const rows = page.getByRole('list', { name: 'Servers' }).getByRole('link');
    await rows.first().waitFor();
    expect(await rows.first().textContent()).toContain('server-3');
    expect(await rows.count()).toBe(12);
    await page.getByLabel('Order').selectOption('The newest first');
    await page.getByRole('list', { name: 'Servers' }).getByRole('link').first().getByText('server-11').waitFor();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await rows.count()).toBe(12);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await subscribe(partner.api, portMonitoring(clientId), { plan_slug: 'business' });
    await page.reload();
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByLabel('Address', { exact: true }).fill('10.0.0.300');
    await page.getByRole('button', { name: 'Add the server' }).click();
    await page.getByText('This must be an IP address, or a host name such as web1.example.com.').waitFor();
  });
});
