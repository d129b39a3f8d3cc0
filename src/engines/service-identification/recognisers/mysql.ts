import { operatingSystemHint } from '../operating-system.ts';
import type { Recogniser, Recognition } from '../recogniser.ts';

const headerLength = 4;
const handshakeProtocol = 0x0a;
const errorPacket = 0xff;
/** ER_CON_COUNT_ERROR, ER_HOST_IS_BLOCKED, ER_HOST_NOT_PRIVILEGED: sent in place of the handshake. */
const refusals = new Set([1040, 1129, 1130]);

/** MySQL and MariaDB, the classic protocol (greets with a handshake) and X Protocol (greets with a notice). */
export const mysql: Recogniser = {
  service: 'mysql',
  ports: [3306, 33060],
  unasked(bytes) {
    return recogniseXProtocol(bytes) ?? recogniseClassic(bytes);
  },
};

function recogniseClassic(bytes: Buffer): Recognition | null {
  if (bytes.length < headerLength + 3) return null;
  const payload = bytes.subarray(headerLength, headerLength + bytes.readUIntLE(0, 3));
  const isFirstPacket = bytes[3] === 0;
  if (!isFirstPacket) return null;
  if (payload[0] === handshakeProtocol) return recogniseHandshake(payload);
  if (payload[0] === errorPacket && payload.length >= 3) return recogniseRefusal(payload);
  return null;
}

function recogniseHandshake(payload: Buffer): Recognition | null {
  const end = payload.indexOf(0, 1);
  const version = payload.toString('latin1', 1, end);
  // Version, thread id (4), salt (8), filler: less is no handshake.
  if (end < 0 || end > 128 || payload.length < end + 14 || !/^\d+\.\d/.test(version)) return null;
  // MariaDB puts 5.5.5- in front, for old replication clients.
  const ownVersion = version.replace(/^5\.5\.5-(?=\d)/, '');
  return {
    service: 'mysql',
    product: /mariadb/i.test(version) ? 'MariaDB' : 'MySQL',
    version: /^[\d.]+/.exec(ownVersion)?.[0],
    banner: version,
    operatingSystem: operatingSystemHint(version),
  };
}

function recogniseRefusal(payload: Buffer): Recognition | null {
  if (!refusals.has(payload.readUInt16LE(1))) return null;
  const message = payload.toString('utf8', 3, 259);
  return { service: 'mysql', product: /mariadb/i.test(message) ? 'MariaDB' : 'MySQL', banner: message };
}

/** Notice frame (type 11) that carries the empty global notice of type 5. */
const xProtocolGreeting = Buffer.from([0x05, 0x00, 0x00, 0x00, 0x0b, 0x08, 0x05, 0x1a, 0x00]);

function recogniseXProtocol(bytes: Buffer): Recognition | null {
  const greets = bytes.subarray(0, xProtocolGreeting.length).equals(xProtocolGreeting);
  return greets ? { service: 'mysql', product: 'MySQL', banner: 'MySQL X Protocol' } : null;
}
