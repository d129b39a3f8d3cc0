import { Problem } from '../../core/api/problems.ts';
import { recordFacts } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertKind } from './alert-kind.ts';
import { type AlertRecord, lockAlerts } from './alert-record.ts';
import type { AlertState } from './lifecycle.ts';
import { auditOfMove, type MoveRequest, type PlannedMove, plannedMove, writeMove } from './move-alert.ts';

/** What became of one alert of many. */
export interface AlertOutcome {
  readonly id: string;
  /** `refused`: its kind or status does not allow it; `absent`: there is none, or it is another customer's. */
  readonly outcome: 'changed' | 'unchanged' | 'refused' | 'absent';
  /** Afterwards; null of one that is absent. */
  readonly status: AlertState | null;
}

/**
 * What {@link moveAlert} does, to many alerts in one transaction: what cannot be done to one of them keeps nothing from the others.
 * @returns an outcome for each id, in their order
 */
export async function moveAlerts(
  operation: Operation,
  kinds: readonly AlertKind[],
  ids: readonly string[],
  action: 'acknowledge' | 'mark_false_positive',
  { billingCustomerId, reason, until }: MoveRequest,
): Promise<AlertOutcome[]> {
  return operation.transaction(async (tx) => {
    const scope = { kinds: kinds.map(({ name }) => name), billingCustomerId };
    const alerts = await lockAlerts(tx, ids, scope);
    const kindOf = ({ kind }: AlertRecord) => kinds.find(({ name }) => name === kind)!;
    const plans = alerts.map((alert) => ({ alert, move: moveOrRefusal(kindOf(alert), alert, action, until) }));
    const changes = plans.flatMap(({ alert, move }) => (move === null || move === 'refused' ? [] : [{ alert, move }]));
    for (const { alert, move } of changes) await writeMove(tx, alert, move);
    await recordFacts(
      tx,
      changes.map(({ alert, move }) => auditOfMove(kindOf(alert), alert, action, move, reason)),
    );
    for (const alike of Map.groupBy(changes, ({ alert }) => `${alert.kind} ${alert.customer_id}`).values()) {
      const { kind, customer_id: customerId } = alike[0]!.alert;
      const dismissed = action === 'mark_false_positive' ? alike.map(({ alert: { id } }) => ({ id })) : [];
      await tx.effects.alertsChanged(tx, { kind, customerId, opened: [], reopened: [], resolved: [], dismissed });
    }
    const outcomes = plans.map(({ alert: { id, status }, move }): AlertOutcome => {
      if (move === 'refused') return { id, outcome: 'refused', status };
      return move === null ? { id, outcome: 'unchanged', status } : { id, outcome: 'changed', status: move.to };
    });
    return inOrder(ids, outcomes);
  });
}

function moveOrRefusal(...move: Parameters<typeof plannedMove>): PlannedMove | null | 'refused' {
  try {
    return plannedMove(...move);
  } catch (error) {
    if (error instanceof Problem) return 'refused';
    throw error;
  }
}

/** Outcomes in the order of the ids, with one for each that is absent. */
export function inOrder(ids: readonly string[], outcomes: readonly AlertOutcome[]): AlertOutcome[] {
  const byId = new Map(outcomes.map((outcome) => [outcome.id, outcome]));
  return ids.map((id) => byId.get(id) ?? { id, outcome: 'absent', status: null });
}
