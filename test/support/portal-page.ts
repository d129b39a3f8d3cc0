import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Locator,
  type Page,
} from 'playwright-core';
import type { ApiClient } from './api-client.ts';
import { eventually } from './eventually.ts';
import type { TestService } from './test-service.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** As long as `eventually` waits: nothing is timed, so that a busy machine fails no test. */
const waitTimeoutMs = 60_000;

/**
 * Debian's Chromium in the form that has no windows, for tests that are tagged `chromium-headless-shell`: the same engine takes a third
 * less of the processor without them.
 */
export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: '/usr/bin/chromium-headless-shell',
    // Nothing but this machine can be reached.
    args: ['--no-sandbox', '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
}

/** What axe finds wrong with a page by WCAG 2.2 AA and its best practices, as `rule: element`. */
export function violationsOf(page: Page): Promise<string[]> {
  return axeOn(page, {});
}

/** What is smaller than 24 pixels and too close to its neighbour to be touched (WCAG 2.2, 2.5.8); `violationsOf` leaves that out. */
export function smallTargetsOf(page: Page): Promise<string[]> {
  return axeOn(page, { runOnly: { type: 'rule', values: ['target-size'] } });
}

async function axeOn(page: Page, options: object): Promise<string[]> {
  await page.evaluate(axeSource);
  return page.evaluate(async (given) => {
    const { axe } = globalThis as unknown as {
      axe: { run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }> };
    };
    const { violations } = await axe.run(given);
    return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(' ')}`));
  }, options);
}

/** A tab of its own in a browser, and what went wrong in it. */
export class PortalPage {
  readonly page: Page;
  /** What the page complained about: breaches of its content security policy, script errors, answers of 500. */
  readonly complaints: string[] = [];
  /** Requests to anything but the portal. */
  readonly foreignRequests: string[] = [];
  readonly #context: BrowserContext;

  private constructor(context: BrowserContext, page: Page, origin: string) {
    this.#context = context;
    this.page = page;
    page.on('console', (message) => {
      // What the API refuses and what no network brings, the pages say; that the browser logs it too is no complaint.
      if (message.type() === 'error' && !/status of 4\d\d|ERR_INTERNET_DISCONNECTED/.test(message.text()))
        this.complaints.push(message.text());
    });
    page.on('pageerror', ({ message }) => this.complaints.push(message));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(`${origin}/`) && !url.startsWith('data:')) this.foreignRequests.push(url);
    });
  }

  static async open(browser: Browser, service: TestService, options: BrowserContextOptions = {}): Promise<PortalPage> {
    const context = await browser.newContext({
      viewport: { width: 1_280, height: 900 },
      // What a test answers in place of the service would not reach a page behind one.
      serviceWorkers: 'block',
      ...options,
    });
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const page = await context.newPage();
    page.setDefaultTimeout(waitTimeoutMs);
    return new PortalPage(context, page, portalUrl(service));
  }

  /** Comes by a one-time link of the billing system. */
  async signIn(api: ApiClient, clientId: number, path = '/'): Promise<void> {
    const minted = await api.post('/api/v1/sso/token', { client_id: clientId, redirect_path: path });
    await this.page.goto(minted.body.data.redirect_url);
  }

  /** Waits until the page has what it is about. */
  async loaded(): Promise<void> {
    await this.page.getByRole('heading', { level: 1 }).waitFor();
    await this.page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
  }

  /** What axe finds wrong with the page. */
  violations(): Promise<string[]> {
    return violationsOf(this.page);
  }

  /** What a button that copies has put on the clipboard; that takes its time after the click. */
  async copied(button: Locator): Promise<string> {
    await this.page.evaluate("navigator.clipboard.writeText('')");
    await button.click();
    return eventually(
      'something was copied',
      () => this.page.evaluate('navigator.clipboard.readText()') as Promise<string>,
    );
  }

  /** By how many pixels the page is wider than the window. */
  async overflowPx(): Promise<number> {
    return this.page.evaluate('document.documentElement.scrollWidth - innerWidth') as Promise<number>;
  }

  async close(): Promise<void> {
    await this.#context.close();
  }
}

/** The portal on `localhost`, where sessions need no HTTPS. */
export function portalUrl(service: TestService): string {
  return `http://localhost:${service.service.address!.port}`;
}

/** Every page of a customer who has these. */
export function customerPaths(of: {
  readonly alertIds: readonly string[];
  readonly serverIds: readonly string[];
  readonly leakIds: readonly string[];
  readonly domainIds?: readonly string[];
}): string[] {
  return [
    '/',
    '/alerts',
    ...of.alertIds.map((id) => `/alerts/${id}`),
    '/servers',
    ...of.serverIds.map((id) => `/servers/${id}`),
    '/allowed-ports',
    '/public-services',
    '/firewall',
    '/domains',
    ...(of.domainIds ?? []).map((id) => `/domains/${id}`),
    '/leaks',
    ...of.leakIds.map((id) => `/leaks/${id}`),
    '/report',
    '/notifications',
  ];
}

/** Every page of the console; 42 is a customer. */
export function consolePaths(of: { readonly alertId: string; readonly webhookId: string }): string[] {
  return [
    '/console',
    '/console/customers',
    '/console/customers/42',
    '/console/alerts',
    `/console/alerts/${of.alertId}`,
    '/console/servers',
    '/console/plans',
    '/console/keys',
    '/console/channels',
    '/console/webhooks',
    `/console/webhooks/${of.webhookId}`,
    '/console/portal-domains',
    '/console/branding',
    '/console/settings',
    '/console/sandbox',
    '/console/audit',
    '/console/people',
    '/console/account',
  ];
}
