import net from 'node:net';
import tls from 'node:tls';
import { certificateNames } from './certificate-names.ts';
import type { RootStore } from './tls/chain-trust.ts';
import { failedHandshake, type Handshake, readHandshake } from './tls/read-handshake.ts';

export interface LineOptions {
  /** IPv4 or IPv6 text, never a name. */
  readonly address: string;
  readonly port: number;
  /** Aborting destroys the connection; who waits on it gets what had arrived. */
  readonly signal: AbortSignal;
  /** Longest wait for the TCP handshake, and again for the TLS handshake. */
  readonly connectTimeoutMs: number;
  /** The peer's turn is over when it has been silent for so long after its last byte. */
  readonly quietMs: number;
  /** Most bytes read from one connection; what comes after is thrown away with the connection. */
  readonly maxBytes: number;
  /** Name of the server that TLS asks for. Default: none. */
  readonly serverName?: string | null;
  /** Further names that a web server is asked for. */
  readonly otherNames?: readonly string[];
}

/** One connection, used in turns. Nothing here throws or rejects: a connection that breaks just says no more. */
export class Conversation {
  readonly #socket: net.Socket;
  readonly #quietMs: number;
  #bytesLeft: number;
  #chunks: Buffer[] = [];
  #ended = false;
  #errorCode: string | null = null;
  #onActivity: (() => void) | null = null;
  readonly #openAnother: () => Promise<Conversation | null>;

  constructor(socket: net.Socket, options: LineOptions, openAnother: () => Promise<Conversation | null>) {
    this.#socket = socket;
    this.#openAnother = openAnother;
    this.#quietMs = options.quietMs;
    this.#bytesLeft = options.maxBytes;
    socket.on('data', (chunk: Buffer) => this.#take(chunk));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#errorCode = error.code ?? null;
    });
    for (const event of ['end', 'close'] as const) socket.on(event, () => this.#end());
  }

  /** The peer has closed, the connection broke, or the byte limit is reached. */
  get ended(): boolean {
    return this.#ended;
  }

  /** Something has come that nobody has received yet. */
  get isHeard(): boolean {
    return this.#chunks.length > 0;
  }

  /** Code of the error that broke the connection, if one did. */
  get errorCode(): string | null {
    return this.#errorCode;
  }

