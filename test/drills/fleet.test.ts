import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { ApiAnswer, ApiClient } from '../support/api-client.ts';
import { RunningServer } from '../support/command-line.ts';
import { addressesOf, createPartner, environmentFor, order, serve } from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { hasPostgres15 } from '../support/postgres-cluster.ts';
import { ReplicatedPostgres } from '../support/replicated-postgres.ts';

if (!hasPostgres15) process.stderr.write('\nSKIPPED: no postgresql-15. Faults of a fleet are NOT tried.\n');

/** All attempts at a scan, with what is waited between them. */
const attemptsMs = 240_000;
const scannedServers = 20;
const intervalSeconds = 5;
/** In the end they are listed, and lists end at 5,000. */
const betweenOrdersMs = 250;
const workers = ['first', 'second', 'third'] as const;
const answering = ['left', 'right'] as const;

/** Two nodes that answer, three that scan loopback, and a database behind an address that can move. */
class Fleet {
  readonly environment: Readonly<Record<string, string>>;
  readonly apiKey: string;
  readonly #servers = new Map<string, RunningServer>();
  readonly #clients = new Map<string, ApiClient>();
  #turn = 0;

  constructor(environment: Readonly<Record<string, string>>, apiKey: string) {
    this.environment = environment;
    this.apiKey = apiKey;
  }

  async start(name: string): Promise<void> {
    if ((answering as readonly string[]).includes(name)) {
      const { server, api } = await serve({ ...this.environment, SCAN_ENGINE: 'off' }, this.apiKey, undefined, [
        '--role',
        'api',
      ]);
      this.#servers.set(name, server);
      this.#clients.set(name, api);
    } else {
      this.#servers.set(name, await RunningServer.start(this.environment, ['--role', 'worker']));
    }
  }

  server(name: string): RunningServer {
    return this.#servers.get(name)!;
  }

  async kill(name: string): Promise<void> {
    this.#clients.delete(name);
    this.server(name).kill();
    await this.server(name).ended;
  }

  async restart(name: string): Promise<void> {
    this.#clients.delete(name);
    await this.server(name).stop();
    await this.start(name);
  }

  /** As a proxy spreads them: whoever is there, in turn. */
  async post(...request: Parameters<ApiClient['post']>): Promise<ApiAnswer> {
    const there = [...this.#clients.values()];
    this.#turn += 1;
    return there[this.#turn % there.length]!.post(...request);
  }

  get api(): ApiClient {
    return [...this.#clients.values()][0]!;
  }

  async stop(): Promise<void> {
    for (const server of this.#servers.values()) await server.stop();
  }
}

describe.skipIf(!hasPostgres15)(
  'a fleet of two nodes that answer and three that scan',
  { tags: ['postgresql-15'] },
  () => {
    it('loses nothing that was acknowledged and applies no scan twice, whatever of it dies, hangs, restarts or moves', async () => {
      await using database = await ReplicatedPostgres.start(200);
      const environment = {
        ...environmentFor(database.url),
        SCAN_ENGINE: 'connect',
        SCAN_ALLOW: '127.0.0.0/8',
        SCAN_INTERVAL_SECONDS: String(intervalSeconds),
      };
      const fleet = new Fleet(environment, await createPartner(environment));
      onTestFinished(() => fleet.stop());
      for (const name of [...answering, ...workers]) await fleet.start(name);

      for (let host = 1; host <= scannedServers; host += 1) {
        const body = { client_id: 2, ip_address: `127.70.0.${host}`, service_id: 2 };
        expect((await fleet.post('/api/v1/billing/provision', body)).status).toBe(201);
      }
      const acknowledged = new Map<string, string>();
      let isOver = false;
      const customers = Array.from({ length: 6 }, async (_, index) => {
        while (!isOver) {
          const ordered = await order(fleet, index % 2 === 0);
          acknowledged.set(ordered.id, ordered.address);
          await sleep(betweenOrdersMs);
        }
      });

      const scans = async () => Number(await database.ask(`SELECT count(*) FROM scans WHERE status = 'completed'`));
      /** Until orders and scans go on as before. */
      const recovers = async (from: string): Promise<string> => {
        const startedMs = performance.now();
        const seconds = () => ((performance.now() - startedMs) / 1_000).toFixed(1);
        const [orders, done] = [acknowledged.size, await scans()];
        const answered = eventually(`orders after ${from}`, async () => acknowledged.size >= orders + 20).then(seconds);
        const scanned = eventually(`scans after ${from}`, async () => (await scans()) >= done + scannedServers).then(
          seconds,
        );
        return `${from}: 20 orders within ${await answered} s, ${scannedServers} scans within ${await scanned} s`;
      };
      const seen = [await recovers('its start')];

      await fleet.kill('first');
      seen.push(await recovers('the death of a worker'));
      await fleet.kill('left');
      seen.push(await recovers('the death of a node that answers'));
      await fleet.start('first');
      await fleet.start('left');

      const hung = fleet.server('second').pid;
      process.kill(hung, 'SIGSTOP');
      seen.push(await recovers('the stop of a worker'));
      await sleep(20_000);
      process.kill(hung, 'SIGCONT');
      seen.push(await recovers('its return'));

      await database.failOver();
      seen.push(await recovers('the failover of the database'));

      for (const name of [...answering, ...workers]) await fleet.restart(name);
      const restarted = await database.ask('SELECT clock_timestamp()');
      seen.push(await recovers('the restart of every node in turn'));

      isOver = true;
      await Promise.all(customers);
      const there = await addressesOf(fleet.api);
      const ordered = new Map([...there].filter(([, ip]) => !ip.startsWith('127.')));
      expect(ordered).toEqual(acknowledged);
      expect(new Set(there.values()).size).toBe(there.size);
      // A result is told once, in the transaction that applies it.
      const told = await database.ask(
        `SELECT count(*) || ' of ' || count(DISTINCT data->>'scan_id') FROM events WHERE type = 'scan.completed'`,
      );
      const [events, distinct] = told.split(' of ').map(Number);
      expect(events).toBe(distinct);
      const stuck = `SELECT count(*) FROM endpoints WHERE host(ip_address) LIKE '127.70.%' AND last_scan_at <= '${restarted}'`;
      await eventually('every server is scanned again', async () => (await database.ask(stuck)) === '0', attemptsMs);
      process.stdout.write(
        `${acknowledged.size} orders acknowledged, ${distinct} scans applied. After\n${seen.join('\n')}\n`,
      );
    });
  },
);
