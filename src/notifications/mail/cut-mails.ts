import { Operation, type Resources } from '../../core/operation/operation.ts';
import type { Severity } from '../../engines/common/severity.ts';
import { worldOf } from '../../identity/partners/index.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import { newId } from '../../platform/ids.ts';
import { pauseSeconds } from './gather-alerts.ts';
import { readNews } from './read-news.ts';
import { lockRecipient, type Recipient } from './recipient-record.ts';

/** Recipients that are looked at in one go; a burst takes several. */
const batchSize = 100;
/** How soon it is looked again whether a mail is still under way, when something critical waits behind it. */
const criticalRetrySeconds = 5;

/**
 * Makes mails out of the alerts that wait for an address whose pause is over. What waits becomes one mail, or none when nobody
 * needs to hear of it any more. An address whose mail cannot be made is looked at again after a pause, and holds up no other.
 */
export async function cutDueMails(
  resources: Resources,
  kinds: readonly AlertKind[],
  onError: (error: Error) => void,
): Promise<void> {
  const due = await resources.db
    .selectFrom('notification_recipients')
    .select(['partner_id', 'id'])
    .where('mail_due_at', '<=', resources.clock.now())
    .orderBy('mail_due_at')
    .limit(batchSize)
    .execute();
  for (const { partner_id: partnerId, id } of due) {
    const operation = Operation.bySystem(resources, partnerId);
    try {
      await operation.transaction((tx) => cutMail(tx, kinds, id));
    } catch (error) {
      onError(error as Error);
      await postpone(operation, id);
    }
  }
}

async function postpone(operation: Operation, recipientId: string, seconds = pauseSeconds): Promise<void> {
  const mail_due_at = new Date(operation.clock.now().getTime() + seconds * 1_000);
  await operation.db
    .updateTable('notification_recipients')
    .set({ mail_due_at })
    .where('id', '=', recipientId)
    .where('mail_due_at', 'is not', null)
    .execute();
}

async function cutMail(tx: Operation, kinds: readonly AlertKind[], recipientId: string): Promise<void> {
  const recipient = await lockRecipient(tx, recipientId);
  const now = tx.clock.now();
  // Another worker was faster.
  if (!recipient?.mail_due_at || recipient.mail_due_at > now) return;
  if (await isMailUnderWay(tx, recipientId))
    return postpone(tx, recipientId, recipient.critical_waits ? criticalRetrySeconds : pauseSeconds);
  const { suspended } = await worldOf(tx);
  const tells = suspended ? null : await makeDelivery(tx, kinds, recipient);
  await tx.db
    .updateTable('notification_recipients')
    .set({
      waiting_alerts: [],
      critical_waits: false,
      mail_due_at: null,
      ...(tells === 'critical' ? { last_critical_at: now } : {}),
    })
    .where('id', '=', recipientId)
    .execute();
}

async function isMailUnderWay(tx: Operation, recipientId: string): Promise<boolean> {
  const row = await tx.db
    .selectFrom('notification_deliveries')
    .select('id')
    .where('recipient_id', '=', recipientId)
    .where('kind', '=', 'alerts')
    .where('settled_at', 'is', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns the worst of what the mail tells; null: there is none to send */
async function makeDelivery(
  tx: Operation,
  kinds: readonly AlertKind[],
  recipient: Recipient,
): Promise<Severity | null> {
  const news = await readNews(tx, kinds, recipient.customer_id, recipient.waiting_alerts);
  const [worst] = news;
  if (!worst) return null;
  const now = tx.clock.now();
  await tx.db
    .insertInto('notification_deliveries', {
      id: newId(tx.clock),
      customer_id: recipient.customer_id,
      recipient_id: recipient.id,
      kind: 'alerts',
      address: recipient.address,
      alerts: news.map((item) => item.id),
      status: 'pending',
      next_attempt_at: now,
      created_at: now,
    })
    .execute();
  return worst.severity;
}
