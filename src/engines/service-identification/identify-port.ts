import {
  type Conversation,
  type LineOptions,
  openConnection,
  openSecureConnection,
  type SecureOpening,
  type TlsSettings,
  wantsClientCertificate,
} from './conversation.ts';
import { isListenOnlyPort } from './listen-only-ports.ts';
import type { Probe, ProbeTarget, Recogniser, Recognition } from './recogniser.ts';
import { http } from './recognisers/http.ts';
import { recognisers } from './recognisers/registry.ts';
import { askForObsoleteVersion } from './tls/obsolete-hello.ts';
import type { TlsFacts } from './tls/tls-facts.ts';

export interface PortTiming {
  /** How long an unfamiliar port is listened to before anything is sent; twice as long where the server greets. */
  readonly listenMs: number;
  /** The same on a port whose usual service waits for its client. */
  readonly shortListenMs: number;
  /** Longest wait for an answer. */
  readonly replyMs: number;
  /** Longest wait for a web page, which may have to be made first. */
  readonly webReplyMs: number;
}

/** What was learned of one port. */
export interface Finding {
  readonly recognition: Recognition | null;
  /** The first bytes that the service sent. */
  readonly heard: Buffer;
  readonly tls: boolean;
  readonly certificateNames: readonly string[];
  readonly clientCertificateWanted: boolean;
  /** Null when the port does not speak TLS. */
  readonly tlsFacts: TlsFacts | null;
}

const silence: Finding = {
  recognition: null,
  heard: Buffer.alloc(0),
  tls: false,
  certificateNames: [],
  clientCertificateWanted: false,
  tlsFacts: null,
};

/** Connections to one port at the same time while the rarer protocols are tried; a slow TLS handshake may be one more. */
const probesAtOnce = 6;
const followUpLimit = 3;

/**
 * Finds out what runs behind one TCP port: listens, then asks in the protocol that the port number suggests, then in HTTP
 * and TLS side by side, then in the others. Stops at the first answer that is understood. Never rejects; when the line's
 * signal aborts it soon resolves with what is known by then.
 */
export async function identifyPort(
  target: ProbeTarget,
  line: LineOptions,
  timing: PortTiming,
  tlsSettings: TlsSettings,
): Promise<Finding> {
  return new PortIdentification(target, line, timing, tlsSettings).run();
}

/** What a connection gave. */
interface Exchange {
  readonly heard: Buffer;
  readonly recognition: Recognition | null;
  /** The recognised protocol's own probe, when it was not the one that was sent and has more to find out. */
  readonly couldTellMore: Probe | null;
}

class PortIdentification {
  readonly #target: ProbeTarget;
  readonly #line: LineOptions;
  readonly #timing: PortTiming;
  readonly #tlsSettings: TlsSettings;
  /** Whom the port number suggests, in the clear and inside TLS. */
  readonly #expected: Recogniser | null;
  readonly #expectedInTls: Recogniser | null;
  /** Goes on beside the conversation inside TLS, and nothing but the result waits for it. */
  #obsoleteVersion: Promise<TlsFacts['obsoleteProtocol']> = Promise.resolve(null);

  constructor(target: ProbeTarget, line: LineOptions, timing: PortTiming, tlsSettings: TlsSettings) {
    this.#target = target;
    this.#line = line;
    this.#timing = timing;
    this.#tlsSettings = tlsSettings;
    this.#expected = recognisers.find(({ ports }) => ports.includes(target.port)) ?? null;
    this.#expectedInTls = recognisers.find(({ tlsPorts }) => tlsPorts?.includes(target.port)) ?? null;
  }

