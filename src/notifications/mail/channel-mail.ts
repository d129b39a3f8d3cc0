import type { ChannelNotice } from '../../core/operation/tables/notifications.ts';
import { timeIn } from '../../platform/messages/local-words.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** The mail that tells administrators that a channel was disabled, and what to do. */
export function channelMail(portal: MailPortal, { name, type, failure }: ChannelNotice, at: Date): MailText {
  const { t } = portal;
  const what = t('mail.channel.subject');
  return mailText(
    portal,
    t('mail.notice.subject', { what, name: portal.name }),
    [
      heading(what),
      paragraph(t('mail.channel.which', { channel: name, type })),
      paragraph(failure),
      paragraph(t('mail.notice.at', { time: timeIn(t.language, at) })),
      paragraph(t('mail.channel.mend')),
      button(portal, t('mail.webhook.open'), `${portal.url}/console`),
    ],
    { reason: t('mail.webhook.reason', { name: portal.name }), links: [] },
  );
}
