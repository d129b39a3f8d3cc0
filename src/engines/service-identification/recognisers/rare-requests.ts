import type { Recogniser, Recognition } from '../recogniser.ts';

const isFramedByFour = (bytes: Buffer) => bytes.length >= 8 && bytes.readUInt32BE(0) === bytes.length - 4;

/**
 * The client's half of the handshake, with bytes that nobody reads. Some servers send it back as theirs: the one byte more, the first of what follows, tells
 * that from an echo.
 */
export const rtmp: Recogniser = {
  service: 'rtmp',
  ports: [1935],
  probe: {
    request: () => Buffer.concat([Buffer.from([3]), Buffer.alloc(1536), Buffer.from([0xff])]),
    reply: (bytes) =>
      bytes[0] === 3 && (bytes.length === 1537 || bytes.length === 3073) ? { service: 'rtmp', banner: 'RTMP' } : null,
  },
};

/** A router's question what is new since a number that the cache does not have (RFC 8210): start anew, an error, or the answer. */
export const rpkiRouter: Recogniser = {
  service: 'rpki-rtr',
  ports: [323, 3323, 8282, 8323],
  probe: {
    request: () => Buffer.from('0001' + '7769' + '0000000c' + '00000001', 'hex'),
    reply(bytes): Recognition | null {
      const isFramed = bytes.length >= 8 && bytes[0]! <= 2 && bytes.readUInt32BE(4) <= bytes.length;
      const isKnown =
        isFramed && ((bytes[1] === 8 && bytes.readUInt32BE(4) === 8) || bytes[1] === 10 || bytes[1] === 3);
      return isKnown ? { service: 'rpki-rtr', banner: 'RPKI to router' } : null;
    },
  },
};

/** How a client of Serf's agent begins. */
export const serf: Recogniser = {
  service: 'serf',
  ports: [7373],
  probe: {
    request: () => Buffer.from('\x82\xa7Command\xa9handshake\xa3Seq\x01\x81\xa7Version\x01', 'latin1'),
    reply(bytes): Recognition | null {
      const text = bytes.toString('latin1', 0, 40);
      const isHeader = bytes[0] === 0x82 && text.includes('\xa5Error') && text.includes('\xa3Seq');
      return isHeader ? { service: 'serf', product: 'Serf', banner: 'Serf' } : null;
    },
  },
};

/** Groonga's own protocol: a head of 24 bytes, and the command that only tells how it is. It knows no login. */
export const gqtp: Recogniser = {
  service: 'gqtp',
  ports: [10_043],
  probe: {
    request: () =>
      Buffer.concat([Buffer.from(`c70000000002000000000006${'0'.repeat(24)}`, 'hex'), Buffer.from('status')]),
    reply(bytes): Recognition | null {
      const isHead = bytes.length >= 24 && bytes[0] === 0xc7 && bytes.readUInt32BE(8) <= 65_536;
      const text = isHead ? bytes.toString('latin1', 24) : '';
      const version = /"version":"(\d[\w.]{0,20})"/.exec(text)?.[1];
      return version === undefined
        ? null
        : { service: 'gqtp', product: 'Groonga', version, banner: 'GQTP', unauthenticated: true };
    },
  },
};

/** Aerospike's protocol for facts: the name of one, and the name with it. */
export const aerospike: Recogniser = {
  service: 'aerospike',
  ports: [],
  probe: {
    request: () => Buffer.from(`0201000000000006${Buffer.from('build\n').toString('hex')}`, 'hex'),
    reply(bytes): Recognition | null {
      const isHead =
        bytes.length >= 14 && bytes[0] === 2 && bytes[1] === 1 && bytes.readUIntBE(2, 6) === bytes.length - 8;
      const version = isHead ? /^build\t(\d[\w.-]{0,20})/.exec(bytes.toString('latin1', 8))?.[1] : undefined;
      return version === undefined
        ? null
        : { service: 'aerospike', product: 'Aerospike', version, banner: 'Aerospike' };
    },
  },
};

/** Asks a node of Riak for its name and version. */
export const riak: Recogniser = {
  service: 'riak',
  ports: [8087],
  probe: {
    request: () => Buffer.from('0000000107', 'hex'),
    reply(bytes): Recognition | null {
      if (!isFramedByFour(bytes) || bytes[4] !== 8) return null;
      const end = bytes.indexOf(0x12, 5);
      const said = end < 0 ? '' : bytes.toString('latin1', end + 2, end + 2 + (bytes[end + 1] ?? 0));
      const version = /^\d+\.[\w.-]{1,30}$/.exec(said)?.[0];
      return version === undefined
        ? null
        : { service: 'riak', product: 'Riak', version, banner: 'Riak', unauthenticated: true };
    },
  },
};
