import { sql } from 'kysely';
import { rankOf, type Severity } from '../../common/severity.ts';
import { deleteOlderOfPartners } from '../../core/operation/delete-older-of-partners.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import type { NotifiedAlert, ToldAlertsTable } from '../../core/operation/tables/notifications.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type AlertRow, alertNowOf, previousEndOf } from './alerts-now.ts';
import {
  decideNotification,
  type KnownState,
  knownAfter,
  type NotificationPreference,
  type NotificationReason,
} from './decide-notification.ts';

/** Who is told: an address, or a channel. */
export interface Listener {
  readonly kind: ToldAlertsTable['subject_kind'];
  readonly id: string;
}

/** Something to tell. */
export interface AlertNotification {
  readonly alertId: string;
  readonly reason: NotificationReason;
  /** Of its kind: not everybody wants to hear of each. */
  readonly kind: string;
  readonly severity: Severity;
  /** Of what is over: somebody says that it was a false positive. */
  readonly isDismissed: boolean;
  /** How bad it was said to be when it was told of last; null: it was not told of. */
  readonly knownSeverity: Severity | null;
  /** When the alert before it ended, of what is back. */
  readonly previousEnd: Date | null;
  /** The message that told of it first; null: none did. */
  readonly threadId: string | null;
  /** What is to be written when it was told. */
  readonly notified: NotifiedAlert;
}

interface Row extends AlertRow {
  readonly cause: string;
  readonly kind: string;
  readonly told_alert_id: string | null;
  readonly told_severity: Severity;
  readonly told_since: Date;
  readonly flapping: boolean;
  readonly is_over: boolean;
  readonly thread_id: string | null;
}

/**
 * What of the causes of these alerts of a customer a subject does not know yet, by how the newest alert of each is now; the most severe
 * first.
 * @param preferenceOf what the subject wants to hear of such an alert
 */
export async function findNotifications(
  operation: Operation,
  subject: Listener,
  customerId: string,
  alertIds: readonly string[],
  preferenceOf: (alert: Pick<Row, 'kind' | 'severity'>) => NotificationPreference,
): Promise<AlertNotification[]> {
  const { rows } = await operation.db.execute(sql<Row>`
    SELECT DISTINCT ON (cause) a.id, concat(caused.resource_id, ' ', a.kind, ' ', caused.hash) AS cause, a.kind, a.status, a.severity, a.created_at,
      a.status_changed_at, CASE WHEN t.alert_id <> a.id THEN ${previousEndOf('a')} END AS previous_end,
      t.alert_id AS told_alert_id, t.severity AS told_severity, t.opened_at AS told_since, t.flapping, t.is_over, t.thread_id
    FROM alerts waiting
    JOIN alerts a ON a.partner_id = waiting.partner_id AND (a.endpoint_id = waiting.endpoint_id OR a.domain_id = waiting.domain_id)
      AND a.kind = waiting.kind AND a.key = waiting.key
    CROSS JOIN LATERAL (SELECT coalesce(a.endpoint_id, a.domain_id) AS resource_id, alert_key_hash(a.key) AS hash) AS caused
    LEFT JOIN told_alerts t ON t.partner_id = a.partner_id AND t.subject_kind = ${subject.kind} AND t.subject_id = ${subject.id}
      AND t.resource_id = caused.resource_id AND t.kind = a.kind AND t.key_hash = caused.hash
    WHERE waiting.partner_id = ${operation.partnerId} AND waiting.customer_id = ${customerId} AND ${inIds('waiting.id', alertIds)}
      AND a.partner_id = ${operation.partnerId}
      -- Of a cause that was raised again meanwhile, an older alert has nothing to say.
      AND NOT EXISTS (SELECT 1 FROM alerts newer
        WHERE newer.partner_id = a.partner_id AND (newer.endpoint_id = a.endpoint_id OR newer.domain_id = a.domain_id)
          AND newer.kind = a.kind AND newer.key = a.key AND (newer.created_at, newer.id) > (a.created_at, a.id))
    ORDER BY cause`);
  const now = operation.clock.now();
  const notifications = rows.flatMap((row): AlertNotification[] => {
    const [alert, known] = [alertNowOf(row), knownStateOf(row)];
    const reason = decideNotification(known, alert, preferenceOf(row), now);
    if (reason === null) return [];
    const after = knownAfter(reason, known, alert);
    return [
      {
        alertId: row.id,
        reason,
        kind: row.kind,
        severity: row.severity,
        isDismissed: alert.state === 'dismissed',
        knownSeverity: known?.severity ?? null,
        previousEnd: row.previous_end,
        threadId: row.thread_id,
        notified: {
          alert_id: after.alertId,
          severity: after.severity,
          opened_at: after.since.toISOString(),
          flapping: after.flapping,
          is_over: after.isOver,
        },
      },
    ];
  });
  return notifications.toSorted(
    (a, b) => rankOf(b.severity) - rankOf(a.severity) || a.notified.opened_at.localeCompare(b.notified.opened_at),
  );
}

