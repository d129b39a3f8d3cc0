import type { z } from 'zod';
import { CircuitBreaker } from './circuit-breaker.ts';
import { LeakSourceError, type LeakSourceFailure } from './leak-source.ts';
import { retryAfterMs } from './retry-after.ts';
import { type RateLimit, SlidingWindow } from './sliding-window.ts';
import type { Timing } from './timing.ts';

export interface JsonClientSettings {
  /** Name of the source, for errors. */
  readonly source: string;
  /** http or https. Credentials in it (`https://user:password@…`) are sent as Basic authentication. */
  readonly baseUrl: string;
  /** Names the program to the service; several of them refuse requests without it. */
  readonly userAgent: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly limits: readonly RateLimit[];
  readonly timing: Timing;
  /** One attempt, from the first packet to the last byte of the answer. Default 30 s. */
  readonly timeoutMs?: number;
  /** Largest answer that is read, after decompression. Default 16 MiB. */
  readonly maxBytes?: number;
  /** How long a request waits for its turn, or as the service asks, before it fails as rate_limited. Default 30 s. */
  readonly maxWaitMs?: number;
}

interface JsonRequest<T> {
  /** What is asked for, in words for errors: paths carry domain names. */
  readonly what: string;
  readonly method?: 'GET' | 'POST';
  /** From the base URL on, with a leading slash; its parts are encoded. */
  readonly path: string;
  readonly schema: z.ZodType<T>;
}

/** The service answered with a status that is no answer. */
export class StatusError extends LeakSourceError {
  readonly status: number;

  constructor(source: string, failure: LeakSourceFailure, status: number, message: string, waitMs: number | null) {
    super(source, failure, message, waitMs);
    this.status = status;
  }
}

const maxAttempts = 3;
const maxRedirects = 3;
const firstBackoffMs = 500;
/** Where a 429 does not say. */
const defaultPauseMs = 60_000;
const breakerSettings = { failures: 5, openMs: 60_000 };

/**
 * Asks one service for JSON, politely: never faster than its limits, as late as its Retry-After says, with bounded retries when
 * it does not answer, and not at all for a while when it keeps failing. What it sends is untrusted: bounded in size and time,
 * and checked against the schema of what it documents.
 *
 * Requests may run side by side; they share the limits. Errors name neither keys, addresses nor what was sent.
 */
export class JsonClient {
  readonly #source: string;
  readonly #baseUrl: URL;
  readonly #headers: Headers;
  readonly #limiter: SlidingWindow;
  readonly #breaker = new CircuitBreaker(breakerSettings);
  readonly #timing: Timing;
  readonly #timeoutMs: number;
  readonly #maxBytes: number;
  readonly #maxWaitMs: number;

