import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';

// An arbitrary constant: the first half of the advisory locks of imports.
const lockSpace = 724_051_194;

/**
 * Runs the work unless another process works on the same import. Takes a connection for as long.
 * @param headDigest tells imports apart; two that share its first four bytes merely cannot run at once
 * @returns null when another process has it
 */
export async function whileLocked<T>(
  db: CrossPartnerDatabase,
  headDigest: Buffer,
  work: () => Promise<T>,
): Promise<{ readonly result: T } | null> {
  const key = headDigest.readInt32BE();
  return db.connection().execute(async (connection) => {
    const { rows } = await sql<{ locked: boolean }>`
      SELECT pg_try_advisory_lock(${lockSpace}::int, ${key}::int) AS locked`.execute(connection);
    if (!rows[0]!.locked) return null;
    try {
      return { result: await work() };
    } finally {
      // With a connection that was lost the lock is gone, too.
      await sql`SELECT pg_advisory_unlock(${lockSpace}::int, ${key}::int)`.execute(connection).catch(() => {});
    }
  });
}
