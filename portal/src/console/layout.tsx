import { Outlet, useRouteContext } from '@tanstack/react-router';
import {
  Bell,
  FlaskConical,
  Globe,
  House,
  KeyRound,
  Layers,
  Palette,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  UserCog,
  Users,
} from 'lucide-react';
import { Notice } from '../ui/notice.tsx';
import { type NavigationItem, Shell } from '../ui/shell.tsx';

const navigation: readonly NavigationItem[] = [
  { to: '/console', label: 'Overview', icon: House },
  { to: '/console/customers', label: 'Customers', icon: Users },
  { to: '/console/alerts', label: 'Open alerts', icon: Bell },
  { to: '/console/servers', label: 'Servers', icon: Server },
  { to: '/console/plans', label: 'Plans and prices', icon: Layers },
  { to: '/console/keys', label: 'API keys', icon: KeyRound },
  { to: '/console/portal-domains', label: 'Portal domains', icon: Globe },
  { to: '/console/branding', label: 'Branding', icon: Palette },
  { to: '/console/settings', label: 'Settings', icon: SlidersHorizontal },
  { to: '/console/sandbox', label: 'Sandbox', icon: FlaskConical },
  { to: '/console/audit', label: 'Audit log', icon: ScrollText },
  { to: '/console/people', label: 'People', icon: UserCog },
  { to: '/console/account', label: 'Your account', icon: ShieldCheck },
];

export function ConsoleLayout() {
  const { session } = useRouteContext({ from: '__root__' });
  const { signed_in: signedIn, portal } = session;
  const who = signedIn?.kind === 'administrator' ? (signedIn.name ?? signedIn.email) : '';
  return (
    <Shell portal={portal} who={who} navigation={navigation}>
      {signedIn?.kind === 'administrator' && signedIn.role === 'support' && (
        <div className="mb-6">
          <Notice kind="info">
            Your role is Support: you can look at everything here, and change your own account only. Ask a manager or an
            owner of the account for changes.
          </Notice>
        </div>
      )}
      <Outlet />
    </Shell>
  );
}
