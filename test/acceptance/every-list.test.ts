import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answered, createClient, each, type NextPage, type Page } from '../../client/index.ts';
import { apiDocument, type Json } from '../../scripts/api-document.ts';
import type { DarkWebMention } from '../../src/engines/leak-sources/leak-source.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { addPortalDomain } from '../../src/identity/portal-domains/add-portal-domain.ts';
import { removePortalDomain } from '../../src/identity/portal-domains/remove-portal-domain.ts';
import type { ApiClient } from '../support/api-client.ts';
import { portMonitoring, subscribe } from '../support/billing.ts';
import { completeScan } from '../support/completed-scans.ts';
import { monitorDomain, scanDomain } from '../support/domain-scans.ts';
import { eventually } from '../support/eventually.ts';
import { createAdministrator, type PortalBrowser, signInAdministrator } from '../support/portal-browser.ts';
import { pythonPackage } from '../support/python-package.ts';
import { insertAlert } from '../support/rows.ts';
import { enableSandbox } from '../support/sandbox-client.ts';
import { provision } from '../support/scans.ts';
import { leakedCredential } from '../support/scripted-leak-source.ts';
import { succeeds } from '../support/succeeds.ts';
import { type TestPartner, TestService } from '../support/test-service.ts';

const run = promisify(execFile);
const hasPhp = succeeds('php', '-r', 'exit(function_exists("curl_init") ? 0 : 1);');
const hasPython = succeeds('python3', '--version');
const toolsOf = { client: [], php: ['php-curl'], python: ['python3'] } as const;
const autoload = fileURLToPath(new URL('../../integrations/php-client/autoload.php', import.meta.url));

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

const consoleEmail = 'console@example.com';

let service: TestService;
let worker: TestService;
let scratch: string;
let apiKey: string;
let baseUrl: string;
let lists: readonly List[];
let person: PortalBrowser;
/** What lists have, each as one comes and, where any does, as it goes. */
let things: readonly Thing[];
/** Removes one of each sort that goes, of those that were there from the beginning. */
let leaving: (() => Promise<unknown>)[][];

interface Thing {
  /** @returns what removes it: null where nothing of its sort goes */
  add(number: number): Promise<(() => Promise<unknown>) | null>;
}

/** What has an array of objects and is no list. */
const noLists: Readonly<Record<string, string>> = {
  '/administrator/second-factor': 'What an administrator signs in with.',
  '/alerts/{id}/remediation': 'The steps of one way, and other ways.',
  '/customers/{billing_customer_id}': 'A record of a customer. What may be long in it has lists of its own.',
  '/notifications/settings': 'Settings, with the few addresses that they are for.',
  '/reports/exposure': 'A series: each day of a period.',
  '/reports/monthly': 'A report.',
  '/scans/{scan}': 'A record of a scan.',
};

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
  const environment = { RATE_LIMIT_STRICT: '1000000', RATE_LIMIT_DEFAULT: '1000000', SCAN_ENGINE: 'off' };
  service = await TestService.start({ role: 'api', environment });
  const created = await createPartner(service.service.resources, { name: 'Acme', portalDomain: 'localhost' });
  const operation = service.operator(created.partnerId);
  const partner: TestPartner = { ...created, operation, api: service.client('localhost', created.apiKey) };
  apiKey = created.apiKey;
  baseUrl = `http://localhost:${service.service.address!.port}`;
  const { api } = partner;
  const { body: webhook } = await api.post('/api/v1/webhooks', { url: 'https://hooks.example.com/x' });
  await enableSandbox(service, partner);
  for (const plan of ['starter', 'business'])
    await api.send('PUT', `/api/v1/plans/port_monitoring/${plan}`, {
      capacity: 50,
      vantage_points: ['a1', 'b1', 'c1'],
    });
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
  for (const endpoint of servers)
    for (const port of [80, 443, 25]) await insertAlert(service, partner, endpoint, { port });
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
  await createAdministrator(partner, consoleEmail);
  person = await signInAdministrator(service, partner, consoleEmail);
  for (const point of ['a1', 'b1', 'c1'])
    await service.store.database.pool.query(
      `INSERT INTO vantage_views (partner_id, endpoint_id, vantage_point, scan_id, seen_at, host_answered, only_there, not_there)
       VALUES ($1, $2, $3, $2, now(), true, '{}', '{}')`,
      [partner.partnerId, servers[0], point],
    );
  things = thingsOf(partner, servers);
  leaving = [];
  for (let number = 0; number < 4; number += 1) {
    const removals = [];
    for (const thing of things) removals.push(await thing.add(number));
    // Every other one stays.
    if (number % 2 === 1) leaving.push(removals.filter((removal) => removal !== null));
  }
  // Who gives events their place, and webhooks their deliveries.
  worker = await TestService.start({ role: 'worker', environment, sharedWith: service });

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
    list('/monitoring/causes', 'causes'),
    list('/whitelists', null),
    list('/webhooks/{id}/deliveries', 'deliveries', `/webhooks/${webhook.data.webhook.id}/deliveries`),
    list('/customers', 'customers'),
    list('/customers/{billing_customer_id}/servers', 'servers', '/customers/1/servers'),
    list('/services', 'services'),
    list('/subscriptions', null),
    list('/usage', 'services', `/usage?from=${today}&to=${tomorrow}`),
    list('/audit', 'entries', '/audit?billing_customer_id=1'),
    list('/events', 'events'),
    list('/keys/{id}/requests', 'requests', `/keys/${key.keyId}/requests`, true),
    list('/endpoints/{endpoint}/vantage-points', null, `/endpoints/${servers[0]}/vantage-points`),
    list('/alerts/endpoint-summary', 'endpoints', '/alerts/endpoint-summary?billing_customer_id=1'),
    list('/monitoring/port-groups', 'groups', '/monitoring/port-groups?billing_customer_id=1'),
    list('/monitoring/public-services', 'servers', '/monitoring/public-services?billing_customer_id=1'),
    list('/billing/pricing', 'prices'),
    list('/channels', 'channels'),
    list('/webhooks', 'webhooks'),
    list('/sandbox/scenarios', 'scenarios'),
    list('/plans', 'plans'),
    list('/administrator/sessions', 'sessions', '/administrator/sessions', true),
    list('/administrators', 'administrators', '/administrators', true),
    list('/invitations', 'invitations', '/invitations', true),
    list('/keys', 'keys', '/keys', true),
    list('/portal-domains', 'portal_domains', '/portal-domains', true),
  ];
});
afterAll(async () => {
  await worker?.stop();
  await service?.stop();
  await rm(scratch, { recursive: true, force: true });
});

