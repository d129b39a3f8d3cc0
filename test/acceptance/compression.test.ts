import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInCustomer } from '../support/portal-browser.ts';
import { insertAlert } from '../support/rows.ts';
import { provision } from '../support/scans.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const list = '/api/v1/endpoints?per_page=100';

let service: TestService;
let partner: TestPartner;

beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
  partner = await service.partner();
  for (let host = 1; host <= 4; host += 1) await provision(partner.api, `127.0.0.${host}`);
});
afterAll(async () => {
  await service?.stop();
});

async function ask(
  path: string,
  headers: Readonly<Record<string, string>>,
  options: { method?: 'GET' | 'POST' | 'HEAD'; body?: string } = {},
) {
  const answer = await request(`${service.url}${path}`, {
    ...options,
    headers: { host: partner.portalDomain, authorization: `Bearer ${partner.apiKey}`, ...headers },
  });
  return { headers: answer.headers, bytes: Buffer.from(await answer.body.arrayBuffer()) };
}

describe('what reads are answered', () => {
  it('is compressed as the client takes it, and the same in every form', async () => {
    const plain = await ask(list, {});
    expect(plain.headers['content-encoding']).toBeUndefined();
    const brotli = await ask(list, { 'accept-encoding': 'gzip, deflate, br' });
    expect(brotli.headers).toMatchObject({
      'content-encoding': 'br',
      'content-length': String(brotli.bytes.length),
      vary: expect.stringContaining('Accept-Encoding'),
    });
    expect(brotliDecompressSync(brotli.bytes).equals(plain.bytes)).toBe(true);
    expect(brotli.bytes.length).toBeLessThan(plain.bytes.length / 3);
    const gzipped = await ask(list, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzipped.bytes).equals(plain.bytes)).toBe(true);
  });

  it('says once that it depends on the encoding that was asked for', async () => {
    for (const path of [list, '/openapi.json'])
      expect((await ask(path, {})).headers.vary).toMatch(/^(?!.*Accept-Encoding.*Accept-Encoding).*Accept-Encoding/);
  });

  it('has the same length where only its head is asked for', async () => {
    const { bytes } = await ask(list, { 'accept-encoding': 'br' });
    const { headers } = await ask(list, { 'accept-encoding': 'br' }, { method: 'HEAD' });
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'content-length': String(bytes.length) });
  });

  it('stays as it is where a packet holds it', async () => {
    const { headers, bytes } = await ask('/api/v1/account', { 'accept-encoding': 'br' });
    expect(bytes.length).toBeLessThan(1_024);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('is not compressed for a browser that another site has sent there, which could choose what it repeats', async () => {
    for (const site of ['cross-site', 'same-site'])
      expect(
        (await ask(list, { 'accept-encoding': 'br', 'sec-fetch-site': site })).headers['content-encoding'],
      ).toBeUndefined();
    for (const site of ['same-origin', 'none'])
      expect((await ask(list, { 'accept-encoding': 'br', 'sec-fetch-site': site })).headers['content-encoding']).toBe(
        'br',
      );
  });
});

it('what changes something is answered as it is: only there are secrets', async () => {
  const services = Array.from({ length: 30 }, (_, index) => ({ product_slug: 'p', plan_slug: 'p', service_id: index }));
  const answer = await ask(
    '/api/v1/billing/sync-services',
    { 'accept-encoding': 'br', 'content-type': 'application/json' },
    { method: 'POST', body: JSON.stringify({ client_id: 1, services }) },
  );
  expect(answer.bytes.length).toBeGreaterThan(1_024);
  expect(answer.headers['content-encoding']).toBeUndefined();
});

describe('a page', () => {
  it('of an overview of 32 servers takes 15 kB at most, with all that it shows', async () => {
    const owner = await service.partner();
    for (let host = 1; host <= 32; host += 1) {
      const id = await provision(owner.api, `127.0.1.${host}`, { client_id: 5, hostname: `web${host}.example.com` });
      for (const port of [22, 3306, 6379]) await insertAlert(service, owner, id, { port, severity: 'critical' });
      await insertAlert(service, owner, id, { port: 80, status: 'resolved' });
    }
    const { cookie } = await signInCustomer(service, owner, 5);
    const page = await request(`${service.url}/`, {
      headers: { host: owner.portalDomain, cookie: cookie!, 'accept-encoding': 'br' },
    });
    const bytes = Buffer.from(await page.body.arrayBuffer());
    expect(brotliDecompressSync(bytes).toString()).toContain('/api/v1/monitoring/causes?billing_customer_id=5');
    expect(bytes.length).toBeLessThan(15_000);
  });

  it('is compressed, with the files that it names', async () => {
    const page = await ask('/', { 'accept-encoding': 'br' });
    expect(page.headers).toMatchObject({ 'content-encoding': 'br', 'content-type': 'text/html; charset=utf-8' });
    expect(page.headers.vary).toBe('Accept-Language, Cookie, Accept-Encoding');
    const html = brotliDecompressSync(page.bytes).toString();
    const [file] = /\/assets\/index-[\w-]+\.js/.exec(html)!;
    const script = await ask(file, { 'accept-encoding': 'br' });
    expect(script.headers).toMatchObject({
      'content-encoding': 'br',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(Object.entries(script.headers).join('\r\n').length).toBeLessThan(600);
  });
});
