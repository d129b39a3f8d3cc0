import { asciiText } from '../printable.ts';
import { hex, type UdpServiceProbe } from './udp-service-probe.ts';

/** Any datagram is a request (RFC 864 and RFC 865). */
const anything = Buffer.from('\n');

/** A run of the pattern in which each character follows the one before it. */
const PATTERN_RUN = 16;

export const chargen: UdpServiceProbe = {
  service: 'chargen',
  request: () => anything,
  recognise(answer) {
    let run = 1;
    for (let index = 1; index < answer.length && run < PATTERN_RUN; index += 1) {
      run = answer[index] === answer[index - 1]! + 1 ? run + 1 : 1;
    }
    return run === PATTERN_RUN ? { service: 'chargen', unauthenticated: true } : null;
  },
};

export const quoteOfTheDay: UdpServiceProbe = {
  service: 'qotd',
  request: () => anything,
  recognise(answer) {
    const text = asciiText(answer);
    const isQuote = text.length > 1 && /[a-z]{2}/i.test(text) && /^[\t\r\n\x20-\xff]*$/.test(text);
    return isQuote ? { service: 'qotd', unauthenticated: true } : null;
  },
};

/** A client's request (mode 3) of version 4; the transmit time, which the answer repeats, is ours to choose (RFC 5905). */
const ntpRequest = Buffer.concat([hex('23'), Buffer.alloc(39), hex('6277 6277 6277 6277')]);
const NTP_SERVER_MODE = 4;

/** Asks for the time and nothing else: never the control or private modes (6, 7), which reveal peers and amplify. */
export const ntp: UdpServiceProbe = {
  service: 'ntp',
  request: () => ntpRequest,
  recognise(answer) {
    const isAnswer = answer.length >= 48 && (answer[0]! & 7) === NTP_SERVER_MODE;
    if (!isAnswer || !answer.subarray(24, 32).equals(ntpRequest.subarray(40))) return null;
    const protocolVersion = (answer[0]! >> 3) & 7;
    return { service: 'ntp', banner: `NTP version ${protocolVersion}, stratum ${answer[1]}`, unauthenticated: true };
  },
};

/** A read request for a file that nobody has (RFC 1350). */
const readRequest = Buffer.from('\0\x01no-such-file-6277\0octet\0');
const TFTP_DATA = 3;
const TFTP_ERROR = 5;
const FILE_NOT_FOUND = 1;

export const tftp: UdpServiceProbe = {
  service: 'tftp',
  answersFromAnyPort: true,
  request: () => readRequest,
  recognise(answer) {
    if (answer.length < 4) return null;
    const operation = answer.readUInt16BE();
    if (operation !== TFTP_ERROR && operation !== TFTP_DATA) return null;
    if (operation === TFTP_ERROR && answer.readUInt16BE(2) > 8) return null;
    const looked = operation === TFTP_DATA || answer.readUInt16BE(2) === FILE_NOT_FOUND;
    return { service: 'tftp', banner: asciiText(answer.subarray(4)), unauthenticated: looked ? true : undefined };
  },
};
