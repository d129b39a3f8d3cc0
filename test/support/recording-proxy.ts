import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { TestService } from './test-service.ts';

/** What somebody asked for, and was answered. */
export interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly isSandbox: boolean;
  readonly body: unknown;
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly answer: unknown;
}

/** Stands before a service as a proxy of one portal domain, and remembers all calls. The service has to trust 127.0.0.1 as a proxy. */
export class RecordingProxy implements AsyncDisposable {
  readonly calls: RecordedCall[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(service: TestService, portalDomain: string): Promise<RecordingProxy> {
    const server = createServer();
    const proxy = new RecordingProxy(server);
    server.on('request', (incoming, outgoing) => {
      proxy.#forward(service, portalDomain, incoming, outgoing).catch((error) => outgoing.destroy(error));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #forward(
    service: TestService,
    portalDomain: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> {
    const sent = await buffer(incoming);
    const { method = 'GET', url: path = '/', headers } = incoming;
    const forwarded = request(`${service.url}${path}`, {
      method,
      headers: { ...headers, 'x-forwarded-host': portalDomain, 'x-forwarded-proto': 'https' },
    });
    forwarded.end(sent);
    const [answer] = (await once(forwarded, 'response')) as [IncomingMessage];
    const received = await buffer(answer);
    this.calls.push({
      method,
      path,
      isSandbox: headers['x-service-sandbox'] === 'true',
      body: parsed(sent),
      status: answer.statusCode!,
      headers: answer.headers,
      answer: parsed(decoded(received, answer.headers['content-encoding'])),
    });
    outgoing.writeHead(answer.statusCode!, answer.headers).end(received);
  }
}

/** What the client reads: TypeScript's fetch asks for compressed answers. */
function decoded(bytes: Buffer, encoding: string | undefined): Buffer {
  if (encoding === 'br') return brotliDecompressSync(bytes);
  return encoding === 'gzip' ? gunzipSync(bytes) : bytes;
}

function parsed(bytes: Buffer): unknown {
  const text = bytes.toString();
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
