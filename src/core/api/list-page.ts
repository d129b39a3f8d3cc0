import { z } from 'zod';
import { type BoundedCount, listWindow } from '../operation/list-window.ts';
import { text } from './fields.ts';
import { InvalidInput } from './problems.ts';

/** Where a page begins: after so many rows, or behind a row by its sort keys. */
export type PageStart<Position> = { readonly offset: number } | { readonly after: Position };

/** What the fields of a list say about their limit. */
export const totalField = z.int().meta({
  description: `Counted up to ${listWindow.toLocaleString('en')}; total_is_exact tells whether there are more.`,
});

/** What a list takes besides numbered pages. */
export const cursorField = text(500).optional().meta({
  description:
    'Continues a list behind the page that gave this cursor, under the same filters and order. Takes the place of page numbers and offsets.',
});

const textEncoding = 'base64url';

/** An opaque text for the sort keys of the last row of a page. */
export function encodeCursor(keys: Readonly<Record<string, string | number | null | undefined>>): string {
  return Buffer.from(JSON.stringify(keys)).toString(textEncoding);
}

/**
 * The sort keys in a cursor.
 * @throws InvalidInput when it is not one of the list's own, or comes from another order of it
 */
export function decodeCursor<Position>(cursor: string, position: z.ZodType<Position>): Position {
  const parsed = position.safeParse(jsonOf(cursor));
  if (parsed.success) return parsed.data;
  throw new InvalidInput({
    cursor: ['The cursor field must be a next_cursor of this list, in the same order.'],
  });
}

function jsonOf(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, textEncoding).toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Refuses a page that begins beyond the window, if the list goes on there: an empty page would look like the end.
 * @throws InvalidInput on `field`
 */
export function refuseBeyondWindow(field: string, { isExact }: BoundedCount): void {
  if (isExact) return;
  const entries = listWindow.toLocaleString('en');
  throw new InvalidInput({
    [field]: [
      `The ${field} field reaches the first ${entries} entries of a list only: go on by cursor, or filter the list.`,
    ],
  });
}
