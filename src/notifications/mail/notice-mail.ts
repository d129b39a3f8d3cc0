import type { AdministratorNotice } from '../../core/operation/tables/notifications.ts';
import { timeIn } from '../../platform/messages/local-words.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** The mail that tells an administrator what was done to the account, when, and from where. */
export function noticeMail(portal: MailPortal, notice: AdministratorNotice, at: Date): MailText {
  const { name, t } = portal;
  const what = t(`mail.notice.${notice.event}.subject`);
  return mailText(
    portal,
    t('mail.notice.subject', { what, name }),
    [
      heading(what),
      paragraph(t(`mail.notice.${notice.event}.what`)),
      paragraph([t('mail.notice.at', { time: timeIn(t.language, at) }), ...originSentence(t, notice)].join(' ')),
      paragraph(t(`mail.notice.${notice.event}.otherwise`)),
      button(portal, t('mail.notice.account'), `${portal.url}/console/account`),
    ],
    { reason: t('mail.notice.reason', { name }), links: [] },
  );
}

/** Where something came from; empty: it was the operator. */
export function originSentence(
  t: Messages,
  { address, user_agent: userAgent }: Pick<AdministratorNotice, 'address' | 'user_agent'>,
): string[] {
  return address === null ? [] : [t('mail.notice.from', { address, browser: userAgent ?? t('mail.notice.nameless') })];
}
