import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { each } from './pages.ts';

describe('each', () => {
  it('gives every item of every page once, in order, wherever a list has its cursor', async () => {
    const anyList = fc.record({
      pages: fc.array(fc.array(fc.integer(), { maxLength: 3 }), { minLength: 1, maxLength: 6 }),
      place: fc.constantFrom('data', 'meta'),
      saysMore: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(anyList, async ({ pages, place, saysMore }) => {
        const asked: (string | undefined)[] = [];
        const items: number[] = [];
        const read = async (cursor: string | undefined) => {
          asked.push(cursor);
          const index = Number(cursor ?? 0);
          const isLast = index === pages.length - 1;
          // A log has a cursor behind its last page too, to go on from later.
          const next = isLast && !saysMore ? null : String(index + 1);
          const more = { next_cursor: next, ...(saysMore && { has_more: !isLast }) };
          return { data: { items: pages[index]!, ...(place === 'data' && more) }, meta: place === 'meta' ? more : {} };
        };
        for await (const item of each(read, ({ data }) => data.items)) items.push(item);
        expect(items).toEqual(pages.flat());
        expect(asked.length).toBe(pages.length);
      }),
    );
  });
});
