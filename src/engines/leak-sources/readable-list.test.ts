import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { readableList } from './readable-list.ts';

const list = readableList(z.object({ name: z.string() }));

describe('a list of entries', () => {
  it('is read without those that are odd', () => {
    expect(list.parse([{ name: 'a' }, { name: 1 }, { name: 'b', more: true }])).toEqual([{ name: 'a' }, { name: 'b' }]);
    expect(list.parse([])).toEqual([]);
  });

  it('of which most are odd is not the list that was asked for', () => {
    expect(list.safeParse([{ title: 'a' }, { name: 1 }, { name: 'b' }]).success).toBe(false);
    expect(list.safeParse({ name: 'a' }).success).toBe(false);
  });

  it('may be odd as a whole where it is said so', () => {
    expect(readableList(z.string(), 0).parse([1, null])).toEqual([]);
  });
});
