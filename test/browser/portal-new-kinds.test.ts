import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { launchChromium, PortalPage, portalUrl } from '../support/portal-page.ts';
import { provision } from '../support/scans.ts';
import { TestService } from '../support/test-service.ts';

const jane = { client_id: 42, client_name: 'Jane Roe' };
const viewports = [
  { width: 360, height: 740 },
  { width: 1_280, height: 900 },
];

/** What the API of a later version says, of kinds that this portal has never heard of. */
function laterAlert(subjectType: 'endpoint' | 'domain', serverId: string) {
  const isServer = subjectType === 'endpoint';
  return {
    id: isServer ? '0190aaaa-0000-7000-8000-000000000001' : '0190aaaa-0000-7000-8000-000000000002',
    kind: isServer ? 'weather' : 'constructor',
    subject: {
      type: subjectType,
      id: serverId,
      name: isServer ? 'Web shop' : 'greenleaf.example.com',
      address: isServer ? '192.0.2.1' : null,
      nickname: isServer ? 'Web shop' : null,
    },
    severity: 'high',
    status: 'open',
    title: `It rains on ${isServer ? 'a server' : 'a domain with a rather long name, or so the forecast says'}`,
    explanation:
      'Water was seen.\n\nWhy it matters: Servers do not swim, such as 3D8594B6B7861A3EE6D1D1AC22763674D8946C5A3D8594B6B7861A3EE6D1D1AC.\n\nWhat to do: Open an umbrella.',
    facts: [
      { label: 'Millimetres', value: '12' },
      { label: 'Clouds', value: 'cumulonimbus'.repeat(8) },
    ],
    evidence: { millimetres: 12 },
    actions: ['acknowledge', 'false-positive', 'resolve'],
    created_at: '2026-01-02T03:04:05.000Z',
    first_detected_at: '2026-01-02T03:04:05.000Z',
    last_detected_at: '2026-01-03T03:04:05.000Z',
    acknowledged_at: null,
    resolved_at: null,
    resolution: null as string | null,
    resolved_by: null,
    billing_customer_id: jane.client_id,
  };
}

describe('kinds of alerts that the portal has never heard of', { tags: ['chromium-headless-shell'] }, () => {
  let service: TestService;
  let api: ApiClient;
  let browser: Browser;
  let portal: PortalPage;
  let serverId: string;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const { apiKey } = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, apiKey);
    serverId = await provision(api, '192.0.2.1', { ...jane, hostname: 'Web shop' });
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

  /** Answers in the API's place about one alert: lists, itself, and what is done to it, which is returned. */
  async function answerAbout(page: Page, alert: ReturnType<typeof laterAlert>): Promise<string[]> {
    const asked: string[] = [];
    const answer = (route: Route, data: object) =>
      route.fulfill({
        json: { success: true, data, meta: { version: 'v1', timestamp: '2026-01-03T03:04:05.000Z' } },
      });
    await page.route('**/api/v1/monitoring/alerts**', (route, request) => {
      const { pathname, searchParams } = new URL(request.url());
      const [, action] = /\/alerts\/[^/]+\/([\w-]+)$/.exec(pathname) ?? [];
      if (action === 'check' && request.method() === 'GET') {
        const check = { alert_id: alert.id, alert_status: alert.status, scan: null, still_seen: null };
        return answer(route, {
          check: { ...check, impossible: 'No scan tells whether it rains.', retry_after_seconds: 0 },
        });
      }
      if (action) {
        asked.push(action);
        Object.assign(alert, { status: 'resolved', actions: ['reopen'], resolved_at: alert.last_detected_at });
        return answer(route, { alert: { ...alert, resolution: 'the_sun_came_out' }, message: 'It is dry.' });
      }
      if (pathname.endsWith(alert.id)) return answer(route, { alert });
      const alerts = searchParams.get('subject') === alert.subject.type ? [alert] : [];
      const rest = { total: alerts.length, total_is_exact: true, has_more: false, next_cursor: null };
      return answer(route, { alerts, ...rest });
    });
    return asked;
  }

  it.each(
    viewports.flatMap((viewport) =>
      (['endpoint', 'domain'] as const).map((subject) => ({
        width: viewport.width,
        viewport,
        subject,
        what: subject === 'endpoint' ? 'server' : 'domain',
      })),
    ),
  )('are shown whole in lists and on their page: about a $what, $width px wide', async ({ viewport, subject }) => {
    const alert = laterAlert(subject, serverId);
    portal = await PortalPage.open(browser, service, { viewport, reducedMotion: 'reduce' });
    const { page } = portal;
    const asked = await answerAbout(page, alert);
    const [list, otherList] = subject === 'endpoint' ? ['/alerts', '/leaks'] : ['/leaks', '/alerts'];
    await portal.signIn(api, jane.client_id, otherList);
    await page
      .getByText(/No leak (waits to be dealt with|is known)|No alert (needs action|is open)/)
      .first()
      .waitFor();
    expect(await page.getByText(alert.title).count()).toBe(0);
    await page.goto(`${portalUrl(service)}${list}`);
    const row = page.getByRole('link', { name: alert.title });
    await row.waitFor();
    expect(await row.textContent()).toContain(subject === 'endpoint' ? 'Web shop' : alert.subject.name);
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);
    const check = subject === 'endpoint' ? page.waitForResponse('**/check') : null;
    await row.click();

    await page.getByRole('heading', { level: 1, name: alert.title }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`${list}/${alert.id}`);
    const text = (await page.locator('main').textContent()) ?? '';
    for (const said of [
      'High',
      'Water was seen.',
      'Servers do not swim',
      'Open an umbrella.',
      'Millimetres',
      '12',
      'Clouds',
    ])
      expect(text).toContain(said);
    expect(text).not.toContain('How to close the port');
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);
    await check;
    expect(await page.getByRole('button', { name: 'check now' }).count(), 'checks that no scan can make').toBe(0);
    await page.getByRole('button', { name: 'Yes, mark as resolved' }).click();
    await page.getByText('It is dry.').first().waitFor();
    await page.getByRole('button', { name: 'Open again' }).waitFor();
    expect(asked).toEqual(['resolve']);
  });

  it('have their switch among the notifications', async () => {
    portal = await PortalPage.open(browser, service, { viewport: viewports[0]!, reducedMotion: 'reduce' });
    const { page } = portal;
    const sent: unknown[] = [];
    await page.route('**/api/v1/notifications/settings**', async (route, request) => {
      if (request.method() === 'PUT') {
        sent.push(request.postDataJSON().kinds);
        return route.fulfill({ json: { success: true, data: {}, meta: {} } });
      }
      const response = await route.fetch();
      const body = await response.json();
      body.data.settings.kinds = {
        weather: { title: 'storms above your servers', enabled: true, min_severity: null },
      };
      return route.fulfill({ response, json: body });
    });
    await portal.signIn(api, jane.client_id, '/notifications');
    await page.getByLabel('Storms above your servers', { exact: true }).waitFor();
    await page.getByLabel('How severe: storms above your servers').selectOption('high');
    await page.getByLabel('Storms above your servers', { exact: true }).uncheck();
    expect(await portal.overflowPx()).toBe(0);
    expect(await portal.violations()).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Your choice is saved.').waitFor();
    expect(sent).toMatchObject([{ weather: { enabled: false, min_severity: 'high' } }]);
  });
});
