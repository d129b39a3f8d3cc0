/**
 * sync-services with 500 items beside one item, over HTTP on a real PostgreSQL: every item flips the subscription of another
 * customer, which pauses or wakes the customer's server. Both sizes alternate in one run.
 *
 *   npx node bench/sync-services/run.ts [rounds]
 *
 * Goal: 500 items take at most 6 times as long as one, in as many SQL statements. What the statements take that change rows says how
 * much of it nobody can save who has to write those rows.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type pg from 'pg';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { parseConfig } from '../../src/installation/config.ts';
import { openStore } from '../../src/installation/store.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { startService } from '../../src/service/app.ts';
import { ApiClient } from '../../test/support/api-client.ts';
import { median, printComparisons } from '../comparison.ts';
import { settle } from '../settle.ts';

const ROUNDS = Number(process.argv[2] ?? 7);
const WARM_UP_ROUNDS = 3;
const ITEMS = 500;
const GOAL_RATIO = 6;
const SERVERS_PER_CUSTOMER = 1;
const SETUP_CALLS_AT_ONCE = 8;

type Status = 'active' | 'suspended';

interface Measurement {
  readonly ms: number;
  readonly statements: number;
  readonly changes: Changes;
}

/** What statements changed, and how long they took from when they were sent to when they were answered. */
interface Changes {
  readonly rows: number;
  readonly ms: number;
}

/** Counts the statements of all connections, `begin` and `commit` included. */
class StatementCounter {
  count = 0;
  changes: Changes = { rows: 0, ms: 0 };

  constructor(pool: pg.Pool) {
    const watched = new WeakSet<pg.PoolClient>();
    pool.on('acquire', (client) => {
      if (watched.has(client)) return;
      watched.add(client);
      const query = client.query.bind(client) as (...input: unknown[]) => Promise<pg.QueryResult>;
      const countedQuery = async (...input: unknown[]) => {
        this.count += 1;
        const startedAtMs = performance.now();
        const result = await query(...input);
        this.#note(result, performance.now() - startedAtMs);
        return result;
      };
      client.query = countedQuery as typeof client.query;
    });
  }

  #note({ command, rowCount }: pg.QueryResult, ms: number): void {
    if (!['INSERT', 'UPDATE'].includes(command) || !rowCount) return;
    this.changes = { rows: this.changes.rows + rowCount, ms: this.changes.ms + ms };
  }
}

class Bench {
  readonly #api: ApiClient;
  readonly #statements: StatementCounter;

  constructor(api: ApiClient, statements: StatementCounter) {
    this.#api = api;
    this.#statements = statements;
  }

  /** Customers 1 to `count`, each with an active subscription and an active server. */
  async provision(count: number): Promise<void> {
    const clients = Array.from({ length: count }, (_, index) => index + 1);
    const provisionNext = async () => {
      for (let clientId = clients.pop(); clientId !== undefined; clientId = clients.pop()) {
        await this.#post('provision-subscription', { ...subscription(clientId), plan_slug: 'starter' });
        for (let server = 0; server < SERVERS_PER_CUSTOMER; server += 1) {
          const ip_address = `127.${1 + server}.${clientId >> 8}.${clientId & 255}`;
          await this.#post('provision', { client_id: clientId, ip_address });
        }
      }
    };
    await Promise.all(Array.from({ length: SETUP_CALLS_AT_ONCE }, provisionNext));
  }

