/**
 * Lists of endpoints and alerts, over HTTP, in an installation of 1,000,000 endpoints with 10,000,000 alerts beside one of 1,000
 * endpoints with 10,000: every filter and order, cursors, searches, totals. Requests to the two alternate. Then, of the large one: totals are
 * held against counting, and pages from everywhere in the lists, the last one among them, against the rows in their order.
 *
 *   npx node bench/large-lists/run.ts [rounds] [directory] [endpoints]
 *
 * The databases are kept in the directory, if one is given (`-`: none): making the large one takes minutes. Goal: the 99th percentile is
 * at most 1.5 times that of the small installation; a search for what one server in a million has takes 20 ms, one for what all have, all of
 * which it counts, is shown without a goal; PostgreSQL reads nothing but indexes and the rows of the page. Every page answers, with what stands
 * there, and the last page of a million endpoints takes a second.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { Operation, type Resources } from '../../src/core/operation/operation.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore, type Store } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { clientSettings } from '../../src/platform/database/database.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { type Comparison, median, printComparisons } from '../comparison.ts';
import { generateWorld, type WorldSize } from './generate.ts';
import { PlanLog } from './plan-log.ts';

const ROUNDS = Number(process.argv[2] ?? 300);
const ENDPOINTS = Number(process.argv[4] ?? 1_000_000);
const WARM_UP_ROUNDS = Math.min(30, ROUNDS);
const GOAL = 1.5;
const portalDomain = 'portal.example.com';
const sizes = {
  small: { customers: 50, endpoints: 1_000, alertsPerEndpoint: 10 },
  large: { customers: ENDPOINTS / 20, endpoints: ENDPOINTS, alertsPerEndpoint: 10 },
} as const;

/** What such a name asks for is the page behind that of its address. */
const behindCursor = 'behind a cursor';
const rareSearch = 'endpoints, search one';
const rareSearchMs = 20;
/** What all have is read to be counted: by no index. */
const wideSearch = 'endpoints, search all';
/** Each asks for the same of both installations. Customer 1 has a fiftieth of all endpoints, customer 2 about twenty. */
const lists: Readonly<Record<string, string>> = {
  endpoints: '/endpoints?per_page=100',
  'endpoints, paused': '/endpoints?per_page=100&status=paused',
  'endpoints, tenth page': '/endpoints?per_page=100&page=10',
  'endpoints, behind a cursor': '/endpoints?per_page=100&page=5',
  'endpoints of a customer': '/endpoints?billing_customer_id=2',
  [rareSearch]: '/endpoints?search=server-777.example',
  [wideSearch]: '/endpoints?search=example.com',
  alerts: '/alerts?limit=100',
  'alerts, oldest first': '/alerts?limit=100&order=asc',
  'alerts, open': '/alerts?limit=100&status=open',
  'alerts, critical': '/alerts?limit=100&severity=critical',
  'alerts, open, most severe first': '/alerts?limit=100&status=open&sort=severity',
  'alerts, most severe first': '/alerts?limit=100&sort=severity',
  'alerts, last seen first': '/alerts?limit=100&sort=last_detected_at',
  'alerts, open, last seen first': '/alerts?limit=100&status=open&sort=last_detected_at',
  'alerts, fiftieth page': '/alerts?limit=100&offset=4899',
  'alerts, fiftieth page, most severe first': '/alerts?limit=100&offset=4899&sort=severity',
  'alerts, behind a cursor': '/alerts?limit=100&offset=4899',
  'alerts of a customer': '/alerts?billing_customer_id=2&limit=100',
  'alerts of a customer, open': '/alerts?billing_customer_id=2&status=open&sort=severity',
  'alerts of a customer, last seen first': '/alerts?billing_customer_id=2&sort=last_detected_at',
};

interface Installation {
  readonly api: ApiClient;
  readonly store: Store;
  readonly plans: PlanLog;
  stop(): Promise<void>;
}

async function openInstallation(directory: string, size: WorldSize): Promise<Installation> {
  const dataDir = path.join(directory, `${size.endpoints}-endpoints`);
  const plans = new PlanLog();
  const config = parseConfig({
    DATA_DIR: dataDir,
    PORT: '0',
    SCAN_ENGINE: 'off',
    RATE_LIMIT_STRICT: '1000000',
    RATE_LIMIT_DEFAULT: '1000000',
  });
  const lines = { write: (entry: string) => plans.append((JSON.parse(entry) as { line?: string }).line ?? '') };
  const store = await openStore(config, { mode: 'serve', maxConnections: 10, logger: pino({ level: 'debug' }, lines) });
  await plans.prepare(store.database.pool);
  const service = await startService({
    config,
    store,
    role: 'api',
    clock: systemClock,
    logger: createLogger('silent'),
  });
  const key = (await keyOfExisting(service.resources)) ?? (await fill(service.resources, store, size));
  return {
    api: new ApiClient(`http://127.0.0.1:${service.address!.port}`, portalDomain, key),
    store,
    plans,
    async stop() {
      await service.stop();
      await store.close();
    },
  };
}

