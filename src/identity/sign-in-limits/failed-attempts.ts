import { sql } from 'kysely';
import { tooMany } from '../../core/api/problems.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';

/** How failures slow down what follows: some cost nothing, then each doubles the wait until the next attempt. */
export interface SlowDown {
  readonly freeFailures: number;
  readonly firstSeconds: number;
  readonly longestSeconds: number;
}

/** Failures are forgotten when there was none for so long. */
const memorySeconds = 86_400;

/**
 * Counts an attempt as a failure before it is looked at, so that of many at once no more than allowed are:
 * `forgetFailures` takes it back when it was right. In one statement, within the caller's transaction if there is one; it is given the
 * times that it may have to wait for, since a sharded database does not reckon with times while it resolves a conflict.
 * @param subject whom the failure is held against
 * @throws Refusal 429 when the subject has to wait: the attempt must not be looked at, and nothing is counted
 */
export async function countAttempt(operation: Operation, subject: string, slowDown: SlowDown): Promise<void> {
  const now = operation.clock.now();
  const { freeFailures } = slowDown;
  const forgotten = sql`f.last_failed_at < ${new Date(now.getTime() - memorySeconds * 1_000)}`;
  const failures = sql`CASE WHEN ${forgotten} THEN 1 ELSE f.failures + 1 END`;
  const waits = waitsOf(slowDown).map((seconds) => new Date(now.getTime() + seconds * 1_000));
  const wait = sql`least(${failures} - ${freeFailures} + 1, ${waits.length})::integer`;
  const { rows } = await operation.db.execute(sql<{ blocked_until: Date | null }>`
    INSERT INTO sign_in_failures AS f (partner_id, subject, failures, last_failed_at)
    VALUES (${operation.partnerId}, ${subject}, 1, ${now})
    ON CONFLICT (partner_id, subject) DO UPDATE SET
      failures = ${failures}, last_failed_at = ${now},
      blocked_until = CASE WHEN ${failures} >= ${freeFailures} THEN (${waits}::timestamptz[])[${wait}] END
    -- A failure in the future means that the clock was set back.
    WHERE f.blocked_until IS NULL OR f.blocked_until <= ${now} OR f.last_failed_at > ${now}
    RETURNING 1`);
  if (rows.length > 0) return;
  throw tooMany('attempts', await secondsUntilFree(operation, subject, now));
}

/** In seconds, after the failures that follow those that cost nothing: the last one is that of all further ones. */
function waitsOf({ firstSeconds, longestSeconds }: SlowDown): number[] {
  const waits = [Math.min(firstSeconds, longestSeconds)];
  while (waits.at(-1)! < longestSeconds) waits.push(Math.min(2 * waits.at(-1)!, longestSeconds));
  return waits;
}

async function secondsUntilFree(operation: Operation, subject: string, now: Date): Promise<number> {
  const row = await operation.db
    .selectFrom('sign_in_failures')
    .select('blocked_until')
    .where('subject', '=', subject)
    .executeTakeFirst();
  return Math.max(1, Math.ceil(((row?.blocked_until?.getTime() ?? 0) - now.getTime()) / 1_000));
}

/** Takes back what was counted against the subjects: they are right, or start anew. */
export async function forgetFailures(operation: Operation, subjects: readonly string[]): Promise<void> {
  await operation.db.deleteFrom('sign_in_failures').where('subject', 'in', subjects).execute();
}

/** Drops what has been forgotten. */
export async function dropOldFailures({ db, clock }: Pick<Resources, 'db' | 'clock'>): Promise<void> {
  const limit = new Date(clock.now().getTime() - memorySeconds * 1_000);
  await db.deleteFrom('sign_in_failures').where('last_failed_at', '<', limit).execute();
}
