import { sql } from 'kysely';
import { intervalInForce, type ScanIntervals, vantagePointOf } from '../../accounts/scan-terms/index.ts';
import { InvalidInput, Problem, type ProblemCode } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { isTransactionConflict } from '../../platform/database/transaction-conflicts.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type EndpointRecord, lockEndpoint, policyIn, refusalNote } from '../../resources/endpoints/index.ts';
import { queueScan } from './queue-scan.ts';
import { hasLiveScanWorker } from './scan-workers.ts';

export interface ManualScanPolicy extends ScanIntervals {
  readonly addressPolicy: AddressPolicy;
  readonly cooldownSeconds: number;
}

/** Says when to look again while a scan is under way and no cooldown tells: most scans end within this time. */
const scanUnderWayRetrySeconds = 30;

/**
 * Queues a scan that a person asked for (contract, scan-endpoint; decisions §2.13). The checks come in the documented order,
 * and a scan that could not be queued burns no cooldown.
 * @throws Problem ENDPOINT_NOT_FOUND, ENDPOINT_NOT_ACTIVE, RATE_LIMITED, SCANNING_UNAVAILABLE, SCAN_DISPATCH_FAILED;
 *   InvalidInput on endpoint_id when its address is never scanned
 */
export async function requestManualScan(
  operation: Operation,
  policy: ManualScanPolicy,
  request: { readonly client_id: number; readonly endpoint_id: string },
): Promise<string> {
  return operation.transaction(async (tx) => {
    const endpoint = await lockEndpoint(tx, request.endpoint_id, request.client_id);
    if (!endpoint) throw new Problem('ENDPOINT_NOT_FOUND');
    if (endpoint.status !== 'active') throw new Problem('ENDPOINT_NOT_ACTIVE');
    const here = policyIn(tx, policy.addressPolicy);
    const refusal = refusalNote(messagesIn(tx.language), here, endpoint.ip_address);
    if (refusal !== null) throw new InvalidInput({ endpoint_id: [refusal] });
    refuseDuringCooldown(endpoint, policy.cooldownSeconds, tx.clock.now());
    const vantagePoint = await vantagePointOf(tx, endpoint.id);
    if (!(await hasLiveScanWorker(tx.db.shared, vantagePoint))) throw new Problem('SCANNING_UNAVAILABLE');
    const scanId = await dispatch(tx, endpoint.id, vantagePoint);
    await burnCooldown(tx, endpoint, scanId, policy);
    await recordFact(tx, {
      type: 'endpoint.scan_requested',
      subjectId: endpoint.id,
      customerId: endpoint.customer_id,
      details: { scan_id: scanId },
    });
    return scanId;
  });
}

const refusals: ReadonlySet<ProblemCode> = new Set(['ENDPOINT_NOT_ACTIVE', 'RATE_LIMITED', 'SCANNING_UNAVAILABLE']);

/** The same where nobody waits for a scan, but one is useful. @returns whether it was queued */
export async function requestScanIfPossible(...request: Parameters<typeof requestManualScan>): Promise<boolean> {
  try {
    await requestManualScan(...request);
    return true;
  } catch (error) {
    // Said before anything was written: the transaction goes on.
    if (error instanceof InvalidInput || (error instanceof Problem && refusals.has(error.code))) return false;
    throw error;
  }
}

function refuseDuringCooldown(endpoint: EndpointRecord, cooldownSeconds: number, now: Date): void {
  const since = endpoint.manual_scan_at
    ? (now.getTime() - endpoint.manual_scan_at.getTime()) / 1_000
    : Number.POSITIVE_INFINITY;
  const remaining = Math.ceil(cooldownSeconds - since);
  if (remaining > 0) throw new Problem('RATE_LIMITED', { retry_after_seconds: Math.min(remaining, cooldownSeconds) });
  if (endpoint.current_scan_id !== null)
    throw new Problem('RATE_LIMITED', { retry_after_seconds: scanUnderWayRetrySeconds });
}

async function dispatch(tx: Operation, endpointId: string, vantagePoint: string | null): Promise<string> {
  try {
    return await queueScan(tx, endpointId, 'manual', vantagePoint);
  } catch (error) {
    if (isTransactionConflict(error)) throw error;
    throw new Problem('SCAN_DISPATCH_FAILED', {}, { cause: error });
  }
}

/** A scheduled scan that is due now would repeat the manual one: it moves on by an interval. */
async function burnCooldown(
  tx: Operation,
  endpoint: EndpointRecord,
  scanId: string,
  intervals: ScanIntervals,
): Promise<void> {
  const now = tx.clock.now();
  const due = endpoint.next_scan_at !== null && endpoint.next_scan_at <= now;
  const interval = intervalInForce(intervals, sql`${tx.partnerId}`);
  const next = due ? sql`${now}::timestamptz + ${interval} * interval '1 second'` : sql`next_scan_at`;
  await tx.db.execute(sql`
    UPDATE endpoints e SET current_scan_id = ${scanId}, manual_scan_at = ${now}, next_scan_at = ${next}
    WHERE e.partner_id = ${tx.partnerId} AND e.id = ${endpoint.id}`);
}
