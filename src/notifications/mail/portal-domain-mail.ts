import type { PortalDomainNotice } from '../../core/operation/tables/notifications.ts';
import { timeIn } from '../../platform/messages/local-words.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** The mail that tells administrators that another account is about to take a portal domain over, and how to keep it. */
export function portalDomainMail(portal: MailPortal, { domain }: PortalDomainNotice, at: Date): MailText {
  const { name, t } = portal;
  const what = t('mail.portal-domain.contested', { domain });
  return mailText(
    portal,
    t('mail.notice.subject', { what, name }),
    [
      heading(what),
      paragraph(t('mail.portal-domain.what', { domain })),
      paragraph(t('mail.notice.at', { time: timeIn(t.language, at) })),
      paragraph(t('mail.portal-domain.mend')),
      button(portal, t('mail.webhook.open'), `${portal.url}/console/portal-domains`),
    ],
    { reason: t('mail.webhook.reason', { name }), links: [] },
  );
}
