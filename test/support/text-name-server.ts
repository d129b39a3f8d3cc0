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
  /** Targets of CNAME records. */
  readonly aliases: Map<string, string>;
  /** Every name that was asked for, in order. */
  readonly questions: string[];
  close(): Promise<void>;
}

const noError = 0;
const serverFailure = 2;
const nameError = 3;

/** Answers TXT and CNAME questions over UDP. */
export async function startTextNameServer(): Promise<TextNameServer> {
  const socket = createSocket('udp4');
  const zone = new Map<string, TextEntry>();
  const aliases = new Map<string, string>();
  const questions: string[] = [];
  socket.on('message', (message, client) => {
    const query = decode(message);
    const question = query.questions?.[0];
    const name = question?.name.toLowerCase() ?? '';
    questions.push(name);
    const entry = zone.get(name);
    if (entry === 'silence') return;
    const alias = question?.type === 'CNAME' ? aliases.get(name) : undefined;
    const isKnown = entry !== undefined || aliases.has(name);
    const code = entry === 'failure' ? serverFailure : isKnown ? noError : nameError;
    const texts = question?.type === 'TXT' && Array.isArray(entry) ? entry : [];
    const answer = encode({
      type: 'response',
      id: query.id ?? 0,
      // Recursion desired and available.
      flags: 0x0180 | code,
      questions: query.questions ?? [],
      answers: [
        ...texts.map((data) => ({ type: 'TXT' as const, name, ttl: 0, data })),
        ...(alias === undefined ? [] : [{ type: 'CNAME' as const, name, ttl: 0, data: alias }]),
      ],
    });
    socket.send(answer, client.port, client.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    zone,
    aliases,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
