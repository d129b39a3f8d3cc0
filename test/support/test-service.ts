import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { inject } from 'vitest';
import { Operation } from '../../src/core/operation/operation.ts';
import type { DumpReader } from '../../src/engines/firewall-dumps/dump-reader.ts';
import type { LeakSource } from '../../src/engines/leak-sources/leak-source.ts';
import type { PortScanner } from '../../src/engines/port-scanner/port-scanner.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { type Config, parseConfig } from '../../src/installation/config.ts';
import { openStore, type Store } from '../../src/installation/store.ts';
import type { LookAtDomain } from '../../src/monitoring/domain-posture/look-at-domain.ts';
import type { SendRequest } from '../../src/notifications/channels/send-message.ts';
import { createLogger, type Logger } from '../../src/platform/telemetry/logger.ts';
import type { HostnameResolver } from '../../src/resources/endpoints/resolve-hostname.ts';
import { startService } from '../../src/service/app.ts';
import type { Role, Service } from '../../src/service/service-options.ts';
import { ApiClient } from './api-client.ts';
import { createDatabase, type DatabaseCluster, dropDatabase, withClient } from './database-cluster.ts';
import { everythingFine } from './domain-looks.ts';
import { MovableClock } from './movable-clock.ts';
import type { RecordedEffects } from './recorded-effects.ts';

export interface TestServiceOptions {
  /** Added to the defaults, which allow scans of loopback only. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly role?: Role;
  readonly scanner?: PortScanner;
  readonly resolver?: HostnameResolver;
  /** Default: none. */
  readonly leakSources?: readonly LeakSource[];
  /** Default: all domains are in order. */
  readonly lookAtDomain?: LookAtDomain;
  readonly logger?: Logger;
  readonly dumpReader?: DumpReader;
  readonly effects?: RecordedEffects;
  /** Default: guarded requests to the internet. */
  readonly sendToChannels?: SendRequest;
  /** Default: soon, for what tests write past the service. Null: as in production. */
  readonly pollIntervalMs?: number | null;
  /** Default: the machine's time. */
  readonly clock?: MovableClock;
  /** Default: next to nothing. Null: as in production. */
  readonly passwordCost?: null;
  /** The database of another service, to be a second node of the same installation. */
  readonly sharedWith?: Pick<TestService, 'databaseName' | 'clock'>;
}

/** Argon2id's least. */
const cheapPasswords = { memory: 8, passes: 1, parallelism: 1 };

export interface TestPartner {
  readonly partnerId: string;
  readonly portalDomain: string;
  readonly apiKey: string;
  /** Calls with the partner's key on its portal domain. */
  readonly api: ApiClient;
  /** What the operator does for it on the command line. */
  readonly operation: Operation;
}

/** A real service on a database of its own, in this process, with a clock that tests move. */
export class TestService {
  readonly config: Config;
  readonly clock: MovableClock;
  readonly store: Store;
  readonly service: Service;
  readonly databaseName: string;
  readonly #ownsDatabase: boolean;
  #stopped = false;

  private constructor(
    parts: Pick<TestService, 'config' | 'clock' | 'store' | 'service' | 'databaseName'>,
    ownsDatabase: boolean,
  ) {
    this.config = parts.config;
    this.clock = parts.clock;
    this.store = parts.store;
    this.service = parts.service;
    this.databaseName = parts.databaseName;
    this.#ownsDatabase = ownsDatabase;
  }

  static async start(options: TestServiceOptions = {}): Promise<TestService> {
    const databaseName = options.sharedWith?.databaseName ?? (await createTestDatabase(inject('templateDatabase')));
    const config = parseConfig({ ...testEnvironment(databaseName), ...options.environment });
    const clock = options.sharedWith?.clock ?? options.clock ?? new MovableClock();
    const logger = options.logger ?? createLogger('silent');
    const store = await openStore(config, { mode: 'serve', maxConnections: 16, logger });
    const service = await startService({
      config,
      store,
      role: options.role ?? 'all',
      clock,
      logger,
      ...(options.pollIntervalMs === null ? {} : { pollIntervalMs: options.pollIntervalMs ?? 250 }),
      ...(options.passwordCost === null ? {} : { passwordCost: cheapPasswords }),
      recheckDelaysMs: [50, 50],
      leakSources: options.leakSources ?? [],
      lookAtDomain: options.lookAtDomain ?? everythingFine,
      ...(options.scanner ? { scanner: options.scanner } : {}),
      ...(options.resolver ? { resolver: options.resolver } : {}),
      ...(options.dumpReader ? { dumpReader: options.dumpReader } : {}),
      ...(options.sendToChannels ? { sendToChannels: options.sendToChannels } : {}),
      ...(options.effects ? { aroundEffects: options.effects.around } : {}),
    });
    return new TestService({ config, clock, store, service, databaseName }, options.sharedWith === undefined);
  }

