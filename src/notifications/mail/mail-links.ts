import { timingSafeEqual } from 'node:crypto';
import { deriveKey, keyedDigest } from '../../platform/sealing.ts';

/** Where the links in mails lead, on the partner's portal domain. */
export const confirmationPath = '/mail/confirm';
export const unsubscribePath = '/mail/unsubscribe';

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * The tokens in the links of mails. They follow from ids and the secret key, so that a mail that is sent later, or again,
 * carries the same link, though the database only knows the hash of it.
 */
export class MailLinks {
  readonly #confirmationKey: Buffer;
  readonly #unsubscribeKey: Buffer;

  constructor(secretKey: string) {
    this.#confirmationKey = deriveKey(secretKey, 'notification confirmation');
    this.#unsubscribeKey = deriveKey(secretKey, 'notification unsubscribe');
  }

  /** Of a delivery that asks its address to confirm. */
  confirmationToken(partnerId: string, deliveryId: string): string {
    return keyedDigest(this.#confirmationKey, [partnerId, deliveryId]).toString('base64url');
  }

  /** Good for as long as the recipient: whoever finds an old mail can still unsubscribe by it. */
  unsubscribeToken(partnerId: string, recipientId: string): string {
    return `${recipientId}.${this.#signature(partnerId, recipientId).toString('base64url')}`;
  }

  /** @returns the recipient's id; null for a token that is not ours, or another partner's */
  readUnsubscribeToken(partnerId: string, token: string): string | null {
    const [recipientId = '', signature = '', ...rest] = token.split('.');
    if (!uuidPattern.test(recipientId) || rest.length > 0) return null;
    const expected = this.#signature(partnerId, recipientId);
    const given = Buffer.from(signature, 'base64url');
    return given.length === expected.length && timingSafeEqual(given, expected) ? recipientId : null;
  }

  #signature(partnerId: string, recipientId: string): Buffer {
    return keyedDigest(this.#unsubscribeKey, [partnerId, recipientId]);
  }
}
