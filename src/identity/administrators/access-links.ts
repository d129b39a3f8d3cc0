import { deriveKey, keyedDigest } from '../../platform/sealing.ts';

/** Where the links that people get by mail lead, on the partner's portal domain. The token stands behind a `#`: no log has it. */
export const accessPaths = {
  invited: '/console/invitation',
  password_reset_requested: '/console/new-password',
} as const;

/**
 * The tokens in links that let people in: to an account they are invited to, or back to one whose password they forgot. A token
 * follows from the id of its link and the secret key, so that a mail that is sent later, or again, carries the same one, though
 * the database only knows its hash.
 */
export class AccessLinks {
  readonly #key: Buffer;

  constructor(secretKey: string) {
    this.#key = deriveKey(secretKey, 'links that let administrators in');
  }

  token(partnerId: string, linkId: string): string {
    return keyedDigest(this.#key, [partnerId, linkId]).toString('base64url');
  }
}
