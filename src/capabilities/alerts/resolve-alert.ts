import type { Operation } from '../../platform/operation.ts';
import { recordAudit } from '../audit/record-audit.ts';
import { type AlertRecord, getAlert } from './alert-record.ts';
import { resolveAlertByHand } from './resolve-alerts.ts';

/**
 * Resolves an alert by hand (contract, POST /alerts/{id}/resolve). While the port is still open, the next scan raises a new
 * one. Again: unchanged.
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED
 */
export async function resolveAlert(
  operation: Operation,
  id: string,
  billingCustomerId: number | undefined,
): Promise<{ alert: AlertRecord; changed: boolean }> {
  return operation.transaction(async (tx) => {
    const alert = await getAlert(tx, id, billingCustomerId);
    const changed = await resolveAlertByHand(tx, id);
    if (!changed) return { alert, changed };
    await recordAudit(tx, { action: 'alert.resolved', subjectId: id, customerId: alert.customer_id });
    return { alert: await getAlert(tx, id, undefined), changed };
  });
}
