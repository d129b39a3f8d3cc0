/** What a JSON value is made of: types by key, and never a value. */
type Shape = string | readonly Shape[] | { readonly [key: string]: Shape };

/** Of one body; what is beyond is counted, not shown. */
const bounds = { depth: 4, keys: 40, values: 200, keyLength: 40 };

/** In place of what is not shown. A key may be anything that was sent, too: only what looks like a name is shown. */
export const hidden = '…';
const namePattern = /^[\w.[\]-]+$/;

/** A name that a client has chosen, if it can be shown. */
export function shownName(name: string): string {
  return name.length <= bounds.keyLength && namePattern.test(name) ? name : hidden;
}

/** The types of a body: `{client_id: 'integer', ports: ['integer', '… 3 more']}`. */
export function shapeOf(body: object): { readonly [key: string]: Shape } {
  let left = bounds.values;
  return objectShape(body, 1);

  function shape(value: unknown, depth: number): Shape {
    left -= 1;
    if (Array.isArray(value)) return depth > bounds.depth || left <= 0 ? 'array' : arrayShape(value, depth);
    if (typeof value === 'object' && value !== null)
      return depth > bounds.depth || left <= 0 ? 'object' : objectShape(value, depth);
    if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
    return value === null ? 'null' : typeof value;
  }

  function arrayShape(values: readonly unknown[], depth: number): Shape {
    if (values.length === 0) return [];
    const first = shape(values[0], depth + 1);
    return values.length === 1 ? [first] : [first, more(values.length - 1)];
  }

  function objectShape(value: object, depth: number): { readonly [key: string]: Shape } {
    const members: Record<string, Shape> = {};
    let shown = 0;
    for (const key in value) {
      if (shown === bounds.keys || left <= 0) return { ...members, [hidden]: more(Object.keys(value).length - shown) };
      // A key that is called like a part of every object must stay a key.
      Object.defineProperty(members, shownName(key), {
        value: shape((value as Record<string, unknown>)[key], depth + 1),
        enumerable: true,
        configurable: true,
      });
      shown += 1;
    }
    return members;
  }
}

function more(count: number): string {
  return `${hidden} ${count} more`;
}