function thingsOf(partner: TestPartner, servers: readonly string[]): Thing[] {
  const { api, operation, partnerId } = partner;
  const made = async (path: string, body: object, idOf: (data: Json) => unknown, query = '') => {
    const answer = await api.post(`/api/v1${path}`, body);
    if (answer.status > 201) throw new Error(`${path}: ${JSON.stringify(answer.body)}`);
    return async () => api.send('DELETE', `/api/v1${path}/${idOf(answer.body.data)}${query}`);
  };
  const ofCustomer = { billing_customer_id: 1 };
  const scanned = ['22:tcp', '3306:tcp', '6379:tcp'] as const;
  return [
    {
      add: (number) =>
        made(
          '/endpoints',
          { ...ofCustomer, ip_address: `127.61.2.${number}` },
          ({ id }) => id,
          '?billing_customer_id=1',
        ),
    },
    {
      add: (number) => made('/whitelists', { ...ofCustomer, port_start: 8_000 + number }, ({ id }) => id),
    },
    {
      add: (number) =>
        made('/webhooks', { url: `https://hooks.example.com/${number}` }, ({ webhook }) => (webhook as Json).id),
    },
    {
      add: (number) =>
        made(
          '/channels',
          { type: 'ntfy', name: `${number}`, topic: `t${number}` },
          ({ channel }) => (channel as Json).id,
        ),
    },
    {
      async add(number) {
        const id = await monitorDomain(api, 1, `d${number}.example.com`);
        return () => api.post('/api/v1/billing/terminate-domain', { monitored_domain_id: id });
      },
    },
    {
      async add(number) {
        const price = {
          product_slug: 'port_monitoring',
          plan_slug: `p${number}`,
          currency: 'EUR',
          billing_cycle: 'monthly',
        };
        await api.post('/api/v1/billing/pricing', { prices: [{ ...price, amount: 1 }] });
        return () => api.send('DELETE', '/api/v1/billing/pricing', price);
      },
    },
    {
      async add(number) {
        const { id } = await addPortalDomain(operation, `n${number}.example.net`);
        return () => removePortalDomain(operation, id);
      },
    },
    {
      async add(number) {
        const id = await createAdministrator(partner, `p${number}@example.com`);
        return () => person.send('DELETE', `/api/v1/administrators/${id}`);
      },
    },
    {
      async add(number) {
        const id = randomUUID();
        await service.store.database.pool.query(
          `INSERT INTO administrator_invitations (partner_id, id, email, role, hash, created_at, sent_at, expires_at)
           VALUES ($1, $2, $3, 'support', $4, now(), now(), now() + interval '1 day')`,
          [partnerId, id, `i${number}@example.com`, Buffer.from(id)],
        );
        return () => person.send('DELETE', `/api/v1/invitations/${id}`);
      },
    },
    {
      // An account, a subscription and a service; a sign-in; a plan and a key; a scan and what it tells. They stay.
      async add(number) {
        await provision(api, `127.61.3.${number}`, { client_id: 100 - number, service_id: 100 - number });
        await subscribe(api, portMonitoring(200 - number, 300 - number), { plan_slug: 'starter' });
        await signInAdministrator(service, partner, consoleEmail);
        await api.send('PUT', `/api/v1/plans/port_monitoring/p${number}`, { capacity: 100 - number });
        await createKey(operation, { portalDomain: 'localhost', name: `${number}` });
        await completeScan(service, partner, servers[0]!, { open: [...scanned, `${9_000 + number}:tcp`] });
        await insertAlert(service, partner, servers[1]!, { port: 9_100 + number });
        return null;
      },
    },
  ];
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
  const url = `${list.url}${list.url.includes('?') ? '&' : '?'}limit=100`;
  return itemsOf(list, (await asked(list).get(`/api/v1${url}`)).body as Page);
}

