import { type AddressInfo, connect, createServer, type NetConnectOpts, type Server, type Socket } from 'node:net';

/** A port that stands in front of another, so that tests can cut what is behind it off and bring it back. */
export class TcpRelay {
  readonly port: number;
  #target: NetConnectOpts;
  readonly #sockets = new Set<Socket>();
  #server: Server;

  private constructor(target: NetConnectOpts, server: Server) {
    this.#target = target;
    this.#server = server;
    this.port = (server.address() as AddressInfo).port;
    server.on('connection', (socket) => this.#relay(socket));
  }

  static async start(target: NetConnectOpts): Promise<TcpRelay> {
    return new TcpRelay(target, await listenOn(0));
  }

  /** Breaks every connection and refuses new ones, as when the server's machine restarts. */
  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  /** Breaks every connection, and leads new ones elsewhere, as when an address moves to another machine. */
  async lead(target: NetConnectOpts): Promise<void> {
    await this.cut();
    this.#target = target;
    await this.restore();
  }

  /** Takes connections again, on the same port. */
  async restore(): Promise<void> {
    this.#server = await listenOn(this.port);
    this.#server.on('connection', (socket) => this.#relay(socket));
  }

  #relay(near: Socket): void {
    const far = connect(this.#target);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.#sockets.add(socket);
      socket.on('error', () => other.destroy());
      socket.on('close', () => {
        this.#sockets.delete(socket);
        other.destroy();
      });
      socket.pipe(other);
    }
  }
}

async function listenOn(port: number): Promise<Server> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return server;
}
