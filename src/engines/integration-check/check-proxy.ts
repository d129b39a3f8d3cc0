import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { type Exchange, type Fault, isOrder, retryAfterSeconds } from './exchange.ts';

/** A proxy answers with what it was answered; these belong to one connection, or to bytes that are no longer as they came. */
const ownHeaders: ReadonlySet<string> = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'host',
  'keep-alive',
  'transfer-encoding',
]);

const json = { 'content-type': 'application/json' };

/** Stands in for Breakwater before an integration: passes on what it asks, remembers it, and has go wrong what a step wants. */
export class CheckProxy implements AsyncDisposable {
  readonly #upstream: string;
  readonly #server: Server;
  #fault: Fault | undefined;
  #exchanges: Exchange[] = [];
  #sawRealKey = false;

  private constructor(upstream: string, server: Server) {
    this.#upstream = upstream;
    this.#server = server;
  }

  /**
   * @param upstream the portal domain, as a URL without a path
   * @param port on 127.0.0.1; 0: any that is free
   */
  static async start(upstream: string, port: number): Promise<CheckProxy> {
    const server = createServer();
    const proxy = new CheckProxy(upstream.replace(/\/+$/, ''), server);
    server.on('request', (request, response) => {
      proxy.#answer(request, response).catch(() => response.destroy());
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  /** Where the integration finds it. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** From now on the requests are those of a step. */
  begin(fault: Fault | undefined): void {
    this.#fault = fault;
    this.#exchanges = [];
  }

  /** What came since the step began. */
  get exchanges(): readonly Exchange[] {
    return this.#exchanges;
  }

  /** Whether anything came without a key of the sandbox: that is not passed on. */
  get sawRealKey(): boolean {
    return this.#sawRealKey;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const atMs = performance.now();
    const { method = 'GET', url = '/' } = request;
    const { pathname: path, searchParams: query } = new URL(url, this.#upstream);
    const sent = await buffer(request);
    if (!/^Bearer +bwk_test_/i.test(request.headers.authorization ?? '')) {
      this.#sawRealKey = true;
      response.writeHead(403, json).end(JSON.stringify(problem('ACCESS_DENIED', 'Use a key of the sandbox.')));
      return;
    }
    const key = request.headers['idempotency-key'];
    const asked = {
      atMs,
      method,
      path,
      query,
      body: sent.toString(),
      idempotencyKey: key === undefined ? null : String(key),
    };
    const fault = this.#faultOf(asked);
    if (fault !== undefined && fault !== 'lost') {
      const { status, headers, body } = refusals[fault];
      this.#exchanges.push({ ...asked, status });
      response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));
      return;
    }
    const answer = await fetch(`${this.#upstream}${url}`, {
      method,
      headers: passedOn(Object.entries(request.headers).map(([name, value]) => [name, String(value)])),
      ...(sent.length > 0 && { body: new Uint8Array(sent) }),
      redirect: 'manual',
    });
    const received = Buffer.from(await answer.arrayBuffer());
    this.#exchanges.push({ ...asked, status: fault === 'lost' ? null : answer.status });
    if (fault === 'lost') response.destroy();
    else response.writeHead(answer.status, passedOn([...answer.headers])).end(received);
  }

  /** Only of orders; but for a full plan, only of the first one. */
  #faultOf(asked: Pick<Exchange, 'method' | 'path'>): Fault | undefined {
    if (this.#fault === undefined || !isOrder(asked)) return undefined;
    return this.#fault === 'full' || !this.#exchanges.some(isOrder) ? this.#fault : undefined;
  }
}

function passedOn(headers: readonly (readonly [string, string])[]): Record<string, string> {
  return Object.fromEntries(headers.filter(([name]) => !ownHeaders.has(name)));
}

function problem(code: string, message: string) {
  return {
    success: false,
    error: { code, message, details: {} },
    meta: { version: 'v1', timestamp: new Date().toISOString() },
  };
}

/** As the API answers. */
const refusals: Readonly<
  Record<
    Exclude<Fault, 'lost'>,
    { readonly status: number; readonly headers: Record<string, string>; readonly body: object }
  >
> = {
  full: {
    status: 403,
    headers: {},
    body: problem('ENDPOINT_LIMIT_EXCEEDED', "The customer's plan allows no further endpoint."),
  },
  throttled: {
    status: 429,
    headers: { 'retry-after': String(retryAfterSeconds.throttled) },
    body: { status: 'error', message: 'Too many requests.', errors: {} },
  },
  in_flight: {
    status: 409,
    headers: { 'retry-after': String(retryAfterSeconds.in_flight) },
    body: problem('IDEMPOTENCY_KEY_IN_USE', 'The first request with this Idempotency-Key is still under way.'),
  },
};
