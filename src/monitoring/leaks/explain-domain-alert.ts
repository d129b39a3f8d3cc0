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
export function domainAlertTitle(alert: ExplainableAlert): string {
  return alert.finding_type === 'leaked_credential' ? credentialTitle(alert) : mentionTitle(alert);
}

/** Plain English for somebody who runs a shop, not a security team: what leaked, since when, who is affected, why it matters, what to do. */
export function domainAlertExplanation(alert: ExplainableAlert): string {
  const parts =
    alert.finding_type === 'leaked_credential'
      ? [whatLeaked(alert), whenItHappened(alert), whyCredentialsMatter(alert), whatToDoAboutCredentials(alert)]
      : [whatWasSaid(alert), whenItHappened(alert), whyMentionMatters(alert), whatToDoAboutMention(alert)];
  return parts.filter(Boolean).join('\n\n');
}

function credentialTitle({ domain, kind, evidence, sourceNames }: ExplainableAlert): string {
  const who = accounts(evidence, domain);
  const where = evidence.breach_name === null ? `, reported by ${list(sourceNames)}` : ` “${evidence.breach_name}”`;
  switch (kind) {
    case 'stealer_log':
      return `${who} stolen by malware${evidence.breach_name === null ? '' : `:${where}`}`;
    case 'combolist':
      return `${who} in the password list${where}`;
    case 'paste':
      return `${who} in the public paste${where}`;
    default:
      return `${who} in the data breach${where}`;
  }
}

function mentionTitle({ domain, kind, evidence }: ExplainableAlert): string {
  const actor = evidence.actor === null ? '' : ` “${evidence.actor}”`;
  const exact = evidence.exact_matches > 0;
  const possibly = exact ? '' : ' possibly';
  switch (kind) {
    case 'ransomware_claim':
      return exact
        ? `The ransomware group${actor} names ${domain} as a victim`
        : `The ransomware group${actor} may have named ${domain} as a victim`;
    case 'market':
      return `Criminals${actor} offer something that${possibly} concerns ${domain}`;
    case 'forum':
      return `A criminal forum${possibly} speaks of ${domain}`;
    default:
      return `A public paste${possibly} names ${domain}`;
  }
}

/** Logins of the domain's own people, or of people who sign in on its sites. */
function accounts({ identities, own_mailboxes: own }: LeakEvidence, domain: string): string {
  if (identities === 0) return `Logins of ${domain}`;
  const people = `${identities} ${identities === 1 ? 'account' : 'accounts'}`;
  return own > 0 ? `${people} of ${domain}` : `${people} of visitors of ${domain}`;
}

function whatLeaked({ domain, evidence, sourceNames }: ExplainableAlert): string {
  const { identities, own_mailboxes: own, clear_text_secrets: readable, secrets } = evidence;
  const affected =
    identities === 0
      ? `Logins for ${domain} were found.`
      : own === 0
        ? `${plural(identities, 'person who signs', 'people who sign')} in on sites of ${domain} ${be(identities)} affected.`
        : own === identities
          ? `${plural(own, 'mailbox', 'mailboxes')} of ${domain} ${be(own)} affected.`
          : `${plural(identities, 'person', 'people')} ${be(identities)} affected, ${own} of them with a mailbox of ${domain}.`;
  const passwords =
    readable > 0
      ? `Passwords leaked in clear text (${readable}): whoever has the data can sign in at once.`
      : secrets > 0
        ? 'Passwords leaked in a scrambled form, which can often be undone.'
        : 'As far as is known, no passwords are among the data.';
  const classes = evidence.data_classes.length > 0 ? `The data contains: ${list(evidence.data_classes)}.` : '';
  const sites = evidence.login_sites.length > 0 ? `Logins are for: ${list(evidence.login_sites)}.` : '';
  const malware = evidence.malware_families.length > 0 ? `Malware involved: ${list(evidence.malware_families)}.` : '';
  const source = `Reported by ${list(sourceNames)}.`;
  return [affected, passwords, classes, sites, malware, source].filter(Boolean).join(' ');
}

function whatWasSaid({ domain, evidence, sourceNames, kind }: ExplainableAlert): string {
  const where = {
    ransomware_claim: 'On a site where ransomware groups publish their victims',
    market: 'On a criminal market',
  };
  const place = where[kind as keyof typeof where] ?? (kind === 'forum' ? 'In a criminal forum' : 'In a public paste');
  const by = evidence.actor === null ? '' : ` by “${evidence.actor}”`;
  const about =
    evidence.exact_matches > 0
      ? `names ${domain}`
      : `contains a word that also stands in ${domain}; it may well be about somebody else`;
  const titles = evidence.titles.length > 0 ? ` Title: ${list(evidence.titles.map((title) => `“${title}”`))}.` : '';
  return `${place}, an entry${by} ${about}.${titles} Reported by ${list(sourceNames)}.`;
}

