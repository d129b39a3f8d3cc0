import type { AlertsChanged } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { type NewAlertsJobData, newAlertsQueue } from './jobs.ts';

/** How long nobody is told of an alert of which more is being written: its mail shall tell of all that was found. */
const unfinishedSeconds = 30;

/**
 * Has a customer told of alerts that were just raised, or are news again, because there is more evidence of them or because the
 * time for which somebody had dealt with them is over, in the transaction that did it. Whether anybody wants to hear of them, and whether mail is sent at all, is looked at later: here it
 * must not cost a scan anything.
 */
export async function announceAlerts(
  tx: Operation,
  { customerId, opened, reopened, isUnfinished = false }: AlertsChanged,
): Promise<void> {
  const ids = [...opened, ...reopened.filter(({ by }) => by !== 'person')].map(({ id }) => id);
  if (ids.length === 0) return;
  const data: NewAlertsJobData = { partnerId: tx.partnerId, customerId, alertIds: ids };
  const delaySeconds = isUnfinished ? unfinishedSeconds : 0;
  await tx.jobs.send(tx.db.unscoped, newAlertsQueue.name, [{ id: newId(tx.clock), data, priority: 0, delaySeconds }]);
}
