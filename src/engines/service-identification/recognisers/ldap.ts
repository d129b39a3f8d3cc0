import type { Recogniser } from '../recogniser.ts';

/** Tag, length below 128, content. */
function ber(tag: number, ...content: readonly (Buffer | readonly number[])[]): Buffer {
  const bytes = Buffer.concat(content.map((part) => Buffer.from(part)));
  return Buffer.concat([Buffer.from([tag, bytes.length]), bytes]);
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
    ber(0x30, ...['vendorName', 'vendorVersion', 'supportedLDAPVersion'].map((name) => ber(0x04, Buffer.from(name)))),
  ),
);

const searchEntry = 0x64;
const searchDone = 0x65;
/** Strong authentication required, inappropriate authentication, insufficient access rights. */
const refusals = new Set([8, 48, 50]);
const noticeOfDisconnection = Buffer.from('1.3.6.1.4.1.1466.20036');

export const ldap: Recogniser = {
  service: 'ldap',
  ports: [389, 3268],
  tlsPorts: [636, 3269],
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
      return { service: 'ldap', banner: 'LDAP', unauthenticated: refused ? false : undefined };
    },
  },
};

/** Content of a leading BER sequence, with a length of one to five bytes. */
function contentOfSequence(bytes: Buffer): Buffer | null {
  if (bytes[0] !== 0x30 || bytes.length < 7) return null;
  const lengthBytes = bytes[1]! < 0x80 ? 0 : bytes[1]! - 0x80;
  return lengthBytes > 4 ? null : bytes.subarray(2 + lengthBytes);
}
