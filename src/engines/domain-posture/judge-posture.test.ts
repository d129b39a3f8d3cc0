import { generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AskDns, DnsOutcome, DnsQuestion } from '../../common/dns-answer.ts';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import {
  type LookedAtDomain,
  noTemplate,
  type PolicyAnswer,
  type Registration,
  type RegistrationAnswer,
} from './domain-look.ts';
import { type CheckVerdict, judgePosture } from './judge-posture.ts';
import { type PostureCheck, postureChecks, reasons } from './remarks.ts';
import { scriptedDns } from './testing/scripted-dns.ts';

const domain: LookedAtDomain = { name: 'ex.test', dkimSelectors: [], expectsMail: null, template: noTemplate };
/** Nobody here knows whose addresses are. */
const seenByAll = postureChecks.filter((check) => check !== 'dangling');
const takesMail = 'ex.test SOA 1 | ex.test MX 10 mx.ex.test | mx.ex.test A 192.0.2.1';
const takesNone = 'ex.test SOA 1 | ex.test MX 0 .';
const mute = 'ex.test SOA 1 | ex.test MX !silent';

async function look(
  check: PostureCheck,
  zone: string,
  more: Partial<LookedAtDomain> = {},
  policy?: PolicyAnswer,
): Promise<CheckVerdict> {
  const verdicts = await judgePosture(scriptedDns(zone, policy), { ...domain, ...more });
  return verdicts.find((verdict) => verdict.check === check)!;
}

function told({ state, severity, remarks }: CheckVerdict): string {
  const reasons = remarks.map(({ reason }) => reason.slice(reason.indexOf('.') + 1));
  return `${[state, ...(severity === null ? [] : [severity])].join(' ')}: ${reasons.join(', ')}`;
}

type Rows = readonly (readonly [zone: string, expected: string])[];

const failures: readonly DnsOutcome[] = ['failed', 'refused', 'silent'];

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));
const includes = (count: number) => many(count, (index) => `include:i${index}.test`).join(' ');
const included = (count: number, record = 'v=spf1 ip4:192.0.2.1') =>
  many(count, (index) => `i${index}.test TXT ${record}`).join(' | ');

