import type { Recogniser, Recognition } from '../recogniser.ts';

const bgpMarker = Buffer.alloc(16, 0xff);

/** OPEN of BGP 4 (RFC 4271) from the autonomous system that stands for others (RFC 6793), without a session to keep alive. */
const bgpOpen = Buffer.concat([
  bgpMarker,
  Buffer.from('001d' + '01' + '04' + '5ba0' + '0000' + '62776964' + '00', 'hex'),
]);

/** Marker, length, and OPEN, NOTIFICATION or KEEPALIVE: routers greet who connects, or say that they do not know him. */
export const bgp: Recogniser = {
  service: 'bgp',
  ports: [179],
  unasked(bytes): Recognition | null {
    const isFramed = bytes.length >= 19 && bytes.subarray(0, 16).equals(bgpMarker);
    const length = isFramed ? bytes.readUInt16BE(16) : 0;
    const isMessage = length >= 19 && length <= 4096 && [1, 3, 4].includes(bytes[18]!);
    return isMessage ? { service: 'bgp', banner: 'BGP' } : null;
  },
  probe: { request: () => bgpOpen },
};

function dicomItem(type: number, content: Buffer): Buffer {
  const head = Buffer.from([type, 0, 0, 0]);
  head.writeUInt16BE(content.length, 2);
  return Buffer.concat([head, content]);
}

/** A-ASSOCIATE-RQ of DICOM (PS3.8, 9.3.2) for the verification service, which only says that somebody is there. */
const dicomAssociation = (() => {
  const title = (text: string) => Buffer.from(text.padEnd(16));
  const context = Buffer.concat([
    Buffer.from([1, 0, 0, 0]),
    dicomItem(0x30, Buffer.from('1.2.840.10008.1.1')),
    dicomItem(0x40, Buffer.from('1.2.840.10008.1.2')),
  ]);
  const user = Buffer.concat([
    dicomItem(0x51, Buffer.from([0, 0, 0x40, 0])),
    dicomItem(0x52, Buffer.from('1.2.826.0.1.3680043.8.0')),
  ]);
  const content = Buffer.concat([
    Buffer.from([0, 1, 0, 0]),
    title('IDENTIFY'),
    title('IDENTIFY'),
    Buffer.alloc(32),
    dicomItem(0x10, Buffer.from('1.2.840.10008.3.1.1.1')),
    dicomItem(0x20, context),
    dicomItem(0x50, user),
  ]);
  const head = Buffer.from([1, 0, 0, 0, 0, 0]);
  head.writeUInt32BE(content.length, 2);
  return Buffer.concat([head, content]);
})();

/** Accepts (2), rejects (3) or aborts (7); the last two are ten bytes. */
export const dicom: Recogniser = {
  service: 'dicom',
  ports: [104, 11_112],
  tlsPorts: [2762],
  unasked(bytes): Recognition | null {
    const isFramed = bytes.length >= 10 && bytes[1] === 0 && [2, 3, 7].includes(bytes[0]!);
    const length = isFramed ? bytes.readUInt32BE(2) : 0;
    const isRefusal = bytes[0] !== 2 && length === 4 && bytes.length === 10 && bytes[6] === 0 && bytes[8]! <= 3;
    const isAccepted = bytes[0] === 2 && length === bytes.length - 6 && bytes.includes('1.2.840.10008.3.1.1.1');
    if (!isRefusal && !isAccepted) return null;
    return { service: 'dicom', banner: 'DICOM', ...(isAccepted && { unauthenticated: true }) };
  },
  probe: { request: () => dicomAssociation },
};
