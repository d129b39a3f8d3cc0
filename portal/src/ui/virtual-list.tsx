import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type Key, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { t } from '../messages/messages.ts';

const overscan = 8;
/** So many rows before the end, the next page is asked for: early enough that a reader seldom sees the end grow. */
const nearEnd = 50;

/** Up to so many rows are all in the page, where the browser's search finds them; so many are printed. */
const wholeUpTo = 200;
const printedUpTo = 1_000;

/** Whether the page is being printed. */
function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    // What is printed is what the page has when this returns.
    const begin = () => flushSync(() => setPrinting(true));
    const end = () => setPrinting(false);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}

/** How high a row is that is one line on a desk, and so many pixels elsewhere. */
export function oneLineOr(heightPx: number): number {
  return matchMedia('(width >= 64rem)').matches ? 45 : heightPx;
}

/**
 * A list of any length: a short one is in the page whole; of a long one only the rows near the window are, which it says. Rows may
 * differ in height.
 */
export function VirtualList<Item>({
  items,
  label,
  estimatedHeightPx,
  keyOf,
  row,
  total = items.length,
  onNearEnd,
}: {
  items: readonly Item[];
  label: string;
  estimatedHeightPx: number;
  keyOf: (item: Item) => Key;
  row: (item: Item) => ReactNode;
  /** How many there are, with those that are not fetched yet. */
  total?: number | undefined;
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
  const isShort = total <= wholeUpTo;
  const lastIndex = rows.at(-1)?.index ?? 0;
  useEffect(() => {
    if (isShort || lastIndex >= items.length - nearEnd) onNearEnd?.();
  }, [isShort, lastIndex, items.length, onNearEnd]);
  const isPrinting = usePrinting();
  const whole = isPrinting ? printedUpTo : isShort ? items.length : 0;
  const shown =
    whole > 0
      ? items.slice(0, whole).map((item, index) => ({ index, key: keyOf(item) }))
      : rows.map(({ index, key }) => ({ index, key }));
  const [before, after] =
    whole > 0
      ? [0, 0]
      : rows.length === 0
        ? [0, virtualizer.getTotalSize()]
        : [rows[0]!.start - topPx, virtualizer.getTotalSize() - (rows.at(-1)!.end - topPx)];
  return (
    <>
      <ul
        ref={list}
        aria-label={label}
        className="divide-y divide-line overflow-hidden rounded-xl border border-line bg-surface"
        style={{ paddingTop: before, paddingBottom: after }}
      >
        {shown.map(({ index, key }) => (
          <li
            key={key as Key}
            ref={virtualizer.measureElement}
            data-index={index}
            data-row
            aria-posinset={index + 1}
            aria-setsize={items.length}
          >
            {row(items[index]!)}
          </li>
        ))}
      </ul>
      {!isShort && !isPrinting && <p className="mt-2 text-xs text-muted print:hidden">{t('portal.list.long')}</p>}
      {isPrinting && total > Math.min(items.length, printedUpTo) && (
        <p className="mt-2 text-xs">{t('portal.list.printed', { count: Math.min(items.length, printedUpTo) })}</p>
      )}
    </>
  );
}
