import net from 'node:net';
import tls from 'node:tls';
import type { LineOptions, TlsSettings } from '../conversation.ts';
import { failedHandshake, readHandshake } from './read-handshake.ts';
import type { StartTls, TlsFacts } from './tls-facts.ts';

/** Ports on which people sign in, and that of mail between servers (25), where TLS begins after a word of the client. */
const ports: Readonly<Record<number, StartTls | undefined>> = {
  ...{ 21: 'ftp', 25: 'smtp', 110: 'pop3', 143: 'imap', 587: 'smtp', 5222: 'xmpp' },
};

/** What a service that was recognised in the clear is asked to begin TLS by; null: it is none, or on another port. */
export function startTlsOf(port: number, service: string | undefined): StartTls | null {
  const usual = ports[port];
  return usual !== undefined && service?.startsWith(usual) ? usual : null;
}

interface Step {
  /** Null: the server speaks first. */
  readonly say: ((name: string) => string) | null;
  /** What ends an answer. */
  readonly complete: RegExp;
  /** What an answer must have, so that it goes on. */
  readonly agrees: RegExp;
}

const lastLine = /^\d{3} [^\n]*\n/m;

/** RFC 4217, 3207, 2595, 9051 and 6120. */
const dialogues: Readonly<Record<StartTls, readonly Step[]>> = {
  ftp: [
    { say: null, complete: lastLine, agrees: /^220 /m },
    { say: () => 'AUTH TLS\r\n', complete: lastLine, agrees: /^234 /m },
  ],
  smtp: [
    { say: null, complete: lastLine, agrees: /^220 /m },
    { say: () => 'EHLO localhost\r\n', complete: lastLine, agrees: /^250[ -]STARTTLS\b/im },
    { say: () => 'STARTTLS\r\n', complete: lastLine, agrees: /^220 /m },
  ],
  pop3: [
    { say: null, complete: /^[^\n]*\n/, agrees: /^\+OK/ },
    { say: () => 'STLS\r\n', complete: /^[^\n]*\n/, agrees: /^\+OK/ },
  ],
  imap: [
    { say: null, complete: /^\* [^\n]*\n/m, agrees: /^\* OK/im },
    { say: () => 'a1 STARTTLS\r\n', complete: /^a1 [^\n]*\n/im, agrees: /^a1 OK/im },
  ],
  xmpp: [
    {
      say: (name) =>
        `<?xml version='1.0'?><stream:stream to='${name}' version='1.0' xmlns='jabber:client' xmlns:stream='http://etherx.jabber.org/streams'>`,
      complete: /<\/stream:features>|<stream:error|<\/stream:stream>/,
      agrees: /<starttls[\s/>]/,
    },
    {
      say: () => "<starttls xmlns='urn:ietf:params:xml:ns:xmpp-tls'/>",
      complete: /<(?:proceed|failure)\b[^>]*>/,
      agrees: /<proceed\b/,
    },
  ],
};

const mostHeard = 65_536;

/**
 * Asks a service to begin TLS, on a connection of its own, and reads the handshake.
 * @param waitMs for each answer
 * @returns null when it does not offer that; without a chain when it did, or did not answer, and no handshake came about
 */
export async function askStartTls(
  service: StartTls,
  line: LineOptions,
  settings: TlsSettings,
  waitMs: number,
): Promise<TlsFacts | null> {
  const serverName = line.serverName ?? null;
  const first = await upgrade(service, line, settings, waitMs, { serverName, serverNameRefused: false });
  if (first === null || first.chain.length > 0 || serverName === null) return first;
  return (await upgrade(service, line, settings, waitMs, { serverName, serverNameRefused: true })) ?? first;
}

type Name = Pick<TlsFacts, 'serverName' | 'serverNameRefused'>;

async function upgrade(
  service: StartTls,
  line: LineOptions,
  settings: TlsSettings,
  waitMs: number,
  name: Name,
): Promise<TlsFacts | null> {
  const target = { address: line.address, ...name };
  const rest = { obsoleteProtocol: null, http: false, startTls: service, otherNames: {} };
  const socket = net.connect({ host: line.address, port: line.port, noDelay: true });
  const destroy = () => socket.destroy();
  socket.on('error', () => {});
  line.signal.addEventListener('abort', destroy, { once: true });
  try {
    const answer = await agree(socket, dialogues[service], name.serverName ?? line.address, waitMs);
    if (answer === 'refused') return null;
    const handshake = answer === 'agreed' ? await handshakeOn(socket, settings, target, waitMs) : null;
    return { ...(handshake ?? failedHandshake(target)), ...rest };
  } finally {
    line.signal.removeEventListener('abort', destroy);
    socket.destroy();
  }
}

async function agree(
  socket: net.Socket,
  steps: readonly Step[],
  name: string,
  waitMs: number,
): Promise<'agreed' | 'refused' | 'silent'> {
  for (const { say, complete, agrees } of steps) {
    if (say !== null) socket.write(say(name));
    const heard = await hear(socket, complete, waitMs);
    if (heard === null) return 'silent';
    if (!agrees.test(heard)) return 'refused';
  }
  return 'agreed';
}

/** What the peer says, up to where it is complete; null when that does not come. */
function hear(socket: net.Socket, complete: RegExp, waitMs: number): Promise<string | null> {
  let heard = '';
  return new Promise((resolve) => {
    const end = (result: string | null) => {
      clearTimeout(timer);
      socket.off('data', onData).off('close', onClose);
      // What comes next is the handshake's.
      socket.pause();
      resolve(result);
    };
    const onData = (bytes: Buffer) => {
      heard += bytes.toString('latin1');
      if (complete.test(heard)) end(heard);
      else if (heard.length > mostHeard) end(null);
    };
    const onClose = () => end(null);
    const timer = setTimeout(end, waitMs, null);
    socket.on('data', onData).on('close', onClose).resume();
    if (socket.destroyed) end(null);
  });
}

function handshakeOn(
  socket: net.Socket,
  settings: TlsSettings,
  target: Name & { readonly address: string },
  waitMs: number,
): Promise<ReturnType<typeof readHandshake> | null> {
  const secure = tls.connect({
    socket,
    rejectUnauthorized: false,
    // The verdict on the chain is wanted by itself.
    checkServerIdentity: () => undefined,
    secureContext: settings.context,
    ...(target.serverName !== null && !target.serverNameRefused && { servername: target.serverName }),
  });
  return new Promise((resolve) => {
    const timer = setTimeout(() => secure.destroy(), waitMs);
    secure.on('error', () => {});
    secure.once('close', () => {
      clearTimeout(timer);
      resolve(null);
    });
    secure.once('secureConnect', () => {
      clearTimeout(timer);
      resolve(readHandshake(secure, secure.getPeerCertificate(true), target, settings.roots));
      secure.destroy();
    });
  });
}
