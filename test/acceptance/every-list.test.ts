import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { answered, createClient, each, type NextPage, type Page } from '../../client/index.ts';
import { declaredRoutes } from '../../scripts/error-table.ts';
import type { DarkWebMention } from '../../src/engines/leak-sources/leak-source.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { openConsole, type PortalBrowser } from '../support/portal-browser.ts';
import { pythonPackage } from '../support/python-package.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const hasPhp = isThere('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);');
const hasPython = isThere('python3', '--version');
const toolsOf = { client: [], php: ['php-curl'], python: ['python3'] } as const;
const autoload = fileURLToPath(new URL('../../integrations/php-client/autoload.php', import.meta.url));
const whatPagesTake = ['cursor', 'after', 'page', 'offset'];

interface List {
  /** As the document has it. */
  readonly path: string;
  /** The list that is gone through. */
  readonly url: string;
  /** The field of a page that has the items; null: its data is they. */
  readonly items: string | null;
  /** Whether only a person who is signed in to the console may read it. */
  readonly isForPeople: boolean;
}

let service: TestService;
let worker: TestService;
let scratch: string;
let apiKey: string;
let baseUrl: string;
let lists: readonly List[];
let person: PortalBrowser;

const mention = (title: string): DarkWebMention => ({
  type: 'dark_web',
  kind: 'forum',
  actor: null,
  title,
  excerpt: null,
  sourceUrl: null,
  claimedAt: null,
  publishedAt: null,
  matchType: 'exact_domain',
  confidence: 1,
});

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'every-list-'));
  const environment = { RATE_LIMIT_STRICT: '1000000', RATE_LIMIT_DEFAULT: '1000000' };
  service = await TestService.start({ role: 'api', environment });
  const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
  const operation = service.operator(created.partnerId);
  const partner: TestPartner = { ...created, operation, api: service.client('localhost', created.apiKey) };
  apiKey = created.apiKey;
  baseUrl = `http://localhost:${service.service.address!.port}`;
  const { api } = partner;
  const { body: webhook } = await api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/x' });
  const servers: string[] = [];
  for (const host of [1, 2, 3])
    servers.push(await provision(api, `127.61.0.${host}`, { client_id: 1, service_id: 10 + host }));
  for (const client of [2, 3]) {
    await provision(api, `127.61.1.${client}`, { client_id: client });
    await subscribe(api, portMonitoring(client, 5), { plan_slug: 'starter' });
  }
  await subscribe(api, portMonitoring(1, 5), { plan_slug: 'business' });
  for (const open of [['22:tcp'], ['22:tcp', '3306:tcp'], ['22:tcp', '3306:tcp', '6379:tcp']] as const)
    await completeScan(service, partner, servers[0]!, { open });
  // An address that is never scanned: what was seen there stays.
  const unscanned = await provision(api, '203.0.113.61', { client_id: 1, service_id: 20 });
  await completeScan(service, partner, unscanned, { open: ['22:tcp', '3306:tcp', '6379:tcp'] });
  for (const port of [8_081, 8_082, 8_083])
    await api.post('/api/v1/whitelists', { billing_customer_id: 1, port_start: port, port_end: port });
  const [domain, another] = [
    await monitorDomain(api, 1, 'one.example.com'),
    await monitorDomain(api, 1, 'two.example.com'),
    await monitorDomain(api, 1, 'three.example.com'),
  ] as const;
  const found = ['ada', 'bob', 'eve'].map((name) => leakedCredential(`${name}@one.example.com`));
  await scanDomain(service, domain, [...found, ...['A', 'B', 'C'].map(mention)]);
  await scanDomain(service, another, [leakedCredential('ada@two.example.com')]);
  const key = await createKey(operation, { portalDomain: 'localhost', name: 'Another' });
  const other = service.client('localhost', key.apiKey);
  for (let count = 0; count < 3; count += 1) await other.get('/api/v1/plans');
  person = await openConsole(service, partner);
  // Who gives events their place, and webhooks their deliveries.
  worker = await TestService.start({ role: 'worker', sharedWith: service });

  const today = service.clock.now().toISOString().slice(0, 10);
  const tomorrow = new Date(service.clock.now().getTime() + 86_400_000).toISOString().slice(0, 10);
  const list = (path: string, items: string | null, url = path, isForPeople = false): List => ({
    path,
    url,
    items,
    isForPeople,
  });
  lists = [
    list('/endpoints', null),
    list('/endpoints/{endpoint}/scans', null, `/endpoints/${servers[0]}/scans`),
    list('/endpoints/{endpoint}/services', null, `/endpoints/${unscanned}/services`),
    list('/domain-monitoring/domains', 'domains', '/domain-monitoring/domains?billing_customer_id=1'),
    list(
      '/domain-monitoring/leaked-credentials',
      'leaked_credentials',
      '/domain-monitoring/leaked-credentials?billing_customer_id=1',
    ),
    list('/domain-monitoring/dark-web', 'dark_web', '/domain-monitoring/dark-web?billing_customer_id=1'),
    list('/domain-monitoring/alerts', 'alerts', '/domain-monitoring/alerts?billing_customer_id=1'),
    list('/alerts', 'alerts'),
    list('/monitoring/alerts', 'alerts'),
    list('/whitelists', null),
    list('/webhooks/{id}/deliveries', 'deliveries', `/webhooks/${webhook.data.webhook.id}/deliveries`),
    list('/customers', 'customers'),
    list('/customers/{billing_customer_id}/servers', 'servers', '/customers/1/servers'),
    list('/services', 'services'),
    list('/subscriptions', null),
    list('/usage', 'services', `/usage?from=${today}&to=${tomorrow}`),
    list('/audit', 'entries'),
    list('/events', 'events'),
    list('/keys/{id}/requests', 'requests', `/keys/${key.keyId}/requests`, true),
  ];
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
  await rm(scratch, { recursive: true, force: true });
});

