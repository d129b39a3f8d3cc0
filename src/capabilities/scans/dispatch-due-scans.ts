import { sql } from 'kysely';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { Operation, type Resources, withDeadlockRetries } from '../../platform/operation.ts';
import { scanQueue } from './jobs.ts';
import { queueScan } from './queue-scan.ts';

export interface DispatchOptions {
  readonly policy: AddressPolicy;
  readonly defaultIntervalSeconds: number;
  /** Random number in [0, 1), for the jitter. */
  readonly random: () => number;
}

/** Endpoints in a tick at the least, whatever the fleet's size. */
const minPerTick = 20;
/** Catching up after an outage may run at this many times the steady pace. */
const catchUpFactor = 2;
/** No more is queued while this many ticks' worth of jobs wait: the workers are behind, and queueing faster would not help. */
const backlogTicks = 30;
/** Share of the interval by which a scan may come early or late. */
const jitter = 0.02;
export const tickMs = 1_000;

interface DueEndpoint {
  readonly partner_id: string;
  readonly id: string;
  readonly ip_address: string;
  readonly next_scan_at: Date;
  readonly interval_seconds: number;
  readonly suspended: boolean;
}

/**
 * One tick of the scheduler: makes endpoints that are due into scan jobs, oldest first, as many as a steady pace allows, so
 * that a restart after an outage releases no herd. Any number of nodes may tick; together they keep one pace.
 * @returns the number of scans queued
 */
export async function dispatchDueScans(resources: Resources, options: DispatchOptions): Promise<number> {
  const limit = await tickLimit(resources, options.defaultIntervalSeconds);
  const [depth] = (await resources.jobs.depths(resources.db)).filter(({ queue }) => queue === scanQueue.name);
  if (depth && depth.ready >= limit * backlogTicks) return 0;
  return withDeadlockRetries(() =>
    resources.db.transaction().execute(async (db) => {
      const trx = { ...resources, db };
      if (!(await takeTick(trx))) return 0;
      const due = await lockDueEndpoints(trx, options.defaultIntervalSeconds, limit);
      for (const endpoint of due) await dispatch(trx, endpoint, options);
      return due.length;
    }),
  );
}

async function tickLimit({ db }: Resources, defaultIntervalSeconds: number): Promise<number> {
  const { rows } = await sql<{ scheduled: number }>`
    SELECT greatest(reltuples, 0)::int AS scheduled FROM pg_class WHERE oid = 'endpoints_due'::regclass`.execute(db);
  return Math.max(
    minPerTick,
    Math.ceil((catchUpFactor * rows[0]!.scheduled * tickMs) / 1_000 / defaultIntervalSeconds),
  );
}

/** True for the one node whose tick it is. */
async function takeTick({ db, clock }: Resources): Promise<boolean> {
  const now = clock.now();
  const { rows } = await sql`
    INSERT INTO scheduler_ticks AS t (name, ticked_at) VALUES ('dispatch', ${now})
    ON CONFLICT (name) DO UPDATE SET ticked_at = excluded.ticked_at
    WHERE t.ticked_at <= ${new Date(now.getTime() - tickMs * 0.8)} OR t.ticked_at > ${now}
    RETURNING name`.execute(db);
  return rows.length === 1;
}

async function lockDueEndpoints(
  { db, clock }: Resources,
  defaultIntervalSeconds: number,
  limit: number,
): Promise<DueEndpoint[]> {
  const { rows } = await sql<DueEndpoint>`
    SELECT e.partner_id, e.id, host(e.ip_address) AS ip_address, e.next_scan_at,
      coalesce(p.scan_interval_seconds, ${defaultIntervalSeconds}) AS interval_seconds,
      coalesce(owner.status, a.status) = 'suspended' AS suspended
    FROM endpoints e
    JOIN partners a ON a.id = e.partner_id
    LEFT JOIN partners owner ON owner.id = a.sandbox_of
    LEFT JOIN services s ON s.partner_id = e.partner_id AND s.id = e.service_id
    LEFT JOIN plans p ON p.partner_id = s.partner_id AND p.product_slug = 'port_monitoring' AND p.plan_slug = s.plan_slug
    WHERE e.next_scan_at <= ${clock.now()} AND e.current_scan_id IS NULL
    ORDER BY e.next_scan_at LIMIT ${limit} FOR NO KEY UPDATE OF e SKIP LOCKED`.execute(db);
  return rows;
}

/** An address that is not scanned any more leaves the schedule; a suspended partner's endpoints keep theirs, unscanned. */
async function dispatch(trx: Resources, endpoint: DueEndpoint, options: DispatchOptions): Promise<void> {
  const operation = new Operation(
    trx,
    { partnerId: endpoint.partner_id, actor: { kind: 'system' }, requestId: null },
    true,
  );
  const scannable = options.policy.verdict(endpoint.ip_address) === 'scan';
  const scanId = scannable && !endpoint.suspended ? await queueScan(operation, endpoint.id, 'scheduled') : null;
  const next = nextScanTime(endpoint.next_scan_at, trx.clock.now(), endpoint.interval_seconds, options.random());
  await operation.db
    .updateTable('endpoints')
    .set({ current_scan_id: scanId, next_scan_at: scannable ? next : null })
    .where('id', '=', endpoint.id)
    .execute();
}

/** An interval after the time that was due, so that the phase stays; one that is very late starts a new phase from now. */
export function nextScanTime(due: Date, now: Date, intervalSeconds: number, random: number): Date {
  const intervalMs = intervalSeconds * 1_000;
  const base = now.getTime() - due.getTime() > intervalMs * jitter ? now.getTime() : due.getTime();
  return new Date(base + intervalMs * (1 + jitter * (2 * random - 1)));
}
