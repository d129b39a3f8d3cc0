import type { Recogniser, Recognition } from '../recogniser.ts';

/** A service that speaks first, in bytes rather than in words. */
function greeter(
  service: string,
  ports: readonly number[],
  unasked: (bytes: Buffer) => Recognition | null,
): Recogniser {
  return { service, ports, unasked };
}

/** WireFormatInfo of OpenWire: length, type 1, magic word, version. */
export const openWire = greeter('activemq', [61_616], (bytes) => {
  const isWireFormat = bytes.length >= 17 && bytes[4] === 1 && bytes.toString('latin1', 5, 13) === 'ActiveMQ';
  if (!isWireFormat) return null;
  const text = bytes.toString('latin1', 0, 600);
  const version = /ProviderVersion.{1,4}?(\d+\.\d+(?:\.\d+)?)/s.exec(text)?.[1];
  return { service: 'activemq', product: 'Apache ActiveMQ', version, banner: 'OpenWire' };
});

/** Version message of Mumble: type 0, its length, a protobuf whose first field is the version. */
export const mumble: Recogniser = {
  service: 'mumble',
  ports: [],
  tlsPorts: [64_738],
  unasked(bytes) {
    if (bytes.length < 12 || bytes.readUInt16BE(0) !== 0 || bytes[6] !== 0x08) return null;
    const length = bytes.readUInt32BE(2);
    if (length < 6 || length > 200 || bytes.length < 6 + length) return null;
    const version = /(\d+\.\d+\.\d+)/.exec(bytes.toString('latin1', 6, 6 + length))?.[1];
    return { service: 'mumble', product: 'Mumble', version, banner: 'Mumble' };
  },
};

/** HELLO of OpenFlow: version, type 0, the length of the whole. */
export const openflow = greeter('openflow', [6653, 6633], (bytes) => {
  if (bytes.length < 8 || bytes[0]! < 1 || bytes[0]! > 6 || bytes[1] !== 0) return null;
  const length = bytes.readUInt16BE(2);
  const isWhole = length === bytes.length && (length === 8 || (length === 16 && bytes.readUInt16BE(8) === 1));
  return isWhole ? { service: 'openflow', banner: 'OpenFlow' } : null;
});

/** ClosePDU of SMUX (RFC 1227) with one of its reasons. */
export const smux = greeter('smux', [199], (bytes) => {
  const closes = bytes.length === 3 && bytes[0] === 0x41 && bytes[1] === 1 && bytes[2]! <= 5;
  return closes ? { service: 'smux', product: 'Net-SNMP', banner: 'SMUX' } : null;
});

/** Sphinx names the version of its protocol, which has been 1 ever since, in four bytes. */
export const sphinx = greeter('sphinx', [9312], (bytes) =>
  bytes.length === 4 && bytes.readUInt32BE(0) === 1 ? { service: 'sphinx', product: 'Sphinx', banner: 'Sphinx' } : null,
);

/** NSCA sends 128 random bytes and the time: of the years from 2017 to 2043. */
export const nsca = greeter('nsca', [5667], (bytes) => {
  const isTime = bytes.length === 132 && bytes[128]! >= 0x59 && bytes[128]! <= 0x8a;
  return isTime ? { service: 'nsca', product: 'NSCA', banner: 'NSCA' } : null;
});

/** Seconds since 1900 (RFC 868), of the years from 2022 to 2036. */
export const time = greeter('time', [37], (bytes) =>
  bytes.length === 4 && bytes[0]! >= 0xe6 ? { service: 'time', banner: 'Time (RFC 868)' } : null,
);

/** Sequence with [0] version 5 and [1] message type 30, as a KRB-ERROR of Kerberos 5 begins. */
const kerberosError = Buffer.from('a003020105a10302011e', 'hex');

