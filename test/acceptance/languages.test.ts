import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '../../src/platform/messages/languages.ts';
import { dataRows } from '../support/billing.ts';
import { loopbackAddress } from '../support/listeners.ts';
import {
  createAdministrator,
  openConsole,
  PortalBrowser,
  signInAdministrator,
  signInCustomer,
} from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const path = '/api/v1/session/language';
const fromFrance = { 'accept-language': 'fr-FR,fr;q=0.9,en;q=0.8' };

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
});

/** A partner of its own, so that what one test sets is nothing to another. */
async function customer(clientId = 1): Promise<PortalBrowser> {
  partner = await service.partner();
  await provision(partner.api, loopbackAddress(), { client_id: clientId });
  return signInCustomer(service, partner, clientId);
}

const choose = (browser: PortalBrowser, language?: string) => browser.send('PUT', path, { language });
const session = async (browser: PortalBrowser, headers = {}) =>
  expectSuccess(await browser.get('/api/v1/session', headers));
const pageLanguage = async (browser: PortalBrowser, headers = {}) => {
  const { body } = await browser.get('/', { accept: 'text/html', ...headers });
  return /<html lang="([^"]*)"/.exec(body)?.[1];
};

describe('the language of a reader', () => {
  it('is their own, else what the browser asks for, else what the partner has set, else English', async () => {
    const browser = await customer();
    expect(await session(browser)).toMatchObject({ language: 'en', signed_in: { language: null } });
    const administrator = await openConsole(service, partner);
    expectSuccess(await administrator.send('PUT', '/api/v1/branding', { language: 'pt' }));
    expect(await session(browser)).toMatchObject({ language: 'pt', languages });
    expect(await session(browser, { 'accept-language': 'tlh, *;q=0.5' })).toMatchObject({ language: 'pt' });
    expect(await session(browser, fromFrance)).toMatchObject({ language: 'fr' });
    expect(expectSuccess(await choose(browser, 'de'))).toEqual({ language: 'de' });
    expect(await session(browser, fromFrance)).toMatchObject({ language: 'de', signed_in: { language: 'de' } });
    expectSuccess(await choose(browser));
    expect(await session(browser, fromFrance)).toMatchObject({ language: 'fr', signed_in: { language: null } });
  });

  it('follows them to another browser, whose next page comes in it', async () => {
    const browser = await customer();
    await choose(browser, 'es');
    const elsewhere = await signInCustomer(service, partner, 1);
    expect(await pageLanguage(elsewhere, fromFrance)).toBe('es');
    await choose(browser, 'de');
    expect(await session(elsewhere, fromFrance)).toMatchObject({ language: 'de' });
    expect(await pageLanguage(elsewhere, fromFrance)).toBe('de');
  });

  it('is told by headers: of pages to caches, of answers to people; programs are told nothing new', async () => {
    const browser = await customer();
    await choose(browser, 'fr');
    const page = await browser.get('/', { accept: 'text/html' });
    expect(page.headers).toMatchObject({ vary: expect.stringMatching(/Accept-Language.*Cookie/) });
    const own = await browser.get('/api/v1/endpoints');
    expect(own.headers).toMatchObject({ 'content-language': 'fr', 'cache-control': 'no-store' });
    const asked = await partner.api.get('/api/v1/endpoints', fromFrance);
    expect(asked.headers).not.toHaveProperty('content-language');
  });

  it('is that of why a server is never scanned, and why no scan can tell of an alert; programs read English', async () => {
    const browser = await customer();
    const endpointId = await provision(partner.api, '10.1.2.3', { client_id: 1 });
    const alertId = await insertAlert(service, partner, endpointId, { port: 22 });
    const told = async (api: Pick<PortalBrowser, 'get'>) => {
      const { data } = (await api.get(`/api/v1/endpoints/${endpointId}?billing_customer_id=1`)).body;
      const check = expectSuccess(await api.get(`/api/v1/monitoring/alerts/${alertId}/check?billing_customer_id=1`));
      return [data.not_scanned, check.check.impossible];
    };
    await choose(browser, 'fr');
    expect(await told(browser)).toEqual(Array(2).fill(expect.stringMatching(/^L’adresse se trouve dans une plage/)));
    expect(await told(partner.api)).toEqual(Array(2).fill(expect.stringMatching(/^The address is in a range that/)));
  });

  it('is that of who may connect by the rules of a firewall; programs read English', async () => {
    const browser = await customer();
    const endpoint_id = await provision(partner.api, loopbackAddress(), { client_id: 1 });
    const dump = [
      '-P INPUT DROP',
      '-A INPUT -m set --match-set f2b src -j DROP',
      '-A INPUT -p tcp --dport 22 -j ACCEPT',
      '-A INPUT -i wg0 -p tcp --dport 5432 -j ACCEPT',
    ].join('\n');
    const told = async (api: Pick<PortalBrowser, 'post'>) => {
      const body = { billing_customer_id: 1, endpoint_id, dump, mode: 'preview' };
      const { open_ports, restricted } = expectSuccess(await api.post('/api/v1/firewall/ingest', body));
      return [...open_ports, ...restricted].map(({ source }: { source: string }) => source);
    };
    await choose(browser, 'de');
    expect(await told(browser)).toEqual(['any außer ipset f2b', 'Schnittstelle wg0']);
    expect(await told(partner.api)).toEqual(['any except the ipset f2b', 'interface wg0']);
  });

  it('can be chosen before anybody signs in, and stays in that browser', async () => {
    await customer();
    const visitor = new PortalBrowser(service, partner.portalDomain);
    expectSuccess(await choose(visitor, 'de'));
    expect(await session(visitor, fromFrance)).toMatchObject({ language: 'de', signed_in: null });
    expect(await pageLanguage(visitor, fromFrance)).toBe('de');
    expectSuccess(await choose(visitor));
    expect(await pageLanguage(visitor, fromFrance)).toBe('fr');
  });

  it('is one that there is: another one changes nothing', async () => {
    const browser = await customer();
    const before = await dataRows(service);
    for (const language of ['xx', 'de-DE', 'deutsch'])
      expectRefusal(await choose(browser, language), 422, ['language']);
    expect(await dataRows(service)).toEqual(before);
  });
});