function isThere(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** How a list is told how long its pages are. */
function sizeOf({ path }: List): 'per_page' | 'limit' {
  return ['/endpoints', '/endpoints/{endpoint}/scans', '/whitelists', '/subscriptions'].includes(path)
    ? 'per_page'
    : 'limit';
}

function itemsOf({ items }: List, { data }: Page): unknown[] {
  return (items === null ? data : (data as Record<string, unknown>)[items]) as unknown[];
}

/** What stands in the braces of a path, by name. */
function partsOf(path: string, filled: string): Record<string, string> {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
  const form = new RegExp(`^${path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`);
  return Object.fromEntries(names.map((name, index) => [name, form.exec(filled)![index + 1]!]));
}

/** All of a list, by one page that is long enough. */
async function whole(list: List): Promise<unknown[]> {
  const url = `${list.url}${list.url.includes('?') ? '&' : '?'}${sizeOf(list)}=100`;
  const asked = list.isForPeople ? person : service.client('localhost', apiKey);
  return itemsOf(list, (await asked.get(`/api/v1${url}`)).body as Page);
}

async function throughClient(list: List): Promise<unknown[]> {
  // Lists of any path, which types know one by one.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const client: any = createClient({ baseUrl, ...(list.isForPeople ? { fetch: byPerson } : { apiKey }) });
  const [path, own] = list.url.split('?');
  const read = (cursor: string | undefined, next: NextPage) => {
    const takesAfter = /^\/(events|webhooks)/.test(list.path);
    const more = takesAfter ? { ...(cursor && { after: cursor }) } : next;
    const query = { ...Object.fromEntries(new URLSearchParams(own)), [sizeOf(list)]: 2, ...more };
    return answered<Page>(client.GET(`/api/v1${path}`, { params: { query } }));
  };
  const rows: unknown[] = [];
  for await (const row of each(read, (page) => itemsOf(list, page))) rows.push(row);
  return rows;
}

async function byPerson(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const { status, body } = await person.get(`${pathname}${search}`);
  return Response.json(body, { status });
}

const through = {
  client: async (all: readonly List[]) => Promise.all(all.map(throughClient)),
  async php(all: readonly List[]) {
    const file = join(scratch, 'walk.php');
    await writeFile(
      file,
      `<?php
require '${autoload}';
$client = new Breakwater\\Client(getenv('BREAKWATER_URL'), getenv('BREAKWATER_API_KEY'));
$all = [];
foreach (json_decode(getenv('LISTS'), true) as [$path, $items, $query]) {
    $all[] = array_map('json_encode', iterator_to_array($client->each($path, $items ?? 'none', $query), false));
}
echo json_encode($all);`,
    );
    const LISTS = JSON.stringify(
      all.map((list) => {
        const [path, own] = list.url.split('?');
        return [path, list.items, { ...Object.fromEntries(new URLSearchParams(own)), [sizeOf(list)]: 2 }];
      }),
    );
    const env = { ...process.env, BREAKWATER_URL: baseUrl, BREAKWATER_API_KEY: apiKey, LISTS };
    const { stdout } = await run('php', [file], { env, maxBuffer: 2 ** 26 });
    return (JSON.parse(stdout) as string[][]).map((items) => items.map((item) => JSON.parse(item)));
  },
  async python(all: readonly List[]) {
    const file = join(scratch, 'walk.py');
    await writeFile(
      file,
      `
import json, os
from breakwater_client import Client
client = Client(os.environ["BREAKWATER_URL"], os.environ["BREAKWATER_API_KEY"])
print(json.dumps([list(client.pages(path, query, parts)) for path, query, parts in json.loads(os.environ["LISTS"])]))`,
    );
    const LISTS = JSON.stringify(
      all.map((list) => {
        const [path, own] = list.url.split('?');
        const query = { ...Object.fromEntries(new URLSearchParams(own)), [sizeOf(list)]: 2 };
        return [list.path, query, partsOf(list.path, path!)];
      }),
    );
    const PYTHONPATH = join(pythonPackage, 'src');
    const env = { ...process.env, PYTHONPATH, BREAKWATER_URL: baseUrl, BREAKWATER_API_KEY: apiKey, LISTS };
    const { stdout } = await run('python3', ['-B', file], { env, maxBuffer: 2 ** 26 });
    return JSON.parse(stdout) as unknown[][];
  },
};

/** What a row is known by; what it says besides may move on between two looks. */
function known(row: unknown): string {
  const { id, billing_customer_id, client_id, service_id, endpoint_id, ...more } = row as Record<string, unknown>;
  return String(
    id ?? endpoint_id ?? [billing_customer_id ?? client_id, service_id ?? more.subscription_id ?? more.at ?? more.port],
  );
}

it('every list of the API that has pages is gone through here', () => {
  const paged = declaredRoutes()
    .filter(
      ({ method, query }) =>
        method === 'GET' && query instanceof z.ZodObject && whatPagesTake.some((name) => name in query.shape),
    )
    .map(({ paths }) => paths[0]!.replace('/api/v1', '').replace(/:(\w+)/g, '{$1}'));
  expect(lists.map(({ path }) => path).sort()).toEqual([...new Set(paged)].sort());
});

describe.each<[string, keyof typeof through, boolean]>([
  ['TypeScript', 'client', true],
  ['PHP', 'php', hasPhp],
  ['Python', 'python', hasPython],
])('each of the client in %s', (_language, way, isPossible) => {
  it.skipIf(!isPossible)('gives all of every list, two at a time', { tags: [...toolsOf[way]] }, async () => {
    const ours = lists.filter(({ isForPeople }) => !isForPeople || way === 'client');
    const all = async () => Promise.all(ours.map(whole));
    const rowsOf = (pages: readonly unknown[][]) => pages.map((rows) => rows.map(known));
    await eventually('every list has more than a page, and nothing is added any more', async () => {
      const before = await all();
      const walked = await through[way](ours);
      const after = rowsOf(await all());
      if (JSON.stringify(rowsOf(before)) !== JSON.stringify(after) || after.some((rows) => rows.length < 3))
        return false;
      for (const [index, { path }] of ours.entries())
        expect({ path, rows: rowsOf(walked)[index] }).toEqual({ path, rows: after[index] });
      return true;
    });
  });
});
