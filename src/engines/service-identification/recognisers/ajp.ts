import { asciiText } from '../printable.ts';
import type { FollowUp, ProbeTarget, Recogniser } from '../recogniser.ts';

const ping = Buffer.from('123400010a', 'hex');
const pong = Buffer.from('4142000109', 'hex');
const found = { service: 'ajp', product: 'Apache JServ Protocol', banner: 'AJP 1.3' } as const;

function text(value: string): Buffer {
  return Buffer.from(`${String.fromCharCode(value.length >> 8, value.length & 0xff)}${value}\0`, 'latin1');
}

function number(value: number): Buffer {
  return Buffer.from([value >> 8, value & 0xff]);
}

/** `GET /` as a web server hands it on (AJPv13, Forward Request): one header, no attributes, and so no secret. */
function frontPage({ address, port, userAgent }: ProbeTarget): Buffer {
  const getMethod = 2;
  const forwardRequest = 2;
  const userAgentHeader = Buffer.from([0xa0, 0x0e]);
  const noText = Buffer.from([0xff, 0xff]);
  const content = Buffer.concat([
    Buffer.from([forwardRequest, getMethod]),
    text('HTTP/1.1'),
    text('/'),
    noText, // the visitor's address
    noText, // and name
    text(address),
    number(port),
    Buffer.from([0]), // not over TLS
    number(1),
    userAgentHeader,
    text(userAgent.slice(0, 200)),
    Buffer.from([0xff]), // no attributes
  ]);
  return Buffer.concat([Buffer.from([0x12, 0x34]), number(content.length), content]);
}

const sendHeaders = 4;
/** END_RESPONSE that also ends the connection, which Tomcat does to who lacks its secret. */
const farewell = Buffer.from('414200020500', 'hex');

function withoutSecret(target: ProbeTarget): FollowUp {
  return {
    request: frontPage(target),
    read(reply) {
      const answers = reply.length >= 7 && asciiText(reply).startsWith('AB') && reply[4] === sendHeaders;
      if (!answers) return null;
      const status = reply.readUInt16BE(5);
      const lacksSecret = status === 403 && reply.subarray(-farewell.length).equals(farewell);
      const isServed = status >= 200 && status < 500 && status !== 401 && status !== 403;
      return { ...found, unauthenticated: lacksSecret ? false : isServed || undefined };
    },
  };
}

/** The protocol by which web servers hand requests to Tomcat. It believes its client, so only a secret keeps strangers out. */
export const ajp: Recogniser = {
  service: 'ajp',
  ports: [8009],
  probe: {
    request: () => ping,
    reply: (bytes, target) => (bytes.equals(pong) ? { ...found, followUp: withoutSecret(target) } : null),
  },
};
