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
  /^(?:\$(?:[0-9][a-z]?|[a-zA-Z][a-z0-9-]*)\$|\{(?:S?SHA\d*|S?MD5|CRYPT|PBKDF2[^}]*)\}|(?:pbkdf2|bcrypt|scrypt|argon2|sha1|md5)[a-z0-9_]*\$|0x0[12]00[0-9a-fA-F]{40}|[0-9a-fA-F]{32}:[ -~]{1,32}$|\*[0-9A-F]{40}$)/;
/** OpenSSL's "Salted__" in base64, PGP, Ansible's vault, Fernet. */
const encryptedPattern = /^(?:U2FsdGVkX1|-----BEGIN PGP|\$ANSIBLE_VAULT|gAAAAA)/;
const patternStarts = new Set(Buffer.from('${*pbsamU-g0'));

/** Tells by its shape what a secret was when it leaked; the index in `secretFormats`. */
export function secretFormatOf({ bytes, start, end }: Span): number {
  const length = end - start;
  if (digestLengths.has(length) && isHex(bytes, start, end)) return hashed;
  if (length >= 12 && (patternStarts.has(bytes[start]!) || bytes[start + 32] === 0x3a)) {
    const text = Buffer.from(bytes.buffer, bytes.byteOffset + start, Math.min(length, 80)).toString('latin1');
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
