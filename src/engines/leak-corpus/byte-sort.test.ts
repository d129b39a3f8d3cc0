import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteSorter, type ByteStrings } from './byte-sort.ts';

function byteStrings(texts: readonly Uint8Array[]): ByteStrings {
  const places = new Uint32Array(texts.length * 2);
  let start = 0;
  for (const [item, text] of texts.entries()) {
    // What stands above the low byte of a length is not the sorter's.
    places.set([start, text.length | 0xabcd00], item * 2);
    start += text.length;
  }
  return { bytes: Buffer.concat(texts), places, stride: 2, offset: 0 };
}

// Few letters and common beginnings, so that many texts agree in many bytes.
const letter = fc.integer({ min: 1, max: 3 });
const text = fc
  .tuple(
    fc.constantFrom('', 'aaaaa', 'aaaaaaaaaa', 'aaaab'),
    fc.uint8Array({ maxLength: 8 }),
    fc.array(letter, { maxLength: 12 }),
  )
  .map(([start, any, few]) => Buffer.concat([Buffer.from(start), any.filter((byte) => byte > 0), Buffer.from(few)]));

describe('ByteSorter', () => {
  it('sorts byte strings as Buffer.compare does, and equal ones by the given order', () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 200, size: 'max' }), (texts) => {
        const items = Uint32Array.from(texts.keys());
        // Equal ones: the highest number first.
        new ByteSorter(texts.length).sort(byteStrings(texts), items, 0, items.length, (a, b) => b - a);
        const expected = [...texts.keys()].sort((a, b) => Buffer.compare(texts[a]!, texts[b]!) || b - a);
        expect([...items]).toEqual(expected);
      }),
    );
  });

  it('leaves the items outside of its range where they are', () => {
    const items = Uint32Array.of(3, 2, 1, 0);
    const texts = ['a', 'b', 'c', 'd'].map((letters) => Buffer.from(letters));
    new ByteSorter(2).sort(byteStrings(texts), items, 1, 3, () => 0);
    expect([...items]).toEqual([3, 1, 2, 0]);
  });
});
