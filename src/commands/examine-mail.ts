import { randomUUID } from 'node:crypto';
import type { Config } from '../installation/config.ts';
import { systemClock } from '../platform/clock.ts';
import { createSmtpMailer } from '../platform/mail/mailer.ts';
import type { Diagnosis } from './diagnosis.ts';

/** Of the mail server only host and port are named: its address can carry a password. */
export async function examineMail({ mail }: Config): Promise<Diagnosis> {
  const check = 'mail';
  if (mail === null)
    return {
      check,
      state: 'warn',
      detail: 'none (SMTP_URL): customers are told of nothing by e-mail',
      cure: 'set SMTP_URL and MAIL_FROM',
    };
  const { host } = new URL(mail.smtpUrl);
  try {
    await createSmtpMailer(mail.smtpUrl).check();
    return { check, state: 'ok', detail: `${host} lets us in; mail is sent as ${mail.fromAddress}` };
  } catch (error) {
    const cure = 'does it listen there, and are user, password and certificate right?';
    return { check, state: 'fail', detail: `${host}: ${(error as Error).message}`, cure };
  }
}

export function examineBounces({ mail }: Config): Diagnosis {
  const check = 'bounces';
  if (mail === null) return { check, state: 'ok', detail: 'no mail is sent' };
  if (mail.bounces === null)
    return {
      check,
      state: 'warn',
      detail: 'none are taken in: addresses that died are written to for ever',
      cure: 'set MAIL_BOUNCE_ADDRESS and MAIL_BOUNCE_TOKEN',
    };
  return {
    check,
    state: 'ok',
    detail: `come to ${mail.bounces.address}; it is not known whether they are posted here`,
  };
}

/** Sends a mail by which its reader sees the rest of the way: the spam folder, the signatures, the sender. */
export async function examineMailTo({ mail }: Config, to: string): Promise<Diagnosis> {
  const check = 'test mail';
  if (mail === null)
    return { check, state: 'fail', detail: 'there is no mail server', cure: 'set SMTP_URL and MAIL_FROM' };
  const text =
    'If you read this, mails of Breakwater reach you. Look at its headers for what SPF, DKIM and DMARC came to.';
  const mailer = createSmtpMailer(mail.smtpUrl);
  try {
    await mailer.send(
      {
        from: { name: 'Breakwater', address: mail.fromAddress },
        returnPath: null,
        to,
        replyTo: null,
        subject: 'A test mail of Breakwater',
        text,
        html: `<p>${text}</p>`,
        messageId: `${randomUUID()}@${mail.fromAddress.split('@')[1]}`,
        date: systemClock.now(),
        headers: { 'Auto-Submitted': 'auto-generated' },
        images: [],
        dkim: null,
      },
      async () => {},
    );
    return { check, state: 'ok', detail: `the mail server took it for ${to}` };
  } catch (error) {
    const cure = 'see what the mail server has against the sender or the address';
    return { check, state: 'fail', detail: (error as Error).message, cure };
  } finally {
    mailer.close();
  }
}
