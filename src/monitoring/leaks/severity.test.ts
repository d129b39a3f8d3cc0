import { describe, expect, it } from 'vitest';
import { rankOf } from '../../common/severity.ts';
import { type CredentialFacts, credentialSeverity, leakAge, type MentionFacts, mentionSeverity } from './severity.ts';

const kinds = ['combolist', 'breach', 'paste', 'stealer_log'] as const;
const secrets = ['none', 'unknown', 'encrypted', 'hashed', 'clear_text'] as const;
const ages = ['old', 'undated', 'recent'] as const;

const allFacts: CredentialFacts[] = kinds.flatMap((kind) =>
  [false, true].flatMap((isOwnMailbox) =>
    secrets.flatMap((secret) => ages.map((age) => ({ kind, isOwnMailbox, secret, age }))),
  ),
);

describe('credentialSeverity', () => {
  it.each<
    [string, CredentialFacts['kind'], 'own' | 'foreign', CredentialFacts['secret'], CredentialFacts['age'], string]
  >([
    ['a stealer log of an own mailbox', 'stealer_log', 'own', 'clear_text', 'recent', 'critical'],
    [
      'a stealer log of an own mailbox, however old and without its secret',
      'stealer_log',
      'own',
      'none',
      'old',
      'critical',
    ],
    ['a stealer log of a visitor', 'stealer_log', 'foreign', 'clear_text', 'recent', 'high'],
    ['a clear-text secret of an own mailbox', 'breach', 'own', 'clear_text', 'recent', 'critical'],
    ['a clear-text secret of an own mailbox from an old breach', 'breach', 'own', 'clear_text', 'old', 'critical'],
    ['a clear-text secret of an own mailbox in a paste', 'paste', 'own', 'clear_text', 'undated', 'critical'],
    [
      'a new combolist with a clear-text secret of an own mailbox',
      'combolist',
      'own',
      'clear_text',
      'recent',
      'critical',
    ],
    ['an undated combolist with one', 'combolist', 'own', 'clear_text', 'undated', 'high'],
    ['an old combolist with one', 'combolist', 'own', 'clear_text', 'old', 'low'],
    ['a hashed secret of an own mailbox', 'breach', 'own', 'hashed', 'recent', 'high'],
    ['an old hashed secret', 'breach', 'own', 'hashed', 'old', 'medium'],
    ['an own mailbox without a secret', 'breach', 'own', 'none', 'recent', 'medium'],
    ['an own mailbox in an old breach without a secret', 'breach', 'own', 'none', 'old', 'low'],
    ["a visitor's clear-text secret", 'breach', 'foreign', 'clear_text', 'recent', 'medium'],
    ["a visitor's address", 'breach', 'foreign', 'none', 'recent', 'low'],
  ])('%s', (_what, kind, mailbox, secret, age, severity) => {
    expect(credentialSeverity({ kind, isOwnMailbox: mailbox === 'own', secret, age })).toBe(severity);
  });

  it('never falls when one of the facts gets worse', () => {
    const worse = (facts: CredentialFacts): CredentialFacts[] => [
      { ...facts, isOwnMailbox: true },
      ...kinds.slice(kinds.indexOf(facts.kind)).map((kind) => ({ ...facts, kind })),
      ...secrets.slice(secrets.indexOf(facts.secret)).map((secret) => ({ ...facts, secret })),
      ...ages.slice(ages.indexOf(facts.age)).map((age) => ({ ...facts, age })),
    ];
    for (const facts of allFacts) {
      for (const other of worse(facts)) {
        expect(rankOf(credentialSeverity(other)), JSON.stringify([facts, other])).toBeGreaterThanOrEqual(
          rankOf(credentialSeverity(facts)),
        );
      }
    }
  });
});

describe('mentionSeverity', () => {
  it.each<[string, MentionFacts, string]>([
    ['a ransomware claim that names the domain', mention('ransomware_claim', 'exact_domain', 1), 'critical'],
    ['one that may be about somebody else', mention('ransomware_claim', 'keyword', 0.8), 'medium'],
    ['one that most likely is', mention('ransomware_claim', 'keyword', 0.3), 'low'],
    ['an offer of access to the domain', mention('market', 'exact_domain', 1), 'high'],
    ['talk about the domain', mention('forum', 'exact_domain', 1), 'medium'],
    ['a paste that names the domain', mention('paste', 'exact_domain', 1), 'medium'],
    ['talk that matches a keyword', mention('forum', 'keyword', 1), 'low'],
  ])('%s', (_what, facts, severity) => {
    expect(mentionSeverity(facts)).toBe(severity);
  });

  it('never falls when the match gets better', () => {
    for (const kind of ['ransomware_claim', 'paste', 'forum', 'market'] as const) {
      const rising = [mention(kind, 'keyword', 0), mention(kind, 'keyword', 0.5), mention(kind, 'exact_domain', 0)];
      const ranks = rising.map((facts) => rankOf(mentionSeverity(facts)));
      expect(ranks).toEqual(ranks.toSorted((a, b) => a - b));
    }
  });
});

describe('leakAge', () => {
  it('a leak is old two years after it happened', () => {
    const now = new Date('2026-06-01T00:00:00Z');
    expect(leakAge(new Date('2024-06-02T00:00:00Z'), now)).toBe('recent');
    expect(leakAge(new Date('2024-05-31T00:00:00Z'), now)).toBe('old');
    expect(leakAge(null, now)).toBe('undated');
  });
});

function mention(kind: MentionFacts['kind'], matchType: MentionFacts['matchType'], confidence: number): MentionFacts {
  return { kind, matchType, confidence };
}
