import { type Selectable, sql } from 'kysely';
import type { CrossPartnerDatabase } from '../operation/partner-database.ts';
import type { NodesTable } from '../operation/tables/core.ts';

/** A node counts as alive for this long after its last heartbeat. */
const aliveSeconds = 35;
/** How long what died without a word is shown as dead. */
const deadHours = 1;

/** What a process says of itself. */
export type NodeReport = Omit<Selectable<NodesTable>, 'id' | 'started_at' | 'heartbeat_at'>;

/** A node as operators see it. */
export interface NodeRecord extends Selectable<NodesTable> {
  readonly alive: boolean;
  /** Since its last heartbeat. */
  readonly silent_seconds: number;
}

/** Heartbeats are on the database's clock: nodes need not agree on the time. */
export async function recordNode(db: CrossPartnerDatabase, id: string, node: NodeReport): Promise<void> {
  const json = (value: object | null) => (value === null ? null : JSON.stringify(value));
  await sql`
    INSERT INTO nodes (id, role, host, pid, version, ready, checks, clock_ahead_ms, scanner, last_error, seals_under,
      started_at, heartbeat_at)
    VALUES (${id}, ${node.role}, ${node.host}, ${node.pid}, ${node.version}, ${node.ready}, ${json(node.checks)},
      ${node.clock_ahead_ms}, ${json(node.scanner)}, ${json(node.last_error)}, ${node.seals_under},
      clock_timestamp(), clock_timestamp())
    ON CONFLICT (id) DO UPDATE SET ready = excluded.ready, checks = excluded.checks, clock_ahead_ms = excluded.clock_ahead_ms,
      scanner = excluded.scanner, last_error = excluded.last_error, heartbeat_at = excluded.heartbeat_at`.execute(db);
}

export async function removeNode(db: CrossPartnerDatabase, id: string): Promise<void> {
  await db.deleteFrom('nodes').where('id', '=', id).execute();
}

/** Forgets nodes that died without a word: by then somebody has seen it, or nobody looks. */
export async function forgetDeadNodes(db: CrossPartnerDatabase): Promise<void> {
  await sql`DELETE FROM nodes WHERE heartbeat_at < clock_timestamp() - ${deadHours} * interval '1 hour'`.execute(db);
}

/** By role and host; those of the last hour that died are among them. */
export async function listNodes(db: CrossPartnerDatabase): Promise<NodeRecord[]> {
  const { rows } = await sql<NodeRecord>`
    SELECT *, heartbeat_at > clock_timestamp() - ${aliveSeconds} * interval '1 second' AS alive,
      extract(epoch FROM clock_timestamp() - heartbeat_at)::float8 AS silent_seconds
    FROM nodes ORDER BY role, host, started_at`.execute(db);
  return rows;
}

/** How many nodes of each role are alive. */
export async function countNodes(db: CrossPartnerDatabase): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ role: string; count: number }>`
    SELECT role, count(*)::int AS count FROM nodes
    WHERE heartbeat_at > clock_timestamp() - ${aliveSeconds} * interval '1 second' GROUP BY role`.execute(db);
  return new Map(rows.map(({ role, count }) => [role, count]));
}
