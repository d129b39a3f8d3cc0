import net from 'node:net';
import tls from 'node:tls';
import { onTestFinished } from 'vitest';
import { portName } from '../port-names.ts';
import { testCertificate, testKey } from './test-certificate.ts';

export interface LoopbackServer {
  readonly port: number;
  /** What the clients sent, connection by connection. */
  readonly received: readonly Buffer[];
  /** Open now, and accepted since the start. */
  readonly connections: () => { now: number; total: number };
  close(): Promise<void>;
}

/** Speaks to one client. */
export type Speaker = (socket: net.Socket) => void;

/** A loopback address of these tests' own, so that well-known ports are free on it. */
export const loopbackAddress = '127.0.77.1';

export interface LoopbackServerOptions {
  readonly secure?: tls.TlsOptions | true;
  /** Default: a free one whose number suggests nothing. */
  readonly port?: number;
}

/** A server until the test is over. */
export async function serving(speak: Speaker, options: LoopbackServerOptions = {}): Promise<LoopbackServer> {
  const server = await startServer(speak, options);
  onTestFinished(server.close);
  return server;
}

export async function startServer(speak: Speaker, options: LoopbackServerOptions = {}): Promise<LoopbackServer> {
  const server = await listening(speak, options);
  if (options.port !== undefined || portName('tcp', server.port) === null) return server;
  await server.close();
  return startServer(speak, options);
}

function listening(speak: Speaker, options: LoopbackServerOptions): Promise<LoopbackServer> {
  const sockets = new Set<net.Socket>();
  const received: Buffer[] = [];
  let total = 0;
  const greet = (socket: net.Socket) => {
    const index = received.push(Buffer.alloc(0)) - 1;
    socket.on('data', (chunk) => {
      received[index] = Buffer.concat([received[index]!, chunk as Buffer]);
    });
    socket.on('error', () => {});
    speak(socket);
  };
  const track = (socket: net.Socket) => {
    sockets.add(socket);
    total += 1;
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
  };
  const secure = options.secure === true ? {} : options.secure;
  const server: net.Server = secure
    ? tls.createServer({ cert: testCertificate, key: testKey, ...secure }, greet).on('connection', track)
    : net.createServer((socket) => {
        track(socket);
        greet(socket);
      });
  server.on('tlsClientError', () => {});
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(options.port ?? 0, loopbackAddress, () =>
      resolve({
        port: (server.address() as net.AddressInfo).port,
        received,
        connections: () => ({ now: sockets.size, total }),
        close: () =>
          new Promise((closed) => {
            server.close(() => closed());
            for (const socket of sockets) socket.destroy();
          }),
      }),
    );
  });
}

/** Says one thing at once. */
export const greeting =
  (bytes: string | Buffer): Speaker =>
  (socket) => {
    socket.write(bytes);
  };

/** Waits for a request that begins so and answers it; anything else makes it hang up. */
export const answering =
  (...dialogue: readonly (readonly [request: string | Buffer, reply: string | Buffer])[]): Speaker =>
  (socket) => {
    socket.on('data', (request: Buffer) => {
      const turn = dialogue.find(([expected]) => request.subarray(0, expected.length).equals(Buffer.from(expected)));
      if (turn) socket.write(turn[1]);
      else socket.destroy();
    });
  };
