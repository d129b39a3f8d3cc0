import { timingSafeEqual } from 'node:crypto';
import { deriveKey, keyedDigest } from '../../platform/sealing.ts';
import type { PageStart } from '../operation/paged.ts';
import type { PageEnd } from './list-page.ts';
import { InvalidInput } from './problems.ts';

/** What says where a page lies in a list. All other fields are filters, which a cursor is bound to. */
const placeFields: ReadonlySet<string> = new Set(['cursor', 'limit', 'after', 'offset', 'page', 'per_page']);

const textEncoding = 'base64url';
const digestBytes = 16;

/** What makes and checks the cursors of an installation. */
export function cursorKey(secretKey: string): Buffer {
  return deriveKey(secretKey, 'list cursors');
}

interface AskedList {
  readonly operationId: string;
  readonly partnerId: string;
  /** Parsed; undefined: there are none. */
  readonly params: unknown;
  readonly query: unknown;
}

/**
 * The list that a request asks for, and where in it. A cursor carries the sort keys of the row that it stands behind and a digest over
 * them, the list, its filters and its order: what is none of this list's is refused, so that keys need no other check.
 */
export class AskedPage {
  readonly #key: Buffer;
  readonly #list: AskedList;

  constructor(key: Buffer, list: AskedList) {
    this.#key = key;
    this.#list = list;
  }

  /**
   * The sort keys behind which the page begins, as `end` was given them; null: it begins by a number, or where the list does.
   * @throws InvalidInput when the cursor is none of this list, with these filters and in this order
   */
  after<Position>(): Position | null {
    const { cursor } = (this.#list.query ?? {}) as { readonly cursor?: string };
    if (cursor === undefined) return null;
    const bytes = Buffer.from(cursor, textEncoding);
    const keys = bytes.toString('utf8', digestBytes);
    const digest = bytes.subarray(0, digestBytes);
    if (digest.length === digestBytes && timingSafeEqual(digest, this.#digestOf(keys))) return JSON.parse(keys);
    throw new InvalidInput({
      cursor: ['The cursor field must be a next_cursor of this list, with the same filters and in the same order.'],
    });
  }

  /** Where the page begins. @param offset of a page without a cursor */
  start<Position>(offset: number): PageStart<Position> {
    const after = this.after<Position>();
    return after === null ? { offset } : { after };
  }

  /** @param last sort keys of the page's last row, as JSON has them; null: the list ends with it */
  end(last: object | null): PageEnd {
    if (last === null) return { has_more: false, next_cursor: null };
    const keys = JSON.stringify(last);
    const bytes = Buffer.concat([this.#digestOf(keys), Buffer.from(keys)]);
    return { has_more: true, next_cursor: bytes.toString(textEncoding) };
  }

  /** A page of rows that were read, one more than its limit if there are so many. */
  cut<Row>(
    rows: readonly Row[],
    limit: number,
    keysOf: (row: Row) => object,
  ): { readonly items: readonly Row[]; readonly end: PageEnd } {
    const items = rows.slice(0, limit);
    return { items, end: this.end(rows.length > limit ? keysOf(items.at(-1)!) : null) };
  }

  /**
   * A page of a list that is short by nature, and at hand as a whole.
   * @param keysOf tells a row from all others, and is what they are sorted by
   * @param limit undefined: all that is left
   */
  of<Row>(
    rows: readonly Row[],
    limit: number | undefined,
    keysOf: (row: Row) => SortKeys,
    order: 'ascending' | 'descending' = 'ascending',
  ): { readonly items: readonly Row[]; readonly end: PageEnd } {
    const after = this.after<SortKeys>();
    const direction = order === 'ascending' ? 1 : -1;
    const left = rows
      .filter((row) => after === null || compare(keysOf(row), after) * direction > 0)
      .toSorted((a, b) => compare(keysOf(a), keysOf(b)) * direction);
    return this.cut(left, limit ?? left.length, keysOf);
  }

  #digestOf(keys: string): Buffer {
    const { operationId, partnerId, params, query } = this.#list;
    const filters = Object.entries(query ?? {}).filter(([name]) => !placeFields.has(name));
    const asked = [operationId, partnerId, JSON.stringify([params, filters]), keys];
    return keyedDigest(this.#key, asked).subarray(0, digestBytes);
  }
}

type SortKeys = readonly (string | number)[];

function compare(a: SortKeys, b: SortKeys): number {
  const at = a.findIndex((key, index) => key !== b[index]);
  if (at === -1) return 0;
  return a[at]! < b[at]! ? -1 : 1;
}
