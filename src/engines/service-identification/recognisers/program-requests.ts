import { deflateSync, inflateSync } from 'node:zlib';
import type { Recogniser, Recognition } from '../recogniser.ts';

/** LocateRequest of GIOP 1.0 for the object "identify": where an object lives, without calling it. */
const locateRequest = Buffer.concat([
  Buffer.from('GIOP'),
  Buffer.from('01000003' + '00000010' + '62776964' + '00000008', 'hex'),
  Buffer.from('identify'),
]);

/** CORBA's inter-ORB protocol: version, flags, one of eight types of message. */
export const giop: Recogniser = {
  service: 'giop',
  ports: [2809],
  unasked(bytes) {
    const isMessage = bytes.length >= 12 && bytes.toString('latin1', 0, 4) === 'GIOP' && bytes[4] === 1;
    return isMessage && bytes[5]! <= 3 && bytes[7]! <= 7 ? { service: 'giop', banner: 'CORBA (GIOP)' } : null;
  },
  probe: { request: () => locateRequest },
};

/**
 * A ping of RPyC: request (1), its number (7), handler 1 with a value that comes back. Framed by length and no compression; numbers
 * are one byte, 0x50 more than they are; 0x10 to 0x12 begin lists of one to three, 0x0e a text.
 */
const rpycWord = Buffer.from('identify');
const rpycText = Buffer.concat([Buffer.from([0x0e, rpycWord.length]), rpycWord]);
const rpycPing = framed(
  Buffer.concat([
    Buffer.from([0x12, 0x51, 0x57]),
    Buffer.from([0x11, 0x51]),
    Buffer.from([0x11, 0x51]),
    Buffer.from([0x10]),
    rpycText,
  ]),
);

function framed(content: Buffer): Buffer {
  const length = Buffer.alloc(5);
  length.writeUInt32BE(content.length, 0);
  return Buffer.concat([length, content, Buffer.from('\n')]);
}

export const rpyc: Recogniser = {
  service: 'rpyc',
  ports: [18_812],
  probe: {
    request: () => rpycPing,
    reply(bytes) {
      const isFramed = bytes.length >= 12 && bytes.readUInt32BE(0) === bytes.length - 6 && bytes[5] === 0x12;
      // A reply (2) or an exception (3) to request 7.
      const answersUs = isFramed && (bytes[6] === 0x52 || bytes[6] === 0x53) && bytes[7] === 0x57;
      if (!answersUs) return null;
      const unauthenticated = bytes[6] === 0x52 && bytes.includes(rpycWord) ? true : undefined;
      return { service: 'rpyc', product: 'RPyC', banner: 'RPyC', unauthenticated };
    },
  },
};

/** Asks Deluge's daemon for its version, which it tells before a login: [[1, "daemon.info", [], {}]] in rencode. */
const delugeInfo = Buffer.concat([
  Buffer.from([0xc1, 0xc4, 0x01, 0x80 + 'daemon.info'.length]),
  Buffer.from('daemon.info'),
  Buffer.from([0xc0, 0x66]),
]);

function delugeRequest(): Buffer {
  const content = deflateSync(delugeInfo);
  const header = Buffer.from([1, 0, 0, 0, 0]);
  header.writeUInt32BE(content.length, 1);
  return Buffer.concat([header, content]);
}

const inflatedLimit = 4096;

/** Its answer is a list of three: a response (1), to our request (1), the version as a text of less than 64 bytes. */
const delugeResponse = Buffer.from([0xc3, 1, 1]);

function readDeluge(bytes: Buffer): Recognition | null {
  if (bytes.length < 6 || bytes[0] !== 1 || bytes.readUInt32BE(1) !== bytes.length - 5) return null;
  const content = inflated(bytes.subarray(5));
  if (!content.subarray(0, delugeResponse.length).equals(delugeResponse)) return null;
  const version = /^\d[\w.]{0,30}/.exec(content.toString('latin1', delugeResponse.length + 1))?.[0];
  return version === undefined ? null : { service: 'deluge', product: 'Deluge', version, banner: 'Deluge' };
}

/** Empty when it is anything else. */
function inflated(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: inflatedLimit });
  } catch {
    return Buffer.alloc(0);
  }
}

export const deluge: Recogniser = {
  service: 'deluge',
  ports: [],
  tlsPorts: [58_846],
  probe: { request: delugeRequest, reply: readDeluge },
};
