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
const testType = 'webhook.test';

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
  const partnerIds = [...new Set(events.map((event) => event.partner_id))];
  const { rows: told } = await sql<{ partner_id: string }>`
    SELECT DISTINCT partner_id FROM webhooks WHERE partner_id = ANY(${partnerIds}::uuid[]) AND enabled`.execute(db);
  const tellable = new Set(told.map((each) => each.partner_id));
  let queued = 0;
  for (const [partnerId, theirs] of Map.groupBy(events, (event) => event.partner_id))
    if (tellable.has(partnerId)) queued += await queueForPartner(db, clock.now(), partnerId, theirs);
  return queued;
}

async function queueForPartner(
  db: CrossPartnerDatabase,
  now: Date,
  partnerId: string,
  events: readonly QueuedEvent[],
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    WITH wanted AS (
      SELECT w.id AS webhook_id, e.id AS event_id, e.type
      FROM unnest(
        ${events.map((event) => event.id)}::uuid[],
        ${events.map((event) => event.type)}::text[],
        ${events.map((event) => (event.type === testType ? String(event.data.webhook_id) : null))}::uuid[]
      ) AS e (id, type, tested)
      JOIN webhooks w ON w.partner_id = ${partnerId}
      WHERE w.enabled AND CASE WHEN e.type = ${testType} THEN w.id = e.tested
        ELSE cardinality(w.types) = 0 OR e.type = ANY(w.types) END
      ORDER BY w.id FOR KEY SHARE OF w
    )
    INSERT INTO webhook_deliveries (partner_id, webhook_id, event_id, event_type, status, next_attempt_at, created_at)
    SELECT ${partnerId}::uuid, webhook_id, event_id, type, 'pending', ${now}::timestamptz, ${now}::timestamptz FROM wanted
    ON CONFLICT DO NOTHING`.execute(db);
  return Number(numAffectedRows);
}
