import type { AlertsTable } from '../../core/operation/tables.ts';

export type AlertState = AlertsTable['status'];
export const alertStatuses = ['open', 'acknowledged', 'resolved', 'false_positive'] as const satisfies AlertState[];
/** What a person does with an alert. Ports that close and rules that allow them end it without asking. */
export type AlertTrigger = 'acknowledge' | 'mark_false_positive' | 'resolve' | 'reopen';

export type AlertMove =
  | { readonly kind: 'change'; readonly to: AlertState }
  | { readonly kind: 'repeat' }
  | { readonly kind: 'refuse' };

const change = (to: AlertState): AlertMove => ({ kind: 'change', to });
const repeat: AlertMove = { kind: 'repeat' };
const refuse: AlertMove = { kind: 'refuse' };

/** Contract, Alert states; decisions §6.2. A resolved alert comes back only while its port is still open. */
const moves: Record<AlertState, Record<AlertTrigger, AlertMove>> = {
  open: {
    acknowledge: change('acknowledged'),
    mark_false_positive: change('false_positive'),
    resolve: change('resolved'),
    reopen: refuse,
  },
  acknowledged: {
    acknowledge: repeat,
    mark_false_positive: change('false_positive'),
    resolve: change('resolved'),
    reopen: change('open'),
  },
  false_positive: {
    acknowledge: refuse,
    mark_false_positive: repeat,
    resolve: change('resolved'),
    reopen: change('open'),
  },
  resolved: {
    acknowledge: refuse,
    mark_false_positive: refuse,
    resolve: repeat,
    reopen: change('open'),
  },
};

export function alertMove(state: AlertState, trigger: AlertTrigger): AlertMove {
  return moves[state][trigger];
}
