import { expect, it } from 'vitest';
import { adviceIn, inShort } from '../common/explanation.ts';
import type { Operation } from '../core/operation/operation.ts';
import { type Reason, rate, reasons } from '../engines/domain-posture/remarks.ts';
import type { AlertRecord } from '../monitoring/alerts/alert-record.ts';
import { judgeCertificate } from '../monitoring/certificates/judge-certificate.ts';
import { defects } from '../monitoring/certificates/testing/defects.ts';
import { endpoint, now, port } from '../monitoring/certificates/testing/tls-facts.ts';
import type { LeakEvidence } from '../monitoring/leaks/leak-alert.ts';
import { everyEvidence } from '../monitoring/versions/testing/seen-versions.ts';
import { languages } from '../platform/messages/languages.ts';
import { alertKinds } from './alert-kinds.ts';

const others = languages.filter((language) => language !== 'en');

const openPort = {
  service: 'redis',
  method: 'probed',
  tls: false,
  product: 'Redis',
  version: '7.0.15',
  banner: null,
  certificateNames: [],
  operatingSystem: null,
  unauthenticated: null,
};
const leak: LeakEvidence = {
  domain: 'example.com',
  kind: 'breach',
  findings: 3,
  identities: 3,
  own_mailboxes: 1,
  clear_text_secrets: 1,
  secrets: 2,
  exact_matches: 1,
  breach_name: null,
  actor: null,
  data_classes: ['Email addresses', 'Passwords'],
  malware_families: ['Stealc'],
  login_sites: ['shop.example.com'],
  titles: ['#1'],
  sources: ['corpus'],
  occurred_from: '2026-01-01',
  occurred_to: '2026-02-01',
};

const postureValues = {
  ...{ name: 'example.com', hosts: 'ns1.example.com', count: '12', term: 'a:x', selector: 's1', selectors: 's1' },
  ...{ bits: '512', policy: 'p1', tag: 'p=none', percentage: '5', address: '192.0.2.9', status: '404', line: 'mx' },
  ...{ seconds: '60', value: 'x', date: '2026-12-31' },
};

/** Whatever can be wrong with a domain, and with a record to publish where there is one. */
const postures = (Object.keys(reasons) as Reason[]).flatMap((reason) => {
  const { state, severity } = rate({ reason, values: {} });
  const values = { ...postureValues, why: 'expired' };
  const evidence = { domain: 'example.com', check: reason.split('.')[0], state, found: [], answers: [] };
  const shouldBe = { name: 'example.com', type: 'TXT', value: 'v=spf1 -all' };
  return severity === null
    ? []
    : [null, shouldBe].map((should_be) => ({ ...evidence, should_be, remarks: [{ reason, values }] }));
});

/** Of each kind what its texts differ by. */
const evidence: Readonly<Record<string, readonly object[]>> = {
  port: [true, false, null].flatMap((unauthenticated) =>
    ['redis', 'http', 'ssh', 'unknown'].map((service) => ({ ...openPort, service, unauthenticated })),
  ),
  certificate: Object.values(defects).flatMap((facts) =>
    [443, 143].map((number) => judgeCertificate(port(facts, number), endpoint, now).found[0]!.evidence),
  ),
  version: everyEvidence(),
  leaked_credentials: (['breach', 'stealer_log', 'combolist', 'paste'] as const).flatMap((kind) => [
    { ...leak, kind },
    { ...leak, kind, own_mailboxes: 0, clear_text_secrets: 0, breach_name: '2019' },
    { ...leak, kind, identities: 0, secrets: 0, occurred_from: null },
  ]),
  dark_web: (['ransomware_claim', 'market', 'forum', 'paste'] as const).flatMap((kind) => [
    { ...leak, kind },
    { ...leak, kind, exact_matches: 0 },
  ]),
  domain_posture: postures,
};

const open = { status: 'open', resolution: null, resolved_at: null };
const states = [
  open,
  { status: 'resolved', resolution: 'manual', resolved_at: now },
  { status: 'resolved', resolution: 'cause_ended', resolved_at: now },
];

function recordsOf(kind: string, subject: 'endpoint' | 'domain'): AlertRecord[] {
  const about =
    subject === 'endpoint'
      ? { endpoint_id: 'e', domain_id: null, ip_address: '192.0.2.7', protocol: 'tcp', port: 6379 }
      : { endpoint_id: null, domain_id: 'd', domain: 'example.com' };
  return evidence[kind]!.flatMap((each) =>
    states.map((state) => ({ kind, ...about, ...state, last_detected_at: now, evidence: each }) as never),
  );
}

/** A reader of whom no more is asked than the language, and the names of the sources of leaks. */
function readerOf(language: string): Operation {
  const sources = [{ name: 'corpus', title: 'a collection of published leaks', url: null, licence: null }];
  const shared = { selectFrom: () => ({ select: () => ({ execute: async () => sources }) }) };
  return { language, db: { shared } } as unknown as Operation;
}

/** All that is told of alerts: by the API to the page, and in short to mails, chats and the PDF. */
async function toldIn(language: string, kind: (typeof alertKinds)[number]): Promise<string[]> {
  const texts = await kind.describe(readerOf(language), recordsOf(kind.name, kind.subject));
  return texts.map(({ title, explanation, facts, remediation }) => {
    const { why, what } = inShort(explanation, language);
    const labels = remediation?.platforms.map(({ label }) => label) ?? [];
    const lines = facts.map(({ label, value }) => `${label}: ${value}`);
    return [title, explanation, why, what, adviceIn(explanation), ...lines, ...labels].join('\n');
  });
}

/** Each three words of a text that follow each other. */
function threes(text: string): Set<string> {
  const runs = text.toLowerCase().match(/[a-z’']+(?: [a-z’']+)+/g) ?? [];
  const words = runs.map((run) => run.split(' '));
  return new Set(words.flatMap((run) => run.slice(2).map((last, index) => `${run[index]} ${run[index + 1]} ${last}`)));
}

it.each(alertKinds)('an alert of the kind $name is told in the reader’s language, whatever it is', async (kind) => {
  const english = threes((await toldIn('en', kind)).join('\n'));
  expect(english.size).toBeGreaterThan(100);
  for (const language of others) {
    const told = await toldIn(language, kind);
    for (const text of told) expect(text).not.toMatch(/undefined|null|NaN|Invalid/);
    const left = [...threes(told.join('\n'))].filter((words) => english.has(words));
    expect(left, language).toEqual([]);
  }
});
