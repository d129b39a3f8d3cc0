import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rarestPiece } from './rarest-piece.ts';

const sample = Array.from({ length: 100 }, (_, index) => `10.0.0.${index}\nserver-${index + 1_000}.example.com\nweb1`);

describe('the rarest piece of a search', () => {
  it.each([
    ['server-777.example', '-777.'],
    ['Server-Q77.EXAMPLE', '-Q77.'],
    ['web1.zanzibar.com', '.zanzibar.'],
    ['shop42.zanzibar.example', '.zanzibar.'],
    ['server-77', undefined],
    ['example.com', undefined],
    ['zanzibar', undefined],
    ['a.b', undefined],
    ['web-züri.wald.example', '.wald.'],
  ])('of %s is %s', (search, piece) => {
    expect(rarestPiece(search, sample)).toBe(piece);
  });

  it('is unknown where nothing is known of the names', () => {
    expect(rarestPiece('server-777.example', null)).toBeUndefined();
  });

  it('stands in every name that the search stands in', () => {
    const part = fc.oneof(
      fc.constantFrom('.', '-', '_', '%', ' ', 'é', '\\', 'ß', 'web', '777'),
      fc.string({ maxLength: 4 }),
    );
    const text = fc.array(part, { maxLength: 8 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (search) => {
        const piece = rarestPiece(search, sample);
        expect(piece === undefined || search.includes(piece)).toBe(true);
      }),
    );
  });
});
