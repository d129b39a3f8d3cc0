import { sql } from 'kysely';
import type { AlertsChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { digests } from '../../engines/notification-timing/send-time.ts';
import { newId } from '../../platform/ids.ts';
import { type NewAlertsJobData, newAlertsQueue } from './jobs.ts';

/** How long nobody is told of an alert of which more is being written: its mail shall tell of all that was found. */
const unfinishedSeconds = 30;

/**
 * Has a customer told of alerts that were just raised, are news again, because there is more evidence of them or because the time
 * for which somebody had dealt with them is over, got worse, ended, or have been as they are for a while, in the transaction that did
 * it. Where nobody listens nothing is queued. It reads that without a lock, so that a scan waits for nobody's settings: an address that is confirmed at the same moment
 * hears of what comes after. What each address wants is looked at later.
 */
export async function announceAlerts(
  tx: Operation,
  { customerId, opened, reopened, resolved, worsened = [], dismissed = [], steady = [], ...changed }: AlertsChanged,
): Promise<void> {
  const { isUnfinished = false } = changed;
  const [byPerson, byItself] = [true, false].map((is) => reopened.filter(({ by }) => (by === 'person') === is));
  const alertIds = [...opened, ...byItself!, ...worsened, ...steady].map(({ id }) => id);
  const resolvedIds = [...resolved, ...dismissed].map(({ id }) => id);
  const takenBackIds = byPerson!.map(({ id }) => id);
  if (alertIds.length + resolvedIds.length + takenBackIds.length === 0) return;
  if (!(await doesAnybodyListen(tx, customerId, alertIds.length > 0))) return;
  const data: NewAlertsJobData = { partnerId: tx.partnerId, customerId, alertIds, resolvedIds, takenBackIds };
  const delaySeconds = isUnfinished ? unfinishedSeconds : 0;
  await tx.jobs.send(tx.db.connection, newAlertsQueue.name, [{ id: newId(tx.clock), data, priority: 0, delaySeconds }]);
  if (delaySeconds === 0) tx.announce(newAlertsQueue);
}

/**
 * @param hasNews whether it is about more than what is over, of which only those hear who asked to, and nobody who was told of
 *   nothing yet
 */
async function doesAnybodyListen(tx: Operation, customerId: string, hasNews: boolean): Promise<boolean> {
  const { rows } = await tx.db.execute<{ listens: boolean }>(sql`
    SELECT EXISTS (
      SELECT 1 FROM notification_recipients r
      WHERE r.partner_id = ${tx.partnerId} AND r.customer_id = ${customerId} AND r.status = 'active'
        AND (${hasNews} OR r.tell_resolved OR r.delivery = ANY(${[...digests]}))
    ) OR (${hasNews} AND EXISTS (
      SELECT 1 FROM customers c
      WHERE c.partner_id = ${tx.partnerId} AND c.id = ${customerId} AND c.email IS NOT NULL AND NOT EXISTS (
        SELECT 1 FROM notification_recipients r
        WHERE r.partner_id = c.partner_id AND r.id = c.id AND r.address = c.email AND r.status <> 'active')
    )) AS listens`);
  return rows[0]!.listens;
}
