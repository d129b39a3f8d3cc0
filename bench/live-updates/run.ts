/**
 * What open pages cost those who write, and how soon they hear: transactions of eight writers with 1,000 streams open at another
 * service on the same database, beside the same without a stream, and beside a NOTIFY in each transaction. The streams are of other
 * customers: what telling one page costs is measured by itself, since all of it, the pages included, happens in this process.
 *
 *   npx node bench/live-updates/run.ts [transactions]
 *
 * Goals: open streams take at most 10 % of the writes; a page hears within 2 s at the 99th percentile; a stream and its
 * page hold at most 100 kB.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { Operation } from '../../src/core/operation/operation.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { median, printComparisons } from '../comparison.ts';

const TRANSACTIONS = Number(process.argv[2] ?? 4_000);
const WRITERS = 8;
const CUSTOMERS = 250;
const STREAMS_PER_CUSTOMER = 4;
const HEARINGS = 200;
const budgets = { hearMs: 2_000, streamBytes: 100_000 };
const portalDomain = 'localhost';

const directory = mkdtempSync(path.join(tmpdir(), 'breakwater-live-updates-'));
const logger = createLogger('silent');
const environment = { DATA_DIR: directory, PORT: '0', RATE_LIMIT_STRICT: '1000000', RATE_LIMIT_DEFAULT: '1000000' };
const config = parseConfig({ ...environment, SCAN_ALLOW: '127.0.0.0/8', SCAN_ENGINE: 'off' });
const store = await openStore(config, { mode: 'serve', maxConnections: 20, logger });
const start = () => startService({ config, store, role: 'api', clock: systemClock, logger });
/** The one that writes, and the one whose pages are open. */
const [writing, answering] = [await start(), await start()];

const portOf = ({ address }: typeof answering) => address!.port;
const { partnerId, apiKey } = await createPartner(writing.resources, { name: 'Bench', portalDomain });
const operation = Operation.bySystem(writing.resources, partnerId);

interface Customer {
  readonly id: string;
  readonly cookie: string;
}

/** @param signsIn not more than 300 a minute may, from one address */
async function createCustomer(number: number, signsIn: boolean): Promise<Customer> {
  const api = new ApiClient(`http://127.0.0.1:${portOf(answering)}`, portalDomain, apiKey);
  const body = { client_id: number, ip_address: `127.1.${Math.floor(number / 250)}.${(number % 250) + 1}` };
  await api.post('/api/v1/billing/provision', body);
  const { id } = await operation.db
    .selectFrom('customers')
    .select('id')
    .where('billing_customer_id', '=', number)
    .executeTakeFirstOrThrow();
  if (!signsIn) return { id, cookie: '' };
  const minted = await api.post('/api/v1/sso/token', { client_id: number });
  const opened = await new ApiClient(`http://127.0.0.1:${portOf(answering)}`, portalDomain, null).get(
    `/sso?token=${minted.body.data.token}`,
  );
  return { id, cookie: String(opened.headers['set-cookie']).split(';')[0]! };
}

const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY });
const onEvent = new Map<string, () => void>();

function openStream({ id, cookie }: Customer): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { host: portalDomain, cookie };
    const asked = request({ port: portOf(answering), path: '/portal/stream', headers, agent }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`The stream answered ${response.statusCode}.`));
      response.on('data', () => {
        resolve();
        onEvent.get(id)?.();
      });
      response.on('error', () => {});
    });
    asked.on('error', () => {});
    asked.end();
  });
}

/** @returns transactions per second */
async function write(customers: readonly Customer[], tell: 'by the feed' | 'in the transaction' | 'nobody') {
  let left = TRANSACTIONS;
  const beganMs = performance.now();
  const writer = async () => {
    while (left > 0) {
      left -= 1;
      const { id } = customers[left % customers.length]!;
      await operation.transaction(async (tx) => {
        await tx.db
          .updateTable('customers')
          .set({ name: `Customer ${left}` })
          .where('id', '=', id)
          .execute();
        if (tell === 'by the feed') tx.changed(id, 'alerts', id);
        if (tell === 'in the transaction')
          await sql`SELECT pg_notify('bench', ${`${partnerId}/${id}`})`.execute(tx.db.unscoped);
      });
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, writer));
  return (TRANSACTIONS * 1_000) / (performance.now() - beganMs);
}

