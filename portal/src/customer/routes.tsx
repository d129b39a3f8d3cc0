import { createRoute, redirect } from '@tanstack/react-router';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { rootRoute } from '../root-route.ts';
import { type Severity, severities } from '../ui/severity.tsx';
import { statusLabels } from './alert-words.ts';
import type { AlertFilter, AlertStatus, ServerFilter } from './data.ts';

/** A customer's side. Whoever is not signed in as one is told so, and where to come from; administrators begin with the console. */
const layout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'customer',
  beforeLoad: ({ context, location }) => {
    const isAdministrator = context.session.signed_in?.kind === 'administrator';
    if (isAdministrator && location.pathname === '/') throw redirect({ to: '/console' });
  },
  component: lazyRouteComponent(() => import('./layout.tsx'), 'CustomerLayout'),
});

const overview = createRoute({
  getParentRoute: () => layout,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});

/** What the address says about the list of alerts; `all` is not the same as nothing, which means the open ones. */
export interface AlertSearch {
  readonly status?: AlertStatus | 'all';
  readonly severity?: Severity;
  readonly server?: string;
}

const alerts = createRoute({
  getParentRoute: () => layout,
  path: '/alerts',
  validateSearch: ({ status, severity, server }: Record<string, unknown>): AlertSearch => ({
    ...(status === 'all' || String(status) in statusLabels ? { status: status as AlertStatus } : {}),
    ...(severities.includes(severity as Severity) ? { severity: severity as Severity } : {}),
    ...(typeof server === 'string' && server !== '' ? { server } : {}),
  }),
  component: lazyRouteComponent(() => import('./alerts-page.tsx'), 'AlertsPage'),
});

export function alertFilterOf({ status = 'open', severity, server }: AlertSearch): AlertFilter {
  return { status: status === 'all' ? undefined : status, severity, endpoint_id: server };
}

const alert = createRoute({
  getParentRoute: () => layout,
  path: '/alerts/$alertId',
  component: lazyRouteComponent(() => import('./alert-pages.tsx'), 'ServerAlertPage'),
});

const servers = createRoute({
  getParentRoute: () => layout,
  path: '/servers',
  validateSearch: ({ status, search }: Record<string, unknown>): ServerFilter => ({
    ...(status === 'active' || status === 'paused' ? { status } : {}),
    ...(typeof search === 'string' && search !== '' ? { search } : {}),
  }),
  component: lazyRouteComponent(() => import('./servers-page.tsx'), 'ServersPage'),
});

const server = createRoute({
  getParentRoute: () => layout,
  path: '/servers/$serverId',
  component: lazyRouteComponent(() => import('./server-page.tsx'), 'ServerPage'),
});

const allowedPorts = createRoute({
  getParentRoute: () => layout,
  path: '/allowed-ports',
  component: lazyRouteComponent(() => import('./allowed-ports-page.tsx'), 'AllowedPortsPage'),
});

const firewall = createRoute({
  getParentRoute: () => layout,
  path: '/firewall',
  component: lazyRouteComponent(() => import('./firewall-page.tsx'), 'FirewallPage'),
});

const domains = createRoute({
  getParentRoute: () => layout,
  path: '/domains',
  component: lazyRouteComponent(() => import('./domains-page.tsx'), 'DomainsPage'),
});

export const leakViews = ['alerts', 'credentials', 'dark-web'] as const;
export type LeakView = (typeof leakViews)[number];

const leaks = createRoute({
  getParentRoute: () => layout,
  path: '/leaks',
  validateSearch: ({ view }: Record<string, unknown>): { view?: LeakView } =>
    leakViews.includes(view as LeakView) ? { view: view as LeakView } : {},
  component: lazyRouteComponent(() => import('./leaks-page.tsx'), 'LeaksPage'),
});

const leak = createRoute({
  getParentRoute: () => layout,
  path: '/leaks/$alertId',
  component: lazyRouteComponent(() => import('./alert-pages.tsx'), 'DomainAlertPage'),
});

const report = createRoute({
  getParentRoute: () => layout,
  path: '/report',
  validateSearch: ({ month }: Record<string, unknown>): { month?: string } =>
    typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {},
  component: lazyRouteComponent(() => import('./report-page.tsx'), 'ReportPage'),
});

const notifications = createRoute({
  getParentRoute: () => layout,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./notifications-page.tsx'), 'NotificationsPage'),
});

export const customerRoutes = layout.addChildren([
  overview,
  alerts,
  alert,
  servers,
  server,
  allowedPorts,
  firewall,
  domains,
  leaks,
  leak,
  report,
  notifications,
]);
