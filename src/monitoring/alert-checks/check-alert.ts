import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type EndpointRecord, getEndpoint, policyIn, refusalNote } from '../../resources/endpoints/index.ts';
import { type AlertRecord, type AlertScope, getAlert } from '../alerts/index.ts';
import {
  listScans,
  type ManualScanPolicy,
  requestManualScan,
  type ScanRecord,
  scanStatusOf,
} from '../port-scans/index.ts';

/** Whether the cause of an alert can be looked at again, and how the last look went. */
export interface AlertCheck {
  readonly alert: AlertRecord;
  /** Why no scan can tell; null: one can. */
  readonly impossible: string | null;
  /** The last scan of its server. */
  readonly scan: ScanRecord | null;
  /** Whether that scan saw the cause, once it has ended with a result; null: it has not, or does not tell. */
  readonly stillSeen: boolean | null;
  /** Until another scan can be asked for; 0: now. */
  readonly retryAfterSeconds: number;
}

/** @throws Problem ALERT_NOT_FOUND, or ACCESS_DENIED when a customer is named whose alert it is not */
export async function readAlertCheck(
  operation: Operation,
  policy: ManualScanPolicy,
  id: string,
  scope: AlertScope,
): Promise<AlertCheck> {
  const alert = await getAlert(operation, id, scope);
  const t = messagesIn(operation.language);
  const nothing = { alert, scan: null, stillSeen: null, retryAfterSeconds: 0 };
  if (alert.endpoint_id === null) return { ...nothing, impossible: t('look.check.no_scan') };
  if (alert.endpoint_status !== 'active') return { ...nothing, impossible: t('look.check.not_monitored') };
  const endpoint = await getEndpoint(operation, alert.endpoint_id, alert.billing_customer_id);
  const [scan = null] = (await listScans(operation, endpoint.id, { limit: 1, start: { offset: 0 } })).items;
  return {
    alert,
    impossible: refusalNote(t, policyIn(operation, policy.addressPolicy), endpoint.ip_address),
    scan,
    stillSeen: scan && stillSeenBy(scan, alert),
    retryAfterSeconds: secondsUntilReady(endpoint, policy, operation.clock.now()),
  };
}

function stillSeenBy(scan: ScanRecord, alert: AlertRecord): boolean | null {
  const status = scanStatusOf(scan);
  const isSeen = alert.last_detected_at >= scan.created_at;
  if (status === 'completed') return isSeen;
  // That a partial scan did not see it says nothing.
  return status === 'partial' && isSeen ? true : null;
}

function secondsUntilReady({ manual_scan_at: last }: EndpointRecord, policy: ManualScanPolicy, now: Date): number {
  if (last === null) return 0;
  return Math.max(0, Math.ceil(policy.cooldownSeconds - (now.getTime() - last.getTime()) / 1_000));
}

/**
 * Has the server of an alert scanned now: the alert ends when its cause is not seen any more.
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED; ALERT_NOT_CHECKABLE when it is about no server; as requestManualScan otherwise
 */
export async function requestAlertCheck(
  operation: Operation,
  policy: ManualScanPolicy,
  id: string,
  scope: AlertScope,
): Promise<AlertCheck> {
  const { endpoint_id, billing_customer_id: client_id } = await getAlert(operation, id, scope);
  if (endpoint_id === null) throw new Problem('ALERT_NOT_CHECKABLE');
  await requestManualScan(operation, policy, { client_id, endpoint_id });
  return readAlertCheck(operation, policy, id, scope);
}
