import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceLength = 12;
const tagLength = 16;
const formatVersion = 1;

/**
 * A 256-bit key for one purpose (HKDF-SHA-256, RFC 5869): keys of different purposes tell nothing of one another or of
 * the secret key that they come from.
 * @param purpose a constant of the code, with the ids that the key is limited to
 */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, 'breakwater', purpose, 32));
}

/**
 * HMAC-SHA-256 of several texts, each with its length, so that no two lists have the same digest by the way they are
 * joined.
 */
export function keyedDigest(key: Buffer, parts: readonly (string | null)[]): Buffer {
  const hmac = createHmac('sha256', key);
  for (const part of parts) hmac.update(part === null ? '-;' : `${Buffer.byteLength(part)}:${part};`);
  return hmac.digest();
}

/** 128 bits of a keyed digest in hexadecimal digits: what may be shown to all, and nobody without the key can make. */
export function keyedToken(secretKey: string, purpose: string, parts: readonly string[]): string {
  return keyedDigest(deriveKey(secretKey, purpose), parts).toString('hex').slice(0, 32);
}

/**
 * Encrypts and authenticates a text (AES-256-GCM): format version, nonce, ciphertext, tag. Nonces are random, so one
 * key is good for 2^32 texts.
 * @param context must be the same when it is opened: what the text belongs to, so that it cannot be moved to another
 *   row
 */
export function seal(key: Buffer, text: string, context: string): Buffer {
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv(algorithm, key, nonce);
  cipher.setAAD(Buffer.from(context));
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.from([formatVersion]), nonce, sealed, cipher.getAuthTag()]);
}

/** @throws when the text was sealed under another key or context, or was changed */
export function unseal(key: Buffer, sealed: Buffer, context: string): string {
  if (sealed[0] !== formatVersion || sealed.length < 1 + nonceLength + tagLength)
    throw new Error('The sealed text has a format that this release does not know.');
  const nonce = sealed.subarray(1, 1 + nonceLength);
  const decipher = createDecipheriv(algorithm, key, nonce);
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(sealed.subarray(sealed.length - tagLength));
  const body = sealed.subarray(1 + nonceLength, sealed.length - tagLength);
  return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8');
}

/** What an installation seals its values with, and makes digests with. */
export interface SecretKeys {
  /** Seals. */
  readonly current: string;
  /** Opens what another one sealed, while an installation goes from one key to the next; null: it does not. */
  readonly other: string | null;
  /** Of digests and tokens, which nobody could make anew: it stays when the key changes. */
  readonly lasting: string;
}

/** All of them, for what must not show any. */
export function eachKey({ current, other, lasting }: SecretKeys): readonly string[] {
  return [current, lasting, ...(other === null ? [] : [other])];
}

/** Of an installation that has had one secret key only. */
export function onlyKey(secretKey: string): SecretKeys {
  return { current: secretKey, other: null, lasting: secretKey };
}

/** Seals and opens the values of one purpose: see {@link deriveKey} and {@link seal}. */
export class Sealer {
  readonly #current: Buffer;
  readonly #other: Buffer | null;

  constructor({ current, other }: SecretKeys, purpose: string) {
    this.#current = deriveKey(current, purpose);
    this.#other = other === null ? null : deriveKey(other, purpose);
  }

  seal(text: string, context: string): Buffer {
    return seal(this.#current, text, context);
  }

  /** @throws when the text was sealed under neither key, or in another context, or was changed */
  open(sealed: Buffer, context: string): string {
    if (this.#other === null) return unseal(this.#current, sealed, context);
    return this.#openCurrent(sealed, context) ?? unseal(this.#other, sealed, context);
  }

  /** The same text under the current key. @returns null when it is so already @throws as `open` does */
  reseal(sealed: Buffer, context: string): Buffer | null {
    return this.#openCurrent(sealed, context) === null ? this.seal(this.open(sealed, context), context) : null;
  }

  #openCurrent(sealed: Buffer, context: string): string | null {
    try {
      return unseal(this.#current, sealed, context);
    } catch {
      return null;
    }
  }
}
