import type { MonitoredDomainsTable } from '../../platform/database/tables.ts';
import type { ProblemCode } from '../../platform/http/problems.ts';

/**
 * The monitored domain's life cycle (contract, States; decisions §5.2). `quota_paused` is paused by the platform because paid
 * capacity does not cover it. A released domain has no state: its record is not found.
 */
export type DomainState = 'active' | 'paused' | 'quota_paused' | 'terminated';
export type DomainTrigger = 'suspend' | 'resume' | 'terminate' | 'restore';

export type DomainMove =
  | { readonly kind: 'change'; readonly to: DomainState }
  /** Already there: success with a note, and not a byte changes. */
  | { readonly kind: 'repeat'; readonly note: string }
  | { readonly kind: 'refuse'; readonly code: ProblemCode };

const change = (to: DomainState): DomainMove => ({ kind: 'change', to });
const repeat = (note: string): DomainMove => ({ kind: 'repeat', note });
const absent: DomainMove = { kind: 'refuse', code: 'DOMAIN_NOT_FOUND' };
const monitored = repeat('This domain is already monitored for the customer.');
const monitoredPaused = repeat('This domain is already monitored for the customer; it is paused.');

const moves: Record<DomainState, Record<DomainTrigger, DomainMove>> = {
  active: {
    suspend: change('paused'),
    resume: repeat('The domain is already active.'),
    terminate: change('terminated'),
    restore: monitored,
  },
  paused: {
    suspend: repeat('The domain is already paused.'),
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
    terminate: repeat('The domain is already terminated.'),
    restore: change('active'),
  },
};

export function domainMove(state: DomainState, trigger: DomainTrigger): DomainMove {
  return moves[state][trigger];
}

export function domainState(domain: { status: MonitoredDomainsTable['status']; quota_paused: boolean }): DomainState {
  return domain.quota_paused ? 'quota_paused' : domain.status;
}
