import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedConnection, startEmbeddedPostgres } from './embedded-postgres.ts';

/**
 * Runs a PostgreSQL for as long as the work takes, in a directory for temporary files (TMPDIR), and removes it.
 * @throws EmbeddedPostgresError where none can run
 */
export async function withTemporaryPostgres<T>(work: (connection: EmbeddedConnection) => Promise<T>): Promise<T> {
  const dataDir = await mkdtemp(join(tmpdir(), 'breakwater-temporary-'));
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, mode: 'command' });
    return await work(postgres.connection).finally(() => postgres.stop());
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}
