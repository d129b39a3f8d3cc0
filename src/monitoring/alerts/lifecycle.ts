import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';

/** Where an alert stands. */
export type AlertState = AlertsTable['status'];
/** Every state, as the API lists them. */
export const alertStatuses = ['open', 'acknowledged', 'resolved', 'false_positive'] as const satisfies AlertState[];

/** What a person does with an alert; a kind offers some of it. */
export type AlertAction = 'acknowledge' | 'mark_false_positive' | 'resolve' | 'reopen';

/**
 * And `new_evidence`: there is more of what it tells; `until_passed`: it was dealt with for a time, which is over. Causes that end,
 * end it without asking.
 */
export type AlertTrigger = AlertAction | 'new_evidence' | 'until_passed';

export type AlertMove =
  | { readonly kind: 'change'; readonly to: AlertState }
  /** Already there. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'refuse' }
  /** The alert stays as it is and another one is raised. */
  | { readonly kind: 'raise' };

const change = (to: AlertState): AlertMove => ({ kind: 'change', to });
const repeat: AlertMove = { kind: 'repeat' };
const refuse: AlertMove = { kind: 'refuse' };

/**
 * Contract, Alert states; decisions §5.7, §6.2. A resolved alert comes back only on a person's word, as far as its kind lets it:
 * what is seen again raises another one.
 */
const moves: Record<AlertState, Record<AlertTrigger, AlertMove>> = {
  open: {
    acknowledge: change('acknowledged'),
    mark_false_positive: change('false_positive'),
    resolve: change('resolved'),
    reopen: refuse,
    new_evidence: repeat,
    until_passed: refuse,
  },
  acknowledged: {
    acknowledge: repeat,
    mark_false_positive: change('false_positive'),
    resolve: change('resolved'),
    reopen: change('open'),
    // Whoever took note has not seen this yet.
    new_evidence: change('open'),
    until_passed: change('open'),
  },
  false_positive: {
    acknowledge: refuse,
    mark_false_positive: repeat,
    resolve: change('resolved'),
    reopen: change('open'),
    new_evidence: repeat,
    until_passed: change('open'),
  },
  resolved: {
    acknowledge: refuse,
    mark_false_positive: refuse,
    resolve: repeat,
    reopen: change('open'),
    new_evidence: { kind: 'raise' },
    until_passed: refuse,
  },
};

/** What a trigger does to an alert in a state. */
export function alertMove(state: AlertState, trigger: AlertTrigger): AlertMove {
  return moves[state][trigger];
}
