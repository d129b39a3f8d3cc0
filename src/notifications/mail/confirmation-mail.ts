import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** The mail that asks an address whether it wants to be told of alerts. It names nobody: whoever asked is not proved either. */
export function confirmationMail(portal: MailPortal, confirmationUrl: string, unsubscribeUrl: string): MailText {
  const { name, t } = portal;
  return mailText(
    portal,
    t('mail.confirmation.subject', { name }),
    [
      heading(t('mail.confirmation.heading')),
      paragraph(t('mail.confirmation.what', { name })),
      button(portal, t('mail.confirmation.confirm'), confirmationUrl),
      paragraph(t('mail.confirmation.works')),
    ],
    {
      reason: t('mail.confirmation.reason', { name }),
      links: [{ label: t('mail.confirmation.unwanted'), url: unsubscribeUrl }],
    },
  );
}