/** What does not fit Kerberos' framing is answered with an error. */
export const kerberos = greeter('kerberos', [88], (bytes) => {
  const isFramed = bytes.length >= 20 && bytes.readUInt32BE(0) === bytes.length - 4 && bytes[4] === 0x7e;
  return isFramed && bytes.subarray(0, 24).includes(kerberosError)
    ? { service: 'kerberos', banner: 'Kerberos 5' }
    : null;
});

/** RFC 9113, section 3.4: either side begins with its settings, on stream 0; who speaks HTTP/1.1 to it hears nothing else. */
export const http2 = greeter('http2', [], (bytes) => {
  const isSettings = bytes.length >= 9 && bytes[3] === 4 && bytes[4] === 0 && bytes.readUInt32BE(5) === 0;
  const length = isSettings ? bytes.readUIntBE(0, 3) : 1;
  const isWhole = length % 6 === 0 && length <= 240 && bytes.length >= 9 + length;
  return isWhole ? { service: 'http2', banner: 'HTTP/2' } : null;
});

/** Db2 or Derby does not understand: a reply of the DDM Architecture (code points 12xx) in a data stream structure of its own. */
export const drda = greeter('drda', [], (bytes) => {
  const isReply = bytes.length >= 10 && bytes[2] === 0xd0 && (bytes[3]! & 0x0f) === 2 && bytes[8] === 0x12;
  const length = isReply ? bytes.readUInt16BE(0) : 0;
  return isReply && length <= bytes.length && bytes.readUInt16BE(6) === length - 6
    ? { service: 'drda', banner: 'DRDA' }
    : null;
});

/** Takes any 37 bytes for a client's cookie, and then wants to hear how it should measure: state 9. */
export const iperf3 = greeter('iperf3', [5201], (bytes) =>
  bytes.length === 1 && bytes[0] === 9 ? { service: 'iperf3', banner: 'iperf3', unauthenticated: true } : null,
);

/** iperf 2 takes any bytes for the header of a client, and confirms it: type 2, 28 bytes, its version. */
export const iperf = greeter('iperf', [], (bytes) =>
  bytes.length === 28 && bytes.readUInt32BE(0) === 2 && bytes.readUInt32BE(4) === bytes.length
    ? { service: 'iperf', banner: 'iperf 2', unauthenticated: true }
    : null,
);

/** Icecream begins with the number of its protocol (20 to 63 so far) in four bytes, and says it again to who has named the same. */
export const icecream = greeter('icecream', [], (bytes) => {
  if (!isIcecreamVersion(bytes)) return null;
  const request = Buffer.from(bytes);
  return {
    service: 'icecream',
    banner: 'Icecream',
    tentative: true,
    followUp: {
      request,
      read: (reply) =>
        reply.equals(request)
          ? { service: 'icecream', product: 'Icecream', banner: 'Icecream', unauthenticated: true }
          : null,
    },
  };
});

function isIcecreamVersion(bytes: Buffer): boolean {
  return bytes.length === 4 && bytes[0]! >= 20 && bytes[0]! < 64 && bytes.readUIntLE(1, 3) === 0;
}

/** ZMTP of ZeroMQ: a frame as it would be of an identity that has no length yet, and a mark. */
export const zeromq = greeter('zeromq', [], (bytes) => {
  const isSignature = bytes.length >= 10 && bytes[0] === 0xff && bytes[9] === 0x7f && bytes.readUIntBE(1, 6) === 0;
  return isSignature ? { service: 'zeromq', product: 'ZeroMQ', banner: 'ZMTP' } : null;
});

/** Dask begins with the version of Python's pickle that it speaks: what it is sent is unpacked and run. Only TLS asks who one is. */
export const dask = greeter('dask', [], (bytes) => {
  // In front stands its length, in eight bytes: no text begins so.
  const isFramed = bytes.length >= 16 && bytes.readUInt32LE(2) === 0;
  const said = isFramed ? bytes.toString('latin1', 0, 400) : '';
  return said.includes('pickle-protocol') && said.includes('compression')
    ? { service: 'dask', product: 'Dask', banner: 'Dask', unauthenticated: true }
    : null;
});

