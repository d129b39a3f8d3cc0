import type { AccountNotice } from '../../core/operation/tables/notifications.ts';
import { timeIn } from '../../platform/messages/local-words.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';
import { originSentence } from './notice-mail.ts';

/** The mail that tells owners what was made or changed in the account that outlives a session: what, by whom, when, and from where. */
export function accountMail(portal: MailPortal, notice: AccountNotice, at: Date): MailText {
  const { name, t } = portal;
  const what = t(`mail.account.${notice.change}`);
  const time = t('mail.notice.at', { time: timeIn(t.language, at) });
  return mailText(
    portal,
    t('mail.notice.subject', { what, name }),
    [
      heading(what),
      ...(notice.name === null ? [] : [paragraph(t('mail.account.which', { which: notice.name }))]),
      paragraph([byWhom(t, notice), time, ...originSentence(t, notice)].join(' ')),
      paragraph(t('mail.account.otherwise')),
      button(portal, t('mail.account.log'), `${portal.url}/console/audit`),
    ],
    { reason: t('mail.account.reason', { name }), links: [] },
  );
}

function byWhom(t: Messages, { by, actor }: AccountNotice): string {
  if (by !== null) return t('mail.account.by-person', { who: by });
  return actor === 'api_key' ? t('mail.account.by-key') : t('mail.account.by-operator');
}
