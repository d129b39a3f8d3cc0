import { sql } from 'kysely';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import type { Clock } from '../../platform/clock.ts';

/** What is sequenced, as far as webhooks care. */
export interface QueuedEvent {
  readonly partner_id: string;
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Goes to one webhook. */
export const testType = 'webhook.test';

/**
 * Queues events for the webhooks that want them, in the transaction that gives the events their places. A test goes to the webhook
 * that it is for, whatever that one wants. It waits for nobody but a webhook that is just about to be gone: everybody's events would
 * wait with it.
 * @returns how many deliveries that are
 */
export async function queueDeliveries(
  db: CrossPartnerDatabase,
  clock: Clock,
  events: readonly QueuedEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  const now = clock.now();
  const { numAffectedRows = 0n } = await sql`
    WITH wanted AS (
      SELECT w.partner_id, w.id AS webhook_id, e.id AS event_id, e.type
      FROM unnest(
        ${events.map((event) => event.partner_id)}::uuid[],
        ${events.map((event) => event.id)}::uuid[],
        ${events.map((event) => event.type)}::text[],
        ${events.map((event) => (event.type === testType ? String(event.data.webhook_id) : null))}::uuid[]
      ) AS e (partner_id, id, type, tested)
      JOIN webhooks w ON w.partner_id = e.partner_id
      WHERE w.enabled AND CASE e.type WHEN ${testType} THEN w.id = e.tested
        ELSE cardinality(w.types) = 0 OR e.type = ANY(w.types) END
      ORDER BY w.partner_id, w.id FOR KEY SHARE OF w
    )
    INSERT INTO webhook_deliveries (partner_id, webhook_id, event_id, event_type, status, next_attempt_at, created_at)
    SELECT partner_id, webhook_id, event_id, type, 'pending', ${now}::timestamptz, ${now}::timestamptz FROM wanted
    ON CONFLICT DO NOTHING`.execute(db);
  return Number(numAffectedRows);
}
