import { secretFormats } from '../../common/secret-format.ts';
import { isDigit, isLetter } from './characters.ts';
import type { Span } from './credential-fields.ts';

const clearText = secretFormats.indexOf('clear_text');
const hashed = secretFormats.indexOf('hashed');
const encrypted = secretFormats.indexOf('encrypted');
const unknown = secretFormats.indexOf('unknown');

/** Hex digits of MD5 and NTLM, SHA-1, SHA-224, SHA-256, SHA-384 and SHA-512. */
const digestLengths = new Set([32, 40, 56, 64, 96, 128]);
/** Nobody types so much: it is the output of something, but of what cannot be told. */
const longestTypedSecret = 64;

/** A modular crypt format and its relatives: `$2b$`, `$6$`, `$argon2id$`, `$P$`, `{SSHA}`, `pbkdf2_sha256$`, `*` of MySQL. */
const hashPattern =
  /^(?:\$(?:[0-9][a-z]?|[a-zA-Z][a-z0-9-]*)\$|\{(?:S?SHA\d*|S?MD5|CRYPT|PBKDF2[^}]*)\}|(?:pbkdf2|bcrypt|scrypt|argon2|sha1|md5)[a-z0-9_]*\$|0x0[12]00[0-9a-fA-F]{40}|(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64}):[ -~]{1,32}$|0x(?:[0-9a-fA-F]{32}|[0-9a-fA-F]{40}|[0-9a-fA-F]{64})$|\*[0-9A-F]{40}$)/;
/** OpenSSL's "Salted__" in base64, PGP, Ansible's vault, Fernet. */
const encryptedPattern = /^(?:U2FsdGVkX1|-----BEGIN PGP|\$ANSIBLE_VAULT|gAAAAA)/;
/** Where a colon divides a digest from its salt. */
const saltPlaces = [32, 40, 64];
const patternStarts = new Set(Buffer.from('${*pbsamU-g0'));

/**
 * Tells what a secret was when it leaked; the index in `secretFormats`.
 * @param isHash whether the file says so, whatever it looks like
 */
export function secretFormatOf(secret: Span, isHash: boolean): number {
  const format = formatByShape(secret);
  return isHash && (format === clearText || format === unknown) ? hashed : format;
}

function formatByShape({ bytes, start, end }: Span): number {
  const length = end - start;
  if (digestLengths.has(length) && isHex(bytes, start, end)) return hashed;
  if (length >= 12 && (patternStarts.has(bytes[start]!) || saltPlaces.some((place) => bytes[start + place] === 0x3a))) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(length, 100)).toString('latin1');
    if (hashPattern.test(text)) return hashed;
    if (encryptedPattern.test(text)) return encrypted;
  }
  return length > longestTypedSecret ? unknown : clearText;
}

function isHex(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index]!;
    if (!isDigit(byte) && !(isLetter(byte) && (byte | 0x20) <= 0x66)) return false;
  }
  return true;
}

/** So many of one length are not made by people. */
const fewest = 10;
const shortestHash = 13;

/** Whether the secrets of a file are hashes of one kind, though no single one shows it: of one length, of letters and digits. */
export function looksHashed(secrets: readonly string[]): boolean {
  const [first = ''] = secrets;
  return (
    secrets.length >= fewest &&
    first.length >= shortestHash &&
    new Set(secrets).size > secrets.length / 2 &&
    secrets.every((secret) => secret.length === first.length && /^[\w./+=$-]+$/.test(secret))
  );
}
