import { randomBytes } from 'node:crypto';
import { applicationProtocols, type LineOptions, openConnection } from '../conversation.ts';
import type { ObsoleteVersion } from './tls-facts.ts';

/**
 * Every cipher suite of TLS 1.1 and before that a server could want, strong ones first, and the sign that renegotiation is
 * safe. Without the fallback sign, on which servers would refuse.
 */
const cipherSuites = [
  0xc00a, 0xc009, 0xc014, 0xc013, 0x0039, 0x0038, 0x0033, 0x0032, 0x0035, 0x002f, 0x0088, 0x0084, 0x0045, 0x0041,
  0xc008, 0xc012, 0x0016, 0x0013, 0x000a, 0xc007, 0xc011, 0x0005, 0x0004, 0x009a, 0x0096, 0x0007, 0x0015, 0x0009,
  0x00ff,
];
const groups = [0x001d, 0x0017, 0x0018, 0x0019, 0x0100];
const versions: ReadonlyMap<number, ObsoleteVersion> = new Map([
  [0x0300, 'SSLv3'],
  [0x0301, 'TLSv1'],
  [0x0302, 'TLSv1.1'],
]);

/**
 * Says hello as a client that knows nothing newer than TLS 1.1 and reads which version the server agrees to, no further: it
 * costs one connection and no cryptography of ours. Bytes of our own, because OpenSSL offers only what it still knows: not
 * RC4, not SSL 3.0, and no old version above its security level 0.
 *
 * @returns `none` when the server refuses (some just hang up), null when it did not answer in time
 */
export async function askForObsoleteVersion(
  line: LineOptions,
  waitMs: number,
): Promise<ObsoleteVersion | 'none' | null> {
  // What matters is when it is all there, not when the peer pauses.
  const connection = await openConnection({ ...line, quietMs: 5 });
  if (!connection) return null;
  try {
    const giveUpAtMs = performance.now() + waitMs;
    let heard = await connection.ask(clientHello(line.serverName ?? null), waitMs);
    for (;;) {
      const answer = readServerFlight(heard);
      if (answer.isWhole || connection.ended) return answer.version ?? (line.signal.aborted ? null : 'none');
      const leftMs = giveUpAtMs - performance.now();
      if (leftMs <= 0) return answer.version;
      heard = Buffer.concat([heard, await connection.receive(leftMs)]);
    }
  } finally {
    connection.close();
  }
}

function clientHello(serverName: string | null): Buffer {
  const extensions = Buffer.concat([
    ...(serverName === null ? [] : [extension(0, list(2, Buffer.concat([Buffer.from([0]), list(2, serverName)])))]),
    extension(10, list(2, numbers(groups))),
    extension(11, list(1, Buffer.from([0]))),
    extension(16, list(2, Buffer.concat(applicationProtocols.map((name) => list(1, name))))),
  ]);
  const hello = Buffer.concat([
    numbers([0x0302]),
    randomBytes(32),
    list(1, ''),
    list(2, numbers(cipherSuites)),
    list(1, Buffer.from([0])),
    list(2, extensions),
  ]);
  const message = Buffer.concat([Buffer.from([1]), list(3, hello)]);
  return Buffer.concat([Buffer.from([0x16, 3, 1]), list(2, message)]);
}

export interface ServerFlight {
  /** What the server agreed to; `none` when it refused or does not speak TLS; null when it has not said yet. */
  readonly version: ObsoleteVersion | 'none' | null;
  /** Nothing that follows can change it. */
  readonly isWhole: boolean;
}

const refused: ServerFlight = { version: 'none', isWhole: true };

/**
 * Reads the server's first flight, as far as it is there: one that agrees to a version but cannot go on with it takes it
 * back by an alert.
 */
export function readServerFlight(bytes: Buffer): ServerFlight {
  const messages: Buffer[] = [];
  let at = 0;
  while (at < bytes.length) {
    const type = bytes[at];
    if (type !== 0x16) return refused;
    if (bytes.length < at + 5) break;
    if (bytes[at + 1] !== 3) return refused;
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    messages.push(bytes.subarray(at + 5, end));
    at = end;
  }
  return readHandshakeMessages(Buffer.concat(messages));
}

function readHandshakeMessages(bytes: Buffer): ServerFlight {
  if (bytes.length > 0 && bytes[0] !== 2) return refused;
  if (bytes.length < 6) return { version: null, isWhole: false };
  const version = versions.get(bytes.readUInt16BE(4));
  if (!version) return refused;
  let isWhole = false;
  for (let at = 0; at + 4 <= bytes.length; at += 4 + bytes.readUIntBE(at + 1, 3)) isWhole ||= bytes[at] === 14;
  return { version, isWhole };
}

function numbers(values: readonly number[]): Buffer {
  return Buffer.concat(values.map((value) => Buffer.from([value >> 8, value & 255])));
}

/** With its length before it, in so many bytes. */
function list(lengthBytes: number, content: Buffer | string): Buffer {
  const bytes = Buffer.from(content as string);
  const length = Buffer.alloc(lengthBytes);
  length.writeUIntBE(bytes.length, 0, lengthBytes);
  return Buffer.concat([length, bytes]);
}

function extension(type: number, content: Buffer): Buffer {
  return Buffer.concat([numbers([type]), list(2, content)]);
}
