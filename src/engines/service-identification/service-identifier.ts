import net from 'node:net';
import tls from 'node:tls';
import { KeyedSemaphore } from '../../common/keyed-semaphore.ts';
import { type LineOptions, type TlsSettings, tolerantContext } from './conversation.ts';
import { type Finding, identifyPort, listenToPort, type PortTiming } from './identify-port.ts';
import { namesInTls } from './names-in-tls.ts';
import type { SecondOpinion } from './nmap-second-opinion.ts';
import { portName } from './port-names.ts';
import { firstPrintableLine, printableText } from './printable.ts';
import type { ProbeTarget, Recognition } from './recogniser.ts';
import { type IdentifiedService, type ServiceIdentity, saidNothing } from './service-identity.ts';
import { createRootStore } from './tls/chain-trust.ts';
import { serverNameOf } from './tls/server-name.ts';
import { recogniseUdpAnswer } from './udp/udp-probes.ts';

export interface ServiceIdentifierOptions {
  /** How the scanner introduces itself to web servers. Default: `Mozilla/5.0 (compatible; exposure-scanner)`. */
  readonly userAgent?: string | undefined;
  /** Ports identified at the same time, each with one connection, or up to 18 while it says nothing that is understood. Default 64. */
  readonly maxPortsAtOnce?: number | undefined;
  /** The same for one address. Default 16. */
  readonly maxPortsPerHostAtOnce?: number | undefined;
  /** Longest time for one port, waiting for its turn not counted. Default 10,000; a silent one takes half of it. */
  readonly portTimeoutMs?: number | undefined;
  /** Longest wait for each TCP and TLS handshake. Default 1,500. */
  readonly connectTimeoutMs?: number | undefined;
  /**
   * How long a service may take to greet. Default 1,500. A third of it before anything is sent to an unfamiliar port, a fifth
   * where the usual service waits for its client, twice as long where it greets, and a little more than four times where greetings are held back (mail, FTP, SSH).
   */
  readonly listenMs?: number | undefined;
  /** Longest wait for an answer. Default 800; three times that for a web page. */
  readonly replyMs?: number | undefined;
  /** Most bytes read from one connection. Default 64 KiB. */
  readonly maxBytesPerConnection?: number | undefined;
  /** Asked about TCP ports that our own probes could not name, two at a time. Default: nobody. */
  readonly secondOpinion?: SecondOpinion | undefined;
  /** Certificates, in PEM, on which trust ends. Default: the roots that Node ships, which are Mozilla's. */
  readonly roots?: readonly string[] | undefined;
}

