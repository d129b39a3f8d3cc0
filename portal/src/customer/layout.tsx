import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouteContext } from '@tanstack/react-router';
import { Bell, FileText, Globe, House, KeyRound, Mail, Server, ShieldCheck } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { type NavigationItem, Shell } from '../ui/shell.tsx';
import { useCustomerId } from './customer.ts';
import { urgentAlertsQuery } from './data.ts';
import { SignedOut } from './signed-out.tsx';

/** For administrators only: customers do not load it. */
const ViewBanner = lazy(() => import('./view-banner.tsx'));

export function CustomerLayout() {
  const { session } = useRouteContext({ from: '__root__' });
  return session.signed_in?.kind === 'customer' ? <SignedIn /> : <SignedOut portal={session.portal} />;
}

function SignedIn() {
  const { session } = useRouteContext({ from: '__root__' });
  const customerId = useCustomerId();
  const { data: ofServers } = useQuery(urgentAlertsQuery('endpoint'));
  const { data: ofDomains } = useQuery(urgentAlertsQuery('domain'));
  const navigation: readonly NavigationItem[] = [
    { to: '/', label: 'Overview', icon: House },
    { to: '/alerts', label: 'Alerts', icon: Bell, count: ofServers?.total },
    { to: '/servers', label: 'Servers', icon: Server },
    { to: '/allowed-ports', label: 'Allowed ports', icon: ShieldCheck },
    { to: '/domains', label: 'Domains', icon: Globe },
    { to: '/leaks', label: 'Leaks', icon: KeyRound, count: ofDomains?.total },
    { to: '/report', label: 'Monthly report', icon: FileText },
    { to: '/notifications', label: 'Notifications', icon: Mail },
  ];
  const name = session.signed_in?.name;
  const who = name ? `${name} (customer ${customerId})` : `Customer ${customerId}`;
  const isView = session.signed_in?.kind === 'customer' && session.signed_in.viewer !== null;
  const banner = isView && (
    <Suspense>
      <ViewBanner customerId={customerId} name={name ?? null} />
    </Suspense>
  );
  return (
    <Shell portal={session.portal} who={who} navigation={navigation} banner={banner}>
      <Outlet />
    </Shell>
  );
}
