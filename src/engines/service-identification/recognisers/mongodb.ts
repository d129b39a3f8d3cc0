import { asciiText } from '../printable.ts';
import type { FollowUp, Recogniser, Recognition } from '../recogniser.ts';

const opReply = 1;
const opMessage = 2013;
const requestId = 0x62_77;

/** The two element types that the commands below need: string and 32-bit integer. */
function bsonElement(name: string, value: string | number): Buffer {
  const head = (type: number) => Buffer.concat([Buffer.from([type]), Buffer.from(`${name}\0`)]);
  const int32 = (number: number) => {
    const bytes = Buffer.alloc(4);
    bytes.writeInt32LE(number);
    return bytes;
  };
  if (typeof value === 'number') return Buffer.concat([head(0x10), int32(value)]);
  const text = Buffer.from(`${value}\0`);
  return Buffer.concat([head(0x02), int32(text.length), text]);
}

/** An OP_MSG with one command document. */
function command(fields: Readonly<Record<string, string | number>>): Buffer {
  const elements = Buffer.concat(Object.entries(fields).map(([name, value]) => bsonElement(name, value)));
  const message = Buffer.alloc(16 + 4 + 1 + 4 + elements.length + 1);
  message.writeInt32LE(message.length, 0);
  message.writeInt32LE(requestId, 4);
  message.writeInt32LE(opMessage, 12);
  message.writeInt32LE(4 + elements.length + 1, 21);
  elements.copy(message, 25);
  return message;
}

/** Text of the first string element of that name, however deep. */
function stringIn(reply: Buffer, name: string): string | undefined {
  const marker = Buffer.from(`\x02${name}\0`, 'latin1');
  const at = reply.indexOf(marker);
  const start = at + marker.length + 4;
  if (at < 0 || reply.length < start) return undefined;
  const end = reply.indexOf(0, start);
  return end < 0 ? undefined : reply.toString('utf8', start, Math.min(end, start + 100));
}

function isReply(bytes: Buffer): boolean {
  if (bytes.length < 21) return false;
  const opcode = bytes.readInt32LE(12);
  return bytes.readInt32LE(8) === requestId && (opcode === opMessage || opcode === opReply);
}

const found: Recognition = { service: 'mongodb', product: 'MongoDB', banner: 'MongoDB wire protocol' };

/** Answered before any login by default, with the version. */
const buildInformation: FollowUp = {
  request: command({ buildInfo: 1, $db: 'admin' }),
  read: (reply) => ({
    ...found,
    version: isReply(reply) ? stringIn(reply, 'version') : undefined,
    followUp: privilegedRead(isReply(reply) ? stringIn(reply, 'version') : undefined),
  }),
};

/**
 * Reads one server setting that is no secret but that only a logged-in user may read: the cheapest way to learn whether
 * a login is asked for without touching anybody's data.
 */
function privilegedRead(version: string | undefined): FollowUp {
  return {
    request: command({ getParameter: 1, featureCompatibilityVersion: 1, $db: 'admin' }),
    read(reply) {
      if (!isReply(reply)) return null;
      const refused = /Unauthorized|requires authentication|not authorized/.test(asciiText(reply));
      const answered = reply.includes('featureCompatibilityVersion\0') && stringIn(reply, 'errmsg') === undefined;
      return { ...found, version, unauthenticated: refused ? false : answered || undefined };
    },
  };
}

export const mongodb: Recogniser = {
  service: 'mongodb',
  ports: [27017, 27018, 27019],
  unasked(bytes) {
    return asciiText(bytes).includes('trying to access MongoDB over HTTP on the native driver port') ? found : null;
  },
  probe: {
    request: () => command({ hello: 1, $db: 'admin' }),
    reply: (bytes) => (isReply(bytes) ? { ...found, followUp: buildInformation } : null),
  },
};
