import { type RawBuilder, sql } from 'kysely';
import { byPartner } from '../../core/operation/by-partner.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { withDeadlockRetries } from '../../platform/database/transaction-conflicts.ts';
import { newId } from '../../platform/ids.ts';
import { nextScanTime, takeTick } from '../schedule/index.ts';
import { type DomainScanJobData, domainScanQueue } from './jobs.ts';

export interface DomainDispatchOptions {
  readonly defaultIntervalSeconds: number;
  /** Random number in [0, 1), for the jitter. */
  readonly random: () => number;
}

export const domainTickMs = 2_000;
const scheduler = {
  name: 'dispatch_domains',
  tickMs: domainTickMs,
  minPerTick: 10,
  queue: domainScanQueue.name,
  backlogTicks: 15,
};

interface DueDomain {
  readonly partner_id: string;
  readonly id: string;
  readonly domain: string;
  readonly next_scan_at: Date;
  readonly retry_sources: string[];
  readonly interval_seconds: number;
  readonly suspended: boolean;
}

/**
 * One tick of the scheduler: makes domains that are due, or have sources to be asked again, into scan jobs, oldest first, at a
 * steady pace, so that sources see no herd. Any number of nodes may tick; together they keep one pace.
 * @returns the number of scans queued
 */
export async function dispatchDueDomainScans(resources: Resources, options: DomainDispatchOptions): Promise<number> {
  const queued = await withDeadlockRetries(() =>
    resources.db.transaction().execute(async (db) => {
      const trx = { ...resources, db };
      const limit = await takeTick(trx, scheduler, domainPace(options.defaultIntervalSeconds));
      if (limit === 0) return 0;
      const found = await findDueDomains(trx, options.defaultIntervalSeconds, limit);
      const due = await byPartner(found, (partnerId, theirs) => lockDue(trx, partnerId, theirs));
      for (const domain of due) await dispatch(trx, domain, options.random());
      return due.filter(({ suspended }) => !suspended).length;
    }),
  );
  if (queued > 0) resources.signals?.announce(domainScanQueue.name);
  return queued;
}

/** In how many milliseconds a domain is due that waits for nothing else; undefined: there is none. */
export async function nextDomainScanDueMs({ db, clock }: Resources): Promise<number | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    SELECT least(next_scan_at, retry_at) AS due_at FROM monitored_domains
    WHERE next_scan_at IS NOT NULL AND current_scan_id IS NULL
    ORDER BY least(next_scan_at, retry_at) LIMIT 1`.execute(db);
  return rows[0] && rows[0].due_at.getTime() - clock.now().getTime();
}

/**
 * The plan `p` that says how often the domain `d` of the partner `a` is scanned, or null throughout: without one of its own that is the
 * partner's `default` plan of the product. A sandbox has its owner's.
 */
export const domainIntervals = sql`
  JOIN partners a ON a.id = d.partner_id
  LEFT JOIN services s ON s.partner_id = d.partner_id AND s.id = d.service_id
  LEFT JOIN plans p ON p.partner_id = coalesce(a.sandbox_of, a.id) AND p.product_slug = 'domain_monitoring'
    AND p.plan_slug = coalesce(s.plan_slug, 'default')`;

/** Scans per second that keep the interval of every domain on the schedule. It reads them all. */
function domainPace(defaultIntervalSeconds: number): RawBuilder<number> {
  return sql<number>`(
    SELECT coalesce(sum(1.0 / coalesce(p.scan_interval_seconds, ${defaultIntervalSeconds}::integer)), 0)
    FROM monitored_domains d ${domainIntervals}
    WHERE d.next_scan_at IS NOT NULL)`;
}

async function findDueDomains(
  { db, clock }: Resources,
  defaultIntervalSeconds: number,
  limit: number,
): Promise<DueDomain[]> {
  const { rows } = await sql<DueDomain>`
    SELECT d.partner_id, d.id, d.domain, d.next_scan_at, d.retry_sources,
      coalesce(p.scan_interval_seconds, ${defaultIntervalSeconds}) AS interval_seconds,
      coalesce(owner.status, a.status) = 'suspended' AS suspended
    FROM monitored_domains d ${domainIntervals}
    LEFT JOIN partners owner ON owner.id = a.sandbox_of
    WHERE least(d.next_scan_at, d.retry_at) <= ${clock.now()} AND d.next_scan_at IS NOT NULL AND d.current_scan_id IS NULL
    ORDER BY least(d.next_scan_at, d.retry_at) LIMIT ${limit}`.execute(db);
  return rows;
}

/** @returns those that nobody else holds, or has moved meanwhile */
async function lockDue({ db, clock }: Resources, partnerId: string, found: readonly DueDomain[]): Promise<DueDomain[]> {
  const { rows } = await sql<{ id: string }>`
    SELECT id FROM monitored_domains
    WHERE partner_id = ${partnerId} AND id = ANY(${found.map(({ id }) => id)}::uuid[])
      AND least(next_scan_at, retry_at) <= ${clock.now()} AND next_scan_at IS NOT NULL AND current_scan_id IS NULL
    ORDER BY id FOR NO KEY UPDATE SKIP LOCKED`.execute(db);
  const locked = new Set(rows.map(({ id }) => id));
  return found.filter(({ id }) => locked.has(id));
}

/** A suspended partner's domains keep their schedule, unscanned. What is added to `retry_sources` from now on is for the next scan. */
async function dispatch(trx: Resources, domain: DueDomain, random: number): Promise<void> {
  const caller = { partnerId: domain.partner_id, actor: { kind: 'system' as const }, requestId: null };
  const operation = new Operation(trx, caller, true);
  const now = trx.clock.now();
  const whole = domain.next_scan_at <= now;
  const asked = whole ? null : domain.retry_sources;
  const scanId = domain.suspended ? null : await queueDomainScan(operation, domain, asked);
  await operation.db
    .updateTable('monitored_domains')
    .set({
      current_scan_id: scanId,
      retry_sources: [],
      retry_at: null,
      ...(whole ? { next_scan_at: nextScanTime(domain.next_scan_at, now, domain.interval_seconds, random) } : {}),
    })
    .where('id', '=', domain.id)
    .execute();
}

async function queueDomainScan(
  tx: Operation,
  { id, domain }: { readonly id: string; readonly domain: string },
  asked: readonly string[] | null,
): Promise<string> {
  const scanId = newId(tx.clock);
  await tx.db
    .insertInto('domain_scans', {
      id: scanId,
      domain_id: id,
      domain,
      asked: asked && [...asked],
      status: 'pending',
      created_at: tx.clock.now(),
    })
    .execute();
  const data: DomainScanJobData = { partnerId: tx.partnerId, domainId: id, scanId };
  await tx.jobs.send(tx.db.connection, domainScanQueue.name, [{ id: scanId, data, priority: 0 }]);
  return scanId;
}
