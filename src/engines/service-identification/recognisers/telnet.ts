import { asciiText } from '../printable.ts';
import type { Recogniser } from '../recogniser.ts';

const interpretAsCommand = 0xff;
const will = 0xfb;
const dont = 0xfe;

export const telnet: Recogniser = {
  service: 'telnet',
  ports: [23, 2323],
  tlsPorts: [992],
  unasked(bytes) {
    const negotiates = bytes[0] === interpretAsCommand && bytes[1]! >= will && bytes[1]! <= dont && bytes.length >= 3;
    const words = asciiText(withoutNegotiation(bytes));
    const asksForLogin = /(?:login|username|password): ?$/i.test(words.slice(-64));
    if (!negotiates && !asksForLogin) return null;
    return { service: 'telnet', banner: words, unauthenticated: asksForLogin ? false : undefined };
  },
};

/** Three-byte option negotiations (RFC 854) cut out; what remains is for people to read. */
function withoutNegotiation(bytes: Buffer): Buffer {
  const words: number[] = [];
  for (let at = 0; at < bytes.length; at++) {
    const isNegotiation = bytes[at] === interpretAsCommand && bytes[at + 1]! >= will && bytes[at + 1]! <= dont;
    if (isNegotiation) at += 2;
    else words.push(bytes[at]!);
  }
  return Buffer.from(words);
}