describe('SPF', () => {
  const record = (text: string, ...others: string[]) => [`ex.test TXT ${text}`, ...others].join(' | ');
  const rows: Rows = [
    [record('v=spf1 -all'), 'ok: fine'],
    [record('v=spf1 ~all'), 'ok: fine'],
    [record('V=SPF1 -ALL'), 'ok: fine'],
    [record('v=spf1  mx   -all '), 'ok: fine'],
    [record('v=spf1 mx -all'), 'ok: fine'],
    [record('v=spf1 mx/24 -all'), 'ok: fine'],
    [record('v=spf1 mx//64 -all'), 'ok: fine'],
    [record('v=spf1 mx/24//64 -all'), 'ok: fine'],
    [record('v=spf1 mx:ex.test/24 -all'), 'ok: fine'],
    [record('v=spf1 a:mx.ex.test -all'), 'ok: fine'],
    [record('v=spf1 a:mx.ex.test. -all'), 'ok: fine'],
    [record('v=spf1 ip4:192.0.2.1 -all'), 'ok: fine'],
    [record('v=spf1 ip4:192.0.2.0/24 ip6:2001:db8::/32 -all'), 'ok: fine'],
    [record('v=spf1 -ip4:0.0.0.0/0 -all'), 'ok: fine'],
    [record('v=spf1 include:i0.test -all', included(1)), 'ok: fine'],
    [record('v=spf1 include:I0.TEST -all', included(1)), 'ok: fine'],
    [record(`v=spf1 ${includes(10)} -all`, included(10)), 'ok: fine'],
    [record('v=spf1 redirect=i0.test', included(1, 'v=spf1 -all')), 'ok: fine'],
    [record('v=spf1 redirect=nowhere.test -all'), 'ok: fine'],
    [record('v=spf1 -all include:nowhere.test'), 'ok: fine'],
    [record('v=spf1 exists:%{i}.list.test -all'), 'ok: fine'],
    [record('v=spf1 a:%{d} -all'), 'ok: fine'],
    [record('v=spf1 mx:%{d2} -all'), 'ok: fine'],
    [record('v=spf1 a:nowhere.test a:neither.test -all'), 'ok: fine'],
    [record('v=spf1 exp=why.test unknown=x -all'), 'ok: fine'],
    [record('v=spf1 -all', 'ex.test TXT google-site-verification=1'), 'ok: fine'],
    [record('v=spf1 -all', 'ex.test TXT v=spf10 +all'), 'ok: fine'],
    [record('v=spf1 include:i0.test -all', 'i0.test TXT v=spf1 ?all'), 'ok: fine'],
    [record('v=spf1 -include:i0.test +all', 'i0.test TXT v=spf1 +all'), 'ok: fine'],
    [record('v=spf1 -exists:mx.ex.test +all'), 'ok: fine'],
    [record('v=spf1 ~exists:mx.ex.test a:v1.test a:v2.test a:v3.test'), 'ok: fine'],
    [record('v=spf1 exists:v1.test -all'), 'ok: fine'],
    [record('v=spf1 ?include:i0.test -all', 'i0.test TXT v=spf1 +all'), 'weak low: neutral'],
    [record('v=spf1 ?exists:mx.ex.test -all'), 'weak low: neutral'],
    [record('v=spf1 exists:mx.ex.test -all'), 'weak high: everyone'],
    [record('v=spf1 include:i0.test -all', 'i0.test TXT v=spf1 exists:mx.ex.test'), 'weak high: everyone'],
    [record('v=spf1 exists:mx.ex.test include:nowhere.test -all'), 'weak high: everyone'],
    [record('v=spf1 exists:mx.ex.test foo -all'), 'broken high: syntax, everyone'],
    [record('v=spf1 mx'), 'weak low: neutral'],
    [record('v=spf1'), 'weak low: neutral'],
    [record('v=spf1 mx ?all'), 'weak low: neutral'],
    [record('v=spf1 redirect=i0.test', 'i0.test TXT v=spf1 mx:ex.test'), 'weak low: neutral'],
    [record('v=spf1 ptr -all'), 'weak low: ptr'],
    [record('v=spf1 ptr:ex.test -all'), 'weak low: ptr'],
    [record('v=spf1 include:i0.test -all', 'i0.test TXT v=spf1 ptr'), 'weak low: ptr'],
    [record('v=spf1 ptr ?all'), 'weak low: ptr, neutral'],
    [record('v=spf1 +all'), 'weak high: everyone'],
    [record('v=spf1 all'), 'weak high: everyone'],
    [record('v=spf1 mx all'), 'weak high: everyone'],
    [record('v=spf1 ip4:0.0.0.0/0 -all'), 'weak high: everyone'],
    [record('v=spf1 ip6:::/0 -all'), 'weak high: everyone'],
    [record('v=spf1 include:i0.test -all', 'i0.test TXT v=spf1 +all'), 'weak high: everyone'],
    [record('v=spf1 redirect=i0.test', 'i0.test TXT v=spf1 +all'), 'weak high: everyone'],
    [
      record('v=spf1 include:i0.test -all', 'i0.test TXT v=spf1 include:i1.test | i1.test TXT v=spf1 all'),
      'weak high: everyone',
    ],
    [record('v=spf1 -all', 'ex.test TXT v=spf1 mx -all'), 'broken high: several'],
    [record('v=spf1', 'ex.test TXT v=spf1'), 'broken high: several'],
    [record('v=spf1 -all', 'ex.test TXT V=SPF1 -all'), 'broken high: several'],
    ...[
      ...[
        'ipv4:192.0.2.1',
        'ip4:192.0.2.256',
        'ip4:192.0.2.0/33',
        'ip4:192.0.2.0/024',
        'ip4',
        'ip6:192.0.2.1',
        'ip6:2001:db8::/129',
      ],
      ...['include', 'include:', 'include:localhost', 'exists', 'a:', 'a/33', 'a//129', 'mx/24/64', 'all:ex.test'],
      ...['foo', '~', '-', '192.0.2.1', 'a:ex.test/', 'redirect=', 'redirect=localhost', '+-all', 'a:192.0.2.1'],
      ...['include:%{', 'include:%(d).test', 'ip4:192.0.2.1,192.0.2.2'],
    ].map((term) => [record(`v=spf1 ${term} -all`, 'b.test TXT x'), 'broken high: syntax'] as const),
    [record('v=spf1 redirect=i0.test redirect=i0.test', included(1, 'v=spf1 -all')), 'broken high: syntax'],
    [record(`v=spf1 ${includes(11)} -all`, included(11)), 'broken high: too_many_lookups'],
    [record(`v=spf1 ${includes(10)} mx -all`, included(10)), 'broken high: too_many_lookups'],
    [record(`v=spf1 ${includes(10)} redirect=i10.test`, included(11, 'v=spf1 -all')), 'broken high: too_many_lookups'],
    [record(`v=spf1 ${includes(10)} exists:%{i}.test -all`, included(10)), 'broken high: too_many_lookups'],
    [
      record('v=spf1 include:i0.test -all', `i0.test TXT v=spf1 ${many(10, () => 'mx:ex.test').join(' ')}`),
      'broken high: too_many_lookups',
    ],
    [record(`v=spf1 ${includes(11)} ptr -all`, included(11)), 'broken high: too_many_lookups, ptr'],
    [record(`v=spf1 -all ${includes(11)}`), 'ok: fine'],
    [record('v=spf1 a:v1.test a:v2.test a:v3.test -all'), 'broken high: too_many_voids'],
    [record('v=spf1 mx:v1.test exists:v2.test a:v3.test -all'), 'broken high: too_many_voids'],
    [record('v=spf1 a:v1.test a:v2.test a:v3.test -all', 'v3.test AAAA 2001:db8::1'), 'ok: fine'],
    [
      record('v=spf1 a:v1.test a:v2.test exists:v3.test -all', 'v3.test AAAA 2001:db8::1'),
      'broken high: too_many_voids',
    ],
    [
      record('v=spf1 mx:many.test -all', ...many(11, (index) => `many.test MX 10 m${index}.test`)),
      'broken high: too_many_hosts',
    ],
    [record('v=spf1 mx:many.test -all', ...many(10, (index) => `many.test MX 10 m${index}.test`)), 'ok: fine'],
    [record('v=spf1 include:nowhere.test -all'), 'broken high: nothing_included'],
    [record('v=spf1 include:http://ex.test -all'), 'broken high: nothing_included'],
    [record('v=spf1 include:i0.test -all', 'i0.test TXT hello'), 'broken high: nothing_included'],
    [record('v=spf1 include:i0.test -all', 'i0.test A 192.0.2.1'), 'broken high: nothing_included'],
    [record('v=spf1 redirect=nowhere.test'), 'broken high: nothing_included, neutral'],
    [
      record('v=spf1 include:i0.test -all', 'i0.test TXT v=spf1 -all | i0.test TXT v=spf1 mx'),
      'broken high: several_included',
    ],
    [record('v=spf1 include:ex.test -all'), 'broken high: loop'],
    [record('v=spf1 redirect=ex.test'), 'broken high: loop, neutral'],
    [
      record('v=spf1 include:i0.test -all', 'i0.test TXT v=spf1 include:i1.test | i1.test TXT v=spf1 include:ex.test'),
      'broken high: loop',
    ],
    [
      record('v=spf1 include:i0.test include:i1.test -all', 'i0.test TXT v=spf1 include:i1.test | i1.test TXT v=spf1'),
      'ok: fine',
    ],
    [record('v=spf1 include:%{ir}.%{v}.%{d}.spf.test -all'), 'unknown: macro'],
    [record('v=spf1 redirect=%{d}.spf.test'), 'unknown: macro'],
    [record('v=spf1 include:%{d}.spf.test ptr -all'), 'weak low: ptr, macro'],
    [record(`v=spf1 include:%{d}.spf.test ${includes(10)} -all`, included(10)), 'broken high: too_many_lookups, macro'],
    ['ex.test A 192.0.2.1', 'absent medium: absent'],
    ['ex.test TXT v=spf10 -all', 'absent medium: absent'],
    ['ex.test TXT v=spf1;-all', 'absent medium: absent'],
    ['ex.test TXT spf1 -all', 'absent medium: absent'],
    ['ex.test TXT spf2.0/pra -all', 'absent medium: absent'],
    ...failures.flatMap(
      (failure): Rows => [
        [`ex.test TXT !${failure}`, 'unknown: unanswered'],
        [record('v=spf1 include:i0.test -all', `i0.test TXT !${failure}`), 'unknown: unanswered'],
        [record('v=spf1 redirect=i0.test', `i0.test TXT !${failure}`), 'unknown: unanswered'],
        [record('v=spf1 a:i0.test -all', `i0.test A !${failure}`), 'unknown: unanswered'],
        [record('v=spf1 mx:i0.test -all', `i0.test MX !${failure}`), 'unknown: unanswered'],
        [record('v=spf1 include:i0.test +all', `i0.test TXT !${failure}`), 'weak high: everyone, unanswered'],
        [record('v=spf1 -include:i0.test +all', `i0.test TXT !${failure}`), 'unknown: unanswered'],
      ],
    ),
  ];
  it.each(rows)('%s → %s', async (zone, expected) => {
    expect(told(await look('spf', `${takesMail} | ${zone}`))).toBe(expected);
  });

  it.each(['include:a.test', 'exists:a.test'])(
    'is not known behind %s of which nobody answers whether everybody matches it',
    async (term) => {
      const unanswered = 'a.test TXT !silent | a.test A !silent';
      expect(
        told(await look('spf', `${takesMail} | ${unanswered} | ${record(`v=spf1 ${term} include:none.test ?all`)}`)),
      ).toBe('unknown: unanswered');
    },
  );

  it('of a domain without mail says that nothing is sent', async () => {
    expect(told(await look('spf', takesNone))).toBe('absent low: absent_without_mail');
    expect((await look('spf', takesNone)).shouldBe).toEqual({ name: 'ex.test', type: 'TXT', value: 'v=spf1 -all' });
    expect(told(await look('spf', 'ex.test SOA 1'))).toBe('absent low: absent_without_mail');
    expect(told(await look('spf', takesNone, { expectsMail: true }))).toBe('absent medium: absent');
    expect(told(await look('spf', takesMail, { expectsMail: false }))).toBe('absent low: absent_without_mail');
    expect(told(await look('spf', mute))).toBe('unknown: unanswered');
  });

  it.each([
    ['v=spf1 mx +all', 'v=spf1 mx ~all'],
    ['v=spf1 mx', 'v=spf1 mx ~all'],
    ['v=spf1 ptr mx -all', 'v=spf1 mx -all'],
    ['v=spf1 ip4:0.0.0.0/0 mx -all', 'v=spf1 mx -all'],
    ['v=spf1 mx -all', null],
    ['v=spf1 foo +all', null],
    ['v=spf1 exists:mx.ex.test +all', null],
  ])('%s should be %s', async (record, value) => {
    const { shouldBe } = await look('spf', `${takesMail} | ex.test TXT ${record}`);
    expect(shouldBe?.value ?? null).toBe(value);
  });

  it('of several records suggests one of all their terms', async () => {
    const { shouldBe } = await look(
      'spf',
      `${takesMail} | ex.test TXT v=spf1 mx -all | ex.test TXT v=spf1 mx include:a.test ?all`,
    );
    expect(shouldBe?.value).toBe('v=spf1 mx include:a.test ~all');
  });
});

