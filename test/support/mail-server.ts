import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** A mail as it arrived. */
export interface ReceivedMail {
  readonly to: string;
  readonly envelopeFrom: string;
  /** Names in lower case; folded lines joined, encoded words decoded. */
  readonly headers: ReadonlyMap<string, string>;
  readonly text: string;
  readonly html: string;
  /** What the markup shows by `cid:` addresses. */
  readonly images: readonly { readonly cid: string; readonly type: string; readonly bytes: Buffer }[];
  readonly raw: string;
}

/** What the server says to an address or a mail instead of 250, as in `{ code: 451, message: 'later' }`. */
export interface Refusal {
  readonly code: number;
  readonly message: string;
}

export interface MailServerOptions {
  /** Wants these credentials, over an unencrypted connection as well. */
  readonly login?: { readonly user: string; readonly password: string };
}

/** A mail server on a loopback port that keeps what it takes, and refuses what a test wants it to. */
export class MailServer {
  readonly mails: ReceivedMail[] = [];
  /** Addresses that were offered, refused or not. */
  readonly offered: string[] = [];
  /** Connections that there have been. */
  connections = 0;
  /** Asked for each address; undefined: welcome. */
  refuseAddress: (address: string) => Refusal | undefined | Promise<Refusal | undefined> = () => undefined;
  /** Asked when the whole text has arrived; the mail counts as taken unless it refuses. */
  refuseMail: (mail: ReceivedMail) => Refusal | undefined | Promise<Refusal | undefined> = () => undefined;
  readonly #server: SMTPServer;
  readonly #login: MailServerOptions['login'];

  private constructor({ login }: MailServerOptions) {
    this.#login = login;
    this.#server = new SMTPServer({
      disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'],
      allowInsecureAuth: true,
      disableReverseLookup: true,
      logger: false,
      onConnect: (_session, done) => {
        this.connections += 1;
        done();
      },
      onAuth: (auth, _session, done) =>
        auth.username === login?.user && auth.password === login?.password
          ? done(null, { user: auth.username })
          : done(failure({ code: 535, message: 'authentication failed' })),
      onRcptTo: async ({ address }, _session, done) => {
        this.offered.push(address);
        const refusal = await this.refuseAddress(address);
        done(refusal && failure(refusal));
      },
      onData: (stream, session, done) => {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', async () => {
          const from = session.envelope.mailFrom ? session.envelope.mailFrom.address : '';
          const mail = parseMail(Buffer.concat(chunks).toString('utf8'), from, session.envelope.rcptTo[0]!.address);
          const refusal = await this.refuseMail(mail);
          if (refusal) return done(failure(refusal));
          this.mails.push(mail);
          return done();
        });
      },
    });
    // Clients that are killed reset their connections.
    this.#server.on('error', () => {});
  }

  static async start(options: MailServerOptions = {}): Promise<MailServer> {
    const server = new MailServer(options);
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get url(): string {
    const { port } = this.#server.server.address() as AddressInfo;
    const login = this.#login ? `${this.#login.user}:${this.#login.password}@` : '';
    return `smtp://${login}127.0.0.1:${port}`;
  }

  /** What a service needs to send its mail here. */
  get environment(): Record<string, string> {
    return { SMTP_URL: this.url, MAIL_FROM: 'alerts@mail.example.com' };
  }

  mailsTo(address: string): ReceivedMail[] {
    return this.mails.filter(({ to }) => to === address);
  }

  /** Ends the connections that there are, without a word. */
  hangUp(): void {
    for (const connection of this.#server.connections) connection._socket.destroy();
  }

  async close(): Promise<void> {
    // A client may keep a connection for its next mail.
    this.hangUp();
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}

function failure({ code, message }: Refusal): Error {
  return Object.assign(new Error(message), { responseCode: code });
}

function parseMail(raw: string, envelopeFrom: string, to: string): ReceivedMail {
  const whole = splitPart(raw);
  const { headers } = whole;
  const parts = partsOf(whole);
  const textOf = (type: string) => {
    const part = parts.find((candidate) => candidate.headers.get('content-type')?.startsWith(type));
    return part ? decodeBody(part) : '';
  };
  const images = parts.flatMap((part) => {
    const id = part.headers.get('content-id');
    const type = part.headers.get('content-type')?.split(';')[0] ?? '';
    return id ? [{ cid: id.replace(/^<|>$/g, ''), type, bytes: Buffer.from(part.body, 'base64') }] : [];
  });
  return { to, envelopeFrom, headers, text: textOf('text/plain'), html: textOf('text/html'), images, raw };
}

/** The parts of a mail, those of its parts among them. */
function partsOf(whole: Part): Part[] {
  const boundary = /boundary="([^"]+)"/.exec(whole.headers.get('content-type') ?? '')?.[1];
  if (boundary === undefined) return [whole];
  return whole.body.split(`--${boundary}`).slice(1, -1).map(splitPart).flatMap(partsOf);
}

interface Part {
  readonly headers: ReadonlyMap<string, string>;
  readonly body: string;
}

function splitPart(text: string): Part {
  const trimmed = text.replace(/^\r\n/, '');
  const end = trimmed.indexOf('\r\n\r\n');
  const headers = new Map<string, string>();
  for (const line of trimmed
    .slice(0, end)
    .replaceAll(/\r\n[ \t]+/g, ' ')
    .split('\r\n')) {
    const colon = line.indexOf(':');
    headers.set(line.slice(0, colon).toLowerCase(), decodeWords(line.slice(colon + 1).trim()));
  }
  return { headers, body: trimmed.slice(end + 4) };
}

/** RFC 2047. */
function decodeWords(value: string): string {
  return value
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_word, encoding: string, text: string) =>
      encoding.toLowerCase() === 'b'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    );
}

function decodeBody({ headers, body }: Part): string {
  const encoding = headers.get('content-transfer-encoding');
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  return (encoding === 'quoted-printable' ? decodeQuotedPrintable(body) : body).replaceAll('\r\n', '\n');
}

function decodeQuotedPrintable(text: string): string {
  const bytes = text
    .replaceAll(/=\r\n/g, '')
    .replaceAll(/=([\dA-F]{2})/gi, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
