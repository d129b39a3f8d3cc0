import type { ReactNode } from 'react';
import { t } from '../messages/messages.ts';

/** A part of a page with a heading of its own. */
export function Card({
  title,
  lead,
  actions,
  children,
  className = '',
  id,
}: {
  title?: ReactNode;
  /** One sentence under the heading. */
  lead?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
  className?: string;
  id?: string;
}) {
  return (
    <section
      id={id}
      className={`min-w-0 scroll-mt-20 rounded-xl border border-line bg-surface p-4 sm:p-6 print:break-inside-avoid ${className}`}
    >
      {(title || actions) && (
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 not-last:mb-4">
          <div className="min-w-0">
            {title && <h2 className="text-lg leading-7 font-semibold">{title}</h2>}
            {lead && <p className="text-sm text-muted">{lead}</p>}
          </div>
          {actions}
        </div>
      )}
      {children}
    </section>
  );
}

/** What a list says when it has nothing: why, and what to do. */
export function EmptyState({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  return (
    <div className="rounded-xl border border-dashed border-line px-4 py-10 text-center">
      <p className="font-medium">{title}</p>
      {children && <div className="mx-auto mt-1 max-w-prose text-sm text-muted">{children}</div>}
      {actions && <div className="mt-5 flex flex-wrap justify-center gap-2">{actions}</div>}
    </div>
  );
}

/** Holds the place of what is being fetched, in its size, so that nothing moves when it comes. */
export function Placeholder({ className = 'h-24' }: { className?: string }) {
  return (
    <div
      role="status"
      aria-label={t('portal.common.loading')}
      className={`motion-safe:animate-pulse rounded-xl bg-raised ${className}`}
    />
  );
}
