/**
 * Webhooks of ten partners, on the embedded database of this process, with the service's worker in it:
 *
 * 1. How soon an event's request comes after its commit, at 200 events a second, beside the floor: requests that whoever committed
 *    makes itself, without a queue; and again while one of the ten receivers never answers.
 * 2. How many events a second leave a backlog, beside the floor: the same requests by undici alone, without a database.
 * 3. What is lost when workers are killed on their way, while the receiver fails for 30 % and is slower than they wait for 10 %; and
 *    whether GET /events has each event once, in the order of its partner's changes, as it has while they are killed.
 *
 *   npx node bench/webhooks/run.ts [seconds of 1] [events of 2] [events of 3] [kills of 3]
 *
 * Goals: 1 s at the 95th percentile; at most 5 % more for the nine others while one is dead; every event arrives.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook } from 'standardwebhooks';
import { Agent } from 'undici';
import { listEvents } from '../../src/core/events/list-events.ts';
import { Operation } from '../../src/core/operation/operation.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { createWebhook } from '../../src/notifications/webhooks/create-webhook.ts';
import { newSecret, signatureHeader } from '../../src/notifications/webhooks/sign.ts';
import { WebhookSecrets } from '../../src/notifications/webhooks/webhook-secrets.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { MovableClock } from '../../test/support/movable-clock.ts';
import { type Comparison, percentile, printComparisons } from '../comparison.ts';

const [SECONDS, BACKLOG, KILL_EVENTS, KILLS] = [30, 4_000, 20_000, 20].map((standard, index) =>
  Number(process.argv[index + 2] ?? standard),
) as [number, number, number, number];
const PARTNERS = 10;
const EVENTS_PER_SECOND = 200;
const FLOOR_AT_ONCE = 50;
const GOAL_MS = 1_000;
const GOAL_GROWTH = 1.05;
const quiet = { SCAN_ENGINE: 'off', WEBHOOK_ALLOW: '127.0.0.0/8', PORT: '0' };

interface Told {
  readonly index: number;
  readonly number: number;
}

/** What the receivers do with each request. */
let take: (told: Told, request: IncomingMessage, body: Buffer, response: ServerResponse) => void = () => {};
const receivers = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  try {
    for await (const chunk of request) chunks.push(chunk as Buffer);
  } catch {
    return;
  }
  const body = Buffer.concat(chunks);
  const { data } = JSON.parse(body.toString()) as { data: { number: number } };
  take({ index: Number(request.url!.slice(1)), number: data.number }, request, body, response);
}).listen(0, '127.0.0.1');
await once(receivers, 'listening');
const url = (index: number) => `http://127.0.0.1:${(receivers.address() as AddressInfo).port}/${index}`;

const directory = mkdtempSync(path.join(tmpdir(), 'breakwater-webhooks-'));
const logger = createLogger('silent');
const config = parseConfig({ ...quiet, DATA_DIR: directory });
const store = await openStore(config, { mode: 'serve', maxConnections: 20, logger });
const clock = new MovableClock();
const start = (role: 'api' | 'worker') =>
  startService({ config, store, role, clock, logger, webhookDeadlineMs: 1_000 });
const { resources, stop: stopApi } = await start('api');
const secrets = new WebhookSecrets(store.keys);

const partners = await Promise.all(
  Array.from({ length: PARTNERS }, async (_, index) => {
    const { partnerId } = await createPartner(resources, { name: 'Bench', portalDomain: `p${index}.example.com` });
    const operation = Operation.bySystem(resources, partnerId);
    const { secret } = await createWebhook(operation, secrets, { url: url(index), types: [], description: null });
    return { operation, verifier: new Webhook(secret) };
  }),
);

async function happen({ index, number }: Told): Promise<void> {
  await partners[index]!.operation.transaction(async (tx) =>
    tx.happened({ type: 'scan.failed', subject: null, data: { number } }),
  );
}

async function until(isDone: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(50);
}

const directly = new Agent({ allowH2: false });

/** A request, signed, without anything of ours around it. */
async function post({ index, number }: Told, secret: string): Promise<void> {
  const body = Buffer.from(JSON.stringify({ type: 'scan.failed', timestamp: '', data: { number } }));
  const timestamp = Math.floor(Date.now() / 1_000);
  const headers = {
    'webhook-id': String(number),
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatureHeader([secret], { id: String(number), timestamp, body }),
  };
  const to = new URL(url(index));
  const answer = await directly.request({ origin: to.origin, path: to.pathname, method: 'POST', headers, body });
  await answer.body.dump();
}

/**
 * @param dead the receiver that never answers; null: all do
 * @param secret sends what was committed at once; null: the worker does
 * @returns milliseconds from commit to request, of all receivers that live
 */