  /** What the peer says until it pauses or closes, at most `waitMs` in all. Empty when it stays silent. One caller at a time. */
  receive(waitMs: number): Promise<Buffer> {
    return new Promise((resolve) => {
      let pause: NodeJS.Timeout | undefined;
      const finish = () => {
        clearTimeout(whole);
        clearTimeout(pause);
        this.#onActivity = null;
        resolve(Buffer.concat(this.#chunks));
        this.#chunks = [];
      };
      const whole = setTimeout(finish, waitMs);
      this.#onActivity = () => {
        if (this.#ended) return finish();
        clearTimeout(pause);
        pause = setTimeout(finish, this.#quietMs);
      };
      if (this.#ended || this.#chunks.length > 0) this.#onActivity();
    });
  }

  /** Sends a request and receives the answer. */
  ask(request: Buffer, waitMs: number): Promise<Buffer> {
    if (!this.#ended) this.#socket.write(request);
    return this.receive(waitMs);
  }

  /** A further connection to the same service, inside TLS when this one is. Null when none comes about. */
  openAnother(): Promise<Conversation | null> {
    return this.#openAnother();
  }

  close(): void {
    this.#socket.destroy();
    this.#end();
  }

  #take(chunk: Buffer): void {
    const kept = chunk.subarray(0, this.#bytesLeft);
    this.#bytesLeft -= kept.length;
    if (kept.length > 0) this.#chunks.push(kept);
    if (this.#bytesLeft === 0) this.close();
    else this.#onActivity?.();
  }

  #end(): void {
    this.#ended = true;
    this.#onActivity?.();
  }
}

/** Connects in the clear. Null when no connection comes about. */
export function openConnection(options: LineOptions): Promise<Conversation | null> {
  if (options.signal.aborted) return Promise.resolve(null);
  const socket = net.connect({ host: options.address, port: options.port, noDelay: true });
  return new Promise((resolve) => {
    untilClosed(socket, options, () => resolve(null));
    socket.once('connect', () => {
      if (isSelfConnect(socket)) socket.destroy();
      else resolve(new Conversation(socket, options, () => openConnection(options)));
    });
  });
}

export interface SecureOpening {
  /** Null when the peer speaks TLS but ended the handshake with an alert. */
  readonly conversation: Conversation | null;
  readonly certificateNames: readonly string[];
  /** Application protocol that the peer chose from our offer. */
  readonly applicationProtocol: string | null;
  /** The peer wants a certificate from its client. */
  readonly clientCertificateWanted: boolean;
  readonly handshake: Handshake;
}

/** What is offered in ALPN: servers that check it hang up when their own protocol is not on offer. */
export const applicationProtocols = [
  ...['http/1.1', 'imap', 'pop3', 'smtp', 'ftp', 'mqtt', 'postgresql'],
  ...['managesieve', 'nntp', 'irc', 'xmpp-client', 'dot', 'bep/1.0', 'bep-relay'],
];

/** How handshakes are made and judged. */
export interface TlsSettings {
  readonly context: tls.SecureContext;
  /** The roots that chains should lead to. */
  readonly roots: RootStore;
}

/**
 * Settings under which old servers also answer. Nothing secret is ever sent over these connections and nothing that
 * comes back is trusted, so neither the certificate nor the strength of the cipher matters.
 */
export function tolerantContext(roots: readonly string[]): tls.SecureContext {
  return tls.createSecureContext({ minVersion: 'TLSv1', ciphers: 'DEFAULT:@SECLEVEL=0', ca: [...roots] });
}

/**
 * Connects with TLS, without validation. A server that refuses the name is asked once more without: there it is what it
 * always was, and only visitors by that name are turned away. Null when the peer does not speak TLS or cannot be reached.
 */
export async function openSecureConnection(options: LineOptions, settings: TlsSettings): Promise<SecureOpening | null> {
  const serverName = options.serverName ?? null;
  const opening = await openWithName(options, settings, { serverName, serverNameRefused: false });
  const isRefused = opening !== null && opening.conversation === null && !opening.clientCertificateWanted;
  if (!isRefused || serverName === null) return opening;
  return (await openWithName(options, settings, { serverName, serverNameRefused: true })) ?? opening;
}

interface NameAsked {
  readonly serverName: string | null;
  readonly serverNameRefused: boolean;
}

function openWithName(options: LineOptions, settings: TlsSettings, name: NameAsked): Promise<SecureOpening | null> {
  if (options.signal.aborted) return Promise.resolve(null);
  const { address, port } = options;
  const target = { address, ...name };
  const socket = tls.connect({
    host: address,
    port,
    rejectUnauthorized: false,
    // The verdict on the chain is wanted by itself.
    checkServerIdentity: () => undefined,
    ALPNProtocols: applicationProtocols,
    secureContext: settings.context,
    ...(name.serverName !== null && !name.serverNameRefused && { servername: name.serverName }),
  });
  return new Promise((resolve) => {
    untilClosed(socket, options, () => resolve(null));
    socket.once('error', (error: NodeJS.ErrnoException) =>
      resolve(endedByAlert(error.code ?? '', failedHandshake(target))),
    );
    socket.once('secureConnect', () => {
      const peer = socket.getPeerCertificate(true);
      resolve({
        conversation: new Conversation(
          socket,
          options,
          async () => (await openWithName(options, settings, name))?.conversation ?? null,
        ),
        certificateNames: certificateNames(peer),
        applicationProtocol: socket.alpnProtocol || null,
        clientCertificateWanted: false,
        handshake: readHandshake(socket, peer, target, settings.roots),
      });
    });
  });
}

/**
 * A TLS alert proves TLS, and so do certificates too large to be read: a peer that speaks anything else makes OpenSSL
 * complain about the record instead.
 */
function endedByAlert(code: string, handshake: Handshake): SecureOpening | null {
  if (!/^ERR_SSL_.*(?:ALERT|UNRECOGNIZED_NAME|EXCESSIVE_MESSAGE_SIZE)/.test(code)) return null;
  return {
    conversation: null,
    certificateNames: [],
    applicationProtocol: null,
    clientCertificateWanted: wantsClientCertificate(code),
    handshake,
  };
}

/** TLS 1.3 has an alert of its own; before that, servers call the certificate that was not sent a bad one. */
export function wantsClientCertificate(errorCode: string | null): boolean {
  return errorCode !== null && /ALERT_(?:CERTIFICATE_REQUIRED|BAD_CERTIFICATE)$/.test(errorCode);
}

/** Ties a socket to its signal and to the connect timeout, and reports that it closed. */
function untilClosed(socket: net.Socket, options: LineOptions, onClose: () => void): void {
  const destroy = () => socket.destroy();
  const timer = setTimeout(destroy, options.connectTimeoutMs);
  options.signal.addEventListener('abort', destroy, { once: true });
  socket.once(socket instanceof tls.TLSSocket ? 'secureConnect' : 'connect', () => clearTimeout(timer));
  // Without a listener an error would end the process; the close that follows it is what counts.
  socket.on('error', () => {});
  socket.once('close', () => {
    clearTimeout(timer);
    options.signal.removeEventListener('abort', destroy);
    onClose();
  });
}

/** On loopback a connection to a free port of the ephemeral range can come back as its own peer. */
function isSelfConnect(socket: net.Socket): boolean {
  return socket.localPort === socket.remotePort && socket.localAddress === socket.remoteAddress;
}
