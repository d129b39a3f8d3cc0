/** The part of a page that says how the list goes on; the lists of the API have it in `data` or in `meta`. */
interface Continuation {
  readonly next_cursor?: string | null;
  readonly has_more?: boolean;
}

/** A page of a list that is continued by cursor. */
export interface Page {
  readonly data?: unknown;
  readonly meta?: unknown;
}

/**
 * Every item of a list, page after page; a page is asked for when the one before has been gone through.
 * @param read asks for the page behind a cursor; undefined: for the first one
 * @param itemsOf what a page holds
 */
export async function* each<P extends Page, Item>(
  read: (cursor: string | undefined) => Promise<P>,
  itemsOf: (page: P) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* itemsOf(page);
    cursor = cursorBehind(page);
  } while (cursor !== undefined);
}

function cursorBehind({ data, meta }: Page): string | undefined {
  const places = [data, meta].filter((place): place is Continuation => typeof place === 'object' && place !== null);
  if (places.some(({ has_more }) => has_more === false)) return undefined;
  return places.find(({ next_cursor }) => next_cursor)?.next_cursor ?? undefined;
}
