import { asciiText } from '../printable.ts';
import type { FollowUp, Recogniser } from '../recogniser.ts';

const noAuthentication = 1;

export const vnc: Recogniser = {
  service: 'vnc',
  ports: [5900, 5901, 5902, 5903],
  unasked(bytes) {
    const [, major, minor] = /^RFB (\d{3})\.(\d{3})\n/.exec(asciiText(bytes)) ?? [];
    if (major === undefined || minor === undefined) return null;
    const version = `${Number(major)}.${Number(minor)}`;
    const offersList = Number(minor) >= 7;
    return { service: 'vnc', version, followUp: offersList ? securityTypeList(version) : securityType(version) };
  },
};

/** RFC 6143, section 7.1.2: the server lists what it accepts after both sides named their version. */
function securityTypeList(version: string): FollowUp {
  return {
    request: Buffer.from(version === '3.7' ? 'RFB 003.007\n' : 'RFB 003.008\n'),
    read(reply) {
      const count = reply[0] ?? 0;
      const types = reply.subarray(1, 1 + count);
      if (count === 0 || types.length < count) return null;
      return { service: 'vnc', version, unauthenticated: types.includes(noAuthentication) };
    },
  };
}

/** Protocol 3.3: the server itself decides on one type. */
function securityType(version: string): FollowUp {
  return {
    request: Buffer.from('RFB 003.003\n'),
    read(reply) {
      if (reply.length < 4 || reply.readUInt32BE(0) === 0) return null;
      return { service: 'vnc', version, unauthenticated: reply.readUInt32BE(0) === noAuthentication };
    },
  };
}
