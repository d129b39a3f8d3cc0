import { deriveKey, keyedDigest, seal, unseal } from '../../platform/sealing.ts';

/**
 * What is done to identities and secrets before they are stored (decisions §5.6): digests tell one from another, seals can be
 * opened with the secret key only. Every partner has keys of its own.
 */
export class IdentityVault {
  readonly #secretKey: string;

  constructor(secretKey: string) {
    this.#secretKey = secretKey;
  }

  /** Digests for one partner's findings. */
  digester(partnerId: string): (parts: readonly (string | null)[]) => string {
    const key = deriveKey(this.#secretKey, `finding digest ${partnerId}`);
    return (parts) => keyedDigest(key, parts).toString('hex');
  }

  /** Seals the identity of one finding, so that it can be opened for that finding only. */
  sealer(partnerId: string): (findingId: string, identity: string) => Buffer {
    const key = this.#sealingKey(partnerId);
    return (findingId, identity) => seal(key, identity, findingId);
  }

  /** @throws when the seal is not of that finding */
  opener(partnerId: string): (findingId: string, sealed: Buffer) => string {
    const key = this.#sealingKey(partnerId);
    return (findingId, sealed) => unseal(key, sealed, findingId);
  }

  #sealingKey(partnerId: string): Buffer {
    return deriveKey(this.#secretKey, `finding identity ${partnerId}`);
  }
}