function whenItHappened({ evidence: { occurred_from: from, occurred_to: to } }: ExplainableAlert): string {
  if (from === null || to === null) return 'When it happened is not known.';
  return from === to ? `It dates from ${from}.` : `It dates from ${from} to ${to}.`;
}

function whyCredentialsMatter({ kind, evidence, domain }: ExplainableAlert): string {
  switch (kind) {
    case 'stealer_log':
      return evidence.own_mailboxes > 0
        ? 'Why it matters: a computer of somebody with these accounts is, or was, infected. The malware copied the saved passwords and often the sessions of web sites, so criminals can get in without any password, and changing passwords on the infected computer hands them the new ones.'
        : `Why it matters: computers of people who sign in on sites of ${domain} are, or were, infected. Criminals can order, read mail and change settings in their name.`;
    case 'combolist':
      return 'Why it matters: such lists are put together from older leaks and tried out automatically on mail servers, shops and hosting panels. A password that is still in use anywhere opens that door.';
    default:
      return 'Why it matters: people use one password in many places. Criminals try what leaked on mail servers, shops and hosting panels, and use the rest of the data for letters that look genuine.';
  }
}

function whatToDoAboutCredentials({ kind, evidence }: ExplainableAlert): string {
  const own = evidence.own_mailboxes > 0;
  const steps = [
    ...(kind === 'stealer_log' && own
      ? ['Find the infected computer, take it off the network and have it set up anew before you change passwords.']
      : []),
    own
      ? 'Have the people concerned change the password of their mailbox, and every other password that is the same or similar.'
      : 'Have the people concerned choose new passwords for your site, and end their sessions.',
    ...(kind === 'stealer_log' && own
      ? ['Sign out all sessions of these accounts, and renew API keys stored on that computer.']
      : []),
    'Switch on two-factor authentication for mail, shop and hosting panel.',
    'Look through recent sign-ins and mail forwarding rules for ones that nobody knows of.',
    'Resolve this alert when that is done. A new one is raised if more is found.',
  ];
  return numbered(steps);
}

function whyMentionMatters({ kind, evidence }: ExplainableAlert): string {
  if (evidence.exact_matches === 0)
    return 'Why it matters: if it is about you, criminals may have got into your systems. If it is not, nothing needs to be done.';
  if (kind === 'ransomware_claim')
    return 'Why it matters: such groups steal data before they encrypt it, and publish it unless they are paid. Claims are sometimes exaggerated, but treat this one as true until it is shown to be wrong.';
  if (kind === 'market')
    return 'Why it matters: data or access that is for sale is usually used soon, often by somebody else than who took it.';
  return 'Why it matters: whoever is spoken of there is often a target, or has been one.';
}

function whatToDoAboutMention({ kind, evidence }: ExplainableAlert): string {
  if (evidence.exact_matches === 0)
    return numbered([
      'Read the title and the excerpt: is it about you?',
      'If not, resolve this alert.',
      'If so, call your IT support today.',
    ]);
  const urgent = kind === 'ransomware_claim' || kind === 'market';
  return numbered([
    ...(urgent
      ? [
          'Call your IT support or an incident response company today. Do not contact the criminals yourself.',
          'Check that backups are complete and out of reach of your network.',
          'Change administrators’ passwords from a computer that is known to be clean, and check who has remote access.',
          'If personal data may be concerned, ask about your duty to report it: in the European Union it has to be done within 72 hours.',
        ]
      : ['Have your IT support read the entry and check what it names.', 'Change passwords that it contains.']),
    'Do not open the address given here: it may lead to harmful pages.',
    'Resolve this alert when that is done. A new one is raised if more is found.',
  ]);
}

function numbered(steps: readonly string[]): string {
  return ['What to do:', ...steps.map((step, index) => `${index + 1}. ${step}`)].join('\n');
}

function plural(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

function be(count: number): string {
  return count === 1 ? 'is' : 'are';
}

/** `a`, `a and b`, `a, b and c` */
function list(names: readonly string[]): string {
  if (names.length <= 1) return names[0] ?? '';
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
