import { Check } from 'lucide-react';
import type { ReactNode } from 'react';

/** A numbered part of the way from an alert to its end. The one that comes next is marked, for eyes and for screen readers. */
export function ChecklistStep({
  id,
  number,
  title,
  lead,
  isCurrent,
  isDone = false,
  children,
}: {
  id?: string;
  number: number;
  title: string;
  lead?: ReactNode;
  isCurrent: boolean;
  isDone?: boolean;
  children: ReactNode;
}) {
  return (
    <li
      id={id}
      aria-current={isCurrent ? 'step' : undefined}
      className={`min-w-0 scroll-mt-20 rounded-xl border bg-surface p-4 sm:p-6 ${isCurrent ? 'border-accent' : 'border-line'}`}
    >
      <div className="mb-3 flex gap-3 sm:mb-4">
        <span
          aria-hidden="true"
          className={`grid size-7 shrink-0 place-items-center rounded-full text-sm font-semibold tabular-nums ${
            isDone
              ? 'bg-good text-page'
              : isCurrent
                ? 'border border-accent bg-fill text-on-fill'
                : 'bg-raised text-muted'
          }`}
        >
          {isDone ? <Check size={16} /> : number}
        </span>
        <div className="min-w-0">
          <h2 className="text-lg leading-7 font-semibold">{title}</h2>
          {lead && <p className="text-sm text-muted">{lead}</p>}
        </div>
      </div>
      {children}
    </li>
  );
}

/**
 * What is pressed in a step. On a phone that of the step that comes next stands at the bottom of the screen, wherever the reader is on the
 * page: styles.css keeps the room for it.
 */
export function BottomBar({ isCurrent, children }: { isCurrent: boolean; children: ReactNode }) {
  return (
    <div
      data-bottom-bar={isCurrent || undefined}
      className={`flex flex-wrap gap-2 ${
        isCurrent
          ? 'max-sm:fixed max-sm:inset-x-0 max-sm:bottom-0 max-sm:z-10 max-sm:border-t max-sm:border-line max-sm:bg-surface max-sm:px-4 max-sm:py-3 print:static'
          : ''
      }`}
    >
      {children}
    </div>
  );
}
