import { sql } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';

/** A sandbox of thousands of servers takes some seconds. */
const retryAfterSeconds = 5;

/**
 * Reserves the whole sandbox until the transaction ends: what changes all of it takes seconds, and a second one would only wait for it.
 * @throws Problem SANDBOX_BUSY while somebody else has it
 */
export async function reserveSandbox(tx: Operation): Promise<void> {
  const { rows } = await tx.db.execute(sql<{ free: boolean }>`
    SELECT pg_try_advisory_xact_lock(hashtextextended('sandbox ' || ${tx.partnerId}, 0)) AS free`);
  if (!rows[0]!.free) throw new Problem('SANDBOX_BUSY', { retry_after_seconds: retryAfterSeconds });
}
