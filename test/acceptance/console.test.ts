import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { iconOf, pngOf, svgOf } from '../../src/engines/pictures/testing/made-pictures.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { auditOf } from '../support/audit-log.ts';
import { endpointStates, portMonitoring, subscribe } from '../support/billing.ts';
import { isSharded } from '../support/is-sharded.ts';
import {
  createAdministrator,
  goodPassword,
  openConsole,
  PortalBrowser,
  signInAdministrator,
} from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { expectProblem, expectRefusal, expectSuccess } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

let service: TestService;
let partner: TestPartner;
/** What an administrator does on the console. */
let console: PortalBrowser;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
});
beforeEach(async () => {
  partner = await service.partner();
  await createAdministrator(partner, 'ada@example.com');
  console = await signInAdministrator(service, partner, 'ada@example.com');
});

const works = async (apiKey: string, portalDomain = partner.portalDomain) =>
  (await service.client(portalDomain, apiKey).get('/api/v1/endpoints')).status === 200;

describe('API keys', () => {
  const keys = async () => expectSuccess(await console.get('/api/v1/keys')).keys;

  it('are shown once, work on their portal domain, and are listed without what they are', async () => {
    const created = expectSuccess(await console.post('/api/v1/keys', { name: 'WHMCS' }), 201);
    expect(created).toEqual({
      id: expect.any(String),
      portal_domain: partner.portalDomain,
      api_key: expect.stringMatching(/^bwk_[0-9A-Za-z]{46}$/),
    });
    const [listed] = await keys();
    expect(listed).toEqual({
      id: created.id,
      name: 'WHMCS',
      world: 'live',
      prefix: created.api_key.slice(0, 12),
      portal_domain: partner.portalDomain,
      status: 'valid',
      created_at: expect.any(String),
      expires_at: null,
      last_used_at: null,
    });
    expect(await works(created.api_key)).toBe(true);
    const [used] = await keys();
    expect(Date.parse(used.last_used_at)).toBeGreaterThanOrEqual(Date.parse(used.created_at) - 1_000);
    expect(JSON.stringify(await keys())).not.toContain(created.api_key);
  });

  it('belong to a portal domain of the account', async () => {
    const other = await service.partner();
    for (const portal_domain of [other.portalDomain, 'nobody.example.net'])
      expectRefusal(await console.post('/api/v1/keys', { name: 'x', portal_domain }), 422, ['portal_domain']);
    const second = `${randomUUID()}.example.com`;
    await verifyByOperator(partner.operation, second);
    const created = expectSuccess(await console.post('/api/v1/keys', { name: 'x', portal_domain: second }), 201);
    expect(await works(created.api_key, second)).toBe(true);
    expect(await works(created.api_key)).toBe(false);
  });

  it('are rotated: the old one works until the overlap is over, the new one from the start', async () => {
    const old = expectSuccess(await console.post('/api/v1/keys', { name: 'WHMCS' }), 201);
    const rotate = (id: string, overlap_seconds: number) =>
      console.post(`/api/v1/keys/${id}/rotate`, { overlap_seconds });
    const next = expectSuccess(await rotate(old.id, 3_600), 201);
    expect(await keys()).toMatchObject([
      { id: next.id, name: 'WHMCS', expires_at: null },
      { id: old.id, status: 'valid' },
      {},
    ]);
    service.clock.advanceSeconds(3_590);
    expect(await works(old.api_key)).toBe(true);
    await console.post('/api/v1/session/proof', { password: goodPassword });
    // A second rotation makes the old one live no longer.
    expectSuccess(await rotate(old.id, 30 * 86_400), 201);
    service.clock.advanceSeconds(11);
    expect([await works(old.api_key), await works(next.api_key)]).toEqual([false, true]);
    expectProblem(await rotate(old.id, 60), 404, 'KEY_NOT_FOUND');
    const last = expectSuccess(await rotate(next.id, 0), 201);
    expect([await works(next.api_key), await works(last.api_key)]).toEqual([false, true]);
    expectRefusal(await rotate(last.id, 30 * 86_400 + 1), 422, ['overlap_seconds']);
  });

  it('are revoked at once; a repeat changes nothing', async () => {
    const { id, api_key } = expectSuccess(await console.post('/api/v1/keys', { name: 'WHMCS' }), 201);
    for (let time = 0; time < 2; time += 1)
      expect(await console.send('DELETE', `/api/v1/keys/${id}`)).toMatchObject({ status: 204, body: '' });
    expect(await works(api_key)).toBe(false);
    expect((await auditOf(service, id)).map(({ action, actor_kind }) => [action, actor_kind])).toEqual([
      ['api_key.created', 'administrator'],
      ['api_key.revoked', 'administrator'],
    ]);
    expectProblem(await console.post(`/api/v1/keys/${id}/rotate`, {}), 404, 'KEY_NOT_FOUND');
    expectProblem(await console.send('DELETE', `/api/v1/keys/${randomUUID()}`), 404, 'KEY_NOT_FOUND');
  });
});

