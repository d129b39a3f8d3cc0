import { z } from 'zod';

/** Links of a page in a list (decisions §2.10). */
export const pageLinks = z.strictObject({
  first: z.url(),
  last: z.url(),
  prev: z.url().nullable(),
  next: z.url().nullable(),
});

/** A page of a list; the cursors are there where the list goes on by them. */
interface Page {
  readonly number: number;
  readonly perPage: number;
  readonly total: number;
  /** The page was asked for by this cursor: it has no number, and nothing leads back from it. */
  readonly cursor?: string | undefined;
  /** Leads on behind the page. */
  readonly nextCursor?: string | null;
}

/**
 * Absolute links of a page in a list; `prev` and `next` are null at the ends. The query's filters are kept. Behind the last
 * page that has a number, `next` goes on by cursor.
 */
export function pageLinksOf(
  url: string,
  query: Readonly<Record<string, string | number | undefined>>,
  { number, perPage, total, cursor, nextCursor = null }: Page,
) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const link = (position: { page?: number; cursor?: string }) => {
    const parameters = Object.entries({ ...query, page: undefined, cursor: undefined, ...position }).flatMap(
      ([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]]),
    );
    return `${url}?${new URLSearchParams(parameters)}`;
  };
  const hasNumberedNext = cursor === undefined && number < lastPage;
  const nextByCursor = nextCursor === null ? null : link({ cursor: nextCursor });
  return {
    first: link({ page: 1 }),
    last: link({ page: lastPage }),
    prev: cursor === undefined && number > 1 ? link({ page: Math.min(number - 1, lastPage) }) : null,
    next: hasNumberedNext ? link({ page: number + 1 }) : nextByCursor,
  };
}