async function keyOfExisting(resources: Resources): Promise<string | null> {
  const partner = await resources.db.selectFrom('partners').select('id').executeTakeFirst();
  if (!partner) return null;
  const operation = new Operation(resources, { partnerId: partner.id, actor: { kind: 'operator' }, requestId: null });
  return (await createKey(operation, { name: 'another run' })).apiKey;
}

/** @returns the new partner's key */
async function fill(resources: Resources, store: Store, size: WorldSize): Promise<string> {
  const startedAtMs = performance.now();
  const { partnerId, apiKey } = await createPartner(resources, { name: 'Bench', portalDomain });
  const client = new pg.Client(clientSettings(store.connection));
  await client.connect();
  await generateWorld(client, partnerId, size);
  const { rows } = await client.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  );
  await client.end();
  const seconds = ((performance.now() - startedAtMs) / 1_000).toFixed(0);
  console.log(`${size.endpoints.toLocaleString('en')} endpoints generated in ${seconds} s: ${rows[0]?.size}`);
  return apiKey;
}

async function get({ api }: Installation, list: string) {
  const answer = await api.get(`/api/v1${list}`);
  if (answer.status !== 200) throw new Error(`${list} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

/** The same list, behind its page. */
async function behind(installation: Installation, list: string): Promise<string> {
  const { data, meta } = await get(installation, list);
  return `${list}&cursor=${data.next_cursor ?? meta.next_cursor}`;
}

async function timed(installation: Installation, list: string): Promise<number> {
  const startedAtMs = performance.now();
  await get(installation, list);
  return performance.now() - startedAtMs;
}

/** The value that a hundredth of them exceeds. */
function p99(valuesMs: readonly number[]): number {
  return valuesMs.toSorted((a, b) => a - b)[Math.ceil(valuesMs.length * 0.99) - 1]!;
}

/** Whether the rows that grow with the installation are reached through indexes only. */
async function usesIndexesOnly({ store, plans, ...installation }: Installation, list: string): Promise<boolean> {
  const executed = await plans.during(store.database.pool, () => get({ store, plans, ...installation }, list));
  if (executed.length === 0) throw new Error('No plan was logged.');
  const scans = executed.join('\n').match(/Seq Scan on (endpoints|alerts|customers)\b/g) ?? [];
  for (const scan of new Set(scans)) console.log(`  ${scan}`);
  return scans.length === 0;
}

async function compare(name: string, list: string, small: Installation, large: Installation): Promise<Comparison> {
  const isBehind = name.endsWith(behindCursor);
  const asked = {
    small: isBehind ? await behind(small, list) : list,
    large: isBehind ? await behind(large, list) : list,
  };
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    const smallMs = await timed(small, asked.small);
    const largeMs = await timed(large, asked.large);
    if (round < 0) continue;
    times.small.push(smallMs);
    times.large.push(largeMs);
  }
  const [smallMs, largeMs] = [p99(times.small), p99(times.large)];
  const largeMedianMs = median(times.large);
  const medians = `medians ${median(times.small).toFixed(1)} and ${largeMedianMs.toFixed(1)} ms`;
  console.log(`${name}: p99 ${smallMs.toFixed(1)} and ${largeMs.toFixed(1)} ms, ${medians}`);
  if (name === rareSearch)
    return {
      name,
      unit: '1/s at the median',
      ours: 1_000 / largeMedianMs,
      peerName: `goal, ${rareSearchMs} ms`,
      peer: 1_000 / rareSearchMs,
      goalRatio: 1,
      correct: await usesIndexesOnly(large, asked.large),
    };
  return {
    name,
    unit: '1/s at p99',
    ours: 1_000 / largeMs,
    peerName: 'small installation',
    peer: 1_000 / smallMs,
    // Whatever a search finds, its index has to look through more of what is similar.
    goalRatio: list.includes('search=') ? null : 1 / GOAL,
    correct: name === wideSearch || (await usesIndexesOnly(large, asked.large)),
  };
}

/** Whether totals are what counting finds, under each filter that lists keep counts for. */
async function compareTotals({ api, store }: Installation): Promise<void> {
  const { rows: counted } = await store.database.pool.query<
    Record<'list' | 'status' | 'severity', string> & { count: number }
  >(
    `SELECT 'endpoints' AS list, status, NULL AS severity, count(*) AS count FROM endpoints GROUP BY status
     UNION ALL SELECT 'alerts', status, severity::text, count(*) FROM alerts GROUP BY status, severity`,
  );
  const expect = async (query: string, which: (row: (typeof counted)[number]) => boolean) => {
    const { body } = await api.get(`/api/v1/${query}`);
    const total = body.meta?.total ?? body.data.total;
    const wanted = counted.filter(which).reduce((sum, { count }) => sum + count, 0);
    if (total !== wanted) throw new Error(`${query} says ${total} where there are ${wanted}.`);
    console.log(`${query}: ${total.toLocaleString('en')}, as counted`);
  };
  await expect('endpoints?per_page=1', ({ list }) => list === 'endpoints');
  await expect('endpoints?per_page=1&status=paused', ({ list, status }) => list === 'endpoints' && status === 'paused');
  await expect('alerts?limit=1', ({ list }) => list === 'alerts');
  await expect('alerts?limit=1&status=open', ({ list, status }) => list === 'alerts' && status === 'open');
  await expect(
    'alerts?limit=1&status=open&severity=critical',
    ({ list, status, severity }) => list === 'alerts' && status === 'open' && severity === 'critical',
  );
}

const pageSize = 100;
const sampledPages = 20;
const lastPageMs = 1_000;
/** By their numbers, from 0. */
const pageOf = {
  endpoints: (page: number) => `/endpoints?per_page=${pageSize}&page=${page + 1}`,
  alerts: (page: number) => `/alerts?limit=${pageSize}&offset=${page * pageSize}`,
} as const;

/** Pages from the first to the last: each has the rows that stand there, so none skips or repeats any. */
async function comparePages(installation: Installation, list: 'endpoints' | 'alerts'): Promise<Comparison> {
  const { api, store } = installation;
  const client = new pg.Client(clientSettings(store.connection));
  await client.connect();
  const { rows: counted } = await client.query<{ count: number }>(`SELECT count(*) AS count FROM ${list}`);
  const last = Math.ceil(counted[0]!.count / pageSize) - 1;
  // Neighbours, and some page between.
  const parts = Array.from({ length: sampledPages + 1 }, (_, part) => Math.floor((last * part) / sampledPages));
  const pages = parts.flatMap((page) => [page, Math.min(page + 1, last), Math.floor(Math.random() * last)]);
  const { rows: there } = await client.query<{ id: string; page: number }>(
    `SELECT id, page FROM (SELECT id, (row_number() OVER (ORDER BY created_at DESC, id DESC) - 1) / ${pageSize} AS page FROM ${list}) AS numbered
     WHERE page = ANY($1) ORDER BY page`,
    [pages],
  );
  await client.end();
  const wanted = Map.groupBy(there, ({ page }) => page);
  let correct = true;
  for (const page of pages) {
    const { status, body } = await api.get(`/api/v1${pageOf[list](page)}`);
    const rows: { id: string }[] = status === 200 ? (list === 'endpoints' ? body.data : body.data.alerts) : [];
    const ids = (of: readonly { id: string }[]) =>
      of
        .map(({ id }) => id)
        .toSorted()
        .join();
    if (ids(rows) === ids(wanted.get(page)!)) continue;
    console.log(`  ${list}, page ${page + 1}: ${status}, ${rows.length} rows, which are not those that stand there`);
    correct = false;
  }
  const lastMs: number[] = [];
  for (let round = 0; round < 5; round += 1) lastMs.push(await timed(installation, pageOf[list](last)));
  const medianMs = median(lastMs);
  console.log(`${list}, last of ${(last + 1).toLocaleString('en')} pages: median ${medianMs.toFixed(0)} ms`);
  return {
    name: `${list}, last page`,
    unit: '1/s at the median',
    ours: 1_000 / medianMs,
    peerName: `goal, ${lastPageMs} ms`,
    peer: 1_000 / lastPageMs,
    // Ten times as many alerts.
    goalRatio: list === 'endpoints' ? 1 : null,
    correct,
  };
}

const kept = process.argv[3] === '-' ? undefined : process.argv[3];
const directory = kept ?? mkdtempSync(path.join(tmpdir(), 'large-lists-'));
const installations: Installation[] = [];
try {
  for (const size of [sizes.small, sizes.large]) installations.push(await openInstallation(directory, size));
  const [small, large] = installations as [Installation, Installation];
  const comparisons: Comparison[] = [];
  for (const [name, list] of Object.entries(lists)) comparisons.push(await compare(name, list, small, large));
  await compareTotals(large);
  comparisons.push(await comparePages(large, 'endpoints'), await comparePages(large, 'alerts'));
  printComparisons(comparisons);
} finally {
  for (const installation of installations) await installation.stop();
  if (kept === undefined) rmSync(directory, { recursive: true, force: true });
}
