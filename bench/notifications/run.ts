/**
 * From changed alerts to messages: customers of one partner, each with an address and a chat, on the embedded database of this process,
 * with the service's worker in it. Alerts of all of them are raised one after the other, then got worse.
 *
 *   npx node bench/notifications/run.ts [customers]
 *
 * Says how soon mail and chats are told of a change, how many changes a second leave nobody waiting, and how many statements one costs
 * on all of its way.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Operation } from '../../src/core/operation/operation.ts';
import { saidNothing } from '../../src/engines/service-identification/service-identity.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { addChannel } from '../../src/notifications/channels/add-channel.ts';
import { ChannelVault } from '../../src/notifications/channels/channel-record.ts';
import type { SendRequest } from '../../src/notifications/channels/send-message.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { newId } from '../../src/platform/ids.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { alertKinds } from '../../src/wiring/alert-kinds.ts';
import { MailServer } from '../../test/support/mail-server.ts';
import { percentile, printComparisons } from '../comparison.ts';
import { countStatements } from '../count-statements.ts';

const CUSTOMERS = Number(process.argv[2] ?? 300);

const evidence = {
  service: 'mysql',
  method: 'port_number',
  ...saidNothing,
};

const statements = countStatements();

const mailServer = await MailServer.start();
const directory = mkdtempSync(path.join(tmpdir(), 'breakwater-notifications-'));
const logger = createLogger('silent');
const config = parseConfig({ ...mailServer.environment, SCAN_ENGINE: 'off', PORT: '0', DATA_DIR: directory });
const store = await openStore(config, { mode: 'serve', maxConnections: 20, logger });
const told = { mail: new Map<number, number>(), chat: new Map<number, number>() };
const sendToChannels: SendRequest = async ({ url }) => {
  told.chat.set(Number(new URL(url).pathname.split('/').at(-1)), performance.now());
  return { kind: 'answered', status: 200, headers: {}, body: 'ok' };
};
mailServer.refuseMail = ({ to }) => {
  told.mail.set(Number(/\d+/.exec(to)![0]), performance.now());
  return undefined;
};
const start = (role: 'api' | 'worker') =>
  startService({ config, store, role, clock: systemClock, logger, sendToChannels });
const { resources, stop } = await start('api');
const { partnerId } = await createPartner(resources, { name: 'Bench', portalDomain: 'portal.example.com' });
const operation = Operation.bySystem(resources, partnerId);
const { pool } = store.database;

interface Customer {
  readonly number: number;
  readonly id: string;
  readonly alertId: string;
}

/** A customer with a scanned server, an address and a chat. */
async function begin(number: number): Promise<Customer> {
  const [id, endpointId, alertId] = [newId(systemClock), newId(systemClock), newId(systemClock)];
  await pool.query(
    `INSERT INTO customers (partner_id, id, billing_customer_id, email, created_at, updated_at) VALUES ($1, $2, $3, $4, now(), now())`,
    [partnerId, id, number, `jane-${number}@example.org`],
  );
  await pool.query(
    `INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, last_scan_id, created_at, updated_at)
     VALUES ($1, $2, $3, $4, '', '', 'active', $2, now(), now())`,
    [partnerId, endpointId, id, `10.${number >> 16}.${(number >> 8) & 255}.${number & 255}`],
  );
  await pool.query(
    `INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status, evidence, created_at,
       first_detected_at, last_detected_at)
     VALUES ($1, $2, 'port', 'tcp/3306', $3, $4, 'tcp', 3306, 'high', 'open', $5, now(), now(), now())`,
    [partnerId, alertId, endpointId, id, JSON.stringify(evidence)],
  );
  await addChannel(
    operation,
    number,
    {
      type: 'mattermost',
      name: 'Room',
      target: { url: `https://chat.example.com/hooks/${number}` },
      urgency: 'at_once',
    },
    {
      kinds: alertKinds,
      vault: new ChannelVault(store.keys),
      send: sendToChannels,
      problemWithUrl: () => null,
      port: 80,
    },
  );
  return { number, id, alertId };
}

const customers: Customer[] = [];
for (let number = 1; number <= CUSTOMERS; number += 1) customers.push(await begin(number));
await pool.query('ANALYZE');
const worker = await start('worker');

const figures: Record<string, number> = {};
let isComplete = true;
/** Has an alert of each customer changed, and waits until everybody was told of it. */
async function measure(name: string, change: (customer: Customer) => object): Promise<void> {
  told.mail.clear();
  told.chat.clear();
  const committed = new Map<number, number>();
  const [begun, before] = [performance.now(), statements()];
  for (const customer of customers) {
    const none = { kind: 'port', customerId: customer.id, opened: [], reopened: [], resolved: [] };
    await operation.transaction((tx) => tx.effects.alertsChanged(tx, { ...none, ...change(customer) }));
    committed.set(customer.number, performance.now());
  }
  figures[`${name}: committed/s`] = Math.round((CUSTOMERS * 1_000) / (performance.now() - begun));
  for (let waited = 0; waited < 120_000 && Math.min(told.mail.size, told.chat.size) < CUSTOMERS; waited += 50)
    await sleep(50);
  isComplete &&= told.mail.size === CUSTOMERS && told.chat.size === CUSTOMERS;
  // What is settled behind the last message belongs to it.
  await sleep(500);
  const last = Math.max(...told.mail.values(), ...told.chat.values());
  for (const by of ['mail', 'chat'] as const) {
    const delays = [...told[by]].map(([number, at]) => at - committed.get(number)!);
    figures[`${name}: ${by}, median ms`] = Math.round(percentile(delays, 0.5));
    figures[`${name}: ${by}, ms at the 95th percentile`] = Math.round(percentile(delays, 0.95));
  }
  figures[`${name}: changes/s`] = Math.round((CUSTOMERS * 1_000) / (last - begun));
  figures[`${name}: statements/change`] = Math.round(((statements() - before) / CUSTOMERS) * 10) / 10;
}

await measure('raised', ({ alertId: id }) => ({ opened: [{ id, severity: 'high' }] }));
await pool.query(`UPDATE alerts SET severity = 'critical'`);
// As if the pause behind the first mails, and that between two messages of a chat, were over.
await pool.query(`UPDATE notification_recipients SET last_mail_at = now() - interval '1 hour'`);
await sleep(2_000);
await measure('got worse', ({ alertId: id }) => ({ worsened: [{ id, severity: 'critical' }] }));

console.table(figures);
await worker.stop();
await stop();
await store.close();
await mailServer.close();
rmSync(directory, { recursive: true, force: true });
printComparisons(
  ['raised', 'got worse'].map((name) => ({
    name: `alerts ${name}, told by mail and chat`,
    unit: 'changes/s',
    ours: figures[`${name}: changes/s`]!,
    peerName: 'committed alone',
    peer: figures[`${name}: committed/s`]!,
    goalRatio: null,
    correct: isComplete,
  })),
);
