import {
  type Answer,
  AUTHENTIC_DATA,
  CHECKING_DISABLED,
  type DecodedPacket,
  decode,
  encode,
  RECURSION_DESIRED,
} from 'dns-packet';
import type { DnsAnswer, DnsData, DnsOutcome, DnsQuestion, DnsType } from '../../common/dns-answer.ts';

/** Fits into one packet wherever it goes (DNS flag day 2020). */
const udpPayloadBytes = 1_232;
const extendedErrorOption = 15;

/** The library's types leave out the code of an answer. */
export type DnsMessage = DecodedPacket & { readonly rcode: string };

/** @param extended whether EDNS is used; the oldest servers fail at it */
export function encodeQuestion(
  { name, type, checkingDisabled, at }: DnsQuestion,
  id: number,
  extended: boolean,
): Buffer {
  const recursion = at === undefined ? RECURSION_DESIRED | AUTHENTIC_DATA : 0;
  return encode({
    type: 'query',
    id,
    flags: recursion | (checkingDisabled ? CHECKING_DISABLED : 0),
    questions: [{ name, type, class: 'IN' }],
    additionals: extended
      ? [
          {
            type: 'OPT',
            name: '.',
            udpPayloadSize: udpPayloadBytes,
            extendedRcode: 0,
            ednsVersion: 0,
            flags: 0,
            flag_do: false,
            options: [],
          },
        ]
      : [],
  });
}

/** Reads what came as an answer to a question; null: it is none, or cannot be read. */
export function decodeAnswer(message: Buffer, { name, type }: DnsQuestion, id: number): DnsMessage | null {
  try {
    const packet = decode(message) as DnsMessage;
    const [asked, ...others] = packet.questions ?? [];
    const fits =
      // The library reads texts past the end of the message.
      decode.bytes <= message.length &&
      packet.id === id &&
      packet.type === 'response' &&
      others.length === 0 &&
      asked?.type === type &&
      asked.class === 'IN' &&
      plainName(asked.name) === name;
    return fits ? packet : null;
  } catch {
    return null;
  }
}

/** What an answer says, and for how many seconds; 0: it says nothing that lasts. */
export interface ReadAnswer<Type extends DnsType>
  extends Pick<DnsAnswer<Type>, 'outcome' | 'records' | 'isAlias' | 'zone' | 'isAuthoritative' | 'extendedError'> {
  /** Whether the server says that it validated (AD). */
  readonly isMarkedValid: boolean;
  readonly lifetimeSeconds: number;
}

export function readAnswer<Type extends DnsType>(packet: DnsMessage, type: Type): ReadAnswer<Type> {
  const answers = packet.answers ?? [];
  const own = answers.filter((answer) => answer.type === type);
  const outcome = outcomeOf(packet, own.length > 0);
  const start = packet.authorities?.find((record) => record.type === 'SOA');
  return {
    outcome,
    records: outcome === 'records' ? own.map((answer) => dataOf(answer) as DnsData[Type]) : [],
    isAlias: answers.some((answer) => answer.type === 'CNAME'),
    zone: start === undefined ? null : plainName(start.name),
    isAuthoritative: packet.flag_aa,
    isMarkedValid: packet.flag_ad,
    extendedError: extendedErrorOf(packet),
    lifetimeSeconds: lifetimeOf(outcome, answers, start),
  };
}

function outcomeOf({ rcode }: DnsMessage, hasRecords: boolean): DnsOutcome {
  if (rcode === 'NOERROR') return hasRecords ? 'records' : 'no_data';
  if (rcode === 'NXDOMAIN') return 'no_name';
  return rcode === 'REFUSED' ? 'refused' : 'failed';
}

/** Of records the shortest time to live; of nothing the time that the zone gives it (RFC 2308, 5). */
function lifetimeOf(outcome: DnsOutcome, answers: readonly Answer[], start: Answer | undefined): number {
  if (outcome === 'records') return Math.min(...answers.map(timeToLive));
  if (outcome !== 'no_data' && outcome !== 'no_name') return 0;
  return start?.type === 'SOA' ? Math.min(timeToLive(start), start.data.minimum ?? 0) : 0;
}

function timeToLive(answer: Answer): number {
  return 'ttl' in answer ? (answer.ttl ?? 0) : 0;
}

function extendedErrorOf({ additionals = [] }: DecodedPacket): number | null {
  for (const record of additionals)
    if (record.type === 'OPT')
      for (const { code, data } of record.options as readonly { code: number; data?: Buffer }[])
        if (code === extendedErrorOption && data !== undefined && data.length >= 2) return data.readUInt16BE(0);
  return null;
}

function dataOf(answer: Answer): DnsData[DnsType] {
  switch (answer.type) {
    case 'A':
    case 'AAAA':
      return answer.data;
    case 'NS':
      return plainName(answer.data);
    case 'TXT':
      return Buffer.concat([answer.data].flat().map((piece) => Buffer.from(piece))).toString();
    case 'MX':
      return { preference: answer.data.preference ?? 0, exchange: plainName(answer.data.exchange) };
    case 'SOA':
      return { serial: answer.data.serial ?? 0 };
    case 'CAA':
      return { isCritical: answer.data.issuerCritical ?? false, tag: answer.data.tag, value: answer.data.value };
    case 'DS':
    case 'DNSKEY':
      return answer.data;
    default:
      throw new TypeError(`Records of the type ${answer.type} are not asked for.`);
  }
}

/** In lower case, without the last dot. */
function plainName(name: string): string {
  return name.toLowerCase().replace(/\.$/, '');
}
