import type net from 'node:net';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type LoopbackServer,
  type LoopbackServerOptions,
  loopbackAddress,
  type Speaker,
  serving,
} from '../testing/loopback-server.ts';
import { askForObsoleteVersion, readServerFlight } from './obsolete-hello.ts';

async function ask(
  speak: Speaker,
  secure?: LoopbackServerOptions,
  waitMs = 20_000,
): Promise<{ answer: Awaited<ReturnType<typeof askForObsoleteVersion>>; server: LoopbackServer }> {
  const server = await serving(speak, secure);
  const line = {
    address: loopbackAddress,
    port: server.port,
    signal: new AbortController().signal,
    connectTimeoutMs: 20_000,
    quietMs: 200,
    maxBytes: 65_536,
    serverName: 'shop.example.com',
  };
  return { answer: await askForObsoleteVersion(line, waitMs), server };
}

const serverHello = (version: number) =>
  Buffer.concat([
    Buffer.from([0x16, 3, version, 0, 0x2a, 2, 0, 0, 0x26, 3, version]),
    Buffer.alloc(32, 7),
    Buffer.from([0, 0, 0x2f, 0]),
  ]);
const helloDone = Buffer.from([0x16, 3, 2, 0, 4, 14, 0, 0, 0]);
const alert = (description: number) => Buffer.from([0x15, 3, 2, 0, 2, 2, description]);
const saying =
  (...parts: readonly Buffer[]): Speaker =>
  (socket: net.Socket) => {
    socket.once('data', () => socket.write(Buffer.concat(parts)));
  };

/** The cipher suites of a hello that is one record (RFC 4346, 7.4.1.2). */
function suitesOf(hello: Buffer): number[] {
  const session = 5 + 4 + 2 + 32;
  const start = session + 1 + hello[session]! + 2;
  const count = hello.readUInt16BE(start - 2) / 2;
  return Array.from({ length: count }, (_, index) => hello.readUInt16BE(start + 2 * index));
}

describe('a server that is offered TLS 1.1 at most', () => {
  it.each([
    ['TLSv1', 'TLSv1.2', 'TLSv1.1'],
    ['TLSv1', 'TLSv1', 'TLSv1'],
    ['TLSv1.1', 'TLSv1.3', 'TLSv1.1'],
    ['TLSv1.2', 'TLSv1.3', 'none'],
    ['TLSv1.3', 'TLSv1.3', 'none'],
  ] as const)('and speaks %s to %s agrees to %s', async (minVersion, maxVersion, version) => {
    const secure = { minVersion, maxVersion, ciphers: 'DEFAULT:@SECLEVEL=0' };
    expect((await ask(() => {}, { secure })).answer).toBe(version);
  });

  it('and answers with SSL 3.0 is told apart', async () => {
    expect((await ask(saying(serverHello(0), helloDone))).answer).toBe('SSLv3');
  });

  it('and agrees, but cannot go on with it, refuses', async () => {
    expect((await ask(saying(serverHello(2), alert(80)))).answer).toBe('none');
  });

  it('and hangs up refuses', async () => {
    expect((await ask((socket) => socket.once('data', () => socket.end()))).answer).toBe('none');
  });

  it('and stays silent has not said', async () => {
    expect((await ask(() => {}, {}, 50)).answer).toBeNull();
  });

  it('is asked on one connection, by its name, and without the fallback sign that would make it refuse', async () => {
    const { server } = await ask(saying(alert(70)));
    expect(server.connections().total).toBe(1);
    expect(server.received[0]!.includes('shop.example.com')).toBe(true);
    expect(suitesOf(server.received[0]!)).not.toContain(0x56_00);
  });
});

describe('a server flight', () => {
  const anyFlight = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc
      .tuple(
        fc.constantFrom(0, 1, 2, 3, 4),
        fc.array(fc.constantFrom(helloDone, alert(40), serverHello(2)), { maxLength: 3 }),
      )
      .map(([version, more]) => Buffer.concat([serverHello(version), ...more])),
  );

  it('of any bytes whatever has an answer, and what is decided stays decided', () => {
    fc.assert(
      fc.property(anyFlight, fc.uint8Array({ maxLength: 50 }), (bytes, more) => {
        const early = readServerFlight(Buffer.from(bytes));
        const late = readServerFlight(Buffer.concat([bytes, more]));
        if (early.version === 'none') expect(late.version).toBe('none');
        expect([null, 'none', 'SSLv3', 'TLSv1', 'TLSv1.1']).toContain(late.version);
      }),
    );
  });

  it('reads the same however it is cut into records', () => {
    const message = Buffer.concat([serverHello(1).subarray(5), helloDone.subarray(5)]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: message.length }), (size) => {
        const records: Buffer[] = [];
        for (let at = 0; at < message.length; at += size) {
          const part = message.subarray(at, at + size);
          records.push(Buffer.from([0x16, 3, 1, 0, part.length]), part);
        }
        expect(readServerFlight(Buffer.concat(records))).toEqual({ version: 'TLSv1', isWhole: true });
      }),
    );
  });
});
