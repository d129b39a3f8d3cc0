import {
  type Conversation,
  type LineOptions,
  openConnection,
  openSecureConnection,
  type SecureOpening,
  type TlsSettings,
  wantsClientCertificate,
} from './conversation.ts';
import { emptyLines, isDelicatePort, isSink, isUntouchablePort } from './delicate-ports.ts';
import type { Probe, ProbeTarget, Recogniser, Recognition } from './recogniser.ts';
import { http } from './recognisers/http.ts';
import { byLikelihood, likely, recognisers } from './recognisers/registry.ts';
import { firstOf } from './staggered.ts';
import { askForObsoleteVersion } from './tls/obsolete-hello.ts';
import { askStartTls, startTlsOf } from './tls/start-tls.ts';
import type { TlsFacts } from './tls/tls-facts.ts';

export interface PortTiming {
  /** How long a port is listened to before anything is sent. */
  readonly listenMs: number;
  /** The same on a port whose usual service greets: mail and FTP servers look up their client's name first. */
  readonly longListenMs: number;
  /** The same where greetings are held back on purpose, or for a look-up: mail, FTP, SSH. */
  readonly lateListenMs: number;
  /** The same on a port whose usual service waits for its client. */
  readonly shortListenMs: number;
  /** Longest wait for an answer. */
  readonly replyMs: number;
  /** Longest wait for a web page, which may have to be made first. */
  readonly webReplyMs: number;
  /** How long a port may take to answer in the clear before it is asked in TLS, which servers of lines log byte by byte. */
  readonly clearFirstMs: number;
}

