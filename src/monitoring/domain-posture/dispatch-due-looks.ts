import { type RawBuilder, sql } from 'kysely';
import { byPartner } from '../../core/operation/by-partner.ts';
import type { Resources } from '../../core/operation/operation.ts';
import { withDeadlockRetries } from '../../platform/database/transaction-conflicts.ts';
import { newId } from '../../platform/ids.ts';
import { takeTick } from '../schedule/index.ts';
import { domainLookQueue } from './jobs.ts';
import { lookEverySeconds } from './next-look.ts';

export const lookTickMs = 2_000;
const scheduler = {
  name: 'dispatch_domain_looks',
  tickMs: lookTickMs,
  minPerTick: 10,
  queue: domainLookQueue.name,
  backlogTicks: 15,
};
/** A look that has not ended by then is lost, such as after a restored backup. */
const lostAfterMs = 6 * 3_600_000;
const dayMs = 86_400_000;

interface DueLook {
  readonly partner_id: string;
  readonly domain_id: string;
  readonly suspended: boolean;
}

/**
 * One tick of the scheduler: makes domains that are due into jobs, oldest first, at a steady pace. Any number of nodes may tick; together they
 * keep one pace.
 * @returns the number of looks queued
 */
export async function dispatchDueLooks(resources: Resources): Promise<number> {
  const queued = await withDeadlockRetries(() =>
    resources.db.transaction().execute(async (db) => {
      const trx = { ...resources, db };
      const limit = await takeTick(trx, scheduler, looksPerSecond);
      if (limit === 0) return 0;
      const found = await findDue(trx, limit);
      return (await byPartner(found, (partnerId, theirs) => queueLooks(trx, partnerId, theirs))).length;
    }),
  );
  if (queued > 0) resources.signals?.announce(domainLookQueue.name);
  return queued;
}

/** In how many milliseconds a look is due; undefined: there is none. */
export async function nextLookDueMs({ db, clock }: Resources): Promise<number | undefined> {
  const { rows } = await sql<{ due_at: Date }>`
    SELECT due_at FROM domain_postures WHERE due_at IS NOT NULL ORDER BY due_at LIMIT 1`.execute(db);
  return rows[0] && rows[0].due_at.getTime() - clock.now().getTime();
}

/** It reads all that are scheduled. */
const looksPerSecond: RawBuilder<number> = sql<number>`(
  SELECT count(*) / ${lookEverySeconds}::float8 FROM domain_postures WHERE due_at IS NOT NULL)`;

async function findDue({ db, clock }: Resources, limit: number): Promise<DueLook[]> {
  const { rows } = await sql<DueLook>`
    SELECT d.partner_id, d.domain_id, coalesce(owner.status, a.status) = 'suspended' AS suspended
    FROM domain_postures d
    JOIN partners a ON a.id = d.partner_id
    LEFT JOIN partners owner ON owner.id = a.sandbox_of
    WHERE d.due_at <= ${clock.now()} ORDER BY d.due_at LIMIT ${limit}`.execute(db);
  return rows;
}

/**
 * Of one partner's, those that nobody else holds or has moved meanwhile. A suspended partner's domains wait for the next day.
 * @returns the looks that were queued
 */
async function queueLooks(trx: Resources, partnerId: string, found: readonly DueLook[]): Promise<string[]> {
  const now = trx.clock.now();
  const { rows } = await sql<{ domain_id: string }>`
    SELECT domain_id FROM domain_postures
    WHERE partner_id = ${partnerId} AND domain_id = ANY(${found.map(({ domain_id: id }) => id)}::uuid[])
      AND due_at <= ${now}
    ORDER BY domain_id FOR NO KEY UPDATE SKIP LOCKED`.execute(trx.db);
  const isSuspended = found.some(({ suspended }) => suspended);
  const looks = rows.map(({ domain_id: domainId }) => ({ domainId, lookId: isSuspended ? null : newId(trx.clock) }));
  const dueAt = new Date(now.getTime() + (isSuspended ? dayMs : lostAfterMs));
  await sql`
    UPDATE domain_postures SET due_at = ${dueAt}, look_id = queued.look_id
    FROM unnest(${looks.map(({ domainId }) => domainId)}::uuid[], ${looks.map(({ lookId }) => lookId)}::uuid[]) AS queued (domain_id, look_id)
    WHERE domain_postures.partner_id = ${partnerId} AND domain_postures.domain_id = queued.domain_id`.execute(trx.db);
  const jobs = looks.flatMap(({ domainId, lookId }) =>
    lookId === null ? [] : [{ id: lookId, data: { partnerId, domainId, lookId }, priority: 0 }],
  );
  if (jobs.length > 0) await trx.jobs.send(trx.db, domainLookQueue.name, jobs);
  return jobs.map(({ id }) => id);
}
