import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { isIPv6 } from 'node:net';

/** Addresses of a name, in the order of the answer; or how the server fails. A name that is not in the zone does not exist. */
export type ZoneEntry = readonly string[] | 'silence' | 'failure';

/** A name server on a loopback port. */
export interface NameServer {
  /** `address:port`, as `Resolver.setServers` of node:dns takes it. */
  readonly server: string;
  /** Every question that came, as `name/type`, in order. */
  readonly questions: string[];
  close(): Promise<void>;
}

const typeA = 1;
const typeAaaa = 28;
const noError = 0;
const serverFailure = 2;
const nameError = 3;

/** Answers A and AAAA questions over UDP from a zone (RFC 1035, sections 4.1 and 4.2.1). */
export async function startNameServer(zone: Readonly<Record<string, ZoneEntry>>): Promise<NameServer> {
  const socket: Socket = createSocket('udp4');
  const questions: string[] = [];
  socket.on('message', (query, client) => {
    const { name, type, end } = questionOf(query);
    questions.push(`${name}/${type === typeA ? 'A' : 'AAAA'}`);
    const entry = zone[name];
    if (entry === 'silence') return;
    const code = entry === undefined ? nameError : entry === 'failure' ? serverFailure : noError;
    const addresses = typeof entry === 'object' ? entry.filter((text) => isIPv6(text) === (type === typeAaaa)) : [];
    socket.send(answerTo(query.subarray(0, end), code, type, addresses), client.port, client.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    server: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

const headerLength = 12;

function questionOf(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = headerLength;
  for (let length = query[at]!; length > 0; length = query[at]!) {
    labels.push(query.toString('ascii', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

/** @param question header and question of the query, without what may follow */
function answerTo(question: Buffer, code: number, type: number, addresses: readonly string[]): Buffer {
  const head = Buffer.from(question);
  // Response, recursion desired and available.
  head.writeUInt16BE(0x8180 | code, 2);
  head.writeUInt16BE(addresses.length, 6);
  head.writeUInt32BE(0, 8);
  return Buffer.concat([head, ...addresses.map((address) => record(type, addressBytes(address)))]);
}

/** A record of the name that was asked for, with a time to live of a minute. */
function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | headerLength, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(60, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

/** IPv6 in the form with at most one `::`, all groups in hexadecimal. */
function addressBytes(address: string): Buffer {
  if (!isIPv6(address)) return Buffer.from(address.split('.').map(Number));
  const [before = '', after = ''] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)));
  const [left, right] = [groups(before), groups(after)];
  const all = [...left, ...Array<number>(8 - left.length - right.length).fill(0), ...right];
  return Buffer.from(all.flatMap((group) => [group >> 8, group & 255]));
}
