import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inTurns } from './claim-due.ts';

const rows = (partners: string) =>
  [...partners].map((partner_id, index) => ({ partner_id, id: `${partner_id}${index}` }));
const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);

describe('what is due', () => {
  it('is taken in turns: of each partner its oldest, before the second of any', () => {
    const due = inTurns(rows('aaaaab'), { busy: new Map(), most: 5 }, 3);
    expect(idsOf(due)).toEqual(['a0', 'b5', 'a1']);
  });

  it('counts what is under way: whoever has less has the next turn, and nobody has more than may be', () => {
    const busy = new Map([
      ['a', 2],
      ['b', 1],
    ]);
    expect(idsOf(inTurns(rows('aabbc'), { busy, most: 2 }, 10))).toEqual(['c4', 'b2']);
  });

  it('is never more than asked for, never more of a partner than may be under way, and in the order of each partner', () => {
    const partner = fc.constantFrom(...'abcd');
    fc.assert(
      fc.property(
        fc.array(partner),
        fc.array(fc.tuple(partner, fc.nat(6))),
        fc.integer({ min: 1, max: 5 }),
        fc.nat(12),
        (partners, held, most, count) => {
          const all = rows(partners.join(''));
          const busy = new Map(held);
          const due = inTurns(all, { busy, most }, count);
          expect(due.length).toBeLessThanOrEqual(count);
          for (const [name, theirs] of Map.groupBy(due, (row) => row.partner_id)) {
            expect(theirs.length).toBeLessThanOrEqual(Math.max(0, most - (busy.get(name) ?? 0)));
            expect(theirs).toEqual(all.filter((row) => row.partner_id === name).slice(0, theirs.length));
          }
        },
      ),
    );
  });
});
