interface ReportedRecipient {
  readonly status: string;
  readonly action: string;
}

/** A delivery status notification as Postfix writes it (RFC 3464). */
export function dsn({
  to,
  status,
  action,
  second,
}: ReportedRecipient & { readonly to: string; readonly second?: ReportedRecipient }): Buffer {
  const group = (reported: ReportedRecipient) => [
    'Final-Recipient: rfc822; jane@example.org',
    'Original-Recipient: rfc822;jane@example.org',
    `Action: ${reported.action}`,
    `Status: ${reported.status}`,
    'Remote-MTA: dns; mx.example.org',
    'Diagnostic-Code: smtp; 550 5.1.1 The account that you tried',
    '    to reach does not exist',
    '',
  ];
  const lines = [
    'Return-Path: <>',
    'Date: Thu, 26 Nov 2026 01:00:00 +0000 (UTC)',
    'From: MAILER-DAEMON@mail.example.com (Mail Delivery System)',
    'Subject: Undelivered Mail Returned to Sender',
    `To: ${to}`,
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status;',
    '\tboundary="4F1A.1795656750/mail.example.com"',
    '',
    'This is a MIME-encapsulated message.',
    '',
    '--4F1A.1795656750/mail.example.com',
    'Content-Description: Notification',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    "I'm sorry to have to inform you that your message could not be delivered.",
    '',
    '--4F1A.1795656750/mail.example.com',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mail.example.com',
    'X-Postfix-Queue-ID: 4F1A',
    'Arrival-Date: Thu, 26 Nov 2026 00:59:59 +0000 (UTC)',
    '',
    ...group({ status, action }),
    ...(second ? group(second) : []),
    '--4F1A.1795656750/mail.example.com',
    'Content-Description: Undelivered Message Headers',
    'Content-Type: text/rfc822-headers',
    '',
    'From: Acme <alerts@mail.example.com>',
    'To: jane@example.org',
    'Subject: A new alert',
    '',
    '--4F1A.1795656750/mail.example.com--',
    '',
  ];
  return Buffer.from(lines.join('\r\n'));
}