describe('what outlives a key', () => {
  const own = { email: 'mallory@example.com', password: 'correct horse battery staple' };
  const made: readonly (readonly [string, string, object?])[] = [
    ['POST', '/api/v1/administrators', own],
    ['POST', '/api/v1/keys', { name: 'mine' }],
    ['POST', '/api/v1/portal-domains', { domain: 'mine.example.org' }],
    ['PUT', '/api/v1/branding', { display_name: 'Mallory' }],
  ];
  /** Rows of the account, but for when a key was last used. */
  const whatOutlivesKeys = async () => {
    const tables = ['administrators', 'api_keys', 'portal_domains', 'brandings', 'audit_entries'];
    const { rows } = await service.store.database.pool.query(
      tables
        .map((name) => `SELECT to_jsonb(t) - 'last_used_at' AS row FROM ${name} t WHERE partner_id = $1`)
        .join(' UNION ALL '),
      [partner.partnerId],
    );
    return rows.map(({ row }) => JSON.stringify(row)).toSorted();
  };

  it('is made by people who are signed in, never by a key: one that leaked leaves nothing behind when it is revoked', async () => {
    const leaked = expectSuccess(await console.post('/api/v1/keys', { name: 'WHMCS' }), 201);
    const [victim] = expectSuccess(await console.get('/api/v1/keys')).keys;
    const domain = expectSuccess(await console.post('/api/v1/portal-domains', { domain: 'shop.example.org' }), 201);
    const before = await whatOutlivesKeys();
    const thief = service.client(partner.portalDomain, leaked.api_key);
    for (const [method, path, body] of [
      ...made,
      ['POST', `/api/v1/keys/${victim.id}/rotate`, { overlap_seconds: 0 }],
      ['DELETE', `/api/v1/keys/${victim.id}`],
      ['POST', `/api/v1/portal-domains/${domain.portal_domain.id}/check`],
      ['DELETE', `/api/v1/portal-domains/${domain.portal_domain.id}`],
      ['GET', '/api/v1/administrators'],
      ['GET', '/api/v1/keys'],
      ['GET', '/api/v1/portal-domains'],
      ['GET', '/api/v1/branding'],
    ] as const)
      expectProblem(await thief.send(method as 'GET', path, body), 403, 'ACCESS_DENIED');
    expect(await whatOutlivesKeys()).toEqual(before);
    // What a billing module asks to test its connection stays.
    expect(expectSuccess(await thief.get('/api/v1/account')).key.name).toBe('WHMCS');
    expect((await console.send('DELETE', `/api/v1/keys/${leaked.id}`)).status).toBe(204);
    expectRefusal(await thief.get('/api/v1/account'), 401);
    for (const [method, path, body] of made)
      expect((await console.send(method as 'POST', path, body)).status, path).toBeOneOf([200, 201]);
  });

  it('fifty valid keys are as many as an account has; a rotation needs no room, and revoking makes some', async () => {
    for (let count = 2; count <= 50; count += 1) await createKey(partner.operation, { name: `key ${count}` });
    const create = () => console.post('/api/v1/keys', { name: 'one more' });
    expectProblem(await create(), 409, 'KEY_LIMIT_EXCEEDED');
    await expect(createKey(partner.operation, { name: 'one more' })).rejects.toThrow('Revoke one first');
    const [{ id }, { id: other }] = expectSuccess(await console.get('/api/v1/keys')).keys;
    const rotate = { overlap_seconds: 3_600 };
    expectSuccess(await console.post(`/api/v1/keys/${id}/rotate`, rotate), 201);
    // The one in its overlap is valid still.
    expectProblem(await console.post(`/api/v1/keys/${other}/rotate`, rotate), 409, 'KEY_LIMIT_EXCEEDED');
    await console.send('DELETE', `/api/v1/keys/${other}`);
    expectProblem(await create(), 409, 'KEY_LIMIT_EXCEEDED');
    service.clock.advanceSeconds(3_601);
    // The session ended with the hour.
    console = await openConsole(service, partner);
    expectSuccess(await create(), 201);
    expectProblem(await create(), 409, 'KEY_LIMIT_EXCEEDED');
  });

  it('no more than fifty keys are made however many are asked for at once', async () => {
    for (let count = 2; count <= 48; count += 1) await createKey(partner.operation, { name: `key ${count}` });
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => console.post('/api/v1/keys', { name: 'at once' })),
    );
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual([201, 201, 409, 409, 409, 409]);
  });
});

