import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';

/** A worker counts as alive for this long after its last heartbeat. */
const aliveSeconds = 15;

/** Heartbeats are on the database's clock: workers and API nodes need not agree on the time. */
export async function recordHeartbeat(
  db: CrossPartnerDatabase,
  worker: { id: string; host: string; engine: string },
): Promise<void> {
  await sql`
    INSERT INTO scan_workers (id, host, engine, started_at, heartbeat_at)
    VALUES (${worker.id}, ${worker.host}, ${worker.engine}, clock_timestamp(), clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET heartbeat_at = excluded.heartbeat_at`.execute(db);
}

/** Takes a worker that stops in order off the list at once. */
export async function removeWorker(db: CrossPartnerDatabase, id: string): Promise<void> {
  await db.deleteFrom('scan_workers').where('id', '=', id).execute();
}

/** Forgets workers that died without a word. */
export async function forgetDeadWorkers(db: CrossPartnerDatabase): Promise<void> {
  await sql`DELETE FROM scan_workers WHERE heartbeat_at < clock_timestamp() - interval '1 hour'`.execute(db);
}

export async function hasLiveScanWorker(db: CrossPartnerDatabase): Promise<boolean> {
  const { rows } = await sql<{ alive: boolean }>`
    SELECT EXISTS (SELECT FROM scan_workers
      WHERE heartbeat_at > clock_timestamp() - ${aliveSeconds} * interval '1 second') AS alive`.execute(db);
  return rows[0]!.alive;
}
