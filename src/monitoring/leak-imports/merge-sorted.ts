/**
 * Merges sorted sequences into one. It looks at the next item of each sequence for each item, which is cheapest for as few as
 * there are.
 */
export async function* mergeSorted<T>(
  sequences: readonly AsyncIterator<T>[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T> {
  const heads: { item: T; readonly rest: AsyncIterator<T> }[] = [];
  for (const rest of sequences) {
    const { value, done } = await rest.next();
    if (!done) heads.push({ item: value, rest });
  }
  while (heads.length > 0) {
    const first = heads.reduce((least, head) => (compare(head.item, least.item) < 0 ? head : least));
    yield first.item;
    const { value, done } = await first.rest.next();
    if (done) heads.splice(heads.indexOf(first), 1);
    else first.item = value;
  }
}
