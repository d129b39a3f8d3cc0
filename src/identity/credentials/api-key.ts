import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { sandboxKeyPrefix } from '../../core/api/credential.ts';
import type { World } from '../../core/operation/tables/identity.ts';

const keyPrefixes: Readonly<Record<World, string>> = { live: 'bwk_', sandbox: sandboxKeyPrefix };
const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const randomLength = 40;
const checksumLength = 6;
const keyPattern = new RegExp(
  `^(${Object.values(keyPrefixes).join('|')})[0-9A-Za-z]{${randomLength + checksumLength}}$`,
);

/**
 * A new API key: a prefix that secret scanners can look for, 40 random base-62 digits (238 bits) and a CRC-32 of both,
 * so that a typo is told from an unknown key without a look at the database. One of the sandbox says so itself: `bwk_test_…`.
 */
export function generateApiKey(world: World = 'live'): string {
  const body = keyPrefixes[world] + randomDigits(randomLength);
  return body + checksum(body);
}

/** Whether the text can be one of our keys at all: prefix, length and checksum. */
export function isWellFormedApiKey(text: string): boolean {
  return keyPattern.test(text) && text.endsWith(checksum(text.slice(0, -checksumLength)));
}

/** What may be shown of a key: enough to tell it from others, nothing to guess it by. */
export function displayPrefix(apiKey: string): string {
  return apiKey.slice(0, apiKey.length - randomLength - checksumLength + 8);
}

function randomDigits(length: number): string {
  let digits = '';
  while (digits.length < length) {
    // 248 is the largest multiple of 62 below 256: bytes above it would favour some digits.
    for (const byte of randomBytes(length)) if (byte < 248) digits += alphabet[byte % alphabet.length];
  }
  return digits.slice(0, length);
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = '';
  for (let place = 0; place < checksumLength; place += 1) {
    digits = alphabet[rest % alphabet.length] + digits;
    rest = Math.floor(rest / alphabet.length);
  }
  return digits;
}