/** By whom. */
function asked({ isForPeople }: List): ApiClient {
  return isForPeople ? person : service.client('localhost', apiKey);
}

async function throughClient(list: List): Promise<unknown[]> {
  // Lists of any path, which types know one by one.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  const client: any = createClient({ baseUrl, ...(list.isForPeople ? { fetch: byPerson } : { apiKey }) });
  const [path, own] = list.url.split('?');
  const read = (_cursor: string | undefined, next: NextPage) => {
    const query = { ...Object.fromEntries(new URLSearchParams(own)), limit: 2, ...next };
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
        return [path, list.items, { ...Object.fromEntries(new URLSearchParams(own)), limit: 2 }];
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
        const query = { ...Object.fromEntries(new URLSearchParams(own)), limit: 2 };
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
  const { id, endpoint_id, ...more } = row as Record<string, unknown>;
  const names = ['billing_customer_id', 'client_id', 'service_id', 'subscription_id', 'unit', 'protocol', 'port'];
  const ofShortLists = ['scenario', 'vantage_point', 'product_slug', 'plan_slug', 'currency', 'billing_cycle', 'title'];
  return String(id ?? endpoint_id ?? [...names, ...ofShortLists].map((name) => more[name]));
}

const { paths, components } = await apiDocument();

function resolved(schema: Json | undefined): Json {
  const reference = schema?.$ref as string | undefined;
  if (reference === undefined) return schema ?? {};
  return components.schemas[reference.slice(reference.lastIndexOf('/') + 1)]!;
}

function fieldsOf(schema: Json | undefined): Record<string, Json> {
  return (resolved(schema).properties ?? {}) as Record<string, Json>;
}

/** Whether it is an array of objects. */
function hasRows(schema: Json): boolean {
  const { type, items } = resolved(schema);
  const { type: ofItems, anyOf, oneOf } = resolved(items as Json | undefined);
  return type === 'array' && (ofItems === 'object' || anyOf !== undefined || oneOf !== undefined);
}

/** Reads whose answer is an array of objects, or has one in its data: the shape of a list. */
const listShaped = Object.entries(paths).flatMap(([path, { get }]) => {
  const answer = get?.responses['200']?.content?.['application/json']?.schema;
  if (get === undefined || answer === undefined || /Alias\d$/.test(get.operationId)) return [];
  const { data = {}, meta = {} } = fieldsOf(answer);
  const isShaped = hasRows(data) || Object.values(fieldsOf(data)).some(hasRows);
  const parameters = (get.parameters ?? []).filter((parameter) => parameter.in === 'query');
  const takes = parameters.map(({ name }) => name);
  const choicesOf = (name: string) =>
    ((parameters.find((parameter) => parameter.name === name)?.schema.enum ?? []) as string[]).map(
      (choice) => `&${name}=${choice}`,
    );
  const orders = choicesOf('sort').flatMap((sort) => [sort, ...choicesOf('order').map((order) => `${sort}${order}`)]);
  const tells = Object.keys(hasRows(data) ? fieldsOf(meta) : fieldsOf(data));
  return isShaped ? [{ path: path.replace('/api/v1', ''), takes, orders, tells }] : [];
});

it('what has the shape of a list is gone through here, or is named as none', () => {
  const here = [...lists.map(({ path }) => path), ...Object.keys(noLists)];
  expect(here.toSorted()).toEqual(listShaped.map(({ path }) => path).toSorted());
});

it('every list takes cursor and limit, and answers next_cursor and has_more', () => {
  for (const { path, takes, tells } of listShaped.filter((list) => !(list.path in noLists)))
    expect({ path, takes, tells }).toEqual({
      path,
      takes: expect.arrayContaining(['cursor', 'limit']),
      tells: expect.arrayContaining(['next_cursor', 'has_more']),
    });
});

/** The page of a list behind a cursor, and the cursor behind that. */
async function page(list: List, limit: number, cursor: string | null) {
  const query = `limit=${limit}${cursor === null ? '' : `&cursor=${cursor}`}`;
  const { status, body } = await asked(list).get(`/api/v1${list.url}${list.url.includes('?') ? '&' : '?'}${query}`);
  if (status !== 200) throw new Error(`${list.url}: ${JSON.stringify(body)}`);
  const { next_cursor: next, has_more: hasMore } = list.items === null ? body.meta : body.data;
  return { rows: itemsOf(list, body).map(known), next: hasMore ? (next as string) : null };
}

it('in every order that a list takes, its cursors lead through all of it', async () => {
  const sorted = listShaped.filter(({ orders }) => orders.length > 0);
  expect(sorted.map(({ path }) => path)).toContain('/domain-monitoring/alerts');
  for (const { path, orders } of sorted) {
    const { url, ...list } = lists.find((each) => each.path === path)!;
    // By severity for one customer only.
    const start = path === '/endpoints' ? `${url}?billing_customer_id=1` : url;
    for (const order of orders) {
      const inOrder = { ...list, url: `${start}${start.includes('?') ? '' : '?'}${order}` };
      const rows: string[] = [];
      for (let next: string | null | undefined; next !== null; ) {
        const found = await page(inOrder, 2, next ?? null);
        rows.push(...found.rows);
        next = found.next;
      }
      expect({ order, rows }).toEqual({ order, rows: (await whole(inOrder)).map(known) });
    }
  }
});

it('a cursor of another list, with other filters, of another account, or changed by a character: 422', async () => {
  const byDigest = lists.filter(({ path }) => !['/events', '/webhooks/{id}/deliveries'].includes(path));
  const stranger = await service.partner('Stranger');
  for (const [index, list] of byDigest.entries()) {
    const { next } = await page(list, 1, null);
    const changed = `${next!.slice(0, 30)}${next![30] === 'A' ? 'B' : 'A'}${next!.slice(31)}`;
    const other = byDigest[(index + 1) % byDigest.length]!;
    for (const [wrong, where] of [[changed, list] as const, [next!, other] as const]) {
      const answer = await asked(where).get(`/api/v1${where.url}${where.url.includes('?') ? '&' : '?'}cursor=${wrong}`);
      expect([where.path, answer.status, Object.keys(answer.body.errors)]).toEqual([where.path, 422, ['cursor']]);
    }
  }
  const { next } = await page(lists.find(({ path }) => path === '/alerts')!, 1, null);
  for (const [api, query] of [
    [stranger.api, ''] as const,
    [service.client('localhost', apiKey), '&status=open'] as const,
  ])
    expect((await api.get(`/api/v1/alerts?cursor=${next}${query}`)).status).toBe(422);
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

it('whoever goes through a list while rows come and go gets each that stays, once', async () => {
  const rowsOf = async () => Promise.all(lists.map(async (list) => (await whole(list)).map(known)));
  const before = await rowsOf();
  const walks = lists.map(() => ({ rows: [] as string[], next: null as string | null, isOver: false }));
  for (let round = 0; walks.some(({ isOver }) => !isOver); round += 1) {
    for (const [index, walk] of walks.entries()) {
      if (walk.isOver) continue;
      const { rows, next } = await page(lists[index]!, 2, walk.next);
      Object.assign(walk, { rows: [...walk.rows, ...rows], next, isOver: next === null });
    }
    if (round >= leaving.length) continue;
    for (const remove of leaving[round]!) await remove();
    for (const thing of things) await thing.add(20 + round);
  }
  const after = await rowsOf();
  for (const [index, { path }] of lists.entries()) {
    const { rows } = walks[index]!;
    const stayed = before[index]!.filter((row) => after[index]!.includes(row));
    expect({ path, missed: stayed.filter((row) => !rows.includes(row)) }).toEqual({ path, missed: [] });
    expect({ path, doubled: rows.filter((row, at) => rows.indexOf(row) !== at) }).toEqual({ path, doubled: [] });
  }
});
