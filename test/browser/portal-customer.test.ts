import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { setPlan } from '../../src/accounts/plans/set-plan.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { type Listener, listen, loopbackAddress, sshGreeting } from '../support/listeners.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { insertAlert } from '../support/rows.ts';
import { nextScan, provision } from '../support/scans.ts';
import { leakedCredential, mention, ScriptedLeakSource } from '../support/scripted-leak-source.ts';
import { TestService } from '../support/test-service.ts';
import { startTextNameServer, type TextNameServer } from '../support/text-name-server.ts';

const jane = { client_id: 42, client_name: 'Jane <b>Roe</b>' };
const leaky = { client_id: 55 };
const typist = { client_id: 66, client_name: 'Only Keys' };
const other = { client_id: 77, client_name: 'Somebody Else' };
const everyPath = [
  '/',
  '/alerts',
  '/servers',
  '/allowed-ports',
  '/firewall',
  '/domains',
  '/leaks',
  '/leaks?view=credentials',
  '/leaks?view=dark-web',
  '/report',
  '/notifications',
];

describe('the customer’s side of the portal in a browser', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let partnerId: string;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;
  let names: TextNameServer;
  const leaks = new ScriptedLeakSource('alpha');
  const listeners: Listener[] = [];

  beforeAll(async () => {
    names = await startTextNameServer();
    leaks.knows('greenleaf.example.com', [
      leakedCredential('john.smith@greenleaf.example.com'),
      mention('Greenleaf pays or leaks'),
    ]);
    service = await TestService.start({ leakSources: [leaks], environment: { DNS_SERVERS: names.server } });
    const created = await createPartner(service.service.resources, { name: 'Acme Hosting', portalDomain: 'localhost' });
    partnerId = created.partnerId;
    api = service.client(`localhost:${service.service.address!.port}`, created.apiKey);
    browser = await launchChromium();
    await provision(api, loopbackAddress(), { ...jane, hostname: 'quiet.example.com' });
    // Who never bought is not offered to add servers.
    await subscribe(api, portMonitoring(jane.client_id), { plan_slug: 'business' });
  });
  afterEach(async () => {
    await portal?.close();
    expect(portal.complaints).toEqual([]);
    expect(portal.foreignRequests).toEqual([]);
  });
  afterAll(async () => {
    await browser?.close();
    for (const listener of listeners) await listener.close();
    await service?.stop();
    await names?.close();
  });

  /** A scanned server with an SSH login that anybody can reach; returns its id and the id of its alert. */
  async function exposedServer(owner: typeof jane, hostname: string) {
    const address = loopbackAddress();
    const listener = await listen(address, 22, sshGreeting);
    listeners.push(listener);
    const serverId = await provision(api, address, { ...owner, hostname });
    const { alerts } = await nextScan(api, serverId);
    // On the address, others may listen at other ports.
    const alert = alerts.find(({ port }: { port: number }) => port === 22);
    return { serverId, alertId: alert.id as string, address, listener };
  }

  async function alertStatus(alertId: string): Promise<string> {
    return (await api.get(`/api/v1/alerts/${alertId}`)).body.data.alert.status;
  }

  it('a click-through leads to the alert; reading it and allowing the port resolves it', async () => {
    const { alertId } = await exposedServer(jane, 'shop.example.com');
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id);
    await page.getByRole('heading', { level: 1, name: 'One open port needs your attention' }).waitFor();
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.getByText(jane.client_name).waitFor();
    await page
      .getByRole('link', { name: /^Fix: SSH login/ })
      .first()
      .click();

    await page.getByRole('heading', { level: 1, name: /^SSH login .* \(port 22\/tcp\)$/ }).waitFor();
    // The commands come after the alert, and once more when the platform of the server is known.
    const text = await eventually('the page has all its parts', async () => {
      const seen = (await page.locator('main').textContent()) ?? '';
      return seen.includes('Do not lock yourself out') && seen.includes('Copy the script') && seen;
    });
    expect(text).toContain('Why it matters');
    expect(text).toContain('OpenSSH');
    expect(text.indexOf('Do not lock yourself out')).toBeLessThan(text.indexOf('Copy the script'));
    await page.getByRole('radio', { name: 'iptables (Linux)' }).check();
    await eventually('the steps are those of the platform', async () =>
      (await page.locator('main').textContent())?.includes('iptables -nvL INPUT'),
    );
    await page.getByText('Step by step', { exact: true }).click();
    expect(await portal.copied(page.getByRole('button', { name: /^Copy: Step 2, Show rules/ }))).toContain(
      'iptables -nvL INPUT',
    );

    await page.getByRole('button', { name: 'Allow this port' }).click();
    const dialog = page.getByRole('dialog', { name: 'Allow port 22/tcp on shop.example.com?' });
    await dialog.getByLabel('Note (optional)').fill('Our administrators');
    await dialog.getByRole('button', { name: 'Allow this port' }).click();
    await page.getByText('The alert is resolved.').first().waitFor();
    await page.getByRole('heading', { name: 'Done', exact: true }).waitFor();
    expect(await alertStatus(alertId)).toBe('resolved');

    await page.getByRole('link', { name: 'Allowed ports' }).first().click();
    await page.getByText('Our administrators').waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByRole('heading', { level: 1, name: 'Nothing needs your attention' }).waitFor();
  });

  it('acknowledging, reporting a false positive and opening again do what they say', async () => {
    const { alertId } = await exposedServer(jane, 'mail.example.com');
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, `/alerts/${alertId}`);
    await page.getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByRole('status').getByText('The alert is acknowledged.').waitFor();
    expect(await alertStatus(alertId)).toBe('acknowledged');
    await page.getByRole('button', { name: 'Report a false positive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Report a false positive' });
    await dialog.getByLabel('What is wrong about it (optional)').fill('It is a honeypot');
    await dialog.getByRole('button', { name: 'Report a false positive' }).click();
    await page.getByRole('heading', { name: 'You marked this as a false positive' }).waitFor();
    expect(await alertStatus(alertId)).toBe('false_positive');
    await page.getByRole('button', { name: 'Open again' }).click();
    await page.getByRole('status').getByText('The alert is open again.').waitFor();
    await page.getByRole('button', { name: 'Mark as resolved' }).click();
    await page.getByRole('dialog').getByText('If the port is still open').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as resolved' }).click();
    await page.getByRole('heading', { name: 'Done', exact: true }).waitFor();
    expect(await alertStatus(alertId)).toBe('resolved');
  });

  it('who closed a port has it checked from the alert, and reads there what was seen', async () => {
    const { alertId, listener } = await exposedServer({ ...jane, client_id: 66 }, 'closing.example.com');
    const still = await exposedServer({ ...jane, client_id: 66 }, 'open.example.com');
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, 66, `/alerts/${still.alertId}`);
    const focused = () => page.evaluate('document.activeElement.textContent') as Promise<string>;
    const check = page.getByRole('button', { name: 'I closed it: check now' });
    await check.focus();
    await page.keyboard.press('Enter');
    await page
      .getByRole('status')
      .getByText(/^Not over yet. The check still found this: /)
      .waitFor();
    await page.getByText('found the port still open').waitFor();
    expect(await focused(), 'where the keyboard is after a check').toBe('I closed it: check now');
    expect(await alertStatus(still.alertId)).toBe('open');

    await listener.close();
    await page.goto(`${portalUrl(service)}/alerts/${alertId}`);
    await check.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Closed after / }).waitFor();
    expect(await focused(), 'where the keyboard is when the button is gone').toMatch(/^Closed after /);
    expect(await page.locator('main').textContent()).not.toMatch(/can connect/);
    expect(await alertStatus(alertId)).toBe('resolved');
    await page.getByText('One more is open. Next: ').waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('link', { name: 'Next alert' }).click();
    await page.waitForURL(`**/alerts/${still.alertId}`);
  });

  it('a server is added, scanned, renamed, paused and deleted', async () => {
    const address = loopbackAddress();
    listeners.push(await listen(address, 22, sshGreeting));
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, '/servers');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByLabel('Address', { exact: true }).fill(address);
    await page.getByLabel('Name (optional)').fill('New box');
    await page.getByRole('button', { name: 'Add the server' }).click();
    await page.getByRole('heading', { level: 1, name: 'New box' }).waitFor();
    await page.getByRole('link', { name: /^SSH login/ }).waitFor();
    await page.getByRole('img', { name: 'Port 22' }).waitFor();

    await page.getByRole('button', { name: 'Scan now' }).click();
    await page.getByText(/possible in/).waitFor();
    await page.getByText('The scan has ended. 1 open port.').waitFor();
    await page.getByText('As before.').waitFor();
    expect(await page.getByRole('button', { name: 'Scan now' }).isDisabled()).toBe(true);

    await page.getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Old box');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.getByRole('heading', { level: 1, name: 'Old box' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Stop monitoring' }).click();
    await page.getByText('Old box is no longer monitored.').waitFor();
    expect(new URL(page.url()).pathname).toBe('/servers');
  });

  it('a server that is never scanned says so and why, and nobody waits for its first scan', async () => {
    const client_id = 88;
    const serverId = await provision(api, '192.168.88.5', { client_id });
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    let asked = 0;
    page.on('request', (request) => {
      if (request.url().includes(`/endpoints/${serverId}/scans`)) asked += 1;
    });
    await portal.signIn(api, client_id, `/servers/${serverId}`);
    const reason = 'The address is in a range that is not scanned, so no scan is scheduled.';
    await page.getByText('This server is not scanned').waitFor();
    await page.getByText(`A scan is not possible. ${reason}`).waitFor();
    await page.getByText('Not scanned', { exact: true }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Scan now' }).isDisabled()).toBe(true);
    const text = (await page.locator('main').textContent()) ?? '';
    expect(text).not.toMatch(/first scan|most common|^Scanned/);
    // More than two of the intervals at which a page asks that waits for a scan.
    await page.waitForTimeout(5_000);
    // Once for the page, and once more at most: the server was added a moment before.
    expect(asked).toBeLessThan(3);
    await page.getByRole('link', { name: 'Servers' }).first().click();
    await page.getByRole('listitem').getByText(reason).waitFor();
    await page.getByRole('link', { name: 'Overview' }).click();
    await page.getByText('1 server was not, or not fully, looked at').waitFor();
    await page.getByRole('heading', { level: 1, name: 'One server is not scanned' }).waitFor();
  });

  it('what is scanned is told at the server', async () => {
    const { serverId } = await exposedServer(other, 'covered.example.com');
    portal = await PortalPage.open(browser, service);
    await portal.signIn(api, other.client_id, `/servers/${serverId}`);
    await portal.page.getByText('The 1,016 most common TCP ports, daily. Other ports are not looked at.').waitFor();
  });

  it('what other places see otherwise stands on the page of the server', async () => {
    const { serverId } = await exposedServer(jane, 'elsewhere.example.com');
    const lookedAtFrom = (vantagePoints: string[]) =>
      setPlan(service.operator(partnerId), { slug: 'business', capacity: 100, vantagePoints });
    await lookedAtFrom(['fra1', 'nyc1']);
    await service.store.database.pool.query(
      `INSERT INTO vantage_views
       SELECT partner_id, id, 'nyc1', last_scan_id, now(), true, '{8080/tcp}', '{22/tcp,443/tcp}' FROM endpoints WHERE id = $1`,
      [serverId],
    );
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, `/servers/${serverId}`);
    await page.getByRole('heading', { name: 'Seen from elsewhere' }).waitFor();
    await page.getByText('Open there only: 8080/tcp').waitFor();
    await page.getByText('Not open there: 22/tcp, 443/tcp').waitFor();
    expect(await portal.violations()).toEqual([]);
    await lookedAtFrom([]);
  });

  it('who may not add servers is told who does, and offered no way to', async () => {
    await provision(api, loopbackAddress(), other);
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, other.client_id, '/servers');
    await page.getByText(/^Servers are added by your provider/).waitFor();
    expect(await page.getByRole('button', { name: 'Add a server' }).count()).toBe(0);
  });

  it('an address that cannot be monitored is refused at its field', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, '/servers');
    await page.getByRole('button', { name: 'Add a server' }).click();
    await page.getByLabel('Address', { exact: true }).fill('169.254.169.254');
    await page.getByRole('button', { name: 'Add the server' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Address', { exact: true }).getAttribute('aria-invalid')).toBe('true');
  });

  it('a firewall is read: first what it lets in, then the rules', async () => {
    const { alertId, serverId } = await exposedServer(jane, 'files.example.com');
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, '/firewall');
    await page.getByLabel('Server', { exact: true }).selectOption(serverId);
    await page
      .getByLabel('What it prints')
      .fill('*filter\n:INPUT DROP [0:0]\n-A INPUT -p tcp -m multiport --dports 22,27017 -j ACCEPT\nCOMMIT\n');
    await page.getByRole('button', { name: 'Show what it lets in' }).click();
    await page.getByRole('rowheader', { name: '22/tcp' }).waitFor();
    expect(await alertStatus(alertId)).toBe('open');
    // A database is not allowed along with the rest.
    expect(await page.getByLabel('Allow 22/tcp').isChecked()).toBe(true);
    expect(await page.getByLabel('Allow 27017/tcp').isChecked()).toBe(false);
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('link', { name: 'Ends the alert about port 22' }).waitFor();
    await page.getByText('1 of 2 chosen. One open alert will be resolved.').waitFor();
    await page.getByRole('button', { name: 'Allow one range' }).click();
    await page.getByText('1 rule added, 1 alert resolved.').first().waitFor();
    expect(await alertStatus(alertId)).toBe('resolved');
  });

  it('a leak is read, its address shown in full once control of the domain is proved, and its alert resolved', async () => {
    const domainId = await monitorDomain(api, leaky.client_id, 'greenleaf.example.com');
    const of = `billing_customer_id=${leaky.client_id}`;
    await eventually('the domain is scanned', async () => {
      const { body } = await api.get(`/api/v1/domain-monitoring/alerts?${of}`);
      return body.data.total === 2;
    });
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, leaky.client_id);
    await page.getByRole('link', { name: /^Leaks( \d+ open)?$/ }).click();
    await page.getByRole('tab', { name: 'Leaked credentials' }).click();
    await page.getByRole('heading', { name: 'j***h@greenleaf.example.com' }).waitFor();
    await page.getByText('Password, hashed').waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('tab', { name: 'Dark web' }).click();
    await page.getByRole('heading', { name: 'Greenleaf pays or leaks' }).waitFor();
    expect(await portal.violations()).toEqual([]);

    await page.getByRole('link', { name: 'Domains', exact: true }).click();
    await page.getByRole('button', { name: 'Prove control' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Check now' }).click();
    await dialog.getByText(/^The TXT record was not found/).waitFor();
    const answer = await api.post(`/api/v1/domain-monitoring/domains/${domainId}/verification`, {
      billing_customer_id: leaky.client_id,
    });
    const { name, value } = answer.body.data.verification.record;
    names.zone.set(name, [value]);
    await dialog.getByRole('button', { name: 'Check now' }).click();
    await dialog
      .getByText(/^Control of the domain is proved/)
      .first()
      .waitFor();
    expect(await portal.violations()).toEqual([]);
    await dialog.getByRole('button', { name: 'Close' }).click();

    await page.getByRole('link', { name: /^Leaks( \d+ open)?$/ }).click();
    await page.getByRole('tab', { name: 'Leaked credentials' }).click();
    await page.getByRole('heading', { name: 'john.smith@greenleaf.example.com' }).waitFor();
    await page.getByRole('tab', { name: 'What to do' }).click();
    await page.getByRole('list', { name: 'Domain alerts' }).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Not yet, but I have seen it' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Acknowledge' }).click();
    await page.getByText('The alert is acknowledged.').first().waitFor();
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Yes, mark as resolved' }).click();
    await page.getByText('The alert is resolved.', { exact: false }).first().waitFor();
    const { body } = await api.get(`/api/v1/domain-monitoring/alerts?${of}&status=resolved`);
    expect(body.data.total).toBe(1);
  });

  it('what belongs to another customer looks like what does not exist', async () => {
    const foreign = await exposedServer(other, 'secret.example.net');
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, `/alerts/${foreign.alertId}`);
    const missing = ['/alerts/00000000-0000-7000-8000-000000000000', `/servers/${foreign.serverId}`, '/leaks/x'];
    await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
    expect(await page.content()).not.toContain('secret.example.net');
    expect(await page.content()).not.toContain(foreign.address);
    for (const path of missing) {
      await page.goto(`${portalUrl(service)}${path}`);
      await page.getByRole('heading', { level: 1, name: 'There is nothing here' }).waitFor();
    }
  });

  it('signing out ends the session, and the pages say where to come from', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor();
    expect(await page.locator('body').textContent()).toContain('Go to your customer area at Acme Hosting');
    await page.goto(`${portalUrl(service)}/alerts`);
    await page.getByRole('heading', { level: 1, name: 'You are not signed in' }).waitFor();
  });

  it('a session that ends elsewhere shows on an open page by itself', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await service.store.database.pool.query('DELETE FROM sessions WHERE partner_id = $1', [partnerId]);
    await page.getByRole('heading', { level: 1, name: 'Your session has ended' }).waitFor();
  });

  it('a link that was used already says so, in the partner’s name', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    const minted = await api.post('/api/v1/sso/token', { client_id: jane.client_id });
    await page.goto(minted.body.data.redirect_url);
    await page.goto(minted.body.data.redirect_url);
    await page.getByRole('heading', { level: 1, name: 'This sign-in link no longer works' }).waitFor();
    expect(await page.locator('body').textContent()).toContain('Go back to your customer area at Acme Hosting');
    expect(await portal.violations()).toEqual([]);
  });

  it('the way from the overview to an allowed port needs no mouse', async () => {
    await exposedServer(typist, 'keys.example.com');
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, typist.client_id);
    await page
      .getByRole('link', { name: /^Fix: SSH login/ })
      .first()
      .waitFor();
    await page.keyboard.press('Tab');
    expect(await focused()).toBe('Skip to the content');
    await tabTo('Fix');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: /^SSH login/ }).waitFor();
    // Of several servers with this fault it leads to the one that has had it longest.
    const alertId = new URL(page.url()).pathname.split('/').at(-1)!;
    // The focus goes with the navigation: a screen reader says where the reader is now.
    await eventually('the heading has the focus', async () => /^SSH login/.test(await focused()));
    await tabTo('Allow this port');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await eventually('the focus is back', async () => (await focused()) === 'Allow this port');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await tabTo('Allow this port');
    await page.keyboard.press('Enter');
    await page.getByText('The alert is resolved.').first().waitFor();
    expect(await alertStatus(alertId)).toBe('resolved');

    function focused(): Promise<string> {
      return page.evaluate('document.activeElement.innerText.trim()') as Promise<string>;
    }
    async function tabTo(text: string): Promise<void> {
      for (let presses = 0; presses < 40; presses += 1) {
        await page.keyboard.press('Tab');
        if ((await focused()) === text) return;
      }
      throw new Error(`Forty presses of Tab did not reach “${text}”.`);
    }
  });

  it('an address with a filter that does not exist opens the page without it', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id, '/leaks?view=mentions&status=everything');
    await page.getByRole('tab', { name: 'What to do', selected: true }).waitFor();
    expect(await page.getByLabel('Status').inputValue()).toBe('open');
    await page.goto(`${portalUrl(service)}/alerts?severity=dreadful&port=70000&x=1`);
    await page.getByRole('heading', { level: 1, name: 'Alerts' }).waitFor();
    await eventually('nothing but filters is left of the address', async () => new URL(page.url()).search === '');
  });

  it('an open page turns dark when the system does, unless its reader has chosen', async () => {
    portal = await PortalPage.open(browser, service, { colorScheme: 'light' });
    const { page } = portal;
    await portal.signIn(api, jane.client_id);
    await page.getByRole('button', { name: 'Dark theme' }).waitFor();
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Light theme' }).click();
    await page.emulateMedia({ colorScheme: 'light' });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.getByRole('button', { name: 'Dark theme' }).waitFor();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light');
  });

  it.each([
    ['/alerts', 'Alerts'],
    ['/servers', 'Servers'],
    ['/allowed-ports', 'Allowed ports'],
  ])('a row of %s is one line of 44 pixels on a desk', async (path, label) => {
    const serverId = await provision(api, loopbackAddress(), { client_id: 98, hostname: 'db.example.com' });
    const owner = { partnerId, portalDomain: 'localhost', apiKey: '', api, operation: service.operator(partnerId) };
    await insertAlert(service, owner, serverId, { port: 3_306, severity: 'high' });
    await api.post('/api/v1/whitelists', { endpoint_id: serverId, port_start: 443, description: 'The shop' });
    portal = await PortalPage.open(browser, service, { viewport: { width: 1_440, height: 900 } });
    await portal.signIn(api, 98, path);
    const row = portal.page.getByRole('list', { name: label }).getByRole('listitem').first();
    await row.waitFor();
    // With the line between two rows.
    expect((await row.boundingBox())!.height).toBeLessThanOrEqual(45);
    expect(await portal.violations()).toEqual([]);
  });

  it('a long list keeps few rows in the page and fetches the rest as it is read', async () => {
    const serverId = await provision(api, loopbackAddress(), { client_id: 99 });
    const owner = { partnerId, portalDomain: 'localhost', apiKey: '', api, operation: service.operator(partnerId) };
    for (let alert = 0; alert < 250; alert += 1)
      await insertAlert(service, owner, serverId, { port: 10_000 + alert, severity: 'high' });
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, 99, '/alerts');
    const rows = page.getByRole('list', { name: 'Alerts' }).getByRole('listitem');
    await rows.first().waitFor();
    await page.getByText('250 alerts').waitFor();
    await eventually('the end is there', async () => {
      await page.mouse.wheel(0, 900);
      expect(await rows.count()).toBeLessThan(60);
      return (await rows.last().getAttribute('aria-posinset')) === '250';
    });
  });

  it('without a connection the page says that what it shows may be old', async () => {
    portal = await PortalPage.open(browser, service);
    const { page } = portal;
    await portal.signIn(api, jane.client_id);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('You are offline.').waitFor();
    await page.context().setOffline(false);
    await page.getByText('You are offline.').waitFor({ state: 'detached' });
  });

  describe('every page', () => {
    let paths: string[];

    beforeAll(async () => {
      const { serverId, alertId } = await exposedServer(jane, 'every-page.example.com');
      await api.post('/api/v1/whitelists', { billing_customer_id: 42, port_start: 443, description: 'The shop' });
      paths = [...everyPath, `/alerts/${alertId}`, `/servers/${serverId}`];
    });

    it('has no violation that axe finds in either theme, fits 360 pixels and names the partner only', async () => {
      portal = await PortalPage.open(browser, service, { colorScheme: 'light', reducedMotion: 'reduce' });
      const { page } = portal;
      await portal.signIn(api, jane.client_id);
      for (const path of paths) {
        await page.goto(`${portalUrl(service)}${path}`);
        await portal.loaded();
        expect.soft(await page.content(), path).not.toMatch(/breakwater/i);
        expect.soft(await portal.violations(), `${path}, light`).toEqual([]);
        await page.getByRole('button', { name: 'Dark theme' }).click();
        expect.soft(await portal.violations(), `${path}, dark`).toEqual([]);
        await page.setViewportSize({ width: 360, height: 740 });
        expect.soft(await portal.overflowPx(), `${path}, 360 pixels`).toBeLessThanOrEqual(0);
        await page.getByRole('button', { name: 'Menu' }).click();
        expect.soft(await portal.overflowPx(), `${path}, 360 pixels, with its menu`).toBeLessThanOrEqual(0);
        await page.getByRole('button', { name: 'Light theme' }).click();
        await page.setViewportSize({ width: 1_280, height: 900 });
      }
    });
  });
});
