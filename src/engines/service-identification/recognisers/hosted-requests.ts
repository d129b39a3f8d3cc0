import { asciiText } from '../printable.ts';
import type { ProbeTarget, Recogniser, Recognition } from '../recogniser.ts';

/** A number in 7 bits a byte, as Minecraft writes lengths. */
function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>>= 7) {
    if (rest < 0x80) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 0x7f) | 0x80);
  }
}

const kafkaQuestion = Buffer.from('000000120012000077696465' + '00086964656e74696679', 'hex');

/** ApiVersions, which clients ask before they log in: the same number comes back, an error or none, and a list of calls. */
export const kafka: Recogniser = {
  service: 'kafka',
  ports: [9092, 9094],
  tlsPorts: [9093],
  probe: {
    request: () => kafkaQuestion,
    reply(bytes): Recognition | null {
      const isAnswer =
        bytes.length >= 14 && bytes.readUInt32BE(0) === bytes.length - 4 && bytes.readUInt32BE(4) === 0x77696465;
      const isKnown = isAnswer && [0, 35].includes(bytes.readInt16BE(8)) && bytes.readInt32BE(10) <= 500;
      return isKnown ? { service: 'kafka', product: 'Apache Kafka', banner: 'Kafka' } : null;
    },
  },
};

/** What the list of servers in the game asks: a handshake for the state “status”, and the status. */
function minecraftStatus({ address, port }: ProbeTarget): Buffer {
  const host = Buffer.from(address);
  const number = Buffer.from([port >> 8, port & 0xff]);
  const handshake = Buffer.concat([Buffer.from([0, 47]), varint(host.length), host, number, Buffer.from([1])]);
  return Buffer.concat([varint(handshake.length), handshake, Buffer.from([1, 0])]);
}

