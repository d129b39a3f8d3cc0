import { sql } from 'kysely';
import { type Resources, withDeadlockRetries } from '../../core/operation/operation.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { newId } from '../../platform/ids.ts';
import { scanQueue } from './jobs.ts';
import { insertScans } from './queue-scan.ts';
import { jitter, plannedInterval, type ScanIntervals } from './scan-interval.ts';

export interface DispatchOptions extends ScanIntervals {
  readonly policy: AddressPolicy;
  /** Random number in [0, 1), for the jitter. */
  readonly random: () => number;
}

/** Endpoints in a tick at the least, whatever the fleet's size. */
const minPerTick = 20;
/** Catching up after an outage may run at this many times the steady pace. */
const catchUpFactor = 2;
/** No more is queued while this many ticks' worth of jobs wait: the workers are behind, and queueing faster would not help. */
const backlogTicks = 30;
/** A tick that comes late, such as on a busy node, makes up for this much time at most. */
const longestTickMs = 10_000;
/** How often the fleet's pace is counted anew: it reads every endpoint. */
const paceLifetimeMs = 300_000;
export const tickMs = 1_000;

interface DueEndpoint {
  readonly partner_id: string;
  readonly id: string;
  readonly ip_address: string;
  readonly next_scan_at: Date;
  readonly interval_seconds: number;
  readonly suspended: boolean;
  readonly sandbox: boolean;
}

/**
 * One tick of the scheduler: makes endpoints that are due into scan jobs, oldest first, as many as a steady pace allows, so
 * that a restart after an outage releases no herd. Any number of nodes may tick; together they keep one pace. The number of
 * statements does not depend on the number of endpoints.
 * @returns the number of endpoints that were due and are no longer
 */
export async function dispatchDueScans(resources: Resources, options: DispatchOptions): Promise<number> {
  return withDeadlockRetries(() =>
    resources.db.transaction().execute(async (db) => {
      const trx = { ...resources, db };
      const tick = await takeTick(trx);
      if (tick === null) return 0;
      const limit = Math.max(
        minPerTick,
        Math.ceil((catchUpFactor * (await fleetPace(trx, tick, options)) * tick.elapsedMs) / 1_000),
      );
      const backlog = limit * backlogTicks;
      if ((await trx.jobs.waiting(db, scanQueue.name, backlog)) >= backlog) return 0;
      const due = await lockDueEndpoints(trx, options, limit);
      await dispatch(trx, due, options);
      return due.length;
    }),
  );
}

interface Tick {
  /** Since the tick before, within bounds. */
  readonly elapsedMs: number;
  readonly scansPerSecond: number | null;
  readonly pacedAt: Date | null;
}

/** Null unless it is this node's tick. */
async function takeTick({ db, clock }: Resources): Promise<Tick | null> {
  const now = clock.now();
  const { rows } = await sql<{ before: Date | null; scans_per_second: number | null; paced_at: Date | null }>`
    WITH last AS (SELECT ticked_at FROM scheduler_ticks WHERE name = 'dispatch')
    INSERT INTO scheduler_ticks AS t (name, ticked_at) VALUES ('dispatch', ${now})
    ON CONFLICT (name) DO UPDATE SET ticked_at = excluded.ticked_at
    WHERE t.ticked_at <= ${new Date(now.getTime() - tickMs * 0.8)} OR t.ticked_at > ${now}
    RETURNING (SELECT ticked_at FROM last) AS before, t.scans_per_second, t.paced_at`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const elapsedMs = row.before === null ? tickMs : now.getTime() - row.before.getTime();
  return {
    elapsedMs: Math.min(longestTickMs, Math.max(tickMs, elapsedMs)),
    scansPerSecond: row.scans_per_second,
    pacedAt: row.paced_at,
  };
}

