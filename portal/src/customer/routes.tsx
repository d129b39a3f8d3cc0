import { createRoute, redirect } from '@tanstack/react-router';
import { checkedSearch } from '../checked-search.ts';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { rootRoute } from '../root-route.ts';
import { severities } from '../ui/severity.tsx';
import { statuses } from './alert-words.ts';
import type { ServerFilter } from './data.ts';
import { type AlertSearch, type LeakSearch, leakViews } from './search.ts';

/** A customer's side. Whoever is not signed in as one is told so, and where to come from; administrators begin with the console. */
const layout = createRoute({
  getParentRoute: () => rootRoute,
  id: 'customer',
  beforeLoad: ({ context, location }) => {
    const isAdministrator = context.session.signed_in?.kind === 'administrator';
    if (isAdministrator && location.pathname === '/') throw redirect({ to: '/console' });
  },
  component: lazyRouteComponent(() => import('./layout.tsx'), 'CustomerLayout', 'first'),
});

const overview = createRoute({
  getParentRoute: () => layout,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage', 'first'),
});

/** Those of the values that the address may have. */
function oneOf<Value extends string>(
  name: string,
  value: unknown,
  values: readonly Value[],
): { [name: string]: Value } {
  return values.includes(value as Value) ? { [name]: value as Value } : {};
}

function textOf(name: string, value: unknown): { [name: string]: string } {
  return typeof value === 'string' && value !== '' ? { [name]: value } : {};
}

const alerts = createRoute({
  getParentRoute: () => layout,
  path: '/alerts',
  validateSearch: checkedSearch(
    ({ status, severity, server, protocol, port, alike }): AlertSearch => ({
      ...oneOf('status', status, [...statuses, 'all'] as const),
      ...oneOf('severity', severity, [...severities, 'all'] as const),
      ...textOf('server', server),
      ...oneOf('protocol', protocol, ['tcp', 'udp'] as const),
      ...(Number.isInteger(port) && Number(port) > 0 && Number(port) < 65_536 ? { port: Number(port) } : {}),
      ...textOf('alike', alike),
    }),
  ),
  component: lazyRouteComponent(() => import('./alerts-page.tsx'), 'AlertsPage'),
});

const alert = createRoute({
  getParentRoute: () => layout,
  path: '/alerts/$alertId',
  component: lazyRouteComponent(() => import('./alert-page.tsx'), 'ServerAlertPage'),
});

const servers = createRoute({
  getParentRoute: () => layout,
  path: '/servers',
  validateSearch: checkedSearch(
    ({ status, search, sort }): ServerFilter => ({
      ...oneOf('status', status, ['active', 'paused'] as const),
      ...textOf('search', search),
      ...oneOf('sort', sort, ['newest'] as const),
    }),
  ),
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

const publicServices = createRoute({
  getParentRoute: () => layout,
  path: '/public-services',
  component: lazyRouteComponent(() => import('./public-services-page.tsx'), 'PublicServicesPage'),
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

const domain = createRoute({
  getParentRoute: () => layout,
  path: '/domains/$domainId',
  component: lazyRouteComponent(() => import('./domain-page.tsx'), 'DomainPage'),
});

const leaks = createRoute({
  getParentRoute: () => layout,
  path: '/leaks',
  validateSearch: checkedSearch(
    ({ view, status, severity, domain }): LeakSearch => ({
      ...oneOf('view', view, leakViews),
      ...oneOf('status', status, [...statuses, 'all'] as const),
      ...oneOf('severity', severity, severities),
      ...textOf('domain', domain),
    }),
  ),
  component: lazyRouteComponent(() => import('./leaks-page.tsx'), 'LeaksPage'),
});

const leak = createRoute({
  getParentRoute: () => layout,
  path: '/leaks/$alertId',
  component: lazyRouteComponent(() => import('./alert-page.tsx'), 'DomainAlertPage'),
});

const report = createRoute({
  getParentRoute: () => layout,
  path: '/report',
  validateSearch: checkedSearch(({ month }): { month?: string } =>
    typeof month === 'string' && /^\d{4}-(0[1-9]|1[0-2])$/.test(month) ? { month } : {},
  ),
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
  publicServices,
  firewall,
  domains,
  domain,
  leaks,
  leak,
  report,
  notifications,
]);
