import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { JsonDocument } from './json-document.ts';
import { maxLineBytes } from './line-batches.ts';
import type { Reshaper } from './reshaper.ts';
import { SqlDump } from './sql-dump.ts';

const kinds: readonly (readonly [name: string, make: () => Reshaper])[] = [
  ['JSON', () => new JsonDocument()],
  ['SQL', () => new SqlDump(true)],
  ['SQL without escapes', () => new SqlDump(false)],
];

function reshape(make: () => Reshaper, text: string, cuts: readonly number[] = []): string {
  const reshaper = make();
  const bytes = Buffer.from(text);
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).toSorted((a, b) => a - b), bytes.length];
  const parts = places.slice(1).map((end, index) => reshaper.push(Uint8Array.from(bytes.subarray(places[index], end))));
  return Buffer.concat([...parts, reshaper.finish()]).toString();
}

const piece = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '\n',
    ' ',
    '"email"',
    '"a@example.com"',
    '"password": "x"',
    '1.5e3',
    'null',
  ],
  ...[
    'INSERT INTO u (email, pass) VALUES ',
    "('a@example.com', 'x')",
    "'",
    "''",
    "\\'",
    '(',
    ')',
    ';',
    '-- no\n',
    '/* no */',
  ],
  ...['CREATE TABLE u (id int, email text)', 'COPY u (email) FROM stdin;\n', '\t', '\\N', '\\.\n', 'é', '`', '#'],
);
const anyText = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

describe.each(kinds)('%s', (_name, make) => {
  it('says the same wherever its text is cut', () => {
    fc.assert(
      fc.property(anyText, fc.array(fc.nat(2_000), { maxLength: 8 }), (text, cuts) => {
        expect(reshape(make, text, cuts)).toBe(reshape(make, text));
      }),
      { numRuns: propertyRuns(300) },
    );
  });

  it('has no line that is longer than lines may be, and none that is two', () => {
    const long = 'x'.repeat(3 * maxLineBytes);
    const texts = [
      `[{"email":"${long}@example.com","password":"${long}"}, {"email":"a@example.com","url":"${long}"}]`,
      `INSERT INTO u (email, pass, url) VALUES ('${long}', '${long}', '${long}'), ('a@example.com', 'b\n', 'c');`,
    ];
    for (const text of texts) {
      for (const line of reshape(make, text).split('\n')) {
        expect(line.length).toBeLessThanOrEqual(maxLineBytes);
        if (line !== '') expect(() => JSON.parse(line)).not.toThrow();
      }
    }
  });
});

describe('a document around many records', () => {
  it('gives them out as they come, whatever stands around them', () => {
    const document = new JsonDocument();
    expect(document.push(Buffer.from('{"site":"shop.example.com","a":[')).length).toBe(0);
    for (let n = 0; n < 100; n += 1) {
      const line = Buffer.from(
        document.push(Buffer.from(`{"email":"a${n}@example.com","x":{"y":[1,2,{"z":"${'w'.repeat(100)}"}]}},`)),
      );
      expect(JSON.parse(line.toString().split('\n').at(-2)!)).toEqual({
        email: `a${n}@example.com`,
        site: 'shop.example.com',
      });
    }
  });
});