describe('DMARC', () => {
  const at = (text: string, ...others: string[]) => [`_dmarc.ex.test TXT ${text}`, ...others].join(' | ');
  const rows: Rows = [
    [at('v=DMARC1; p=reject'), 'ok: fine'],
    [at('v=DMARC1;p=quarantine'), 'ok: fine'],
    [at('v=DMARC1; p=REJECT;'), 'ok: fine'],
    [at('v = DMARC1 ; p = reject'), 'ok: fine'],
    [at('v=DMARC1; sp=reject; p=reject'), 'ok: fine'],
    [at('v=DMARC1; p=reject; pct=100'), 'ok: fine'],
    [at('v=DMARC1; p=reject; t=n; unknown=1; rf=afrf; ri=3600'), 'ok: fine'],
    [at('v=DMARC1; p=reject; rua=mailto:a@ex.test'), 'ok: fine'],
    [at('v=DMARC1; p=reject; rua=mailto:a@mail.ex.test!10m'), 'ok: fine'],
    [at('v=DMARC1; p=reject; rua=mailto:a@re.test', 'ex.test._report._dmarc.re.test TXT v=DMARC1'), 'ok: fine'],
    [at('v=DMARC1; p=reject; rua=mailto:a@re.test', '*._report._dmarc.re.test TXT v=DMARC1;'), 'ok: fine'],
    [
      at('v=DMARC1; p=reject; rua=mailto:a@re.test', 'ex.test._report._dmarc.re.test TXT !silent'),
      'unknown: unanswered',
    ],
    [at('v=DMARC1; p=reject', '_dmarc.ex.test TXT hello'), 'ok: fine'],
    [at('v=DMARC1; p=none'), 'weak low: policy_none'],
    [at('v=DMARC1; p=none; sp=none'), 'weak low: policy_none'],
    [at('v=DMARC1; p=None'), 'weak low: policy_none'],
    [at('v=DMARC1'), 'weak low: no_policy'],
    [at('v=DMARC1; rua=mailto:a@ex.test'), 'weak low: no_policy'],
    [at('v=DMARC1; p=reject; sp=none'), 'weak low: subdomains_open'],
    [at('v=DMARC1; p=quarantine; sp=none'), 'weak low: subdomains_open'],
    [at('v=DMARC1; p=reject; pct=0'), 'weak low: percentage'],
    [at('v=DMARC1; p=reject; pct=50; t=y'), 'weak low: percentage, test_mode'],
    [at('v=DMARC1; p=quarantine; t=y'), 'weak low: test_mode'],
    [at('v=DMARC1; p=reject; rua=a@ex.test'), 'weak low: report_address'],
    [at('v=DMARC1; p=reject; rua=mailto:'), 'weak low: report_address'],
    [at('v=DMARC1; p=reject; rua=https://ex.test/'), 'weak low: report_address'],
    [at('v=DMARC1; p=reject; rua=mailto:a@ex.test,b@ex.test'), 'weak low: report_address'],
    [at('v=DMARC1; p=reject; rua=mailto:a@re.test'), 'weak low: report_refused'],
    [
      at('v=DMARC1; p=reject; rua=mailto:a@re.test', 'ex.test._report._dmarc.re.test TXT hello'),
      'weak low: report_refused',
    ],
    [
      at('v=DMARC1; p=reject; rua=mailto:a@re.test', 'ex.test._report._dmarc.re.test A 192.0.2.1'),
      'weak low: report_refused',
    ],
    [at('v=DMARC1; p=quarantin'), 'broken medium: policy_unknown'],
    [at('v=DMARC1; p='), 'broken medium: policy_unknown'],
    [at('v=DMARC1; p=reject', '_dmarc.ex.test TXT v=DMARC1; p=none'), 'broken high: several'],
    [at('v=DMARC1; p=reject', '_dmarc.ex.test TXT v=DMARC1; p=reject'), 'broken high: several'],
    [at('v=dmarc1; p=reject'), 'broken medium: malformed'],
    [at('v=DMARC1, p=reject'), 'broken medium: malformed'],
    [at('v=DMARC2; p=reject'), 'broken medium: malformed'],
    [at('"v=DMARC1; p=reject"'), 'broken medium: malformed'],
    [at('p=reject; v=DMARC1'), 'absent medium: absent'],
    [at('v=spf1 -all'), 'absent medium: absent'],
    ['ex.test TXT v=DMARC1; p=reject', 'broken medium: at_apex'],
    ['', 'absent medium: absent'],
    ['_dmarc.ex.test A 192.0.2.1', 'absent medium: absent'],
    ['_dmarc.test TXT v=DMARC1; p=reject; psd=y', 'ok: fine'],
    ['_dmarc.test TXT v=DMARC1; p=none; psd=y', 'weak low: policy_none'],
    ['_dmarc.test TXT v=DMARC1; p=reject; sp=none', 'weak low: policy_none'],
    ['_dmarc.test TXT !failed', 'unknown: unanswered'],
    ...failures.map((failure) => [at(`!${failure}`), 'unknown: unanswered'] as const),
  ];
  it.each(rows)('%s → %s', async (zone, expected) => {
    expect(told(await look('dmarc', `${takesMail} | ${zone}`))).toBe(expected);
  });

  const below = 'SOA 1 | shop.ex.test MX 10 mx.ex.test | mx.ex.test A 192.0.2.1';
  it.each([
    ['_dmarc.ex.test TXT v=DMARC1; p=reject', 'ok: fine'],
    ['_dmarc.ex.test TXT v=DMARC1; p=reject; sp=quarantine', 'ok: fine'],
    ['_dmarc.ex.test TXT v=DMARC1; p=reject; sp=none', 'weak low: policy_none'],
    ['_dmarc.ex.test TXT v=DMARC1; p=none; sp=reject', 'ok: fine'],
    ['_dmarc.ex.test TXT v=DMARC1; p=reject; np=none', 'ok: fine'],
    ['_dmarc.ex.test TXT v=DMARC1; p=none; psd=n | _dmarc.test TXT v=DMARC1; p=reject', 'weak low: policy_none'],
    ['_dmarc.ex.test TXT v=DMARC1; p=none | _dmarc.test TXT v=DMARC1; p=reject; psd=y', 'weak low: policy_none'],
    ['_dmarc.ex.test TXT v=DMARC1; p=none | _dmarc.test TXT v=DMARC1; p=reject', 'ok: fine'],
    ['_dmarc.ex.test TXT v=DMARC1; p=none | _dmarc.ex.test TXT v=DMARC1; p=none', 'absent medium: absent'],
    ['_dmarc.ex.test TXT !silent', 'unknown: unanswered'],
    ['_dmarc.shop.ex.test TXT v=DMARC1; p=none | _dmarc.ex.test TXT v=DMARC1; p=reject', 'weak low: policy_none'],
  ])('a name below inherits: %s → %s', async (zone, expected) => {
    expect(told(await look('dmarc', `shop.ex.test ${below} | ${zone}`, { name: 'shop.ex.test' }))).toBe(expected);
  });

  it('is absent with less weight where no mail is', async () => {
    expect(told(await look('dmarc', takesNone))).toBe('absent low: absent_without_mail');
    expect((await look('dmarc', takesNone)).shouldBe).toEqual({
      name: '_dmarc.ex.test',
      type: 'TXT',
      value: 'v=DMARC1; p=reject',
    });
    expect((await look('dmarc', takesMail)).shouldBe?.value).toBe('v=DMARC1; p=none; rua=mailto:postmaster@ex.test');
    expect(told(await look('dmarc', mute))).toBe('unknown: unanswered');
  });

  it.each([
    ['v=DMARC1; p=none; rua=mailto:a@ex.test', 'v=DMARC1; p=quarantine; rua=mailto:a@ex.test'],
    ['v=DMARC1; p=reject; pct=10; t=y; adkim=s', 'v=DMARC1; p=reject; adkim=s'],
    ['v=DMARC1; sp=none; p=reject', 'v=DMARC1; p=reject; sp=reject'],
    ['v=DMARC1; fo=1', 'v=DMARC1; p=none; fo=1'],
    ['v=DMARC1; p=reject', null],
  ])('%s should be %s', async (record, value) => {
    expect((await look('dmarc', `${takesMail} | ${at(record)}`)).shouldBe?.value ?? null).toBe(value);
  });

  it('asks eight names at most, however deep the domain is', async () => {
    const labels = fc.array(fc.stringMatching(/^[a-z]{1,5}$/), { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(labels, async (parts) => {
        const name = [...parts, 'test'].join('.');
        const dns = scriptedDns(`${name} SOA 1`);
        await judgePosture(dns, { ...domain, name });
        const asked = dns.questions.filter((question) => question.startsWith('_dmarc.'));
        expect(new Set(asked).size).toBe(Math.min(8, parts.length + 1));
        expect(asked[0]).toBe(`_dmarc.${name} TXT`);
        expect(asked.at(-1)).toBe('_dmarc.test TXT');
      }),
      { numRuns: propertyRuns(60) },
    );
  });
});

describe('DKIM', () => {
  const rsa = (bits: number, form: 'spki' | 'pkcs1' = 'spki') =>
    generateKeyPairSync('rsa', { modulusLength: bits })
      .publicKey.export({ format: 'der', type: form })
      .toString('base64');
  const [tiny, old, good, pkcs1] = [rsa(768), rsa(1024), rsa(2048), rsa(2048, 'pkcs1')];
  const ed = generateKeyPairSync('ed25519')
    .publicKey.export({ format: 'der', type: 'spki' })
    .subarray(-32)
    .toString('base64');
  const key = (text: string, selector = 'default') => `${selector}._domainkey.ex.test TXT ${text}`;
  const rows: Rows = [
    [key(`v=DKIM1; k=rsa; p=${good}`), 'ok: fine'],
    [key(`v=DKIM1; p=${good}`), 'ok: fine'],
    [key(`p=${good}`), 'ok: fine'],
    [key(`v=DKIM1; p=${pkcs1}`), 'ok: fine'],
    [key(`v=DKIM1; p=${good.slice(0, 100)} ${good.slice(100)}`), 'ok: fine'],
    [key(`v=DKIM1; k=ed25519; p=${ed}`), 'ok: fine'],
    [key(`v=DKIM1; h=sha256; p=${good}`), 'ok: fine'],
    [key(`v=DKIM1; h=sha1:sha256; s=email; t=s; p=${good}`), 'ok: fine'],
    [key(`v=DKIM1; p=${good}`, 'google'), 'ok: fine'],
    [`${key(`v=DKIM1; p=${good}`)} | ${key('v=DKIM1; p=', 's1')}`, 'ok: fine'],
    [key(`v=DKIM1; p=${old}`), 'weak low: old_key'],
    [key(`v=DKIM1; t=y; p=${good}`), 'weak low: test_mode'],
    [key(`v=DKIM1; t=y:s; p=${old}`), 'weak low: old_key, test_mode'],
    [key(`v=DKIM1; p=${tiny}`), 'broken medium: short_key'],
    [`${key(`v=DKIM1; p=${tiny}`)} | ${key(`v=DKIM1; p=${good}`, 's1')}`, 'broken medium: short_key'],
    [key(`v=DKIM1; h=sha1; p=${good}`), 'broken medium: sha1_only'],
    [key(`v=DKIM1; p=${good.slice(0, 200)}`), 'broken medium: unreadable'],
    [key('v=DKIM1; p=YOUR-KEY-HERE'), 'broken medium: unreadable'],
    [key('v=DKIM1; p=AAAA'), 'broken medium: unreadable'],
    [key(`v=DKIM1; k=ed25519; p=${good}`), 'broken medium: unreadable'],
    [key(`v=DKIM1; k=dsa; p=${good}`), 'broken medium: unreadable'],
    [`${key(`v=DKIM1; p=${good}`)} | ${key(`v=DKIM1; p=${old}`)}`, 'broken medium: several'],
    [key('v=DKIM1; p='), 'unknown: unknown_selector'],
    [key(`v=DKIM1; p=${good}`, 'own7'), 'unknown: unknown_selector'],
    [key('hello'), 'unknown: unknown_selector'],
    [key(`v=DKIM2; p=${good}`), 'unknown: unknown_selector'],
    [key('v=DKIM1; p=', '*'), 'unknown: wildcard'],
    [key(`v=DKIM1; p=${good}`, '*'), 'unknown: wildcard'],
    [`${key('v=DKIM1; p=', '*')} | ${key(`v=DKIM1; p=${good}`)}`, 'ok: fine'],
    ['', 'absent medium: absent'],
    ['_dmarc.ex.test TXT v=DMARC1; p=none', 'absent medium: absent'],
    ...failures.flatMap(
      (failure): Rows => [
        [`_domainkey.ex.test TXT !${failure}`, 'unknown: unanswered'],
        [`${key(`!${failure}`)} | ${key('x', 'other')}`, 'unknown: unanswered'],
        [`${key(`!${failure}`)} | ${key(`p=${good}`, 's1')}`, 'unknown: unanswered'],
        [`${key(`!${failure}`)} | ${key(`p=${old}`, 's1')}`, 'weak low: old_key, unanswered'],
        [key(`!${failure}`, 'random0'), 'unknown: unanswered'],
      ],
    ),
  ];
  it.each(rows)('%s → %s', async (zone, expected) => {
    expect(told(await look('dkim', `${takesMail} | ${zone}`))).toBe(expected);
  });

  it.each([
    [key(`v=DKIM1; p=${good}`, 'own7'), 'ok: fine'],
    [key(`v=DKIM1; p=${good}`), 'broken medium: named_missing'],
    [key('hello', 'own7'), 'broken medium: named_missing'],
    [key('v=DKIM1; p=', 'own7'), 'broken medium: revoked'],
    [key('!silent', 'own7'), 'unknown: unanswered'],
    ['', 'broken medium: named_missing'],
  ])('with a selector that its owner named: %s → %s', async (zone, expected) => {
    expect(told(await look('dkim', `${takesMail} | ${zone}`, { dkimSelectors: ['own7'] }))).toBe(expected);
  });

  it('is not missed where no mail is', async () => {
    expect(told(await look('dkim', takesNone))).toBe('ok: not_needed');
    expect(told(await look('dkim', mute))).toBe('unknown: unanswered');
  });
});

describe('MTA-STS', () => {
  const record = '_mta-sts.ex.test TXT v=STSv1; id=20261130';
  const policy = (text: string): PolicyAnswer => ({ outcome: 'policy', text: text.replaceAll(' | ', '\r\n') });
  const enforced = 'version: STSv1 | mode: enforce | max_age: 604800';
  const rows: readonly (readonly [string, PolicyAnswer | undefined, string])[] = [
    [record, policy(`${enforced} | mx: mx.ex.test`), 'ok: fine'],
    [record, policy(`${enforced} | mx: *.ex.test`), 'ok: fine'],
    [record, policy(`${enforced} | mx: MX.EX.TEST.`), 'ok: fine'],
    [record, policy(`${enforced} | mx: other.test | mx: mx.ex.test | later: x`), 'ok: fine'],
    [record, policy(`${enforced}|mx: mx.ex.test`.replaceAll('|', '\n')), 'ok: fine'],
    [record, policy(`${enforced} | mx: other.test`), 'broken high: fits_no_mx'],
    [record, policy(`${enforced} | mx: *.mx.ex.test`), 'broken high: fits_no_mx'],
    [record, policy(`${enforced} | mx: *.test`), 'broken high: fits_no_mx'],
    [`${record} | ex.test MX 20 mx2.other.test`, policy(`${enforced} | mx: mx.ex.test`), 'broken medium: misses_mx'],
    [record, policy('version: STSv1 | mode: testing | max_age: 604800 | mx: other.test'), 'weak low: testing'],
    [record, policy('version: STSv1 | mode: none | max_age: 604800'), 'weak low: mode_none'],
    [record, policy('version: STSv1 | mode: enforce | max_age: 3600 | mx: mx.ex.test'), 'weak low: short_lived'],
    ...[
      ...[
        '',
        'hello',
        '<html></html>',
        'version: STSv2 | mode: enforce | max_age: 1 | mx: mx.ex.test',
        'mode: enforce | max_age: 1 | mx: a.test',
      ],
      ...[
        'version: STSv1 | max_age: 604800 | mx: mx.ex.test',
        'version: STSv1 | mode: strict | max_age: 604800 | mx: mx.ex.test',
      ],
      ...[
        enforced,
        `${enforced} | mx: *`,
        `${enforced} | mx: mx.*.test`,
        `${enforced} | mx: m*.ex.test`,
        `${enforced} | mx: `,
      ],
      ...[
        'version: STSv1 | mode: enforce | mx: mx.ex.test',
        'version: STSv1 | mode: enforce | max_age: -1 | mx: mx.ex.test',
      ],
      ...[
        'version: STSv1 | mode: enforce | max_age: 31557601 | mx: mx.ex.test',
        'version: STSv1 | mode: enforce | max_age: 1d | mx: mx.ex.test',
      ],
    ].map((text) => [record, policy(text), 'broken medium: policy_malformed'] as const),
    [record, { outcome: 'none', why: 'status', status: 404 }, 'broken medium: no_policy'],
    ...(['certificate', 'address', 'type', 'length'] as const).map(
      (why) => [record, { outcome: 'none', why }, 'broken medium: no_policy'] as const,
    ),
    ...failures.map(
      (failure) =>
        [`${record} | ex.test MX !${failure}`, policy(`${enforced} | mx: a.test`), 'unknown: unanswered'] as const,
    ),
    [record, { outcome: 'silent' }, 'unknown: policy_unanswered'],
    [`${record} | ${record}`, undefined, 'broken medium: several'],
    ['_mta-sts.ex.test TXT v=STSv1; id=', undefined, 'broken medium: malformed'],
    ['_mta-sts.ex.test TXT v=STSv1;', undefined, 'broken medium: malformed'],
    ['_mta-sts.ex.test TXT v=STSv1; id=2026-11-30', undefined, 'broken medium: malformed'],
    ['_mta-sts.ex.test TXT v=STSv2; id=1', undefined, 'absent low: absent'],
    ['', undefined, 'absent low: absent'],
    ...failures.map((failure) => [`_mta-sts.ex.test TXT !${failure}`, undefined, 'unknown: unanswered'] as const),
  ];
  it.each(rows)('%s, %j → %s', async (zone, answer, expected) => {
    expect(told(await look('mta_sts', `${takesMail} | ${zone}`, {}, answer))).toBe(expected);
  });

  it('is not missed where no mail is', async () => {
    expect(told(await look('mta_sts', takesNone))).toBe('ok: not_needed');
    expect(told(await look('mta_sts', mute))).toBe('unknown: unanswered');
  });
});

describe('TLS reports', () => {
  const at = (text: string) => `_smtp._tls.ex.test TXT ${text}`;
  const rows: Rows = [
    [at('v=TLSRPTv1; rua=mailto:a@ex.test'), 'ok: fine'],
    [at('v=TLSRPTv1;rua=https://re.test/v1'), 'ok: fine'],
    [at('v=TLSRPTv1; rua=mailto:a@ex.test,https://re.test/'), 'ok: fine'],
    [at('v=TLSRPTv1; rua=a@ex.test'), 'broken low: malformed'],
    [at('v=TLSRPTv1; rua='), 'broken low: malformed'],
    [at('v=TLSRPTv1;'), 'broken low: malformed'],
    [at('v=TLSRPTv1; rua=mailto:a@ex.test,b'), 'broken low: malformed'],
    [`${at('v=TLSRPTv1; rua=mailto:a@ex.test')} | ${at('v=TLSRPTv1; rua=mailto:b@ex.test')}`, 'broken low: several'],
    [at('v=TLSRPTv2; rua=mailto:a@ex.test'), 'absent low: absent'],
    [at('TLSRPTv1'), 'absent low: absent'],
    ['', 'absent low: absent'],
    ...failures.map((failure) => [at(`!${failure}`), 'unknown: unanswered'] as const),
  ];
  it.each(rows)('%s → %s', async (zone, expected) => {
    expect(told(await look('tls_rpt', `${takesMail} | ${zone}`))).toBe(expected);
  });

  it('are not missed where no mail is', async () => {
    expect(told(await look('tls_rpt', takesNone))).toBe('ok: not_needed');
    expect(told(await look('tls_rpt', mute))).toBe('unknown: unanswered');
  });
});

describe('MX', () => {
  const soa = 'ex.test SOA 1';
  const rows: readonly (readonly [string, Partial<LookedAtDomain>, string])[] = [
    ['ex.test MX 10 mx.ex.test | mx.ex.test A 192.0.2.1', {}, 'ok: fine'],
    ['ex.test MX 10 mx.ex.test | mx.ex.test AAAA 2001:db8::1', {}, 'ok: fine'],
    ['ex.test MX 10 mx.ex.test | mx.ex.test A 192.0.2.1 | mx.ex.test AAAA !silent', {}, 'ok: fine'],
    ['ex.test MX 10 mx.ex.test | ex.test MX 20 mx.ex.test | mx.ex.test A 192.0.2.1', {}, 'ok: fine'],
    ['ex.test MX 0 .', {}, 'ok: none_wanted'],
    ['ex.test MX 0 .', { expectsMail: false }, 'ok: none_wanted'],
    ['ex.test MX 0 .', { expectsMail: true }, 'broken high: wanted'],
    ['ex.test A 192.0.2.1', { expectsMail: true }, 'broken high: wanted'],
    ['ex.test A 192.0.2.1', {}, 'absent low: no_null'],
    ['ex.test A 192.0.2.1', { expectsMail: false }, 'absent low: no_null'],
    ['ex.test MX 10 gone.test', {}, 'broken high: no_address'],
    ['ex.test MX 10 gone.test | ex.test MX 20 lost.test', {}, 'broken high: no_address'],
    ['ex.test MX 10 192.0.2.1', {}, 'broken high: no_address'],
    [
      'ex.test MX 10 gone.test | ex.test MX 20 mx.ex.test | mx.ex.test A 192.0.2.1',
      {},
      'weak low: some_without_address',
    ],
    [
      'ex.test MX 10 gone.test | ex.test MX 20 mx.ex.test | mx.ex.test A !failed',
      {},
      'weak low: some_without_address, unanswered',
    ],
    ['ex.test MX 10 mx.ex.test | mx.ex.test A 192.0.2.1 alias', {}, 'weak low: alias'],
    ['ex.test MX 0 . | ex.test MX 10 mx.ex.test | mx.ex.test A 192.0.2.1', {}, 'broken medium: null_among_others'],
    ['ex.test MX 10 mx.ex.test | mx.ex.test A !silent', {}, 'unknown: unanswered'],
    ['ex.test MX 10 mx.ex.test | mx.ex.test A !silent | mx.ex.test AAAA !silent', {}, 'unknown: unanswered'],
    ...failures.map((failure) => [`ex.test MX !${failure}`, {}, 'unknown: unanswered'] as const),
  ];
  it.each(rows)('%s, %j → %s', async (zone, more, expected) => {
    expect(told(await look('mx', `${soa} | ${zone}`, more))).toBe(expected);
  });

  it('should be a null MX where there is none and no mail', async () => {
    expect((await look('mx', soa)).shouldBe).toEqual({ name: 'ex.test', type: 'MX', value: '0 .' });
  });
});

describe('CAA', () => {
  const rows: Rows = [
    ['ex.test CAA 0 issue ca.test', 'ok: fine'],
    ['ex.test CAA 0 issue ;', 'ok: fine'],
    ['ex.test CAA 0 issue ', 'ok: fine'],
    ['ex.test CAA 0 issue ca.test; accounturi=https://ca.test/1; validationmethods=dns-01', 'ok: fine'],
    ['ex.test CAA 128 issue ca.test', 'ok: fine'],
    ['ex.test CAA 0 ISSUE ca.test', 'ok: fine'],
    ['ex.test CAA 0 issue ca.test | ex.test CAA 0 issuewild ; | ex.test CAA 0 iodef mailto:a@ex.test', 'ok: fine'],
    ['ex.test CAA 0 issue ca.test | ex.test CAA 0 future x', 'ok: fine'],
    ['ex.test CAA 0 issue ca.test | ex.test CAA 128 issuemail ca.test', 'ok: fine'],
    ['ex.test CAA 0 iodef mailto:a@ex.test', 'weak low: no_issuer'],
    ['ex.test CAA 0 issuewild ca.test', 'weak low: no_issuer'],
    ['ex.test CAA 0 issue ca.test | ex.test CAA 128 future x', 'broken medium: unknown_critical'],
    ['ex.test CAA 0 issue http://ca.test/', 'broken medium: malformed'],
    ['ex.test CAA 0 issue "ca.test"', 'broken medium: malformed'],
    ['ex.test CAA 0 issue ca_test', 'broken medium: malformed'],
    ['ex.test CAA 0 issue ca.test; accounturi', 'broken medium: malformed'],
    ['', 'absent low: absent'],
    ['test CAA 0 issue ca.test', 'ok: fine'],
    ...failures.map((failure) => [`ex.test CAA !${failure}`, 'unknown: unanswered'] as const),
  ];
  it.each(rows)('%s → %s', async (zone, expected) => {
    expect(told(await look('caa', `${takesMail} | ${zone}`))).toBe(expected);
  });

  it('is inherited, unless the name has records itself', async () => {
    const above = 'shop.ex.test SOA 1 | ex.test CAA 0 issue ca.test';
    expect(told(await look('caa', above, { name: 'shop.ex.test' }))).toBe('ok: fine');
    const own = `${above} | shop.ex.test CAA 0 iodef mailto:a@ex.test`;
    expect(told(await look('caa', own, { name: 'shop.ex.test' }))).toBe('weak low: no_issuer');
  });
});

describe('name servers', () => {
  const two = 'ex.test NS a.ns.test | ex.test NS b.ns.test | a.ns.test A 192.0.2.1 | b.ns.test A 198.51.100.1';
  const answers = (address: string, answer = '1 aa') => `ex.test SOA@${address} ${answer}`;
  const [both, first] = [`${answers('192.0.2.1')} | ${answers('198.51.100.1')}`, answers('192.0.2.1')];
  const rows: Rows = [
    [`${two} | ${both}`, 'ok: fine'],
    [
      'ex.test NS a.ns.test | ex.test NS b.ns.test | a.ns.test AAAA 2001:db8::1 | b.ns.test AAAA 2001:db8:1::1 | ' +
        `${answers('2001:db8::1')} | ${answers('2001:db8:1::1')}`,
      'ok: fine',
    ],
    [`ex.test NS a.ns.test | a.ns.test A 192.0.2.1 | ${first}`, 'weak low: only_one'],
    [
      `ex.test NS a.ns.test | ex.test NS b.ns.test | a.ns.test A 192.0.2.1 | b.ns.test A 192.0.2.9 | ${first} | ${answers('192.0.2.9')}`,
      'weak low: one_network',
    ],
    ...['!refused', '!failed', '!no_name', '1'].flatMap(
      (answer): Rows => [
        [`${two} | ${first} | ${answers('198.51.100.1', answer)}`, 'weak medium: lame'],
        [`${two} | ${answers('192.0.2.1', answer)} | ${answers('198.51.100.1', answer)}`, 'broken critical: all_lame'],
        [`${two} | ${answers('198.51.100.1', answer)}`, 'weak medium: lame, silent'],
      ],
    ),
    [`${two} | ${first}`, 'unknown: silent'],
    [two, 'unknown: silent'],
    [
      `ex.test NS a.ns.test | ex.test NS gone.test | a.ns.test A 192.0.2.1 | ${first}`,
      'weak medium: lame, one_network',
    ],
    ['ex.test NS gone.test | ex.test NS lost.test', 'broken critical: all_lame'],
    [
      `ex.test NS a.ns.test | ex.test NS c.test | a.ns.test A 192.0.2.1 | c.test A !failed | ${first}`,
      'unknown: silent',
    ],
    ['', 'unknown: unanswered'],
    ...failures.map((failure) => [`ex.test NS !${failure}`, 'unknown: unanswered'] as const),
  ];
  it.each(rows)('%s → %s', async (zone, expected) => {
    expect(told(await look('name_servers', `ex.test SOA 1 | ${zone}`))).toBe(expected);
  });

  it('are those of the zone that a name is in', async () => {
    const zone = `ex.test SOA 1 | shop.ex.test A 192.0.2.7 | ${two} | ${both}`;
    expect(told(await look('name_servers', zone, { name: 'shop.ex.test' }))).toBe('ok: fine');
  });

  it('that know of no such name are all that is said of it', async () => {
    const verdicts = await judgePosture(scriptedDns('test SOA 1'), domain);
    expect(verdicts.map(told)).toEqual([
      'broken critical: no_such_name',
      ...seenByAll.slice(1, -1).map(() => 'unknown: no_such_name'),
      'unknown: unanswered',
    ]);
  });
});

describe('DNSSEC', () => {
  const key =
    'ex.test DNSKEY 257 3 13 TTCcE9kiFJcC/qBqPyqPb0cQhxQp46OmyK2h3nypznN9+vVVm/UEJquvw/zOgwYRjwehDy5R3TSx/acoF9YqPA==';
  const named = (line: string) => line.replaceAll('ex.test', 'example.com');
  // As dnssec-dsfromkey of BIND makes them of this key.
  const ds = {
    sha1: 'ex.test DS 52457 13 1 85CC015110F0A56B7CC457A537809CCFC2BE0FA7',
    sha256: 'ex.test DS 52457 13 2 E025D61D3DE1A55645348BC1C45C130C0396AE79B18A0D3C8EE7A2CFFA47D869',
    sha384:
      'ex.test DS 52457 13 4 B159C252E9097E1588805AF75AFD2F7F13450F929E7AA7BE33DE205E98F06098A25C3F7371848D818C8902908BCA2135',
    other: 'ex.test DS 52457 13 2 0025D61D3DE1A55645348BC1C45C130C0396AE79B18A0D3C8EE7A2CFFA47D869',
    unknownDigest: 'ex.test DS 52457 13 9 00',
    old: 'ex.test DS 52457 5 1 85CC015110F0A56B7CC457A537809CCFC2BE0FA7',
    // Of the same key, taken for one of RSA/SHA-1.
    oldSha1: 'ex.test DS 52449 5 1 20A81D30072F7E3D443B5B5244D6923D69965959',
    oldSha256: 'ex.test DS 52449 5 2 4DCFEDF3EFBE31BB5E4EB1281CF6EED013A2223319BAD0AEA42372C4CB43B3F4',
  };
  const oldKey = key.replace(' 13 ', ' 5 ');
  const rows: Rows = [
    [`ex.test SOA 1 ad | ${key} | ${ds.sha256}`, 'ok: fine'],
    [`ex.test SOA 1 ad | ${key} | ${ds.sha1}`, 'ok: fine'],
    [`ex.test SOA 1 ad | ${key} | ${ds.sha384}`, 'ok: fine'],
    [`ex.test SOA 1 ad | ${key} | ${ds.other} | ${ds.sha256}`, 'ok: fine'],
    [`ex.test SOA 1 ad | ${key} | ${ds.unknownDigest}`, 'ok: fine'],
    ['ex.test SOA 1', 'absent low: absent'],
    [`ex.test SOA 1 | ${key}`, 'weak low: no_ds'],
    [`ex.test SOA 1 | ${key} | ${ds.sha256}`, 'unknown: no_validator'],
    [`ex.test SOA 1 | ${key} | ${ds.sha256} | . SOA 1`, 'unknown: no_validator'],
    [`ex.test SOA 1 | ${key} | ${ds.sha256} | . SOA 1 ad`, 'weak low: not_chained'],
    [`ex.test SOA 1 | ${ds.sha256}`, 'broken critical: no_keys'],
    [`ex.test SOA 1 | ${key} | ${ds.other}`, 'broken critical: no_matching_key'],
    [`ex.test SOA 1 | ${oldKey} | ${ds.old}`, 'broken critical: no_matching_key'],
    [`ex.test SOA 1 | ${oldKey} | ${ds.oldSha1}`, 'weak low: old_algorithm'],
    [`ex.test SOA 1 ad | ${oldKey} | ${ds.oldSha256}`, 'weak low: old_algorithm'],
    [`ex.test SOA 1 ad | ${oldKey} | ${key} | ${ds.oldSha256} | ${ds.sha256}`, 'ok: fine'],
    [`ex.test SOA 1 | ${key} | ${ds.oldSha1}`, 'broken critical: no_matching_key'],
    ['ex.test SOA !failed cd', 'broken critical: bogus'],
    ['ex.test SOA !failed cd ede7', 'broken critical: bogus'],
    ['ex.test SOA !failed', 'unknown: unanswered'],
    ['ex.test SOA !silent cd', 'unknown: unanswered'],
    ['ex.test SOA !refused', 'unknown: unanswered'],
    ...failures.flatMap(
      (failure): Rows => [
        [`ex.test SOA 1 | ${key} | ex.test DS !${failure}`, 'unknown: unanswered'],
        [`ex.test SOA 1 | ${ds.sha256} | ex.test DNSKEY !${failure}`, 'unknown: unanswered'],
      ],
    ),
  ];
  it.each(rows)('%s → %s', async (zone, expected) => {
    expect(told(await look('dnssec', named(zone), { name: 'example.com' }))).toBe(expected);
  });

  it('names the DS record to publish as BIND makes it', async () => {
    const { shouldBe } = await look('dnssec', named(`ex.test SOA 1 | ${key}`), { name: 'example.com' });
    expect(`${shouldBe?.name} DS ${shouldBe?.value}`).toBe(named(ds.sha256));
  });

  it('says why by the extended error', async () => {
    const { remarks } = await look('dnssec', 'ex.test SOA !failed cd ede7');
    expect(remarks[0]!.values.why).toBe('expired');
  });

  it('is about the zone that a name is in', async () => {
    const zone = named(`ex.test SOA 1 | www.ex.test A 192.0.2.1 | ${key} | ${ds.other}`);
    expect(told(await look('dnssec', zone, { name: 'www.example.com' }))).toBe('broken critical: no_matching_key');
  });
});

describe('registration', () => {
  const registered = (expires: string | null, statuses: readonly string[] = []): RegistrationAnswer => {
    const registration: Registration = {
      statuses,
      expiresAt: expires === null ? null : new Date(expires),
      registrar: 'Names',
      registrarId: null,
      nameServers: [],
    };
    return { outcome: 'registered', registration };
  };
  // It is the first of January 1970.
  const rows: readonly (readonly [RegistrationAnswer, string])[] = [
    [registered('1971-01-01'), 'ok: fine'],
    [registered('1970-02-01T00:00:01Z'), 'ok: fine'],
    [registered('1970-01-30'), 'weak medium: ends_soon'],
    [registered('1970-01-09'), 'weak medium: ends_soon'],
    [registered('1970-01-08'), 'weak critical: ends_at_once'],
    [registered('1970-01-01T12:00:00Z'), 'weak critical: ends_at_once'],
    [registered('1969-12-31'), 'broken critical: expired'],
    [registered('1969-12-31', ['autorenewperiod']), 'ok: fine'],
    [registered('1970-01-03', ['autorenewperiod']), 'ok: fine'],
    [registered('1971-01-01', ['clienttransferprohibited', 'active']), 'ok: fine'],
    [registered('1971-01-01', ['clienthold']), 'broken critical: on_hold'],
    [registered('1971-01-01', ['serverhold', 'clienthold']), 'broken critical: on_hold'],
    [registered('1969-12-01', ['redemptionperiod', 'clienthold']), 'broken critical: on_hold, in_redemption'],
    [registered('1969-12-01', ['pendingdelete']), 'broken critical: pending_delete'],
    [registered(null, ['pendingdelete']), 'broken critical: pending_delete'],
    [registered(null), 'unknown: no_date'],
    [{ outcome: 'not_registered' }, 'unknown: contradiction'],
    [{ outcome: 'no_server' }, 'unknown: not_told'],
    [{ outcome: 'silent' }, 'unknown: unanswered'],
  ];
  it.each(rows)('%j → %s', async (answer, expected) => {
    const verdicts = await judgePosture(scriptedDns(takesMail, undefined, answer), domain);
    expect(told(verdicts.find(({ check }) => check === 'registration')!)).toBe(expected);
  });

  it('is lost where the DNS does not know the name either', async () => {
    const verdicts = await judgePosture(scriptedDns('test SOA 1', undefined, { outcome: 'not_registered' }), domain);
    expect(told(verdicts.find(({ check }) => check === 'registration')!)).toBe('broken critical: lost');
  });
});

/** Records of many domains, well and badly kept; each stands there or does not. */
const pool = [
  ...[
    'ex.test MX 10 mx.ex.test',
    'ex.test MX 20 mx2.test',
    'ex.test MX 0 .',
    'mx.ex.test A 192.0.2.1',
    'mx2.test AAAA 2001:db8::1',
  ],
  ...[
    'ex.test TXT v=spf1 include:a.test -all',
    'ex.test TXT v=spf1 redirect=a.test',
    'a.test TXT v=spf1 +all',
    'a.test TXT v=spf1 ptr mx:ex.test a:v1.test',
  ],
  ...['ex.test TXT v=spf1 include:a.test include:b.test a:v1.test a:v2.test exists:v3.test', 'b.test TXT v=spf1 -all'],
  ...[
    '_dmarc.ex.test TXT v=DMARC1; p=reject; sp=none; rua=mailto:x@re.test',
    '_dmarc.test TXT v=DMARC1; p=none; np=reject',
    'ex.test TXT v=DMARC1; p=reject',
  ],
  ...[
    'ex.test._report._dmarc.re.test TXT v=DMARC1',
    'default._domainkey.ex.test TXT v=DKIM1; p=AAAA',
    '*._domainkey.ex.test TXT v=DKIM1; p=AAAA',
  ],
  ...[
    'own7._domainkey.ex.test TXT v=DKIM1; p=',
    '_mta-sts.ex.test TXT v=STSv1; id=1',
    '_smtp._tls.ex.test TXT v=TLSRPTv1; rua=mailto:x@ex.test',
  ],
  ...[
    'ex.test CAA 0 issue ca.test',
    'ex.test CAA 0 iodef mailto:x@ex.test',
    'ex.test NS a.ns.test',
    'ex.test NS b.ns.test',
    'a.ns.test A 192.0.2.7',
  ],
  ...[
    'b.ns.test A 192.0.2.8',
    'b.ns.test A 198.51.100.8',
    'ex.test SOA@192.0.2.7 1 aa',
    'ex.test SOA@192.0.2.8 1 aa',
    'ex.test SOA@198.51.100.8 !refused',
  ],
  ...['ex.test DS 1 13 2 AA', 'ex.test DNSKEY 257 3 13 AAAA'],
];
const policies = ['version: STSv1\nmode: enforce\nmax_age: 604800\nmx: mx.ex.test', ''];
/** What is said for want of an answer and is true all the same. */
const implied: Readonly<Record<string, string>> = {
  'mx.some_without_address': 'mx.no_address',
  'name_servers.lame': 'name_servers.all_lame',
};

it('whoever does not answer makes nothing worse: what is said then is said of all answers, too', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.subarray(pool),
      fc.constantFrom(...policies),
      fc.func(fc.nat(9)),
      fc.constantFrom(...failures),
      async (zone, policy, dice, failure) => {
        const owned = { ...domain, dkimSelectors: ['own7'] };
        const dns = scriptedDns(
          ['ex.test SOA 1', ...zone].join('\n'),
          { outcome: 'policy', text: policy },
          { outcome: 'not_registered' },
        );
        const whole = await judgePosture(dns, owned);
        const isLost = (question: DnsQuestion) => dice(question.name, question.type, question.at) === 0;
        const ask: AskDns = async (question) => {
          const answer = await dns.ask(question);
          // Of a name server itself a failure is evidence, and silence none.
          const outcome = question.at === undefined ? failure : 'silent';
          return isLost(question) ? { ...answer, outcome, records: [], zone: null } : answer;
        };
        const partly = await judgePosture({ ...dns, ask }, owned);
        for (const [index, { check, remarks, isComplete }] of partly.entries()) {
          const known = whole[index]!.remarks.map(({ reason }) => reason);
          const told = remarks.map(({ reason }) => reason).filter((reason) => reasons[reason][0] !== 'unknown');
          for (const reason of told)
            expect(
              [...known, ...Object.keys(implied).filter((each) => known.includes(implied[each] as never))],
              check,
            ).toContain(reason);
          if (isComplete) expect(told, check).toEqual(known);
        }
      },
    ),
    { numRuns: propertyRuns(300) },
  );
});