/** What was learned of one port. */
export interface Finding {
  readonly recognition: Recognition | null;
  /** The first bytes that the service sent. */
  readonly heard: Buffer;
  readonly tls: boolean;
  readonly certificateNames: readonly string[];
  readonly clientCertificateWanted: boolean;
  /** Null when the port does not speak TLS, nor begins it when it is asked to. */
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

/** Connections to one port in all, handshakes for the facts about TLS not counted: what does not tell by then does not tell. */
export const connectionBudget = 120;
/** While the less likely protocols are tried; a slow TLS handshake may be one more. */
const probesAtOnce = 25;
/** One more probe starts so many times within the wait for one answer. */
const probesWithinReply = 25;
/** So many likely protocols have had their turn when the web gets a second one, with a wait that a slow page needs. */
const turnsBeforePatience = 12;
const followUpLimit = 3;
const newline = 0x0a;

/** Sendmail and postfix hold their greeting back by up to 6 s to find out spammers; FTP and SSH look up their client's name. */
const lateGreeters = new Set(['smtp', 'lmtp', 'pop3', 'imap', 'ftp', 'ssh']);

/** Services that show themselves by the protocol that they choose in the TLS handshake, and say nothing to strangers. */
const namesInHandshake: Readonly<Record<string, Recognition | undefined>> = {
  'bep/1.0': { service: 'syncthing', product: 'Syncthing', banner: 'Syncthing, block exchange protocol' },
  'bep-relay': { service: 'syncthing-relay', product: 'Syncthing', banner: 'Syncthing, relay' },
};

/**
 * Finds out what runs behind one TCP port. Every port goes through the same: it is listened to; asked in HTTP and TLS side by
 * side, and inside TLS listened to again and asked in every protocol; asked in every protocol in the clear, the likely ones
 * first. The number only says what is tried first. Stops at the first answer that is understood. Never rejects; when the
 * line's signal aborts it soon resolves with what is known by then.
 */
export async function identifyPort(
  target: ProbeTarget,
  line: LineOptions,
  timing: PortTiming,
  tlsSettings: TlsSettings,
): Promise<Finding> {
  return new PortIdentification(target, line, timing, tlsSettings).run();
}

/**
 * Listens to a port once more, for as long as the latest greetings take, and asks nothing but what a greeting leaves open.
 * @returns null when it says nothing that is understood
 */
export async function listenToPort(
  target: ProbeTarget,
  line: LineOptions,
  timing: PortTiming,
  tlsSettings: TlsSettings,
): Promise<Finding | null> {
  return new PortIdentification(target, line, timing, tlsSettings).listen();
}

/** What a connection gave. */
interface Exchange {
  readonly heard: Buffer;
  readonly recognition: Recognition | null;
  /** The recognised protocol's own probe, when it was not the one that was sent and has more to find out. */
  readonly couldTellMore: Probe | null;
}

/** Connects to the port once more, in the clear or inside TLS. Null when that does not come about. */
type Opener = () => Promise<Conversation | null>;

class PortIdentification {
  readonly #target: ProbeTarget;
  readonly #line: LineOptions;
  readonly #timing: PortTiming;
  readonly #tlsSettings: TlsSettings;
  /** Whom the port number suggests, in the clear and inside TLS. */
  readonly #expected: Recogniser | null;
  readonly #expectedInTls: Recogniser | null;
  #connectionsLeft = connectionBudget;
  /** It answered in lines of text that nobody understands: what is not text would be one more complaint in its log. */
  #speaksLines = false;
  /** It said nothing at all to a web browser's lines. */
  #ignoresLines = false;
  /** The first answer in which it called itself something. */
  #introduction: Exchange | null = null;
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
    const conversation = await this.#open();
    if (!conversation) return silence;
    try {
      const finding = await this.#identify(conversation);
      if (!finding.tlsFacts) return { ...finding, tlsFacts: await this.#askStartTls(finding, conversation) };
      return { ...finding, tlsFacts: { ...finding.tlsFacts, obsoleteProtocol: await this.#obsoleteVersion } };
    } finally {
      conversation.close();
    }
  }

  /** What services show that begin TLS when they are asked for it. */
  #askStartTls({ recognition }: Finding, first: Conversation): Promise<TlsFacts | null> {
    const service = startTlsOf(this.#target.port, recognition?.service);
    if (service === null || this.#connectionsLeft-- <= 0) return Promise.resolve(null);
    // Some take few connections of one client at once.
    first.close();
    return askStartTls(service, this.#line, this.#tlsSettings, this.#timing.webReplyMs);
  }

  async listen(): Promise<Finding | null> {
    const exchange = await this.#inOneConnection(this.#open(), async (conversation) =>
      this.#understand(conversation, await conversation.receive(this.#timing.lateListenMs), null),
    );
    return exchange?.recognition ? this.#inTheClear(exchange) : null;
  }

  readonly #open: Opener = () => (this.#connectionsLeft-- > 0 ? openConnection(this.#line) : Promise.resolve(null));

  async #identify(first: Conversation): Promise<Finding> {
    const greeting = await first.receive(this.#listenMs());
    if (greeting.length > 0) return this.#inTheClear(await this.#understand(first, greeting, null));
    // Who hangs up on a stranger at once would do so again.
    if (first.ended || isUntouchablePort(this.#target.port)) return silence;
    if (isDelicatePort(this.#target.port)) return this.#askDelicately(first);

    const expected = this.#expected;
    if (expected?.probe && expected !== http) {
      const exchange = await this.#ask(first, expected, this.#timing.replyMs);
      // The error page of a web server that was spoken to in another protocol does not tell what it is.
      if (isCertain(exchange)) return this.#inTheClear(exchange);
      first.close();
    }
    return this.#askWebAndTls(first);
  }

  #listenMs(): number {
    const { listenMs, longListenMs, lateListenMs, shortListenMs } = this.#timing;
    if (this.#expected?.probe !== undefined || this.#expectedInTls !== null) return shortListenMs;
    if (this.#expected === null) return listenMs;
    return lateGreeters.has(this.#expected.service) ? lateListenMs : longListenMs;
  }

  async #askDelicately(conversation: Conversation): Promise<Finding> {
    const reply = await conversation.ask(emptyLines, this.#timing.replyMs);
    conversation.close();
    if (reply.length === 0) return silence;
    const exchange = await this.#understand(conversation, reply, null);
    // A web server has more to say to a whole request.
    const isWhole = exchange.recognition !== null && answeredHttp(reply) !== true;
    return isWhole ? this.#inTheClear(exchange) : this.#askWebAndTls(conversation);
  }

  async #askWebAndTls(first: Conversation): Promise<Finding> {
    const { replyMs, webReplyMs } = this.#timing;
    let asked: Conversation | null = null;
    const inTheClear = this.#inOneConnection(first.ended ? this.#open() : first, (conversation) => {
      asked = conversation;
      return this.#ask(conversation, http, this.#expected === http ? webReplyMs : replyMs);
    });
    const opening = this.#openTlsUnlessAnswered(inTheClear, () => asked?.isHeard ?? false);
    const secure = opening.then((opened) => opened && this.#askTls(opened));
    const opensSoon = soonerOf(opening, replyMs + this.#timing.clearFirstMs);
    const plain = await inTheClear;
    this.#ignoresLines = plain?.heard.length === 0;
    if (plain && isCertain(plain)) return this.#inTheClear(plain);
    if (plain?.recognition && !plain.recognition.introduces)
      return (await secure) ?? this.#inTheClear(await this.#afterApology(plain));
    const inTls = (await opensSoon) && (await secure);
    if (inTls) return inTls;
    // A handshake may take longer than a port is worth waiting for: it goes on beside the rest.
    const found = await this.#askTheRest(this.#open, this.#expected);
    if (found?.recognition && !found.recognition.tentative) return this.#inTheClear(found);
    const last = found ?? this.#introduction ?? plain;
    return (await secure) ?? (last ? this.#inTheClear(last) : silence);
  }

  /** A port that TLS is customary on is asked in it at once. */
  async #openTlsUnlessAnswered(
    inTheClear: Promise<Exchange | null>,
    isAnswering: () => boolean,
  ): Promise<SecureOpening | null> {
    if (this.#expectedInTls === null) {
      const soon = await soonerOf(inTheClear, this.#timing.clearFirstMs);
      const plain = soon ?? (isAnswering() ? await inTheClear : null);
      if (isCertain(plain) || this.#speaksLines) return null;
    }
    return openSecureConnection(this.#line, this.#tlsSettings);
  }

  /** Who speaks just enough HTTP to refuse it is asked in everything else first. */
  async #afterApology(plain: Exchange): Promise<Exchange> {
    if (!plain.recognition?.apologises) return plain;
    return (await this.#askTheRest(this.#open, http, 'other protocols')) ?? plain;
  }

  async #askTls(opening: SecureOpening): Promise<Finding> {
    this.#obsoleteVersion = this.#askForObsoleteVersion(opening);
    const inside = opening.conversation && (await this.#askInsideTls(opening.conversation, opening));
    const http = inside ? answeredHttp(inside.heard) : null;
    const clientCertificateWanted =
      opening.clientCertificateWanted || wantsClientCertificate(opening.conversation?.errorCode ?? null);
    return {
      ...silence,
      ...(inside && { recognition: inside.recognition, heard: inside.heard }),
      tls: true,
      certificateNames: opening.certificateNames,
      clientCertificateWanted,
      tlsFacts: {
        ...opening.handshake,
        ...{ obsoleteProtocol: null, startTls: null, http },
        otherNames: http ? await this.#askForOtherNames() : {},
      },
    };
  }

  /** Web servers have a certificate for each site. */
  async #askForOtherNames(): Promise<TlsFacts['otherNames']> {
    const named = (this.#line.otherNames ?? []).map(async (serverName) => {
      const opening = await openSecureConnection({ ...this.#line, serverName }, this.#tlsSettings);
      opening?.conversation?.close();
      if (!opening || opening.handshake.chain.length === 0) return [serverName, null] as const;
      const { chain, pathLength, trust, dnsNames, ipAddresses, nameMatches } = opening.handshake;
      return [serverName, { chain, pathLength, trust, dnsNames, ipAddresses, nameMatches }] as const;
    });
    return Object.fromEntries(await Promise.all(named));
  }

  /** A server that chose an obsolete version though it could have had a newer one has answered already. */
  async #askForObsoleteVersion({ handshake }: SecureOpening): Promise<TlsFacts['obsoleteProtocol']> {
    const { protocol, serverName, serverNameRefused } = handshake;
    if (protocol === 'TLSv1' || protocol === 'TLSv1.1') return protocol;
    const line = { ...this.#line, serverName: serverNameRefused ? null : serverName };
    return askForObsoleteVersion(line, this.#timing.webReplyMs);
  }

  async #askInsideTls(first: Conversation, { applicationProtocol, handshake }: SecureOpening): Promise<Exchange> {
    const named = namesInHandshake[applicationProtocol ?? ''];
    if (named) {
      first.close();
      return { heard: Buffer.alloc(0), recognition: named, couldTellMore: null };
    }
    const line = { ...this.#line, serverName: handshake.serverNameRefused ? null : handshake.serverName };
    const open: Opener = async () =>
      this.#connectionsLeft-- > 0
        ? ((await openSecureConnection(line, this.#tlsSettings))?.conversation ?? null)
        : null;
    const expected = this.#expectedInTls ?? this.#expected ?? http;
    let greets = false;
    const answer = await this.#inOneConnection(first, async (conversation) => {
      if (applicationProtocol !== 'http/1.1') {
        const { shortListenMs, listenMs } = this.#timing;
        const greeting = await conversation.receive(expected.probe ? shortListenMs : listenMs);
        greets = greeting.length > 0;
        if (greets) return this.#understand(conversation, greeting, null);
      }
      return this.#ask(conversation, expected.probe ? expected : http, this.#timing.replyMs);
    });
    // Who speaks first is judged by that; who wants a certificate says so by hanging up, and would again.
    const isUnderstood = expected === http ? answer?.recognition && !answer.recognition.introduces : isCertain(answer);
    const isOver = isUnderstood || greets || wantsClientCertificate(first.errorCode);
    const found = isOver
      ? answer
      : ((await this.#askTheRest(open, expected === http ? null : expected)) ?? this.#introduction ?? answer);
    const exchange = found ?? { heard: Buffer.alloc(0), recognition: null, couldTellMore: null };
    return { ...exchange, recognition: await this.#complete(exchange, open) };
  }

  /** The protocols that have not had their turn, the likely ones first. Null when none of them answers. */
  #askTheRest(
    open: Opener,
    asked: Recogniser | null,
    wanted: 'any' | 'other protocols' = 'any',
  ): Promise<Exchange | null> {
    const { replyMs, webReplyMs } = this.#timing;
    const those = isSink(this.#target.port) ? likely : byLikelihood;
    const rest = those.filter((recogniser) => recogniser !== asked);
    const turns = rest.map((recogniser) => () => this.#askAnew(open, recogniser, replyMs));
    if (wanted === 'any') turns.splice(turnsBeforePatience, 0, () => this.#askAnew(open, http, webReplyMs));
    return firstOf(turns, { everyMs: replyMs / probesWithinReply, atOnce: probesAtOnce, signal: this.#line.signal });
  }

  /** Null when the answer, if any, is not understood. */
  async #askAnew(open: Opener, recogniser: Recogniser, waitMs: number): Promise<Exchange | null> {
    if (this.#speaksLines && !isText(requestOf(recogniser, this.#target))) return null;
    if (this.#ignoresLines && recogniser.answersAnyLine) return null;
    const exchange = await this.#inOneConnection(open(), (conversation) => this.#ask(conversation, recogniser, waitMs));
    return exchange?.recognition && !exchange.recognition.introduces ? exchange : null;
  }

  async #ask(conversation: Conversation, recogniser: Recogniser, waitMs: number): Promise<Exchange> {
    const request = requestOf(recogniser, this.#target);
    const reply = await conversation.ask(request, waitMs);
    const isRepeated = request.length > 0 && reply.subarray(0, request.length).equals(request);
    if (!isRepeated) return this.#understand(conversation, reply, recogniser);
    // A console repeats what is typed and goes on; nothing but the request is what the echo service says (RFC 862).
    const recognition = reply.length === request.length ? { service: 'echo', banner: 'Echo' } : null;
    return { heard: reply, recognition, couldTellMore: null };
  }

  /** Finds who understands the bytes, and follows up with what that recogniser still wants to ask. */
  async #understand(conversation: Conversation, heard: Buffer, asked: Recogniser | null): Promise<Exchange> {
    const first = recognise(heard, asked, this.#target);
    if (!first) {
      this.#speaksLines ||= isText(heard) && heard.at(-1) === newline;
      return { heard, recognition: null, couldTellMore: null };
    }
    // A page may have to be made first, whichever it is.
    const waitMs = first.recogniser === http ? this.#timing.webReplyMs : this.#timing.replyMs;
    const recognition = await this.#followUp(conversation, first.recognition, waitMs);
    if (recognition.introduces) {
      this.#speaksLines ||= heard.at(-1) === newline;
      this.#introduction ??= { heard, recognition, couldTellMore: null };
    }
    const answeredAnother = first.recogniser !== asked && first.recogniser !== http;
    const { probe } = first.recogniser;
    const couldTellMore = answeredAnother && probe?.reply !== undefined && recognition.unauthenticated === undefined;
    return { heard, recognition, couldTellMore: couldTellMore ? probe : null };
  }

  async #inTheClear(exchange: Exchange): Promise<Finding> {
    return { ...silence, heard: exchange.heard, recognition: await this.#complete(exchange, this.#open) };
  }

  async #complete({ recognition, couldTellMore }: Exchange, open: Opener): Promise<Recognition | null> {
    const more = couldTellMore && (await this.#askItself(couldTellMore, open));
    return more ?? recognition;
  }

  /** A service that gave itself away in another protocol's conversation is asked in its own. */
  #askItself(probe: Probe, open: Opener): Promise<Recognition | null> {
    return this.#inOneConnection(open(), async (conversation) => {
      const reply = await conversation.ask(probe.request(this.#target), this.#timing.replyMs);
      const recognition = probe.reply?.(reply, this.#target);
      return recognition ? this.#followUp(conversation, recognition, this.#timing.replyMs) : null;
    });
  }

  async #followUp(conversation: Conversation, recognition: Recognition, waitMs: number): Promise<Recognition> {
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
      const reply = await line.ask(followUp.request, waitMs);
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

/** Understood, and not by what a TLS port could have said too. */
function isCertain(exchange: Exchange | null): boolean {
  return exchange?.recognition != null && !exchange.recognition.tentative;
}

function requestOf({ probe }: Recogniser, target: ProbeTarget): Buffer {
  return probe?.request(target) ?? Buffer.alloc(0);
}

function isText(bytes: Buffer): boolean {
  return /^[\t\r\n -~]+$/.test(bytes.toString('latin1'));
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
