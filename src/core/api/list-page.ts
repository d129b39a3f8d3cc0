import { z } from 'zod';
import { pageLinksOf } from '../../platform/http/links.ts';
import { integer, text, uuid } from './fields.ts';

/** How long a list is, and that it is no estimate: from when it could be. */
export const totalFields = { total: z.int(), total_is_exact: z.literal(true) };

/** What every list takes besides its limit, to go on behind a page (decisions §10.9). */
export const cursorField = text(3_000).optional().meta({
  description:
    'Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets.',
});

/** What a log takes besides `after`: its cursors are ids, which may be kept. */
export const logCursorField = uuid.optional().meta({ description: 'The same as `after`, and takes its place.' });

/** What every list answers, so that clients go through it by cursor (decisions §10.9). */
export const pageFields = { has_more: z.boolean(), next_cursor: z.string().nullable() };

/** How a page ends. */
export type PageEnd = z.output<z.ZodObject<typeof pageFields>>;

/** What a list takes that is short by nature: it is told as a whole, unless it is asked for in pages. */
export const shortListQuery = {
  limit: integer(1, 100).optional().meta({ description: 'How many entries a page has. Left out: all are told.' }),
  cursor: cursorField,
};

/** What a list with numbered pages takes. */
export const numberedQuery = {
  per_page: integer(1, 100).default(15),
  page: integer(1).default(1),
  limit: integer(1, 100).optional().meta({ description: 'Takes the place of `per_page`.' }),
  cursor: cursorField,
};

/** `meta` of a numbered page. */
export const numberedMeta = { current_page: z.int(), per_page: z.int(), total: z.int(), ...pageFields };

type NumberedQuery = z.output<z.ZodObject<typeof numberedQuery>>;

/** `links` and `meta` of a numbered page, which leads on by cursor, too. */
export function numberedPage(url: string, query: NumberedQuery, total: number, next: PageEnd) {
  const { page: number, cursor } = query;
  const perPage = sizeOf(query);
  return {
    links: pageLinksOf(url, query, { number, perPage, total, cursor, nextCursor: next.next_cursor }),
    meta: { current_page: number, per_page: perPage, total, ...next },
  };
}

/** How many rows a page has, and how many there are before it. */
export function numberedCut(query: NumberedQuery): { readonly limit: number; readonly offset: number } {
  return { limit: sizeOf(query), offset: (query.page - 1) * sizeOf(query) };
}

function sizeOf({ limit, per_page: perPage }: NumberedQuery): number {
  return limit ?? perPage;
}
