import { deriveKey, keyedDigest, Sealer, type SecretKeys } from '../../platform/sealing.ts';

/**
 * What is done to identities and secrets before they are stored (decisions §5.6): digests tell one from another, seals can be
 * opened with the secret key only. Every partner has keys of its own.
 */
export class IdentityVault {
  readonly #keys: SecretKeys;

  constructor(keys: SecretKeys) {
    this.#keys = keys;
  }

  /** Digests for one partner's findings. */
  digester(partnerId: string): (parts: readonly (string | null)[]) => string {
    const key = deriveKey(this.#keys.lasting, `finding digest ${partnerId}`);
    return (parts) => keyedDigest(key, parts).toString('hex');
  }

  /** Seals the identity of one finding, so that it can be opened for that finding only. */
  sealer(partnerId: string): (findingId: string, identity: string) => Buffer {
    const sealer = this.#sealer(partnerId);
    return (findingId, identity) => sealer.seal(identity, findingId);
  }

  /** @throws when the seal is not of that finding */
  opener(partnerId: string): (findingId: string, sealed: Buffer) => string {
    const sealer = this.#sealer(partnerId);
    return (findingId, sealed) => sealer.open(sealed, findingId);
  }

  /** @returns null when it is sealed under the current key already */
  reseal(partnerId: string, findingId: string, sealed: Buffer): Buffer | null {
    return this.#sealer(partnerId).reseal(sealed, findingId);
  }

  #sealer(partnerId: string): Sealer {
    return new Sealer(this.#keys, `finding identity ${partnerId}`);
  }
}
