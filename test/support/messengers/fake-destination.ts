import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  // biome-ignore lint/suspicious/noExplicitAny: JSON of many shapes, which the tests look into
  readonly body: any;
  readonly bytes: number;
}

export interface FakeAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** What a provider documents of a request: the answer to it. */
export type Rules = (request: ReceivedRequest) => FakeAnswer;

/** A server of this process that answers as a provider documents, and keeps what it took. */
export class FakeDestination implements AsyncDisposable {
  /** Requests that were answered with success, in their order. */
  readonly accepted: ReceivedRequest[] = [];
  /** Every request. */
  readonly received: ReceivedRequest[] = [];
  /** Answers that take the place of the next ones; `null` breaks the connection. */
  readonly interjected: (FakeAnswer | null)[] = [];
  readonly #server: Server;

  private constructor(rules: Rules) {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const text = Buffer.concat(chunks);
        const { pathname, searchParams } = new URL(request.url!, 'http://fake');
        const seen = {
          path: pathname,
          query: searchParams,
          headers: request.headers,
          body: parsed(text.toString()),
          bytes: text.length,
        };
        this.received.push(seen);
        const scripted = this.interjected.shift();
        if (scripted === null) {
          request.socket.destroy();
          return;
        }
        const isJson = request.headers['content-type'] === 'application/json' && request.method === 'POST';
        const {
          status,
          headers = {},
          body = '',
        } = scripted ?? (isJson ? rules(seen) : { status: 400, body: 'no JSON' });
        if (status < 300) this.accepted.push(seen);
        response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
      });
    });
  }

  static async start(rules: Rules): Promise<FakeDestination> {
    const fake = new FakeDestination(rules);
    await new Promise<void>((resolve) => fake.#server.listen(0, '127.0.0.1', resolve));
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The first rule that is broken. */
export function firstBroken(rules: Readonly<Record<string, boolean>>): string | undefined {
  return Object.entries(rules).find(([, holds]) => !holds)?.[0];
}

/** Text of at most so many UTF-16 units, well-formed and in one piece. */
export function isText(value: unknown, most: number, least = 1): boolean {
  return typeof value === 'string' && value.length >= least && value.length <= most && value.isWellFormed();
}
