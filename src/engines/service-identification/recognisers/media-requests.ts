import type { Recogniser } from '../recogniser.ts';

/** A client that knows the protocol DataStream alone, in the clear: what every client of Quassel begins with. */
const quasselOffer = Buffer.from('42b33f00' + '80000002', 'hex');
const quasselChoice = Buffer.from('00000002', 'hex');

export const quassel: Recogniser = {
  service: 'quassel',
  ports: [4242],
  probe: {
    request: () => quasselOffer,
    // The choice: no features, and this protocol.
    reply: (bytes) =>
      bytes.equals(quasselChoice)
        ? { service: 'quassel', product: 'Quassel', banner: 'Quassel', unauthenticated: false }
        : null,
  },
};

const pulseTag = Buffer.from('bwid');
/** A packet on the control channel: the command for statistics, which is a read; no cookie is shown. */
const pulseStatistics = Buffer.concat([
  Buffer.from(`0000000affffffff${'00000000'.repeat(3)}`, 'hex'),
  Buffer.from('4c0000000d' + '4c', 'hex'),
  pulseTag,
]);
const pulseCommands = { error: 0, reply: 2 } as const;

export const pulseAudio: Recogniser = {
  service: 'pulseaudio',
  ports: [4713],
  probe: {
    request: () => pulseStatistics,
    reply(bytes) {
      const isFramed = bytes.length >= 30 && bytes.readUInt32BE(4) === 0xffff_ffff && bytes[20] === 0x4c;
      if (!isFramed || !bytes.subarray(26, 30).equals(pulseTag)) return null;
      const command = bytes.readUInt32BE(21);
      if (command !== pulseCommands.error && command !== pulseCommands.reply) return null;
      const unauthenticated = command === pulseCommands.reply;
      return { service: 'pulseaudio', product: 'PulseAudio', banner: 'PulseAudio', unauthenticated };
    },
  },
};

const snapcastId = 0x6277;

/** A question for the time (message 4), as clients ask it all the while; no hello, so that no client is registered. */
function snapcastTime(): Buffer {
  const message = Buffer.alloc(26 + 8);
  message.writeUInt16LE(4, 0);
  message.writeUInt16LE(snapcastId, 2);
  message.writeUInt32LE(8, 22);
  return message;
}

export const snapcast: Recogniser = {
  service: 'snapcast',
  ports: [1704],
  probe: {
    request: snapcastTime,
    reply(bytes) {
      const isTime = bytes.length >= 34 && bytes.readUInt16LE(0) === 4 && bytes.readUInt32LE(22) === 8;
      return isTime && bytes.readUInt16LE(4) === snapcastId
        ? { service: 'snapcast', product: 'Snapcast', banner: 'Snapcast', unauthenticated: true }
        : null;
    },
  },
};

/** eibd's "invalid request" (type 0, framed by its length), once or more: what it says to most that is foreign to it. */
export const knxd: Recogniser = {
  service: 'knxd',
  ports: [],
  unasked: (bytes) =>
    /^(?:00020000){1,16}$/.test(bytes.toString('hex'))
      ? { service: 'knxd', product: 'knxd', banner: 'knxd', unauthenticated: true }
      : null,
};

const oneWireFlags = '00000102';
/** A header alone: no payload, type 1, which does nothing; the answer repeats the flags. */
const oneWireNothing = Buffer.from(`00000000${'00000000'}00000001${oneWireFlags}${'00000000'.repeat(2)}`, 'hex');
const oneWireDone = Buffer.from(`00000000${'00000000'}00000000${oneWireFlags}${'00000000'.repeat(2)}`, 'hex');

export const owserver: Recogniser = {
  service: 'owserver',
  ports: [4304],
  probe: {
    request: () => oneWireNothing,
    reply: (bytes) =>
      bytes.equals(oneWireDone)
        ? { service: 'owserver', product: 'OWFS', banner: 'owserver', unauthenticated: true }
        : null,
  },
};