describe('names of former servers', () => {
  const holders = new Map([
    ['192.0.2.1', 'own'],
    ['192.0.2.2', 'other'],
    ['192.0.2.3', 'former'],
    ['2001:db8::3', 'former'],
  ] as const);
  const rows: Rows = [
    ['ex.test A 192.0.2.1', 'ok: fine'],
    ['ex.test A 192.0.2.9', 'ok: fine'],
    ['ex.test A 192.0.2.1 | www.ex.test A 192.0.2.2', 'broken critical: other_customer'],
    ['mail.ex.test A 192.0.2.3', 'broken critical: former'],
    ['ex.test MX 10 in.ex.test | in.ex.test A 192.0.2.3', 'broken critical: former'],
    ['ex.test MX 10 in.elsewhere.test | in.elsewhere.test A 192.0.2.3', 'ok: fine'],
    ['ex.test A !silent | www.ex.test A 192.0.2.1', 'unknown: unanswered'],
    ['www.ex.test AAAA 2001:db8::3', 'broken critical: former'],
    ['ex.test A 192.0.2.2 | mail.ex.test A 192.0.2.3', 'broken critical: other_customer, former'],
    ['ex.test A 192.0.2.1 | ex.test A 192.0.2.3', 'broken critical: former'],
    ['ex.test MX 0 .', 'ok: fine'],
    ['shop.ex.test A 192.0.2.3', 'ok: fine'],
    ...failures.flatMap(
      (failure): Rows => [
        [`www.ex.test A !${failure}`, 'unknown: unanswered'],
        [`mail.ex.test A !${failure} | ex.test A 192.0.2.3`, 'broken critical: former, unanswered'],
        [`ex.test MX !${failure} | ex.test A 192.0.2.1`, 'unknown: unanswered'],
      ],
    ),
  ];
  it.each(rows)('%s → %s', async (zone, expected) => {
    const tools = { ...scriptedDns(`ex.test SOA 1 | ${zone}`), holdersOf: async () => holders };
    const verdicts = await judgePosture(tools, domain);
    expect(told(verdicts.find(({ check }) => check === 'dangling')!)).toBe(expected);
  });
});

