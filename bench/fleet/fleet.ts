import { setTimeout as sleep } from 'node:timers/promises';
import { createEventLog } from '../../src/core/events/event-log.ts';
import { Operation } from '../../src/core/operation/operation.ts';
import type { Tables } from '../../src/core/operation/tables.ts';
import type { WorkSignal } from '../../src/core/operation/work-signals.ts';
import { createAddressPolicy } from '../../src/engines/address-policy/address-policy.ts';
import { createPartner } from '../../src/identity/partners/create-partner.ts';
import { systemClock } from '../../src/platform/clock.ts';
import { type ConnectionSettings, openDatabase } from '../../src/platform/database/database.ts';
import { migrate, readMigrations } from '../../src/platform/database/migrate.ts';
import { JobQueue } from '../../src/platform/jobs/job-queue.ts';
import { createLogger } from '../../src/platform/telemetry/logger.ts';
import { lockEndpoint } from '../../src/resources/endpoints/endpoint-record.ts';
import { createEndpointType } from '../../src/resources/endpoints/endpoint-type.ts';
import { changeResourceState } from '../../src/resources/lifecycle/move-resource.ts';
import { createSignals } from '../../src/service/start-signals.ts';
import { createEffects } from '../../src/wiring/effects.ts';
import { createEventViews } from '../../src/wiring/event-views.ts';

/** Where every endpoint listens. */
export const openPorts = [2022, 3306, 8080];
/** Nobody resolves an alert by hand here. */
const eventViews = {
  policy: createAddressPolicy([]),
  cooldownSeconds: 300,
  limits: { defaultIntervalSeconds: 86_400, shortestIntervalSeconds: 3_600, maxPacketsPerSecond: 100 },
};
const noScans = { addressPolicy: createAddressPolicy([]), cooldownSeconds: 300, defaultIntervalSeconds: 86_400 };
/** Scans that began longer ago may be about to end by themselves. */
const youngScanMs = 300;

/** Of one of several partners: each has every so manieth server. */
const seedRows = `
  WITH customer AS (
    INSERT INTO customers (partner_id, id, billing_customer_id, created_at, updated_at)
    SELECT $1, gen_random_uuid(), n, now(), now() FROM generate_series(1, 100) n RETURNING partner_id, id, billing_customer_id
  )
  INSERT INTO endpoints (partner_id, id, customer_id, ip_address, hostname, nickname, status, next_scan_at, created_at, updated_at)
  SELECT partner_id, gen_random_uuid(), id, ('127.' || 20 + n / 250 || '.' || n % 250 || '.1')::inet, 'server', 'server', 'active', now(), now(), now()
  FROM generate_series($3::int, $2::int - 1, $4::int) n JOIN customer ON billing_customer_id = 1 + n / $4 % 100`;

export interface Fleet {
  /** Of its first partner. */
  readonly apiKey: string;
  completedScans(): Promise<number>;
  /** That the database has committed, whosever. */
  transactions(): Promise<number>;
  /** Of the scans that ended in the last half minute, and of those that run now. */
  timings(): Promise<string>;
  /** Pauses endpoints one after another in the middle of their scans. @returns milliseconds until the worker let each scan go */
  pauseRunningScans(count: number): Promise<number[]>;
  /** What the database says that cannot be. */
  problems(): Promise<string[]>;
  close(): Promise<void>;
}

