/** Listens on the given ports of every address and greets like an SSH server; ends with its standard input. */

import { createServer } from 'node:net';

const greeting = 'SSH-2.0-OpenSSH_9.2p1 Debian-2+deb12u3\r\n';

await Promise.all(
  process.argv.slice(2).map((port) => {
    const server = createServer((socket) => socket.on('error', () => {}).end(greeting));
    return new Promise<void>((resolve) =>
      server.listen({ port: Number(port), host: '0.0.0.0', backlog: 4_096 }, resolve),
    );
  }),
);
process.stdout.write('listening\n');
process.stdin.resume().on('end', () => process.exit());
