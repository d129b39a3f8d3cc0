import type { Updateable } from 'kysely';
import { Problem } from '../../core/api/problems.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { Fact } from '../../core/operation/facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import type { AlertKind } from './alert-kind.ts';
import { type AlertRecord, getAlert, lockAlert } from './alert-record.ts';
import { type AlertAction, type AlertMove, type AlertState, alertMove } from './lifecycle.ts';

export interface MovedAlert {
  readonly alert: AlertRecord;
  /** False: the alert was in that state already. */
  readonly changed: boolean;
  /** What else its kind says of it: a sentence. */
  readonly note: string | null;
}

/** What a person says with an action. */
export interface MoveRequest {
  readonly billingCustomerId: number | undefined;
  readonly reason?: string | undefined;
  /** Of `acknowledge` and `mark_false_positive`: when the alert is open again. Undefined: it stays as it is. */
  readonly until?: Date | undefined;
}

const pastTense = {
  acknowledge: 'acknowledged',
  mark_false_positive: 'marked_false_positive',
  resolve: 'resolved',
  reopen: 'reopened',
} as const satisfies Record<AlertAction, string>;

const uniqueViolation = '23505';

/**
 * Takes an alert of one of these kinds along its life cycle on a person's word (contract, Alert states; decisions §5.7, §6.2).
 * Whoever deals with it again for another time, or for good, changes that time.
 * @throws Problem ALERT_NOT_FOUND, ACCESS_DENIED, ALERT_STATE_CONFLICT
 */
export async function moveAlert(
  operation: Operation,
  kinds: readonly AlertKind[],
  id: string,
  action: AlertAction,
  { billingCustomerId, reason, until }: MoveRequest,
): Promise<MovedAlert> {
  return operation.transaction(async (tx) => {
    const scope = { kinds: kinds.map(({ name }) => name), billingCustomerId };
    const alert = await lockAlert(tx, id, scope);
    const kind = kinds.find(({ name }) => name === alert.kind)!;
    const move = plannedMove(kind, alert, action, until);
    if (!move) return { alert, changed: false, note: null };
    if (action === 'reopen') await requireReopenable(tx, kind, alert);
    await writeMove(tx, alert, move);
    await recordFact(tx, auditOfMove(kind, alert, action, move, reason));
    await tellOf(tx, alert, action);
    const note = action === 'resolve' ? ((await kind.resolvedByHand?.(tx, alert)) ?? null) : null;
    return { alert: await getAlert(tx, id, scope), changed: true, note };
  });
}

/** What an action writes to an alert. */
export interface PlannedMove {
  readonly to: AlertState;
  readonly snoozedUntil: Date | null;
}

/**
 * What an action writes to an alert that is locked; null: it is in that state already, until that time.
 * @throws Problem ALERT_STATE_CONFLICT
 */
export function plannedMove(
  kind: AlertKind,
  alert: AlertRecord,
  action: AlertAction,
  until: Date | undefined,
): PlannedMove | null {
  const move = moveOf(kind, alert, action);
  // A false positive whose port has closed speaks for nothing that could be open again.
  const snoozedUntil = alert.ended_at === null ? (until ?? null) : null;
  if (move.kind === 'repeat' && !(snoozes(action) && isAnotherTime(alert.snoozed_until, snoozedUntil))) return null;
  if (move.kind === 'refuse' || move.kind === 'raise')
    throw new Problem('ALERT_STATE_CONFLICT', { status: alert.status });
  return { to: move.kind === 'change' ? move.to : alert.status, snoozedUntil };
}

/** @throws Problem ALERT_STATE_CONFLICT when another alert speaks for the cause by now */
export async function writeMove(tx: Operation, alert: AlertRecord, { to, snoozedUntil }: PlannedMove): Promise<void> {
  await write(tx, alert, to, snoozedUntil);
}

export function auditOfMove(
  { family }: AlertKind,
  alert: AlertRecord,
  action: AlertAction,
  { snoozedUntil }: PlannedMove,
  reason: string | undefined,
): Fact {
  return {
    type: `${family}.${pastTense[action]}`,
    subjectId: alert.id,
    customerId: alert.customer_id,
    details: { from: alert.status, ...(snoozedUntil ? { until: snoozedUntil } : {}), ...(reason ? { reason } : {}) },
  };
}

function snoozes(action: AlertAction): boolean {
  return action === 'acknowledge' || action === 'mark_false_positive';
}

function isAnotherTime(before: Date | null, after: Date | null): boolean {
  return before?.getTime() !== after?.getTime();
}

function moveOf({ actions }: AlertKind, { status }: AlertRecord, action: AlertAction): AlertMove {
  return actions.includes(action) ? alertMove(status, action) : { kind: 'refuse' };
}

async function requireReopenable(tx: Operation, kind: AlertKind, alert: AlertRecord): Promise<void> {
  const reason = await kind.refuseReopen?.(tx, alert);
  if (reason) throw new Problem('ALERT_STATE_CONFLICT', { status: alert.status, reason });
}

async function write(tx: Operation, alert: AlertRecord, to: AlertState, snoozedUntil: Date | null): Promise<void> {
  const now = tx.clock.now();
  const status_changed_at = to === alert.status ? alert.status_changed_at : now;
  try {
    const { numUpdatedRows } = await tx.db
      .updateTable('alerts')
      .set({ ...columnsOf(to, alert, now), status_changed_at, snoozed_until: snoozedUntil })
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
      return { status: to, acknowledged_at: alert.acknowledged_at ?? now };
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
    dismissed: action === 'mark_false_positive' ? [{ id }] : [],
  });
}
