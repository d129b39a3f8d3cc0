import pg from 'pg';
import { type ConnectionSettings, clientSettings } from '../src/platform/database/database.ts';

/**
 * As a database is that has been running: with statistics, and nothing left to write. Without them it would go on with plans that were made
 * when tables were empty, until autovacuum comes to them a minute later.
 */
export async function settle(connection: ConnectionSettings): Promise<void> {
  const client = new pg.Client(clientSettings(connection));
  await client.connect();
  await client.query('VACUUM ANALYZE');
  await client.query('CHECKPOINT');
  await client.end();
}