  async run(): Promise<Finding> {
    const conversation = await openConnection(this.#line);
    if (!conversation) return silence;
    try {
      const finding = await this.#identify(conversation);
      if (!finding.tlsFacts) return finding;
      return { ...finding, tlsFacts: { ...finding.tlsFacts, obsoleteProtocol: await this.#obsoleteVersion } };
    } finally {
      conversation.close();
    }
  }

  async #identify(conversation: Conversation): Promise<Finding> {
    const greeting = await conversation.receive(this.#listenMs());
    if (greeting.length > 0) return this.#inTheClear(await this.#understand(conversation, greeting, null));
    // Who hangs up on a stranger at once would do so again.
    if (conversation.ended || isListenOnlyPort(this.#target.port)) return silence;

    const expected = this.#expected;
    if (expected?.probe && expected !== http) {
      const exchange = await this.#ask(conversation, expected, this.#timing.replyMs);
      if (exchange.recognition) return this.#inTheClear(exchange);
      conversation.close();
    }
    return this.#askWebAndTls(conversation);
  }

  #listenMs(): number {
    const { listenMs, shortListenMs } = this.#timing;
    const clientSpeaksFirst = this.#expected?.probe !== undefined || this.#expectedInTls !== null;
    if (clientSpeaksFirst) return shortListenMs;
    // Mail and FTP servers look up their client's name before they greet.
    return this.#expected ? listenMs * 2 : listenMs;
  }

  async #askWebAndTls(open: Conversation): Promise<Finding> {
    const secure = this.#askTls();
    const answersSoon = soonerOf(secure, this.#timing.replyMs);
    const plain = await this.#inOneConnection(open.ended ? openConnection(this.#line) : open, (conversation) =>
      this.#ask(conversation, http, this.#expected === http ? this.#timing.webReplyMs : this.#timing.replyMs),
    );
    if (plain?.recognition && !plain.recognition.tentative) return this.#inTheClear(plain);
    if (plain?.recognition) return (await secure) ?? this.#inTheClear(plain);
    // A handshake may take longer than a port is worth waiting for: it goes on beside the rest.
    const found = (await answersSoon) ?? (await this.#askTheRest()) ?? (await secure);
    return found ?? (plain ? this.#inTheClear(plain) : silence);
  }

  /** Null when the port does not speak TLS. */
  async #askTls(): Promise<Finding | null> {
    const opening = await openSecureConnection(this.#line, this.#tlsSettings);
    if (!opening) return null;
    this.#obsoleteVersion = this.#askForObsoleteVersion(opening);
    const inside = await this.#inOneConnection(opening.conversation, (conversation) =>
      this.#askInsideTls(conversation, opening),
    );
    const clientCertificateWanted =
      opening.clientCertificateWanted || wantsClientCertificate(opening.conversation?.errorCode ?? null);
    return {
      ...silence,
      ...(inside && { recognition: inside.recognition, heard: inside.heard }),
      tls: true,
      certificateNames: opening.certificateNames,
      clientCertificateWanted,
      tlsFacts: { ...opening.handshake, obsoleteProtocol: null, http: inside ? answeredHttp(inside.heard) : null },
    };
  }

  /** A server that chose an obsolete version though it could have had a newer one has answered already. */
  async #askForObsoleteVersion({ handshake }: SecureOpening): Promise<TlsFacts['obsoleteProtocol']> {
    const { protocol, serverName, serverNameRefused } = handshake;
    if (protocol === 'TLSv1' || protocol === 'TLSv1.1') return protocol;
    const line = { ...this.#line, serverName: serverNameRefused ? null : serverName };
    return askForObsoleteVersion(line, this.#timing.webReplyMs);
  }

  async #askInsideTls(conversation: Conversation, opening: SecureOpening): Promise<Exchange> {
    const expected = this.#expectedInTls ?? this.#expected ?? http;
    if (opening.applicationProtocol !== 'http/1.1') {
      const { shortListenMs, listenMs } = this.#timing;
      const greeting = await conversation.receive(expected.probe ? shortListenMs : listenMs);
      if (greeting.length > 0) return this.#understand(conversation, greeting, null);
    }
    return this.#ask(conversation, expected.probe ? expected : http, this.#timing.webReplyMs);
  }

  /** The protocols that have not had their turn, a few at a time. Null when none of them answers. */
  async #askTheRest(): Promise<Finding | null> {
    const rest = recognisers.filter(
      (recogniser) =>
        recogniser.probe && !recogniser.probe.ownPortsOnly && recogniser !== this.#expected && recogniser !== http,
    );
    for (let at = 0; at < rest.length && !this.#line.signal.aborted; at += probesAtOnce) {
      const wave = rest.slice(at, at + probesAtOnce).map((recogniser) => this.#askAnew(recogniser));
      const recognised = (await Promise.all(wave)).find((exchange) => exchange?.recognition);
      if (recognised) return this.#inTheClear(recognised);
    }
    return null;
  }

  #askAnew(recogniser: Recogniser): Promise<Exchange | null> {
    return this.#inOneConnection(openConnection(this.#line), (conversation) =>
      this.#ask(conversation, recogniser, this.#timing.replyMs),
    );
  }

  async #ask(conversation: Conversation, recogniser: Recogniser, waitMs: number): Promise<Exchange> {
    const request = recogniser.probe?.request(this.#target) ?? Buffer.alloc(0);
    const reply = await conversation.ask(request, waitMs);
    const isEcho = reply.subarray(0, request.length).equals(request);
    return isEcho
      ? { heard: reply, recognition: null, couldTellMore: null }
      : this.#understand(conversation, reply, recogniser);
  }

  /** Finds who understands the bytes, and follows up with what that recogniser still wants to ask. */
  async #understand(conversation: Conversation, heard: Buffer, asked: Recogniser | null): Promise<Exchange> {
    const first = recognise(heard, asked, this.#target);
    if (!first) return { heard, recognition: null, couldTellMore: null };
    const recognition = await this.#followUp(conversation, first.recognition);
    const answeredAnother = first.recogniser !== asked && first.recogniser !== http;
    const { probe } = first.recogniser;
    const couldTellMore = answeredAnother && probe?.reply !== undefined && recognition.unauthenticated === undefined;
    return { heard, recognition, couldTellMore: couldTellMore ? probe : null };
  }

  async #inTheClear({ heard, recognition, couldTellMore }: Exchange): Promise<Finding> {
    const more = couldTellMore && (await this.#askItself(couldTellMore));
    return { ...silence, heard, recognition: more ?? recognition };
  }

  /** A service that gave itself away in another protocol's conversation is asked in its own. */
  #askItself(probe: Probe): Promise<Recognition | null> {
    return this.#inOneConnection(openConnection(this.#line), async (conversation) => {
      const reply = await conversation.ask(probe.request(this.#target), this.#timing.replyMs);
      const recognition = probe.reply?.(reply, this.#target);
      return recognition ? this.#followUp(conversation, recognition) : null;
    });
  }

  async #followUp(conversation: Conversation, recognition: Recognition): Promise<Recognition> {
    let known = recognition;
    let line: Conversation | null = conversation;
    for (let round = 0; round < followUpLimit && known.followUp; round++) {
      const { followUp } = known;
      const onAnother = followUp.connection === 'new' || (line.ended && followUp.connection === 'same_or_new');
      if (onAnother) {
        line.close();
        line = await line.openAnother();
      }
      if (!line || line.ended) break;
      const reply = await line.ask(followUp.request, this.#timing.replyMs);
      const next = followUp.read(reply);
      if (!next) break;
      known = next;
    }
    if (line !== conversation) line?.close();
    return known;
  }

  async #inOneConnection<T>(
    opening: Conversation | null | Promise<Conversation | null>,
    use: (conversation: Conversation) => Promise<T>,
  ): Promise<T | null> {
    const conversation = await opening;
    if (!conversation) return null;
    try {
      return await use(conversation);
    } finally {
      conversation.close();
    }
  }
}

/** Null when nothing answered. */
function answeredHttp(heard: Buffer): boolean | null {
  return heard.length === 0 ? null : /^HTTP\/\d/.test(heard.toString('latin1', 0, 6));
}

/** Null when the promise has not settled by then. */
function soonerOf<T>(promise: Promise<T | null>, waitMs: number): Promise<T | null> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), waitMs);
    promise.then((value) => {
      clearTimeout(timer);
      resolve(value);
    });
  });
}

/** Who was asked is heard first: an answer to its own request may mean what the same bytes unasked would not. */
function recognise(
  bytes: Buffer,
  asked: Recogniser | null,
  target: ProbeTarget,
): { recogniser: Recogniser; recognition: Recognition } | null {
  if (bytes.length === 0) return null;
  const own = asked?.probe?.reply?.(bytes, target);
  if (asked && own) return { recogniser: asked, recognition: own };
  for (const recogniser of recognisers) {
    const recognition = recogniser.unasked?.(bytes, target);
    if (recognition) return { recogniser, recognition };
  }
  return null;
}
