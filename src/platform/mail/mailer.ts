import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import DKIM from 'nodemailer/lib/dkim';
import MailComposer from 'nodemailer/lib/mail-composer';
import { SmtpConnections } from './smtp-connections.ts';

export { sendTimeoutMs } from './smtp-connections.ts';

/** One mail to one address. */
export interface Mail {
  readonly from: { readonly name: string; readonly address: string };
  /** Where it comes back to when it cannot be delivered after all; null: to the sender. */
  readonly returnPath: string | null;
  readonly to: string;
  readonly replyTo: string | null;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** Without angle brackets; the same in every attempt, so that whoever gets a mail twice can tell. */
  readonly messageId: string;
  readonly date: Date;
  readonly headers: Readonly<Record<string, string>>;
  /** What its markup shows by `cid:` addresses. */
  readonly images: readonly MailImage[];
  readonly attachments?: readonly MailAttachment[];
  /** Signs the mail in the name of a domain (RFC 6376); null: it is not signed. */
  readonly dkim: DkimKey | null;
}

export interface MailImage {
  readonly cid: string;
  /** As in image/png */
  readonly type: string;
  readonly bytes: Buffer;
}

export interface MailAttachment {
  readonly filename: string;
  readonly contentType: string;
  readonly content: Buffer;
}

export interface DkimKey {
  readonly domain: string;
  readonly selector: string;
  /** PEM */
  readonly privateKey: string;
}

export interface Mailer {
  /**
   * Hands a mail to the mail server; it has taken it when this resolves.
   * @param beforeHandOver runs when the server is ready for the text, before the first byte of it. What it throws, ends the
   *   attempt with that error, and the server takes nothing.
   * @throws MailRefused when the server will never take a mail to this address; any other error may pass
   */
  send(mail: Mail, beforeHandOver: () => Promise<void>): Promise<void>;
  /**
   * Connects and signs in, without sending anything.
   * @throws when the server cannot be reached, or refuses the credentials
   */
  check(): Promise<void>;
}

interface SmtpMailer extends Mailer {
  /** Ends connections that wait for the next mail. */
  close(): void;
}

/** The mail server refused the address or the mail to it for good: 5xx to RCPT TO or DATA, for other reasons than policy. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
}

/** What a signature covers: all that a mail has, with what RFC 8058 wants covered. */
const headerFieldNames =
  'From:Reply-To:To:Subject:Date:Message-ID:MIME-Version:Content-Type:List-Unsubscribe:List-Unsubscribe-Post';

/** What nodemailer's errors carry. */
interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
  readonly response?: string;
}

/**
 * Sends through a mail server by SMTP, on connections that are used for more than one mail. TLS from the first byte with `smtps:`; with
 * `smtp:` the connection is upgraded when the server offers STARTTLS.
 * @param smtpUrl `smtp://user:password@host:port` or `smtps://…`
 */
export function createSmtpMailer(smtpUrl: string): SmtpMailer {
  const connections = new SmtpConnections(smtpUrl);
  return {
    async send(mail, beforeHandOver) {
      const text = await textOf(mail);
      const envelope = { from: mail.returnPath ?? mail.from.address, to: [mail.to] };
      let isHandedOver = false;
      // The connection pulls from it when the server has answered DATA, not before.
      const parts = async function* () {
        isHandedOver = true;
        await beforeHandOver();
        yield text;
      };
      try {
        await connections.use(
          (connection, done) => connection.send(envelope, Readable.from(parts()), done),
          () => !isHandedOver,
        );
      } catch (error) {
        throw isRefusal(error as SmtpError) ? new MailRefused(sentenceOf(error as SmtpError), { cause: error }) : error;
      }
    },
    async check() {
      const fresh = new SmtpConnections(smtpUrl);
      try {
        await fresh.use((_connection, done) => done(null));
      } finally {
        fresh.close();
      }
    },
    close: () => connections.close(),
  };
}

async function textOf(mail: Mail): Promise<Buffer> {
  const { images, attachments: files = [], dkim, from, to, subject, text, html, date, headers } = mail;
  const shown = images.map(({ cid, type, bytes }) => ({
    cid,
    content: bytes,
    contentType: type,
    contentDisposition: 'inline' as const,
    filename: `${cid}.${type.split('/')[1]}`,
  }));
  const composed = {
    from,
    to,
    subject,
    text,
    html,
    date,
    headers,
    attachments: [...shown, ...files],
    ...addressing(mail),
  };
  const unsigned = await new MailComposer(composed).compile().build();
  if (dkim === null) return unsigned;
  const { domain: domainName, selector: keySelector, privateKey } = dkim;
  return buffer(new DKIM({ domainName, keySelector, privateKey, headerFieldNames }).sign(unsigned));
}

function addressing({ replyTo, messageId }: Mail) {
  return { replyTo: replyTo ?? undefined, messageId: `<${messageId}>` };
}

/**
 * Whether the answer is about the address. What the server says 5xx to before it (greeting, sign-in, sender) is about us, and so
 * is what it gives as a matter of security or policy (530, and X.7.X of RFC 3463, as in "554 5.7.1 Relay access denied"): a
 * mistake in our set-up must not cost everybody their mail.
 */
function isRefusal({ responseCode = 0, command, response = '' }: SmtpError): boolean {
  const isFinal = responseCode >= 500 && responseCode < 600 && (command === 'RCPT TO' || command === 'DATA');
  return isFinal && responseCode !== 530 && !/^5\d\d[ -]5\.7\./.test(response);
}

const maxSentenceLength = 200;

/** What the server said, on one line. */
function sentenceOf({ response, message }: SmtpError): string {
  return [...(response ?? message).replaceAll(/[\p{C}\s]+/gu, ' ').trim()].slice(0, maxSentenceLength).join('');
}
