import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * - `silent`: accepts the request and says nothing.
 * - `stalled`: begins an answer and never ends it.
 * - `cut`: promises more than it sends, then closes.
 * - `reset`: closes at once.
 * - `endless`: never stops sending.
 */
export type Fault = 'silent' | 'stalled' | 'cut' | 'reset' | 'endless';

export interface Reply {
  /** Default 200. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  /** Sent as they are. */
  readonly text?: string;
  readonly bytes?: Buffer;
}

/** A service on a loopback port. */
export interface LeakServer {
  readonly url: string;
  /** Every request that came, in order. */
  readonly requests: readonly ReceivedRequest[];
  /** What it does from now on. */
  answer: (request: ReceivedRequest) => Reply | Fault;
}

/** Runs until the test has finished. */
export async function startLeakServer(answer: LeakServer['answer']): Promise<LeakServer> {
  const requests: ReceivedRequest[] = [];
  const http = createServer(async (incoming, response) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://server');
    const body = (await incoming.toArray()).join('');
    const { method = 'GET', headers } = incoming;
    const request = { method, path: decodeURIComponent(pathname), query: searchParams, headers, body };
    requests.push(request);
    const reply = server.answer(request);
    if (typeof reply === 'string') misbehave(reply, response);
    else send(reply, response);
  });
  http.listen(0, '127.0.0.1');
  await once(http, 'listening');
  onTestFinished(() => {
    http.closeAllConnections();
    http.close();
  });
  const server = { url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`, requests, answer };
  return server;
}

function send({ status = 200, headers = {}, json, text, bytes }: Reply, response: ServerResponse): void {
  response.writeHead(status, { 'content-type': json === undefined ? 'text/plain' : 'application/json', ...headers });
  response.end(json === undefined ? (bytes ?? text ?? '') : JSON.stringify(json));
}

function misbehave(fault: Fault, response: ServerResponse): void {
  const start = '{"some": "';
  switch (fault) {
    case 'silent':
      return;
    case 'stalled':
      response.writeHead(200).write(start);
      return;
    case 'cut':
      response.writeHead(200, { 'content-length': '1000' }).write(start, () => response.destroy());
      return;
    case 'reset':
      response.destroy();
      return;
    case 'endless': {
      const chunk = 'x'.repeat(64 * 1024);
      const more = () => {
        if (!response.destroyed) response.write(chunk, more);
      };
      more();
    }
  }
}
