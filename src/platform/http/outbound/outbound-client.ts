import { isIP, type LookupFunction } from 'node:net';
import { Agent, type Dispatcher } from 'undici';
import { abortable } from '../../../common/abortable.ts';
import { deniedFailure, failureOf, OutboundFailure } from './outbound-failure.ts';
import { isLoopbackName, type OutboundRules, problemWithUrl } from './outbound-url.ts';

/** The questions that are put to DNS; `Resolver` of node:dns/promises answers them. */
export interface OutboundResolver {
  resolve4(name: string): Promise<string[]>;
  resolve6(name: string): Promise<string[]>;
}

export interface OutboundOptions {
  readonly rules: OutboundRules;
  readonly resolver: OutboundResolver;
  readonly userAgent: string;
  /** Of a whole request, from the look-up to the last byte, with its redirects. Default: 15,000. */
  readonly deadlineMs?: number | undefined;
  /** How much of an answer is read. Default: 4,096. */
  readonly maxAnswerBytes?: number | undefined;
  /** Certificates in PEM that are trusted instead of those that Node.js trusts. */
  readonly authorities?: readonly string[] | undefined;
}

export interface OutboundRequest {
  readonly url: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Names in lower case. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  /**
   * How many redirects of a GET are followed; what leads on after that is the answer. Every host on the way gets the headers. Default: none.
   */
  readonly maxRedirects?: number;
  /** Ends the request before its time. */
  readonly signal?: AbortSignal;
}

export interface OutboundAnswer {
  readonly status: number;
  /** Those of `shownHeaders` that there are. */
  readonly headers: Readonly<Record<string, string>>;
  /** The first 4 KiB, or `maxAnswerBytes`. */
  readonly body: Buffer;
  readonly isCut: boolean;
}

/** An answer whose body is read as it comes. */
export interface OutboundDownload {
  readonly status: number;
  /** Those of `downloadHeaders` that there are. */
  readonly headers: Readonly<Record<string, string>>;
  /** Ends with an error where the answer is cut. */
  readonly body: AsyncIterable<Buffer>;
}

const defaultDeadlineMs = 15_000;
/** What of an answer is kept: whoever chose the URL may see it, and another host's cookies and tokens are none of theirs. */
const shownHeaders = ['content-type', 'date', 'location', 'retry-after'] as const;
const downloadHeaders = ['etag', 'last-modified'] as const;
const redirects = new Set([301, 302, 303, 307, 308]);
const maxShownHeader = 500;
const defaultAnswerBytes = 4_096;
/** No such name; no record of that type. */
const definite = new Set(['ENOTFOUND', 'ENODATA']);
const maxAddresses = 8;

/**
 * Sends requests to URLs that strangers chose. A host is resolved once for each connection, every address that it has is judged,
 * and exactly those are connected to, so that no second answer of its name servers counts. Redirects are followed where a request says so,
 * each judged as its URL was; proxies of the environment are not used, and an answer is read no further than its first 4 KiB, or `maxAnswerBytes`.
 */
