import type { Updateable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables.ts';
import { isAllowed, portRulesFor } from '../port-exposure/port-rules.ts';
import { isPortOpen } from '../port-scans/observations.ts';
import { type AlertRecord, getAlert, lockAlert } from './alert-record.ts';
import { type AlertState, type AlertTrigger, alertMove } from './lifecycle.ts';

export interface MovedAlert {
  readonly alert: AlertRecord;
  /** False: the alert was in that state already. */
  readonly changed: boolean;
}

const pastTense: Record<AlertTrigger, string> = {
  acknowledge: 'acknowledged',
  mark_false_positive: 'marked_false_positive',
  resolve: 'resolved',
  reopen: 'reopened',
};

const uniqueViolation = '23505';

/**
 * Takes an alert along its life cycle on a person's word (contract, Alert states; decisions §6.2).
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED, ALERT_STATE_CONFLICT
 */
export async function moveAlert(
  operation: Operation,
  id: string,
  trigger: AlertTrigger,
  { billingCustomerId, reason }: { billingCustomerId: number | undefined; reason?: string | undefined },
): Promise<MovedAlert> {
  return operation.transaction(async (tx) => {
    const alert = await lockAlert(tx, id, billingCustomerId);
    const move = alertMove(alert.status, trigger);
    if (move.kind === 'refuse') throw new Problem('ALERT_STATE_CONFLICT', { status: alert.status });
    if (move.kind === 'repeat') return { alert, changed: false };
    if (trigger === 'reopen') await requireExposedPort(tx, alert);
    await write(tx, alert, move.to);
    await recordAudit(tx, {
      action: `alert.${pastTense[trigger]}`,
      subjectId: id,
      customerId: alert.customer_id,
      details: { from: alert.status, ...(reason ? { reason } : {}) },
    });
    return { alert: await getAlert(tx, id, undefined), changed: true };
  });
}

/** An alert about a port that has closed would never end, and a port that a rule allows has no alert. */
async function requireExposedPort(tx: Operation, alert: AlertRecord): Promise<void> {
  const conflict = (reason: string) => new Problem('ALERT_STATE_CONFLICT', { status: alert.status, reason });
  const open = alert.endpoint_status !== 'terminated' && (await isPortOpen(tx, alert.endpoint_id, alert));
  if (!open) throw conflict('The port is not known to be open.');
  const rules = await portRulesFor(tx, { id: alert.endpoint_id, customer_id: alert.customer_id });
  if (isAllowed(rules, alert)) throw conflict('An Allowed Ports rule covers the port.');
}

async function write(tx: Operation, alert: AlertRecord, to: AlertState): Promise<void> {
  try {
    const { numUpdatedRows } = await tx.db
      .updateTable('alerts')
      .set(columnsOf(to, alert, tx.clock.now()))
      .where('id', '=', alert.id)
      .where('status', '=', alert.status)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw new Error(`Alert ${alert.id} left the state ${alert.status} behind its lock.`);
  } catch (error) {
    // Another alert speaks for the port by now.
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    throw new Problem('ALERT_STATE_CONFLICT', { status: alert.status, reason: 'A newer alert is open for this port.' });
  }
}

function columnsOf(to: AlertState, alert: AlertRecord, now: Date): Updateable<AlertsTable> {
  switch (to) {
    case 'resolved':
      return { status: to, resolution: 'manual', resolved_at: now, ended_at: alert.ended_at ?? now };
    case 'acknowledged':
      return { status: to, acknowledged_at: now };
    case 'false_positive':
      return { status: to };
    case 'open':
      return { status: to, acknowledged_at: null, resolved_at: null, resolution: null, ended_at: null };
  }
}
