/**
 * Walks through every page of the portal and the console in every language, at the width of a telephone, a tablet and a desk, light and
 * dark, from a real server; says what overflows, what axe finds, and what is left in English; and keeps the pictures.
 *
 *   npm run portal:walk -- <directory> [--languages de,fr] [--paths /alerts,/console] [--dialogs] [--devices phone] [--phone 320]
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Page } from 'playwright-core';
import { languages } from '../src/platform/messages/languages.ts';
import { watchRequests } from '../test/support/network-idle.ts';
import { consolePaths, customerPaths, launchChromium, violationsOf } from '../test/support/portal-page.ts';
import { type Showcase, startShowcase } from './portal-showcase.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    languages: { type: 'string' },
    paths: { type: 'string' },
    dialogs: { type: 'boolean', default: false },
    devices: { type: 'string', default: 'phone,tablet,desk' },
    /** How wide it is. */
    phone: { type: 'string', default: '360' },
  },
});
const directory = positionals[0] ?? 'portal-walk';
const sizes = {
  phone: { width: Number(values.phone), height: 780 },
  tablet: { width: 768, height: 1_024 },
  desk: { width: 1_440, height: 900 },
};
/** What is wide is the same in both schemes, and what has colours at all widths. */
const looks = (
  [
    { device: 'phone', scheme: 'light', isKept: true, isChecked: true },
    { device: 'phone', scheme: 'dark', isKept: false, isChecked: true },
    { device: 'tablet', scheme: 'light', isKept: false, isChecked: false },
    { device: 'desk', scheme: 'dark', isKept: true, isChecked: true },
  ] as const
).filter(({ device }) => values.devices.split(',').includes(device));
/** Pages longer than this say nothing new. */
const longestPicturePx = 6_000;

type Audience = 'nobody' | 'customer' | 'administrator';

interface Finding {
  readonly language: string;
  readonly place: string;
  readonly what: string;
}

const pressable = 'main button:visible:enabled';
/** Resolves when a page asks for nothing any more. */
const idle = new Map<Page, () => Promise<void>>();
const findings: Finding[] = [];
/** What stands on each page, by language and place. */
const texts = new Map<string, ReadonlySet<string>>();

function pagesOf(showcase: Showcase, ids: Awaited<ReturnType<Showcase['ids']>>): Record<Audience, readonly string[]> {
  return {
    nobody: [
      '/',
      '/console/sign-in',
      '/console/forgot-password',
      '/console/new-password#none',
      '/console/invitation#none',
      '/sso?token=none',
      '/nowhere',
      '/mail/unsubscribe?token=none',
      '/mail/confirm?token=none',
      '/mail/test?token=none',
    ],
    customer: [
      ...customerPaths({
        alertIds: [...new Set([ids.alert, ...ids.alerts])],
        serverIds: showcase.serverIds,
        leakIds: ids.leaks,
        domainIds: ids.domains,
      }),
      '/alerts?view=ports',
      '/alerts?status=all',
      '/leaks?view=credentials',
      '/leaks?view=dark-web',
      '/missing',
    ],
    administrator: [
      ...consolePaths({ alertId: ids.alert, webhookId: ids.webhook }),
      '/console/customers/999',
      `/console/keys/${ids.key}/requests`,
    ],
  };
}

function fileName(place: string): string {
  return place.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, (id) => id.slice(-6)).replaceAll(/[^\w-]+/g, '_');
}

/** What a reader sees or hears: texts, and attributes that are read out. */
const readTexts = `(() => {
  const root = document.querySelector('[role=dialog]') ?? document.body;
  const found = new Set();
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement?.closest('script, style, noscript, pre, code')) continue;
    const text = node.data.trim().replace(/\\s+/g, ' ');
    if (/\\p{L}{3}/u.test(text)) found.add(text);
  }
  for (const element of root.querySelectorAll('[aria-label],[title],[placeholder],[alt]'))
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) {
      const text = element.getAttribute(name);
      if (text && /\\p{L}{3}/u.test(text)) found.add(name + ': ' + text);
    }
  return [...found];
})()`;

/** Elements whose text is cut by their own box. */
const readCut = `(() => [...document.querySelectorAll('main *, [role=dialog] *, header *')]
  .filter((element) => {
    const style = getComputedStyle(element);
    if (style.display === 'none' || element.closest('.sr-only, [class*="sr-only"]') || !element.innerText) return false;
    const cuts = style.overflowX === 'hidden' || style.overflowX === 'clip';
    return cuts && element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0;
  })
  .map((element) => element.tagName + ': ' + element.innerText.slice(0, 60)))()`;