  /** Reports another state than the customers' subscriptions have, so that every item is a change. */
  async flip(clients: readonly number[], status: Status): Promise<Measurement> {
    const services = clients.map((clientId) => ({ ...subscription(clientId), status }));
    const before = this.#statements.count;
    this.#statements.changes = { rows: 0, ms: 0 };
    const startedAtMs = performance.now();
    const { changed, enforcement } = await this.#post('sync-services', { services });
    const ms = performance.now() - startedAtMs;
    const moved = Object.values<Report>(enforcement).flatMap(({ port_monitoring }) =>
      status === 'active' ? port_monitoring.unpaused : port_monitoring.newly_paused,
    );
    if (changed !== clients.length || moved.length !== clients.length * SERVERS_PER_CUSTOMER)
      throw new Error(`${clients.length} items changed ${changed} services and moved ${moved.length} servers.`);
    return { ms, statements: this.#statements.count - before, changes: this.#statements.changes };
  }

  async #post(action: string, body: object) {
    const answer = await this.#api.post(`/api/v1/billing/${action}`, body);
    if (answer.status > 201) throw new Error(`${action} answered ${answer.status}: ${JSON.stringify(answer.body)}`);
    return answer.body.data;
  }
}

interface Report {
  readonly port_monitoring: { readonly newly_paused: readonly string[]; readonly unpaused: readonly string[] };
}

function subscription(clientId: number) {
  return { client_id: clientId, service_id: 1, product_slug: 'port_monitoring' };
}

function describe(label: string, measurements: readonly Measurement[]): number {
  const ms = measurements.map((measurement) => measurement.ms);
  const statements = measurements.map((measurement) => measurement.statements);
  const range = `${Math.min(...ms).toFixed(1)} to ${Math.max(...ms).toFixed(1)}`;
  console.log(`${label}: median ${median(ms).toFixed(1)} ms (${range}), ${Math.max(...statements)} SQL statements`);
  const changes = median(measurements.map((measurement) => measurement.changes.ms));
  const rows = Math.max(...measurements.map((measurement) => measurement.changes.rows));
  console.log(`  of these ${changes.toFixed(1)} ms for ${rows} rows that were written, and what triggers write`);
  return median(ms);
}

async function compare(bench: Bench): Promise<void> {
  const everybody = Array.from({ length: ITEMS }, (_, index) => index + 1);
  const single = [ITEMS + 1];
  const measurements = { one: [] as Measurement[], many: [] as Measurement[] };
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round += 1) {
    for (const status of ['suspended', 'active'] as const) {
      const one = await bench.flip(single, status);
      const many = await bench.flip(everybody, status);
      if (round < 0) continue;
      measurements.one.push(one);
      measurements.many.push(many);
    }
  }
  const one = describe('1 item', measurements.one);
  const many = describe(`${ITEMS} items`, measurements.many);
  console.log(`ratio ${(many / one).toFixed(1)} (goal: at most ${GOAL_RATIO}), medians of ${measurements.one.length}`);
  printComparisons([
    {
      name: `sync-services of ${ITEMS} items`,
      unit: 'requests/s',
      ours: 1_000 / many,
      peerName: 'of one item',
      peer: 1_000 / one,
      goalRatio: 1 / GOAL_RATIO,
      correct: true,
    },
  ]);
}

const directory = mkdtempSync(path.join(tmpdir(), 'sync-services-'));
const logger = createLogger('silent');
const config = parseConfig({
  DATA_DIR: path.join(directory, 'data'),
  PORT: '0',
  SCAN_ALLOW: '127.0.0.0/8',
  RATE_LIMIT_STRICT: '1000000',
  RATE_LIMIT_DEFAULT: '1000000',
});
try {
  const store = await openStore(config, { mode: 'serve', maxConnections: 10, logger });
  const statements = new StatementCounter(store.database.pool);
  const service = await startService({ config, store, role: 'api', clock: systemClock, logger });
  try {
    const portalDomain = 'portal.example.com';
    const { apiKey } = await createPartner(service.resources, { name: 'Bench', portalDomain });
    const bench = new Bench(
      new ApiClient(`http://127.0.0.1:${service.address!.port}`, portalDomain, apiKey),
      statements,
    );
    await bench.provision(ITEMS + 1);
    await settle(store.connection);
    await compare(bench);
  } finally {
    await service.stop();
    await store.close();
  }
} finally {
  rmSync(directory, { recursive: true, force: true });
}
