import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** The mail that an administrator asked for, to see how mails arrive. */
export function testMail(portal: MailPortal, url: string): MailText {
  const { name, t } = portal;
  return mailText(
    portal,
    t('mail.test.subject', { name }),
    [
      heading(t('mail.test.heading')),
      paragraph(t('mail.test.what', { name })),
      button(portal, t('page.test-mail.button'), url),
      paragraph(t('mail.test.works')),
    ],
    { reason: t('mail.notice.reason', { name }), links: [] },
  );
}
