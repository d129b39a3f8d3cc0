import { timingSafeEqual } from 'node:crypto';
import { deriveKey, keyedDigest } from '../../platform/sealing.ts';

/** Where the links in mails lead, on the partner's portal domain. */
export const confirmationPath = '/mail/confirm';
export const unsubscribePath = '/mail/unsubscribe';
export const endSummariesPath = '/mail/end-weekly-summary';
export const alertPath = '/mail/alert';
export const testMailPath = '/mail/test';

const uuidPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/;

/**
 * The tokens in the links of mails. They follow from ids and the secret key, so that a mail that is sent later, or again,
 * carries the same link, though the database only knows the hash of it.
 */
export class MailLinks {
  readonly #confirmationKey: Buffer;
  readonly #unsubscribeKey: Buffer;
  readonly #alertKey: Buffer;
  readonly #testKey: Buffer;

  constructor(secretKey: string) {
    this.#confirmationKey = deriveKey(secretKey, 'notification confirmation');
    this.#unsubscribeKey = deriveKey(secretKey, 'notification unsubscribe');
    this.#alertKey = deriveKey(secretKey, 'notification alert');
    this.#testKey = deriveKey(secretKey, 'notification test');
  }

  /** Of a delivery that asks its address to confirm. */
  confirmationToken(partnerId: string, deliveryId: string): string {
    return keyedDigest(this.#confirmationKey, [partnerId, deliveryId]).toString('base64url');
  }

  /** Good for as long as the recipient: whoever finds an old mail can still unsubscribe by it. */
  unsubscribeToken(partnerId: string, recipientId: string): string {
    return `${recipientId}.${keyedDigest(this.#unsubscribeKey, [partnerId, recipientId]).toString('base64url')}`;
  }

  /** @returns the recipient's id; null for a token that is not ours, or another partner's */
  readUnsubscribeToken(partnerId: string, token: string): string | null {
    return readSigned(this.#unsubscribeKey, partnerId, 1, token)?.[0] ?? null;
  }

  /** Of the link by which the reader of a test mail says that it has arrived. */
  testToken(partnerId: string, deliveryId: string): string {
    return `${deliveryId}.${keyedDigest(this.#testKey, [partnerId, deliveryId]).toString('base64url')}`;
  }

  /** @returns the delivery's id; null for a token that is not ours, or another partner's */
  readTestToken(partnerId: string, token: string): string | null {
    return readSigned(this.#testKey, partnerId, 1, token)?.[0] ?? null;
  }

  /** Of the link that a mail carries to an alert: for whom it is and for how long follows from the mail. */
  alertToken(partnerId: string, mailId: string, alertId: string): string {
    const signature = keyedDigest(this.#alertKey, [partnerId, mailId, alertId]);
    return [mailId, alertId, signature.toString('base64url')].join('.');
  }

  /** @returns null for a token that is not ours, or another partner's */
  readAlertToken(partnerId: string, token: string): { readonly mailId: string; readonly alertId: string } | null {
    const ids = readSigned(this.#alertKey, partnerId, 2, token);
    return ids && { mailId: ids[0]!, alertId: ids[1]! };
  }
}

/** The ids of a token, if its signature is theirs. */
function readSigned(key: Buffer, partnerId: string, count: number, token: string): readonly string[] | null {
  const parts = token.split('.');
  const ids = parts.slice(0, count);
  if (parts.length !== count + 1 || !ids.every((id) => uuidPattern.test(id))) return null;
  const expected = keyedDigest(key, [partnerId, ...ids]);
  const given = Buffer.from(parts[count]!, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected) ? ids : null;
}
