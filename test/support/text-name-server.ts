import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { isIP } from 'node:net';
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
  /** IPv4 and IPv6 addresses of a name; an alias has those of its target. */
  readonly addresses: Map<string, readonly string[]>;
  /** Every name that was asked for, in order. */
  readonly questions: string[];
  close(): Promise<void>;
}

const noError = 0;
const serverFailure = 2;
const nameError = 3;

/** Answers TXT, CNAME, A and AAAA questions over UDP. */
export async function startTextNameServer(): Promise<TextNameServer> {
  const socket = createSocket('udp4');
  const zone = new Map<string, TextEntry>();
  const aliases = new Map<string, string>();
  const addresses = new Map<string, readonly string[]>();
  const questions: string[] = [];
  socket.on('message', (message, client) => {
    const query = decode(message);
    const question = query.questions?.[0];
    const name = question?.name.toLowerCase() ?? '';
    questions.push(name);
    const entry = zone.get(name);
    if (entry === 'silence') return;
    const alias = question?.type === 'CNAME' ? aliases.get(name) : undefined;
    const isKnown = entry !== undefined || aliases.has(name) || addresses.has(name);
    const code = entry === 'failure' ? serverFailure : isKnown ? noError : nameError;
    const ofType = (question?.type === 'A' && 4) || (question?.type === 'AAAA' && 6);
    const found = (addresses.get(aliases.get(name) ?? name) ?? []).filter((address) => isIP(address) === ofType);
    const texts = question?.type === 'TXT' && Array.isArray(entry) ? entry : [];
    const answer = encode({
      type: 'response',
      id: query.id ?? 0,
      // Recursion desired and available.
      flags: 0x0180 | code,
      questions: query.questions ?? [],
      answers: [
        // A text of a record has pieces of at most 255 bytes.
        ...texts.map((text) => ({ type: 'TXT' as const, name, ttl: 0, data: text.match(/.{1,255}/gs) ?? [''] })),
        ...found.map((data) => ({ type: ofType === 4 ? ('A' as const) : ('AAAA' as const), name, ttl: 0, data })),
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
    addresses,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
