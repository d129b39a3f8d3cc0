import { sql } from 'kysely';
import type { Severity } from '../../common/severity.ts';
import type { Operation, Resources } from '../../core/operation/operation.ts';
import { isDigest } from '../../engines/notification-timing/send-time.ts';
import { worldOf } from '../../identity/partners/index.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import { newId } from '../../platform/ids.ts';
import type { AlertNotification } from '../alert-notifications/index.ts';
import { dueAtOnce, makeWhatIsDue } from './make-what-is-due.ts';
import { describeNews, isEmpty, readNews } from './read-news.ts';
import { lockRecipient, type Recipient } from './recipient-record.ts';
import { later, mayNonCriticalGo, nonCriticalDueAt, pauseSeconds } from './recipient-timing.ts';

/** How soon it is looked again whether a mail is still under way, when something critical waits behind it. */
const criticalRetrySeconds = 5;

/**
 * Makes mails out of the alerts that wait for an address whose time has come. What waits becomes one mail, or none when nobody
 * needs to hear of it any more.
 */
export async function createDueMails(
  resources: Resources,
  kinds: readonly AlertKind[],
  onError: (error: Error) => void,
): Promise<void> {
  const due = await resources.db
    .selectFrom('notification_recipients')
    .select(['partner_id', 'id'])
    .where('mail_due_at', '<=', resources.clock.now())
    .orderBy('mail_due_at')
    .limit(dueAtOnce)
    .execute();
  await makeWhatIsDue(resources, due, { make: (tx, id) => createMail(tx, kinds, id), postpone, onError });
}

async function postpone(operation: Operation, recipientId: string, mail_due_at: Date): Promise<void> {
  await operation.db
    .updateTable('notification_recipients')
    .set({ mail_due_at })
    .where('id', '=', recipientId)
    .where('mail_due_at', 'is not', null)
    .execute();
}

async function createMail(tx: Operation, kinds: readonly AlertKind[], recipientId: string): Promise<void> {
  const recipient = await lockRecipient(tx, recipientId);
  const now = tx.clock.now();
  // Another worker was faster.
  if (!recipient?.mail_due_at || recipient.mail_due_at > now) return;
  const all = mayNonCriticalGo(recipient, now);
  if (!all && !recipient.critical_waits) return postpone(tx, recipientId, nonCriticalDue(recipient, now));
  if (await isMailUnderWay(tx, recipientId))
    return postpone(tx, recipientId, later(now, recipient.critical_waits ? criticalRetrySeconds : pauseSeconds));
  const { suspended } = await worldOf(tx);
  const notifications = suspended ? [] : await makeDelivery(tx, kinds, recipient, all);
  const gone = new Set(notifications.map(({ alertId }) => alertId));
  const left = all || suspended ? [] : recipient.waiting_alerts.filter((id) => !gone.has(id));
  await tx.db
    .updateTable('notification_recipients')
    .set({
      waiting_alerts: left,
      critical_waits: false,
      mail_due_at: left.length > 0 ? nonCriticalDue(recipient, now) : null,
      rest_due_at: left.length > 0 ? nonCriticalDue(recipient, now) : null,
      ...(notifications.some(({ severity, notified: { is_over } }) => isCritical(severity) && !is_over)
        ? { last_critical_at: now }
        : {}),
    })
    .where('id', '=', recipientId)
    .execute();
}

/** When what has to stay may go: at its own time, or when the quiet hours are over that it has come in. */
function nonCriticalDue(recipient: Recipient, now: Date): Date {
  const { rest_due_at: due } = recipient;
  return due && due > now ? due : nonCriticalDueAt({ ...recipient, delivery: 'immediate' }, now, now);
}

async function isMailUnderWay(tx: Operation, recipientId: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('notification_deliveries')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', sql.lit('alerts'))
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * @param all whether what is not critical goes, too
 * @returns what the mail tells of, the most severe first; empty: there is none to send
 */
async function makeDelivery(
  tx: Operation,
  kinds: readonly AlertKind[],
  recipient: Recipient,
  all: boolean,
): Promise<readonly AlertNotification[]> {
  const digest = all && isDigest(recipient.delivery) ? recipient.delivery : null;
  const news = await readNews(tx, kinds, recipient, { alertIds: recipient.waiting_alerts, isDigest: digest !== null });
  const chosen = all ? news : { fresh: news.fresh.filter(({ severity }) => isCritical(severity)), over: [] };
  if (isEmpty(chosen)) return [];
  const notifications = [...chosen.fresh, ...chosen.over];
  // What cannot be put in words is found here, where it holds up no mail that is under way.
  await describeNews(tx, kinds, notifications, recipient.time_zone);
  const now = tx.clock.now();
  await tx.db
    .insertInto('notification_deliveries', {
      id: newId(tx.clock),
      customer_id: recipient.customer_id,
      recipient_id: recipient.id,
      kind: 'alerts',
      address: recipient.address,
      alerts: notifications.map(({ alertId }) => alertId),
      digest,
      trace: recipient.trace && JSON.stringify(recipient.trace),
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  return notifications;
}

function isCritical(severity: Severity): boolean {
  return severity === 'critical';
}
