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
  const { name, t } = portal;
  const blocks = [
    heading(report.title),
    paragraph(report.summary.join(' ')),
    paragraph(t('mail.report.attached')),
    button(portal, t('mail.report.open'), `${portal.url}/report?month=${month}`),
  ];
  return mailText(portal, report.title, blocks, {
    reason: t('mail.report.reason', { name }),
    links: [
      { label: t('mail.report.choose'), url: `${portal.url}/notifications` },
      { label: t('mail.frame.unsubscribe'), url: unsubscribeUrl },
    ],
  });
}