  get url(): string {
    return `http://127.0.0.1:${this.service.address!.port}`;
  }

  /** A partner with a portal domain and key of its own. */
  async partner(name = 'Acme Hosting'): Promise<TestPartner> {
    const portalDomain = `portal-${randomUUID().slice(0, 8)}.example.com`;
    const created = await createPartner(this.service.resources, { name, portalDomain });
    return {
      ...created,
      operation: this.operator(created.partnerId),
      api: this.client(portalDomain, created.apiKey),
    };
  }

  /** What the operator does for a partner. */
  operator(partnerId: string): Operation {
    return new Operation(this.service.resources, { partnerId, actor: { kind: 'operator' }, requestId: null });
  }

  client(portalDomain: string, apiKey: string | null): ApiClient {
    return new ApiClient(this.url, portalDomain, apiKey);
  }

  /** Runs a statement about many rows, such as one that fills a table, without the time limit of requests. */
  async bulk(statement: string, values: unknown[] = []): Promise<void> {
    await withClient({ connectionString: testDatabaseUrl(this.databaseName) }, (client) =>
      client.query(statement, values),
    );
  }

  /** As autovacuum leaves a table: of one that has partitions it looks at these alone. */
  async autovacuum(table: string): Promise<void> {
    const { rows } = await this.store.database.pool.query<{ name: string }>(
      'SELECT relid::regclass::text AS name FROM pg_partition_tree($1) WHERE isleaf',
      [table],
    );
    for (const { name } of rows) await this.bulk(`VACUUM ANALYZE ${name}`);
  }

  async stop(): Promise<void> {
    if (this.#stopped) return;
    this.#stopped = true;
    await this.service.stop();
    await this.store.close();
    if (this.#ownsDatabase) await dropTestDatabase(this.databaseName);
  }
}

/** Environment of a service on a test database: a free port, generous rate limits, loopback scans, and no name server. */
export function testEnvironment(databaseName: string): Record<string, string> {
  return {
    DATABASE_URL: testDatabaseUrl(databaseName),
    SECRET_KEY: 'a secret key that only tests ever use',
    PORT: '0',
    SCAN_ALLOW: '127.0.0.0/8,::1',
    DNS_SERVERS: '127.0.0.1:9',
    RATE_LIMIT_STRICT: '100000',
    RATE_LIMIT_DEFAULT: '100000',
  };
}

export function testDatabaseUrl(databaseName: string): string {
  const { host, port, user, password } = inject('databaseServer');
  const credentials = password === undefined ? user : `${user}:${encodeURIComponent(password)}`;
  const path = host.startsWith('/')
    ? `@localhost:${port}/${databaseName}?host=${encodeURIComponent(host)}`
    : `@${host}:${port}/${databaseName}`;
  return `postgresql://${credentials}${path}`;
}

/** An empty database; or a copy of `template`, which a service need not migrate any more. */
export async function createTestDatabase(template?: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await createDatabase(cluster(), name, template);
  return name;
}

export async function dropTestDatabase(name: string): Promise<void> {
  await dropDatabase(cluster(), name);
}

/** Runs a statement as the owner of a test database. */
export async function runInTestDatabase(name: string, statement: string): Promise<pg.QueryResult> {
  return withClient({ connectionString: testDatabaseUrl(name) }, (client) => client.query(statement));
}

function cluster(): DatabaseCluster {
  return { coordinator: inject('databaseServer'), workers: inject('databaseWorkers') };
}
