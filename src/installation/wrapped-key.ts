import { randomBytes, type ScryptOptions, scrypt } from 'node:crypto';
import { promisify } from 'node:util';
import { seal, unseal } from '../platform/sealing.ts';

/** A secret key that only a passphrase opens. */
export interface WrappedKey {
  readonly kdf: 'scrypt';
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelization: number;
  /** In base64, as the next. */
  readonly salt: string;
  readonly sealed: string;
}

/** A tenth of a second and 32 MiB for each guess. */
const cost = 2 ** 15;
const blockSize = 8;
const parallelization = 3;
const context = 'secret key of a backup';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

export async function wrapKey(secretKey: string, passphrase: string): Promise<WrappedKey> {
  const salt = randomBytes(16);
  const key = await keyOf(passphrase, salt, { cost, blockSize, parallelization });
  return {
    kdf: 'scrypt',
    cost,
    blockSize,
    parallelization,
    salt: salt.toString('base64'),
    sealed: seal(key, secretKey, context).toString('base64'),
  };
}

/** @returns null when it is another passphrase */
export async function unwrapKey(wrapped: WrappedKey, passphrase: string): Promise<string | null> {
  const key = await keyOf(passphrase, Buffer.from(wrapped.salt, 'base64'), wrapped);
  try {
    return unseal(key, Buffer.from(wrapped.sealed, 'base64'), context);
  } catch {
    return null;
  }
}

function keyOf(passphrase: string, salt: Buffer, wanted: Pick<WrappedKey, 'cost' | 'blockSize' | 'parallelization'>) {
  const { cost: N, blockSize: r, parallelization: p } = wanted;
  return derive(passphrase.normalize('NFC'), salt, 32, { N, r, p, maxmem: 256 * 1_024 * 1_024 });
}
