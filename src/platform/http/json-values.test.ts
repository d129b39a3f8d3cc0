import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasMoreValues } from './json-values.ts';

/** Lists, objects and what follows another value in one, by the parsed value. */
function valuesIn(value: unknown): number {
  if (value === null || typeof value !== 'object') return 0;
  const members = Object.values(value);
  return 1 + Math.max(0, members.length - 1) + members.reduce((sum: number, member) => sum + valuesIn(member), 0);
}

describe('hasMoreValues', () => {
  it('counts what parsing would make, whatever stands in strings', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const values = valuesIn(JSON.parse(text));
        const bytes = Buffer.from(text);
        expect([hasMoreValues(bytes, values), values > 0 && hasMoreValues(bytes, values - 1)]).toEqual([
          false,
          values > 0,
        ]);
      }),
    );
  });

  it.each([
    ['"[[[{{{,,,\\"[[["', 0],
    ['{"\\\\":[1,"\\\\\\"]",2]}', 4],
    ['"[,', 0],
    ['"\\', 0],
  ])('takes %s for %d', (text, values) => {
    expect(hasMoreValues(Buffer.from(text), values)).toBe(false);
    if (values > 0) expect(hasMoreValues(Buffer.from(text), values - 1)).toBe(true);
  });
});
