import { dataClassKey } from '../../common/data-class.ts';
import { calendarDayIn, listIn } from '../../platform/messages/local-words.ts';
import type { MessageKey, Messages } from '../../platform/messages/message.ts';
import type { LeakEvidence } from './leak-alert.ts';

/** What the texts of an alert follow from. */
export interface ExplainableAlert {
  readonly domain: string;
  readonly finding_type: 'leaked_credential' | 'dark_web';
  readonly kind: LeakEvidence['kind'];
  readonly evidence: LeakEvidence;
  /** Names of the sources, as they are to be called. */
  readonly sourceNames: readonly string[];
}

/** One line: what happened to which domain. */
export function domainAlertTitle(t: Messages, alert: ExplainableAlert): string {
  return alert.finding_type === 'leaked_credential' ? credentialTitle(t, alert) : mentionTitle(t, alert);
}

/** Plain words for somebody who runs a shop, not a security team: what leaked, since when, who is affected, why it matters, what to do. */
export function domainAlertExplanation(t: Messages, alert: ExplainableAlert): string {
  const parts =
    alert.finding_type === 'leaked_credential'
      ? [
          whatLeaked(t, alert),
          whenItHappened(t, alert),
          whyCredentialsMatter(t, alert),
          whatToDoAboutCredentials(t, alert),
        ]
      : [whatWasSaid(t, alert), whenItHappened(t, alert), whyMentionMatters(t, alert), whatToDoAboutMention(t, alert)];
  return parts.join('\n\n');
}

function credentialTitle(t: Messages, { domain, kind, evidence, sourceNames }: ExplainableAlert): string {
  const who = accounts(t, evidence, domain);
  const way = kind === 'stealer_log' || kind === 'combolist' || kind === 'paste' ? kind : 'breach';
  const title =
    evidence.breach_name === null
      ? t(`alert.leak.title.${way}`, { who, sources: listIn(t.language, sourceNames) })
      : t(`alert.leak.title.${way}-named`, { who, name: evidence.breach_name });
  return `${title[0]!.toUpperCase()}${title.slice(1)}`;
}

function mentionTitle(t: Messages, { domain, kind, evidence }: ExplainableAlert): string {
  const values = { domain, ...namedActor(evidence), exact: yes(evidence.exact_matches > 0) };
  switch (kind) {
    case 'ransomware_claim':
      return t(evidence.exact_matches > 0 ? 'alert.leak.title.claim-exact' : 'alert.leak.title.claim', values);
    case 'market':
      return t('alert.leak.title.market', values);
    case 'forum':
      return t('alert.leak.title.forum', values);
    default:
      return t('alert.leak.title.mention', values);
  }
}

/** Logins of the domain's own people, or of people who sign in on its sites. */
function accounts(t: Messages, { identities, own_mailboxes: own }: LeakEvidence, domain: string): string {
  if (identities === 0) return t('alert.leak.who.none', { domain });
  return t(own > 0 ? 'alert.leak.who.own' : 'alert.leak.who.visitors', { ...counted(identities), domain });
}

/** As the source names it in English; otherwise in the reader's language, if it is known. */
export function dataClass(t: Messages, name: string): string {
  const key = dataClassKey(name);
  return t.language !== 'en' && t.has(key) ? t(key) : name;
}

/** What the operator brings in is called so, in the reader's language; services of others have a name of their own. */
export const publishedLeaks = 'a collection of published leaks';

export function namedSource(t: Messages, name: string): string {
  return name === publishedLeaks ? t('alert.leak.source.published') : name;
}

function whatLeaked(t: Messages, { domain, evidence, sourceNames }: ExplainableAlert): string {
  const { identities, own_mailboxes: own, clear_text_secrets: readable, secrets } = evidence;
  const values = { ...counted(identities), own: String(own), domain };
  const whom = identities === 0 ? 'none' : own === 0 ? 'visitors' : own === identities ? 'own' : 'both';
  const listed = (key: MessageKey, names: readonly string[]) =>
    names.length > 0 ? t(key, { list: listIn(t.language, names) }) : '';
  return [
    t(`alert.leak.affected.${whom}`, values),
    readable > 0
      ? t('alert.leak.passwords.readable', { count: String(readable) })
      : t(secrets > 0 ? 'alert.leak.passwords.scrambled' : 'alert.leak.passwords.none'),
    listed(
      'alert.leak.classes',
      evidence.data_classes.map((name) => dataClass(t, name)),
    ),
    listed('alert.leak.sites', evidence.login_sites),
    listed('alert.leak.malware', evidence.malware_families),
    t('alert.leak.reported', { list: listIn(t.language, sourceNames) }),
  ]
    .filter(Boolean)
    .join(' ');
}

