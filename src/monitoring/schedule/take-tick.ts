import { type RawBuilder, sql } from 'kysely';
import type { Resources } from '../../core/operation/operation.ts';

/** A scheduler, which ticks on any number of nodes; together they keep one pace. */
export interface Scheduler {
  /** As stored with its last tick. */
  readonly name: string;
  readonly tickMs: number;
  /** In a tick at the least, however slow the pace. */
  readonly minPerTick: number;
  /** Of the jobs that it makes. */
  readonly queue: string;
  /** So many ticks' worth of jobs wait there at most: the workers are behind, and queueing faster would not help. */
  readonly backlogTicks: number;
}

interface Tick {
  readonly scheduler: Scheduler;
  /** Since the tick before, within bounds. */
  readonly elapsedMs: number;
  readonly scansPerSecond: number | null;
  readonly pacedAt: Date | null;
}

/** Catching up after an outage may run at this many times the steady pace. */
const catchUpFactor = 2;
/** A tick that comes late, such as on a busy node, makes up for this much time at most. */
const longestTickMs = 10_000;
/** A node whose clock is wrong steps in when nobody with a right one has ticked for so long. */
const stepInMs = 10_000;
/** How often a pace is counted anew: it reads everything that is scheduled. */
const paceLifetimeMs = 300_000;

/**
 * Takes the tick for this node, in the caller's transaction: nobody else's begins before that ends.
 * @param pace scans per second that keep every interval, as an expression that counts them: a scalar
 * @returns how many scans it may queue; 0 unless it is this node's tick
 */
export async function takeTick(
  trx: Pick<Resources, 'db' | 'clock' | 'jobs'>,
  scheduler: Scheduler,
  pace: RawBuilder<number>,
): Promise<number> {
  const tick = await claimTick(trx, scheduler);
  if (tick === null) return 0;
  const scansPerSecond = await steadyPace(trx, tick, pace);
  const atMost = (milliseconds: number) =>
    Math.max(scheduler.minPerTick, Math.ceil((catchUpFactor * scansPerSecond * milliseconds) / 1_000));
  // However late the tick is: a busy node would let the queue grow by as much.
  const backlog = atMost(scheduler.tickMs) * scheduler.backlogTicks;
  const waiting = await trx.jobs.waiting(trx.db, scheduler.queue, backlog);
  return Math.min(atMost(tick.elapsedMs), backlog - waiting);
}

/**
 * Nodes with a wrong clock leave it to others as long as there are any.
 * @returns null unless it is this node's tick
 */
async function claimTick({ db, clock }: Pick<Resources, 'db' | 'clock'>, scheduler: Scheduler): Promise<Tick | null> {
  const { name, tickMs } = scheduler;
  const now = clock.now();
  const patienceMs = clock.isMachineRight === false ? stepInMs : tickMs * 0.8;
  const { rows } = await sql<{ before: Date | null; scans_per_second: number | null; paced_at: Date | null }>`
    WITH last AS (SELECT ticked_at FROM scheduler_ticks WHERE name = ${name})
    INSERT INTO scheduler_ticks AS t (name, ticked_at) VALUES (${name}, ${now})
    ON CONFLICT (name) DO UPDATE SET ticked_at = excluded.ticked_at
    WHERE t.ticked_at <= ${new Date(now.getTime() - patienceMs)} OR t.ticked_at > ${now}
    RETURNING (SELECT ticked_at FROM last) AS before, t.scans_per_second, t.paced_at`.execute(db);
  const row = rows[0];
  if (row === undefined) return null;
  const elapsedMs = row.before === null ? tickMs : now.getTime() - row.before.getTime();
  return {
    scheduler,
    elapsedMs: Math.min(longestTickMs, Math.max(tickMs, elapsedMs)),
    scansPerSecond: row.scans_per_second,
    pacedAt: row.paced_at,
  };
}

/** Scans per second that keep every interval: known from an earlier tick, of whatever node, or counted. */
async function steadyPace(
  { db, clock }: Pick<Resources, 'db' | 'clock'>,
  { scheduler, scansPerSecond, pacedAt }: Tick,
  counted: RawBuilder<number>,
): Promise<number> {
  const now = clock.now();
  const ageMs = pacedAt === null ? Number.POSITIVE_INFINITY : Math.abs(now.getTime() - pacedAt.getTime());
  if (scansPerSecond !== null && ageMs < paceLifetimeMs) return scansPerSecond;
  const { rows } = await sql<{ scans_per_second: number }>`SELECT ${counted}::float8 AS scans_per_second`.execute(db);
  const [pace] = rows;
  await db
    .updateTable('scheduler_ticks')
    .set({ paced_at: now, scans_per_second: pace!.scans_per_second })
    .where('name', '=', scheduler.name)
    .execute();
  return pace!.scans_per_second;
}
