/** What asks for a page by its query: nothing for the first. */
export interface NextPage {
  readonly cursor?: string;
}

/** The part of a page that says how the list goes on; the lists of the API have it in `data` or in `meta`. */
interface Continuation {
  readonly next_cursor?: string | null;
  readonly has_more?: boolean;
  readonly total?: number;
}

/** A page of a list. */
export interface Page {
  readonly data?: unknown;
  readonly meta?: unknown;
  readonly links?: { readonly next?: string | null };
}

/**
 * Every item of a list, page after page; a page is asked for when the one before has been gone through.
 * @param read asks for a page: with `next` in its query, which is empty for the first. The cursor of `next` is given by itself as well
 * @param itemsOf what a page holds
 * @throws Error when the list says that more is left and gives no way to it, or answers the same page again: what was given is not all
 */
export async function* each<P extends Page, Item>(
  read: (cursor: string | undefined, next: NextPage) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  let given = 0;
  do {
    const page = await read(cursor, cursor === undefined ? {} : { cursor });
    const items = itemsOf(page);
    yield* items;
    given += items.length;
    const next = cursorBehind(page, given);
    if (next !== undefined && next === cursor)
      throw stuck('gave the cursor that it was asked for: pass on what is given as next');
    cursor = next;
  } while (cursor !== undefined);
}

/**
 * @param given how many items there were so far
 * @returns undefined: there is no more
 */
function cursorBehind({ data, meta, links }: Page, given: number): string | undefined {
  const places = [data, meta].filter((place) => typeof place === 'object' && place !== null);
  const { next_cursor, has_more, total = 0 }: Continuation = Object.assign({}, ...places);
  // A log has a cursor behind its last page, too, to go on from later.
  if (has_more === false) return undefined;
  if (next_cursor) return next_cursor;
  const isUntold = next_cursor === undefined && given < total;
  if (has_more || links?.next || isUntold)
    throw stuck(`says that there is more behind ${given} items, and gives no way to it`);
  return undefined;
}

function stuck(what: string): Error {
  return new Error(`The list ${what}.`);
}
