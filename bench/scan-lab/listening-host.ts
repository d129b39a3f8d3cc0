/** Listens on the ports of its arguments on every address, says so, and ends with its standard input. */

import { createServer } from 'node:net';

await Promise.all(
  process.argv.slice(2).map((port) => {
    const server = createServer((connection) => connection.on('error', () => {}).destroy());
    return new Promise<void>((resolve) =>
      server.listen({ port: Number(port), host: '::', backlog: 4096 }, () => resolve()),
    );
  }),
);
process.stdout.write('listening\n');
process.stdin.resume().on('end', () => process.exit());
