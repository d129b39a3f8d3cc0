import { createEventLog } from '../../src/core/events/event-log.ts';
import { foldAllListCounts } from '../../src/core/list-counts/fold-list-counts.ts';
import { Operation, type Resources } from '../../src/core/operation/operation.ts';
import type { Tables } from '../../src/core/operation/tables.ts';
import { createAddressPolicy } from '../../src/engines/address-policy/address-policy.ts';
import { createKey } from '../../src/identity/partners/create-key.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type ConnectionSettings, type Database, openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { JobQueue } from '../../src/platform/jobs/job-queue.ts';
import { createEffects } from '../../src/wiring/effects.ts';
import { createEventViews } from '../../src/wiring/event-views.ts';
import { settle } from '../settle.ts';

/** Nobody resolves an alert by hand here. */
const eventViews = {
  policy: createAddressPolicy([]),
  cooldownSeconds: 300,
  limits: { defaultIntervalSeconds: 86_400, shortestIntervalSeconds: 3_600, maxPacketsPerSecond: 100 },
};
const noScans = { addressPolicy: createAddressPolicy([]), cooldownSeconds: 300, defaultIntervalSeconds: 86_400 };
/** The host that requests name: autocannon sends the address it connects to. */
const portalDomain = '127.0.0.1';
export const connections = 16;

const endpointsPerCustomer = 15;
const seededCustomers = Math.ceil(10_000 / endpointsPerCustomer);
const alertsPerEndpoint = 2;
/** In the middle of the seeded ones. */
export const listedCustomer = 333;
export const listedEndpoints = endpointsPerCustomer;
/** The API's default page is shorter than what the customer has. */
export const listedAlerts = 20;

const provisionedCustomers = 1_000;
const firstProvisionedCustomer = 100_001;
/** 198.18.0.0/15, which RFC 2544 sets aside for benchmarks. */
const benchmarkNetwork = { first: 0xc6_12_00_00, size: 2 ** 17 };

/** The body of the n-th provisioning request: what a billing module sends. No two of 16 million are the same server. */
export function provisionBody(n: number): object {
  const address = benchmarkNetwork.first + (n % benchmarkNetwork.size);
  const octets = [24, 16, 8, 0].map((shift) => (address >>> shift) & 255);
  return {
    client_id: firstProvisionedCustomer + (n % provisionedCustomers),
    service_id: 1 + n,
    ip_address: octets.join('.'),
    hostname: `server-${n}.example.net`,
  };
}

export interface Workload {
  readonly partnerId: string;
  /** The row of `listedCustomer`. */
  readonly listedCustomerId: string;
  /** One per connection: a key that all share would measure the lock on one row of the rate limiter. */
  readonly apiKeys: readonly string[];
}

/** Migrates the database and fills it: 10,000 endpoints of 667 customers, two alerts for each endpoint. */
export async function seed(connection: ConnectionSettings): Promise<Workload> {
  await migrate(connection, await readMigrations());
  const workload = await withResources(connection, async (resources, database) => {
    const account = await createAccount(resources);
    const amounts = [seededCustomers, endpointsPerCustomer, alertsPerEndpoint];
    await database.pool.query(seedRows, [account.partnerId, ...amounts]);
    // The floor's rows have the same columns, checks and indexes, but no foreign keys.
    await database.pool.query('CREATE TABLE floor_endpoints (LIKE endpoints INCLUDING ALL)');
    const { id } = await database.db
      .selectFrom('customers')
      .select('id')
      .where('billing_customer_id', '=', listedCustomer)
      .executeTakeFirstOrThrow();
    return { ...account, listedCustomerId: id };
  });
  await settle(connection);
  return workload;
}

/** What upkeep does every 15 seconds in an installation, and nobody does here: what changed is in the counts of lists. */
export function foldCounts(connection: ConnectionSettings): Promise<void> {
  return withResources(connection, foldAllListCounts);
}

async function withResources<T>(
  connection: ConnectionSettings,
  work: (resources: Resources, database: Database<Tables>) => Promise<T>,
): Promise<T> {
  const database = openDatabase<Tables>({ connection, maxConnections: 1, onIdleError: fail });
  try {
    const jobs = new JobQueue({ connection, queues: [], onError: fail });
    const effects = createEffects({ scans: noScans, mailAvailable: false });
    const events = createEventLog(createEventViews(eventViews));
    return await work({ db: database.db, jobs, clock: systemClock, effects, events }, database);
  } finally {
    await database.close();
  }
}

function fail(error: Error): never {
  throw error;
}

async function createAccount(resources: Resources): Promise<Omit<Workload, 'listedCustomerId'>> {
  const { partnerId, apiKey } = await createPartner(resources, { name: 'Benchmark', portalDomain });
  const operation = new Operation(resources, { partnerId, actor: { kind: 'operator' }, requestId: null });
  const apiKeys = [apiKey];
  while (apiKeys.length < connections) {
    apiKeys.push((await createKey(operation, { name: `connection ${apiKeys.length}` })).apiKey);
  }
  return { partnerId, apiKeys };
}

const seedRows = `
  WITH customer AS (
    INSERT INTO customers (partner_id, id, billing_customer_id, created_at, updated_at)
    SELECT $1, gen_random_uuid(), n, now(), now() FROM generate_series(1, $2::int) n
    RETURNING partner_id, id, billing_customer_id
  ), endpoint AS (
    INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)
    SELECT partner_id, gen_random_uuid(), id, '198.18.0.0'::inet + billing_customer_id * 100 + n, 'server.example.net', 'server',
      'active', now(), now() - n * interval '1 hour', now()
    FROM customer, generate_series(1, $3::int) n
    RETURNING partner_id, id, customer_id
  )
  INSERT INTO alerts (partner_id, id, kind, key, endpoint_id, customer_id, protocol, port, severity, status,
    evidence, created_at, first_detected_at, last_detected_at)
  SELECT partner_id, gen_random_uuid(), 'port', 'tcp/' || 6000 + n, id, customer_id, 'tcp', 6000 + n, 'critical', 'open',
    '{"service": "redis", "method": "probed", "product": null, "version": null, "banner": null, "certificateNames": []}', now() - n * interval '1 hour', now(), now()
  FROM endpoint, generate_series(1, $4::int) n`;
