import { alertItem, alike, type LinkOf, listsOf, type NewsItem } from './alert-mail.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** Some of a list, and how many it has. */
export interface Excerpt<T = NewsItem> {
  readonly items: readonly T[];
  readonly total: number;
}

/** What a digest tells, each part as far as it is listed. */
export interface Digest {
  /** Over which time it is; null: it is no digest, but tells besides what is new that something is over. */
  readonly period: 'daily' | 'weekly' | null;
  readonly fresh: Excerpt;
  /** Told before, and open still. */
  readonly open: Excerpt;
  /** What was told and is over, and what came and went. */
  readonly over: Excerpt;
  /** Snoozed, and open again soon: `until` as in `3 March 2026`. */
  readonly ending: Excerpt<NewsItem & { readonly until: string }>;
}

export interface DigestOptions {
  readonly unsubscribeUrl: string;
  /** Null: the partner does not allow such links. */
  readonly linkOf: LinkOf | null;
}

/** The mail that tells of a day or a week: new first, then what is open still, then what is over. */
export function digestMail(portal: MailPortal, digest: Digest, { unsubscribeUrl, linkOf }: DigestOptions): MailText {
  const { name: portalName, t } = portal;
  const { period, fresh, open, over, ending } = digest;
  const left = [fresh, open, over, ending].reduce((sum, { total, items }) => sum + total - items.length, 0);
  const counts = (['fresh', 'open', 'over'] as const)
    .filter((part) => digest[part].total > 0)
    .map((part) => t(`mail.digest.count.${part}`, { count: digest[part].total }))
    .join(', ');
  const title = t('mail.digest.title', { name: t(`mail.digest.name.${period ?? 'changes'}`), counts });
  const part = (name: 'fresh' | 'open' | 'over' | 'ending', { items, total }: Excerpt, link: LinkOf | null = null) =>
    items.length === 0
      ? []
      : [
          paragraph(t(`mail.digest.part.${name}`, { count: total })),
          ...alike(items).map((group) =>
            alertItem(portal, group.map(inLine), link, name === 'over' ? 'over' : 'listed'),
          ),
        ];
  const snoozed = {
    ...ending,
    items: ending.items.map((entry) => ({ ...entry, note: t('mail.digest.until', { day: entry.until }) })),
  };
  const first = fresh.items[0] ?? open.items[0] ?? over.items[0];
  const blocks = [
    heading(title),
    ...part('fresh', fresh, linkOf),
    ...part('open', open),
    ...part('over', over),
    ...part('ending', snoozed),
    ...(left > 0 ? [paragraph(t('mail.alerts.more', { count: left }))] : []),
    button(portal, t('mail.alerts.see-all'), portal.linkTo(first ? listsOf(first) : '/alerts')),
  ];
  const isOneOver = period === null && fresh.total === 0 && over.total === 1;
  const subject = isOneOver
    ? t('mail.digest.over', { title: over.items[0]!.title, where: overWhere(over.items[0]!) })
    : title;
  return mailText(portal, subject, blocks, {
    reason: t('mail.digest.reason', { name: portalName }),
    links: [
      { label: t('mail.alerts.change'), url: portal.linkTo('/notifications') },
      { label: t('mail.frame.unsubscribe'), url: unsubscribeUrl },
    ],
  });
}

/** A digest is read at a glance: of each alert what and where, and its page tells the rest. */
function inLine(entry: NewsItem): NewsItem {
  return { ...entry, why: null, what: null };
}

function overWhere({ where, note }: NewsItem): string {
  return note ? `${where}. ${note}` : where;
}
