/** Listens on the given ports of every IPv4 and IPv6 address, says so, and ends with its standard input. */

import { createServer } from 'node:net';

const ports = process.argv.slice(2).map(Number);
await Promise.all(
  ports.map((port) => {
    const server = createServer((connection) => connection.on('error', () => connection.destroy()).resume());
    return new Promise<void>((resolve) => server.listen({ port, host: '::' }, resolve));
  }),
);
process.stdout.write('listening\n');
process.stdin.resume().on('end', () => process.exit());
