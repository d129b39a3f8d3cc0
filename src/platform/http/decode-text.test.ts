import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeText } from './decode-text.ts';

const mebibyte = 1_048_576;

test('bytes are decoded alike, wherever the pieces end', () => {
  const character = fc.constantFrom('a', '\n', 'ü', '☃', '🦊');
  fc.assert(
    fc.property(fc.nat({ max: 5 }), fc.array(character, { minLength: 1, maxLength: 8 }), (shift, characters) => {
      const text = 'x'.repeat(shift) + characters.join('').repeat(Math.ceil(mebibyte / 2 / characters.length));
      expect(decodeText(Buffer.from(text)) === text).toBe(true);
    }),
    { numRuns: 10 },
  );
});

test('a long text leaves nothing outside of the heap', () => {
  const bytes = Buffer.alloc(2 * mebibyte, 'a');
  const outside = () => process.memoryUsage().external - process.memoryUsage().arrayBuffers;
  const before = outside();
  const texts = Array.from({ length: 10 }, () => decodeText(bytes));
  expect(texts.map(({ length }) => length)).toEqual(texts.map(() => bytes.length));
  expect((outside() - before) / mebibyte).toBeLessThan(2);
});
