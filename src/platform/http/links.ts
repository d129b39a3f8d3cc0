import { z } from 'zod';

/** Links of a page in a list (decisions §2.10). */
export const pageLinks = z.strictObject({
  first: z.url(),
  last: z.url(),
  prev: z.url().nullable(),
  next: z.url().nullable(),
});

/** Absolute links of a page in a list; `prev` and `next` are null at the ends. The query's filters are kept. */
export function pageLinksOf(
  url: string,
  query: Readonly<Record<string, string | number | undefined>>,
  page: { readonly number: number; readonly perPage: number; readonly total: number },
) {
  const lastPage = Math.max(1, Math.ceil(page.total / page.perPage));
  const link = (number: number) => {
    const parameters = Object.entries({ ...query, page: number }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    );
    return `${url}?${new URLSearchParams(parameters)}`;
  };
  return {
    first: link(1),
    last: link(lastPage),
    prev: page.number > 1 ? link(Math.min(page.number - 1, lastPage)) : null,
    next: page.number < lastPage ? link(page.number + 1) : null,
  };
}
