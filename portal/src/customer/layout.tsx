import { useQuery } from '@tanstack/react-query';
import { Outlet, useRouteContext } from '@tanstack/react-router';
import { Bell, FileText, Globe, House, KeyRound, Mail, Server, ShieldCheck } from 'lucide-react';
import { type NavigationItem, Shell } from '../ui/shell.tsx';
import { useCustomerId } from './customer.ts';
import { type Overview, overviewQuery } from './data.ts';
import { SignedOut } from './signed-out.tsx';

export function CustomerLayout() {
  const { session } = useRouteContext({ from: '__root__' });
  return session.signed_in?.kind === 'customer' ? <SignedIn /> : <SignedOut portal={session.portal} />;
}

function SignedIn() {
  const { session } = useRouteContext({ from: '__root__' });
  const customerId = useCustomerId();
  const { data: overview } = useQuery(overviewQuery(customerId));
  const navigation: readonly NavigationItem[] = [
    { to: '/', label: 'Overview', icon: House },
    { to: '/alerts', label: 'Alerts', icon: Bell, count: needingAction(overview?.open_alerts.servers) },
    { to: '/servers', label: 'Servers', icon: Server },
    { to: '/allowed-ports', label: 'Allowed ports', icon: ShieldCheck },
    { to: '/domains', label: 'Domains', icon: Globe },
    { to: '/leaks', label: 'Leaks', icon: KeyRound, count: needingAction(overview?.open_alerts.domains) },
    { to: '/report', label: 'Monthly report', icon: FileText },
    { to: '/notifications', label: 'Notifications', icon: Mail },
  ];
  const name = session.signed_in?.name;
  const who = name ? `${name} (customer ${customerId})` : `Customer ${customerId}`;
  return (
    <Shell portal={session.portal} who={who} navigation={navigation}>
      <Outlet />
    </Shell>
  );
}

/** What is low is good to know and waits for nobody. */
function needingAction(open: Overview['open_alerts']['servers'] | undefined): number | undefined {
  return open && open.critical + open.high + open.medium;
}
