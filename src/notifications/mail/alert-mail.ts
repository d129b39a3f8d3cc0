import type { Severity } from '../../common/severity.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { listIn } from '../../platform/messages/local-words.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { button, heading, item, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

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
  /** What there is to say of one that is not plainly new: a sentence. */
  readonly note?: string | undefined;
}

/** A reader goes through so many at most; the portal has them all. */
const maxItems = 25;

/**
 * The mail about new alerts.
 * @param news at least one, the most severe first
 * @param linkOf the link that opens an alert without a sign-in; null: the partner does not allow such links
 */
export function alertMail(
  portal: MailPortal,
  news: readonly NewsItem[],
  unsubscribeUrl: string,
  linkOf: ((alertId: string) => string) | null = null,
): MailText {
  const [worst] = news;
  if (!worst) throw new Error('A mail about no alert is none.');
  const { name, t } = portal;
  const listed = news.slice(0, maxItems);
  const left = news.length - listed.length;
  const blocks = [
    heading(summaryOf(t, news)),
    paragraph([...severityOf(t, news, worst), t(`mail.meaning.${worst.severity}`)].join(' ')),
    ...listed.map((entry) => item(portal, { ...lineOf(t, entry), url: linkOf?.(entry.id) ?? urlOf(portal, entry) })),
    ...(left > 0 ? [paragraph(t('mail.alerts.more', { count: left }))] : []),
    button(portal, t('mail.alerts.see-all'), portal.linkTo(listsOf(worst))),
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

/** An alert as an item of a mail. */
export function lineOf(
  t: Messages,
  { severity, title, where, note }: NewsItem,
): { label: string; title: string; where: string } {
  return { label: t(`mail.severity.${severity}`), title, where: note ? `${where}. ${note}` : where };
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
export function urlOf(portal: MailPortal, entry: NewsItem): string {
  return portal.linkTo(`${listsOf(entry)}/${entry.id}`);
}

/** Without an address of the customer area, words have to lead there. */
function wayInOf({ name, t }: MailPortal, alertsOpen: boolean): string {
  return t(alertsOpen ? 'mail.alerts.way-in-else' : 'mail.alerts.way-in', { name });
}