export interface IdentificationTarget {
  /** IPv4 or IPv6 text, never a name. */
  readonly address: string;
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
  /** What the server is known by, if anything: TLS asks for that name when it is one that the DNS can have. */
  readonly hostname?: string | undefined;
  /** Other names that it may be visited by: a web server inside TLS is asked for each, too. */
  readonly domains?: readonly string[] | undefined;
  /** What an open UDP port answered to one of `udpProbes`. */
  readonly answer?: Uint8Array | undefined;
  /** A port that said nothing at all is listened to once more, for as long as the latest greetings take. Default: no. */
  readonly listensAgain?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface ServiceIdentifier {
  /**
   * Finds out what runs behind an open port, by what it says and by harmless requests that ordinary clients send. To a UDP
   * port nothing is sent: its `answer` is read. A port that tells nothing or cannot be reached is named after its number.
   *
   * @throws the signal's reason when it aborts; TypeError when the address is a name; Error after `close`.
   */
  identify(target: IdentificationTarget): Promise<IdentifiedService>;
  /** Cuts what runs, which then rejects, and resolves when every connection is given up. */
  close(): Promise<void>;
}

const maxBannerLength = 200;
const maxProductLength = 100;
const maxVersionLength = 50;
const maxTitleLength = 100;

export function createServiceIdentifier(options: ServiceIdentifierOptions = {}): ServiceIdentifier {
  const limit = new KeyedSemaphore({
    total: options.maxPortsAtOnce ?? 64,
    perKey: options.maxPortsPerHostAtOnce ?? 16,
  });
  // One connection each, and nothing is sent: it holds up nobody who is still to be asked.
  const listening = new KeyedSemaphore({ total: 512, perKey: 64 });
  const secondLimit = new KeyedSemaphore({ total: 2, perKey: 2 });
  const tlsSettings = settingsFor(options.roots ?? tls.rootCertificates);
  const closing = new AbortController();
  const running = new Set<Promise<unknown>>();

  async function identify(target: IdentificationTarget): Promise<IdentifiedService> {
    if (net.isIP(target.address) === 0) throw new TypeError(`not an IP address: ${target.address}`);
    const signals = target.signal ? [target.signal, closing.signal] : [closing.signal];
    const cancelled = AbortSignal.any(signals);
    cancelled.throwIfAborted();
    if (target.protocol === 'udp') return { ...identityOf(target, udpFinding(target)), tlsFacts: null };
    const asked = await limit.run(target.address, cancelled, () =>
      probe(target, cancelled, options, tlsSettings(), identifyPort),
    );
    cancelled.throwIfAborted();
    const finding = (await listenAgain(target, asked, cancelled)) ?? asked;
    cancelled.throwIfAborted();
    const identity = identityOf(target, finding);
    return { ...((await askAgain(target, identity, cancelled)) ?? identity), tlsFacts: finding.tlsFacts };
  }

  /** Null when that is not wanted, it has said something already, or says nothing now. */
  async function listenAgain(
    target: IdentificationTarget,
    { recognition, heard, tls }: Finding,
    cancelled: AbortSignal,
  ): Promise<Finding | null> {
    if (!target.listensAgain || recognition !== null || heard.length > 0 || tls) return null;
    return listening.run(target.address, cancelled, () =>
      probe(target, cancelled, options, tlsSettings(), listenToPort),
    );
  }

  /** Null when there is nobody to ask, no need, or no answer. */
  async function askAgain(
    { address, port }: IdentificationTarget,
    identity: ServiceIdentity,
    signal: AbortSignal,
  ): Promise<ServiceIdentity | null> {
    const { secondOpinion } = options;
    if (!secondOpinion || identity.method === 'probed') return null;
    const ask = () => secondOpinion.identify({ address, ports: [port], signal });
    const opinion = (await secondLimit.run(address, signal, ask)).get(port);
    const { banner, certificateNames, unauthenticated } = identity;
    return opinion ? { ...opinion, banner, certificateNames, unauthenticated } : null;
  }

  return {
    identify(target) {
      const identification = identify(target);
      running.add(identification);
      const forget = () => running.delete(identification);
      identification.then(forget, forget);
      return identification;
    },
    async close() {
      closing.abort(new Error('the service identifier is closed'));
      await Promise.allSettled(running);
    },
  };
}

/** Made when first needed, and kept: reading the roots takes some ten milliseconds. */
function settingsFor(roots: readonly string[]): () => TlsSettings {
  let settings: TlsSettings | undefined;
  return () => {
    settings ??= { context: tolerantContext(roots), roots: createRootStore(roots) };
    return settings;
  };
}

async function probe<T>(
  target: IdentificationTarget,
  cancelled: AbortSignal,
  options: ServiceIdentifierOptions,
  tlsSettings: TlsSettings,
  look: (target: ProbeTarget, line: LineOptions, timing: PortTiming, tlsSettings: TlsSettings) => Promise<T>,
): Promise<T> {
  const stop = new AbortController();
  const abort = () => stop.abort();
  const deadline = setTimeout(abort, options.portTimeoutMs ?? 10_000);
  cancelled.addEventListener('abort', abort, { once: true });
  // It may have been cancelled between its turn and here.
  if (cancelled.aborted) abort();
  const { address, port } = target;
  try {
    return await look(
      { address, port, userAgent: options.userAgent ?? 'Mozilla/5.0 (compatible; exposure-scanner)' },
      {
        address,
        port,
        signal: stop.signal,
        connectTimeoutMs: options.connectTimeoutMs ?? 1500,
        quietMs: 200,
        maxBytes: options.maxBytesPerConnection ?? 65_536,
        serverName: serverNameOf(target.hostname ?? ''),
        otherNames: target.domains?.filter((name) => name !== serverNameOf(target.hostname ?? '')) ?? [],
      },
      timingOf(options),
      tlsSettings,
    );
  } finally {
    clearTimeout(deadline);
    cancelled.removeEventListener('abort', abort);
    // A TLS attempt may still be under way after HTTP has answered.
    stop.abort();
  }
}

function timingOf({ listenMs = 1500, replyMs = 800 }: ServiceIdentifierOptions): PortTiming {
  return {
    listenMs: listenMs / 3,
    longListenMs: listenMs * 2,
    lateListenMs: (listenMs * 13) / 3,
    clearFirstMs: listenMs / 6,
    shortListenMs: listenMs / 5,
    replyMs,
    webReplyMs: replyMs * 3,
  };
}

function udpFinding({ port, answer = new Uint8Array() }: IdentificationTarget): Finding {
  return {
    recognition: recogniseUdpAnswer(port, answer),
    heard: Buffer.from(answer),
    tls: false,
    certificateNames: [],
    clientCertificateWanted: false,
    tlsFacts: null,
  };
}

function identityOf(target: IdentificationTarget, finding: Finding): ServiceIdentity {
  const { recognition, heard, tls, certificateNames } = finding;
  const wantsLogin = finding.clientCertificateWanted ? false : null;
  if (!recognition)
    return { ...identityByPort(target, tls), banner: bannerOf(heard), certificateNames, unauthenticated: wantsLogin };
  return {
    service: (tls && namesInTls[recognition.service]) || recognition.service,
    method: 'probed',
    tls,
    product: recognition.product === undefined ? null : printableText(recognition.product, maxProductLength),
    version: recognition.version === undefined ? null : printableText(recognition.version, maxVersionLength),
    banner: recognition.banner === undefined ? bannerOf(heard) : printableText(recognition.banner, maxBannerLength),
    certificateNames,
    unauthenticated: recognition.unauthenticated ?? wantsLogin,
    operatingSystem: recognition.operatingSystem ?? null,
    ...webPage(recognition),
    ...(recognition.stated && { stated: recognition.stated }),
  };
}

function webPage({ title, purpose }: Recognition): Pick<ServiceIdentity, 'title' | 'purpose'> {
  const printable = title === undefined ? null : printableText(title, maxTitleLength);
  return { ...(printable !== null && { title: printable }), ...(purpose !== undefined && { purpose }) };
}

function bannerOf(heard: Buffer): string | null {
  return firstPrintableLine(heard, maxBannerLength);
}

/** Only the number speaks. A port that answered TLS and has no name of its own is at least `tls`. */
function identityByPort({ protocol, port }: IdentificationTarget, tls = false): ServiceIdentity {
  const name = portName(protocol, port);
  return {
    service: name ?? (tls ? 'tls' : 'unknown'),
    method: name === null && tls ? 'probed' : 'port_number',
    ...saidNothing,
    tls,
  };
}