/** nsqd and nsqlookupd do not know the four bytes with which everything else begins. */
export const nsq = greeter('nsq', [], (bytes) => {
  const length = bytes.length >= 18 ? bytes.readUInt32BE(0) : 0;
  const isError = length === bytes.length - 4 && bytes.toString('latin1', bytes.length - 14) === 'E_BAD_PROTOCOL';
  return isError && length <= 18 ? { service: 'nsq', product: 'NSQ', banner: 'NSQ' } : null;
});

/** ICA's mark, again and again, until the client says the same. */
export const ica = greeter('ica', [1494], (bytes) =>
  bytes.subarray(0, 12).equals(Buffer.from('\x7f\x7fICA\0\x7f\x7fICA\0', 'latin1'))
    ? { service: 'ica', product: 'Citrix ICA', banner: 'ICA' }
    : null,
);

/** NOTIFY_CONNECTED (0x0502) of NDMP, a record of XDR: number, time, request (0), message. */
export const ndmp = greeter('ndmp', [], (bytes) => {
  const isRecord = bytes.length >= 40 && bytes.readUInt32BE(0) === 0x8000_0000 + bytes.length - 4;
  return isRecord && bytes.readUInt32BE(12) === 0 && bytes.readUInt32BE(16) === 0x0502
    ? { service: 'ndmp', banner: 'NDMP' }
    : null;
});

/** dhcpd's management: the version of the protocol (1.0), and the length of its heads. */
export const omapi = greeter('omapi', [7911], (bytes) =>
  bytes.equals(Buffer.from('0000006400000018', 'hex'))
    ? { service: 'omapi', product: 'ISC DHCP', banner: 'OMAPI' }
    : null,
);

/** What peers of IPFS, Ethereum and their like agree on a protocol with. */
export const libp2p = greeter('libp2p', [4001], (bytes) =>
  bytes.toString('latin1', 0, 20) === '\x13/multistream/1.0.0\n' ? { service: 'libp2p', banner: 'libp2p' } : null,
);

/** ValidateConnection (3) of ZeroC's Ice. */
export const ice = greeter('ice', [], (bytes) =>
  bytes.length >= 14 && bytes.toString('latin1', 0, 4) === 'IceP' && bytes[8] === 3
    ? { service: 'ice', product: 'Ice', banner: 'Ice' }
    : null,
);

/** A stream of Java's serialised objects begins with its mark and its version. */
export const javaObjects = greeter('java-objects', [], (bytes) =>
  bytes.length >= 4 && bytes.readUInt32BE(0) === 0xaced_0005
    ? { service: 'java-objects', banner: 'Java objects' }
    : null,
);

/** Python's multiprocessing: a length, and a number that is to be hashed with the key that both sides have. */
export const pythonProcesses = greeter('python-multiprocessing', [], (bytes) =>
  bytes.length >= 15 && bytes.readUInt32BE(0) === bytes.length - 4 && bytes.toString('latin1', 4, 15) === '#CHALLENGE#'
    ? { service: 'python-multiprocessing', product: 'Python', banner: 'multiprocessing', unauthenticated: false }
    : null,
);

/** RouterOS greets who comes to measure. */
export const bandwidthTest = greeter('bandwidth-test', [2000], (bytes) =>
  bytes.length === 4 && bytes.readUInt32BE(0) === 0x0100_0000
    ? { service: 'bandwidth-test', product: 'MikroTik RouterOS', banner: 'MikroTik bandwidth test' }
    : null,
);

/** RouterOS’ interface for programs: words behind their lengths, and one for whoever has not logged in. */
export const routerOs = greeter('mikrotik-api', [8728], (bytes) => {
  const [fatal = '', why = ''] = [bytes.toString('latin1', 0, 7), bytes.toString('latin1', 8, 21)];
  return fatal === '\x06!fatal' && why === 'not logged in'
    ? { service: 'mikrotik-api', product: 'MikroTik RouterOS', banner: 'MikroTik API' }
    : null;
});
