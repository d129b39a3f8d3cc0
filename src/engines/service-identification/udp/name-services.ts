import { asciiText } from '../printable.ts';
import { hex, TRANSACTION_ID, type UdpServiceProbe } from './udp-service-probe.ts';

const TYPE_A = 1;
const TYPE_NS = 2;
const TYPE_PTR = 12;
const CLASS_IN = 1;
const RECURSION_DESIRED = 0x0100;
/** In a question's class: answer to me alone (RFC 6762, section 5.4). */
const UNICAST_RESPONSE = 0x8000;

const NO_ERROR = 0;
const SERVER_FAILURE = 2;
const NO_SUCH_NAME = 3;

interface Question {
  readonly name: string;
  readonly type: number;
  readonly class: number;
  readonly flags?: number;
}

/** A DNS query (RFC 1035, section 4.1). */
function query({ name, type, class: questionClass, flags = 0 }: Question): Buffer {
  const names = name.split('.').filter((label) => label !== '');
  const labels = names.map((label) => Buffer.concat([Buffer.of(label.length), Buffer.from(label)]));
  const header = Buffer.alloc(12);
  header.writeUInt16BE(TRANSACTION_ID);
  header.writeUInt16BE(flags, 2);
  header.writeUInt16BE(1, 4);
  const end = Buffer.alloc(5);
  end.writeUInt16BE(type, 1);
  end.writeUInt16BE(questionClass, 3);
  return Buffer.concat([header, ...labels, end]);
}

function isResponse(bytes: Buffer): boolean {
  return bytes.length >= 12 && bytes.readUInt16BE() === TRANSACTION_ID && (bytes[2]! & 0x80) !== 0;
}

const recursionQuery = query({ name: 'a.root-servers.net', type: TYPE_A, class: CLASS_IN, flags: RECURSION_DESIRED });

/**
 * Asks for the address of a root server, as every resolver knows it: an open resolver looks it up for a stranger, a server of
 * its own domains refuses. `unauthenticated` is whether it does.
 */
export const dnsRecursion: UdpServiceProbe = {
  service: 'dns',
  request: () => recursionQuery,
  recognise(answer) {
    if (!isResponse(answer)) return null;
    const responseCode = answer[3]! & 0x0f;
    const lookedItUp = [NO_ERROR, SERVER_FAILURE, NO_SUCH_NAME].includes(responseCode);
    const offersRecursion = (answer[3]! & 0x80) !== 0 && lookedItUp;
    const banner = offersRecursion ? 'DNS, recursion available' : 'DNS, no recursion';
    return { service: 'dns', banner, unauthenticated: offersRecursion };
  },
};

const rootServersQuery = query({ name: '.', type: TYPE_NS, class: CLASS_IN });

/**
 * For servers that pass over a stranger's recursive query in silence. The software's version is not asked for (version.bind):
 * intrusion detection takes that question for reconnaissance.
 */
export const dnsRootServers: UdpServiceProbe = {
  service: 'dns',
  request: () => rootServersQuery,
  recognise: (answer) => (isResponse(answer) ? { service: 'dns', banner: 'DNS' } : null),
};

const mdnsQuery = query({ name: '_services._dns-sd._udp.local', type: TYPE_PTR, class: CLASS_IN | UNICAST_RESPONSE });

/** Asks which kinds of service are announced (RFC 6763, section 9). */
export const mdns: UdpServiceProbe = {
  service: 'mdns',
  request: () => mdnsQuery,
  recognise(answer) {
    // A response to a unicast question may leave the id out (RFC 6762, section 18.1).
    const answersUs = answer.length >= 12 && [0, TRANSACTION_ID].includes(answer.readUInt16BE());
    if (!answersUs || (answer[2]! & 0x80) === 0) return null;
    return { service: 'mdns', banner: 'multicast DNS', unauthenticated: true };
  },
};

/** Node status of whatever name (RFC 1002, section 4.2.17); the name `*` in its half-ASCII form. */
const nodeStatusQuery = Buffer.concat([
  hex('6277 0000 0001 0000 0000 0000'),
  Buffer.from(` CK${'A'.repeat(30)}\0`),
  hex('0021 0001'),
]);
const firstNetbiosNameAt = 57;

export const netbiosNames: UdpServiceProbe = {
  service: 'netbios-ns',
  request: () => nodeStatusQuery,
  recognise(answer) {
    if (!isResponse(answer)) return null;
    const name = asciiText(answer.subarray(firstNetbiosNameAt, firstNetbiosNameAt + 15)).trim();
    return { service: 'netbios-ns', banner: `NetBIOS name ${name}`, unauthenticated: true };
  },
};
