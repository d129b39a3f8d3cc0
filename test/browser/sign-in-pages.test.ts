import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPartner } from '../../src/capabilities/partners/create-partner.ts';
import type { ApiClient } from '../support/api-client.ts';
import { Chromium } from '../support/chromium.ts';
import { provision } from '../support/scans.ts';
import { TestService } from '../support/test-service.ts';

describe('the pages of a portal in a browser', { tags: ['chromium'] }, () => {
  let service: TestService;
  let api: ApiClient;
  let browser: Chromium;

  beforeAll(async () => {
    service = await TestService.start({ role: 'api' });
    const { apiKey } = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
    api = service.client(`localhost:${service.service.address!.port}`, apiKey);
    await provision(api, '127.0.0.9', { client_id: 42, client_name: 'Jane <b>Roe</b>' });
    browser = await Chromium.start();
  });
  afterAll(async () => {
    await browser?.stop();
    await service?.stop();
  });

  const shown = () => browser.evaluate('document.body.innerText');

  it('a click-through signs in, the button signs out, and nothing is complained about', async () => {
    const minted = await api.post('/api/v1/sso/token', { client_id: 42 });
    await browser.goto(minted.body.data.redirect_url);
    expect(await browser.evaluate('location.pathname + location.search')).toBe('/');
    expect(await shown()).toContain('Signed in as Jane <b>Roe</b>.');
    expect(await browser.evaluate('document.title')).toBe('Acme: security monitoring');
    expect(await browser.evaluate('document.cookie')).toBe('');
    expect(await browser.evaluate('getComputedStyle(document.querySelector("main")).maxWidth')).toBe('480px');
    await browser.click('button');
    expect(await shown()).toContain('You are not signed in');
    await browser.goto(`http://localhost:${service.service.address!.port}/`);
    expect(await shown()).toContain('You are not signed in');
    expect(browser.complaints).toEqual([]);
  });

  it('a link that was used already says so, in the partner’s name', async () => {
    const minted = await api.post('/api/v1/sso/token', { client_id: 42 });
    await browser.goto(minted.body.data.redirect_url);
    await browser.goto(minted.body.data.redirect_url);
    expect(await shown()).toMatch(/Acme.*This sign-in link no longer works.*Go back to your customer area at Acme/s);
  });
});
