import { rankOf, type Severity } from '../../common/severity.ts';
import { alertMove, type Resolution, type AlertState as State } from '../alerts/index.ts';

/** A finding that a scan came upon, with its alert when it was known before. */
export interface SeenFinding {
  readonly fingerprint: string;
  /** Type, kind, and breach, actor or source: findings with the same key share an alert. */
  readonly group: string;
  readonly severity: Severity;
  readonly unnamedIdentities: number;
  readonly known: KnownFinding | null;
}

export interface KnownFinding {
  readonly severity: Severity;
  readonly unnamedIdentities: number;
  readonly alert: DomainAlertState;
}

export interface DomainAlertState {
  readonly id: string;
  readonly status: State;
  readonly resolution: Resolution | null;
}

export interface LiveDomainAlert extends DomainAlertState {
  readonly group: string;
}

export interface DomainAlertDecision {
  /** The alert of each finding by fingerprint: an id, or the group of one that is to be raised. */
  readonly alertOf: ReadonlyMap<string, { readonly id: string } | { readonly raise: string }>;
  /** Groups that get a new alert. */
  readonly raise: readonly string[];
  /** Alerts that somebody took note of before there was this evidence. */
  readonly reopen: readonly string[];
  /** Live alerts whose findings were seen. */
  readonly confirm: readonly string[];
}

/**
 * What a scan means for a domain's alerts (decisions §5.7): every finding has an alert; the live alert of its group if there is
 * one. A resolved alert stays resolved while nothing new is seen; new evidence in its group raises another one.
 */
export function decideDomainAlerts(
  seen: readonly SeenFinding[],
  live: readonly LiveDomainAlert[],
): DomainAlertDecision {
  const liveByGroup = new Map(live.map((alert) => [alert.group, alert]));
  const alertOf = new Map<string, { readonly id: string } | { readonly raise: string }>();
  const [raise, reopen, confirm] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const finding of seen) {
    const current = alertFor(finding, liveByGroup);
    const evidence = isNewEvidence(finding);
    if (current && current.status !== 'resolved') confirm.add(current.id);
    const move = current && evidence ? alertMove(current.status, 'new_evidence') : null;
    if (move?.kind === 'change') reopen.add(current!.id);
    if (current && move?.kind !== 'raise') {
      alertOf.set(finding.fingerprint, { id: current.id });
    } else {
      raise.add(finding.group);
      alertOf.set(finding.fingerprint, { raise: finding.group });
    }
  }
  return { alertOf, raise: [...raise], reopen: [...reopen], confirm: [...confirm] };
}

/** The alert that a finding has, else its group's live one. New evidence of a resolved one goes to the group's live one, too. */
function alertFor(finding: SeenFinding, live: ReadonlyMap<string, LiveDomainAlert>): DomainAlertState | undefined {
  const own = finding.known?.alert;
  if (own && (own.status !== 'resolved' || !isNewEvidence(finding))) return own;
  return live.get(finding.group) ?? own;
}

/**
 * A finding that was not known, that is worse than it was, or that counts more people; and one whose alert ended only because
 * its domain was not monitored any more.
 */
function isNewEvidence({ known, severity, unnamedIdentities }: SeenFinding): boolean {
  if (known === null || known.alert.resolution === 'domain_terminated') return true;
  return rankOf(severity) > rankOf(known.severity) || unnamedIdentities > known.unnamedIdentities;
}
