import { asciiText } from '../printable.ts';
import type { Recogniser, Recognition } from '../recogniser.ts';

/** Protocol header of AMQP 0-9-1: the server answers Connection.Start, or the header of the version it prefers. */
const amqpHeader = Buffer.from([...Buffer.from('AMQP'), 0, 0, 9, 1]);
/** Method frame on channel 0. */
const amqpMethodFrame = Buffer.from([1, 0, 0]);
/** Class 10, method 10. */
const connectionStart = Buffer.from([0, 10, 0, 10]);

export const amqp: Recogniser = {
  service: 'amqp',
  ports: [5672],
  tlsPorts: [5671],
  unasked(bytes) {
    const isHeader = asciiText(bytes).startsWith('AMQP') && bytes.length === amqpHeader.length;
    return isHeader ? { service: 'amqp', version: bytes.subarray(5).join('.'), banner: 'AMQP' } : null;
  },
  probe: {
    request: () => amqpHeader,
    reply(bytes): Recognition | null {
      const starts = bytes.subarray(0, 3).equals(amqpMethodFrame) && bytes.subarray(7, 11).equals(connectionStart);
      if (!starts) return null;
      const product = longString(bytes, 'product');
      const version = longString(bytes, 'version');
      return { service: 'amqp', product, version, banner: 'AMQP 0-9-1', unauthenticated: undefined };
    },
  },
};

/** Long-string value of a field in the table of server properties. */
function longString(bytes: Buffer, name: string): string | undefined {
  const marker = Buffer.from(`${String.fromCharCode(name.length)}${name}S`, 'latin1');
  const at = bytes.indexOf(marker);
  const start = at + marker.length + 4;
  if (at < 0 || bytes.length < start) return undefined;
  const length = Math.min(bytes.readUInt32BE(start - 4), 100);
  return bytes.toString('utf8', start, start + length);
}

/**
 * CONNECT of MQTT 3.1.1 as a clean session without name, password, will or client identifier. The broker makes up an
 * identifier, so no other client's session is displaced, and keeps nothing when the connection closes; nothing is
 * subscribed or published.
 */
const mqttConnect = Buffer.from([0x10, 12, 0, 4, ...Buffer.from('MQTT'), 4, 0b10, 0, 5, 0, 0]);
const mqttConnectAcknowledged = 0x20;
const accepted = 0;
const refusals = new Set([4, 5]);

export const mqtt: Recogniser = {
  service: 'mqtt',
  ports: [1883],
  tlsPorts: [8883],
  probe: {
    request: () => mqttConnect,
    reply(bytes) {
      const code = bytes[3];
      if (bytes[0] !== mqttConnectAcknowledged || bytes[1] !== 2 || bytes[2]! > 1 || code === undefined || code > 5)
        return null;
      const unauthenticated = code === accepted ? true : refusals.has(code) ? false : undefined;
      return { service: 'mqtt', banner: 'MQTT', unauthenticated };
    },
  },
};

/** NATS greets with a line of JSON about itself. */
export const nats: Recogniser = {
  service: 'nats',
  ports: [4222],
  unasked(bytes) {
    const text = asciiText(bytes);
    if (!/^INFO \{"server_id":/.test(text)) return null;
    const [line = ''] = text.split('\r\n', 1);
    const asksForLogin = /"auth_required":\s*true/.test(line) || /"tls_verify":\s*true/.test(line);
    return {
      service: 'nats',
      product: 'NATS',
      version: /"version":\s*"([^"]{1,40})"/.exec(line)?.[1],
      banner: 'NATS',
      unauthenticated: !asksForLogin,
    };
  },
};
