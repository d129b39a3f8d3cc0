import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { Severity } from '../../engines/common/severity.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type AlertRecord, alertRecords } from './alert-record.ts';

/** Those of a customer's alerts that nobody has dealt with yet and that are at least so severe, the most severe first. */
export async function openAlerts(
  operation: Operation,
  customerId: string,
  ids: readonly string[],
  minSeverity: Severity,
): Promise<AlertRecord[]> {
  return alertRecords(operation)
    .where(inIds('alerts.id', ids))
    .where('alerts.customer_id', '=', customerId)
    .where('alerts.status', '=', 'open')
    .where(sql<boolean>`alerts.severity >= ${minSeverity}::severity`)
    .orderBy('alerts.severity', 'desc')
    .orderBy('alerts.created_at')
    .orderBy('alerts.id')
    .execute();
}
