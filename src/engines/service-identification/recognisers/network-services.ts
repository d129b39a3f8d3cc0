import { asciiText } from '../printable.ts';
import type { ProbeTarget, Recogniser, Recognition } from '../recogniser.ts';

/**
 * Asks what 127.0.0.1 is called, recursion desired. A resolver answers that by itself (RFC 6303), at once and also while those that it asks are
 * silent. The software's version is not asked for (version.bind): intrusion detection takes that question for reconnaissance.
 */
const dnsQuery = Buffer.concat([
  Buffer.from([0, 40, 0x62, 0x77, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0]),
  Buffer.from('\x011\x010\x010\x03127\x07in-addr\x04arpa\0', 'latin1'),
  Buffer.from([0, 12, 0, 1]),
]);

export const dns: Recogniser = {
  service: 'dns',
  ports: [53],
  tlsPorts: [853],
  probe: {
    request: () => dnsQuery,
    reply(bytes) {
      const answersUs = bytes.length >= 14 && bytes.readUInt16BE(2) === 0x6277 && (bytes[4]! & 0x80) !== 0;
      if (!answersUs) return null;
      const offersRecursion = (bytes[5]! & 0x80) !== 0;
      return { service: 'dns', banner: offersRecursion ? 'DNS, recursion available' : 'DNS, no recursion' };
    },
  },
};

/** SIP and RTSP answer like HTTP, with their own name in the status line. */
function textProtocol(service: string, statusLine: RegExp, bytes: Buffer): Recognition | null {
  const text = asciiText(bytes);
  if (!statusLine.test(text)) return null;
  const software = /^(?:server|user-agent):[ \t]*([^\r\n/(]{1,60}?)(?:[/ ]\(?([vV]?\d[^\s()]{0,30})|[/(\r\n])/im.exec(
    text,
  );
  return { service, product: software?.[1]?.trim(), version: software?.[2] };
}

function authority({ address, port }: ProbeTarget): string {
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}

export const sip: Recogniser = {
  service: 'sip',
  ports: [5060],
  tlsPorts: [5061],
  unasked: (bytes) => textProtocol('sip', /^SIP\/2\.0 \d{3}/, bytes),
  probe: {
    request: (target) =>
      Buffer.from(
        [
          `OPTIONS sip:${authority(target)} SIP/2.0`,
          'Via: SIP/2.0/TCP scanner.invalid;branch=z9hG4bKidentify',
          'From: <sip:scanner@scanner.invalid>;tag=identify',
          `To: <sip:${authority(target)}>`,
          'Call-ID: identify@scanner.invalid',
          'CSeq: 1 OPTIONS',
          'Max-Forwards: 0',
          'Content-Length: 0',
          '\r\n',
        ].join('\r\n'),
      ),
  },
};

export const rtsp: Recogniser = {
  service: 'rtsp',
  ports: [554, 8554],
  unasked: (bytes) => textProtocol('rtsp', /^RTSP\/\d\.\d \d{3}/, bytes),
  probe: {
    request: (target) => Buffer.from(`OPTIONS rtsp://${authority(target)}/ RTSP/1.0\r\nCSeq: 1\r\n\r\n`),
  },
};

/** SOCKS 5 greeting that offers "no authentication" alone (RFC 1928); no connection is asked for. */
const socksGreeting = Buffer.from([5, 1, 0]);

export const socks: Recogniser = {
  service: 'socks',
  ports: [1080, 9050],
  probe: {
    request: () => socksGreeting,
    reply(bytes) {
      if (bytes.length !== 2 || bytes[0] !== 5 || (bytes[1] !== 0 && bytes[1] !== 0xff)) return null;
      return { service: 'socks', version: '5', banner: 'SOCKS 5', unauthenticated: bytes[1] === 0 };
    },
  },
};

/** Binding request of STUN (RFC 8489): "what is my address?", asked by every client; the cookie tells it from chance. */
const stunTransaction = Buffer.from('bwidentify01');
const stunBinding = Buffer.concat([Buffer.from('000100002112a442', 'hex'), stunTransaction]);
const stunSoftware = 0x8022;

export const stunOverTcp: Recogniser = {
  service: 'stun',
  ports: [3478],
  tlsPorts: [5349],
  probe: {
    request: () => stunBinding,
    reply(bytes) {
      const answersUs = bytes.length >= 20 && bytes.subarray(8, 20).equals(stunTransaction);
      const isBinding = bytes[1] === 0x01 && (bytes[0] === 0x01 || bytes[0] === 0x11);
      if (!answersUs || !isBinding) return null;
      const [, product, version] = /^([\w. ]+?)(?:[-/ ](\d[\w.]*)|$)/.exec(stunAttribute(bytes, stunSoftware)) ?? [];
      return { service: 'stun', product, version, banner: 'STUN' };
    },
  },
};

/** Attributes follow the header of 20 bytes: type, length, value padded to four bytes. Empty when there is none. */
function stunAttribute(message: Buffer, type: number): string {
  for (let at = 20; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    if (message.readUInt16BE(at) === type) return message.toString('utf8', at + 4, at + 4 + length);
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return '';
}
