import { deriveKey, seal, unseal } from '../../platform/sealing.ts';
import type { Administrator } from './administrator-record.ts';

/** Keys of second factors, sealed: a copy of the database alone makes no codes. */
export class TotpVault {
  readonly #key: Buffer;

  constructor(secretKey: string) {
    this.#key = deriveKey(secretKey, 'second factors of administrators');
  }

  seal(partnerId: string, administratorId: string, totpKey: string): Buffer {
    return seal(this.#key, totpKey, `${partnerId} ${administratorId}`);
  }

  /** @throws when there is none, or it was sealed for another administrator */
  open(partnerId: string, administrator: Pick<Administrator, 'id' | 'totp_key'>): string {
    if (administrator.totp_key === null) throw new Error('The administrator has no second factor.');
    return unseal(this.#key, administrator.totp_key, `${partnerId} ${administrator.id}`);
  }
}
