import { timingSafeEqual } from 'node:crypto';
import { deriveKey, keyedDigest } from '../../platform/sealing.ts';

/** Lower case, since some mail servers make it so. */
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';
const idBytes = 16;
const signatureBytes = 10;
/** Of what stands behind the plus sign. */
const tokenLength = Math.ceil(((idBytes + signatureBytes) * 8) / 5);
/**
 * An address for each mail, to which it comes back when it cannot be delivered (VERP): `bounces+…@mail.example.com`, with the mail's id
 * and a signature, so that what comes back is about that mail or ignored.
 */
export class ReturnPaths {
  readonly #key: Buffer;
  readonly #local: string;
  readonly #domain: string;

  /** @param address MAIL_BOUNCE_ADDRESS: mail to it with anything behind a plus sign comes to the intake */
  constructor(secretKey: string, address: string) {
    this.#key = deriveKey(secretKey, 'return paths of mails');
    const at = address.lastIndexOf('@');
    this.#local = address.slice(0, at);
    this.#domain = address.slice(at + 1);
  }

  addressFor(deliveryId: string): string {
    const id = Buffer.from(deliveryId.replaceAll('-', ''), 'hex');
    return `${this.#local}+${base32(Buffer.concat([id, this.#signatureOf(id)]))}@${this.#domain}`;
  }

  /** @returns the id of the mail that an address was made for; null for any other address */
  deliveryOf(address: string): string | null {
    const at = address.lastIndexOf('@');
    const local = address.slice(0, at).toLowerCase();
    const start = `${this.#local.toLowerCase()}+`;
    if (!local.startsWith(start) || address.slice(at + 1).toLowerCase() !== this.#domain.toLowerCase()) return null;
    const bytes = fromBase32(local.slice(start.length));
    if (bytes?.length !== idBytes + signatureBytes) return null;
    const id = bytes.subarray(0, idBytes);
    if (!timingSafeEqual(bytes.subarray(idBytes), this.#signatureOf(id))) return null;
    return id.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  }

  #signatureOf(id: Buffer): Buffer {
    return keyedDigest(this.#key, [id.toString('hex')]).subarray(0, signatureBytes);
  }
}

/** RFC 4648, without padding. */
function base32(bytes: Buffer): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet[Number.parseInt(five.padEnd(5, '0'), 2)]).join('');
}

/** Null for what is none of that length and alphabet. */
function fromBase32(text: string): Buffer | null {
  if (text.length !== tokenLength || [...text].some((letter) => !alphabet.includes(letter))) return null;
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = bits.match(/.{8}/g) ?? [];
  return Buffer.from(bytes.map((byte) => Number.parseInt(byte, 2)));
}
