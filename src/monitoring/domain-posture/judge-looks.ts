import { rankOf } from '../../common/severity.ts';
import type { AlertEnd, Judgement, LiveAlert, Sighting } from '../alerts/index.ts';
import { type PostureEvidence, postureEvidence } from './evidence.ts';
import { type KeptCheck, knownOf } from './kept-check.ts';

/** What a look at a domain, behind the one before it, means for its alerts: one for each check at most. */
export interface LooksJudged extends Judgement {
  /** Whether something is otherwise than it was, and waits for a second look. */
  readonly awaitsSecond: boolean;
}

/**
 * Two looks that agree raise, worsen and end alerts. What nobody answered raises and ends nothing, and what was answered in part only makes
 * nothing better.
 * @param before as the look before left the checks
 * @param now as this look leaves them
 */
export function judgeLooks(
  domain: string,
  { before, now }: { readonly before: readonly KeptCheck[]; readonly now: readonly KeptCheck[] },
  live: readonly LiveAlert[],
): LooksJudged {
  const ended: AlertEnd[] = [];
  const seen: Sighting[] = [];
  // They are about the name that the record had.
  const ofOtherName = live.filter(({ evidence }) => postureEvidence.parse(evidence).domain !== domain);
  for (const { id } of ofOtherName) ended.push({ alertId: id, resolution: 'cause_ended' });
  const told = now.filter(({ state }) => state !== 'unknown');
  const agreed = told.filter(({ check, known }) => knownOf(before, check) === known);
  for (const check of agreed) {
    const alert = live.find((each) => each.key === check.check && !ofOtherName.includes(each));
    if (check.severity === null) {
      if (alert) ended.push({ alertId: alert.id, resolution: 'cause_ended' });
      continue;
    }
    const isWorse = alert !== undefined && rankOf(check.severity) > rankOf(alert.severity);
    const isBetter = alert !== undefined && rankOf(check.severity) < rankOf(alert.severity);
    if (isBetter && !check.complete) continue;
    seen.push({ key: check.check, severity: check.severity, evidence: evidenceOf(domain, check), isNews: isWorse });
  }
  return { seen, ended, awaitsSecond: agreed.length < told.length };
}

function evidenceOf(domain: string, { check, state, remarks, found, should_be, answers }: KeptCheck): PostureEvidence {
  return {
    domain,
    check,
    state: state as PostureEvidence['state'],
    remarks: remarks.map(({ reason, values }) => ({ reason, values: { ...values } })),
    found: [...found],
    should_be,
    answers: [...answers],
  };
}
