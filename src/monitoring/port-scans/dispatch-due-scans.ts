import { sql } from 'kysely';
import {
  fleetPace,
  intervalInForce,
  type ScanIntervals,
  vantagePointInForce,
} from '../../accounts/scan-terms/index.ts';
import { byPartner } from '../../core/operation/by-partner.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { withDeadlockRetries } from '../../platform/database/transaction-conflicts.ts';
import { instantOf, newId } from '../../platform/ids.ts';
import { nextScanTime, takeTick } from '../schedule/index.ts';
import { queueOf, scanQueue } from './jobs.ts';
import { type NewScan, sendScans } from './queue-scan.ts';

export interface DispatchOptions extends ScanIntervals {
  readonly policy: AddressPolicy;
  /** Random number in [0, 1), for the jitter. */
  readonly random: () => number;
}

export const tickMs = 1_000;
const scheduler = { name: 'dispatch', tickMs, minPerTick: 20, queue: scanQueue.name, backlogTicks: 20 };

interface DueEndpoint {
  readonly partner_id: string;
  readonly id: string;
  readonly ip_address: string;
  readonly next_scan_at: Date;
  readonly interval_seconds: number;
  readonly vantage_point: string | null;
  readonly suspended: boolean;
  readonly sandbox: boolean;
}

/**
 * One tick of the scheduler: makes endpoints that are due into scan jobs, oldest first, as many as a steady pace allows, so
 * that a restart after an outage releases no herd. Any number of nodes may tick; together they keep one pace. The number of
 * statements depends on how many partners have endpoints that are due, not on how many endpoints.
 * @returns the number of endpoints that were due and are no longer
 */
export async function dispatchDueScans(resources: Resources, options: DispatchOptions): Promise<number> {
  const queues = new Set<string>();
  const dispatched = await withDeadlockRetries(() =>
    resources.db.transaction().execute(async (db) => {
      const trx = { ...resources, db };
      const limit = await takeTick(trx, scheduler, fleetPace(options));
      if (limit === 0) return 0;
      const moves = (await findDueEndpoints(trx, options, limit)).map((due) => moveOf(trx, due, options));
      const moved = await byPartner(moves, (partnerId, theirs) => writeSchedule(trx, partnerId, theirs));
      const scans = moved.flatMap(({ scan }) => scan ?? []);
      await sendScans(db, trx.jobs, scans, 'scheduled');
      for (const { vantagePoint } of scans) queues.add(queueOf(vantagePoint).name);
      return moved.length;
    }),
  );
  for (const queue of queues) resources.signals?.announce(queue);
  return dispatched;
}

/** In how many milliseconds an endpoint is due that waits for nothing else; undefined: there is none. */
export async function nextScanDueMs({ db, clock }: Resources): Promise<number | undefined> {
  const next = await db
    .selectFrom('endpoints')
    .select('next_scan_at')
    .where('next_scan_at', 'is not', null)
    .where('current_scan_id', 'is', null)
    .orderBy('next_scan_at')
    .limit(1)
    .executeTakeFirst();
  return next && next.next_scan_at!.getTime() - clock.now().getTime();
}

/** For how long the endpoint has been due that has waited longest; 0 when none is. */
export async function scheduleLagSeconds({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<number> {
  const now = clock.now();
  const { rows } = await sql<{ due: Date | null }>`
    SELECT min(next_scan_at) AS due FROM endpoints
    WHERE next_scan_at <= ${now} AND next_scan_at IS NOT NULL AND current_scan_id IS NULL`.execute(db);
  const { due } = rows[0]!;
  return due === null ? 0 : (now.getTime() - due.getTime()) / 1_000;
}

async function findDueEndpoints(
  { db, clock }: Resources,
  intervals: ScanIntervals,
  limit: number,
): Promise<DueEndpoint[]> {
  // Limited before anything is joined: after an outage the whole fleet is due, and the index gives only the oldest of it. What a sharded
  // database has collected so is joined with the shards again, where the plans of those endpoints are.
  const { rows } = await sql<DueEndpoint>`
    WITH due AS (
      SELECT partner_id, id FROM endpoints
      WHERE next_scan_at <= ${clock.now()} AND next_scan_at IS NOT NULL AND current_scan_id IS NULL
      ORDER BY next_scan_at LIMIT ${limit})
    SELECT e.partner_id, e.id, host(e.ip_address) AS ip_address, e.next_scan_at,
      ${intervalInForce(intervals)} AS interval_seconds, ${vantagePointInForce()} AS vantage_point,
      coalesce(owner.status, a.status) = 'suspended' AS suspended, a.sandbox_of IS NOT NULL AS sandbox
    FROM due JOIN endpoints e ON e.partner_id = due.partner_id AND e.id = due.id
    JOIN partners a ON a.id = e.partner_id
    LEFT JOIN partners owner ON owner.id = a.sandbox_of`.execute(db);
  return rows;
}

/** What becomes of an endpoint that is due. */
interface Move {
  readonly partner_id: string;
  readonly id: string;
  readonly scan: NewScan | null;
  readonly nextScanAt: Date | null;
}

/** An address that is not scanned any more leaves the schedule; a suspended partner's endpoints keep theirs, unscanned. */
function moveOf({ clock }: Resources, due: DueEndpoint, { policy, random }: DispatchOptions): Move {
  const { partner_id, id } = due;
  const isScannable = due.sandbox || policy.verdict(due.ip_address) === 'scan';
  const next = nextScanTime(due.next_scan_at, clock.now(), due.interval_seconds, random());
  const scan = { partnerId: partner_id, endpointId: id, scanId: newId(clock), vantagePoint: due.vantage_point };
  return {
    partner_id,
    id,
    scan: isScannable && !due.suspended ? scan : null,
    nextScanAt: isScannable ? next : null,
  };
}

/**
 * Moves a partner's endpoints and puts their scans on record, in one statement. Leaves out what others hold, or have moved meanwhile.
 * @returns what was moved
 */
async function writeSchedule({ db, clock }: Resources, partnerId: string, moves: readonly Move[]): Promise<Move[]> {
  const ids = moves.map(({ id }) => id);
  const scanIds = moves.map(({ scan }) => scan?.scanId ?? null);
  const { rows } = await sql<{ id: string }>`
    WITH due AS (
      SELECT id FROM endpoints
      WHERE partner_id = ${partnerId} AND id = ANY(${ids}::uuid[]) AND next_scan_at <= ${clock.now()}
        AND current_scan_id IS NULL
      ORDER BY id FOR NO KEY UPDATE SKIP LOCKED
    ), moved AS (
      UPDATE endpoints e SET current_scan_id = m.scan_id, next_scan_at = m.next_scan_at
      FROM due JOIN unnest(${ids}::uuid[], ${scanIds}::uuid[], ${scanIds.map((id) => id && instantOf(id))}::timestamptz[],
        ${moves.map(({ nextScanAt }) => nextScanAt)}::timestamptz[]) AS m (id, scan_id, queued_at, next_scan_at) ON m.id = due.id
      WHERE e.partner_id = ${partnerId} AND e.id = due.id
      RETURNING e.id, m.scan_id, m.queued_at
    ), queued AS (
      INSERT INTO scans (partner_id, id, endpoint_id, trigger, status, created_at)
      SELECT ${partnerId}::uuid, scan_id, id, 'scheduled', 'pending', queued_at FROM moved WHERE scan_id IS NOT NULL
    )
    SELECT id FROM moved`.execute(db);
  const moved = new Set(rows.map(({ id }) => id));
  return moves.filter(({ id }) => moved.has(id));
}
