import type { AdministratorRole } from '../../core/operation/tables/identity.ts';
import type { AccessLinkNotice } from '../../core/operation/tables/notifications.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';
import { originSentence } from './notice-mail.ts';

const roleSentences: Readonly<Record<AdministratorRole, string>> = {
  owner: 'As an owner you can do everything there, and manage people and API keys.',
  manager: 'As a manager you can look after customers, plans and the look of the portal.',
  support: 'For support you can see everything there, and change nothing.',
};

/** The mail with a link by which somebody joins an account, or chooses another password. */
export function accessLinkMail(portal: MailPortal, notice: AccessLinkNotice, url: string): MailText {
  return notice.event === 'invited' ? invitationMail(portal, notice, url) : resetMail(portal, notice, url);
}

function invitationMail(portal: MailPortal, { role }: AccessLinkNotice, url: string): MailText {
  return mailText(
    portal,
    `You are invited to the console of ${portal.name}`,
    [
      heading('You are invited'),
      paragraph(`Somebody at ${portal.name} wants you to work with its console for security monitoring.`),
      ...(role === null ? [] : [paragraph(roleSentences[role])]),
      button(portal, 'Choose a password and sign in', url),
      paragraph('The link works once, for 72 hours. If you do not know what this is about, ignore it.'),
    ],
    { reason: `You get this because your address was entered at the console of ${portal.name}.`, links: [] },
  );
}

function resetMail(portal: MailPortal, notice: AccessLinkNotice, url: string): MailText {
  return mailText(
    portal,
    `Choose another password for the console of ${portal.name}`,
    [
      heading('Choose another password'),
      paragraph('Somebody asked for this on the sign-in page of the console.'),
      ...originSentence(notice).map(paragraph),
      button(portal, 'Choose another password', url),
      paragraph(
        'The link works once, for an hour. If you did not ask for it, ignore it: your password stays as it is.',
      ),
    ],
    { reason: `You get this because you sign in to the console of ${portal.name} with this address.`, links: [] },
  );
}
