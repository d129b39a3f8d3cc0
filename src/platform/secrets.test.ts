import { expect, it } from 'vitest';
import { hashSecret } from './secrets.ts';

it('stores of a secret its SHA-256 (test vector of FIPS 180-2)', () => {
  expect(hashSecret('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
