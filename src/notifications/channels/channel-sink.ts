import { sql } from 'kysely';
import type { AlertsChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CrossPartnerDatabase } from '../../core/operation/partner-database.ts';
import { newId } from '../../platform/ids.ts';

/** What channels need of an event that has its place in the order. */
export interface TellableEvent {
  readonly partner_id: string;
  readonly id: string;
  readonly sequence: number;
  readonly type: string;
  readonly alert_id: string | null;
  readonly occurred_at: Date;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Lays events about alerts aside for the channels of their partners, in the transaction that gives them their places: one statement,
 * which waits for nobody. Partners without channels cost nothing more.
 */
export async function layAside(tx: CrossPartnerDatabase, events: readonly TellableEvent[]): Promise<void> {
  const told = events.flatMap(({ partner_id, id, sequence, type, alert_id, occurred_at, data }) =>
    alert_id === null
      ? []
      : { partner_id, event_id: id, sequence, type, alert_id, occurred_at, reopened_by: data.reopened_by ?? null },
  );
  if (told.length === 0) return;
  const partners = [...new Set(told.map(({ partner_id }) => partner_id))];
  await sql`
    INSERT INTO channel_inbox (partner_id, event_id, sequence, alert_id, type, reopened_by, occurred_at)
    SELECT e.partner_id, e.event_id, e.sequence, e.alert_id, e.type, e.reopened_by, e.occurred_at
    FROM jsonb_to_recordset(${JSON.stringify(told)}::jsonb) AS e
      (partner_id uuid, event_id uuid, sequence bigint, alert_id uuid, type text, reopened_by text, occurred_at timestamptz)
    JOIN (SELECT DISTINCT partner_id FROM channels WHERE partner_id = ANY(${partners}::uuid[])) AS c USING (partner_id)`.execute(
    tx,
  );
}

/** What `channel_inbox.type` says of alerts of which no event tells partners' systems. */
const untoldTypes = ['worsened', 'dismissed', 'steady'] as const;

/**
 * Lays alerts of which no event tells aside for the partner's channels, in the transaction that changed them. They stand before all
 * events: what is made of them depends on how the alert is, not on what happened first.
 */
export async function layUntoldAside(tx: Operation, changed: AlertsChanged): Promise<void> {
  const laid = untoldTypes.flatMap((type) =>
    (changed[type] ?? []).map(({ id }) => ({ event_id: newId(tx.clock), alert_id: id, type })),
  );
  if (laid.length === 0) return;
  await tx.db.execute(sql`
    INSERT INTO channel_inbox (partner_id, event_id, sequence, alert_id, type, occurred_at)
    SELECT ${tx.partnerId}::uuid, a.event_id, 0, a.alert_id, a.type, ${tx.clock.now()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(laid)}::jsonb) AS a (event_id uuid, alert_id uuid, type text)
    WHERE EXISTS (SELECT 1 FROM channels WHERE partner_id = ${tx.partnerId})`);
  tx.announce('channels');
}