function knownStateOf(row: Row): KnownState | null {
  if (row.told_alert_id === null) return null;
  return {
    alertId: row.told_alert_id,
    severity: row.told_severity,
    since: row.told_since,
    flapping: row.flapping,
    isOver: row.is_over,
  };
}

/**
 * Remembers that a subject was told this by a message, in the transaction that settles the message, behind the subject's lock. What
 * is gone by then is left out.
 */
export async function recordNotified(
  tx: Operation,
  subject: Listener,
  messageId: string,
  tells: readonly NotifiedAlert[],
): Promise<void> {
  if (tells.length === 0) return;
  await tx.db.execute(sql`
    INSERT INTO told_alerts AS known (partner_id, subject_kind, subject_id, resource_id, kind, key_hash, customer_id, alert_id, severity,
      opened_at, flapping, is_over, thread_id, told_at)
    SELECT a.partner_id, ${subject.kind}, ${subject.id}::uuid, coalesce(a.endpoint_id, a.domain_id), a.kind, alert_key_hash(a.key),
      a.customer_id, a.id, told.severity, told.opened_at, told.flapping, told.is_over, ${messageId}::uuid, ${tx.clock.now()}::timestamptz
    FROM jsonb_to_recordset(${JSON.stringify(tells)}::jsonb)
      AS told (alert_id uuid, severity severity, opened_at timestamptz, flapping boolean, is_over boolean)
    JOIN alerts a ON a.partner_id = ${tx.partnerId} AND a.id = told.alert_id
    ON CONFLICT (partner_id, subject_kind, subject_id, resource_id, kind, key_hash) DO UPDATE SET
      alert_id = excluded.alert_id, severity = excluded.severity, opened_at = excluded.opened_at, flapping = excluded.flapping,
      is_over = excluded.is_over, told_at = excluded.told_at,
      thread_id = CASE WHEN excluded.flapping OR known.alert_id = excluded.alert_id THEN known.thread_id ELSE excluded.thread_id END`);
}

/** Forgets what a subject was told: it is gone, or another one by now. */
export async function forgetKnownStates(tx: Operation, { kind, id }: Listener): Promise<void> {
  await tx.db.deleteFrom('told_alerts').where('subject_kind', '=', kind).where('subject_id', '=', id).execute();
}

/** Forgets that a subject was told of these alerts: what told of them was not read. */
export async function forgetNotified(
  tx: Operation,
  { kind, id }: Listener,
  alertIds: readonly string[],
): Promise<void> {
  await tx.db
    .deleteFrom('told_alerts')
    .where('subject_kind', '=', kind)
    .where('subject_id', '=', id)
    .where(inIds('alert_id', alertIds))
    .execute();
}

/** Which of these alerts have a cause that a subject was told to be over, by this alert or an older one. */
export async function knownToBeOver(
  tx: Operation,
  { kind, id }: Listener,
  alertIds: readonly string[],
): Promise<string[]> {
  if (alertIds.length === 0) return [];
  const { rows } = await tx.db.execute(sql<{ id: string }>`
    SELECT a.id FROM alerts a
    JOIN told_alerts t ON t.partner_id = a.partner_id AND t.subject_kind = ${kind} AND t.subject_id = ${id}
      AND t.resource_id = coalesce(a.endpoint_id, a.domain_id) AND t.kind = a.kind AND t.key_hash = alert_key_hash(a.key)
    WHERE a.partner_id = ${tx.partnerId} AND ${inIds('a.id', alertIds)} AND t.is_over`);
  return rows.map((row) => row.id);
}

/** What was told so long ago of something is told anew should there be news of it. */
const keepDays = 400;

/** Forgets what was told long ago. */
export async function dropOldKnownStates({ db, clock }: Resources): Promise<void> {
  await deleteOlderOfPartners(db, 'told_alerts', 'told_at', new Date(clock.now().getTime() - keepDays * 86_400_000));
}
