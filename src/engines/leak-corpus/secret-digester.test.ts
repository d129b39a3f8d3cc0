import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretDigester } from './secret-digester.ts';

function digestsOf(key: Uint8Array, secrets: readonly Uint8Array[]): string[] {
  const digests: string[] = [];
  const digester = new SecretDigester(key, (slot, high, low) => {
    digests[slot] = [high, low].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
  });
  for (const [slot, secret] of secrets.entries()) digester.add(slot, secret, 0, secret.length);
  digester.flush();
  return digests;
}

const key = fc.uint8Array({ minLength: 32, maxLength: 64 });
// Around 55 bytes a message begins to need a second block.
const secret = fc.oneof(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ minLength: 50, maxLength: 140 }));

describe('a digest of a secret', () => {
  it('is its HMAC-SHA-256, cut to eight bytes, however many secrets are digested together', () => {
    fc.assert(
      fc.property(key, fc.array(secret, { maxLength: 23 }), (anyKey, secrets) => {
        const expected = secrets.map((one) => createHmac('sha256', anyKey).update(one).digest('hex').slice(0, 16));
        expect(digestsOf(anyKey, secrets)).toEqual(expected);
      }),
    );
  });

  it('is of the bytes between start and end only', () => {
    let digest = '';
    const digester = new SecretDigester(Buffer.alloc(32, 7), (_slot, high) => {
      digest = (high >>> 0).toString(16);
    });
    digester.add(0, Buffer.from('mail:secret\n'), 5, 11);
    digester.flush();
    expect(digest).toBe(
      createHmac('sha256', Buffer.alloc(32, 7)).update('secret').digest().readUInt32BE().toString(16),
    );
  });
});
