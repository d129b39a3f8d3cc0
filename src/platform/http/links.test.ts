import { describe, expect, it } from 'vitest';
import { pageLinksOf } from './links.ts';

const url = 'https://portal.example.com/api/v1/endpoints';
const links = (number: number, total: number, query: Record<string, string | number | undefined> = {}) =>
  pageLinksOf(url, query, { number, perPage: 10, total });

describe('links of a page', () => {
  it('name its neighbours, and the ends', () => {
    expect(links(2, 25)).toEqual({
      first: `${url}?page=1`,
      last: `${url}?page=3`,
      prev: `${url}?page=1`,
      next: `${url}?page=3`,
    });
  });

  it('have no neighbour at the ends, also when the last page is full', () => {
    expect(links(1, 25)).toMatchObject({ prev: null, next: `${url}?page=2` });
    expect(links(3, 30)).toMatchObject({ last: `${url}?page=3`, prev: `${url}?page=2`, next: null });
  });

  it('lead back from beyond the end, and an empty list has one page', () => {
    expect(links(9, 25)).toMatchObject({ prev: `${url}?page=3`, next: null });
    expect(links(1, 0)).toEqual({ first: `${url}?page=1`, last: `${url}?page=1`, prev: null, next: null });
  });

  it('keep the filters, escaped, and leave out what was not given', () => {
    const { next } = links(1, 25, { search: 'a&b=c d', status: undefined, per_page: 10 });
    expect(next).toBe(`${url}?search=a%26b%3Dc+d&per_page=10&page=2`);
  });
});
