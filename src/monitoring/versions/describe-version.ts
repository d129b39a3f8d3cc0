import { sourceNames } from '../../engines/versions/source-names.ts';
import { calendarDayIn, listIn } from '../../platform/messages/local-words.ts';
import type { Messages } from '../../platform/messages/message.ts';
import type { AlertFact } from '../alerts/index.ts';
import type { VersionEvidence, VersionPlace } from './version-evidence.ts';

/** What a customer reads, from the evidence alone. */
export interface VersionText {
  /** Without the server, so that it is the same on all that have it. */
  readonly title: string;
  /** Paragraphs, apart by empty lines. */
  readonly explanation: string;
}

export function describeVersion(t: Messages, evidence: VersionEvidence, address: string): VersionText {
  const values = { address, ...valuesOf(t, evidence) };
  const { about } = evidence;
  const part = (name: 'what' | 'why' | 'seen' | 'advice') => t(`version.alert.${about}.${name}`, values);
  const check = t('version.alert.check', { check: evidence.check });
  return {
    title: t(`version.alert.${about}.title`, values),
    explanation: [
      part('what'),
      t('alert.port.part.why', { text: part('why') }),
      t('alert.port.part.seen', { text: part('seen') }),
      t('alert.port.part.advice', { text: `${part('advice')} ${check}` }),
    ].join('\n\n'),
  };
}

export function factsOf(t: Messages, evidence: VersionEvidence): AlertFact[] {
  const { places, check } = evidence;
  const programs = [...new Set(places.map(stated))];
  const ofVulnerability =
    evidence.about === 'vulnerability'
      ? [
          { label: t('version.alert.fact.cve'), value: evidence.cve },
          ...(evidence.fixed_version === null
            ? []
            : [{ label: t('version.alert.fact.mended-in'), value: evidence.fixed_version }]),
        ]
      : [{ label: t('version.alert.fact.end'), value: calendarDayIn(t.language, evidence.end) }];
  return [
    { label: t('alert.fact.product'), value: programs.join(', ') },
    { label: t('alert.fact.port'), value: portsOf(places).join(', ') },
    ...ofVulnerability,
    { label: t('version.alert.fact.source'), value: sourceOf(t, evidence) },
    { label: t('version.alert.fact.check'), value: check },
  ];
}

function valuesOf(t: Messages, evidence: VersionEvidence): Readonly<Record<string, string>> {
  const [first] = evidence.places;
  const shared = {
    name: evidence.name,
    stated: first ? stated(first) : evidence.name,
    ports: listIn(t.language, portsOf(evidence.places)),
    source: sourceNames[evidence.source],
    as_of: calendarDayIn(t.language, evidence.as_of),
  };
  switch (evidence.about) {
    case 'operating_system':
      return {
        ...shared,
        system: evidence.system,
        end: calendarDayIn(t.language, evidence.end),
        paid: evidence.paid_end === null ? 'no' : 'yes',
        paid_end: evidence.paid_end === null ? '' : calendarDayIn(t.language, evidence.paid_end),
        upgrades: evidence.upgrades.map(({ name }) => name).join(' → '),
        path: evidence.upgrades.length > 0 ? 'known' : 'unknown',
      };
    case 'product_line':
      return {
        ...shared,
        end: calendarDayIn(t.language, evidence.end),
        is_newest_known: evidence.newest === null ? 'no' : 'yes',
        newest: evidence.newest ?? '',
      };
    case 'vulnerability':
      return {
        ...shared,
        version: evidence.version,
        cve: evidence.cve,
        ransomware: evidence.ransomware ? 'yes' : 'no',
        fix: evidence.fix,
        fixed: evidence.fixed_version ?? '',
      };
  }
}

/** As packages and greetings write it: `8.2.7-1~deb12u1`, `9.2p1 Debian-2+deb12u3`. */
function stated({ name, version, revision }: VersionPlace): string {
  const behind = revision === null ? '' : `${/^[A-Z]/.test(revision) ? ' ' : '-'}${revision}`;
  return version === null ? name : `${name} ${version}${behind}`;
}

function portsOf(places: readonly VersionPlace[]): string[] {
  return [...new Set(places.map(({ protocol, port }) => `${port}/${protocol}`))];
}

function sourceOf(t: Messages, { source, as_of: asOf }: VersionEvidence): string {
  return t('version.alert.source', { source: sourceNames[source], as_of: calendarDayIn(t.language, asOf) });
}
