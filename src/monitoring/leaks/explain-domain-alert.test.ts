import { describe, expect, it } from 'vitest';
import { messagesIn } from '../../platform/messages/messages.ts';
import { domainAlertExplanation, domainAlertTitle, type ExplainableAlert } from './explain-domain-alert.ts';
import type { LeakEvidence } from './leak-alert.ts';

const t = messagesIn('en');

const evidence: LeakEvidence = {
  domain: 'example.com',
  kind: 'breach',
  findings: 3,
  identities: 3,
  own_mailboxes: 3,
  clear_text_secrets: 0,
  secrets: 3,
  exact_matches: 0,
  breach_name: 'Web Shop',
  actor: null,
  data_classes: ['Names', 'Passwords', 'Phone numbers'],
  malware_families: [],
  login_sites: [],
  titles: [],
  sources: ['alpha'],
  occurred_from: '2025-01-02',
  occurred_to: '2025-01-02',
};

function alert(kind: ExplainableAlert['kind'], more: Partial<LeakEvidence> = {}): ExplainableAlert {
  const darkWeb = ['ransomware_claim', 'forum', 'market'].includes(kind);
  return {
    domain: 'example.com',
    finding_type: darkWeb ? 'dark_web' : 'leaked_credential',
    kind,
    evidence: { ...evidence, ...more },
    sourceNames: ['Alpha', 'Beta'],
  };
}

const claim = { identities: 0, own_mailboxes: 0, secrets: 0, breach_name: null, actor: 'LockBit', data_classes: [] };

describe('what leaked', () => {
  it('is named in the language of the reader, as far as the fields are known', () => {
    const leak = alert('breach', { data_classes: ['Email addresses', 'phone_numbers', 'Horoscopes'] });
    expect(domainAlertExplanation(messagesIn('fr'), leak)).toContain(
      'adresses e-mail, numéros de téléphone et Horoscopes',
    );
    expect(domainAlertExplanation(t, leak)).toContain('Email addresses, phone_numbers and Horoscopes');
  });
});

describe('the title', () => {
  it.each<[ExplainableAlert, string]>([
    [alert('breach'), '3 accounts of example.com in the data breach “Web Shop”'],
    [
      alert('breach', { identities: 1, own_mailboxes: 0 }),
      '1 account of visitors of example.com in the data breach “Web Shop”',
    ],
    [
      alert('breach', { breach_name: null }),
      '3 accounts of example.com in the data breach, reported by Alpha and Beta',
    ],
    [alert('combolist'), '3 accounts of example.com in the password list “Web Shop”'],
    [alert('paste'), '3 accounts of example.com in the public paste “Web Shop”'],
    [alert('stealer_log', { breach_name: null }), '3 accounts of example.com stolen by malware'],
    [alert('stealer_log', { identities: 0 }), 'Logins of example.com stolen by malware: “Web Shop”'],
    [
      alert('ransomware_claim', { ...claim, exact_matches: 1 }),
      'The ransomware group “LockBit” names example.com as a victim',
    ],
    [
      alert('ransomware_claim', { ...claim, actor: null }),
      'The ransomware group may have named example.com as a victim',
    ],
    [alert('market', { ...claim, exact_matches: 1 }), 'Criminals “LockBit” offer something that concerns example.com'],
    [alert('forum', { ...claim, actor: null }), 'A criminal forum possibly speaks of example.com'],
  ])('%#: $1', (what, title) => {
    expect(domainAlertTitle(t, what)).toBe(title);
  });
});

describe('the explanation', () => {
  it('says what leaked, since when, who is affected, why it matters and what to do', () => {
    expect(domainAlertExplanation(t, alert('breach'))).toMatch(
      /^3 mailboxes of example\.com are affected\. Passwords leaked in a scrambled form.*The data contains: Names, Passwords and Phone numbers\. Reported by Alpha and Beta\.\n\nIt dates from 2 January 2025\.\n\nWhy it matters: .+\n\nWhat to do:\n1\. .+\n2\. /s,
    );
  });

  it.each<[string, Partial<LeakEvidence>, RegExp]>([
    ['passwords in clear text', { clear_text_secrets: 2 }, /clear text \(2\)/],
    ['no passwords', { secrets: 0 }, /no passwords are among the data/],
    [
      'visitors only',
      { own_mailboxes: 0, identities: 1 },
      /1 person who signs in on sites of example\.com is affected/,
    ],
    ['both', { own_mailboxes: 1 }, /3 people are affected, 1 of them with a mailbox of example\.com/],
    ['nobody who is counted', { identities: 0, own_mailboxes: 0 }, /Logins for example\.com were found/],
    ['a time that is not known', { occurred_from: null, occurred_to: null }, /When it happened is not known/],
    ['a span of time', { occurred_to: '2025-03-04' }, /from 2 January 2025 to 4 March 2025/],
    [
      'malware and sites',
      { malware_families: ['RedLine'], login_sites: ['mail.example.com'] },
      /mail\.example\.com\..*RedLine/,
    ],
  ])('with %s', (_what, more, expected) => {
    expect(domainAlertExplanation(t, alert('breach', more))).toMatch(expected);
  });

  it('of a stealer log begins with the infected computer where it is one of their own', () => {
    expect(domainAlertExplanation(t, alert('stealer_log'))).toMatch(/1\. Find the infected computer/);
    expect(domainAlertExplanation(t, alert('stealer_log', { own_mailboxes: 0 }))).not.toMatch(
      /infected computer, take/,
    );
  });

  it('of a claim is urgent when it names the domain, and calm when it may be about somebody else', () => {
    const exact = domainAlertExplanation(
      t,
      alert('ransomware_claim', { ...claim, exact_matches: 1, titles: ['Example'] }),
    );
    expect(exact).toMatch(/by “LockBit” names example\.com\. Title: “Example”\..*incident response/s);
    const hint = domainAlertExplanation(t, alert('ransomware_claim', claim));
    expect(hint).toMatch(/may well be about somebody else/);
    expect(hint).not.toMatch(/incident response/);
  });
});
