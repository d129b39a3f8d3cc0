import { hex, TRANSACTION_ID, type UdpServiceProbe } from './udp-service-probe.ts';

const INTEGER = 0x02;
const OCTET_STRING = 0x04;
const SEQUENCE = 0x30;
const GET_REQUEST = 0xa0;
const REPORT = 0xa8;
const GET_RESPONSE = 0xa2;

/** One element in ASN.1's basic encoding, shorter than 128 bytes. */
function element(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag, content.length), content]);
}
const empty = element(OCTET_STRING);
const zero = element(INTEGER, hex('00'));
const messageId = element(INTEGER, hex('6277'));

/** The discovery of an engine's id by a client that knows nothing yet (RFC 3414, section 4). */
const discovery = element(
  SEQUENCE,
  element(INTEGER, hex('03')),
  element(
    SEQUENCE,
    messageId,
    element(INTEGER, hex('05c0')),
    element(OCTET_STRING, hex('04')),
    element(INTEGER, hex('03')),
  ),
  element(OCTET_STRING, element(SEQUENCE, empty, zero, zero, empty, empty, empty)),
  element(SEQUENCE, empty, empty, element(GET_REQUEST, messageId, zero, zero, element(SEQUENCE))),
);

interface Element {
  readonly tag: number;
  readonly content: Buffer;
  readonly end: number;
}

function readElement(bytes: Buffer, at: number): Element | null {
  const tag = bytes[at];
  const first = bytes[at + 1];
  if (tag === undefined || first === undefined) return null;
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  if (lengthBytes > 2 || at + 2 + lengthBytes > bytes.length) return null;
  const length = lengthBytes === 0 ? first : bytes.readUIntBE(at + 2, lengthBytes);
  const start = at + 2 + lengthBytes;
  return start + length > bytes.length
    ? null
    : { tag, content: bytes.subarray(start, start + length), end: start + length };
}

/** The elements that stand in a row. */
function elementsOf(bytes: Buffer): Element[] {
  const elements: Element[] = [];
  for (let next = readElement(bytes, 0); next !== null; next = readElement(bytes, next.end)) elements.push(next);
  return elements;
}

/** Makers by the enterprise number that an engine's id begins with (RFC 3411; the numbers are IANA's). */
const makers: ReadonlyMap<number, string> = new Map([
  [9, 'Cisco'],
  [11, 'HP'],
  [311, 'Microsoft'],
  [2011, 'Huawei'],
  [2636, 'Juniper'],
  [6876, 'VMware'],
  [8072, 'Net-SNMP'],
  [12_356, 'Fortinet'],
  [14_988, 'MikroTik'],
  [25_461, 'Palo Alto Networks'],
  [41_112, 'Ubiquiti'],
]);

/**
 * SNMPv3's discovery, which every agent of version 3 answers without any name or password. The community "public" of versions 1
 * and 2c is not tried: it is a password, if a well-known one, and guessing it is what the agent logs as an attack. A device
 * that speaks the old versions alone therefore stays unseen.
 */
export const snmp: UdpServiceProbe = {
  service: 'snmp',
  request: () => discovery,
  recognise(answer) {
    const message = readElement(answer, 0);
    if (message?.tag !== SEQUENCE) return null;
    const [version, header, security, scoped] = elementsOf(message.content);
    if (version?.tag !== INTEGER || version.content[0] !== 3 || header?.tag !== SEQUENCE) return null;
    const pdu = elementsOf(scoped?.content ?? Buffer.alloc(0)).at(-1)?.tag;
    if (pdu !== REPORT && pdu !== GET_RESPONSE) return null;
    return { service: 'snmp', product: makerOf(security?.content), banner: 'SNMP version 3' };
  },
};

function makerOf(securityParameters: Buffer | undefined): string | undefined {
  const parameters = readElement(securityParameters ?? Buffer.alloc(0), 0);
  const [engineId] = elementsOf(parameters?.content ?? Buffer.alloc(0));
  if (engineId?.tag !== OCTET_STRING || engineId.content.length < 4) return undefined;
  return makers.get(engineId.content.readUInt32BE() & 0x7fff_ffff);
}

/** Get Channel Authentication Capabilities, which comes before any session (IPMI 2.0, section 22.13); for this channel, as administrator. */
const capabilitiesRequest = hex('06 00 ff 07 00 00000000 00000000 09 20 18 c8 81 00 38 8e 04 b5');
const GET_CAPABILITIES = 0x38;
/** Presence ping of the Alert Standard Format, for controllers that are slow to answer the former. */
const presencePing = hex('06 00 ff 06 000011be 80 62 00 00');
const PRESENCE_PONG = 0x40;

function isRemoteControlMessage(answer: Buffer, messageClass: number): boolean {
  return answer.length >= 12 && answer[0] === 6 && (answer[3]! & 0x1f) === messageClass;
}

export const ipmi: UdpServiceProbe = {
  service: 'ipmi',
  request: () => capabilitiesRequest,
  recognise(answer) {
    if (!isRemoteControlMessage(answer, 7) || answer.length < 29 || answer[19] !== GET_CAPABILITIES) return null;
    const isVersion2 = (answer[22]! & 0x80) !== 0 && (answer[24]! & 2) !== 0;
    // Bit 0 of the types: access without a password.
    const withoutPassword = answer[20] === 0 && (answer[22]! & 1) !== 0;
    return {
      service: 'ipmi',
      version: isVersion2 ? '2.0' : '1.5',
      banner: 'IPMI',
      unauthenticated: answer[20] === 0 ? withoutPassword : undefined,
    };
  },
};

export const ipmiPresence: UdpServiceProbe = {
  service: 'ipmi',
  request: () => presencePing,
  recognise: (answer) =>
    isRemoteControlMessage(answer, 6) && answer[8] === PRESENCE_PONG ? { service: 'ipmi', banner: 'RMCP' } : null,
};

/** The procedure that does nothing (0) of the portmapper (100000), version 2 (RFC 5531, RFC 1833): its answer is 24 bytes. */
const portmapperCall = hex('00006277 00000000 00000002 000186a0 00000002 00000000 00000000 00000000 00000000 00000000');

export const portmapper: UdpServiceProbe = {
  service: 'rpcbind',
  request: () => portmapperCall,
  recognise(answer) {
    if (answer.length < 12 || answer.readUInt32BE() !== TRANSACTION_ID || answer.readUInt32BE(4) !== 1) return null;
    const accepted = answer.readUInt32BE(8) === 0;
    return { service: 'rpcbind', product: 'rpcbind', unauthenticated: accepted };
  },
};
