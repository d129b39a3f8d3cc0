import { asciiText } from '../printable.ts';
import { hex, type UdpServiceProbe } from './udp-service-probe.ts';

/** Capabilities of the server, the question that telephones ask to keep a line alive (RFC 3261, section 11). */
export const sipUdp: UdpServiceProbe = {
  service: 'sip',
  request({ address, port }) {
    const target = `sip:${address.includes(':') ? `[${address}]` : address}:${port}`;
    const lines = [
      `OPTIONS ${target} SIP/2.0`,
      // rport: answer to where this came from (RFC 3581).
      'Via: SIP/2.0/UDP scanner.invalid;branch=z9hG4bKidentify;rport',
      'From: <sip:scanner@scanner.invalid>;tag=identify',
      `To: <${target}>`,
      'Call-ID: identify@scanner.invalid',
      'CSeq: 1 OPTIONS',
      'Max-Forwards: 0',
      'Content-Length: 0',
      '\r\n',
    ];
    return Buffer.from(lines.join('\r\n'));
  },
  recognise(answer) {
    const text = asciiText(answer);
    if (!/^SIP\/2\.0 \d{3}/.test(text)) return null;
    const software = /^(?:server|user-agent):[ \t]*([^\r\n/]{1,60})(?:\/([^\s]{1,30}))?/im.exec(text);
    return { service: 'sip', product: software?.[1]?.trim(), version: software?.[2] };
  },
};

const cookieAndTransaction = hex('2112a442 62776277 62776277 62776277');
const bindingRequest = Buffer.concat([hex('0001 0000'), cookieAndTransaction]);
const BINDING_RESPONSES: readonly number[] = [0x0101, 0x0111];
const SOFTWARE = 0x8022;

/** A binding request (RFC 8489): asks which address one is seen under. */
export const stun: UdpServiceProbe = {
  service: 'stun',
  request: () => bindingRequest,
  recognise(answer) {
    if (answer.length < 20 || !BINDING_RESPONSES.includes(answer.readUInt16BE())) return null;
    if (!answer.subarray(4, 20).equals(cookieAndTransaction)) return null;
    const software = /^(.{1,60}?)(?:[-/ ]v?(\d[\w.]*).*)?$/.exec(asciiText(stunAttribute(answer, SOFTWARE)).trim());
    return { service: 'stun', product: software?.[1], version: software?.[2], banner: 'STUN' };
  },
};

/** Empty when the message does not have it. */
function stunAttribute(message: Buffer, wanted: number): Buffer {
  for (let at = 20; at + 4 <= message.length; ) {
    const length = message.readUInt16BE(at + 2);
    if (message.readUInt16BE(at) === wanted) return message.subarray(at + 4, at + 4 + length);
    // Attributes are padded to words.
    at += 4 + Math.ceil(length / 4) * 4;
  }
  return Buffer.alloc(0);
}
