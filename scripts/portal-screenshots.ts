/** Takes the pictures of the portal for the documentation, from a real server: `npm run portal:screenshots`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { watchRequests } from '../test/support/network-idle.ts';
import { launchChromium } from '../test/support/portal-page.ts';
import { startShowcase } from './portal-showcase.ts';

const directory = join(import.meta.dirname, '../docs/screenshots');
const partnerName = 'Northwind Hosting';

type Theme = 'light' | 'dark';
const widths = {
  phone: { width: 360, height: 780 },
  tablet: { width: 768, height: 1_024 },
  desktop: { width: 1_440, height: 900 },
} as const;

const showcase = await startShowcase(partnerName);
const pictures: readonly (readonly [name: string, path: string, device: keyof typeof widths, theme: Theme])[] = [
  ['overview', '/', 'desktop', 'light'],
  ['overview', '/', 'phone', 'dark'],
  ['alert', `/alerts/${await showcase.urgentAlertId()}`, 'desktop', 'light'],
  ['alert', `/alerts/${await showcase.urgentAlertId()}`, 'phone', 'light'],
  ['server', `/servers/${showcase.serverIds[0]}`, 'desktop', 'dark'],
  ['servers', '/servers', 'tablet', 'light'],
  ['notifications', '/notifications', 'tablet', 'dark'],
  ['console-overview', '/console', 'desktop', 'light'],
  ['console-branding', '/console/branding', 'desktop', 'dark'],
  ['search', '/', 'desktop', 'light'],
];
/** Comes as the customer, or to the console as the administrator. */
async function open(page: Page, path: string): Promise<void> {
  if (!path.startsWith('/console')) {
    await page.goto(await showcase.signInUrl(path));
    return;
  }
  await page.goto(`${showcase.url}/console/sign-in`);
  await page.getByLabel('E-mail address').fill(showcase.administrator.email);
  await page.getByLabel('Password').fill(showcase.administrator.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await page.goto(showcase.url + path);
}

const browser = await launchChromium();
try {
  mkdirSync(directory, { recursive: true });
  for (const [name, path, device, colorScheme] of pictures) {
    const context = await browser.newContext({ viewport: widths[device], colorScheme, reducedMotion: 'reduce' });
    const page = await context.newPage();
    const untilIdle = watchRequests(page);
    await open(page, path);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await untilIdle();
    await page.getByLabel('Loading').first().waitFor({ state: 'detached' });
    if (name === 'search') {
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('shop');
      await page.getByRole('option', { name: /MySQL/ }).waitFor();
      await untilIdle();
    }
    const file = join(directory, `${name}-${device}-${colorScheme}.png`);
    await page.screenshot({ path: file });
    console.log(file);
    await context.close();
  }
} finally {
  await browser.close();
  await showcase.stop();
}