  /** @throws TypeError when the base URL is not http(s) or a header cannot be sent; it does not quote them */
  constructor(settings: JsonClientSettings) {
    this.#source = settings.source;
    const { url, authorization } = parseBaseUrl(settings.source, settings.baseUrl);
    this.#baseUrl = url;
    this.#headers = headersOf(settings.source, {
      accept: 'application/json',
      ...authorization,
      ...settings.headers,
      'user-agent': settings.userAgent,
    });
    this.#limiter = new SlidingWindow(settings.limits);
    this.#timing = settings.timing;
    this.#timeoutMs = settings.timeoutMs ?? 30_000;
    this.#maxBytes = settings.maxBytes ?? 16 * 1024 * 1024;
    this.#maxWaitMs = settings.maxWaitMs ?? 30_000;
  }

  setLimits(limits: readonly RateLimit[]): void {
    this.#limiter.setLimits(limits);
  }

  /**
   * @returns what the service answered, or null when it has nothing under that path (404, 204)
   * @throws LeakSourceError, StatusError among them; the signal's reason when it aborted
   */
  async request<T>(request: JsonRequest<T>, signal: AbortSignal): Promise<T | null> {
    let failure: LeakSourceError | null = null;
    for (let attempt = 1; ; attempt += 1) {
      const refusal = await this.#takeTurn(attempt, signal);
      // Where a retry gets no turn in time, what went wrong before is what there is to tell.
      if (refusal !== null) throw failure === null ? refusal : this.#reported(failure);
      const answer = await this.#attempt(request, signal);
      if (!(answer instanceof LeakSourceError)) {
        this.#breaker.succeeded();
        return answer;
      }
      const pauseMs = attempt < maxAttempts ? this.#pauseBeforeRetry(attempt, answer) : null;
      if (pauseMs === null) throw this.#reported(answer);
      failure = answer;
      await this.#timing.sleep(pauseMs, signal);
    }
  }

  /** Waits until the limits allow a request; or returns why there is to be none for now. */
  async #takeTurn(attempt: number, signal: AbortSignal): Promise<LeakSourceError | null> {
    const nowMs = this.#timing.nowMs();
    const waitMs = this.#limiter.nextStartMs(nowMs) - nowMs;
    if (waitMs > this.#maxWaitMs) return this.#error('rate_limited', 'no request is allowed for now', waitMs);
    const openMs = attempt === 1 ? this.#breaker.enter(nowMs) : 0;
    if (openMs > 0) return this.#error('unavailable', 'it kept failing and is left alone for a while', openMs);
    this.#limiter.book(nowMs);
    if (waitMs > 0) await this.#timing.sleep(waitMs, signal);
    signal.throwIfAborted();
    // While this one waited, another may have been told to come later.
    return this.#limiter.isPaused(this.#timing.nowMs()) ? await this.#takeTurn(attempt + 1, signal) : null;
  }

  async #attempt<T>(request: JsonRequest<T>, signal: AbortSignal): Promise<T | null | LeakSourceError> {
    const limited = AbortSignal.any([signal, AbortSignal.timeout(this.#timeoutMs)]);
    try {
      return await this.#exchange(request, limited);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof LeakSourceError) return error;
      const late = limited.aborted;
      return this.#error('unavailable', `${request.what}: ${late ? 'no answer in time' : reasonOf(error)}`);
    }
  }

  async #exchange<T>(request: JsonRequest<T>, signal: AbortSignal): Promise<T | null> {
    const response = await this.#send(request, signal);
    if (response.ok && response.status !== 204) return await this.#readBody(request, response);
    await response.body?.cancel();
    if (response.status === 404 || response.status === 204) return null;
    throw this.#statusError(request.what, response);
  }

  /** Follows redirects within the service only: elsewhere the key is not known, and must not be. */
  async #send(request: JsonRequest<unknown>, signal: AbortSignal): Promise<Response> {
    const method = request.method ?? 'GET';
    let url = new URL(this.#baseUrl.href.replace(/\/+$/, '') + request.path);
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch(url, { method, headers: this.#headers, redirect: 'manual', signal });
      if (response.status < 300 || response.status === 304 || response.status >= 400) return response;
      await response.body?.cancel();
      const target = URL.parse(response.headers.get('location') ?? '', url.href);
      if (method !== 'GET' || target?.origin !== url.origin || redirects === maxRedirects) {
        throw this.#error('malformed', `${request.what}: it redirects where nobody follows`);
      }
      url = target;
    }
  }

  async #readBody<T>(request: JsonRequest<T>, response: Response): Promise<T> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    for await (const chunk of response.body ?? []) {
      length += chunk.byteLength;
      // Leaving the loop cancels the rest.
      if (length > this.#maxBytes) {
        throw this.#error('malformed', `${request.what}: the answer is larger than ${this.#maxBytes} bytes`);
      }
      chunks.push(chunk);
    }
    const parsed = request.schema.safeParse(parseJson(chunks));
    if (parsed.success) return parsed.data;
    throw this.#error('malformed', `${request.what}: the answer is not in the documented shape`);
  }

  #statusError(what: string, { status, headers }: Response): StatusError {
    const failure = failureOf(status);
    const nowMs = this.#timing.nowMs();
    const askedMs = retryAfterMs(headers.get('retry-after'), nowMs);
    const waitMs =
      failure === 'rate_limited' ? (askedMs ?? defaultPauseMs) : failure === 'unavailable' ? askedMs : null;
    if (waitMs !== null) this.#limiter.pauseUntil(nowMs + waitMs);
    return new StatusError(this.#source, failure, status, `${what}: answered ${status}`, waitMs);
  }

  /** @returns null when trying again is useless or would take too long */
  #pauseBeforeRetry(attempt: number, { failure, retryAfterMs: askedMs }: LeakSourceError): number | null {
    if (failure !== 'unavailable' && failure !== 'rate_limited') return null;
    // What the service asks for is waited out with the next turn.
    if (askedMs !== null) return askedMs <= this.#maxWaitMs ? 0 : null;
    return this.#timing.random() * firstBackoffMs * 2 ** attempt;
  }

  #reported(error: LeakSourceError): LeakSourceError {
    const broken = error.failure === 'unavailable' || error.failure === 'malformed';
    if (broken) this.#breaker.failed(this.#timing.nowMs());
    else this.#breaker.succeeded();
    return error;
  }

  #error(failure: LeakSourceFailure, message: string, waitMs: number | null = null): LeakSourceError {
    return new LeakSourceError(this.#source, failure, message, waitMs);
  }
}

function failureOf(status: number): LeakSourceFailure {
  if (status === 429) return 'rate_limited';
  if (status === 401 || status === 402 || status === 403) return 'not_authorised';
  return status >= 500 || status === 408 || status === 425 ? 'unavailable' : 'malformed';
}

function parseJson(chunks: readonly Uint8Array[]): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(Buffer.concat(chunks)));
  } catch {
    return undefined;
  }
}

/** Codes such as ECONNREFUSED: the messages themselves name addresses. */
function reasonOf(error: unknown): string {
  const cause: unknown = error instanceof Error ? error.cause : undefined;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `no connection (${code})` : 'the connection broke';
}

function parseBaseUrl(source: string, text: string) {
  const url = URL.parse(text);
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') {
    throw new TypeError(`${source}: the base URL must begin with http:// or https://`);
  }
  const credentials = `${decoded(url.username)}:${decoded(url.password)}`;
  url.username = '';
  url.password = '';
  url.search = '';
  url.hash = '';
  const authorization =
    credentials === ':' ? {} : { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` };
  return { url, authorization };
}

/** A stray % stands for itself. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function headersOf(source: string, entries: Readonly<Record<string, string>>): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(entries)) {
    // Headers would quote the value in its error, and it may be a key.
    if (!/^[\x20-\x7e]+$/.test(value)) throw new TypeError(`${source}: ${name} must be printable ASCII`);
    headers.set(name, value);
  }
  return headers;
}
