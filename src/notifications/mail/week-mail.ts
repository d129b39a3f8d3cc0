import { standingWords, wellOr } from '../../monitoring/looks/index.ts';
import { dayIn } from '../../platform/messages/local-words.ts';
import { bar, button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';
import type { Week } from './read-week.ts';

/** Three lines and a picture, after a week in which there was nothing else to write of. */
export function weekMail(
  portal: MailPortal,
  week: Week,
  { timeZone, endUrl }: { readonly timeZone: string; readonly endUrl: string },
): MailText {
  const { t } = portal;
  const standing = standingWords(t, week.standing, week.leaks);
  const blocks = [
    heading(standing),
    paragraph(lookedWords(portal, week, timeZone)),
    paragraph(alertWords(portal, week)),
    ...(week.servers.total === 0 ? [] : [bar(partsOf(portal, week))]),
    button(portal, t('mail.week.open'), portal.linkTo('/')),
  ];
  return mailText(portal, standing, blocks, {
    reason: t('mail.week.reason', { name: portal.name }),
    links: [
      { label: t('mail.report.choose'), url: portal.linkTo('/notifications') },
      { label: t('mail.week.end'), url: endUrl },
    ],
  });
}

function lookedWords({ t }: MailPortal, { looked: { seen, total, lastAt } }: Week, timeZone: string): string {
  return lastAt === null
    ? t('mail.week.not-looked-at')
    : t('mail.week.looked-at', { seen, total, day: dayIn(t.language, lastAt, timeZone) });
}

function alertWords({ t }: MailPortal, { alerts: { raised, over }, allLookedAt }: Week): string {
  if (raised + over > 0) return t('mail.week.alerts', { raised, over });
  return t(wellOr({ all_looked_at: allLookedAt }, 'mail.week.quiet', 'mail.week.quiet-where-looked'));
}

/** As the overview's picture has them. */
function partsOf({ t }: MailPortal, { servers: { needs_action: exposed, well, total } }: Week) {
  const parts = [
    { tone: 'critical', name: 'needs-action', count: exposed },
    { tone: 'unknown', name: 'unknown', count: total - exposed - well },
    { tone: 'good', name: 'well', count: well },
  ] as const;
  return parts
    .filter(({ count }) => count > 0)
    .map(({ tone, name, count }) => ({ tone, count, label: t(`mail.week.${name}`, { count }) }));
}
