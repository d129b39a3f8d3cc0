import type { Severity } from '../../engines/common/severity.ts';
import { button, heading, item, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** An alert as a mail tells it. */
export interface NewsItem {
  /** What it is about: a server or a domain. */
  readonly subject: 'endpoint' | 'domain';
  /** How alerts of its kind are counted. */
  readonly words: { readonly one: string; readonly many: string };
  readonly id: string;
  readonly severity: Severity;
  /** What is exposed, in one line. */
  readonly title: string;
  /** Which server or domain. */
  readonly where: string;
}

/** A reader goes through so many at most; the portal has them all. */
const maxItems = 25;

const labels: Record<Severity, string> = { critical: 'Critical', high: 'High', medium: 'Medium', low: 'Low' };
/** As the portal says it. */
const meanings: Record<Severity, string> = {
  critical: 'Act today: attackers look for exactly this.',
  high: 'Act this week.',
  medium: 'Plan a change.',
  low: 'Good to know.',
};

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
  const listed = news.slice(0, maxItems);
  const left = news.length - listed.length;
  const blocks = [
    heading(summaryOf(news)),
    paragraph(`${severityOf(news, worst)}${meanings[worst.severity]}`),
    ...listed.map((entry) =>
      item(portal, { ...entry, label: labels[entry.severity], url: linkOf?.(entry.id) ?? urlOf(portal, entry) }),
    ),
    ...(left > 0 ? [paragraph(`There ${left === 1 ? 'is 1 more' : `are ${left} more`} in the portal.`)] : []),
    button(portal, 'See all alerts', portal.linkTo(listsOf(worst))),
    ...(linkOf ? [paragraph('The link to each alert works for 7 days, in the browser that opens it first.')] : []),
    ...(!portal.hasCustomerArea ? [paragraph(wayInOf(portal, linkOf !== null))] : []),
  ];
  return mailText(portal, subjectOf(news, worst), blocks, {
    reason: `You get this because your address is to be told of new security alerts at ${portal.name}.`,
    links: [
      { label: 'Change what you get', url: portal.linkTo('/notifications') },
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  });
}

function subjectOf(news: readonly NewsItem[], worst: NewsItem): string {
  if (news.length === 1) return `${labels[worst.severity]}: ${worst.title}, ${worst.where}`;
  const count = news.filter(({ severity }) => severity === worst.severity).length;
  const share = count === news.length ? 'all' : String(count);
  return `${news.length} new security alerts, ${share} of them ${worst.severity}`;
}

/** Of one alert, its line says it. */
function severityOf(news: readonly NewsItem[], { severity }: NewsItem): string {
  return news.length === 1 ? '' : `The most severe of them: ${severity}. `;
}

function summaryOf(news: readonly NewsItem[]): string {
  // Servers before domains, as the portal has them; kinds that are counted alike are counted together.
  const inOrder = news.toSorted((a, b) => Number(a.subject === 'domain') - Number(b.subject === 'domain'));
  const parts = [...Map.groupBy(inOrder, ({ words }) => words.many).values()].map(
    (alike) => `${alike.length} ${alike.length === 1 ? alike[0]!.words.one : alike[0]!.words.many}`,
  );
  return `New: ${[parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')}`;
}

function listsOf({ subject }: NewsItem): string {
  return subject === 'endpoint' ? '/alerts' : '/leaks';
}

function urlOf(portal: MailPortal, entry: NewsItem): string {
  return portal.linkTo(`${listsOf(entry)}/${entry.id}`);
}

/** Without an address of the customer area, words have to lead there. */
function wayInOf({ name }: MailPortal, alertsOpen: boolean): string {
  return alertsOpen
    ? `For everything else, if you are not signed in, go to your customer area at ${name} first and open the portal there.`
    : `If you are not signed in, go to your customer area at ${name} first and open the portal there.`;
}
