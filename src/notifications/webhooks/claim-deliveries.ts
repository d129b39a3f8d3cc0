import { sql } from 'kysely';
import { byPartner } from '../../core/operation/by-partner.ts';
import type { Turns } from '../../core/operation/claim-due.ts';
import type { Resources } from '../../core/operation/operation.ts';
import type { Webhook, WebhookDelivery } from './webhook-record.ts';

/** A delivery that a worker holds; `attempts` says by which claim. */
export type ClaimedDelivery = Pick<
  WebhookDelivery,
  'partner_id' | 'webhook_id' | 'event_id' | 'attempts' | 'failures'
> &
  Pick<Webhook, 'url' | 'secret' | 'previous_secret' | 'previous_secret_until' | 'failing_since'> & {
    readonly suspended: boolean;
    /** It is of a sandbox, and sandbox mode is off. */
    readonly sandbox_off: boolean;
    /** Null: it is no longer kept. */
    readonly type: string | null;
    readonly occurred_at: Date | null;
    readonly data: Readonly<Record<string, unknown>> | null;
  };

/** Requests that a webhook has under way at once. */
const requestsPerWebhook = 5;
/** One that has had no success for this long gets one request at a time, and only some of a worker's places. */
const troubledSeconds = 60;

/** In how many milliseconds a delivery is due; 0 or less: there is one; undefined: none waits. */
export async function nextDeliveryDueMs({ db, clock }: Resources): Promise<number | undefined> {
  const { rows } = await sql<{ due_at: Date | null }>`
    SELECT min(due_at) AS due_at FROM (
      SELECT (
        SELECT min(d.next_attempt_at) FROM webhook_deliveries d
        WHERE d.partner_id = w.partner_id AND d.webhook_id = w.id AND d.next_attempt_at IS NOT NULL) AS due_at
      FROM webhooks w WHERE w.enabled) AS webhook`.execute(db);
  const dueAt = rows[0]!.due_at;
  return dueAt === null ? undefined : dueAt.getTime() - clock.now().getTime();
}

export interface ClaimOptions {
  readonly count: number;
  /** Which webhooks: those that have had no success for a while, or all the others. */
  readonly troubled: boolean;
  readonly leaseMs: number;
  /** How partners share the places, of these webhooks. */
  readonly turns: Turns;
}

/**
 * Claims deliveries that are due. Partners take turns, those first who have least under way; of a partner, the one of each webhook
 * that waits longest, then the second of each, and so on. A claim lapses, so that what a dead worker held is sent by another one.
 */
export async function claimWebhookDeliveries(
  { db, clock }: Resources,
  { count, troubled, leaseMs, turns }: ClaimOptions,
): Promise<ClaimedDelivery[]> {
  const now = clock.now();
  const lapsesAt = new Date(now.getTime() + leaseMs);
  const troubledSince = new Date(now.getTime() - troubledSeconds * 1_000);
  const limit = troubled ? 1 : requestsPerWebhook;
  const next = sql`FROM webhook_deliveries d
          WHERE d.partner_id = w.partner_id AND d.webhook_id = w.id AND d.next_attempt_at <= ${now}
          ORDER BY d.next_attempt_at, d.event_id LIMIT ${limit}`;
  const { rows: picked } = await sql<Pick<WebhookDelivery, 'partner_id' | 'webhook_id' | 'event_id'>>`
    SELECT partner_id, webhook_id, event_id FROM (
      SELECT w.partner_id, w.webhook_id, d.event_id, d.next_attempt_at,
        coalesce((${JSON.stringify(Object.fromEntries(turns.busy))}::jsonb ->> w.partner_id::text)::int, 0)
          + row_number() OVER (PARTITION BY w.partner_id ORDER BY d.turn, d.next_attempt_at) AS place
      FROM (
        SELECT w.partner_id, w.id AS webhook_id,
          ${limit}::int - (
            SELECT count(*) FROM webhook_deliveries d
            WHERE d.partner_id = w.partner_id AND d.webhook_id = w.id AND d.claimed_until > ${now}) AS places,
          ARRAY(SELECT d.event_id ${next}) AS event_ids, ARRAY(SELECT d.next_attempt_at ${next}) AS due_at
        FROM webhooks w
        WHERE w.enabled AND (w.failing_since IS NOT NULL AND w.failing_since <= ${troubledSince}) = ${troubled}
      ) AS w CROSS JOIN LATERAL unnest(w.event_ids, w.due_at) WITH ORDINALITY AS d (event_id, next_attempt_at, turn)
      WHERE d.turn <= w.places
    ) AS due
    WHERE place <= ${turns.most}::int
    ORDER BY place, next_attempt_at LIMIT ${count}`.execute(db);
  return byPartner(picked, async (partnerId, theirs) => {
    const { rows } = await sql<ClaimedDelivery>`
      WITH due AS (
        SELECT d.webhook_id, d.event_id FROM webhook_deliveries d
        JOIN unnest(${theirs.map((each) => each.webhook_id)}::uuid[], ${theirs.map((each) => each.event_id)}::uuid[])
          AS picked (webhook_id, event_id) ON d.webhook_id = picked.webhook_id AND d.event_id = picked.event_id
        WHERE d.partner_id = ${partnerId} AND d.next_attempt_at <= ${now} FOR UPDATE OF d SKIP LOCKED
      )
      UPDATE webhook_deliveries d
      SET attempts = d.attempts + 1, next_attempt_at = ${lapsesAt}, claimed_until = ${lapsesAt}
      FROM due
      JOIN webhooks w ON w.partner_id = ${partnerId} AND w.id = due.webhook_id
      JOIN partners p ON p.id = w.partner_id
      LEFT JOIN partners owner ON owner.id = p.sandbox_of
      LEFT JOIN events e ON e.partner_id = ${partnerId} AND e.id = due.event_id
      WHERE d.partner_id = ${partnerId} AND d.webhook_id = due.webhook_id AND d.event_id = due.event_id
      RETURNING d.partner_id, d.webhook_id, d.event_id, d.attempts, d.failures,
        w.url, w.secret, w.previous_secret, w.previous_secret_until, w.failing_since,
        p.status = 'suspended' OR coalesce(owner.status = 'suspended', false) AS suspended,
        coalesce(NOT owner.sandbox_enabled, false) AS sandbox_off, e.type, e.occurred_at, e.data`.execute(db);
    return rows;
  });
}