it('nothing but answers makes a verdict: with no resolver everything is unknown', async () => {
  for (const failure of failures) {
    const dns = scriptedDns('');
    const verdicts = await judgePosture(
      { ...dns, ask: async (question) => ({ ...(await dns.ask(question)), outcome: failure }) },
      { ...domain, dkimSelectors: ['own7'], expectsMail: true },
    );
    expect(verdicts.map(({ state, severity, isComplete }) => [state, severity, isComplete])).toEqual(
      seenByAll.map(() => ['unknown', null, false]),
    );
  }
});

it('who is silent about the MX and the SOA is not asked for the rest, and nothing is known', async () => {
  const dns = scriptedDns('ex.test SOA !silent | ex.test MX !silent | ex.test TXT v=spf1 +all');
  const verdicts = await judgePosture(dns, { ...domain, expectsMail: true });
  expect(dns.questions).toEqual(['ex.test MX', 'ex.test SOA']);
  expect(verdicts.map(({ check, state }) => [check, state])).toEqual(seenByAll.map((check) => [check, 'unknown']));
});

it.each([takesMail, takesNone, 'test SOA 1'])(
  'every verdict stands on answers, each with who gave it and when: %s',
  async (zone) => {
    const verdicts = await judgePosture(scriptedDns(zone), domain);
    for (const { evidence } of verdicts) {
      expect(evidence.length).toBeGreaterThan(0);
      for (const answer of evidence)
        expect(answer).toMatchObject(
          'url' in answer ? { url: expect.any(String), at: new Date(0) } : { server: '192.0.2.53', at: new Date(0) },
        );
    }
  },
);