/** Scans per second that keep every endpoint's interval: known from an earlier tick, of whatever node, or counted. */
async function fleetPace({ db, clock }: Resources, tick: Tick, intervals: ScanIntervals): Promise<number> {
  const now = clock.now();
  const ageMs = tick.pacedAt === null ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - tick.pacedAt.getTime());
  if (tick.scansPerSecond !== null && ageMs < paceLifetimeMs) return tick.scansPerSecond;
  const { rows } = await sql<{ scans_per_second: number }>`
    UPDATE scheduler_ticks SET paced_at = ${now}, scans_per_second = (
      SELECT coalesce(sum(1.0 / ${plannedInterval(intervals)}), 0)
      FROM endpoints e
      LEFT JOIN services s ON s.partner_id = e.partner_id AND s.id = e.service_id
      LEFT JOIN plans p ON p.partner_id = s.partner_id AND p.product_slug = 'port_monitoring' AND p.plan_slug = s.plan_slug
      WHERE e.next_scan_at IS NOT NULL)
    WHERE name = 'dispatch' RETURNING scans_per_second`.execute(db);
  return rows[0]!.scans_per_second;
}

async function lockDueEndpoints(
  { db, clock }: Resources,
  intervals: ScanIntervals,
  limit: number,
): Promise<DueEndpoint[]> {
  // Limited before anything is joined: after an outage the whole fleet is due, and the index gives only the oldest of it.
  const { rows } = await sql<DueEndpoint>`
    WITH due AS (
      SELECT partner_id, id, ip_address, next_scan_at, service_id FROM endpoints
      WHERE next_scan_at <= ${clock.now()} AND next_scan_at IS NOT NULL AND current_scan_id IS NULL
      ORDER BY next_scan_at LIMIT ${limit} FOR NO KEY UPDATE SKIP LOCKED)
    SELECT e.partner_id, e.id, host(e.ip_address) AS ip_address, e.next_scan_at,
      ${plannedInterval(intervals)} AS interval_seconds,
      coalesce(owner.status, a.status) = 'suspended' AS suspended, a.sandbox_of IS NOT NULL AS sandbox
    FROM due e
    JOIN partners a ON a.id = e.partner_id
    LEFT JOIN partners owner ON owner.id = a.sandbox_of
    LEFT JOIN services s ON s.partner_id = e.partner_id AND s.id = e.service_id
    LEFT JOIN plans p ON p.partner_id = s.partner_id AND p.product_slug = 'port_monitoring' AND p.plan_slug = s.plan_slug`.execute(
    db,
  );
  return rows;
}

/** An address that is not scanned any more leaves the schedule; a suspended partner's endpoints keep theirs, unscanned. */
async function dispatch(trx: Resources, due: readonly DueEndpoint[], options: DispatchOptions): Promise<void> {
  const now = trx.clock.now();
  const moved = due.map((endpoint) => {
    const scannable = endpoint.sandbox || options.policy.verdict(endpoint.ip_address) === 'scan';
    const next = nextScanTime(endpoint.next_scan_at, now, endpoint.interval_seconds, options.random());
    return {
      partnerId: endpoint.partner_id,
      endpointId: endpoint.id,
      scanId: scannable && !endpoint.suspended ? newId(trx.clock) : null,
      nextScanAt: scannable ? next : null,
    };
  });
  const scans = moved.flatMap(({ scanId, ...ids }) => (scanId === null ? [] : [{ ...ids, scanId }]));
  await insertScans(trx, scans, 'scheduled');
  await writeSchedule(trx, moved);
}

interface MovedEndpoint {
  readonly partnerId: string;
  readonly endpointId: string;
  readonly scanId: string | null;
  readonly nextScanAt: Date | null;
}

async function writeSchedule({ db }: Resources, moved: readonly MovedEndpoint[]): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    UPDATE endpoints e SET current_scan_id = m.scan_id, next_scan_at = m.next_scan_at
    FROM unnest(${moved.map((each) => each.partnerId)}::uuid[], ${moved.map((each) => each.endpointId)}::uuid[],
      ${moved.map((each) => each.scanId)}::uuid[], ${moved.map((each) => each.nextScanAt)}::timestamptz[])
      AS m (partner_id, id, scan_id, next_scan_at)
    WHERE e.partner_id = m.partner_id AND e.id = m.id`.execute(db);
}

/** An interval after the time that was due, so that the phase stays; one that is very late starts a new phase from now. */
export function nextScanTime(due: Date, now: Date, intervalSeconds: number, random: number): Date {
  const intervalMs = intervalSeconds * 1_000;
  const base = now.getTime() - due.getTime() > intervalMs * jitter ? now.getTime() : due.getTime();
  return new Date(base + intervalMs * (1 + jitter * (2 * random - 1)));
}