export const minecraft: Recogniser = {
  service: 'minecraft',
  ports: [25_565, 25_566, 25_567],
  probe: {
    request: minecraftStatus,
    reply(bytes): Recognition | null {
      const text = bytes.toString('latin1');
      const isStatus =
        /^[\x80-\xff]{0,3}[^\x80-\xff]\0[\x80-\xff]{0,2}[^\x80-\xff]\{/.test(text) && /"players":\{/.test(text);
      const said = isStatus
        ? /"version":\{(?:[^{}]{0,200},)?"name":"(?<name>[^"]{1,80})"/.exec(text)?.groups?.name
        : undefined;
      if (said === undefined) return null;
      const version = /\d+\.\d+[\w.-]{0,20}/.exec(said)?.[0];
      return { service: 'minecraft', product: 'Minecraft', version, banner: `Minecraft, ${said}` };
    },
  },
};

/** CONNECT of Oracle's TNS, with what “tnsping” says. */
const tnsPing = (() => {
  const data = Buffer.from('(DESCRIPTION=(CONNECT_DATA=(COMMAND=ping)))');
  const head = Buffer.alloc(58);
  head.writeUInt16BE(head.length + data.length, 0);
  head[4] = 1;
  Buffer.from('0136012c000008007fff7f0800000001', 'hex').copy(head, 8);
  head.writeUInt16BE(data.length, 24);
  head.writeUInt16BE(head.length, 26);
  return Buffer.concat([head, data]);
})();

/** Accepts (2), refuses (4) or wants it once more (11). */
export const oracle: Recogniser = {
  service: 'oracle',
  ports: [1521, 1522],
  probe: {
    request: () => tnsPing,
    reply(bytes): Recognition | null {
      const isFramed = bytes.length >= 8 && bytes.readUInt16BE(0) === bytes.length && bytes.readUInt16BE(2) === 0;
      const text = bytes.toString('latin1');
      const isRefusal = bytes[4] === 4 && /\((?:DESCRIPTION|ERR|VSNNUM)=/.test(text);
      const isAgain = bytes[4] === 11 && bytes.length === 8;
      const isAccepted = bytes[4] === 2 && bytes.length >= 24;
      if (!isFramed || !(isRefusal || isAgain || isAccepted)) return null;
      const number = Number(/\(VSNNUM=(\d{8,10})\)/.exec(text)?.[1] ?? 0);
      const version = number > 0 ? `${number >>> 24}.${(number >>> 20) & 0xf}.${(number >>> 12) & 0xff}` : undefined;
      return { service: 'oracle', product: 'Oracle Database', version, banner: 'Oracle TNS' };
    },
  },
};

const thriftCall = Buffer.from(`8001000100000008${Buffer.from('identify').toString('hex')}0000000000`, 'hex');

/** A call that no service has: the answer repeats its name, as a rule in an exception. */
export const thrift: Recogniser = {
  service: 'thrift',
  ports: [],
  probe: {
    request: () => thriftCall,
    reply(bytes): Recognition | null {
      const isReply = bytes.length >= 20 && bytes.readUInt16BE(0) === 0x8001 && [2, 3].includes(bytes.readUInt16BE(2));
      const repeats = isReply && bytes.subarray(4, 20).equals(thriftCall.subarray(4, 20));
      return repeats ? { service: 'thrift', product: 'Apache Thrift', banner: 'Thrift' } : null;
    },
  },
};

const boltVersions = ['00040405', '00020404', '00000104', '00000003'];

/** A client offers four versions, and the server says which it is. */
export const bolt: Recogniser = {
  service: 'bolt',
  ports: [7687],
  probe: {
    request: () => Buffer.from(`6060b017${boltVersions.join('')}`, 'hex'),
    reply(bytes): Recognition | null {
      const isChoice = bytes.length === 4 && bytes.readUInt16BE(0) === 0;
      const isOffered = isChoice && [3, 4, 5].includes(bytes[3]!) && bytes[2]! <= 4;
      return isOffered ? { service: 'bolt', product: 'Neo4j', banner: 'Bolt' } : null;
    },
  },
};

/** A client's first message on SPICE's main channel; the server sends its key, with which a ticket would be encrypted. */
export const spice: Recogniser = {
  service: 'spice',
  ports: [],
  probe: {
    request: () =>
      Buffer.from(
        '52454451' + '0200000002000000' + '12000000' + '000000000100' + '0000000000000000' + '12000000',
        'hex',
      ),
    reply: (bytes) =>
      bytes.length >= 20 && bytes.toString('latin1', 0, 4) === 'REDQ' && bytes.readUInt32LE(4) <= 2
        ? { service: 'spice', product: 'SPICE', banner: 'SPICE' }
        : null,
  },
};

const libvirtHeader = '2000808600000001' + '00000042';

/** Asks libvirt which ways there are to log in; “none” is one of them where nobody has to. */
export const libvirt: Recogniser = {
  service: 'libvirt',
  ports: [16_509],
  probe: {
    request: () => Buffer.from(`0000001c${libvirtHeader}000000000000000000000000`, 'hex'),
    reply(bytes): Recognition | null {
      const isReply =
        bytes.length >= 28 && bytes.readUInt32BE(0) === bytes.length && bytes.toString('hex', 4, 16) === libvirtHeader;
      if (!isReply || bytes.readUInt32BE(16) !== 1) return null;
      const known = { service: 'libvirt', product: 'libvirt', banner: 'libvirt' };
      const count = bytes.readUInt32BE(24) === 0 && bytes.length >= 32 ? bytes.readUInt32BE(28) : 0;
      if (count === 0 || count > 20 || bytes.length !== 32 + count * 4) return known;
      const ways = Array.from({ length: count }, (_, index) => bytes.readUInt32BE(32 + index * 4));
      return { ...known, unauthenticated: ways.includes(0) };
    },
  },
};

/** Asks a REPL of Clojure, or one that speaks like it, what it can do. Nobody logs in there. */
export const nrepl: Recogniser = {
  service: 'nrepl',
  ports: [7888],
  probe: {
    request: () => Buffer.from('d2:id8:identify2:op8:describee'),
    reply(bytes): Recognition | null {
      const text = asciiText(bytes);
      if (!/^d/.test(text) || !text.includes('2:id8:identify') || !/3:opsd|8:versionsd/.test(text)) return null;
      const version = /5:nrepld.{0,200}?14:version-string\d{1,2}:(\d[\d.]{0,12})/s.exec(text)?.[1];
      return { service: 'nrepl', product: 'nREPL', version, banner: 'nREPL', unauthenticated: true };
    },
  },
};

const rconType = 100;

/** A packet of a type that RCON does not have: no password, and no command. Minecraft's servers say that they do not know it. */
const rconPacket = (() => {
  const packet = Buffer.alloc(14);
  packet.writeInt32LE(packet.length - 4, 0);
  packet.write('bwid', 4);
  packet.writeInt32LE(rconType, 8);
  return packet;
})();

export const rcon: Recogniser = {
  service: 'rcon',
  ports: [25_575],
  probe: {
    request: () => rconPacket,
    reply(bytes): Recognition | null {
      const answersUs =
        bytes.length >= 14 && bytes.readInt32LE(0) === bytes.length - 4 && bytes.toString('latin1', 4, 8) === 'bwid';
      const text = answersUs ? bytes.toString('latin1', 12) : '';
      return text === `Unknown request ${rconType.toString(16)}\0\0`
        ? { service: 'rcon', product: 'Minecraft', banner: 'Minecraft RCON', unauthenticated: false }
        : null;
    },
  },
};
