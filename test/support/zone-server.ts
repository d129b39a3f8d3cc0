import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, decode, encode, type Packet } from 'dns-packet';
import type { DnsQuestion, DnsType } from '../../src/common/dns-answer.ts';

/** What is sent in place of the truth; nothing: no answer. Bytes are sent as they are. */
export type Meddle = (
  truth: Packet,
  question: DnsQuestion,
) => Packet | Buffer | undefined | Promise<Packet | Buffer | undefined>;

/** A resolver on a loopback port, which answers by a zone over UDP, as tests change it. */
export interface ZoneServer {
  /** `address:port`, as DNS_SERVERS takes it. */
  readonly server: string;
  /** A record a line: `name TYPE value`. A name with others below it has no data of other types, any other name does not exist. */
  zone: string;
  meddle: Meddle;
  /** Every question that came, in order. */
  readonly questions: DnsQuestion[];
  close(): void;
}

const authoritative = 0x0400;
const recursionAvailable = 0x0080;
const nameError = 3;

/** @param zone see ZoneServer */
export async function startZoneServer(zone = '', meddle: Meddle = (truth) => truth): Promise<ZoneServer> {
  const socket = createSocket('udp4');
  const questions: DnsQuestion[] = [];
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  let isOpen = true;
  const started: ZoneServer = {
    server: `127.0.0.1:${socket.address().port}`,
    zone,
    meddle,
    questions,
    close: () => {
      isOpen = false;
      socket.close();
    },
  };
  socket.on('message', async (message, { port, address }) => {
    const query = decode(message);
    const [asked] = query.questions!;
    const question = { name: asked!.name.toLowerCase(), type: asked!.type as DnsType };
    questions.push(question);
    const answer = await started.meddle(truthOf(started.zone, query, question), question);
    if (answer !== undefined && isOpen) socket.send(Buffer.isBuffer(answer) ? answer : encode(answer), port, address);
  });
  return started;
}

interface Entry {
  readonly of: string;
  readonly kind: string;
  readonly value: string;
}

let [lastZone, lastEntries]: [string, readonly Entry[]] = ['', []];

/** It is asked of the same zone again and again. */
function entriesOf(zone: string): readonly Entry[] {
  if (zone === lastZone) return lastEntries;
  lastZone = zone;
  lastEntries = zone
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [of = '', kind = '', ...value] = line.split(' ');
      return { of, kind, value: value.join(' ') };
    });
  return lastEntries;
}

function truthOf(zone: string, query: Packet, { name, type }: DnsQuestion): Packet {
  const entries = entriesOf(zone);
  const answers = entries
    .filter(({ of, kind }) => of === name && kind === type)
    .map(({ value }) => record(name, type, value));
  const isKnown = name === '' || entries.some(({ of }) => of === name || of.endsWith(`.${name}`));
  return {
    type: 'response',
    id: query.id ?? 0,
    flags: authoritative | recursionAvailable | (isKnown ? 0 : nameError),
    questions: query.questions ?? [],
    answers,
  };
}

function record(name: string, type: DnsType, value: string): Answer {
  const ttl = 60;
  switch (type) {
    case 'A':
    case 'AAAA':
    case 'NS':
      return { type, name, ttl, data: value };
    case 'TXT':
      return { type, name, ttl, data: value.match(/.{1,255}/gs) ?? [''] };
    case 'MX': {
      const [preference, exchange = ''] = value.split(' ');
      return { type, name, ttl, data: { preference: Number(preference), exchange } };
    }
    case 'SOA': {
      const times = { serial: Number(value), refresh: 60, retry: 60, expire: 60, minimum: 60 };
      return { type, name, ttl, data: { mname: 'ns.test', rname: 'root.test', ...times } };
    }
    default:
      throw new TypeError(`No zone here has records of the type ${type}.`);
  }
}
