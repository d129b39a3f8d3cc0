import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { each, type NextPage, type Page } from './pages.ts';

type ListPage = Page & { readonly data: readonly number[] | { readonly items: readonly number[] } };

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

  const read = async (list: (next: NextPage) => ListPage) => {
    const items: unknown[] = [];
    const page = async (_cursor: string | undefined, next: NextPage) => list(next);
    for await (const item of each(page, ({ data }) => ('items' in data ? data.items : data))) items.push(item);
    return items;
  };
  it.each<[string, (next: NextPage) => ListPage]>([
    ['has_more and no cursor', () => ({ data: { items: [1], next_cursor: null, has_more: true } })],
    ['has_more and an empty page', () => ({ data: { items: [], has_more: true } })],
    [
      'a total beyond its last page',
      () => ({ data: [1], links: { next: null }, meta: { current_page: 1, per_page: 1, total: 5 } }),
    ],
    ['a total and nothing else', () => ({ data: { items: [1], total: 2 } })],
    ['has_more and nothing else', () => ({ data: { items: [1, 2], has_more: true } })],
    ['a page behind, which only a link leads to', () => ({ data: [1], links: { next: '/x?page=2' } })],
    ['the same cursor again', () => ({ data: { items: [1], next_cursor: 'c', has_more: true } })],
  ])('throws rather than end early or never, where a list has %s', async (_name, list) => {
    await expect(read(list)).rejects.toThrow(/^The list /);
  });
});