/** From the commit in one process to the page of another one. */
async function hear(customer: Customer): Promise<number> {
  const heard = new Promise<void>((resolve) => onEvent.set(customer.id, resolve));
  await operation.transaction(async (tx) => tx.changed(customer.id, 'alerts', customer.id));
  const committedMs = performance.now();
  await heard;
  return performance.now() - committedMs;
}

/** @returns microseconds of CPU for each page that was told */
async function tellAll(customers: readonly Customer[]): Promise<number> {
  let heard = 0;
  const everybody = Promise.withResolvers<void>();
  for (const { id } of customers)
    onEvent.set(id, () => {
      heard += 1;
      if (heard === customers.length * STREAMS_PER_CUSTOMER) everybody.resolve();
    });
  const before = process.cpuUsage();
  await operation.transaction(async (tx) => {
    for (const { id } of customers) tx.changed(id, 'alerts', id);
  });
  await everybody.promise;
  const { user, system } = process.cpuUsage(before);
  await sleep(2_000);
  return (user + system) / heard;
}

function memoryBytes(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

try {
  const customers: Customer[] = [];
  const written: Customer[] = [];
  for (let number = 1; number <= CUSTOMERS; number += 1) {
    customers.push(await createCustomer(number, true));
    written.push(await createCustomer(CUSTOMERS + number, false));
  }
  await write(written, 'nobody');
  const rates = { alone: [] as number[], told: [] as number[], notified: [] as number[], streamed: [] as number[] };
  for (let round = 0; round < 3; round += 1) {
    rates.alone.push(await write(written, 'nobody'));
    rates.told.push(await write(written, 'by the feed'));
    rates.notified.push(await write(written, 'in the transaction'));
  }
  const before = memoryBytes();
  for (let count = 0; count < STREAMS_PER_CUSTOMER; count += 1) await Promise.all(customers.map(openStream));
  const perStream = (memoryBytes() - before) / (CUSTOMERS * STREAMS_PER_CUSTOMER);
  await sleep(1_000);
  for (let round = 0; round < 3; round += 1) rates.streamed.push(await write(written, 'by the feed'));
  await sleep(2_000);
  const tellingUs = await tellAll(customers);
  const heardMs: number[] = [];
  for (let count = 0; count < HEARINGS; count += 1) heardMs.push(await hear(customers[count % CUSTOMERS]!));
  heardMs.sort((a, b) => a - b);
  const p99 = heardMs[Math.floor(HEARINGS * 0.99)]!;
  const [alone, told, notified, streamed] = [rates.alone, rates.told, rates.notified, rates.streamed].map(median);
  const round = (value: number | undefined) => Math.round(value!).toLocaleString('en');
  console.log(`transactions per second, ${WRITERS} writers: nobody told ${round(alone)}, no page open ${round(told)},`);
  console.log(`  1,000 streams open ${round(streamed)}; with a NOTIFY in each transaction ${round(notified)}`);
  console.log(`a page of another process hears after ${round(median(heardMs))} ms, 99th percentile ${round(p99)} ms`);
  console.log(`telling a page takes ${round(tellingUs)} µs of CPU, the page's side included`);
  console.log(`a stream holds ${round(perStream)} bytes, its client in this process included`);
  printComparisons([
    {
      name: 'writes with 1,000 streams',
      unit: '/s',
      ours: streamed!,
      peerName: 'nobody told',
      peer: alone!,
      goalRatio: 0.9,
      correct: true,
    },
    {
      name: 'writes that are told',
      unit: '/s',
      ours: told!,
      peerName: 'NOTIFY in the transaction',
      peer: notified!,
      goalRatio: 1,
      correct: true,
    },
    {
      name: 'page hears, 99 %',
      unit: 'per 1,000 s',
      ours: 1_000_000 / p99,
      peerName: 'budget',
      peer: 1_000_000 / budgets.hearMs,
      goalRatio: 1,
      correct: true,
    },
    {
      name: 'streams',
      unit: 'per GB',
      ours: 1e9 / perStream,
      peerName: 'budget',
      peer: 1e9 / budgets.streamBytes,
      goalRatio: 1,
      correct: true,
    },
  ]);
} finally {
  agent.destroy();
  await answering.stop();
  await writing.stop();
  await store.close();
  rmSync(directory, { recursive: true, force: true });
}
