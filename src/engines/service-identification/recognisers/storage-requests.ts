import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';
import { startUpMessage } from './postgresql.ts';

/** Tversion of 9P2000.L, without a tag: the one request that comes before anybody is named. */
const version9p = Buffer.from('9P2000.L');
const tversion = Buffer.concat([
  Buffer.from([13 + version9p.length, 0, 0, 0, 100, 0xff, 0xff, 0, 0x20, 0, 0, version9p.length, 0]),
  version9p,
]);

export const plan9: Recogniser = {
  service: '9p',
  ports: [564],
  probe: {
    request: () => tversion,
    reply(bytes) {
      const isRversion = bytes.length >= 13 && bytes.readUInt32LE(0) === bytes.length && bytes[4] === 101;
      if (!isRversion || bytes.length !== 13 + bytes.readUInt16LE(11)) return null;
      const version = bytes.toString('latin1', 13);
      return /^(?:9P|unknown$)/.test(version) ? { service: '9p', version, banner: version } : null;
    },
  },
};

const iscsiTask = Buffer.from('bwid');

/**
 * Login request of RFC 7143 (11.12) that asks for the ways to log in to a discovery session, and stays at that question: no
 * secret is sent, and the session does not come about.
 */
function iscsiLogin(): Buffer {
  const keys = ['InitiatorName=iqn.2001-04.invalid.scanner:identify', 'SessionType=Discovery', 'AuthMethod=CHAP,None'];
  const text = Buffer.from(`${keys.join('\0')}\0`);
  const header = Buffer.alloc(48);
  header[0] = 0x43;
  header.writeUIntBE(text.length, 5, 3);
  header[8] = 0x80; // a random identity: no vendor's
  iscsiTask.copy(header, 16);
  return Buffer.concat([header, text, Buffer.alloc(-text.length & 3)]);
}

export const iscsi: Recogniser = {
  service: 'iscsi',
  ports: [3260],
  probe: {
    request: iscsiLogin,
    reply(bytes) {
      const isLoginResponse = bytes.length >= 48 && bytes[0] === 0x23 && bytes.subarray(16, 20).equals(iscsiTask);
      if (!isLoginResponse) return null;
      // Who is asked for nothing here may still be asked at the disks themselves.
      const wantsLogin = bytes.includes('AuthMethod=CHAP') || bytes[36] === 2;
      return { service: 'iscsi', banner: 'iSCSI', unauthenticated: wantsLogin ? false : undefined };
    },
  },
};

/** ANTOAN_GET_VERSION: "any to any", without content; the answer is the next number, with the version as a number and as text. */
const moosefsVersion = Buffer.from('0000000a' + '00000000', 'hex');

export const moosefs: Recogniser = {
  service: 'moosefs',
  ports: [9419, 9420, 9421],
  probe: {
    request: () => moosefsVersion,
    reply(bytes) {
      const isVersion =
        bytes.length >= 12 && bytes.readUInt32BE(0) === 11 && bytes.readUInt32BE(4) === bytes.length - 8;
      const version = isVersion ? /^\d[\w.-]{0,30}/.exec(bytes.toString('latin1', 12))?.[0] : undefined;
      return isVersion ? { service: 'moosefs', product: 'MooseFS', version, banner: 'MooseFS' } : null;
    },
  },
};

/** To any bytes that are no version of its protocol: the status of an error, and SQLSTATE 90047. */
const h2Refusal = Buffer.concat([
  Buffer.from('00000000' + '00000005', 'hex'),
  Buffer.from('90047', 'utf16le').swap16(),
]);

export const h2: Recogniser = {
  service: 'h2',
  ports: [],
  unasked: (bytes) =>
    bytes.subarray(0, h2Refusal.length).equals(h2Refusal) ? { service: 'h2', product: 'H2', banner: 'H2' } : null,
};

/** Speaks PostgreSQL's protocol to ODBC, where it has to be told a database: without one it says so before it would ask for a password. */
export const hsqldb: Recogniser = {
  service: 'hsqldb',
  ports: [],
  probe: {
    request: () => startUpMessage({ user: 'identify' }),
    reply: (bytes) =>
      asciiText(bytes).includes('MTarget database not identified')
        ? { service: 'hsqldb', product: 'HSQLDB', banner: 'HSQLDB' }
        : null,
  },
};

/** The handshake of XRootD: twenty bytes that are the same for everybody, before anybody is named. */
const xrootdHandshake = Buffer.from('0000000000000000000000000000000400' + '0007dc', 'hex');

/** No error, eight bytes: the version of the protocol, and whether it hands on (0) or serves (1). */
export const xrootd: Recogniser = {
  service: 'xrootd',
  ports: [1094],
  probe: {
    request: () => xrootdHandshake,
    reply(bytes) {
      const isAnswer = bytes.length === 16 && bytes.readUInt32BE(0) === 0 && bytes.readUInt32BE(4) === 8;
      const isVersion = isAnswer && bytes.readUInt32BE(8) >= 0x100 && bytes.readUInt32BE(8) <= 0xfff;
      return isVersion && bytes.readUInt32BE(12) <= 1
        ? { service: 'xrootd', product: 'XRootD', banner: 'XRootD' }
        : null;
    },
  },
};

/** DSI's question how the server is (3), which comes before a session: request 1, no data. */
const afpStatus = Buffer.from(`00030001${'00000000'.repeat(3)}`, 'hex');

/** The answer begins with where to find the kind of machine, and the versions of AFP that it speaks. */
export const afp: Recogniser = {
  service: 'afp',
  ports: [548],
  probe: {
    request: () => afpStatus,
    reply(bytes) {
      const isReply = bytes.length >= 26 && bytes.readUInt32BE(0) === 0x0103_0001 && bytes.readUInt32BE(4) === 0;
      if (!isReply || bytes.readUInt32BE(8) !== bytes.length - 16) return null;
      const at = 16 + bytes.readUInt16BE(16);
      const machine = bytes.toString('latin1', at + 1, at + 1 + (bytes[at] ?? 0));
      const product = /^Netatalk/.test(machine) ? 'Netatalk' : undefined;
      const version = /^Netatalk(\d[\w.]{0,20})/.exec(machine)?.[1];
      return { service: 'afp', product, version, banner: 'AFP' };
    },
  },
};
