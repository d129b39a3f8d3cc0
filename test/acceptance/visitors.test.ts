import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyByOperator } from '../../src/identity/portal-domains/verify-by-operator.ts';
import { createAdministrator, type PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { expectSuccess, expectThrottled } from '../support/shapes.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const html = { accept: 'text/html' };

let service: TestService;
let partner: TestPartner;
let administrator: PortalBrowser;
let connectionsTaken = 0;

beforeAll(async () => {
  service = await TestService.start({ role: 'api', environment: { TRUST_PROXY: '127.0.0.1' } });
  service.store.database.pool.on('acquire', () => {
    connectionsTaken += 1;
  });
  partner = await service.partner();
  await createAdministrator(partner, 'ada@example.com');
  administrator = await signInAdministrator(service, partner, 'ada@example.com');
});
afterAll(async () => {
  await service?.stop();
});

/** What the service asks by itself comes on top now and then: the least of three is the work's own. */
async function leastOfThree(measure: (attempt: number) => Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let attempt = 0; attempt < 3 && least > 0; attempt += 1) least = Math.min(least, await measure(attempt));
  return least;
}

/** How often the work took a connection to the database: at least once for each statement. */
function statementsOf(work: () => Promise<unknown>): Promise<number> {
  return leastOfThree(async () => {
    const before = connectionsTaken;
    await work();
    return connectionsTaken - before;
  });
}

const stranger = (host = partner.portalDomain) => service.client(host, null);
const times = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

describe('a page for strangers', () => {
  it.each(['/', '/servers/x', '/nowhere', '/portal.css', '/openapi.json', '/docs', '/docs/api', '/api/v1/nowhere'])(
    '%s costs the database nothing once it was shown',
    async (path) => {
      await stranger().get(path, html);
      expect(await statementsOf(() => times(30, () => stranger().get(path, html)))).toBe(0);
    },
  );

  it('nor does one on a host that is nobody’s portal', async () => {
    expect(await stranger('nobody.example').get('/nowhere', html)).toMatchObject({ status: 404 });
    expect(await statementsOf(() => times(30, () => stranger('nobody.example').get('/', html)))).toBe(0);
  });

  it('on any number of hosts it takes one connection at a time', async () => {
    const { pool } = service.store.database;
    const most = await leastOfThree(async (attempt) => {
      let taken = 0;
      const watch = () => {
        taken = Math.max(taken, pool.totalCount - pool.idleCount);
      };
      pool.on('acquire', watch);
      await times(300, (index) => stranger(`h${index}.attempt-${attempt}.example`).get('/nowhere', html));
      pool.off('acquire', watch);
      return taken;
    });
    // One of theirs; another when the service asks something by itself meanwhile.
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(2);
  });

  it('shows another name within five seconds, and a host that became a portal', async () => {
    const shown = async () => (await stranger().get('/nowhere', html)).body as string;
    expect(await shown()).toContain('Acme Hosting');
    expectSuccess(await administrator.send('PUT', '/api/v1/branding', { display_name: 'Brand New' }));
    service.clock.advanceSeconds(6);
    expect(await shown()).toContain('Brand New');
    const host = 'late.example.com';
    expect(await stranger(host).get('/', html)).toMatchObject({ status: 404 });
    await verifyByOperator(partner.operation, host);
    service.clock.advanceSeconds(6);
    expect(await stranger(host).get('/', html)).toMatchObject({ status: 200 });
  });

  it('has the logo that its address names, at once; under another address none is kept', async () => {
    const logoOf = (size: number) =>
      `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="1"><path d="M0 0h1v1z"/></svg>`;
    const set = async (size: number) => {
      const logo = Buffer.from(logoOf(size)).toString('base64');
      expectSuccess(await administrator.send('PUT', '/api/v1/branding', { logo }));
      return expectSuccess(await stranger().get('/api/v1/session')).portal.logo_url as string;
    };
    const first = await set(1);
    expect(await stranger().get(first)).toMatchObject({
      status: 200,
      body: logoOf(1),
      headers: { 'cache-control': expect.stringContaining('immutable') },
    });
    expect(await statementsOf(() => times(30, () => stranger().get(first)))).toBe(0);
    service.clock.advanceSeconds(1);
    const second = await set(2);
    expect(second).not.toBe(first);
    expect((await stranger().get(second)).body).toBe(logoOf(2));
    expect((await stranger().get(first)).headers['cache-control']).toBe('no-cache');
  });

  it.each(['/sso?token=x', '/mail/confirm?token=x', '/mail/unsubscribe?token=x'])(
    '%s, which looks something up, is limited by client address',
    async (path) => {
      const from = (address: string) => stranger().get(path, { ...html, 'x-forwarded-for': address });
      const address = `198.51.100.${path.length}`;
      const answers = await times(301, () => from(address));
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
      expectThrottled(await from(address));
      expect(await from('203.0.113.9')).toMatchObject({ status: expect.toBeOneOf([410, 404]) });
    },
  );

  it('asks a browser for nothing but itself', async () => {
    for (const path of ['/', '/nowhere', '/docs', '/docs/api', '/sso?token=x']) {
      const { headers } = await stranger().get(path, html);
      expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
      expect(headers['content-security-policy']).toMatch(/frame-ancestors 'none';.*script-src 'self';/);
      expect(headers['content-security-policy']).not.toMatch(/unsafe|https:|\*/);
    }
  });
});

describe('the API document', () => {
  it('is compressed as the client takes it, and the same in every form', async () => {
    const ask = async (encoding: string) => {
      const { headers, body } = await request(`${service.url}/openapi.json`, {
        headers: { 'accept-encoding': encoding },
      });
      return { headers, bytes: Buffer.from(await body.arrayBuffer()) };
    };
    const plain = await ask('');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const gzipped = await ask('gzip, deflate, br;q=0');
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.bytes).equals(plain.bytes)).toBe(true);
    const brotli = await ask('gzip, br');
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 10);
  });

  it('is not sent again to who has it', async () => {
    const first = await stranger().get('/openapi.json');
    const etag = String(first.headers.etag);
    const again = await stranger().get('/openapi.json', { 'if-none-match': `"other", W/${etag}` });
    expect(again).toMatchObject({ status: 304, body: '', headers: { etag } });
    expect(await stranger().get('/openapi.json', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });

  it('is made in no other form on demand', async () => {
    expect(await stranger().get('/docs/json')).toMatchObject({ status: 302, headers: { location: '/openapi.json' } });
    expect(await stranger().get('/docs/yaml')).toMatchObject({ status: 404 });
  });
});

describe('readiness', () => {
  it('is asked of the database once a second, however many ask', async () => {
    // A check of before is over by then.
    await new Promise((resolve) => setTimeout(resolve, 1_100));
    const answers: number[] = [];
    const statements = await statementsOf(async () => {
      answers.push(...(await times(40, async () => (await stranger('any.example').get('/readyz')).status)));
    });
    expect(new Set(answers)).toEqual(new Set([200]));
    expect(statements).toBeLessThanOrEqual(4);
  });
});

it('signing out takes what the browser kept of the pages, and leaves other hosts of the domain alone', async () => {
  const browser = await signInAdministrator(service, partner, 'ada@example.com');
  const answer = await browser.send('DELETE', '/api/v1/session');
  expect(answer).toMatchObject({ status: 204, headers: { 'clear-site-data': '"cache"' } });
  expect(browser.cookie).toBeUndefined();
});
