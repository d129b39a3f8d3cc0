import { Check, X } from 'lucide-react';
import { useEffect, useSyncExternalStore } from 'react';
import { t } from '../messages/messages.ts';

interface Announcement {
  readonly number: number;
  readonly text: string;
}

const shownMs = 8_000;
const listeners = new Set<() => void>();
let current: Announcement | null = null;
let lastNumber = 0;

function show(announcement: Announcement | null): void {
  current = announcement;
  for (const listener of listeners) listener();
}

/** Says what an action has done, to eyes and to screen readers, wherever the focus is. One sentence. */
export function announce(text: string): void {
  lastNumber += 1;
  show({ number: lastNumber, text });
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Where announcements appear; a page has one of it. */
export function Announcements() {
  const announcement = useSyncExternalStore(subscribe, () => current);
  useEffect(() => {
    if (announcement === null) return;
    const timer = setTimeout(() => show(null), shownMs);
    return () => clearTimeout(timer);
  }, [announcement]);
  return (
    <div
      role="status"
      aria-live="polite"
      data-announcements
      className="pointer-events-none fixed inset-x-0 bottom-0 z-20 flex justify-center p-4 print:hidden"
    >
      {announcement && (
        <div
          key={announcement.number}
          className="pointer-events-auto flex max-w-xl items-center gap-3 rounded-lg bg-ink py-2 pr-2 pl-4 text-sm text-page shadow-lg"
        >
          <Check aria-hidden="true" size={18} className="shrink-0" />
          <span className="py-1">{announcement.text}</span>
          <button
            type="button"
            aria-label={t('portal.common.hide-message')}
            onClick={() => show(null)}
            className="grid size-8 shrink-0 place-items-center rounded-md hover:bg-page/15"
          >
            <X aria-hidden="true" size={16} />
          </button>
        </div>
      )}
    </div>
  );
}
