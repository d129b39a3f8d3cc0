import type { ProblemCode } from '../../core/api/problems.ts';
import type { SubscriptionsTable } from '../../core/operation/tables/accounts.ts';

export type SubscriptionState = SubscriptionsTable['status'];
export type SubscriptionTrigger = 'suspend' | 'resume' | 'terminate';

export type SubscriptionMove =
  | { readonly kind: 'change'; readonly to: SubscriptionState }
  /** Already there: success with a note, and not a byte changes. */
  | { readonly kind: 'repeat'; readonly note: string }
  | { readonly kind: 'refuse'; readonly code: ProblemCode };

const change = (to: SubscriptionState): SubscriptionMove => ({ kind: 'change', to });
const repeat = (note: string): SubscriptionMove => ({ kind: 'repeat', note });
const notChangeable: SubscriptionMove = { kind: 'refuse', code: 'SUBSCRIPTION_NOT_CHANGEABLE' };

/** The subscription's life cycle (contract, States; decisions §3.8). Only provisioning brings a cancelled one back. */
const moves: Record<SubscriptionState, Record<SubscriptionTrigger, SubscriptionMove>> = {
  active: {
    suspend: change('suspended'),
    resume: repeat('The subscription is already active.'),
    terminate: change('cancelled'),
  },
  suspended: {
    suspend: repeat('The subscription is already suspended.'),
    resume: change('active'),
    terminate: change('cancelled'),
  },
  cancelled: {
    suspend: notChangeable,
    resume: notChangeable,
    terminate: repeat('The subscription is already cancelled.'),
  },
};

export function subscriptionMove(state: SubscriptionState, trigger: SubscriptionTrigger): SubscriptionMove {
  return moves[state][trigger];
}
