import { execFile, execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256, zipped } from '../../scripts/module-zip.ts';
import { whmcsFiles } from '../../scripts/package-whmcs.ts';
import { problemCodes } from '../../src/core/api/problems.ts';
import { ApiClient } from '../support/api-client.ts';
import { installLineOf } from '../support/client-package.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const site = new URL('../../docs-site/dist/', import.meta.url);
const pages = readdirSync(site, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.html'));
const textOf = (name: string) => readFileSync(new URL(name, site), 'utf8');
const addressOf = (name: string) => `/docs/${name.replace(/\/?index\.html$/, '')}`;

let service: TestService;
beforeAll(async () => {
  service = await TestService.start({ role: 'api' });
});
afterAll(async () => {
  await service?.stop();
});

/** What is served beside the pages. */
const outsidePages = new Set([
  '/docs/collection.json',
  '/docs/changelog.atom',
  '/openapi.json',
  '/llms.txt',
  '/llms-full.txt',
]);
const visitor = (host = 'any.example') => service.client(host, null);

describe('the documentation', () => {
  it('is on every host: pages, each as Markdown too, and lists for models of language', async () => {
    const { portalDomain } = await service.partner();
    for (const host of [portalDomain, 'nobody.example'])
      for (const [path, type, words] of [
        ['/docs', 'text/html; charset=utf-8', '<h1 id="documentation">'],
        ['/docs/quick-start', 'text/html; charset=utf-8', '<h2 id="connect">'],
        ['/docs/quick-start/', 'text/html; charset=utf-8', '<h2 id="connect">'],
        ['/docs/webhooks', 'text/html; charset=utf-8', 'webhook-signature'],
        ['/docs/quick-start.md', 'text/markdown; charset=utf-8', '# Quick start'],
        ['/docs/changelog', 'text/html; charset=utf-8', '<h2 id="unreleased">'],
        ['/docs/changelog.atom', 'application/atom+xml', '<title>Releases</title>'],
        ['/docs/llms.txt', 'text/plain; charset=utf-8', '- [Quick start](/docs/quick-start.md)'],
        ['/llms.txt', 'text/plain; charset=utf-8', '- [Quick start](/docs/quick-start.md)'],
        ['/llms-full.txt', 'text/plain; charset=utf-8', '# Sell a server'],
        ['/docs/api', 'text/html; charset=utf-8', '<h1>API reference</h1>'],
        ['/docs/api/provisioning', 'text/html; charset=utf-8', 'id="provisionEndpoint"'],
        ['/docs/api/webhook-payloads.md', 'text/markdown; charset=utf-8', '"type": "alert.opened"'],
      ] as const) {
        const answer = await visitor(host).get(path);
        expect({ path, ...answer }).toMatchObject({ path, status: 200, headers: { 'content-type': type } });
        expect(answer.body).toContain(words);
      }
    expect(await visitor().get('/docs/nowhere')).toMatchObject({ status: 404 });
    expect(await visitor().get('/docs/built.txt')).toMatchObject({ status: 404 });
    expect(await visitor().get('/docs/../package.json')).toMatchObject({ status: 404 });
  });

  it('may be kept for a while, and is not sent again to who has it', async () => {
    const first = await visitor().get('/docs/quick-start');
    expect(first.headers['cache-control']).toBe('public, max-age=300');
    const again = await visitor().get('/docs/quick-start', { 'if-none-match': String(first.headers.etag) });
    expect(again).toMatchObject({ status: 304, body: '' });
  });

  it('has links that all lead somewhere, and asks nobody else for anything', () => {
    const ids = new Map(pages.map((name) => [addressOf(name), new Set(textOf(name).match(/(?<=\sid=")[^"]+/g))]));
    const files = new Set(readdirSync(site, { recursive: true, encoding: 'utf8' }).map((name) => `/docs/${name}`));
    const broken: string[] = [];
    for (const name of pages) {
      const html = textOf(name);
      expect(html).not.toMatch(/<(?:script|link|img)[^>]+(?:src|href)="(?:https?:)?\/\//);
      expect(html).not.toMatch(/<script(?![^>]*\ssrc=)|\sstyle="|\son\w+="/);
      for (const [, href = ''] of html.matchAll(/<(?:a|img) [^>]*(?:href|src)="([^"]+)"/g)) {
        if (/^(?:https?|mailto):/.test(href)) continue;
        const [path = '', id] = href.split('#');
        const page = path === '' ? addressOf(name) : path.split('?')[0]!;
        const isThere = ids.has(page)
          ? id === undefined || ids.get(page)!.has(id)
          : outsidePages.has(page) || files.has(page);
        if (!isThere) broken.push(`${name}: ${href}`);
      }
    }
    expect(broken).toEqual([]);
    expect(pages.length).toBeGreaterThan(50);
  });

  it('has links in the Markdown of each page that all lead to Markdown that is there', () => {
    const files = new Set(readdirSync(site, { recursive: true, encoding: 'utf8' }).map((name) => `/docs/${name}`));
    const links = [...files]
      .filter((name) => name.endsWith('.md'))
      .flatMap((name) => {
        const prose = textOf(name.slice('/docs/'.length)).replace(/^```[\s\S]*?^```|`[^`\n]+`/gm, '');
        return [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map(([, href]) => [name, href!.split('#')[0]!] as const);
      })
      .filter(([, path]) => path !== '' && !/^[a-z]+:/.test(path));
    expect(links.length).toBeGreaterThan(200);
    expect(links.filter(([, path]) => !files.has(path) && !outsidePages.has(path))).toEqual([]);
  });

  it('serves the clients and modules that belong to the program, with sums that fit', async () => {
    const bytesOf = async (name: string) => {
      const answer = await fetch(`http://127.0.0.1:${service.service.address!.port}/docs/downloads/${name}`);
      expect([name, answer.status]).toEqual([name, 200]);
      return Buffer.from(await answer.arrayBuffer());
    };
    const sums = (await bytesOf('SHA256SUMS.txt')).toString().trim().split('\n');
    expect(sums).toHaveLength(6);
    for (const line of sums) {
      const [sum, name] = line.split('  ');
      expect(sha256(await bytesOf(name!))).toBe(sum);
    }
    expect(await bytesOf('breakwater-whmcs.zip')).toEqual(Buffer.from(zipped(await whmcsFiles())));
    const project = mkdtempSync(join(tmpdir(), 'downloads-'));
    try {
      for (const [name, command] of [
        ['breakwater-client.tgz', ['tar', '-xzf']],
        ['breakwater-php-client.zip', ['unzip', '-q']],
      ] as const) {
        writeFileSync(join(project, name), await bytesOf(name));
        execFileSync(command[0], [command[1], name], { cwd: project });
      }
      expect(readFileSync(join(project, 'package/dist/index.d.ts'), 'utf8')).toContain('verifyWebhook');
      expect(readFileSync(join(project, 'breakwater-php-client/autoload.php'), 'utf8')).toContain(
        'spl_autoload_register',
      );
    } finally {
      rmSync(project, { recursive: true });
    }
  });

  it.each([
    ['whmcs', 'modules/servers/breakwater'],
    ['fossbilling', 'modules/Servicebreakwater'],
    ['paymenter', 'extensions/Servers/Breakwater'],
  ])('installs the module for %s by the line of its page, also over an older one', async (page, folder) => {
    const line = (await installLineOf(page, service.url)).replaceAll('https://security.example.com', service.url);
    const host = mkdtempSync(join(tmpdir(), `${page}-`));
    try {
      for (let time = 0; time < 2; time += 1) await run('sh', ['-euc', line], { cwd: host });
      await run('sha256sum', ['--check', '--strict', '--quiet', 'SHA256SUMS'], { cwd: join(host, folder) });
      expect(readdirSync(host)).toEqual([folder.split('/')[0]]);
    } finally {
      rmSync(host, { recursive: true });
    }
  });

  it('shows every operation of the API document once, with its other paths, and every event that webhooks post', async () => {
    const { body: document } = await visitor().get('/openapi.json');
    const reference = pages.filter((name) => name.startsWith('api/')).map(textOf);
    const sections = reference.flatMap((html) => html.split('<section class="operation" ').slice(1));
    const shown = new Map(sections.map((section) => [section.match(/^id="(\w+)"/)![1]!, section]));
    expect(shown.size).toBe(sections.length);
    for (const [path, item] of Object.entries<Record<string, { operationId: string }>>(document.paths))
      for (const [method, { operationId }] of Object.entries(item)) {
        const section = shown.get(operationId.replace(/Alias\d+$/, ''));
        expect(section, operationId).toContain(`<code>${path}</code>`);
        expect(textOf('api/index.html')).toContain(`#${operationId.replace(/Alias\d+$/, '')}"`);
        expect(section, operationId).toContain(`>${method.toUpperCase()}</span>`);
      }
    const events = Object.entries<{ post: { operationId: string } }>(document.webhooks);
    for (const [type, { post }] of events) expect(shown.get(post.operationId)).toContain(`&quot;${type}&quot;`);
    const operations = Object.values<object>(document.paths).flatMap((item) => Object.values(item));
    const once = operations.filter(({ operationId }) => !/Alias\d+$/.test(operationId));
    expect(shown.size).toBe(once.length + events.length);
    expect(events).toHaveLength(18);
    for (const html of reference) expect(html.length).toBeLessThan(500_000);
  });

  it('has the paragraph that an error leads to, on the host that was asked, for each code and status', async () => {
    const answer = await service.client('security.acme.example', null).get('/api/v1/nowhere');
    expect(answer.body.doc_url).toBe('http://security.acme.example/docs/errors#404');
    const html = textOf('errors/index.html');
    const paragraphs = [...problemCodes.map((code) => code.toLowerCase()), 401, 404, 405, 413, 415, 422, 429, 503];
    expect(paragraphs.filter((id) => !html.includes(` id="${id}"`))).toEqual([]);
  });

  it('keeps the addresses of the API document', async () => {
    for (const path of ['/docs/openapi.json', '/docs/json', '/docs/api/json'])
      expect(await visitor().get(path)).toMatchObject({ status: 302, headers: { location: '/openapi.json' } });
  });
});

interface CollectedRequest {
  readonly name: string;
  readonly request: {
    readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
    readonly url: { readonly raw: string };
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly body?: { readonly raw: string };
  };
  readonly event?: readonly { readonly script: { readonly exec: readonly string[] } }[];
}

describe('the collection of requests', () => {
  it('runs in the sandbox: what it says is understood by every operation, and what is read is there', async () => {
    const partner = await service.partner();
    await enableSandbox(service, partner);
    const { body: collection } = await visitor().get('/docs/collection.json');
    expect(collection.info.schema).toBe('https://schema.getpostman.com/json/collection/v2.1.0/collection.json');
    const requests: CollectedRequest[] = collection.item.flatMap(({ item }: { item: CollectedRequest[] }) => item);
    const variables = new Map<string, string>(
      collection.variable.map(({ key, value }: { key: string; value: string }) => [key, value]),
    );
    const shown = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, (_, name) => variables.get(name) || name);
    const client = new ApiClient(service.url, partner.portalDomain, partner.apiKey);
    variables.set('sandbox', 'true');

    const send = async ({ request, event = [] }: CollectedRequest) => {
      const headers = Object.fromEntries(request.header.map(({ key, value }) => [key.toLowerCase(), shown(value)]));
      const path = shown(request.url.raw.replace('{{baseUrl}}', ''));
      const sent = request.body ? JSON.parse(shown(request.body.raw)) : request.method === 'GET' ? undefined : {};
      const answer = await client.send(request.method, path, sent, headers);
      const pm = {
        response: { code: answer.status, json: () => answer.body },
        collectionVariables: { set: (name: string, value: string) => variables.set(name, value) },
      };
      for (const { script } of event) runInNewContext(script.exec.join('\n'), { pm });
      return { path: `${request.method} ${path}`, status: answer.status, body: answer.body };
    };

    const make = ['/billing/provision', '/billing/provision-subscription', '/billing/provision-domain'];
    const madeFirst = [...make, '/sandbox/scan', '/whitelists', '/webhooks'];
    const isMade = ({ request: { method, url } }: CollectedRequest) =>
      method !== 'GET' && madeFirst.some((path) => url.raw === `{{baseUrl}}/api/v1${path}`);
    const order = (request: CollectedRequest) => madeFirst.findIndex((path) => request.request.url.raw.endsWith(path));
    const isRead = ({ request }: CollectedRequest) => request.method === 'GET';
    const made = requests.filter(isMade).toSorted((a, b) => order(a) - order(b));
    // So that there are alerts to be read.
    await client.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical' });
    for (const request of made) expect(await send(request)).toMatchObject({ status: expect.toBeOneOf([200, 201]) });
    // Ids come from lists, so that what lists comes before what shows one.
    const reads = requests.filter(isRead).toSorted((a, b) => a.request.url.raw.length - b.request.url.raw.length);
    const unread = [];
    for (const request of reads) {
      const answer = await send(request);
      if (answer.status !== 200) unread.push({ path: answer.path, status: answer.status });
    }
    expect(
      unread.filter(
        ({ path }) => !/\/(?:deliveries|keys|channels|recipients)\/|domain-monitoring\/alerts\//.test(path),
      ),
    ).toEqual([]);

    const refused = [];
    for (const request of requests.filter((each) => !isRead(each) && !isMade(each))) {
      const answer = await send(request);
      // The request is as it should be: at most what it is about is not in a state for it by now.
      if (!/^(?:2\d\d|403|404|409|429)$/.test(String(answer.status)) && !answer.body?.error?.code) refused.push(answer);
      if (answer.body?.message === 'No such path.') refused.push(answer);
    }
    expect(refused).toEqual([]);
  });
});
