import type { Updateable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordAudit } from '../../core/audit/record-audit.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables.ts';
import type { AlertKind } from './alert-kind.ts';
import { type AlertRecord, getAlert, lockAlert } from './alert-record.ts';
import { type AlertAction, type AlertMove, type AlertState, alertMove } from './lifecycle.ts';

export interface MovedAlert {
  readonly alert: AlertRecord;
  /** False: the alert was in that state already. */
  readonly changed: boolean;
}

const pastTense: Record<AlertAction, string> = {
  acknowledge: 'acknowledged',
  mark_false_positive: 'marked_false_positive',
  resolve: 'resolved',
  reopen: 'reopened',
};

const uniqueViolation = '23505';

/**
 * Takes an alert of one of these kinds along its life cycle on a person's word (contract, Alert states; decisions §5.7, §6.2).
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED, ALERT_STATE_CONFLICT
 */
export async function moveAlert(
  operation: Operation,
  kinds: readonly AlertKind[],
  id: string,
  action: AlertAction,
  { billingCustomerId, reason }: { billingCustomerId: number | undefined; reason?: string | undefined },
): Promise<MovedAlert> {
  return operation.transaction(async (tx) => {
    const scope = { kinds: kinds.map(({ name }) => name), billingCustomerId };
    const alert = await lockAlert(tx, id, scope);
    const kind = kinds.find(({ name }) => name === alert.kind)!;
    const move = moveOf(kind, alert, action);
    if (move.kind === 'repeat') return { alert, changed: false };
    if (move.kind !== 'change') throw new Problem('ALERT_STATE_CONFLICT', { status: alert.status });
    if (action === 'reopen') await requireReopenable(tx, kind, alert);
    await write(tx, alert, move.to);
    await recordAudit(tx, {
      action: `${kind.family}.${pastTense[action]}`,
      subjectId: id,
      customerId: alert.customer_id,
      details: { from: alert.status, ...(reason ? { reason } : {}) },
    });
    await tellOf(tx, alert, action);
    return { alert: await getAlert(tx, id, scope), changed: true };
  });
}

function moveOf({ actions }: AlertKind, { status }: AlertRecord, action: AlertAction): AlertMove {
  return actions.includes(action) ? alertMove(status, action) : { kind: 'refuse' };
}

async function requireReopenable(tx: Operation, kind: AlertKind, alert: AlertRecord): Promise<void> {
  const reason = await kind.refuseReopen(tx, alert);
  if (reason !== null) throw new Problem('ALERT_STATE_CONFLICT', { status: alert.status, reason });
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
    // Another alert speaks for the cause by now.
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    const reason = `A newer alert is open for this ${alert.port === null ? 'cause' : 'port'}.`;
    throw new Problem('ALERT_STATE_CONFLICT', { status: alert.status, reason });
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

async function tellOf(tx: Operation, { id, kind, severity, customer_id }: AlertRecord, action: AlertAction) {
  await tx.effects.alertsChanged(tx, {
    kind,
    customerId: customer_id,
    opened: [],
    reopened: action === 'reopen' ? [{ id, severity, by: 'person' }] : [],
    resolved: action === 'resolve' ? [{ id, resolution: 'manual' }] : [],
  });
}
