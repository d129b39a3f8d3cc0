import { readFileSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { loopbackAddress } from '../support/listeners.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { insertAlert, insertDomainAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const jane = { client_id: 42, client_name: 'Jane Roe' };
const dayMs = 86_400_000;
const narrow = { viewport: { width: 360, height: 740 }, reducedMotion: 'reduce' } as const;

describe('alerts of every kind, and what is silenced for a time', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let partner: TestPartner;
  let browser: Browser;
  let portal: PortalPage;

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

  /** The times of one alert, or rule, until which it is silent. */
  const days = (at: string) => Math.round((Date.parse(at) - service.clock.now().getTime()) / dayMs);
  const heading = (name: string) => portal.page.getByRole('heading', { level: 1, name }).waitFor();

  async function expectSound(): Promise<void> {
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);
  }

  it('the overview says that all is well only when no alert of any kind is open and every server is scanned', async () => {
    const serverId = await provision(partner.api, loopbackAddress(), { ...jane, hostname: 'shop' });
    portal = await PortalPage.open(browser, service, narrow);
    const { page } = portal;
    await portal.signIn(partner.api, jane.client_id);
    await heading('One server waits for its first scan');
    await completeScan(service, partner, serverId, {});
    await page.reload();
    await heading('Nothing needs your attention');

    await partner.api.post('/api/v1/provisioning/suspend', { endpoint_id: serverId });
    await page.reload();
    await heading('One server is not scanned');
    await page.getByText('One server is paused: nobody looks at it.').waitFor();
    await expectSound();

    const domainId = await monitorDomain(partner.api, jane.client_id, 'xn--mnchen-blumen-wob.de');
    const leakId = await insertDomainAlert(service, partner, domainId, { severity: 'critical' });
    await page.reload();
    await heading('One alert needs your attention');
    await page.getByText('One server is paused: nobody looks at it.').waitFor();
    await expectSound();
    // Where there is room for the menu.
    await page.setViewportSize({ width: 1_280, height: 900 });
    await page.getByRole('link', { name: 'Leaks 1' }).waitFor();
    await expectSound();
    await insertAlert(service, partner, serverId, { severity: 'high', port: 6379 });
    await page.reload();
    await heading('2 alerts need your attention');
    await page
      .getByRole('link', { name: /^Fix: / })
      .first()
      .click();
    await page.waitForURL(`**/leaks/${leakId}`);
    await page.getByRole('heading', { level: 1, name: /münchen-blumen\.de/ }).waitFor();
    expect(await page.locator('main').textContent()).not.toContain('xn--');
    await page.goto(`${portalUrl(service)}/report`);
    await page.getByRole('heading', { name: 'What is left' }).waitFor();
    await page.getByRole('listitem').getByText('münchen-blumen.de', { exact: true }).waitFor();
  });

  it('the report of a month has a picture and its numbers, fits two sheets of paper, is a PDF too, and is mailed to whoever chose it', async () => {
    const serverId = await provision(partner.api, '192.0.2.4', { client_id: 45, hostname: 'app' });
    await insertAlert(service, partner, serverId, { severity: 'critical', port: 6379 });
    await insertAlert(service, partner, serverId, { severity: 'high', port: 3306 });
    portal = await PortalPage.open(browser, service, narrow);
    const { page } = portal;
    await portal.signIn(partner.api, 45, '/report');
    await page.getByText('2 alerts are open now, 1 of them critical.').waitFor();
    await page.getByRole('row', { name: /^All 0 2 0/ }).waitFor();
    await page.getByRole('img', { name: /^Open alerts by day: 0 on .* 2 on .* at most 2\.$/ }).waitFor();
    await page.getByText('Show the numbers').click();
    // It begins with the day before the first alert, not with 90 days of nothing.
    const days = page.getByRole('region', { name: 'Open alerts by day' }).getByRole('row');
    await days.nth(2).waitFor();
    expect(await days.count()).toBeLessThan(90);
    expect(await days.last().getByRole('cell').allTextContents()).toEqual(['0', '0', '0', '0']);
    await expectSound();
    const pages = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type \/Page\b(?!s)/g)?.length;
    expect(pages(await page.pdf({ format: 'A4', preferCSSPageSize: true }))).toBeLessThanOrEqual(2);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download PDF' }).press('Enter');
    expect((await download).suggestedFilename()).toMatch(/^security-report-\d{4}-\d\d\.pdf$/);
    expect(pages(readFileSync(await (await download).path()))).toBe(2);
    await page.goto(`${portalUrl(service)}/notifications`);
    await partner.api.post('/api/v1/sso/token', { client_id: 45, client_email: 'max@example.org' });
    await page.reload();
    const choice = page.getByRole('checkbox', { name: 'Monthly report as a PDF to max@example.org' });
    await choice.press('Space');
    await page.getByText('max@example.org gets the monthly report.').waitFor({ state: 'attached' });
    await expectSound();
    await page.reload();
    await choice.waitFor();
    expect(await choice.isChecked()).toBe(true);
  });

  it('an alert is acknowledged for a week, or until a day, by keyboard; its page and the list say until when', async () => {
    const serverId = await provision(partner.api, '192.0.2.2', { client_id: 43, hostname: 'mail' });
    const alertId = await insertAlert(service, partner, serverId, { severity: 'high', port: 22 });
    const snoozedUntil = async () =>
      (await partner.api.get(`/api/v1/monitoring/alerts/${alertId}`)).body.data.alert.snoozed_until;
    portal = await PortalPage.open(browser, service, narrow);
    const { page } = portal;
    await portal.signIn(partner.api, 43, `/alerts/${alertId}`);
    await page.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Acknowledge the alert' });
    await dialog.getByLabel('For how long').selectOption('For a week');
    await expectSound();
    await dialog.getByLabel('Why it can wait (optional)').fill('We move on Friday');
    await dialog.getByRole('button', { name: 'Acknowledge' }).press('Enter');
    await page.getByText(/^Acknowledged until /).waitFor();
    expect(days(await snoozedUntil())).toBe(7);
    await page.goto(`${portalUrl(service)}/alerts?status=acknowledged`);
    await page.getByText(/^Acknowledged until /).waitFor();

    await page.getByRole('link', { name: /22\/tcp/ }).click();
    await page.getByRole('button', { name: 'Report a false positive' }).click();
    const wrong = page.getByRole('dialog', { name: 'Report a false positive' });
    await wrong.getByLabel('For how long').selectOption('Until a date');
    const confirm = wrong.getByRole('button', { name: 'Report a false positive' });
    expect(await confirm.isDisabled()).toBe(true);
    const day = new Date(Date.now() + 20 * dayMs);
    await wrong.getByLabel('Until the end of').fill(day.toISOString().slice(0, 10));
    await expectSound();
    await confirm.click();
    await page.getByText(/^False positive until /).waitFor();
    expect([20, 21]).toContain(days(await snoozedUntil()));
  });

  it('a port is allowed for a month, and then for good; the list says until when', async () => {
    const serverId = await provision(partner.api, '192.0.2.3', { client_id: 44, hostname: 'web' });
    const alertId = await insertAlert(service, partner, serverId, { severity: 'high', port: 8080 });
    const end = async () => {
      const { body } = await partner.api.get('/api/v1/whitelists?billing_customer_id=44');
      return body.data[0]?.expires_at;
    };
    portal = await PortalPage.open(browser, service, narrow);
    const { page } = portal;
    await portal.signIn(partner.api, 44, `/alerts/${alertId}`);
    await page.getByRole('button', { name: 'Allow this port' }).click();
    const allow = page.getByRole('dialog', { name: 'Allow port 8080/tcp on web?' });
    await allow.getByLabel('For how long').selectOption('For a month');
    await allow.getByRole('button', { name: 'Allow this port' }).click();
    await page.getByRole('heading', { name: 'Done', exact: true }).waitFor();
    expect(days(await end())).toBe(30);

    await page.goto(`${portalUrl(service)}/allowed-ports`);
    await page.getByText(/ · until \w+ \d+, \d{4}/).waitFor();
    await expectSound();
    const change = page.getByRole('button', { name: 'Change the rule for 8080 TCP' });
    const dialog = page.getByRole('dialog', { name: 'Change an allowed port' });
    await change.click();
    await dialog.getByLabel('Note (optional)').fill('Staging');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Staging').waitFor();
    expect(days(await end())).toBe(30);
    await change.click();
    await dialog.getByLabel('For how long').selectOption('For good');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText(/ · until /).waitFor({ state: 'detached' });
    // A rule without an end is another one.
    await eventually('the rule is for good', async () => (await end()) === null);
  });
});