export class OutboundClient {
  readonly deadlineMs: number;
  readonly #options: OutboundOptions;
  /** Plain HTTP goes to admitted addresses only, so its connections are judged by another rule. */
  readonly #agents: Readonly<Record<'http:' | 'https:', Agent>>;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.deadlineMs = options.deadlineMs ?? defaultDeadlineMs;
    this.#agents = { 'http:': this.#agent(true), 'https:': this.#agent(false) };
  }

  /** @throws OutboundFailure */
  request(request: OutboundRequest): Promise<OutboundAnswer> {
    return this.#inTime(request, (response) => this.#read(response));
  }

  /**
   * The same for what may be large, such as a publisher's data: the deadline is of the whole body, too.
   * @throws OutboundFailure until the body comes
   */
  download(request: OutboundRequest): Promise<OutboundDownload> {
    return this.#inTime(request, ({ statusCode: status, headers, body }) => ({
      status,
      headers: shown(headers, downloadHeaders),
      body,
    }));
  }

  async #inTime<T>(request: OutboundRequest, read: (response: Dispatcher.ResponseData) => T | Promise<T>): Promise<T> {
    const deadline = AbortSignal.timeout(this.deadlineMs);
    const signal = request.signal ? AbortSignal.any([deadline, request.signal]) : deadline;
    try {
      return await abortable(this.#send(request, signal).then(read), signal);
    } catch (error) {
      throw failureOf(error, this.deadlineMs);
    }
  }

  async #send(
    { url: start, method, headers, body, maxRedirects = 0 }: OutboundRequest,
    signal: AbortSignal,
  ): Promise<Dispatcher.ResponseData> {
    const { rules, userAgent } = this.#options;
    let text = start;
    for (let left = maxRedirects; ; left -= 1) {
      if (problemWithUrl(rules, text) !== null) throw deniedFailure();
      const url = new URL(text);
      const response = await this.#agents[url.protocol as 'http:' | 'https:'].request({
        origin: url.origin,
        path: `${url.pathname}${url.search}`,
        method,
        headers: { 'accept-encoding': 'identity', ...headers, 'user-agent': userAgent },
        body: body ?? null,
        signal,
      });
      const { location } = response.headers;
      if (left === 0 || !redirects.has(response.statusCode) || location === undefined) return response;
      await response.body.dump();
      text = URL.parse(String(location), url.href)?.href ?? '';
    }
  }

  async close(): Promise<void> {
    await Promise.all(Object.values(this.#agents).map((agent) => agent.destroy()));
  }

  async #read({ statusCode: status, headers, body }: Dispatcher.ResponseData): Promise<OutboundAnswer> {
    const { maxAnswerBytes = defaultAnswerBytes } = this.#options;
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      chunks.push(chunk);
      size += chunk.length;
      // Leaving the loop destroys the stream.
      if (size > maxAnswerBytes) break;
    }
    const isCut = size > maxAnswerBytes;
    return {
      status,
      headers: shown(headers, shownHeaders),
      body: Buffer.concat(chunks).subarray(0, maxAnswerBytes),
      isCut,
    };
  }

  #agent(admittedOnly: boolean): Agent {
    const { authorities } = this.#options;
    const lookup: LookupFunction = (host, { all }, callback) => {
      this.#judgedAddresses(host, admittedOnly).then(
        (addresses) => (all ? callback(null, addresses) : callback(null, addresses[0]!.address, addresses[0]!.family)),
        (error) => callback(error, []),
      );
    };
    return new Agent({
      allowH2: false,
      headersTimeout: this.deadlineMs,
      bodyTimeout: this.deadlineMs,
      keepAliveMaxTimeout: 10_000,
      connect: { lookup, timeout: this.deadlineMs, ...(authorities ? { ca: [...authorities] } : {}) },
    });
  }

  async #judgedAddresses(host: string, admittedOnly: boolean): Promise<{ address: string; family: number }[]> {
    const addresses = await this.#addressesOf(host);
    const verdicts = addresses.map((address) => this.#options.rules.judge(address));
    const isFit = verdicts.every((verdict) => verdict === 'admitted' || (verdict === 'public' && !admittedOnly));
    // One that is not fit is enough: a host that has both would choose by the weather.
    if (addresses.length === 0 || !isFit) throw deniedFailure();
    return addresses.slice(0, maxAddresses).map((address) => ({ address, family: isIP(address) }));
  }

  async #addressesOf(host: string): Promise<string[]> {
    if (isLoopbackName(host)) return ['127.0.0.1'];
    const { resolver } = this.#options;
    const answers = await Promise.all([asked(resolver.resolve4(host)), asked(resolver.resolve6(host))]);
    const addresses = answers.flatMap((answer) => answer ?? []).filter((address) => isIP(address) !== 0);
    if (addresses.length === 0 && answers.includes(null))
      throw new OutboundFailure('unresolved', 'The name servers gave no answer about the host.');
    return addresses;
  }
}

/** Empty when there is none, null when that is not known. */
async function asked(question: Promise<string[]>): Promise<string[] | null> {
  try {
    return await question;
  } catch (error) {
    return definite.has((error as { code?: string }).code ?? '') ? [] : null;
  }
}

function shown(headers: Dispatcher.ResponseData['headers'], names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value).slice(0, maxShownHeader)]];
    }),
  );
}
