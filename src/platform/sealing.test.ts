import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveKey, keyedDigest, seal, unseal } from './sealing.ts';

const secretKey = 'a secret key that only tests ever use';
const key = deriveKey(secretKey, 'test');

describe('deriveKey', () => {
  it('gives each purpose and each secret key a key of its own, always the same', () => {
    const others = [deriveKey(secretKey, 'other'), deriveKey(`${secretKey}!`, 'test')];
    expect(deriveKey(secretKey, 'test')).toEqual(key);
    expect(key).toHaveLength(32);
    for (const other of others) expect(other).not.toEqual(key);
  });
});

describe('keyedDigest', () => {
  const lists = fc.array(fc.option(fc.string({ maxLength: 6 })), { maxLength: 4 });

  it('is the same for equal lists only, however their parts could be joined', () => {
    fc.assert(
      fc.property(lists, lists, (a, b) => {
        const same = JSON.stringify(a) === JSON.stringify(b);
        expect(keyedDigest(key, a).equals(keyedDigest(key, b))).toBe(same);
      }),
    );
    expect(keyedDigest(key, ['a;1:b'])).not.toEqual(keyedDigest(key, ['a', 'b']));
    expect(keyedDigest(key, [null])).not.toEqual(keyedDigest(key, ['-']));
  });

  it('depends on the key', () => {
    expect(keyedDigest(deriveKey(secretKey, 'other'), ['a'])).not.toEqual(keyedDigest(key, ['a']));
  });
});

describe('seal', () => {
  it('can be opened with its key and context, and hides the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.string({ maxLength: 20 }), (text, context) => {
        const sealed = seal(key, text, context);
        expect(unseal(key, sealed, context)).toBe(text);
        if (Buffer.byteLength(text) > 4) expect(sealed.includes(text)).toBe(false);
      }),
    );
  });

  it('never gives the same text twice', () => {
    expect(seal(key, 'ada@example.com', 'row')).not.toEqual(seal(key, 'ada@example.com', 'row'));
  });

  it.each<[string, (sealed: Buffer) => string]>([
    ['another key', (sealed) => unseal(deriveKey(secretKey, 'other'), sealed, 'row')],
    ['another context', (sealed) => unseal(key, sealed, 'another row')],
    [
      'a changed byte',
      (sealed) => unseal(key, Buffer.from(sealed.map((byte, at) => (at === 14 ? byte ^ 1 : byte))), 'row'),
    ],
    ['another version', (sealed) => unseal(key, Buffer.concat([Buffer.from([2]), sealed.subarray(1)]), 'row')],
    ['a text that is cut off', (sealed) => unseal(key, sealed.subarray(0, 20), 'row')],
  ])('cannot be opened with %s', (_what, open) => {
    expect(() => open(seal(key, 'ada@example.com', 'row'))).toThrow();
  });
});
