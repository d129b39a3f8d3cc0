import type { EndpointsTable } from '../../platform/database/tables.ts';
import type { ProblemCode } from '../../platform/http/problems.ts';

/**
 * The endpoint's life cycle (contract, States; decisions §2.4–2.8). `quota_paused` is paused by the platform because paid
 * capacity does not cover it.
 */
export type EndpointState = 'active' | 'paused' | 'quota_paused' | 'terminated';
export type EndpointTrigger = 'suspend' | 'resume' | 'terminate' | 'restore';

export type EndpointMove =
  | { readonly kind: 'change'; readonly to: EndpointState }
  /** Already there: success with a note, and not a byte changes. */
  | { readonly kind: 'repeat'; readonly note: string }
  | { readonly kind: 'refuse'; readonly code: ProblemCode };

const change = (to: EndpointState): EndpointMove => ({ kind: 'change', to });
const repeat = (note: string): EndpointMove => ({ kind: 'repeat', note });
const absent: EndpointMove = { kind: 'refuse', code: 'ENDPOINT_NOT_FOUND' };
const monitored = repeat('This address is already monitored for the customer.');
const monitoredPaused = repeat('This address is already monitored for the customer; it is paused.');

const moves: Record<EndpointState, Record<EndpointTrigger, EndpointMove>> = {
  active: {
    suspend: change('paused'),
    resume: repeat('The endpoint is already active.'),
    terminate: change('terminated'),
    restore: monitored,
  },
  paused: {
    suspend: repeat('The endpoint is already paused.'),
    resume: change('active'),
    terminate: change('terminated'),
    restore: monitoredPaused,
  },
  quota_paused: {
    // From now on paused by hand: it does not come back by itself when capacity does.
    suspend: change('paused'),
    resume: change('active'),
    terminate: change('terminated'),
    restore: monitoredPaused,
  },
  terminated: {
    suspend: absent,
    resume: absent,
    terminate: repeat('The endpoint is already terminated.'),
    restore: change('active'),
  },
};

export function endpointMove(state: EndpointState, trigger: EndpointTrigger): EndpointMove {
  return moves[state][trigger];
}

export function endpointState(endpoint: { status: EndpointsTable['status']; quota_paused: boolean }): EndpointState {
  return endpoint.quota_paused ? 'quota_paused' : endpoint.status;
}
