import { sql } from 'kysely';
import type { CrossPartnerDatabase, SharedDatabase } from '../../core/operation/partner-database.ts';

/** A worker counts as alive for this long after its last heartbeat. */
export const aliveSeconds = 15;

const isAlive = sql<boolean>`heartbeat_at > clock_timestamp() - ${sql.lit(aliveSeconds)} * interval '1 second'`;

const millionths = 1_000_000;
// An arbitrary constant: shares change one worker after the other.
const shareLock = 7_240_511_942;

/** The part that a worker should have: as much as each of the others, and no more than they leave. */
const dueShare = (id: string) => sql`(
  SELECT least(${sql.lit(millionths)} / (count(*) + 1), greatest(0, ${sql.lit(millionths)} - coalesce(sum(network_share), 0)))::int
  FROM scan_workers WHERE id <> ${id} AND ${isAlive})`;

/** Parts of the rate of each network, from 0 to 1. */
export interface NetworkShare {
  /** What the worker has. */
  readonly share: number;
  /** What it should have, as things are; see shareNetworks. */
  readonly due: number;
}

/** Heartbeats are on the database's clock: workers and API nodes need not agree on the time. */
export async function recordHeartbeat(
  db: CrossPartnerDatabase,
  worker: { id: string; host: string; engine: string; vantagePoint: string | null },
): Promise<NetworkShare> {
  const { rows } = await sql<NetworkShare>`
    INSERT INTO scan_workers (id, host, engine, vantage_point, started_at, heartbeat_at)
    VALUES (${worker.id}, ${worker.host}, ${worker.engine}, ${worker.vantagePoint}, clock_timestamp(), clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at
    RETURNING network_share AS share, ${dueShare(worker.id)} AS due`.execute(db);
  const { share, due } = rows[0]!;
  return { share: share / millionths, due: due / millionths };
}

/**
 * Gives a worker the part of each network's rate that it should have now: an equal one, and no more than the others leave, who give up what
 * is too much with their next heartbeats. So all parts together are never more than one, whoever joins, leaves or dies.
 * @param beforeCommit told of the part while the others still count with the one before: a smaller one is to be kept to from then on
 * @returns the part
 */
export async function shareNetworks(
  db: CrossPartnerDatabase,
  id: string,
  beforeCommit: (part: number) => void,
): Promise<number> {
  return db.transaction().execute(async (trx) => {
    // A statement of its own: the next one sees what whoever held it before has committed.
    await sql`SELECT pg_advisory_xact_lock(${sql.lit(shareLock)})`.execute(trx);
    const { rows } = await sql<{ due: number }>`SELECT ${dueShare(id)} AS due`.execute(trx);
    const { due } = rows[0]!;
    beforeCommit(due / millionths);
    await trx.updateTable('scan_workers').set({ network_share: due }).where('id', '=', id).execute();
    return due / millionths;
  });
}

/** Takes a worker that stops in order off the list at once. */
export async function removeWorker(db: CrossPartnerDatabase, id: string): Promise<void> {
  await db.deleteFrom('scan_workers').where('id', '=', id).execute();
}

/** Forgets workers that died without a word. */
export async function forgetDeadWorkers(db: CrossPartnerDatabase): Promise<void> {
  await sql`DELETE FROM scan_workers WHERE heartbeat_at < clock_timestamp() - interval '1 hour'`.execute(db);
}

/** @param vantagePoint null: a worker anywhere will do */
export async function hasLiveScanWorker(db: SharedDatabase, vantagePoint: string | null): Promise<boolean> {
  const isThere = vantagePoint === null ? sql`true` : sql`vantage_point = ${vantagePoint}`;
  const { rows } = await sql<{ alive: boolean }>`
    SELECT EXISTS (SELECT FROM scan_workers WHERE ${isAlive} AND ${isThere}) AS alive`.execute(db);
  return rows[0]!.alive;
}

/** Those of the places where a worker is alive, in their order. */
export async function livePoints(db: SharedDatabase, vantagePoints: readonly string[]): Promise<readonly string[]> {
  if (vantagePoints.length === 0) return [];
  const { rows } = await sql<{ point: string }>`
    SELECT DISTINCT vantage_point AS point FROM scan_workers WHERE ${isAlive} AND vantage_point = ANY(${vantagePoints})`.execute(
    db,
  );
  const alive = new Set(rows.map(({ point }) => point));
  return vantagePoints.filter((point) => alive.has(point));
}
