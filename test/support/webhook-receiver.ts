import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { vi } from 'vitest';

export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A server of a partner that takes webhooks, on loopback, and does with each what a test says. */
export class WebhookReceiver {
  readonly requests: ReceivedRequest[] = [];
  /** Default: 204. */
  answer: (response: ServerResponse, request: ReceivedRequest) => void = (response) => {
    response.writeHead(204).end();
  };
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on('request', async (request, response) => {
      response.on('error', () => {});
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of request) chunks.push(chunk as Buffer);
      } catch {
        return;
      }
      const received = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks).toString() };
      receiver.requests.push(received);
      receiver.answer(response, received);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return receiver;
  }

  url(path = '/'): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  at(path: string): ReceivedRequest[] {
    return this.requests.filter((request) => request.path === path);
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/**
 * What the independent library of Standard Webhooks makes of a request at the time of its timestamp, however far a test has moved
 * the service's clock.
 * @throws when the signature is none by that secret
 */
export function verified({ headers, body }: ReceivedRequest, secret: string): unknown {
  vi.useFakeTimers({ toFake: ['Date'], now: Number(headers['webhook-timestamp']) * 1_000 });
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>);
  } finally {
    vi.useRealTimers();
  }
}
