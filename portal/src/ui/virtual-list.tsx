import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Key, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';

const overscan = 8;
/** So many rows before the end, the next page is asked for: early enough that a reader seldom sees the end grow. */
const nearEnd = 50;

/** A list of any length: only the rows near the window are in the page. Rows may differ in height. */
export function VirtualList<Item>({
  items,
  label,
  estimatedHeightPx,
  keyOf,
  row,
  onNearEnd,
}: {
  items: readonly Item[];
  label: string;
  estimatedHeightPx: number;
  keyOf: (item: Item) => Key;
  row: (item: Item) => ReactNode;
  /** Called whenever the reader comes near the end of what is there. */
  onNearEnd?: () => void;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [topPx, setTopPx] = useState(0);
  useLayoutEffect(() => {
    if (list.current) setTopPx(list.current.getBoundingClientRect().top + window.scrollY);
  }, []);
  const virtualizer = useWindowVirtualizer({
    count: items.length,
    estimateSize: () => estimatedHeightPx,
    getItemKey: (index) => keyOf(items[index]!),
    overscan,
    scrollMargin: topPx,
  });
  const rows = virtualizer.getVirtualItems();
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (lastIndex >= items.length - nearEnd) onNearEnd?.();
  }, [lastIndex, items.length, onNearEnd]);
  const [before, after] =
    rows.length === 0
      ? [0, virtualizer.getTotalSize()]
      : [rows[0]!.start - topPx, virtualizer.getTotalSize() - (rows.at(-1)!.end - topPx)];
  return (
    <ul
      ref={list}
      aria-label={label}
      className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
      style={{ paddingTop: before, paddingBottom: after }}
    >
      {rows.map(({ index, key }) => (
        <li
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          aria-posinset={index + 1}
          aria-setsize={items.length}
        >
          {row(items[index]!)}
        </li>
      ))}
    </ul>
  );
}
