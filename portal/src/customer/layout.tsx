import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet, useRouteContext } from '@tanstack/react-router';
import { Bell, FileText, Globe, House, KeyRound, Mail, Server, ShieldCheck } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { LooksOnly } from '../may-change.tsx';
import { t } from '../messages/messages.ts';
import type { NavigationItem } from '../ui/navigation-item.ts';
import { Shell } from '../ui/shell.tsx';
import { useCustomerId, useIsInSandbox } from './customer.ts';
import { type Overview, overviewQuery } from './data.ts';
import { ForCustomers, SignedOut } from './signed-out.tsx';

/** For administrators only: customers do not load it. */
const ViewBanner = lazy(() => import('./view-banner.tsx'));
/** For customers of the sandbox only. */
const SandboxBanner = lazy(() => import('./sandbox-banner.tsx'));

export function CustomerLayout() {
  const { session } = useRouteContext({ from: '__root__' });
  switch (session.signed_in?.kind) {
    case 'customer':
      return <SignedIn />;
    case 'alert_link':
      return (
        <Suspense>
          <LinkedAlert link={session.signed_in} portal={session.portal} />
        </Suspense>
      );
    case 'administrator':
      return <ForCustomers administrator={session.signed_in} portal={session.portal} />;
    default:
      return <SignedOut session={session} />;
  }
}

/** What a link in a mail opens; whoever is signed in never needs it. */
const LinkedAlert = lazyRouteComponent(() => import('./linked-alert.tsx'), 'LinkedAlert');

const loadSearch = () => import('./palette.tsx');

function SignedIn() {
  const { session } = useRouteContext({ from: '__root__' });
  const customerId = useCustomerId();
  const isInSandbox = useIsInSandbox();
  useLivePages(customerId, isInSandbox);
  const { data: overview } = useQuery(overviewQuery(customerId));
  const navigation: readonly NavigationItem[] = [
    { to: '/', label: t('portal.nav.overview'), icon: House },
    { to: '/alerts', label: t('portal.nav.alerts'), icon: Bell, count: needingAction(overview?.open_alerts.servers) },
    { to: '/servers', label: t('portal.nav.servers'), icon: Server },
    { to: '/allowed-ports', label: t('portal.nav.allowed-ports'), icon: ShieldCheck },
    { to: '/domains', label: t('portal.nav.domains'), icon: Globe },
    { to: '/leaks', label: t('portal.nav.leaks'), icon: KeyRound, count: needingAction(overview?.open_alerts.domains) },
    { to: '/report', label: t('portal.nav.report'), icon: FileText },
    { to: '/notifications', label: t('portal.nav.notifications'), icon: Mail },
  ];
  const name = session.signed_in?.kind === 'customer' ? session.signed_in.name : null;
  const who = name
    ? t('portal.shell.customer-named', { name, id: `${customerId}` })
    : t('portal.shell.customer', { id: `${customerId}` });
  const isView = session.signed_in?.kind === 'customer' && session.signed_in.viewer !== null;
  const banner = (
    <Suspense>
      {isView && <ViewBanner customerId={customerId} name={name ?? null} />}
      {isInSandbox && <SandboxBanner />}
    </Suspense>
  );
  return (
    <LooksOnly because={isView ? t('portal.view.nothing-changes') : null}>
      <Shell portal={session.portal} who={who} navigation={navigation} banner={banner} loadSearch={loadSearch}>
        <Outlet />
      </Shell>
    </LooksOnly>
  );
}

/** What the first page needs comes before what keeps it up to date. */
function useLivePages(customerId: number, isInSandbox: boolean): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    let isOver = false;
    const readAtMs = Date.now();
    let end = () => {};
    import('./live-pages.ts').then(
      ({ keepPagesLive }) => {
        if (isOver) return;
        const reader = { billing_customer_id: customerId, sandbox: isInSandbox };
        end = keepPagesLive(queryClient, reader, readAtMs);
      },
      // Not even its code can be had: the pages are what they are when they are opened.
      () => {},
    );
    return () => {
      isOver = true;
      end();
    };
  }, [customerId, isInSandbox, queryClient]);
}

/** What is low is good to know and waits for nobody. */
function needingAction(open: Overview['open_alerts']['servers'] | undefined): number | undefined {
  return open && open.critical + open.high + open.medium;
}