async function lookAt(page: Page, language: string, place: string, part: string): Promise<void> {
  const name = `${place}${part}`;
  for (const { device, scheme, isKept, isChecked } of looks) {
    const { width } = sizes[device];
    await page.setViewportSize(sizes[device]);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    await page.waitForTimeout(60);
    const at = `${name} ${width} ${scheme}`;
    const note = (what: string) => findings.push({ language, place: at, what });
    const overflow = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
    if (overflow > 0) note(`${overflow} px too wide`);
    for (const cut of await page.evaluate<string[]>(readCut)) note(`cut: ${cut}`);
    // Colours and roles are the same in all languages.
    if (isChecked && language === wanted[0]) for (const violation of await violationsOf(page)) note(violation);
    if (!isKept) continue;
    const height = await page.evaluate<number>('document.documentElement.scrollHeight');
    await page.screenshot({
      path: join(directory, `${language}-${fileName(name)}-${width}-${scheme}.png`),
      ...(part === '' && {
        fullPage: true,
        clip: { x: 0, y: 0, width, height: Math.min(longestPicturePx, height) },
      }),
    });
  }
  texts.set(`${language} ${name}`, new Set(await page.evaluate<string[]>(readTexts)));
}

async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await idle.get(page)?.();
  await page.locator('[aria-busy=true], [role=progressbar]').first().waitFor({ state: 'detached' });
  await page.waitForTimeout(100);
}

/** Which buttons of a page open dialogs, found by pressing them all, and which dialogs' buttons lead on. */
async function dialogsOf(page: Page, address: string): Promise<number[]> {
  const opening: number[] = [];
  await page.goto(address);
  await settle(page);
  const count = await page.locator(pressable).count();
  for (let index = 0; index < Math.min(count, 25); index += 1) {
    await page.goto(address);
    await settle(page);
    const button = page.locator(pressable).nth(index);
    if ((await button.count()) === 0) break;
    await button.click({ timeout: 2_000 }).catch(() => undefined);
    await page.waitForTimeout(300);
    if ((await page.getByRole('dialog').count()) > 0) opening.push(index);
  }
  return opening;
}

const wanted = values.languages?.split(',') ?? languages;
/** Says so far what was found. */
function report(): void {
  const leftInEnglish = [...texts].flatMap(([key, found]) => {
    const [language = '', ...rest] = key.split(' ');
    const place = rest.join(' ');
    const english = language === 'en' ? undefined : texts.get(`en ${place}`);
    return [...found]
      .filter((text) => english?.has(text))
      .map((text): Finding => ({ language, place, what: `as in English: ${text}` }));
  });
  writeFileSync(join(directory, 'findings.json'), JSON.stringify([...findings, ...leftInEnglish], null, 1));
}

const showcase = await startShowcase('Northwind Hosting');
const ids = await showcase.ids();
const pages = pagesOf(showcase, ids);
const browser = await launchChromium();
mkdirSync(directory, { recursive: true });

async function enter(audience: Audience, language: string): Promise<Page> {
  const context = await browser.newContext({
    viewport: sizes.desk,
    locale: language,
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  idle.set(page, watchRequests(page));
  page.on('pageerror', ({ message }) => findings.push({ language, place: page.url(), what: message }));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      findings.push({ language, place: page.url(), what: message.text() });
  });
  if (audience === 'customer') await page.goto(await showcase.signInUrl('/'));
  if (audience === 'administrator')
    await context.request.post(`${showcase.url}/api/v1/session`, {
      data: showcase.administrator,
      headers: { origin: showcase.url },
    });
  return page;
}

try {
  const isWanted = (path: string) => !values.paths || values.paths.split(',').some((part) => path.startsWith(part));
  const dialogs = new Map<string, number[]>();
  for (const audience of ['nobody', 'customer', 'administrator'] as const) {
    const paths = pages[audience].filter(isWanted);
    if (paths.length === 0) continue;
    if (values.dialogs && audience !== 'nobody') {
      const page = await enter(audience, 'en');
      for (const path of paths) {
        dialogs.set(`${audience}${path}`, await dialogsOf(page, showcase.url + path));
      }
      await page.context().close();
    }
    const readers = [];
    for (const language of wanted) readers.push({ language, page: await enter(audience, language) });
    for (const path of paths) {
      const place = `${audience}${path}`;
      for (const { language, page } of readers) {
        const open = async () => {
          await page.setViewportSize(sizes.phone);
          await page.goto(showcase.url + path);
          await settle(page);
        };
        await open();
        if (!values.dialogs) await lookAt(page, language, place, '');
        for (const index of dialogs.get(place) ?? []) {
          await open();
          await page
            .locator(pressable)
            .nth(index)
            .click({ timeout: 5_000 })
            .catch(() => undefined);
          if (await page.getByRole('dialog').isVisible()) await lookAt(page, language, place, ` dialog ${index}`);
        }
      }
      report();
      console.log(place);
    }
    for (const { page } of readers) await page.context().close();
  }
  console.log(`${findings.length} findings`);
} finally {
  await browser.close();
  await showcase.stop();
}
