import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DarkWebMention, LeakedCredential, LeakFinding } from '../../engines/leak-sources/leak-source.ts';
import { onlyKey } from '../../platform/sealing.ts';
import { IdentityVault } from './identity-vault.ts';
import { mergeFindings } from './merge-findings.ts';
import { type CredentialFinding, type DomainFinding, groupKeyOf, normaliseFinding } from './normalise-finding.ts';

const digest = new IdentityVault(onlyKey('a secret key that only tests ever use')).digester('partner');
const now = new Date('2026-01-01T00:00:00Z');
const normalise = (found: LeakFinding, source = 'alpha', domain = 'example.com') =>
  normaliseFinding(found, { domain, source, digest, now });

const credential: LeakedCredential = {
  type: 'leaked_credential',
  kind: 'breach',
  breachName: 'Collection #1',
  identity: 'john@example.com',
  unnamedIdentities: 0,
  dataClasses: ['Passwords'],
  secretPresent: true,
  secretFormat: 'hashed',
  secretDigest: 'aa',
  malwareFamily: null,
  loginSite: null,
  isOwnMailbox: true,
  occurredAt: '2019-01-07',
  publishedAt: null,
};

const mention: DarkWebMention = {
  type: 'dark_web',
  kind: 'ransomware_claim',
  actor: 'LockBit 3',
  title: 'example.com',
  excerpt: 'All files of ceo@example.com:hunter2',
  sourceUrl: 'https://leaks.example/x',
  claimedAt: '2025-12-01T10:00:00Z',
  publishedAt: null,
  matchType: 'exact_domain',
  confidence: 0.9,
};

const names = fc.constantFrom('Collection #1', 'collection 1', 'COLLECTION-1');
const times = fc.constantFrom(null, '2019-01-07', '2020-02-03T04:05:06Z');
const tellings = fc.oneof(
  fc.record({
    type: fc.constant('leaked_credential' as const),
    kind: fc.constant('breach' as const),
    breachName: names,
    identity: fc.constantFrom('john@example.com', 'JOHN@example.com '),
    unnamedIdentities: fc.nat(3),
    dataClasses: fc.subarray(['Passwords', 'Names', 'IPs']),
    secretPresent: fc.boolean(),
    secretFormat: fc.constantFrom(null, 'clear_text' as const, 'hashed' as const, 'unknown' as const),
    secretDigest: fc.constant('aa'),
    malwareFamily: fc.constantFrom(null, 'RedLine', 'Vidar'),
    loginSite: fc.constant(null),
    isOwnMailbox: fc.boolean(),
    occurredAt: times,
    publishedAt: times,
  }),
  fc.record({
    type: fc.constant('dark_web' as const),
    kind: fc.constant('ransomware_claim' as const),
    actor: fc.constantFrom('LockBit 3', 'lockbit3'),
    title: fc.constantFrom('example.com', 'Example.Com'),
    excerpt: fc.constantFrom(null, 'short', 'other', 'longer text'),
    sourceUrl: fc.constantFrom(null, 'https://a.example', 'https://b.example'),
    claimedAt: times,
    publishedAt: times,
    matchType: fc.constantFrom('exact_domain' as const, 'keyword' as const),
    confidence: fc.constantFrom(0, 0.3, 1),
  }),
);

describe('mergeFindings', () => {
  it('comes to the same whatever the order of tellings and however often one is repeated', () => {
    const told = fc.array(fc.tuple(tellings, fc.constantFrom('alpha', 'beta', 'gamma')), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(told, fc.infiniteStream(fc.nat()), (list, keys) => {
        const all = list.map(([found, source]) => normalise(found, source));
        const shuffled = [...all, ...all.slice(0, 2)]
          .map((finding) => [keys.next().value as number, finding] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, finding]) => finding);
        expect(mergeAll(shuffled)).toEqual(mergeAll(all));
      }),
    );
  });

  it('keeps the worst and the earliest, and every source', () => {
    const merged = mergeFindings(
      normalise({ ...credential, publishedAt: '2021-01-01' }, 'beta'),
      normalise({ ...credential, breachName: 'collection 1', secretFormat: 'clear_text', dataClasses: ['Names'] }),
    );
    expect(merged).toMatchObject({
      breachName: 'Collection #1',
      secretFormat: 'clear_text',
      dataClasses: ['Names', 'Passwords'],
      occurredAt: new Date('2019-01-07T00:00:00Z'),
      publishedAt: new Date('2021-01-01T00:00:00Z'),
      sources: ['alpha', 'beta'],
    });
  });
});

function mergeAll(findings: readonly DomainFinding[]): Record<string, DomainFinding> {
  const merged: Record<string, DomainFinding> = {};
  for (const finding of findings) {
    const known = merged[finding.fingerprint];
    merged[finding.fingerprint] = known ? mergeFindings(known, finding) : finding;
  }
  return merged;
}

