import { createEventLog } from '../../../src/core/events/event-log.ts';
import { Operation, type Resources } from '../../../src/core/operation/operation.ts';
import { createAddressPolicy } from '../../../src/engines/address-policy/address-policy.ts';
import { createAdministrator } from '../../../src/identity/administrators/create-administrator.ts';
import { createPartner } from '../../../src/identity/partners/create-partner.ts';
import { setSandboxMode } from '../../../src/identity/partners/sandbox-mode.ts';
import { parseConfig } from '../../../src/installation/config.ts';
import { openStore, type Store } from '../../../src/installation/store.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { JobQueue } from '../../../src/platform/jobs/job-queue.ts';
import { createLogger } from '../../../src/platform/telemetry/logger.ts';
import { createEffects } from '../../../src/wiring/effects.ts';
import { createEventViews, eventViewOptions } from '../../../src/wiring/event-views.ts';
import { manualScans } from '../../../src/wiring/scan-policy.ts';
import { type ApiAnswer, ApiClient } from '../api-client.ts';
import type { Json } from '../api-document.ts';
import { administratorEmail, administratorPassword as password } from './request-values.ts';

const secretKey = 'a secret key that only tests ever use';
/** Nothing else has it in its name. */
const foreignWord = 'kestrel7392';
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/**
 * The environment of a server that is attacked: nothing is scanned or sent, and limits are out of the way.
 * @param nameServer as DNS_SERVERS takes it, on loopback
 */
export function attackedEnvironment(databaseUrl: string, nameServer = '127.0.0.1:9'): Record<string, string> {
  return {
    DATABASE_URL: databaseUrl,
    SECRET_KEY: secretKey,
    SCAN_ENGINE: 'off',
    SCAN_ALLOW: '127.0.0.0/8,192.0.2.0/24,198.51.100.0/24',
    DNS_SERVERS: nameServer,
    TRUST_PROXY: '127.0.0.1',
    RATE_LIMIT_STRICT: '1000000',
    RATE_LIMIT_DEFAULT: '1000000',
    LOG_LEVEL: 'error',
  };
}

interface Account {
  readonly partnerId: string;
  readonly portalDomain: string;
  readonly apiKey: string;
}

/** What the operator does past the API, beside a server that runs on the same database. */
export class Operator {
  readonly #store: Store;
  readonly #resources: Resources;

  private constructor(store: Store, resources: Resources) {
    this.#store = store;
    this.#resources = resources;
  }

  /** With a scanner that seems alive and takes no job, so that scans can be asked for. */
  static async open(databaseUrl: string): Promise<Operator> {
    const config = parseConfig(attackedEnvironment(databaseUrl));
    const logger = createLogger('silent');
    const store = await openStore(config, { mode: 'serve', maxConnections: 3, logger });
    await store.database.pool.query(
      `INSERT INTO scan_workers (id, host, engine, started_at, heartbeat_at)
       VALUES (gen_random_uuid(), 'none', 'none', now(), now() + interval '1 day')`,
    );
    const jobs = new JobQueue({ connection: store.connection, queues: [], onError: () => undefined });
    const policy = createAddressPolicy([]);
    const effects = createEffects({ scans: manualScans(config, policy), mailAvailable: false });
    const events = createEventLog(createEventViews(eventViewOptions(config, policy)));
    return new Operator(store, { db: store.database.db, jobs, clock: systemClock, effects, events });
  }