async function delays(dead: number | null, secret: string | null = null): Promise<number[]> {
  const committed = new Map<number, number>();
  const arrived = new Map<number, number>();
  take = ({ index, number }, _request, _body, response) => {
    if (index === dead) return;
    if (!arrived.has(number)) arrived.set(number, performance.now());
    response.writeHead(204).end();
  };
  const count = SECONDS * EVENTS_PER_SECOND;
  const beganMs = performance.now();
  const committing: Promise<void>[] = [];
  for (let number = 0; number < count; number += 1) {
    const dueMs = beganMs + (number * 1_000) / EVENTS_PER_SECOND;
    await sleep(Math.max(0, dueMs - performance.now()));
    committing.push(
      happen({ index: number % PARTNERS, number }).then(async () => {
        committed.set(number, performance.now());
        if (secret !== null) await post({ index: number % PARTNERS, number }, secret);
      }),
    );
  }
  await Promise.all(committing);
  const living = [...committed.keys()].filter((number) => number % PARTNERS !== dead);
  await until(() => living.every((number) => arrived.has(number)));
  // A request may overtake the news of its own commit.
  return living.map((number) => Math.max(0, arrived.get(number)! - committed.get(number)!));
}

/** @returns requests a second */
async function backlog(): Promise<number> {
  const arrived = new Set<number>();
  take = ({ number }, _request, _body, response) => {
    arrived.add(number);
    response.writeHead(204).end();
  };
  const numbers = Array.from({ length: BACKLOG }, (_, number) => number);
  await Promise.all(
    partners.map(async (_, index) => {
      for (const number of numbers.filter((each) => each % PARTNERS === index)) await happen({ index, number });
    }),
  );
  const worker = await start('worker');
  const beganMs = performance.now();
  await until(() => arrived.size === BACKLOG);
  const seconds = (performance.now() - beganMs) / 1_000;
  await worker.stop();
  return BACKLOG / seconds;
}

/** Events that happen meanwhile get their places, and nothing is made of them. */
async function withoutWebhooks<T>(work: () => Promise<T>): Promise<T> {
  const { pool } = store.database;
  await pool.query("UPDATE webhooks SET types = '{webhook.test}'");
  const result = await work();
  await until(async () => (await pool.query('SELECT FROM events WHERE sequence IS NULL LIMIT 1')).rowCount === 0);
  await pool.query("UPDATE webhooks SET types = '{}'");
  return result;
}

/** What the dead one has not taken is not part of what follows. */
async function forgetFailures(): Promise<void> {
  await store.database.pool.query('DELETE FROM webhook_deliveries');
  await store.database.pool.query('UPDATE webhooks SET failing_since = NULL');
}

/** The same requests without anything of ours around them. @returns requests a second */
async function floor(): Promise<number> {
  take = (_told, _request, _body, response) => response.writeHead(204).end();
  const secret = newSecret();
  let left = BACKLOG;
  const sender = async () => {
    while (left > 0) {
      left -= 1;
      await post({ index: left % PARTNERS, number: left }, secret);
    }
  };
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: FLOOR_AT_ONCE }, sender));
  return BACKLOG / ((performance.now() - beganMs) / 1_000);
}

/** A reader of GET /events that begins before the first event and goes on behind the last one, whatever happens meanwhile. */
function follow(operation: Operation) {
  const numbers: number[] = [];
  let after: string | undefined;
  return {
    numbers,
    async readOn(): Promise<void> {
      for (let hasMore = true; hasMore; ) {
        const page = await listEvents(operation, after, {}, 500);
        numbers.push(...page.events.map(({ data }) => (data as unknown as { number: number }).number));
        after = page.next ?? undefined;
        hasMore = page.hasMore;
      }
    },
  };
}

interface Killed {
  /** Events that never arrived. */
  readonly lost: number;
  /** Requests besides the first of each event. */
  readonly repeated: number;
  /** Requests that the independent library did not verify, or with another webhook-id than the event's first. */
  readonly unverified: number;
  /** Partners whose reader of GET /events was not given each event once and in order. */
  readonly misread: number;
}

