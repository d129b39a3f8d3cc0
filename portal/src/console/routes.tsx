import { createRoute, redirect } from '@tanstack/react-router';
import { checkedSearch } from '../checked-search.ts';
import { lazyRouteComponent } from '../lazy-route-component.ts';
import { rootRoute } from '../root-route.ts';
import { type Severity, severities } from '../ui/severity.tsx';
import type { AlertFilter, AuditFilter, CustomerFilter, RequestFilter, ServerFilter, Urgency } from './data.ts';
import { returnPath } from './return-path.ts';

const whereTo = checkedSearch(({ return: path }): { return?: string } => {
  const wanted = returnPath(path);
  return wanted === undefined ? {} : { return: wanted };
});

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/sign-in',
  validateSearch: whereTo,
  beforeLoad: ({ context, search }) => {
    if (context.session.signed_in?.kind === 'administrator') throw redirect({ href: search.return ?? '/console' });
  },
  component: lazyRouteComponent(() => import('./sign-in-page.tsx'), 'SignInPage'),
});

const forgotPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/forgot-password',
  component: lazyRouteComponent(() => import('./forgot-password-page.tsx'), 'ForgotPasswordPage'),
});

const newPassword = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/new-password',
  component: lazyRouteComponent(() => import('./new-password-page.tsx'), 'NewPasswordPage'),
});

const invitation = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/invitation',
  component: lazyRouteComponent(() => import('./invitation-page.tsx'), 'InvitationPage'),
});

/** The partner's side: for administrators only. */
const layout = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console',
  beforeLoad: ({ context, location }) => {
    const signedIn = context.session.signed_in;
    if (signedIn?.kind === 'administrator') {
      // Nothing else is answered until there is a second factor.
      const isLacking = signedIn.second_factor_required && !signedIn.second_factor;
      if (isLacking && location.pathname !== '/console/account') throw redirect({ to: '/console/account' });
      return;
    }
    // Whoever looks at a customer's portal has no console until that ends.
    if (signedIn?.kind === 'customer' && signedIn.viewer) throw redirect({ to: '/' });
    const wanted = returnPath(location.href);
    throw redirect({
      to: '/console/sign-in',
      search: wanted === undefined || wanted === '/console' ? {} : { return: wanted },
    });
  },
  component: lazyRouteComponent(() => import('./layout.tsx'), 'ConsoleLayout'),
});

const overview = createRoute({
  getParentRoute: () => layout,
  path: '/',
  component: lazyRouteComponent(() => import('./overview-page.tsx'), 'OverviewPage'),
});

const customers = createRoute({
  getParentRoute: () => layout,
  path: '/customers',
  validateSearch: checkedSearch(
    ({ search, urgency, sort }): CustomerFilter => ({
      ...(typeof search === 'string' && search !== '' ? { search } : {}),
      ...(urgency === 'none' || severities.includes(urgency as Severity) ? { urgency: urgency as Urgency } : {}),
      ...(sort === 'number' ? { sort } : {}),
    }),
  ),
  component: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
});

const customer = createRoute({
  getParentRoute: () => layout,
  path: '/customers/$customerId',
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'CustomerPage'),
});

const alerts = createRoute({
  getParentRoute: () => layout,
  path: '/alerts',
  validateSearch: checkedSearch(
    ({ severity, customer, server, domain, alike }): AlertFilter => ({
      ...(severities.includes(severity as Severity) ? { severity: severity as Severity } : {}),
      ...(Number.isSafeInteger(customer) && { customer: Number(customer) }),
      ...(typeof server === 'string' ? { server } : {}),
      ...(typeof domain === 'string' ? { domain } : {}),
      ...(typeof alike === 'string' ? { alike } : {}),
    }),
  ),
  component: lazyRouteComponent(() => import('./alerts-page.tsx'), 'AlertsPage'),
});

const alert = createRoute({
  getParentRoute: () => layout,
  path: '/alerts/$alertId',
  component: lazyRouteComponent(() => import('./alert-page.tsx'), 'AlertPage'),
});

const servers = createRoute({
  getParentRoute: () => layout,
  path: '/servers',
  validateSearch: checkedSearch(
    ({ status, search }): ServerFilter => ({
      ...(status === 'active' || status === 'paused' ? { status } : {}),
      ...(typeof search === 'string' && search !== '' ? { search } : {}),
    }),
  ),
  component: lazyRouteComponent(() => import('./servers-page.tsx'), 'ServersPage'),
});

const plans = createRoute({
  getParentRoute: () => layout,
  path: '/plans',
  component: lazyRouteComponent(() => import('./plans-page.tsx'), 'PlansPage'),
});

const keys = createRoute({
  getParentRoute: () => layout,
  path: '/keys',
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
});

const keyRequests = createRoute({
  getParentRoute: () => layout,
  path: '/keys/$keyId/requests',
  validateSearch: checkedSearch(
    ({ status, path }): RequestFilter => ({
      ...(Number.isSafeInteger(status) && { status: Number(status) }),
      ...(path !== undefined && { path: String(path) }),
    }),
  ),
  component: lazyRouteComponent(() => import('./key-requests-page.tsx'), 'KeyRequestsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => layout,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const channels = createRoute({
  getParentRoute: () => layout,
  path: '/channels',
  component: lazyRouteComponent(() => import('./channels-page.tsx'), 'ChannelsPage'),
});

const webhook = createRoute({
  getParentRoute: () => layout,
  path: '/webhooks/$webhookId',
  component: lazyRouteComponent(() => import('./webhooks/webhook-page.tsx'), 'WebhookPage'),
});

const domains = createRoute({
  getParentRoute: () => layout,
  path: '/portal-domains',
  component: lazyRouteComponent(() => import('./portal-domains-page.tsx'), 'PortalDomainsPage'),
});

const branding = createRoute({
  getParentRoute: () => layout,
  path: '/branding',
  component: lazyRouteComponent(() => import('./branding-page.tsx'), 'BrandingPage'),
});

const settings = createRoute({
  getParentRoute: () => layout,
  path: '/settings',
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});

const sandbox = createRoute({
  getParentRoute: () => layout,
  path: '/sandbox',
  component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
});

const audit = createRoute({
  getParentRoute: () => layout,
  path: '/audit',
  validateSearch: checkedSearch(
    ({ action, customer }): AuditFilter => ({
      ...(typeof action === 'string' && { action }),
      ...(Number.isSafeInteger(customer) && { customer: Number(customer) }),
    }),
  ),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});

const people = createRoute({
  getParentRoute: () => layout,
  path: '/people',
  component: lazyRouteComponent(() => import('./people-page.tsx'), 'PeoplePage'),
});

const account = createRoute({
  getParentRoute: () => layout,
  path: '/account',
  component: lazyRouteComponent(() => import('./account-page.tsx'), 'AccountPage'),
});

export const consoleRoutes = [
  signIn,
  forgotPassword,
  newPassword,
  invitation,
  layout.addChildren([
    overview,
    customers,
    customer,
    alerts,
    alert,
    servers,
    plans,
    keys,
    keyRequests,
    channels,
    webhooks,
    webhook,
    domains,
    branding,
    settings,
    sandbox,
    audit,
    people,
    account,
  ]),
] as const;
