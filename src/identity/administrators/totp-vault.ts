import { Sealer, type SecretKeys } from '../../platform/sealing.ts';
import type { Administrator } from './administrator-record.ts';

/** Keys of second factors, sealed: a copy of the database alone makes no codes. */
export class TotpVault {
  readonly #sealer: Sealer;

  constructor(keys: SecretKeys) {
    this.#sealer = new Sealer(keys, 'second factors of administrators');
  }

  seal(partnerId: string, administratorId: string, totpKey: string): Buffer {
    return this.#sealer.seal(totpKey, `${partnerId} ${administratorId}`);
  }

  /** @throws when there is none, or it was sealed for another administrator */
  open(partnerId: string, administrator: Pick<Administrator, 'id' | 'totp_key'>): string {
    if (administrator.totp_key === null) throw new Error('The administrator has no second factor.');
    return this.#sealer.open(administrator.totp_key, `${partnerId} ${administrator.id}`);
  }

  /** @returns null when it is sealed under the current key already */
  reseal(partnerId: string, id: string, totpKey: Buffer): Buffer | null {
    return this.#sealer.reseal(totpKey, `${partnerId} ${id}`);
  }
}