describe('branding', () => {
  const png = pngOf({ width: 30, height: 8, fill: 255 });
  const portal = async () => expectSuccess(await console.get('/api/v1/session')).portal;
  const set = (body: object) => console.send('PUT', '/api/v1/branding', body);

  it('is the name of the account in the default colour until it is set', async () => {
    expect(expectSuccess(await console.get('/api/v1/branding')).branding).toEqual({
      display_name: null,
      accent_colour: null,
      support_url: null,
      support_email: null,
      customer_area_url: null,
      alert_links: false,
      logo: null,
      product_name: null,
      hide_name: false,
      imprint_url: null,
      privacy_url: null,
      terms_url: null,
      order_url: null,
      dark_logo: null,
      favicon: null,
      language: null,
    });
    expect(await portal()).toMatchObject({
      name: 'Acme Hosting',
      product_name: null,
      accent_colour: '#1d4ed8',
      logo_url: null,
      dark_logo_url: null,
    });
  });

  it('is on the portal at once; what is left out goes back to the default, but for images', async () => {
    const logo = png.toString('base64');
    const look = {
      support_url: 'https://help.example.com',
      support_email: 'help@example.com',
      customer_area_url: 'https://billing.example.com/area?to={path}',
    };
    expectSuccess(await set({ display_name: 'Acme', accent_colour: '#FFD400', ...look, logo }));
    const shown = await portal();
    expect(shown).toMatchObject({ ...look, name: 'Acme', accent_colour: '#ffd400' });
    expect(shown.accent).toMatchObject({ dark: '#ffd400', on_dark: '#000000', fill: '#ffd400', on_fill: '#000000' });
    const served = await console.get(shown.logo_url);
    expect(served).toMatchObject({
      status: 200,
      headers: {
        'content-type': 'image/png',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
        'content-security-policy': expect.stringMatching(/default-src 'none'.*sandbox/),
      },
    });
    expect(expectSuccess(await set({})).branding).toMatchObject({
      display_name: null,
      customer_area_url: null,
      logo: { type: 'image/png', bytes: png.length, in_mails: true },
    });
    expect(await portal()).toMatchObject({
      name: 'Acme Hosting',
      logo_url: expect.stringMatching(/^\/portal-logo\?v=/),
    });
    expect((await portal()).logo_url).toBe(shown.logo_url);
    expect(expectSuccess(await set({ remove_logo: true })).branding.logo).toBeNull();
    expect((await console.get('/portal-logo')).status).toBe(404);
  });

  it('takes the address of a customer area only over HTTPS, and none that leaves its element', async () => {
    for (const customer_area_url of ['http://x.example', 'javascript:alert(1)', '//x.example', 'https://x.example/">'])
      expectRefusal(await set({ customer_area_url }), 422, ['customer_area_url']);
    expect(expectSuccess(await set({ alert_links: true })).branding).toMatchObject({ alert_links: true });
    expect(expectSuccess(await set({})).branding).toMatchObject({ alert_links: false });
  });

  it('takes a logo by what it is, up to 256 KiB', async () => {
    const base64 = (bytes: Buffer | string) => Buffer.from(bytes as string).toString('base64');
    for (const refused of [
      base64('GIF89a'),
      base64('<svg><script>alert(1)</script></svg>'),
      base64(Buffer.concat([png, Buffer.alloc(256 * 1_024)])),
      'no base 64!',
    ])
      expectRefusal(await set({ logo: refused }), 422, ['logo']);
    expectSuccess(await set({ logo: base64(Buffer.concat([png, Buffer.alloc(256 * 1_024 - png.length)])) }));
  });

  it('has a logo for dark pages and a favicon of its own, each under the address of its contents', async () => {
    const images = { dark_logo: svgOf('<path d="M0 0h9v9z"/>'), favicon: iconOf(pngOf({ width: 16, height: 16 })) };
    const sent = Object.fromEntries(Object.entries(images).map(([kind, bytes]) => [kind, bytes.toString('base64')]));
    const { branding } = expectSuccess(await set({ ...sent, logo: png.toString('base64') }));
    expect(branding).toMatchObject({
      dark_logo: { type: 'image/svg+xml', bytes: images.dark_logo.length },
      favicon: { type: 'image/x-icon', bytes: images.favicon.length },
    });
    const shown = await portal();
    for (const [url, type] of [
      [shown.dark_logo_url, 'image/svg+xml'],
      [shown.favicon_url, 'image/x-icon'],
    ]) {
      const served = await console.get(url);
      expect(served).toMatchObject({ status: 200, headers: { 'content-type': type } });
      expect(served.headers['cache-control']).toContain('immutable');
      expect(served.headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/);
    }
    const unversioned = await console.get('/portal-dark-logo');
    expect(unversioned).toMatchObject({ status: 200, headers: { 'cache-control': 'no-cache' } });
    const etag = String(unversioned.headers.etag);
    expect((await console.get('/portal-dark-logo', { 'if-none-match': etag })).status).toBe(304);
    // The same image again is the same address, and another one is not.
    expectSuccess(await set(sent));
    expect((await portal()).dark_logo_url).toBe(shown.dark_logo_url);
    expectSuccess(await set({ dark_logo: svgOf('<path d="M0 0h8v8z"/>').toString('base64') }));
    expect((await portal()).dark_logo_url).not.toBe(shown.dark_logo_url);
    expectSuccess(await set({ remove_dark_logo: true, remove_favicon: true }));
    expect(await portal()).toMatchObject({ dark_logo_url: null, logo_url: shown.logo_url });
    expect((await console.get('/portal-dark-logo')).status).toBe(404);
  });

  it('draws a favicon of the first letter and the colour where none is uploaded', async () => {
    const icon = async () => {
      const { favicon_url: url } = await portal();
      const served = await console.get(url);
      expect(served).toMatchObject({ status: 200, headers: { 'content-type': 'image/svg+xml' } });
      return { url, drawing: String(served.body) };
    };
    const first = await icon();
    expect(first.drawing).toMatch(/fill="#1d4ed8".*>A<\/text>/);
    expectSuccess(await set({ display_name: '<ähm> & Co', accent_colour: '#ffd400' }));
    const second = await icon();
    expect(second.url).not.toBe(first.url);
    expect(second.drawing).toContain('>&#60;</text>');
    expect(second.drawing).not.toContain('#1d4ed8');
  });

  it('names the product and the law on every page, in its title too', async () => {
    const legal = {
      imprint_url: 'https://acme.example/imprint',
      privacy_url: 'https://acme.example/privacy?a=1&b=2',
      terms_url: 'https://acme.example/terms',
    };
    const page = async (path: string) => {
      service.clock.advanceSeconds(6);
      return String((await console.get(path, { accept: 'text/html' })).body);
    };
    expect(await page('/nowhere')).toContain('<title>Acme Hosting: security monitoring</title>');
    expect(await page('/')).toMatch(/<title>Acme Hosting: security monitoring<\/title>/);
    expectSuccess(await set({ ...legal, product_name: 'Acme <Shield>', hide_name: true }));
    expect(await portal()).toMatchObject({ ...legal, product_name: 'Acme <Shield>', hide_name: false });
    for (const path of ['/', '/console', '/nowhere', '/sso?token=x']) {
      const shown = await page(path);
      expect(shown).toContain('<title>Acme &#60;Shield&#62;</title>');
      expect(shown).toMatch(/<link rel="icon" href="\/portal-icon\?v(=|&#61;)[0-9a-f]{16}">/);
      expect(shown).not.toMatch(/data:,|breakwater/i);
    }
    const nowhere = await page('/nowhere');
    for (const url of Object.values(legal)) expect(nowhere).toContain(`href="${url.replaceAll('&', '&#38;')}"`);
    expect(nowhere).toContain('<strong>Acme Hosting</strong>');
    // A logo that says the name stands for it, to those who do not see it as well.
    expectSuccess(await set({ hide_name: true, logo: png.toString('base64') }));
    expect(await portal()).toMatchObject({ hide_name: true });
    expect(await page('/nowhere')).toContain('alt="Acme Hosting"');
    expect(await page('/nowhere')).not.toContain('<strong>');
  });

  it('takes images by what they are, each up to its size', async () => {
    const refused = { dark_logo: Buffer.from('GIF89a'), favicon: Buffer.concat([png, Buffer.alloc(64 * 1_024)]) };
    for (const [field, bytes] of Object.entries(refused))
      expectRefusal(await set({ [field]: bytes.toString('base64') }), 422, [field]);
    const icon = iconOf(png).toString('base64');
    expectRefusal(await set({ logo: icon, dark_logo: icon, favicon: 'x!' }), 422, ['logo', 'dark_logo', 'favicon']);
  });

  it('takes colours and addresses that are some', async () => {
    for (const [field, value] of [
      ['accent_colour', 'red'],
      ['accent_colour', '#12345'],
      ['accent_colour', '#12345g'],
      ['support_url', 'http://help.example.com'],
      ['support_url', 'javascript:alert(1)'],
      ['support_url', 'https://a"onclick="x'],
      ['support_email', 'nobody'],
      ['imprint_url', 'http://acme.example'],
      ['privacy_url', 'javascript:alert(1)'],
      ['terms_url', 'https://a b'],
      ['order_url', '/order'],
      ['product_name', 'x'.repeat(101)],
      ['display_name', 'x'.repeat(101)],
    ])
      expectRefusal(await set({ [field!]: value }), 422, [field!]);
  });

  it("is one's own", async () => {
    await set({ display_name: 'Acme', logo: png.toString('base64') });
    const other = await service.partner('Other Hosting');
    const visitor = new PortalBrowser(service, other.portalDomain);
    expect(expectSuccess(await visitor.get('/api/v1/session')).portal).toMatchObject({
      name: 'Other Hosting',
      logo_url: null,
    });
    expect((await visitor.get('/portal-logo')).status).toBe(404);
  });
});

