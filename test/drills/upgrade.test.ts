import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { readMigrations } from '../../src/platform/database/migrate.ts';
import type { ApiClient } from '../support/api-client.ts';
import type { RunningServer } from '../support/command-line.ts';
import { addressesOf, createPartner, environmentFor, order, serve } from '../support/drill.ts';
import { eventually } from '../support/eventually.ts';
import { type Listener, listen, loopbackAddress } from '../support/listeners.ts';
import { MailServer } from '../support/mail-server.ts';
import { FakeDestination, type Rules } from '../support/messengers/fake-destination.ts';
import { ntfyRules } from '../support/messengers/provider-rules.ts';
import { recipientsPath, settingsPath } from '../support/notifications.ts';
import { hasCommit, OtherRelease } from '../support/other-release.ts';
import { hasPostgres15, PostgresCluster } from '../support/postgres-cluster.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

// Servers of several releases start one after the other.
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

/** The program before this release, of schema version 33. */
const before = '0ecab83a60377e51d697a8c6b21d7b57ac4a3dcf';
/** The program before mail and chat were told the same, of schema version 43. */
const beforeOneRule = '3ec31f78bc74d0ba0332746105b2e1c520f8769d';
const canRun = hasPostgres15 && [before, beforeOneRule].every(hasCommit);

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
  static async begin(program?: string, more: Readonly<Record<string, string>> = {}): Promise<Installation> {
    const database = await PostgresCluster.start('max_connections = 150');
    onTestFinished(() => database[Symbol.asyncDispose]());
    const environment = {
      ...environmentFor(database.url()),
      SCAN_ENGINE: 'connect',
      SCAN_ALLOW: '127.0.0.0/8',
      ...more,
    };
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
  readonly balancer: Pick<ApiClient, 'post' | 'get' | 'send'> = {
    post: (...args) => this.#next().post(...args),
    get: (...args) => this.#next().get(...args),
    send: (...args) => this.#next().send(...args),
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

  /** Has the five minutes pass that an address is left in peace for behind a mail; what waits for the end of quiet hours waits on. */
  async endPausesOf(address: string): Promise<void> {
    await this.database.ask(`
      UPDATE notification_recipients SET mail_due_at = now(), rest_due_at = now()
      WHERE address = '${address}' AND mail_due_at > now() AND quiet_from IS NULL`);
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

const mysql = 3306;
/** What was refused comes again within five minutes, those of a busy machine. */
const longestRetryMs = 600_000;

/** Who is told of alerts: addresses and chats of customers, and the partner's own system. All of them can refuse for a time. */
class Readers {
  readonly mails: MailServer;
  readonly chats: FakeDestination;
  readonly events: WebhookReceiver;
  /** How often each of them did. */
  readonly refused = { mails: 0, chats: 0, events: 0 };
  #refuses = false;
  /** Of the events that the partner's system took, in their order. */
  readonly eventIds: string[] = [];

  private constructor(mails: MailServer, chats: FakeDestination, events: WebhookReceiver) {
    this.mails = mails;
    this.chats = chats;
    this.events = events;
    mails.refuseAddress = () => (this.#refusesAs('mails') ? { code: 451, message: 'later' } : undefined);
    events.answer = (response, { headers }) => {
      if (this.#refusesAs('events')) return void response.writeHead(500).end();
      this.eventIds.push(String(headers['webhook-id']));
      response.writeHead(204).end();
    };
  }

  static async start(): Promise<Readers> {
    const rules: Rules = (request) => (readers.#refusesAs('chats') ? { status: 503 } : ntfyRules(request));
    const chats = await FakeDestination.start(rules);
    const readers = new Readers(await MailServer.start(), chats, await WebhookReceiver.start());
    return readers;
  }

  get environment(): Record<string, string> {
    return { ...this.mails.environment, WEBHOOK_ALLOW: '127.0.0.0/8', SCAN_COOLDOWN_SECONDS: '0' };
  }

  refuse(refuses: boolean): void {
    this.#refuses = refuses;
  }

  #refusesAs(kind: keyof Readers['refused']): boolean {
    if (this.#refuses) this.refused[kind] += 1;
    return this.#refuses;
  }

  /** What a customer was told by mail and by chat, as `open` or `over`. */
  toldTo(clientId: number): { readonly mail: string[]; readonly chat: string[] } {
    const word = (text: string | undefined) => (/^(Over|Fixed)\b/.test(text ?? '') ? 'over' : 'open');
    return {
      mail: this.mails.mailsTo(emailOf(clientId)).map(({ headers }) => word(headers.get('subject'))),
      chat: this.chats.accepted
        .filter(({ body }) => body.topic === `of-${clientId}`)
        .map(({ body }) => word(body.title)),
    };
  }

  async close(): Promise<void> {
    await Promise.all([this.mails.close(), this.events.close(), this.chats[Symbol.asyncDispose]()]);
  }
}

const emailOf = (clientId: number) => `customer-${clientId}@example.org`;

/** A customer whose server has one port that opens and closes, and who is told of it by mail and by chat. */
class WatchedCustomer {
  readonly clientId: number;
  readonly #installation: Installation;
  readonly #readers: Readers;
  readonly #address = loopbackAddress();
  #endpointId = '';
  #listener: Listener | undefined;

  constructor(installation: Installation, readers: Readers, clientId: number) {
    this.#installation = installation;
    this.#readers = readers;
    this.clientId = clientId;
    onTestFinished(() => this.#listener?.close());
  }

  get #api() {
    return this.#installation.balancer;
  }

  /** @param quietUntil an hour before it nobody hears of anything that is not critical */
  async begin(quietUntil?: Date): Promise<this> {
    const { clientId } = this;
    const ordered = { client_id: clientId, service_id: 1, ip_address: this.#address, client_email: emailOf(clientId) };
    const { endpoint_id } = (await this.#api.post('/api/v1/billing/provision', ordered)).body.data;
    this.#endpointId = endpoint_id;
    await this.#api.send('PUT', settingsPath, { client_id: clientId, port_alerts_min_severity: 'low' });
    const { recipients } = (await this.#api.get(`${settingsPath}?client_id=${clientId}`)).body.data;
    const [from, to] = [3_600_000, 0].map((ago) => quietUntil && timeOfDay(quietUntil.getTime() - ago));
    const changed = await this.#api.send('PUT', `${recipientsPath}/${recipients[0].id}`, {
      client_id: clientId,
      tell_resolved: true,
      time_zone: 'UTC',
      ...(quietUntil && { quiet_hours: { from, to } }),
    });
    expect(changed.status).toBe(200);
    const added = await this.#api.post('/api/v1/channels', {
      billing_customer_id: clientId,
      type: 'ntfy',
      name: 'Operations',
      topic: `of-${clientId}`,
      url: this.#readers.chats.url,
      urgency: 'at_once',
      time_zone: 'UTC',
      ...(quietUntil && { quiet_from: from, quiet_until: to }),
    });
    expect(added.status).toBe(201);
    return this;
  }

  async opens(): Promise<void> {
    this.#listener = await listen(this.#address, mysql);
    await this.#scanUntil('open');
  }

  async closes(): Promise<void> {
    await this.#listener!.close();
    this.#listener = undefined;
    await this.#scanUntil('resolved');
  }

  async isFalsePositive(): Promise<void> {
    const { id } = await this.#alert();
    expect((await this.#api.post(`/api/v1/alerts/${id}/false-positive`, {})).status).toBe(200);
  }

  async #alert(): Promise<{ id: string; status: string }> {
    const { alerts } = (await this.#api.get(`/api/v1/alerts?endpoint_id=${this.#endpointId}`)).body.data;
    return alerts.find(({ port }: { port: number }) => port === mysql);
  }

  async #scanUntil(status: string): Promise<void> {
    const scan = { client_id: this.clientId, endpoint_id: this.#endpointId };
    await eventually(`the alert is ${status}`, async () => {
      if ((await this.#alert())?.status === status) return true;
      await this.#api.post('/api/v1/billing/scan-endpoint', scan);
      await sleep(1_000);
      return (await this.#alert())?.status === status;
    });
  }

  /** It was told so much by mail and by chat, and nothing else. */
  async expectTold(expected: readonly string[]): Promise<void> {
    await eventually(
      `${this.clientId} is told ${expected} by mail and by chat`,
      async () => {
        await this.#installation.endPausesOf(emailOf(this.clientId));
        await sleep(1_000);
        return Object.values(this.#readers.toldTo(this.clientId)).every(({ length }) => length >= expected.length);
      },
      longestRetryMs,
    );
    const told = { mail: expected, chat: expected };
    expect({ client: this.clientId, ...this.#readers.toldTo(this.clientId) }).toEqual({
      client: this.clientId,
      ...told,
    });
  }
}

const timeOfDay = (ms: number) => new Date(ms).toISOString().slice(11, 16);

describe.skipIf(!canRun)('an upgrade while customers are told', { tags: ['postgresql-15'] }, () => {
  it('and the way back: who was told hears nothing twice, what waits or is under way arrives once, what follows is told by what was told', {
    timeout: 1_800_000,
  }, async () => {
    const { program } = untilTheEnd(OtherRelease.ofCommit(beforeOneRule));
    const readers = await Readers.start();
    onTestFinished(() => readers.close());
    const installation = await Installation.begin(program, readers.environment);
    const first = await installation.start(program);
    expect(await installation.schemaVersion()).toBe(43);
    expect((await installation.balancer.post('/api/v1/webhooks', { url: readers.events.url() })).status).toBe(201);
    const customer = (clientId: number) => new WatchedCustomer(installation, readers, clientId);
    const [open, over, wrong, underWay, quiet] = [1, 2, 3, 4, 5].map(customer);

    for (const each of [open!, over!, wrong!]) await (await each.begin()).opens();
    for (const each of [open!, over!, wrong!]) await each.expectTold(['open']);
    await over!.closes();
    await over!.expectTold(['open', 'over']);
    await wrong!.isFalsePositive();
    await (await quiet!.begin(new Date(Date.now() + 300_000))).opens();
    await underWay!.begin();
    readers.refuse(true);
    await underWay!.opens();
    await eventually('each of them has refused', async () =>
      Object.values(readers.refused).every((count) => count > 0),
    );

    const newest = await installation.start();
    expect(await installation.schemaVersion()).toBe((await readMigrations()).length);
    await installation.stop(first);
    readers.refuse(false);
    await underWay!.expectTold(['open']);
    await quiet!.expectTold(['open']);
    await open!.closes();
    await open!.expectTold(['open', 'over']);
    await over!.opens();
    await over!.expectTold(['open', 'over', 'open']);

    const again = await installation.start(program);
    await installation.stop(newest);
    await underWay!.closes();
    await underWay!.expectTold(['open', 'over']);
    const later = await customer(6).begin();
    await later.opens();
    await later.expectTold(['open']);

    await installation.start();
    await installation.stop(again);
    await later.closes();
    await later.expectTold(['open', 'over']);

    const events = async () =>
      (await installation.balancer.get('/api/v1/events?limit=500')).body.data.events.map(
        ({ id }: { id: string }) => id,
      );
    await eventually(
      'every event has arrived',
      async () => readers.eventIds.length >= (await events()).length,
      longestRetryMs,
    );
    expect(readers.eventIds.toSorted()).toEqual((await events()).toSorted());
    // And none of them was told anything else meanwhile.
    await open!.expectTold(['open', 'over']);
    await over!.expectTold(['open', 'over', 'open']);
    await underWay!.expectTold(['open', 'over']);
    // The release before tells a chat within the hour that it is over, and no address; this one would tell both.
    for (const told of Object.values(readers.toldTo(wrong!.clientId)))
      expect(['open', 'open,over']).toContain(told.join());
  });
});
