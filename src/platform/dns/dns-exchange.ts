import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { connect, isIPv6 } from 'node:net';

export interface DnsServer {
  readonly address: string;
  readonly port: number;
}

/**
 * Sends a question over UDP from a port of its own, and takes the first message from this server that fits.
 * @param fit null: it does not fit, and is dropped
 * @throws an error of the network, and the signal's reason
 */
export async function exchangeByUdp<T>(
  { address, port }: DnsServer,
  question: Buffer,
  fit: (message: Buffer) => T | null,
  signal: AbortSignal,
): Promise<T> {
  const socket = createSocket(isIPv6(address) ? 'udp6' : 'udp4');
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  socket.on('error', reject);
  socket.on('message', (message) => {
    const answer = fit(message);
    if (answer !== null) resolve(answer);
  });
  try {
    // Only what comes from there is handed over, and that nothing listens there is heard at once.
    socket.connect(port, address, () => socket.send(question));
    return await promise;
  } finally {
    signal.removeEventListener('abort', giveUp);
    socket.close();
  }
}

/** The same over TCP, where answers have their length before them (RFC 1035, 4.2.2). One that does not fit ends it. */
export async function exchangeByTcp<T>(
  { address, port }: DnsServer,
  question: Buffer,
  fit: (message: Buffer) => T | null,
  signal: AbortSignal,
): Promise<T> {
  const socket = connect({ host: address, port });
  const giveUp = () => socket.destroy(signal.reason as Error);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    await once(socket, 'connect');
    socket.write(Buffer.concat([lengthOf(question), question]));
    const answer = fit(await readMessage(socket));
    if (answer === null) throw new Error('The answer does not fit the question.');
    return answer;
  } finally {
    signal.removeEventListener('abort', giveUp);
    socket.destroy();
  }
}

function lengthOf(message: Buffer): Buffer {
  return Buffer.of(message.length >> 8, message.length & 255);
}

/** The first message of a stream. @throws Error where the stream ends before */
async function readMessage(stream: AsyncIterable<Buffer>): Promise<Buffer> {
  let read = Buffer.alloc(0);
  for await (const chunk of stream) {
    read = Buffer.concat([read, chunk]);
    const length = read.length < 2 ? Number.POSITIVE_INFINITY : read.readUInt16BE(0);
    if (read.length >= 2 + length) return read.subarray(2, 2 + length);
  }
  throw new Error('The connection ended within the answer.');
}
