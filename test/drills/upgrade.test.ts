import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readMigrations } from '../../src/platform/database/migrate.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { RunningServer } from '../support/command-line.ts';
import { addressesOf, createPartner, environmentFor, order, serve } from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { listen, loopbackAddress } from '../support/listeners.ts';
import { hasCommit, OtherRelease } from '../support/other-release.ts';
import { hasPostgres15, PostgresCluster } from '../support/postgres-cluster.ts';

// Servers of several releases start one after the other.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** The program before this release, of schema version 33. */
const before = '0ecab83a60377e51d697a8c6b21d7b57ac4a3dcf';
const canRun = hasPostgres15 && hasCommit(before);

if (!canRun)
  process.stderr.write(`\nSKIPPED: no postgresql-15, or no commit ${before}. Rolling upgrades are NOT tried.\n`);

function untilTheEnd<T extends Disposable>(resource: T): T {
  onTestFinished(() => resource[Symbol.dispose]());
  return resource;
}

interface Node {
  readonly server: RunningServer;
  readonly api: ApiClient;
}

/** Nodes of an installation, each of any release, behind a balancer, and customers who order until it is enough. */
class Installation {
  readonly database: PostgresCluster;
  readonly #environment: Record<string, string>;
  readonly #apiKey: string;
  readonly #nodes = new Set<Node>();
  readonly #acknowledged = new Map<string, string>();
  #turn = 0;
  #isOver = false;
  #customers: Promise<void>[] = [];

  private constructor(database: PostgresCluster, environment: Record<string, string>, apiKey: string) {
    this.database = database;
    this.#environment = environment;
    this.#apiKey = apiKey;
  }

  /** @param program the release that it begins with */
  static async begin(program?: string): Promise<Installation> {
    const database = await PostgresCluster.start('max_connections = 150');
    onTestFinished(() => database[Symbol.asyncDispose]());
    const environment = { ...environmentFor(database.url()), SCAN_ENGINE: 'connect', SCAN_ALLOW: '127.0.0.0/8' };
    const installation = new Installation(database, environment, await createPartner(environment, program));
    onTestFinished(() => installation.#end());
    return installation;
  }

  async start(program?: string): Promise<Node> {
    const node = await serve(this.#environment, this.#apiKey, program);
    this.#nodes.add(node);
    return node;
  }

  /** As a supervisor does it: the balancer has it no more, and it ends what it has begun. */
  async stop(node: Node): Promise<void> {
    this.#nodes.delete(node);
    expect(await node.server.stop('SIGTERM')).toBe(0);
  }

  /** Any node, in turn. */
  readonly balancer: Pick<ApiClient, 'post' | 'get'> = {
    post: (...args) => this.#next().post(...args),
    get: (...args) => this.#next().get(...args),
  };

  #next(): ApiClient {
    const nodes = [...this.#nodes];
    this.#turn += 1;
    return nodes[this.#turn % nodes.length]!.api;
  }

  keepOrdering(): void {
    this.#customers = Array.from({ length: 3 }, async (_, index) => {
      while (!this.#isOver) {
        const { id, address } = await order(this.balancer, index % 2 === 0);
        this.#acknowledged.set(id, address);
        // As many as a busy billing system has; more would only keep the machine busy.
        await sleep(50);
      }
    });
  }

  async ordersCome(): Promise<void> {
    const before = this.#acknowledged.size;
    await eventually('orders come in', async () => this.#acknowledged.size >= before + 20);
  }

  /** Ends the orders, and compares what was acknowledged with what is there. */
  async expectEveryOrder(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#customers);
    const there = await addressesOf(this.#next());
    expect([...this.#acknowledged].filter(([id, address]) => there.get(id) !== address)).toEqual([]);
    expect(new Set(there.values()).size).toBe(there.size);
  }

  /** A new server with an open port is scanned, and becomes an alert. */
  async expectScansAndAlerts(): Promise<void> {
    const listener = await listen(loopbackAddress(), 3306);
    onTestFinished(() => listener.close());
    const body = { client_id: 7, ip_address: listener.address, service_id: 1 };
    const { endpoint_id } = (await this.balancer.post('/api/v1/billing/provision', body)).body.data;
    await eventually('the open port is an alert', async () => {
      const { alerts } = (await this.balancer.get(`/api/v1/alerts?endpoint_id=${endpoint_id}`)).body.data;
      return alerts.some(({ port }: { port: number }) => port === 3306);
    });
  }

  async schemaVersion(): Promise<number> {
    return Number(await this.database.ask('SELECT max(version) FROM schema_migrations'));
  }

  async #end(): Promise<void> {
    this.#isOver = true;
    await Promise.allSettled(this.#customers);
    await Promise.all([...this.#nodes].map(({ server }) => server.stop()));
  }
}

describe.skipIf(!canRun)('an upgrade, a node after the other under load', { tags: ['postgresql-15'] }, () => {
  it('nodes of the release before serve and scan on the migrated database, until each is replaced: no order is lost', async () => {
    const { program } = untilTheEnd(OtherRelease.ofCommit(before));
    const installation = await Installation.begin(program);
    const [first, second] = [await installation.start(program), await installation.start(program)];
    expect(await installation.schemaVersion()).toBe(33);
    installation.keepOrdering();
    await installation.ordersCome();

    const newest = await installation.start();
    expect(await installation.schemaVersion()).toBe((await readMigrations()).length);
    await installation.ordersCome();
    await installation.stop(newest);
    await installation.expectScansAndAlerts();

    await installation.start();
    await installation.stop(first);
    await installation.ordersCome();
    await installation.start();
    await installation.stop(second);
    await installation.expectScansAndAlerts();
    await installation.expectEveryOrder();
  });

  it('after a release that only adds to the schema this one may restart, and take over again; after one that does more it is refused', async () => {
    const ours = (await readMigrations()).length;
    const adding = `-- Programs of schema version ${ours} run on this.\nALTER TABLE endpoints ADD COLUMN of_a_later_release text;`;
    const changing = 'ALTER TABLE endpoints DROP COLUMN of_a_later_release;';
    const next = untilTheEnd(await OtherRelease.withMigrations(adding));
    const afterThat = untilTheEnd(await OtherRelease.withMigrations(adding, changing));
    const installation = await Installation.begin();
    const first = await installation.start();
    installation.keepOrdering();
    await installation.ordersCome();

    const upgraded = await installation.start(next.program);
    expect(await installation.schemaVersion()).toBe(ours + 1);
    await installation.stop(first);
    await installation.expectScansAndAlerts();
    const again = await installation.start();
    await installation.ordersCome();
    await installation.stop(upgraded);
    await installation.expectScansAndAlerts();

    await installation.start(afterThat.program);
    await installation.ordersCome();
    await installation.stop(again);
    await expect(installation.start()).rejects.toThrow(
      `schema version ${ours + 2}, newer than this program's ${ours}. Run the newer release, or restore a backup.`,
    );
    await installation.expectEveryOrder();
  });
});
