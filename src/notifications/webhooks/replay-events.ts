import { sql } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { lowestIdAt } from '../../platform/ids.ts';
import { lockWebhook } from './webhook-record.ts';

/** Of one request. */
export const maxReplayed = 10_000;

export interface Replay {
  readonly queued: number;
  /** From when on the next request goes on; null: nothing is left. */
  readonly nextSince: Date | null;
}

/**
 * Has the events since a time sent to a webhook once more, the oldest first, those included that it missed while it was disabled or
 * not there. What is on its way already stays as it is.
 * @throws Problem WEBHOOK_NOT_FOUND, WEBHOOK_DISABLED
 */
export async function replayEvents(operation: Operation, webhookId: string, since: Date): Promise<Replay> {
  return operation.transaction(async (tx) => {
    const { enabled, types } = await lockWebhook(tx, webhookId);
    if (!enabled) throw new Problem('WEBHOOK_DISABLED');
    const now = tx.clock.now();
    const { rows } = await tx.db.execute(sql<{ queued: number; found: number; last: Date | null }>`
      WITH found AS (
        SELECT id, type, occurred_at FROM events
        WHERE partner_id = ${tx.partnerId} AND id >= ${lowestIdAt(since)}::uuid AND sequence IS NOT NULL
          AND type <> 'webhook.test' AND (${types.length === 0} OR type = ANY(${types}::text[]))
        ORDER BY id LIMIT ${maxReplayed}
      ), queued AS (
        INSERT INTO webhook_deliveries AS d
          (partner_id, webhook_id, event_id, event_type, status, next_attempt_at, created_at)
        SELECT ${tx.partnerId}::uuid, ${webhookId}::uuid, id, type, 'pending', ${now}::timestamptz, ${now}::timestamptz
        FROM found ORDER BY id
        ON CONFLICT (partner_id, webhook_id, event_id) DO UPDATE
          SET status = 'pending', failures = 0, next_attempt_at = excluded.next_attempt_at, settled_at = NULL
          WHERE d.status <> 'pending'
        RETURNING 1
      )
      SELECT (SELECT count(*)::int FROM queued) AS queued, (SELECT count(*)::int FROM found) AS found,
        (SELECT max(occurred_at) FROM found) AS last`);
    const { queued, found, last } = rows[0]!;
    const details = { since: since.toISOString(), queued };
    await recordFact(tx, { type: 'webhook.replayed', subjectId: webhookId, details });
    return { queued, nextSince: found < maxReplayed ? null : last };
  });
}
