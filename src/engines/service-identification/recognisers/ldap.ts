import type { Recogniser, Recognition } from '../recogniser.ts';

/** Tag, length below 128, content. */
function ber(tag: number, ...content: readonly (Buffer | readonly number[])[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
}

function octetString(text: string): Buffer {
  return ber(0x04, Buffer.from(text));
}

/** Search of the root entry alone, which RFC 4512 (section 5.1) makes readable before a login: what every client asks first. */
const rootSearch = ber(
  0x30,
  [0x02, 1, 1],
  ber(
    0x63,
    [0x04, 0], // base: the root
    [0x0a, 1, 0], // scope: this entry only
    [0x0a, 1, 0], // aliases: never followed
    [0x02, 1, 1], // at most one entry
    [0x02, 1, 2], // at most two seconds
    [0x01, 1, 0], // values as well as types
    ber(0x87, Buffer.from('objectClass')), // filter: present
    ber(0x30, ...['objectClass', 'vendorName', 'vendorVersion', 'forestFunctionality'].map(octetString)),
  ),
);

const searchEntry = 0x64;
const searchDone = 0x65;
/** Strong authentication required, inappropriate authentication, insufficient access rights. */
const refusals = new Set([8, 48, 50]);
const noticeOfDisconnection = Buffer.from('1.3.6.1.4.1.1466.20036');

export const ldap: Recogniser = {
  service: 'ldap',
  // Also those that OpenDJ, ApacheDS and LLDAP have by default: a server by ldapjs may end at bytes that are no LDAP.
  ports: [389, 3268, 1389, 3890, 10_389],
  tlsPorts: [636, 3269, 1636, 6360, 10_636],
  unasked(bytes) {
    const disconnects = bytes[0] === 0x30 && bytes.includes(noticeOfDisconnection);
    return disconnects ? { service: 'ldap', banner: 'LDAP' } : null;
  },
  probe: {
    request: () => rootSearch,
    reply(bytes) {
      const message = contentOfSequence(bytes);
      const carriesOurId = message?.[0] === 0x02 && message[1] === 1 && message[2] === 1;
      if (!message || !carriesOurId || (message[3] !== searchEntry && message[3] !== searchDone)) return null;
      const result = message[3] === searchDone ? message[message.indexOf(0x0a, 4) + 2] : undefined;
      const refused = result !== undefined && refusals.has(result);
      return { service: 'ldap', ...softwareOf(bytes), banner: 'LDAP', unauthenticated: refused ? false : undefined };
    },
  },
};

/** Content of a leading BER sequence, with a length of one to five bytes. */
function contentOfSequence(bytes: Buffer): Buffer | null {
  if (bytes[0] !== 0x30 || bytes.length < 7) return null;
  const lengthBytes = bytes[1]! < 0x80 ? 0 : bytes[1]! - 0x80;
  return lengthBytes > 4 ? null : bytes.subarray(2 + lengthBytes);
}

/** What the root entry says of the software: its vendor attributes, or marks that only one directory has. */
function softwareOf(entry: Buffer): Pick<Recognition, 'product' | 'version'> {
  if (entry.includes('OpenLDAProotDSE')) return { product: 'OpenLDAP' };
  if (entry.includes('forestFunctionality')) return { product: 'Microsoft Active Directory' };
  return { product: firstValue(entry, 'vendorName'), version: firstValue(entry, 'vendorVersion') };
}

/** First value of an attribute: its name, a set, and in it a string. Lengths below 128 only. */
function firstValue(entry: Buffer, attribute: string): string | undefined {
  const name = octetString(attribute);
  const at = entry.indexOf(name);
  const set = entry.subarray(at + name.length);
  if (at < 0 || set[0] !== 0x31 || set[2] !== 0x04 || set[3]! > 0x7f) return undefined;
  return set.toString('utf8', 4, 4 + set[3]!) || undefined;
}
