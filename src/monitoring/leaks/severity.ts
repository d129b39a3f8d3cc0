import type { SecretFormat } from '../../common/secret-format.ts';
import type { Severity } from '../../common/severity.ts';
import type { CredentialLeakKind, DarkWebMention } from '../../engines/leak-sources/leak-source.ts';

/** How long ago a leak happened, as far as it is known. In rising order of urgency. */
export type LeakAge = 'old' | 'undated' | 'recent';

/** What the severity of a leaked credential depends on. */
export interface CredentialFacts {
  readonly kind: CredentialLeakKind;
  /** Of the domain itself, rather than of somebody who signs in on one of its sites. */
  readonly isOwnMailbox: boolean;
  /** `none`: no secret leaked with it. */
  readonly secret: SecretFormat | 'none';
  readonly age: LeakAge;
}

export type MentionFacts = Pick<DarkWebMention, 'kind' | 'matchType' | 'confidence'>;

interface Rule<Facts> {
  readonly severity: Severity;
  readonly when: (facts: Facts) => boolean;
}

const isStealerLog = ({ kind }: CredentialFacts) => kind === 'stealer_log';
const isCombolist = ({ kind }: CredentialFacts) => kind === 'combolist';
const isClearText = ({ secret }: CredentialFacts) => secret === 'clear_text';
const hasSecret = ({ secret }: CredentialFacts) => secret !== 'none';

/**
 * The first rule that applies decides. A stealer log comes from a device that is infected, so it outranks everything; combolists
 * are put together from older leaks, so an old one is hardly more than noise.
 */
const credentialRules: readonly Rule<CredentialFacts>[] = [
  { severity: 'critical', when: (facts) => isStealerLog(facts) && facts.isOwnMailbox },
  { severity: 'high', when: isStealerLog },
  { severity: 'low', when: (facts) => isCombolist(facts) && facts.age === 'old' },
  {
    severity: 'high',
    when: (facts) => isCombolist(facts) && facts.age === 'undated' && facts.isOwnMailbox && isClearText(facts),
  },
  { severity: 'critical', when: (facts) => facts.isOwnMailbox && isClearText(facts) },
  { severity: 'high', when: (facts) => facts.isOwnMailbox && hasSecret(facts) && facts.age === 'recent' },
  { severity: 'medium', when: (facts) => facts.isOwnMailbox && hasSecret(facts) },
  { severity: 'medium', when: (facts) => facts.isOwnMailbox && facts.age === 'recent' },
  { severity: 'medium', when: isClearText },
  { severity: 'low', when: () => true },
];

const isExact = ({ matchType }: MentionFacts) => matchType === 'exact_domain';
/** Below this, a keyword match is as likely about somebody else. */
const credible = 0.5;

/** The first rule that applies decides. What only matches by a keyword is a hint, never an emergency. */
const mentionRules: readonly Rule<MentionFacts>[] = [
  { severity: 'critical', when: (facts) => facts.kind === 'ransomware_claim' && isExact(facts) },
  { severity: 'high', when: (facts) => facts.kind === 'market' && isExact(facts) },
  { severity: 'medium', when: isExact },
  { severity: 'medium', when: (facts) => facts.kind === 'ransomware_claim' && facts.confidence >= credible },
  { severity: 'low', when: () => true },
];

export function credentialSeverity(facts: CredentialFacts): Severity {
  return credentialRules.find(({ when }) => when(facts))!.severity;
}

export function mentionSeverity(facts: MentionFacts): Severity {
  return mentionRules.find(({ when }) => when(facts))!.severity;
}

const oldAfterMs = 2 * 365 * 86_400_000;

/** Two years after it happened (or became known) a leak is old: most of its passwords have been changed since. */
export function leakAge(at: Date | null, now: Date): LeakAge {
  if (at === null) return 'undated';
  return now.getTime() - at.getTime() > oldAfterMs ? 'old' : 'recent';
}
