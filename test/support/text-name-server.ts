import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode } from 'dns-packet';

/** TXT values of a name; or how the server fails. A name that is not in the zone does not exist. */
export type TextEntry = readonly string[] | 'silence' | 'failure';

/** A name server on a loopback port whose zone tests change as they go. */
export interface TextNameServer {
  /** `address:port`, as DNS_SERVERS takes it. */
  readonly server: string;
  readonly zone: Map<string, TextEntry>;
  /** Every name that was asked for, in order. */
  readonly questions: string[];
  close(): Promise<void>;
}

const noError = 0;
const serverFailure = 2;
const nameError = 3;

/** Answers TXT questions over UDP. */
export async function startTextNameServer(): Promise<TextNameServer> {
  const socket = createSocket('udp4');
  const zone = new Map<string, TextEntry>();
  const questions: string[] = [];
  socket.on('message', (message, client) => {
    const query = decode(message);
    const name = query.questions?.[0]?.name.toLowerCase() ?? '';
    questions.push(name);
    const entry = zone.get(name);
    if (entry === 'silence') return;
    const code = entry === undefined ? nameError : entry === 'failure' ? serverFailure : noError;
    const answer = encode({
      type: 'response',
      id: query.id ?? 0,
      // Recursion desired and available.
      flags: 0x0180 | code,
      questions: query.questions ?? [],
      answers: (Array.isArray(entry) ? entry : []).map((data) => ({ type: 'TXT', name, ttl: 0, data })),
    });
    socket.send(answer, client.port, client.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    zone,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
