import type { AccessLinkNotice } from '../../core/operation/tables/notifications.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';
import { originSentence } from './notice-mail.ts';

/** The mail with a link by which somebody joins an account, or chooses another password. */
export function accessLinkMail(portal: MailPortal, notice: AccessLinkNotice, url: string): MailText {
  return notice.event === 'invited' ? invitationMail(portal, notice, url) : resetMail(portal, notice, url);
}

function invitationMail(portal: MailPortal, { role }: AccessLinkNotice, url: string): MailText {
  const { name, t } = portal;
  return mailText(
    portal,
    t('mail.invitation.subject', { name }),
    [
      heading(t('mail.invitation.heading')),
      paragraph(t('mail.invitation.what', { name })),
      ...(role === null ? [] : [paragraph(t(`mail.invitation.role.${role}`))]),
      button(portal, t('mail.invitation.button'), url),
      paragraph(t('mail.invitation.works')),
    ],
    { reason: t('mail.invitation.reason', { name }), links: [] },
  );
}

function resetMail(portal: MailPortal, notice: AccessLinkNotice, url: string): MailText {
  const { name, t } = portal;
  return mailText(
    portal,
    t('mail.reset.subject', { name }),
    [
      heading(t('mail.reset.button')),
      paragraph(t('mail.reset.what')),
      ...originSentence(t, notice).map(paragraph),
      button(portal, t('mail.reset.button'), url),
      paragraph(t('mail.reset.works')),
    ],
    { reason: t('mail.notice.reason', { name }), links: [] },
  );
}
