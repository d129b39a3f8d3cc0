import type { Severity } from '../../common/severity.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { listIn } from '../../platform/messages/local-words.ts';
import type { MessageKey, Messages } from '../../platform/messages/message.ts';
import {
  button,
  heading,
  item,
  type MailBlock,
  type MailPortal,
  type MailText,
  mailText,
  paragraph,
} from './mail-frame.ts';

/** An alert as a mail tells it. */
export interface NewsItem {
  /** What it is about: a server or a domain. */
  readonly subject: ResourceKind;
  /** As what alerts of its kind are counted: see AlertKind. */
  readonly words: string;
  readonly id: string;
  readonly severity: Severity;
  /** What is exposed, in one line. */
  readonly title: string;
  /** Which server or domain. */
  readonly where: string;
  /** Why it matters and what to do, a sentence each; absent: it is not told. */
  readonly why?: string | null;
  readonly what?: string | null;
  /** Whether somebody may say that it is meant to be so. */
  readonly canBeAllowed?: boolean;
  /** What there is to say of one that is not plainly new: a sentence. */
  readonly note?: string | undefined;
}

/** A reader goes through so many at most; the portal has them all. */
const maxItems = 25;

/**
 * The mail about new alerts.
 * @param news at least one, the most severe first
 * @param linkOf null: the partner does not allow such links
 */
export function alertMail(
  portal: MailPortal,
  news: readonly NewsItem[],
  unsubscribeUrl: string,
  linkOf: LinkOf | null = null,
): MailText {
  const [worst] = news;
  if (!worst) throw new Error('A mail about no alert is none.');
  const { name, t } = portal;
  const groups = alike(news);
  const listed = fitting(
    groups.slice(0, maxItems).map((group) => alertItem(portal, group, linkOf, groups.length === 1 ? 'main' : 'listed')),
  );
  const left = groups.slice(listed.length).reduce((sum, group) => sum + group.length, 0);
  // Of one cause the button leads to how it ends; of several it leads to all of them.
  const isOne = groups.length === 1;
  const blocks = [
    heading(summaryOf(t, news)),
    paragraph([...severityOf(t, news, worst), t(`mail.meaning.${worst.severity}`)].join(' ')),
    ...listed,
    ...(left > 0 ? [paragraph(t('mail.alerts.more', { count: left }))] : []),
    ...(isOne ? [] : [button(portal, t('mail.alerts.see-all'), portal.linkTo(listsOf(worst)))]),
    ...(linkOf ? [paragraph(t('mail.alerts.links-work'))] : []),
    ...(!portal.hasCustomerArea ? [paragraph(wayInOf(portal, linkOf !== null))] : []),
  ];
  return mailText(portal, subjectOf(t, news, worst), blocks, {
    reason: t('mail.alerts.reason', { name }),
    links: [
      { label: t('mail.alerts.change'), url: portal.linkTo('/notifications') },
      { label: t('mail.frame.unsubscribe'), url: unsubscribeUrl },
    ],
  });
}

/** Gmail shows 102 kB of a mail, the rest of it behind a link: so much of that is for what is listed. */
const maxListBytes = 80_000;

/** As many as there is room for, the first in any case. */
function fitting(blocks: readonly MailBlock[]): readonly MailBlock[] {
  let bytes = 0;
  const tooMuch = blocks.findIndex(({ html }) => {
    bytes += new TextEncoder().encode(html.toString()).length;
    return bytes > maxListBytes;
  });
  return tooMuch === -1 ? blocks : blocks.slice(0, Math.max(1, tooMuch));
}

/** How many servers of a group are named. */
const namedServers = 5;

/** The same on several servers is told once, in the order of the first of each. What is about a domain names it in its title. */
export function alike(news: readonly NewsItem[]): NewsItem[][] {
  const groups = Map.groupBy(news, ({ subject, id, severity, title, note }) =>
    subject === 'endpoint' ? JSON.stringify([severity, title, note ?? '']) : id,
  );
  return [...groups.values()];
}

const actionWords = {
  main: 'mail.alerts.fix',
  listed: 'mail.frame.what-to-do',
  over: 'mail.alerts.look',
} as const satisfies Record<string, MessageKey>;

/** The link that opens an alert without a sign-in. */
export type LinkOf = (alertId: string) => string;

/**
 * Alerts that are alike as one item of a mail.
 * @param linkOf null: readers sign in
 * @param place `main`: all that the mail is about; `over`: there is nothing left to do
 */
export function alertItem(
  portal: MailPortal,
  group: readonly NewsItem[],
  linkOf: LinkOf | null,
  place: keyof typeof actionWords,
): MailBlock {
  const isMain = place === 'main';
  const [first] = group;
  if (!first) throw new Error('A group has an alert at least.');
  const { t } = portal;
  const { severity, title, note, why, what } = first;
  const addressOf = (entry: NewsItem) => linkOf?.(entry.id) ?? urlOf(portal, entry);
  // Whoever comes by a link that opens one alert without a sign-in may make no rule.
  const canBeAllowed = first.canBeAllowed && linkOf === null;
  return item(portal, {
    severity,
    title,
    note,
    why,
    what,
    isMain,
    where: group.slice(0, namedServers).map((entry) => ({ label: entry.where, url: addressOf(entry) })),
    total: group.length,
    action: { label: t(actionWords[place]), url: addressOf(first) },
    other:
      isMain && canBeAllowed
        ? { label: t('mail.alerts.meant'), url: portal.linkTo(`${listsOf(first)}/${first.id}?allow`) }
        : undefined,
  });
}

function subjectOf(t: Messages, news: readonly NewsItem[], worst: NewsItem): string {
  const { title, where } = worst;
  if (news.length === 1)
    return t('mail.alerts.subject-one', { severity: t(`mail.severity.${worst.severity}`), title, where });
  const severity = t(`mail.severity-word.${worst.severity}`);
  const share = news.filter((entry) => entry.severity === worst.severity).length;
  const count = news.length;
  return share === count
    ? t('mail.alerts.subject-all', { count, severity })
    : t('mail.alerts.subject-some', { count, share, severity });
}

/** Of one alert, its line says it. */
function severityOf(t: Messages, news: readonly NewsItem[], { severity }: NewsItem): string[] {
  return news.length === 1 ? [] : [t('mail.alerts.worst', { severity: t(`mail.severity-word.${severity}`) })];
}

function summaryOf(t: Messages, news: readonly NewsItem[]): string {
  // Servers before domains, as the portal has them; kinds that are counted alike are counted together.
  const inOrder = news.toSorted((a, b) => Number(a.subject === 'domain') - Number(b.subject === 'domain'));
  const parts = [...Map.groupBy(inOrder, ({ words }) => words)].map(([words, alike]) =>
    t(`mail.alerts.counted.${words}`, { count: alike.length }),
  );
  return t('mail.alerts.new', { list: listIn(t.language, parts) });
}

/** Where the portal lists such. */
export function listsOf({ subject }: NewsItem): string {
  return subject === 'endpoint' ? '/alerts' : '/leaks';
}

/** Where the portal shows it. */
function urlOf(portal: MailPortal, entry: NewsItem): string {
  return portal.linkTo(`${listsOf(entry)}/${entry.id}`);
}

/** Without an address of the customer area, words have to lead there. */
function wayInOf({ name, t }: MailPortal, alertsOpen: boolean): string {
  return t(alertsOpen ? 'mail.alerts.way-in-else' : 'mail.alerts.way-in', { name });
}