describe('plans, prices and customers', () => {
  it('a plan that pays for less pauses the newest endpoints at once, and one that pays for more wakes them', async () => {
    await subscribe(partner.api, portMonitoring(1), { plan_slug: 'starter' });
    for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.3']) await provision(partner.api, address);
    const scans = {
      ports: '22,80',
      protocols: 'tcp+udp',
      max_packets_per_second: 100,
      vantage_points: ['fra1', 'nyc1'],
    };
    const set = (body: object, slug = 'starter') => console.send('PUT', `/api/v1/plans/port_monitoring/${slug}`, body);
    expect(expectSuccess(await set({ ...scans, capacity: 1, scan_interval_seconds: 3_600 }))).toEqual({
      plan: {
        tcp_ports: 2,
        udp_ports: expect.any(Number),
        product_slug: 'port_monitoring',
        plan_slug: 'starter',
        capacity: 1,
        scan_interval_seconds: 3_600,
        ...scans,
      },
      changed: true,
      customers: 1,
      newly_paused: ['192.0.2.3', '192.0.2.2'],
      unpaused: [],
    });
    expect(await endpointStates(service, partner, 1)).toEqual({
      '192.0.2.1': 'active',
      '192.0.2.2': 'quota_paused',
      '192.0.2.3': 'quota_paused',
    });
    expect(expectSuccess(await set({ capacity: 3 }))).toMatchObject({
      unpaused: ['192.0.2.2', '192.0.2.3'],
      plan: {
        ports: '22,80',
        protocols: 'tcp+udp',
        scan_interval_seconds: null,
        max_packets_per_second: null,
        vantage_points: ['fra1', 'nyc1'],
      },
    });
    expect(expectSuccess(await set({ capacity: 3 })).changed).toBe(false);
    expectSuccess(await set({ capacity: 7 }, 'tiny'));
    const { plans } = expectSuccess(await console.get('/api/v1/plans'));
    expect(plans.map(({ plan_slug, capacity }: Record<string, unknown>) => [plan_slug, capacity])).toEqual([
      ['starter', 3],
      ['tiny', 7],
      ['professional', 25],
      ['business', 100],
      ['enterprise', 1000],
    ]);
    expect(plans[0].subscriptions).toBe(1);
    expect((await console.send('DELETE', '/api/v1/plans/port_monitoring/tiny')).status).toBe(204);
    expect(expectSuccess(await console.get('/api/v1/plans')).plans).toHaveLength(4);
    expectRefusal(await set({ capacity: 0 }), 422, ['capacity']);
    expectRefusal(await set({ capacity: 3, ports: 'all of them' }), 422, ['ports']);
    expectRefusal(await set({ capacity: 3 }, encodeURIComponent('no slug')), 422, ['plan_slug']);
    expectRefusal(await set({ capacity: 3, scan_interval_seconds: 59 }), 422, ['scan_interval_seconds']);
  });

  it('prices are listed as the billing system told them', async () => {
    const price = { product_slug: 'port_monitoring', plan_slug: 'starter', billing_cycle: 'monthly', amount: '9.90' };
    const prices = [
      { ...price, currency: 'USD', setup_fee: 5 },
      { ...price, currency: 'EUR' },
      { ...price, currency: 'EUR', plan_slug: null },
    ];
    await partner.api.post('/api/v1/billing/pricing', { prices });
    const listed = expectSuccess(await console.get('/api/v1/prices')).prices;
    expect(listed).toMatchObject([
      { plan_slug: null, currency: 'EUR' },
      { plan_slug: 'starter', currency: 'EUR', amount: 9.9, setup_fee: null },
      { plan_slug: 'starter', currency: 'USD', setup_fee: 5 },
    ]);
  });

  it('customers are listed by billing id with what they have, searched, and paged by cursor', async () => {
    for (const client_id of [3, 20, 100])
      await provision(partner.api, `192.0.2.${client_id}`, {
        client_id,
        client_name: `Shop ${client_id}%`,
        client_email: `c${client_id}@example.com`,
      });
    await insertAlert(service, partner, await provision(partner.api, '192.0.2.201', { client_id: 20 }));
    const list = async (query = '') => expectSuccess(await console.get(`/api/v1/customers${query}`));
    const ids = ({ customers }: { customers: { billing_customer_id: number }[] }) =>
      customers.map((customer) => customer.billing_customer_id);
    expect((await list()).customers[1]).toEqual({
      billing_customer_id: 20,
      name: 'Shop 20%',
      email: 'c20@example.com',
      endpoints: 2,
      domains: 0,
      open_alerts: 1,
      endpoints_not_scanned: 2,
      alerts_by_severity: { critical: 0, high: 0, medium: 1, low: 0 },
      worst_severity: 'medium',
      created_at: expect.any(String),
    });
    const first = await list('?limit=2');
    expect([ids(first), first.has_more]).toEqual([[3, 20], true]);
    const rest = await list(`?limit=2&cursor=${first.next_cursor}`);
    expect([ids(rest), rest.has_more, rest.next_cursor]).toEqual([[100], false, null]);
    for (const [search, found] of [
      ['20', [20]],
      ['shop 1', [100]],
      ['C3@', [3]],
      ['%', []],
      ['hop', []],
      ['99999999999999999999', []],
    ] as const)
      expect(ids(await list(`?search=${encodeURIComponent(search)}`)), search).toEqual(found);
    expectRefusal(await console.get('/api/v1/customers?cursor=nonsense'), 422, ['cursor']);
    expect(ids(expectSuccess(await (await service.partner()).api.get('/api/v1/customers')))).toEqual([]);
  });

  it('the sandbox is switched on and off; its world is kept, and shown to administrators', async () => {
    const header = { 'x-service-sandbox': 'true' };
    expectProblem(await console.get('/api/v1/customers', header), 403, 'SANDBOX_DISABLED');
    const turn = async (enabled: boolean) =>
      expectSuccess(await console.send('PUT', '/api/v1/account/sandbox', { enabled }));
    expect(await turn(true)).toEqual({ enabled: true, changed: true });
    expect(await turn(true)).toEqual({ enabled: true, changed: false });
    expect(expectSuccess(await console.get('/api/v1/session')).signed_in.sandbox_enabled).toBe(true);
    const trial = { client_id: 7, ip_address: '192.0.2.7' };
    expect((await console.post('/api/v1/billing/provision', trial, header)).status).toBe(201);
    expect(expectSuccess(await console.get('/api/v1/customers', header)).customers).toHaveLength(1);
    expect(expectSuccess(await console.get('/api/v1/customers')).customers).toHaveLength(0);
    await turn(false);
    expectProblem(await console.get('/api/v1/customers', header), 403, 'SANDBOX_DISABLED');
    await turn(true);
    expect(expectSuccess(await console.get('/api/v1/customers', header)).customers).toHaveLength(1);
  });
});

