import { Outlet, useRouteContext } from '@tanstack/react-router';
import {
  Bell,
  FlaskConical,
  Globe,
  House,
  KeyRound,
  Layers,
  MessageSquare,
  Palette,
  ScrollText,
  Server,
  ShieldCheck,
  SlidersHorizontal,
  UserCog,
  Users,
  Webhook,
} from 'lucide-react';
import { t } from '../messages/messages.ts';
import { Notice } from '../ui/notice.tsx';
import { Shell } from '../ui/shell.tsx';
import { ProofDialog } from './proof-dialog.tsx';

const navigation = [
  { to: '/console', label: 'console.common.overview', icon: House },
  { to: '/console/customers', label: 'console.common.customers', icon: Users },
  { to: '/console/alerts', label: 'console.common.open-alerts', icon: Bell },
  { to: '/console/servers', label: 'console.common.servers', icon: Server },
  { to: '/console/plans', label: 'console.plans.title', icon: Layers },
  { to: '/console/keys', label: 'console.common.api-keys', icon: KeyRound },
  { to: '/console/channels', label: 'portal.channels.title', icon: MessageSquare },
  { to: '/console/webhooks', label: 'console.webhooks.title', icon: Webhook },
  { to: '/console/portal-domains', label: 'console.common.portal-domains', icon: Globe },
  { to: '/console/branding', label: 'console.common.branding', icon: Palette },
  { to: '/console/settings', label: 'console.settings.title', icon: SlidersHorizontal },
  { to: '/console/sandbox', label: 'console.common.sandbox', icon: FlaskConical },
  { to: '/console/audit', label: 'console.audit.title', icon: ScrollText },
  { to: '/console/people', label: 'console.common.people', icon: UserCog },
  { to: '/console/account', label: 'console.account.title', icon: ShieldCheck },
] as const;

const loadSearch = () => import('./palette.tsx');

export function ConsoleLayout() {
  const { session } = useRouteContext({ from: '__root__' });
  const { signed_in: signedIn, portal } = session;
  const who = signedIn?.kind === 'administrator' ? (signedIn.name ?? signedIn.email) : '';
  return (
    <Shell
      portal={portal}
      who={who}
      navigation={navigation.map(({ label, ...item }) => ({ ...item, label: t(label) }))}
      loadSearch={loadSearch}
    >
      {signedIn?.kind === 'administrator' && signedIn.role === 'support' && (
        <div className="mb-6">
          <Notice kind="info">{t('console.layout.support-only')}</Notice>
        </div>
      )}
      <Outlet />
      <ProofDialog />
    </Shell>
  );
}
