/** A port, or an address as a number. */
export type Point = number | bigint;

/** Sorted, disjoint, half-open intervals one after another: `[start, end, start, end, …]`. Never changed once made. */
export type Intervals<P extends Point> = readonly P[];

/** Intervals from pairs in any order, which may overlap. */
export function toIntervals<P extends Point>(pairs: readonly (readonly [start: P, end: P])[]): Intervals<P> {
  const sorted = pairs.filter(([start, end]) => start < end).sort((a, b) => compare(a[0], b[0]));
  const result: P[] = [];
  for (const [start, end] of sorted) append(result, start, end);
  return result;
}

export function unite<P extends Point>(a: Intervals<P>, b: Intervals<P>): Intervals<P> {
  if (a === b || b.length === 0) return a;
  if (a.length === 0) return b;
  const result: P[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const fromA = j >= b.length || (i < a.length && a[i]! <= b[j]!);
    if (fromA) {
      append(result, a[i]!, a[i + 1]!);
      i += 2;
    } else {
      append(result, b[j]!, b[j + 1]!);
      j += 2;
    }
  }
  return result;
}

/** `a` itself when it lies within `b`, so that sets that are the same stay recognisable. */
export function intersect<P extends Point>(a: Intervals<P>, b: Intervals<P>): Intervals<P> {
  if (a === b) return a;
  const result: P[] = [];
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    const start = larger(a[i]!, b[j]!);
    const end = smaller(a[i + 1]!, b[j + 1]!);
    if (start < end) result.push(start, end);
    if (a[i + 1]! < b[j + 1]!) i += 2;
    else j += 2;
  }
  return sameIntervals(result, a) ? a : result;
}

/** What of `a` is not in `b`; `a` itself when they have nothing in common. */
export function subtract<P extends Point>(a: Intervals<P>, b: Intervals<P>): Intervals<P> {
  if (a === b) return [];
  const result: P[] = [];
  let j = 0;
  for (let i = 0; i < a.length; i += 2) {
    let start = a[i]!;
    const end = a[i + 1]!;
    while (j < b.length && b[j + 1]! <= start) j += 2;
    for (let k = j; k < b.length && b[k]! < end; k += 2) {
      if (b[k]! > start) result.push(start, b[k]!);
      start = b[k + 1]!;
      if (b[k + 1]! < end) j = k + 2;
    }
    if (start < end) result.push(start, end);
  }
  return sameIntervals(result, a) ? a : result;
}

export function sameIntervals<P extends Point>(a: Intervals<P>, b: Intervals<P>): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return false;
  return true;
}

export function includes<P extends Point>(intervals: Intervals<P>, point: P): boolean {
  const index = firstEndAfter(intervals, point);
  return index < intervals.length && intervals[index]! <= point;
}

/** Index of the first interval that ends after a point, or the length. */
function firstEndAfter<P extends Point>(intervals: Intervals<P>, point: P): number {
  let low = 0;
  let high = intervals.length / 2;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (intervals[2 * middle + 1]! <= point) low = middle + 1;
    else high = middle;
  }
  return 2 * low;
}

function append<P extends Point>(result: P[], start: P, end: P): void {
  const last = result.length - 1;
  if (last < 0 || result[last]! < start) result.push(start, end);
  else if (result[last]! < end) result[last] = end;
}

// Math.max and Math.min take no bigint.
function larger<P extends Point>(a: P, b: P): P {
  return compare(a, b) < 0 ? b : a;
}

function smaller<P extends Point>(a: P, b: P): P {
  return compare(a, b) < 0 ? a : b;
}

function compare(a: Point, b: Point): number {
  if (a < b) return -1;
  return a > b ? 1 : 0;
}