describe('the audit log', () => {
  it('is newest first, filtered by action, subject and customer, and paged by cursor', async () => {
    const endpoint = await provision(partner.api, '192.0.2.1', { client_id: 8 });
    await provision(partner.api, '192.0.2.2', { client_id: 9 });
    await partner.api.post('/api/v1/billing/suspend', { endpoint_id: endpoint });
    const read = async (query: string) => expectSuccess(await console.get(`/api/v1/audit?${query}`));
    const actions = ({ entries }: { entries: { action: string }[] }) => entries.map(({ action }) => action);
    const whole = actions(await read('limit=100'));
    expect(whole[0]).toBe('endpoint.suspended');
    expect(whole.at(-1)).toBe('partner.created');
    const paged: string[] = [];
    for (let query = 'limit=2'; ; ) {
      const page = await read(query);
      paged.push(...actions(page));
      if (!page.has_more) break;
      query = `limit=2&cursor=${page.next_cursor}`;
    }
    expect(paged).toEqual(whole);
    expect(actions(await read('action=endpoint.suspended'))).toEqual(['endpoint.suspended']);
    expect(actions(await read('action=endpoint'))).toEqual(whole.filter((action) => action.startsWith('endpoint.')));
    expect(actions(await read('action=end'))).toEqual([]);
    expect((await read(`subject_id=${endpoint}`)).entries).toMatchObject([
      {
        action: 'endpoint.suspended',
        subject_id: endpoint,
        billing_customer_id: 8,
        actor: { kind: 'api_key' },
        request_id: expect.any(String),
      },
      { action: expect.stringMatching(/^endpoint\./) },
    ]);
    const ofCustomer = (await read('billing_customer_id=9')).entries;
    expect(ofCustomer.length).toBeGreaterThan(0);
    for (const entry of ofCustomer) expect(entry.billing_customer_id).toBe(9);
    expect((await read('billing_customer_id=10')).entries).toEqual([]);
    expectRefusal(await console.get('/api/v1/audit?cursor=nonsense'), 422, ['cursor']);
  });

  it.skipIf(isSharded)('is read by index, whatever the filter', async () => {
    await provision(partner.api, '192.0.2.1', { client_id: 8 });
    const { pool } = service.store.database;
    await pool.query(
      `INSERT INTO audit_entries (partner_id, id, at, actor_kind, action, subject_id, customer_id, details)
       SELECT c.partner_id, gen_random_uuid(), now(), 'system', 'scan.completed', gen_random_uuid(),
         CASE WHEN n % 100 = 0 THEN c.id END, '{}'
       FROM customers c CROSS JOIN generate_series(1, 20000) AS n WHERE c.partner_id = $1`,
      [partner.partnerId],
    );
    await pool.query('ANALYZE audit_entries');
    const sent = vi.spyOn(pg.Client.prototype, 'query');
    const filters = {
      '': 'audit_entries_pkey',
      'action=scan.completed': 'audit_entries_pkey',
      'action=scan': 'audit_entries_pkey',
      // Of which there are few.
      'action=endpoint.provisioned': 'audit_entries_by_action',
      'action=endpoint': 'audit_entries_by_action',
      [`subject_id=${randomUUID()}`]: 'audit_entries_by_subject',
      'billing_customer_id=8': 'audit_entries_by_customer',
    };
    for (const [filter, index] of Object.entries(filters)) {
      sent.mockClear();
      await console.get(`/api/v1/audit?${filter}`);
      // By itself, or prepared.
      const statements = (sent.mock.calls as unknown[][]).map(([statement, given]) =>
        typeof statement === 'string'
          ? { text: statement, values: given as unknown[] | undefined }
          : (statement as { text?: string; values?: unknown[] }),
      );
      const { text, values = [] } = statements.find((statement) => /from "audit_entries"/.test(statement.text ?? ''))!;
      const { rows } = await pool.query(`EXPLAIN ${text}`, values);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      expect(plan, filter).toMatch(new RegExp(`using ${index} on audit_entries`));
    }
    sent.mockRestore();
  });
});
