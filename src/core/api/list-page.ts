import { z } from 'zod';
import { text } from './fields.ts';
import { InvalidInput } from './problems.ts';

/** Where a page begins: after so many rows, or behind a row by its sort keys. */
export type PageStart<Position> = { readonly offset: number } | { readonly after: Position };

/** How long a list is, and that it is no estimate: from when it could be. */
export const totalFields = { total: z.int(), total_is_exact: z.literal(true) };

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
