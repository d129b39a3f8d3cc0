import fc from 'fast-check';
import { expect, test } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { decodeText } from './decode-text.ts';

const mebibyte = 1_048_576;

test('bytes are decoded alike, wherever the pieces end', () => {
  const character = fc.constantFrom('a', '\n', 'ü', '☃', '🦊');
  fc.assert(
    fc.property(fc.nat({ max: 5 }), fc.array(character, { minLength: 1, maxLength: 8 }), (shift, characters) => {
      const text = 'x'.repeat(shift) + characters.join('').repeat(Math.ceil(mebibyte / 2 / characters.length));
      expect(decodeText(Buffer.from(text)) === text).toBe(true);
    }),
    { numRuns: propertyRuns(10) },
  );
});

test('a long text leaves nothing outside of the heap', () => {
  const bytes = Buffer.alloc(2 * mebibyte, 'a');
  const outside = () => {
    const { external, arrayBuffers } = process.memoryUsage();
    return external - arrayBuffers;
  };
  const kept: string[] = [];
  // What else this process does may grow at the same time: it does so in one of the tries, not in all.
  const growths = Array.from({ length: 3 }, () => {
    const before = outside();
    for (let times = 0; times < 10; times++) kept.push(decodeText(bytes));
    return (outside() - before) / mebibyte;
  });
  expect(kept.every(({ length }) => length === bytes.length)).toBe(true);
  expect(Math.min(...growths)).toBeLessThan(2);
});
