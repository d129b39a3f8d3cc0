/** What asks for a page by its query: nothing for the first; then the cursor, or the number where a list has no cursor. */
export interface NextPage {
  readonly cursor?: string;
  readonly page?: number;
  readonly offset?: number;
}

/** The part of a page that says how the list goes on; the lists of the API have it in `data`, in `meta` and `links`. */
interface Continuation {
  readonly next_cursor?: string | null;
  readonly has_more?: boolean;
  readonly total?: number;
  readonly current_page?: number;
  readonly per_page?: number;
}

/** A page of a list. */
export interface Page {
  readonly data?: unknown;
  readonly meta?: unknown;
  readonly links?: { readonly next?: string | null };
}

/**
 * Every item of a list, page after page; a page is asked for when the one before has been gone through.
 * @param read asks for a page: with `next` in its query, which is empty for the first. The cursor of `next` is given by itself as well,
 *   for lists that call it otherwise
 * @param itemsOf what a page holds
 * @throws Error when the list says that more is left and gives no way to it, or answers the same page again: what was given is not all
 */
export async function* each<P extends Page, Item>(
  read: (cursor: string | undefined, next: NextPage) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let next: NextPage | null = {};
  let given = 0;
  let before = '';
  while (next !== null) {
    const page = await read(next.cursor, next);
    const items = itemsOf(page);
    if (isNumbered(next)) {
      const now = JSON.stringify(items);
      if (now === before && items.length > 0)
        throw stuck('answered the same page again: pass on what is given as next');
      before = now;
    } else before = JSON.stringify(items);
    yield* items;
    given += items.length;
    const behind = pageBehind(page, given, items.length);
    if (behind?.cursor !== undefined && behind.cursor === next.cursor)
      throw stuck('gave the cursor that it was asked for: pass on what is given as next');
    next = behind;
  }
}

function isNumbered({ page, offset }: NextPage): boolean {
  return page !== undefined || offset !== undefined;
}

/**
 * @param given how many items there were so far
 * @returns null: there is no more
 */
function pageBehind({ data, meta, links }: Page, given: number, items: number): NextPage | null {
  const places = [data, meta].filter((place) => typeof place === 'object' && place !== null);
  const { next_cursor, has_more, total, current_page = 0, per_page = 0 }: Continuation = Object.assign({}, ...places);
  if (has_more === false) return null;
  if (next_cursor) return { cursor: next_cursor };
  if (next_cursor === null && !has_more) return null;
  if (links?.next) {
    const page = Number(new URL(links.next, 'http://list').searchParams.get('page'));
    if (page > 0) return { page };
  } else if (has_more && next_cursor === undefined && links === undefined && items > 0) return { offset: given };
  const isMoreLeft = has_more || links?.next || Math.max(given, current_page * per_page) < (total ?? 0);
  if (isMoreLeft) throw stuck(`says that there is more behind ${given} items, and gives no way to it`);
  return null;
}

function stuck(what: string): Error {
  return new Error(`The list ${what}.`);
}
