import { createServer, type Server } from 'node:net';

/** Something that listens on a loopback address of the test's own, until it is closed. */
export interface Listener {
  readonly address: string;
  readonly port: number;
  close(): Promise<void>;
}

let lastAddress = Math.floor(Math.random() * 60_000);

/** A loopback address that no other test of this process uses: 127.x.y.z with z from 1 to 250. */
export function loopbackAddress(): string {
  lastAddress = (lastAddress + 1) % 60_000;
  return `127.${20 + (process.pid % 200)}.${Math.floor(lastAddress / 250)}.${1 + (lastAddress % 250)}`;
}

/** Listens and greets whoever connects. */
export async function listen(address: string, port: number, greeting = sshGreeting): Promise<Listener> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write(greeting);
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, resolve);
  });
  const sockets = new Set<{ destroy(): void }>();
  server.on('connection', (socket) => sockets.add(socket));
  return {
    address,
    port,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}

export const sshGreeting = 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n';
