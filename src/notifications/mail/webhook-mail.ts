import type { WebhookNotice } from '../../core/operation/tables/notifications.ts';
import { timeIn } from '../../platform/messages/local-words.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** The mail that tells administrators that a webhook was disabled, and what to do. */
export function webhookMail(portal: MailPortal, { url, reason }: WebhookNotice, at: Date): MailText {
  const { name, t } = portal;
  const what = t('mail.webhook.disabled');
  return mailText(
    portal,
    t('mail.notice.subject', { what, name }),
    [
      heading(what),
      paragraph(t('mail.webhook.leads-to', { url })),
      paragraph(t(`mail.webhook.${reason}`)),
      paragraph(t('mail.notice.at', { time: timeIn(t.language, at) })),
      paragraph(t('mail.webhook.mend')),
      button(portal, t('mail.webhook.open'), `${portal.url}/console/webhooks`),
    ],
    { reason: t('mail.webhook.reason', { name }), links: [] },
  );
}
