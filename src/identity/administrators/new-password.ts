import { randomInt } from 'node:crypto';

const length = 20;
/** Without characters that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789';

/** A password that is good enough and can be typed: 115 random bits. */
export function newPassword(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}
