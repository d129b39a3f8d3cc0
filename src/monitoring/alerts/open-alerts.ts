import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type AlertRecord, alertRecords } from './alert-record.ts';

/** Those of a customer's alerts that nobody has dealt with yet, the most severe first. */
export async function openAlerts(
  operation: Operation,
  customerId: string,
  ids: readonly string[],
): Promise<AlertRecord[]> {
  return alertRecords(operation)
    .where(inIds('alerts.id', ids))
    .where('alerts.customer_id', '=', customerId)
    .where('alerts.status', '=', 'open')
    .orderBy('alerts.severity', 'desc')
    .orderBy('alerts.created_at')
    .orderBy('alerts.id')
    .execute();
}
