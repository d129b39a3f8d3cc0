import { type Kysely, sql } from 'kysely';

/** Of everybody who uses this PostgreSQL. */
export interface ServerConnections {
  readonly taken: number;
  /** That it gives: without those that it keeps for superusers. */
  readonly most: number;
}

export async function serverConnections<Tables>(db: Kysely<Tables>): Promise<ServerConnections> {
  const { rows } = await sql<ServerConnections>`
    SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS most,
      (SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend') AS taken`.execute(db);
  return rows[0]!;
}
