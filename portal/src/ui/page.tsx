import { Link, type LinkProps, useRouteContext } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react';
import { withReadableNames } from '../../../src/engines/domain-names/readable-name.ts';
import type { Session } from '../api/session.ts';
import { t } from '../messages/messages.ts';
import { titleOf } from './brand.tsx';
import { Placeholder } from './card.tsx';
import { BrokenAtDots } from './host-name.tsx';
import { usePageSettled } from './use-page-settled.ts';

let isFirstPage = true;

/**
 * The frame of a page: its heading and what can be done with the whole of it. The document is called like the heading, unless
 * `name` says otherwise, and like the portal. After a navigation the focus is on the heading, so that screen readers say where the reader is now.
 */
export function Page({
  title,
  name = title,
  back,
  lead,
  badges,
  actions,
  children,
}: {
  title: string;
  name?: string;
  /** The list that the page belongs to. */
  back?: { to: string; label: string; search?: object };
  lead?: ReactNode;
  badges?: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  // Absent as long as nobody could say whose portal this is.
  const { session }: { readonly session?: Session } = useRouteContext({ from: '__root__' });
  const whose = session && titleOf(session.portal);
  useEffect(() => {
    if (whose !== undefined) document.title = `${withReadableNames(name)} · ${whose}`;
  }, [name, whose]);
  const isSettled = usePageSettled();
  const isFirst = useRef(isFirstPage);
  // Before anything on the page can be given the focus.
  useLayoutEffect(() => {
    isFirstPage = false;
    if (isSettled && !isFirst.current) heading.current?.focus({ preventScroll: true });
  }, [isSettled]);
  return (
    <div className="relative min-w-0">
      {!isSettled && (
        <PagePlaceholder>
          <Placeholder className="h-dvh" />
        </PagePlaceholder>
      )}
      {/* Where it will be seen, so that what measures itself is right. */}
      <div className={`grid min-w-0 grid-cols-1 gap-6 ${isSettled ? '' : 'invisible absolute inset-x-0 top-0'}`}>
        <header className="grid gap-3">
          {back && (
            <Link
              to={back.to as NonNullable<LinkProps['to']>}
              search={(back.search ?? {}) as LinkProps['search'] & object}
              className="-ml-1 inline-flex min-h-6 w-fit items-center gap-1 rounded px-1 text-sm text-muted hover:text-ink print:hidden"
            >
              <ArrowLeft aria-hidden="true" size={16} />
              {back.label}
            </Link>
          )}
          <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3 lg:flex-nowrap">
            <div className="min-w-0 max-w-3xl">
              <h1
                ref={heading}
                tabIndex={-1}
                className="text-2xl leading-tight font-semibold tracking-tight text-balance outline-none [overflow-wrap:anywhere] sm:text-[1.75rem]"
              >
                <BrokenAtDots text={withReadableNames(title)} />
              </h1>
              {badges && <div className="mt-3 flex flex-wrap items-center gap-2">{badges}</div>}
              {lead && <div className="mt-3 max-w-prose text-muted">{lead}</div>}
            </div>
            {actions && <div className="flex shrink-0 flex-wrap gap-2 max-w-full print:hidden">{actions}</div>}
          </div>
        </header>
        {children}
      </div>
    </div>
  );
}

/** In place of a page whose contents are being fetched. */
export function PagePlaceholder({ children }: { children: ReactNode }) {
  return (
    <div role="status" aria-label={t('portal.common.loading')} className="grid gap-6">
      <div className="h-9 w-2/3 max-w-md rounded-lg bg-raised motion-safe:animate-pulse" />
      {children}
    </div>
  );
}
