import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

/** Ping of uWSGI's own protocol (modifier 100): is there to see whether a server lives, and reaches no application. */
const uwsgiPing = Buffer.from([100, 0, 0, 0]);

export const uwsgi: Recogniser = {
  service: 'uwsgi',
  ports: [3031],
  probe: {
    request: () => uwsgiPing,
    reply(bytes) {
      const answers = bytes.length === 4 && bytes[0] === 100 && bytes[3] === 1;
      return answers ? { service: 'uwsgi', product: 'uWSGI', banner: 'uWSGI', unauthenticated: true } : null;
    },
  },
};

/** Option negotiation of the milter protocol: what a mail server asks its filter first. */
const milterNegotiation = Buffer.from('0000000d4f' + '00000006' + '000001ff' + '001fffff', 'hex');

export const milter: Recogniser = {
  service: 'milter',
  ports: [8891],
  probe: {
    request: () => milterNegotiation,
    reply(bytes) {
      const answers = bytes.length === 17 && bytes.readUInt32BE(0) === 13 && bytes[4] === 0x4f;
      const version = answers ? bytes.readUInt32BE(5) : 0;
      return version >= 1 && version <= 6 ? { service: 'milter', banner: 'Mail filter (milter)' } : null;
    },
  },
};

const vpnSession = Buffer.from('identify');
/** The first packet of a client over TCP: length, hard reset with key 0, session, no acknowledgements, packet 0. */
const vpnReset = Buffer.concat([Buffer.from([0, 14, 0x38]), vpnSession, Buffer.from([0, 0, 0, 0, 0])]);

/** A server whose control channel has a key of its own (tls-auth, tls-crypt) answers nobody without it. */
export const openvpnOverTcp: Recogniser = {
  service: 'openvpn',
  ports: [1194],
  probe: {
    request: () => vpnReset,
    reply(bytes) {
      const isReset = bytes.length >= 12 && bytes.readUInt16BE(0) <= bytes.length - 2 && bytes[2] === 0x40;
      const answersUs = bytes.includes(vpnSession);
      return isReset && answersUs ? { service: 'openvpn', product: 'OpenVPN', banner: 'OpenVPN' } : null;
    },
  },
};

/** Start-Control-Connection-Request of RFC 2637, section 2.1. */
function startControlConnection(): Buffer {
  const request = Buffer.alloc(156);
  request.writeUInt16BE(request.length, 0);
  request.writeUInt16BE(1, 2);
  request.writeUInt32BE(0x1a2b_3c4d, 4);
  request.writeUInt16BE(1, 8);
  request.writeUInt16BE(0x0100, 12);
  request.writeUInt32BE(1, 16);
  request.writeUInt32BE(1, 20);
  return request;
}

export const pptp: Recogniser = {
  service: 'pptp',
  ports: [1723],
  probe: {
    request: startControlConnection,
    reply(bytes) {
      if (bytes.length < 156 || bytes.readUInt32BE(4) !== 0x1a2b_3c4d || bytes.readUInt16BE(8) !== 2) return null;
      const vendor = bytes.toString('latin1', 92, 156).split('\0', 1)[0];
      return { service: 'pptp', product: vendor || undefined, banner: 'PPTP' };
    },
  },
};

/** Handshake of the Java Debug Wire Protocol, with the question for the machine's version: who connects may run any code. */
const debugHandshake = Buffer.from('JDWP-Handshake');
const debugVersion = Buffer.from([0, 0, 0, 11, 0, 0, 0x62, 0x77, 0, 1, 1]);

export const jdwp: Recogniser = {
  service: 'jdwp',
  ports: [8787],
  probe: {
    request: () => Buffer.concat([debugHandshake, debugVersion]),
    reply(bytes) {
      const shakesHands = bytes.subarray(0, debugHandshake.length).equals(debugHandshake);
      const repeatsRequest = bytes.includes(debugVersion);
      if (!shakesHands || repeatsRequest) return null;
      return { service: 'jdwp', product: 'Java debugger', banner: 'JDWP-Handshake', unauthenticated: true };
    },
  },
};

/** Opening of Java's remote method invocation; the answer tells the server's view of us. */
const rmiOpening = Buffer.from('4a524d4900024b', 'hex');

export const rmi: Recogniser = {
  service: 'rmi',
  ports: [1099],
  probe: {
    request: () => rmiOpening,
    reply(bytes) {
      const acknowledges = bytes[0] === 0x4e && bytes.length >= 7 && bytes.length === 7 + bytes.readUInt16BE(1);
      return acknowledges ? { service: 'rmi', product: 'Java RMI', banner: 'Java RMI' } : null;
    },
  },
};

/** Status request of apcupsd's network information server: a length, and the word. */
const upsStatus = Buffer.from([0, 6, ...Buffer.from('status')]);

export const apcupsd: Recogniser = {
  service: 'apcupsd',
  ports: [3551],
  probe: {
    request: () => upsStatus,
    reply(bytes) {
      const text = asciiText(bytes);
      if (bytes[0] !== 0 || !/^.{2}APC {6}: \d{3},/s.test(text)) return null;
      const version = /VERSION {2}: (\d[\w.]{0,20})/.exec(text)?.[1];
      return { service: 'apcupsd', product: 'apcupsd', version, banner: 'apcupsd', unauthenticated: true };
    },
  },
};

