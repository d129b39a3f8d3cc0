import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { canaryAnswers } from './canary.ts';

describe('a canary', () => {
  let server: Server;
  let connections = 0;
  let port: number;
  beforeAll(async () => {
    server = createServer((socket) => {
      connections += 1;
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as { port: number }).port;
  });
  afterAll(() => void server.close());

  it.each(['127.0.0.1', 'localhost'])('answers as %s', async (host) => {
    expect(await canaryAnswers({ host, port })).toBe(true);
  });

  it.each(['127.0.0.1', '::ffff:127.0.0.1', 'localhost'])(
    'that is excluded as %s is sent nothing, and is silent',
    async (host) => {
      const before = connections;
      const isExcluded = (address: string) => ['127.0.0.1', '::1'].includes(address);
      expect(await canaryAnswers({ host, port }, isExcluded)).toBe(false);
      expect(connections).toBe(before);
    },
  );

  it('whose name does not resolve is silent', async () => {
    expect(await canaryAnswers({ host: 'no such host', port })).toBe(false);
  });
});
