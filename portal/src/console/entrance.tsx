import { useRouteContext } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Brand } from '../ui/brand.tsx';

/** The frame of a page for people of the console who are not signed in. */
export function Entrance({ title, children }: { title: string; children: ReactNode }) {
  const { session } = useRouteContext({ from: '__root__' });
  useEffect(() => {
    document.title = title;
  }, [title]);
  return (
    <main className="mx-auto grid min-h-dvh max-w-sm content-center gap-5 p-6">
      {session.portal.logo_url && <Brand portal={{ ...session.portal, hide_name: true }} />}
      <h1 className="text-2xl font-semibold">{title}</h1>
      {children}
    </main>
  );
}

/**
 * The token of a link in a mail: behind the `#`, which browsers send to nobody. A link that lost it is answered as any that is void, not
 * as a field that somebody forgot.
 */
export function tokenOfLink(): string {
  return location.hash.slice(1) || 'none';
}