/** Partners with 100 customers each, whose endpoints are all due. Each has a /24 of its own, so that no network's limit is met. */
export async function seedFleet(connection: ConnectionSettings, endpoints: number, partners = 1): Promise<Fleet> {
  await migrate(connection, await readMigrations());
  const fail = (error: Error): never => {
    throw error;
  };
  const { db, pool, close } = openDatabase<Tables>({ connection, maxConnections: 2, onIdleError: fail });
  const { signals } = createSignals(db, createLogger('silent'));
  const resources = {
    db,
    signals,
    jobs: new JobQueue({ connection, queues: [], onError: fail }),
    clock: systemClock,
    effects: createEffects({ scans: noScans, mailAvailable: false }),
    events: createEventLog(createEventViews(eventViews)),
  };
  const { partnerId, apiKey } = await createPartner(resources, {
    name: 'Benchmark',
    portalDomain: '127.0.0.1',
  });
  await pool.query(seedRows, [partnerId, endpoints, 0, partners]);
  for (let nth = 1; nth < partners; nth += 1) {
    const other = await createPartner(resources, { name: `Benchmark ${nth}`, portalDomain: `${nth}.example` });
    await pool.query(seedRows, [other.partnerId, endpoints, nth, partners]);
  }
  // As whoever provisions them does: a scheduler that runs already has nothing due, and sleeps for half a minute.
  signals.announce('endpoint-due' satisfies WorkSignal);
  await signals.sent();
  const operation = new Operation(resources, { partnerId, actor: { kind: 'operator' }, requestId: null });
  const rows = async <T extends object>(text: string, ...values: unknown[]) => (await pool.query<T>(text, values)).rows;

  const endpointType = createEndpointType(createAddressPolicy(['127.0.0.0/8']));

  async function pauseOne(): Promise<number> {
    const [scan] = await rows<{ id: string; endpoint_id: string }>(
      `SELECT id, endpoint_id FROM scans WHERE status = 'running' AND started_at > now() - $1 * interval '1 millisecond'
       ORDER BY started_at DESC LIMIT 1`,
      youngScanMs,
    );
    if (scan === undefined) return pauseOne();
    await changeResourceState(operation, endpointType, (tx) => lockEndpoint(tx, scan.endpoint_id), 'suspend');
    const pausedMs = performance.now();
    while ((await rows(`SELECT FROM pgboss.job WHERE id = $1 AND state = 'active'`, scan.id)).length > 0)
      await sleep(10);
    return performance.now() - pausedMs;
  }

  return {
    apiKey,
    async completedScans() {
      return (await rows<{ count: number }>(`SELECT count(*) FROM scans WHERE status = 'completed'`))[0]!.count;
    },
    async transactions() {
      return (
        await rows<{ count: number }>(
          'SELECT xact_commit AS count FROM pg_stat_database WHERE datname = current_database()',
        )
      )[0]!.count;
    },
    async timings() {
      const [timing] = await rows<Record<'waiting' | 'probing' | 'whole' | 'running' | 'queued', number>>(
        `SELECT coalesce(avg(extract(epoch FROM started_at - created_at)), 0)::float8 AS waiting,
           coalesce(avg(duration_ms), 0)::float8 / 1000 AS probing, coalesce(avg(extract(epoch FROM finished_at - started_at)), 0)::float8 AS whole,
           (SELECT count(*) FROM scans WHERE status = 'running') AS running, (SELECT count(*) FROM scans WHERE status = 'pending') AS queued
         FROM scans WHERE finished_at > now() - interval '30 seconds' AND status = 'completed'`,
      );
      const { waiting, probing, whole, running, queued } = timing!;
      const times = [waiting, probing, whole].map((value) => value.toFixed(1));
      return `a scan waits ${times[0]} s and takes ${times[2]} s, of them ${times[1]} s of probes; ${running} run, ${queued} wait`;
    },
    async pauseRunningScans(count) {
      const durations: number[] = [];
      while (durations.length < count) durations.push(await pauseOne());
      return durations;
    },
    async problems() {
      const checks = await rows<{ what: string; count: number }>(
        `SELECT 'alerts on a port that is closed' AS what, count(*) FROM alerts WHERE port <> ALL($1)
         UNION ALL SELECT 'alerts that resolved though the port is open', count(*) FROM alerts WHERE status = 'resolved'
         UNION ALL SELECT 'scanned endpoints without all their alerts', count(*) FROM endpoints e
           WHERE last_scan_id IS NOT NULL AND (SELECT count(*) FROM alerts a WHERE a.endpoint_id = e.id) <> cardinality($1::int[])
         UNION ALL SELECT 'scans that failed', count(*) FROM scans WHERE status = 'failed'`,
        openPorts,
      );
      return checks.filter(({ count }) => count > 0).map(({ what, count }) => `${count} ${what}`);
    },
    close,
  };
}
