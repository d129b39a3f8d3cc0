import type { DomainAlertsTable } from '../../core/operation/tables.ts';

export type DomainAlertState = DomainAlertsTable['status'];
/** What people do with a domain alert, and `new_evidence`: a finding of its group that was not known before. */
export type DomainAlertTrigger = 'acknowledge' | 'resolve' | 'new_evidence';

export type DomainAlertMove =
  | { readonly kind: 'change'; readonly to: DomainAlertState }
  /** Already there. */
  | { readonly kind: 'repeat' }
  | { readonly kind: 'refuse' }
  /** The alert stays as it is and a new one is raised. */
  | { readonly kind: 'raise' };

const change = (to: DomainAlertState): DomainAlertMove => ({ kind: 'change', to });
const repeat: DomainAlertMove = { kind: 'repeat' };

/** Decisions §5.7. Resolved is final: what leaked cannot be undone, so only new evidence speaks again, by a new alert. */
const moves: Record<DomainAlertState, Record<DomainAlertTrigger, DomainAlertMove>> = {
  open: { acknowledge: change('acknowledged'), resolve: change('resolved'), new_evidence: repeat },
  // Whoever took note has not seen this yet.
  acknowledged: { acknowledge: repeat, resolve: change('resolved'), new_evidence: change('open') },
  resolved: { acknowledge: { kind: 'refuse' }, resolve: repeat, new_evidence: { kind: 'raise' } },
};

export function domainAlertMove(state: DomainAlertState, trigger: DomainAlertTrigger): DomainAlertMove {
  return moves[state][trigger];
}
