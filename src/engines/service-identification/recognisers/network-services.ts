import { asciiText } from '../printable.ts';
import type { ProbeTarget, Recogniser, Recognition } from '../recogniser.ts';

/** Query for the root's name servers, recursion desired: what a resolver at start asks. */
const dnsQuery = Buffer.from([0, 17, 0x62, 0x77, 0x01, 0x00, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 1]);

export const dns: Recogniser = {
  service: 'dns',
  ports: [53],
  probe: {
    ownPortsOnly: true,
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
  const software = /^(?:server|user-agent):[ \t]*([^\r\n/]{1,60})(?:\/([^\s]{1,30}))?/im.exec(text);
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
    ownPortsOnly: true,
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
    ownPortsOnly: true,
    request: (target) => Buffer.from(`OPTIONS rtsp://${authority(target)}/ RTSP/1.0\r\nCSeq: 1\r\n\r\n`),
  },
};

/** SOCKS 5 greeting that offers "no authentication" alone (RFC 1928); no connection is asked for. */
const socksGreeting = Buffer.from([5, 1, 0]);

export const socks: Recogniser = {
  service: 'socks',
  ports: [1080],
  probe: {
    ownPortsOnly: true,
    request: () => socksGreeting,
    reply(bytes) {
      if (bytes.length !== 2 || bytes[0] !== 5 || (bytes[1] !== 0 && bytes[1] !== 0xff)) return null;
      return { service: 'socks', version: '5', banner: 'SOCKS 5', unauthenticated: bytes[1] === 0 };
    },
  },
};
