import type { Updateable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { DomainAlertsTable } from '../../core/operation/tables.ts';
import { type DomainAlertState, type DomainAlertTrigger, domainAlertMove } from './lifecycle.ts';
import { type DomainAlertRecord, getDomainAlert, lockDomainAlert } from './read-domain-alerts.ts';

export type DomainAlertAction = Exclude<DomainAlertTrigger, 'new_evidence'>;

export interface MovedDomainAlert {
  readonly alert: DomainAlertRecord;
  /** False: the alert was in that state already. */
  readonly changed: boolean;
}

const pastTense: Record<DomainAlertAction, string> = { acknowledge: 'acknowledged', resolve: 'resolved' };

/**
 * Takes a domain alert along its life cycle on a person's word (decisions §5.4, §5.7).
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED, ALERT_STATE_CONFLICT
 */
export async function moveDomainAlert(
  operation: Operation,
  id: string,
  action: DomainAlertAction,
  { billingCustomerId, reason }: { readonly billingCustomerId: number; readonly reason?: string | undefined },
): Promise<MovedDomainAlert> {
  return operation.transaction(async (tx) => {
    const alert = await lockDomainAlert(tx, id, billingCustomerId);
    const move = domainAlertMove(alert.status, action);
    if (move.kind === 'repeat') return { alert, changed: false };
    if (move.kind !== 'change') throw new Problem('ALERT_STATE_CONFLICT', { status: alert.status });
    await write(tx, alert, move.to);
    await recordAudit(tx, {
      action: `domain_alert.${pastTense[action]}`,
      subjectId: id,
      customerId: alert.customer_id,
      details: { from: alert.status, ...(reason ? { reason } : {}) },
    });
    return { alert: await getDomainAlert(tx, id, billingCustomerId), changed: true };
  });
}

async function write(tx: Operation, alert: DomainAlertRecord, to: DomainAlertState): Promise<void> {
  const { numUpdatedRows } = await tx.db
    .updateTable('domain_alerts')
    .set(columnsOf(to, tx.clock.now()))
    .where('id', '=', alert.id)
    .where('status', '=', alert.status)
    .executeTakeFirst();
  if (numUpdatedRows !== 1n)
    throw new Error(`Domain alert ${alert.id} left the state ${alert.status} behind its lock.`);
}

function columnsOf(to: DomainAlertState, now: Date): Updateable<DomainAlertsTable> {
  switch (to) {
    case 'resolved':
      return { status: to, resolution: 'manual', resolved_at: now };
    case 'acknowledged':
      return { status: to, acknowledged_at: now };
    case 'open':
      return { status: to, acknowledged_at: null };
  }
}