/** Initialisation of the SANE network protocol, version 3, without a user's name. */
const saneInit = Buffer.from('00000000' + '01000003' + '00000000', 'hex');

export const sane: Recogniser = {
  service: 'sane',
  ports: [6566],
  probe: {
    request: () => saneInit,
    reply(bytes) {
      if (bytes.length !== 8 || bytes.readUInt16BE(4) !== 0x0100 || bytes.readUInt32BE(0) > 11) return null;
      return { service: 'sane', product: 'SANE', banner: 'SANE', unauthenticated: bytes.readUInt32BE(0) === 0 };
    },
  },
};

/** First message between Erlang nodes (version 6 of the handshake): a name, and no secret. The answer is a challenge. */
function erlangName(): Buffer {
  const name = Buffer.from('identify@scanner.invalid');
  const message = Buffer.concat([Buffer.from('4e' + '0000000d07df7fbd' + '00000001' + '0018', 'hex'), name]);
  return Buffer.concat([Buffer.from([0, message.length]), message]);
}

export const erlangDistribution: Recogniser = {
  service: 'erlang-distribution',
  ports: [25_672],
  probe: {
    request: erlangName,
    reply(bytes) {
      const answers = bytes[0] === 0 && /^s(?:ok|nok|not_allowed|alive)/.test(asciiText(bytes.subarray(2)));
      if (!answers) return null;
      const node = /[\w.-]{1,100}@[\w.:-]{1,100}/.exec(asciiText(bytes))?.[0];
      return {
        service: 'erlang-distribution',
        product: 'Erlang',
        banner: node ?? 'Erlang node',
        unauthenticated: false,
      };
    },
  },
};

/** `op_connect` for no database, which offers protocol 10 and 13: the server accepts or refuses the protocol, not the client. */
const firebirdConnect = Buffer.from(
  [
    '00000001', // op_connect
    '00000013', // op_attach
    '00000003', // CONNECT_VERSION3
    '00000001', // architecture: generic
    '00000000', // database: none
    '00000002', // two protocols
    '00000000', // no identification
    '0000000a' + '00000001' + '00000002' + '00000005' + '00000002',
    'ffff800d' + '00000001' + '00000002' + '00000005' + '00000004',
  ].join(''),
  'hex',
);
/** op_accept, op_reject, op_response, op_cont_auth, op_accept_data, op_cond_accept. */
const firebirdAnswers = new Set([3, 4, 9, 92, 94, 98]);
const continueAuthentication = 92;

const firebirdFound = { service: 'firebird', product: 'Firebird', banner: 'Firebird' };

export const firebird: Recogniser = {
  service: 'firebird',
  ports: [3050],
  probe: {
    request: () => firebirdConnect,
    reply(bytes) {
      const code = bytes.length >= 4 && bytes.length % 4 === 0 ? bytes.readUInt32BE(0) : 0;
      if (!firebirdAnswers.has(code)) return null;
      if (code === continueAuthentication)
        return bytes.length >= 20 ? { ...firebirdFound, unauthenticated: false } : null;
      const accepts = code === 3 || code === 94 || code === 98;
      const version = accepts && bytes.length >= 16 ? bytes.readUInt32BE(4) : null;
      if (version === null ? bytes.length !== 4 && code !== 9 : version !== 10 && version !== 0xffff_800d) return null;
      return firebirdFound;
    },
  },
};

const baculaHello = Buffer.from('Hello Director identify calling\n');

/** A director's hello. The answer is a challenge or a refusal, which is where we leave. */
export const bacula: Recogniser = {
  service: 'bacula',
  ports: [9112],
  probe: {
    request: () => Buffer.concat([Buffer.from([0, 0, 0, baculaHello.length]), baculaHello]),
    reply(bytes) {
      const isFramed = bytes.length > 4 && bytes.readUInt32BE(0) < 256;
      const answers =
        isFramed &&
        /^(?:auth cram-md5|[123]999 |[123]000 OK |[^\n]{0,80}\bDirector\b)/.test(asciiText(bytes.subarray(4)));
      return answers ? { service: 'bacula', product: 'Bacula', banner: 'Bacula', unauthenticated: false } : null;
    },
  },
};

/** CRC-32 of zlib, as NRPE's packets carry it. */
function crc32(bytes: Buffer): number {
  let crc = 0xffff_ffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb8_8320 : 0);
  }
  return (crc ^ 0xffff_ffff) >>> 0;
}

/** Asks the Nagios agent for its version: the one command that every agent has, and that runs no program. */
function nrpeVersion(): Buffer {
  const packet = Buffer.alloc(1036);
  packet.writeUInt16BE(2, 0);
  packet.writeUInt16BE(1, 2);
  packet.write('_NRPE_CHECK', 10);
  packet.writeUInt32BE(crc32(packet), 4);
  return packet;
}

export const nrpe: Recogniser = {
  service: 'nrpe',
  ports: [],
  tlsPorts: [5666],
  probe: {
    request: nrpeVersion,
    reply(bytes) {
      if (bytes.length < 10 + 1024 || bytes.readUInt16BE(0) !== 2 || bytes.readUInt16BE(2) !== 2) return null;
      const version = /^NRPE v(\d[\w.-]{0,20})/.exec(bytes.toString('latin1', 10, 60))?.[1];
      return { service: 'nrpe', product: 'NRPE', version, banner: 'NRPE', unauthenticated: true };
    },
  },
};
