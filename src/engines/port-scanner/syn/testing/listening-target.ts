/** Listens on the given ports of every IPv4 and IPv6 address, with the backlog that comes first, says so, and ends with its standard input. */

import { createServer } from 'node:net';

const [backlog, ...ports] = process.argv.slice(2).map(Number);
await Promise.all(
  ports.map((port) => {
    const server = createServer((connection) => connection.on('error', () => connection.destroy()).resume());
    return new Promise<void>((resolve) => server.listen({ port, host: '::', backlog: backlog! }, resolve));
  }),
);
process.stdout.write('listening\n');
process.stdin.resume().on('end', () => process.exit());
