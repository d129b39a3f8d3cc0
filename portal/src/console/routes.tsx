import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { rootRoute } from '../root-route.ts';
import type { AuditFilter, RequestFilter } from './data.ts';

const signIn = createRoute({
  getParentRoute: () => rootRoute,
  path: '/console/sign-in',
  beforeLoad: ({ context }) => {
    if (context.session.signed_in?.kind === 'administrator') throw redirect({ to: '/console' });
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
  beforeLoad: ({ context }) => {
    if (context.session.signed_in?.kind !== 'administrator') throw redirect({ to: '/console/sign-in' });
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
  component: lazyRouteComponent(() => import('./customers-page.tsx'), 'CustomersPage'),
});

const customer = createRoute({
  getParentRoute: () => layout,
  path: '/customers/$customerId',
  component: lazyRouteComponent(() => import('./customer-page.tsx'), 'CustomerPage'),
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
  validateSearch: ({ status, path }: Record<string, unknown>): RequestFilter => ({
    ...(Number.isSafeInteger(status) && { status: Number(status) }),
    ...(path !== undefined && { path: String(path) }),
  }),
  component: lazyRouteComponent(() => import('./key-requests-page.tsx'), 'KeyRequestsPage'),
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
  validateSearch: ({ action, customer }: Record<string, unknown>): AuditFilter => ({
    ...(typeof action === 'string' && { action }),
    ...(Number.isSafeInteger(customer) && { customer: Number(customer) }),
  }),
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
    plans,
    keys,
    keyRequests,
    domains,
    branding,
    settings,
    sandbox,
    audit,
    people,
    account,
  ]),
] as const;