describe('the fingerprint', () => {
  const same: [string, Partial<LeakedCredential>][] = [
    ['another spelling of the breach', { breachName: 'COLLECTION 1' }],
    ['capitals and blanks in the identity', { identity: ' John@Example.com ' }],
    ['other data classes, dates and malware', { dataClasses: [], occurredAt: null, malwareFamily: 'RedLine' }],
    ['another judgement of whose mailbox it is', { isOwnMailbox: false }],
  ];
  it.each(same)('is the same with %s', (_what, other) => {
    expect(normalise({ ...credential, ...other }, 'beta').fingerprint).toBe(normalise(credential).fingerprint);
  });

  const different: [string, Partial<LeakedCredential>][] = [
    ['another kind', { kind: 'paste' }],
    ['another breach', { breachName: 'Collection #2' }],
    ['no breach', { breachName: null }],
    ['another identity', { identity: 'jane@example.com' }],
    ['another secret', { secretDigest: 'bb' }],
    ['no secret', { secretDigest: null }],
    ['another site', { loginSite: 'shop.example.com' }],
  ];
  it.each(different)('is another with %s', (_what, other) => {
    expect(normalise({ ...credential, ...other }).fingerprint).not.toBe(normalise(credential).fingerprint);
  });

  it('is another for another domain and for another partner', () => {
    const { fingerprint } = normalise(credential);
    expect(normalise(credential, 'alpha', 'example.org').fingerprint).not.toBe(fingerprint);
    const other = new IdentityVault(onlyKey('a secret key that only tests ever use')).digester('another partner');
    const context = { domain: 'example.com', source: 'alpha', digest: other, now };
    expect(normaliseFinding(credential, context).fingerprint).not.toBe(fingerprint);
  });

  it('of people who are only counted tells own ones from visitors', () => {
    const counted = { ...credential, identity: null, unnamedIdentities: 3, secretDigest: null };
    const visitors = normalise({ ...counted, isOwnMailbox: false });
    expect(visitors.fingerprint).not.toBe(normalise(counted).fingerprint);
  });

  it('of a claim is the same however its title and actor are spelled', () => {
    const other = { ...mention, actor: 'lockbit3', title: 'EXAMPLE.com', claimedAt: null, confidence: 0.1 };
    expect(normalise(other, 'beta').fingerprint).toBe(normalise(mention).fingerprint);
    expect(normalise({ ...mention, title: 'Example Inc' }).fingerprint).not.toBe(normalise(mention).fingerprint);
  });
});

describe('normaliseFinding', () => {
  it('decides by the address whose mailbox it is; of what is only counted the source says so', () => {
    const own = (found: Partial<LeakedCredential>) =>
      (normalise({ ...credential, ...found }) as CredentialFinding).isOwnMailbox;
    expect(own({ identity: 'a@mail.example.com', isOwnMailbox: false })).toBe(true);
    expect(own({ identity: 'a@notexample.com', isOwnMailbox: true })).toBe(false);
    expect(own({ identity: null, isOwnMailbox: false })).toBe(false);
    expect(own({ identity: null, isOwnMailbox: true })).toBe(true);
  });

  it('a secret of which nothing is said has an unknown format, and none has none', () => {
    expect(normalise({ ...credential, secretFormat: null })).toMatchObject({ secretFormat: 'unknown' });
    expect(normalise({ ...credential, secretPresent: false })).toMatchObject({ secretFormat: null });
  });

  it.each([
    ['2019-01-07', '2019-01-07T00:00:00.000Z'],
    ['2019-01-07T10:00:00+02:00', '2019-01-07T08:00:00.000Z'],
    ['1970-01-01', null],
    ['2026-02-01', null],
    ['2019-13-45', null],
    ['yesterday', null],
    ['', null],
  ])('the time "%s" is read as %s', (text, iso) => {
    const { occurredAt } = normalise({ ...credential, occurredAt: text }) as CredentialFinding;
    expect(occurredAt?.toISOString() ?? null).toBe(iso);
  });

  it('texts lose control characters and are cut to a length, never in the middle of a character', () => {
    const breachName = ` a\0b\n${'x'.repeat(196)}😀`;
    expect(normalise({ ...credential, breachName })).toMatchObject({ breachName: `a b ${'x'.repeat(196)}` });
    const cut = `${'x'.repeat(199)}😀`;
    expect(normalise({ ...credential, breachName: cut })).toMatchObject({ breachName: 'x'.repeat(199) });
  });

  it('texts of a mention show no address and no secret; the text of a paste is not kept', () => {
    expect(normalise(mention)).toMatchObject({ excerpt: 'All files of c***@example.com:***' });
    expect(normalise({ ...mention, title: 'ceo@example.com:hunter2' })).toMatchObject({
      title: 'c***@example.com:***',
    });
    expect(normalise({ ...mention, kind: 'paste' })).toMatchObject({ excerpt: null });
  });
});

describe('groupKeyOf', () => {
  it('names the breach or actor, else the first source by name', () => {
    expect(groupKeyOf(normalise(credential))).toBe('breach:collection1');
    expect(groupKeyOf(normalise(mention))).toBe('actor:lockbit3');
    const unnamed = normalise({ ...credential, breachName: null }, 'beta');
    expect(groupKeyOf(unnamed)).toBe('source:beta');
    expect(groupKeyOf(mergeFindings(unnamed, normalise({ ...credential, breachName: null })))).toBe('source:alpha');
  });
});