const word = fc.constantFrom(
  ...[
    'v=spf1',
    'v=DMARC1',
    'v=DKIM1',
    'v=STSv1',
    'v=TLSRPTv1',
    'include:',
    'redirect=',
    'ex.test',
    'a/',
    '%{',
    '}',
    ';',
    ' ',
    '=',
    'p=',
    'rua=mailto:',
    '@',
  ],
  ...[
    'id=',
    'all',
    '-',
    '+',
    '?',
    'mx',
    'exists:',
    'ip4:',
    '/0',
    ':',
    '.',
    '\0',
    '\u{1f4a9}',
    '\ud800',
    '"',
    'h=',
    't=y',
    'k=',
    'pct=',
    'sp=',
  ],
);
const wild = fc.oneof(
  fc.array(word, { maxLength: 20 }).map((words) => words.join('')),
  fc.string({ unit: 'binary' }),
);

it('whatever texts say, there is a verdict', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wild, { maxLength: 4 }), wild, async (texts, policy) => {
      const dns = scriptedDns('ex.test SOA 1 | ex.test MX 10 mx.ex.test', { outcome: 'policy', text: policy });
      const verdicts = await judgePosture(
        {
          ...dns,
          ask: async (question) => {
            const answer = await dns.ask(question);
            return question.type === 'TXT' ? { ...answer, outcome: 'records', records: texts as never } : answer;
          },
        },
        { ...domain, dkimSelectors: ['own7'] },
      );
      expect(verdicts.map(({ check }) => check)).toEqual(seenByAll);
      for (const { found } of verdicts) for (const record of found) expect(record).not.toMatch(/[\p{Cc}\p{Cs}]/u);
    }),
    { numRuns: propertyRuns(200) },
  );
});