describe('the language of an administrator', () => {
  it("is theirs alone, in the console and in a customer's portal, where it cannot be changed", async () => {
    const mine = await customer(42);
    await choose(mine, 'pt');
    await createAdministrator(partner, 'ada@example.com');
    const ada = await signInAdministrator(service, partner, 'ada@example.com');
    expectSuccess(await choose(ada, 'de'));
    expect(await session(ada)).toMatchObject({ language: 'de', signed_in: { kind: 'administrator', language: 'de' } });
    expect(await session(await openConsole(service, partner))).toMatchObject({ language: 'en' });
    expectSuccess(await ada.post('/api/v1/session/view', { billing_customer_id: 42 }));
    expect(await session(ada)).toMatchObject({ language: 'de', signed_in: { kind: 'customer', language: 'de' } });
    expectProblem(await choose(ada, 'fr'), 403, 'VIEW_IS_READ_ONLY');
    expect(await session(mine)).toMatchObject({ language: 'pt' });
  });
});

describe('the partner', () => {
  it('sets the language of a customer from its billing system; what is not given stays, and auto takes it back', async () => {
    const browser = await customer(7);
    const change = async (body: object) =>
      expectSuccess(await partner.api.send('PUT', '/api/v1/customers/7', body)).language;
    expect(await change({ language: 'fr' })).toBe('fr');
    expect(await change({ client_name: 'Jane' })).toBe('fr');
    expect(await session(browser)).toMatchObject({ language: 'fr' });
    expect(await change({ language: 'auto' })).toBeNull();
    expectRefusal(await partner.api.send('PUT', '/api/v1/customers/7', { language: 'xx' }), 422, ['language']);
  });

  it('sets the language of a portal with its look', async () => {
    await customer();
    const administrator = await openConsole(service, partner);
    const set = async (body: object) =>
      expectSuccess(await administrator.send('PUT', '/api/v1/branding', body)).branding.language;
    expect(await set({ language: 'es' })).toBe('es');
    expect(await set({ display_name: 'Acme' })).toBeNull();
  });
});
