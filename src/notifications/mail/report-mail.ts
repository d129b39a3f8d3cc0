import type { MailAttachment } from '../../platform/mail/mailer.ts';
import { button, heading, type MailPortal, type MailText, mailText, paragraph } from './mail-frame.ts';

/** What a mail about a month says, and the report itself. */
export interface MailedReport {
  /** `Security report, October 2026` */
  readonly title: string;
  /** What it comes to, in sentences. */
  readonly summary: readonly string[];
  readonly document: MailAttachment;
}

export function reportMail(portal: MailPortal, month: string, report: MailedReport, unsubscribeUrl: string): MailText {
  const blocks = [
    heading(report.title),
    paragraph(report.summary.join(' ')),
    paragraph('The whole report is attached as a PDF of two pages.'),
    button(portal, 'Open the report', `${portal.url}/report?month=${month}`),
  ];
  return mailText(portal, report.title, blocks, {
    reason: `You get this mail because the monthly report of ${portal.name} was chosen for this address.`,
    links: [
      { label: 'Choose what you hear of', url: `${portal.url}/notifications` },
      { label: 'Unsubscribe', url: unsubscribeUrl },
    ],
  });
}