  /** A partner with sandbox mode, and an administrator whose password is known. */
  async createAccount(name: string): Promise<Account> {
    const portalDomain = `${name}.example.com`;
    const { partnerId, apiKey } = await createPartner(this.#resources, { name, portalDomain });
    await this.addAdministrator(partnerId, administratorEmail);
    await setSandboxMode(this.#operation(partnerId), true);
    return { partnerId, portalDomain, apiKey };
  }

  async addAdministrator(partnerId: string, email: string): Promise<void> {
    await createAdministrator(this.#operation(partnerId), { email, name: null, password });
  }

  close(): Promise<void> {
    return this.#store.close();
  }

  #operation(partnerId: string): Operation {
    return new Operation(this.#resources, { partnerId, actor: { kind: 'operator' }, requestId: null });
  }
}

export type CallerKind = 'key' | 'administrator' | 'customer' | 'nobody';

/** A client of an account, with its key or, of the administrator and the customer who are signed in, their cookies. */
export class AccountClient {
  readonly account: Account;
  readonly #url: string;
  readonly #operator: Operator;
  #administrators = 0;
  #administrator = '';
  #customer = '';

  constructor(url: string, operator: Operator, account: Account) {
    this.#url = url;
    this.#operator = operator;
    this.account = account;
  }

  get withKey(): ApiClient {
    return new ApiClient(this.#url, this.account.portalDomain, this.account.apiKey);
  }

  headersOf(caller: CallerKind): Record<string, string> {
    const origin = `https://${this.account.portalDomain}`;
    switch (caller) {
      case 'key':
        return { authorization: `Bearer ${this.account.apiKey}` };
      case 'administrator':
        return { cookie: this.#administrator, origin };
      case 'customer':
        return { cookie: this.#customer, origin };
      case 'nobody':
        return { origin };
    }
  }

  /** Sends as one of the callers, from an address that nobody else has. */
  send(caller: CallerKind, method: 'GET' | 'POST' | 'PUT', path: string, body?: unknown): Promise<ApiAnswer> {
    const from = { 'x-forwarded-for': `198.51.100.${1 + Math.floor(Math.random() * 250)}` };
    const client = new ApiClient(this.#url, this.account.portalDomain, null);
    return client.send(method, path, body, { ...this.headersOf(caller), ...from });
  }

  /**
   * Signs in who is not signed in, and turns sandbox mode on. The administrator is a new one each time: of the last one the
   * password may have been changed, or the sign-in be locked.
   */
  async renew(): Promise<void> {
    await this.send('key', 'PUT', '/api/v1/account/sandbox', { enabled: true });
    if ((await this.send('administrator', 'GET', '/api/v1/administrator')).status !== 200) {
      this.#administrators += 1;
      const email = `administrator${this.#administrators}@example.com`;
      await this.#operator.addAdministrator(this.account.partnerId, email);
      const answer = await this.send('nobody', 'POST', '/api/v1/session', { email, password });
      this.#administrator = cookieOf(answer) ?? '';
    }
    const session = await this.send('customer', 'GET', '/api/v1/session');
    if (session.body.data?.signed_in?.kind === 'customer') return;
    const minted = await this.send('key', 'POST', '/api/v1/sso/token', { client_id: 1 });
    const redeemed = await this.send('nobody', 'GET', `/sso?token=${minted.body.data?.token}`);
    this.#customer = cookieOf(redeemed) ?? '';
  }
}

function cookieOf({ headers }: ApiAnswer): string | null {
  const set = headers['set-cookie'];
  return set === undefined ? null : String(set).split(';')[0]!;
}

/** For administrators who are signed in, only; the account has one world of them. */
const consoleCollections = ['keys', 'portal-domains', 'administrators'];

/** A list as the API answers it. */
interface Things {
  readonly isSandbox: boolean;
  readonly collection: string;
  readonly body: Json;
}

/** What a fuzzer needs of the installation that it is let loose on. */
export interface FuzzWorld {
  readonly document: Json;
  readonly portalDomain: string;
  /** What the API told of things that were made for the fuzzer to begin with. */
  readonly ownThings: readonly Things[];
  /** Ids of the account's key and portal domain, without which nothing more would be allowed. */
  readonly credentialIds: readonly string[];
  /** Ids of another partner's things. */
  readonly foreignIds: readonly string[];
  /** What all of them are called, so that no answer may have a word of it. */
  readonly foreignWords: readonly string[];
  credentials(caller: CallerKind): Record<string, string>;
  /** Undoes what would end the fuzzing early: signs in again who was signed out. */
  renew(): Promise<void>;
  close(): Promise<void>;
}

export async function createFuzzWorld(url: string, databaseUrl: string): Promise<FuzzWorld> {
  const operator = await Operator.open(databaseUrl);
  const [own, foreign] = [await operator.createAccount('own'), await operator.createAccount(foreignWord)];
  const client = new AccountClient(url, operator, own);
  const ownThings = await makeThings(client, 'own');
  const foreignThings = await makeThings(new AccountClient(url, operator, foreign), foreignWord);
  return {
    document: (await client.withKey.get('/openapi.json')).body,
    portalDomain: own.portalDomain,
    ownThings,
    credentialIds: idsIn(ownThings.filter(({ collection }) => ['keys', 'portal-domains'].includes(collection))),
    foreignIds: idsIn(foreignThings),
    foreignWords: [foreignWord],
    credentials: (caller) => client.headersOf(caller),
    renew: () => client.renew(),
    close: () => operator.close(),
  };
}

function idsIn(things: readonly Things[]): string[] {
  return [...new Set(things.flatMap(({ body }) => JSON.stringify(body).match(uuids) ?? []))];
}

/** Makes one of everything, in the account and in its sandbox, and reads it all. */
async function makeThings(client: AccountClient, word: string): Promise<Things[]> {
  await client.renew();
  const api = client.withKey;
  const things: Things[] = [];
  for (const isSandbox of [false, true]) {
    const headers: Record<string, string> = isSandbox ? { 'x-service-sandbox': 'true' } : {};
    const make = async (path: string, body: object): Promise<Json> =>
      (await api.post(`/api/v1/${path}`, body, headers)).body.data;
    const named = { hostname: `${word}.example.com`, client_name: word };
    const address = { client_id: 1, ip_address: '127.0.0.2', service_id: 1, ...named };
    const server = await make('billing/provision', address);
    await make('billing/provision-domain', { client_id: 1, service_id: 2, domain: `${word}.example.org` });
    const subscription = { client_id: 1, service_id: 3, product_slug: 'port_monitoring', plan_slug: 'starter' };
    await make('billing/provision-subscription', subscription);
    await make('whitelists', { billing_customer_id: 1, port_start: 443, description: word });
    await make('notifications/recipients', { client_id: 1, email: `grace@${word}.example.org` });
    if (isSandbox) {
      await api.send('PUT', '/api/v1/sandbox/scenario', { scenario: 'critical' });
      await make('sandbox/scan', { endpoint_id: server.endpoint_id });
    }
    const lists = ['alerts', 'endpoints', 'whitelists', 'audit', 'subscriptions', 'customers'];
    for (const collection of [...lists, 'domain-monitoring/domains']) {
      const { body } = await api.get(`/api/v1/${collection}?billing_customer_id=1`, headers);
      things.push({ isSandbox, collection, body });
    }
  }
  for (const collection of consoleCollections) {
    const { body } = await client.send('administrator', 'GET', `/api/v1/${collection}`);
    things.push({ isSandbox: false, collection, body });
  }
  return things;
}
