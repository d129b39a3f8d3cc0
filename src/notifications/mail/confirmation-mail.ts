import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** The mail that asks an address whether it wants to be told of alerts. It names nobody: whoever asked is not proved either. */
export function confirmationMail(portal: MailPortal, confirmationUrl: string, unsubscribeUrl: string): MailText {
  return mailText(
    portal,
    `Confirm your address for security alerts of ${portal.name}`,
    [
      heading('Do you want to get security alerts here?'),
      paragraph(
        `A customer of ${portal.name} wants this address to be told when new security problems are found on their servers and domains.`,
      ),
      button(portal, 'Confirm this address', confirmationUrl),
      paragraph('The link works for 24 hours. If you do nothing, you get no alerts.'),
    ],
    {
      reason: `You get this because your address was entered for security alerts at ${portal.name}.`,
      links: [{ label: 'I do not want this', url: unsubscribeUrl }],
    },
  );
}
