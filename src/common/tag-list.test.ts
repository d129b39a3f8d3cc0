import fc from 'fast-check';
import { expect, it } from 'vitest';
import { tagsOf } from './tag-list.ts';
import { propertyRuns } from './testing/property-runs.ts';

it.each([
  ['v=DMARC1; p=none', { v: 'DMARC1', p: 'none' }],
  [' V = DMARC1 ;p=none;', { v: 'DMARC1', p: 'none' }],
  ['v=DKIM1;p=a b\t=c', { v: 'DKIM1', p: 'a b\t=c' }],
  ['p=;p=x', { p: 'x' }],
  ['p;=x; ;a b=c', {}],
  ['', {}],
])('%j has tags', (record, expected) => {
  expect(Object.fromEntries(tagsOf(record))).toEqual(expected);
});

it('is read whatever stands there', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (record) => {
      for (const [name, value] of tagsOf(record))
        expect([name, value]).toEqual([name.trim().toLowerCase(), value.trim()]);
    }),
    { numRuns: propertyRuns(200) },
  );
});