async function kill(): Promise<Killed> {
  const attempts = new Map<number, number>();
  const ids = new Map<number, unknown>();
  const arrived = new Set<number>();
  let requests = 0;
  let unverified = 0;
  take = ({ index, number }, { headers }, body, response) => {
    requests += 1;
    const known = ids.get(number) ?? headers['webhook-id'];
    ids.set(number, known);
    try {
      // The clocks of later workers are ahead, for which the library has no patience.
      const now = Date.now;
      Date.now = () => Number(headers['webhook-timestamp']) * 1_000;
      partners[index]!.verifier.verify(body.toString(), headers as Record<string, string>);
      Date.now = now;
    } catch {
      unverified += 1;
    }
    if (known !== headers['webhook-id']) unverified += 1;
    const attempt = (attempts.get(number) ?? 0) + 1;
    attempts.set(number, attempt);
    // Of every ten events of each partner: a receiver that never takes one at once is another matter.
    const turn = Math.floor(number / PARTNERS) % 10;
    if (attempt < 3 && turn < 3) return void response.writeHead(500).end();
    if (attempt === 1 && turn === 3) return;
    arrived.add(number);
    response.writeHead(204).end();
  };
  const readers = partners.map(({ operation }) => follow(operation));
  for (const reader of readers) await reader.readOn();
  const before = readers.map(({ numbers }) => numbers.length);
  const write = async (from: number, to: number) => {
    for (let number = from; number < to; number += PARTNERS)
      await Promise.all(partners.map((_, index) => happen({ index, number: number + index })));
  };
  // Half of it is there when the first worker starts, half comes while they die.
  const half = KILL_EVENTS / 2;
  await write(0, half);
  const writing = write(half, KILL_EVENTS);
  const script = fileURLToPath(new URL('../../test/support/webhook-worker.ts', import.meta.url));
  const { connection } = store;
  let child: ChildProcess | undefined;
  for (let number = 0; number < KILLS; number += 1) {
    const sent = requests;
    const env = {
      ...quiet,
      PATH: process.env.PATH,
      DATABASE_URL: databaseUrl(connection),
      SECRET_KEY: store.keys.current,
      AHEAD_SECONDS: String(60 * number),
    };
    child = spawn(process.execPath, [script], { env, stdio: 'inherit' });
    const enough = Math.min(KILL_EVENTS / KILLS / 2, 1_000);
    await Promise.race([until(() => requests > sent + enough), sleep(30_000)]);
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
    await Promise.all(readers.map((reader) => reader.readOn()));
  }
  await writing;
  clock.advanceSeconds(60 * KILLS);
  const worker = await start('worker');
  await until(async () => {
    clock.advanceSeconds(60);
    await sleep(500);
    const { rows } = await store.database.pool.query(
      "SELECT 1 FROM webhook_deliveries WHERE status = 'pending' UNION ALL SELECT 1 FROM events WHERE sequence IS NULL LIMIT 1",
    );
    return rows.length === 0;
  });
  await worker.stop();
  await Promise.all(readers.map((reader) => reader.readOn()));
  const misread = readers.filter(({ numbers }, index) => {
    const expected = Array.from({ length: KILL_EVENTS / PARTNERS }, (_, turn) => turn * PARTNERS + index);
    return numbers.slice(before[index]).join() !== expected.join();
  });
  return {
    lost: KILL_EVENTS - arrived.size,
    repeated: requests - attempts.size,
    unverified,
    misread: misread.length,
  };
}

function databaseUrl(connection: typeof store.connection): string {
  if ('url' in connection) return connection.url;
  const { host, port, user, database } = connection;
  return `postgresql://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`;
}

try {
  const compared: Comparison[] = [];
  const worker = await start('worker');
  const load = () => loadavg()[0]!.toFixed(1);
  console.log(`The machine's load before: ${load()}`);
  const alive = percentile(await delays(null), 0.95);
  const besideDead = percentile(await delays(PARTNERS - 1), 0.95);
  await forgetFailures();
  const aliveAgain = percentile(await delays(null), 0.95);
  await forgetFailures();
  const direct = await withoutWebhooks(async () => percentile(await delays(null, newSecret()), 0.95));
  await worker.stop();
  console.log(
    `95 % of requests come within ${alive.toFixed(0)} ms of the commit, ${besideDead.toFixed(0)} ms beside a dead one,`,
    `then ${aliveAgain.toFixed(0)} ms again; ${direct.toFixed(0)} ms without a queue (load ${load()})`,
  );
  compared.push(
    {
      name: 'soon at 200/s',
      unit: '/s',
      ours: 1_000 / alive,
      peerName: 'goal',
      peer: 1_000 / GOAL_MS,
      goalRatio: 1,
      correct: true,
    },
    {
      name: 'soon at 200/s',
      unit: '/s',
      ours: 1_000 / alive,
      peerName: 'no queue',
      peer: 1_000 / direct,
      goalRatio: null,
      correct: true,
    },
    {
      name: 'beside a dead receiver',
      unit: '/s',
      ours: 1_000 / besideDead,
      peerName: 'all alive',
      // Before and after, since others may use the machine.
      peer: 1_000 / ((alive + aliveAgain) / 2),
      goalRatio: 1 / GOAL_GROWTH,
      correct: true,
    },
  );
  compared.push({
    name: 'requests of a backlog',
    unit: '/s',
    ours: await backlog(),
    peerName: 'undici alone',
    peer: await floor(),
    goalRatio: null,
    correct: true,
  });
  const { lost, repeated, unverified, misread } = await kill();
  console.log(
    `${KILLS} kills: ${lost} of ${KILL_EVENTS} events lost, ${repeated} requests more, ${unverified} not verified;`,
    `${misread} of ${PARTNERS} readers of GET /events missed one, or had one twice or too early (load ${load()})`,
  );
  compared.push({
    name: 'events that arrive',
    unit: '',
    ours: KILL_EVENTS - lost,
    peerName: 'all',
    peer: KILL_EVENTS,
    goalRatio: 1,
    correct: lost === 0 && unverified === 0 && misread === 0,
  });
  printComparisons(compared);
} finally {
  await directly.destroy();
  await stopApi();
  await store.close();
  receivers.closeAllConnections();
  receivers.close();
  rmSync(directory, { recursive: true, force: true });
}
