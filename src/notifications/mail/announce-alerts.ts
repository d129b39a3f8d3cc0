import type { Operation } from '../../core/operation/operation.ts';
import { newId } from '../../platform/ids.ts';
import { type NewAlertsJobData, newAlertsQueue } from './jobs.ts';

/**
 * Has a customer told of alerts that were just raised, in the transaction that raised them. Whether anybody wants to hear of
 * them, and whether mail is sent at all, is looked at later: here it must not cost a scan anything.
 * @param delaySeconds how long nobody is told yet
 */
export async function announceAlerts(
  tx: Operation,
  customerId: string,
  raised: { readonly alertIds?: readonly string[]; readonly domainAlertIds?: readonly string[] },
  delaySeconds = 0,
): Promise<void> {
  const { alertIds = [], domainAlertIds = [] } = raised;
  if (alertIds.length + domainAlertIds.length === 0) return;
  const data: NewAlertsJobData = { partnerId: tx.partnerId, customerId, alertIds, domainAlertIds };
  await tx.jobs.send(tx.db.unscoped, newAlertsQueue.name, [{ id: newId(tx.clock), data, priority: 0, delaySeconds }]);
}