function whatWasSaid(t: Messages, { domain, evidence, sourceNames, kind }: ExplainableAlert): string {
  const exact = yes(evidence.exact_matches > 0);
  const titles = evidence.titles.map((text) => t('alert.quoted', { text }));
  return [
    t('alert.leak.entry', { place: kind, ...namedActor(evidence), exact, domain }),
    titles.length > 0 ? t('alert.leak.entry-title', { list: listIn(t.language, titles) }) : '',
    t('alert.leak.reported', { list: listIn(t.language, sourceNames) }),
  ]
    .filter(Boolean)
    .join(' ');
}

function whenItHappened(t: Messages, { evidence: { occurred_from: from, occurred_to: to } }: ExplainableAlert): string {
  if (from === null || to === null) return t('alert.leak.when.unknown');
  const day = (text: string) => calendarDayIn(t.language, text);
  return from === to
    ? t('alert.leak.when.day', { from: day(from) })
    : t('alert.leak.when.span', { from: day(from), to: day(to) });
}

function whyCredentialsMatter(t: Messages, { kind, evidence, domain }: ExplainableAlert): string {
  switch (kind) {
    case 'stealer_log':
      return evidence.own_mailboxes > 0
        ? t('alert.leak.why.stealer-own')
        : t('alert.leak.why.stealer-visitors', { domain });
    case 'combolist':
      return t('alert.leak.why.combolist');
    default:
      return t('alert.leak.why.breach');
  }
}

function whatToDoAboutCredentials(t: Messages, { kind, evidence }: ExplainableAlert): string {
  const own = evidence.own_mailboxes > 0;
  const isInfected = kind === 'stealer_log' && own;
  return numbered(t, [
    ...(isInfected ? (['alert.leak.do.infected'] as const) : []),
    own ? 'alert.leak.do.own-passwords' : 'alert.leak.do.visitors-passwords',
    ...(isInfected ? (['alert.leak.do.sessions'] as const) : []),
    'alert.leak.do.second-factor',
    'alert.leak.do.look-through',
    'alert.leak.do.resolve',
  ]);
}

function whyMentionMatters(t: Messages, { kind, evidence }: ExplainableAlert): string {
  if (evidence.exact_matches === 0) return t('alert.leak.why.maybe');
  if (kind === 'ransomware_claim') return t('alert.leak.why.claim');
  return t(kind === 'market' ? 'alert.leak.why.market' : 'alert.leak.why.mention');
}

function whatToDoAboutMention(t: Messages, { kind, evidence }: ExplainableAlert): string {
  if (evidence.exact_matches === 0)
    return numbered(t, ['alert.leak.do.about-you', 'alert.leak.do.if-not', 'alert.leak.do.if-so']);
  const urgent = kind === 'ransomware_claim' || kind === 'market';
  return numbered(t, [
    ...(urgent
      ? (['alert.leak.do.call', 'alert.leak.do.backups', 'alert.leak.do.administrators', 'alert.leak.do.duty'] as const)
      : (['alert.leak.do.read-entry', 'alert.leak.do.contained-passwords'] as const)),
    'alert.leak.do.do-not-open',
    'alert.leak.do.resolve',
  ]);
}

function numbered(t: Messages, steps: readonly MessageKey[]): string {
  return [t('alert.leak.do.title'), ...steps.map((step, index) => `${index + 1}. ${t(step)}`)].join('\n');
}

/** Shown as it is, in no language's groups of digits: texts of the API are compared. */
function counted(count: number): { count: number; shown: string } {
  return { count, shown: String(count) };
}

function namedActor({ actor }: LeakEvidence): { actor: string; known: string } {
  return { actor: actor ?? '', known: yes(actor !== null) };
}

function yes(is: boolean): string {
  return is ? 'yes' : 'no';
}
