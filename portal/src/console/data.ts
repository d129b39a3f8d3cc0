import { infiniteQueryOptions, type QueryKey, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Paths } from '../../../client/client.ts';
import { ApiError, answered, api } from '../api/api.ts';
import { announce } from '../ui/announcements.tsx';

type Data<Operation> = Operation extends {
  readonly responses: {
    readonly 200: { readonly content: { readonly 'application/json': { readonly data: infer D } } };
  };
}
  ? D
  : never;

export type ApiKey = Data<Paths['/api/v1/keys']['get']>['keys'][number];
export type PortalDomain = Data<Paths['/api/v1/portal-domains']['get']>['portal_domains'][number];
export type Branding = Data<Paths['/api/v1/branding']['get']>['branding'];
export type MailSender = NonNullable<Data<Paths['/api/v1/mail-sender']['get']>['sender']>;
export type CustomerAdditions = Data<Paths['/api/v1/settings/customer-additions']['get']>['mode'];
export type Plan = Data<Paths['/api/v1/plans']['get']>['plans'][number];
export type PlanChange = Data<Paths['/api/v1/plans/port_monitoring/{plan_slug}']['put']>;
export type Price = Data<Paths['/api/v1/prices']['get']>['prices'][number];
export type Customer = Data<Paths['/api/v1/customers/{billing_customer_id}']['get']>;
export type ListedCustomer = Data<Paths['/api/v1/customers']['get']>['customers'][number];
export type AuditEntry = Data<Paths['/api/v1/audit']['get']>['entries'][number];
export type Administrator = Data<Paths['/api/v1/administrators']['get']>['administrators'][number];
export type Scenario = Data<Paths['/api/v1/sandbox/scenarios']['get']>['scenarios'][number];

/** Makes a request about the account's sandbox. */
export const sandboxHeader = { 'X-Service-Sandbox': 'true' };

export const keysQuery = queryOptions({
  queryKey: ['keys'],
  queryFn: async () => (await answered(api.GET('/api/v1/keys', {}))).data.keys,
});

export const domainsQuery = queryOptions({
  queryKey: ['portal-domains'],
  queryFn: async () => (await answered(api.GET('/api/v1/portal-domains', {}))).data.portal_domains,
});

export const brandingQuery = queryOptions({
  queryKey: ['branding'],
  queryFn: async () => (await answered(api.GET('/api/v1/branding', {}))).data.branding,
});

export const mailSenderQuery = queryOptions({
  queryKey: ['mail-sender'],
  queryFn: async () => (await answered(api.GET('/api/v1/mail-sender', {}))).data,
});

export const customerAdditionsQuery = queryOptions({
  queryKey: ['customer-additions'],
  queryFn: async () => (await answered(api.GET('/api/v1/settings/customer-additions', {}))).data.mode,
});

export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: async () => (await answered(api.GET('/api/v1/plans', {}))).data.plans,
});

export const pricesQuery = queryOptions({
  queryKey: ['prices'],
  queryFn: async () => (await answered(api.GET('/api/v1/prices', {}))).data.prices,
});

export const administratorsQuery = queryOptions({
  queryKey: ['administrators'],
  queryFn: async () => (await answered(api.GET('/api/v1/administrators', {}))).data.administrators,
});

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async () => (await answered(api.GET('/api/v1/administrator/sessions', {}))).data.sessions,
});

const customersPerPage = 50;

export const customersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['customers', search],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const query = { limit: customersPerPage, ...(search && { search }), ...(pageParam && { cursor: pageParam }) };
      return (await answered(api.GET('/api/v1/customers', { params: { query } }))).data;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const customerQuery = (id: number) =>
  queryOptions({
    queryKey: ['customer', id],
    queryFn: async () =>
      (
        await answered(
          api.GET('/api/v1/customers/{billing_customer_id}', { params: { path: { billing_customer_id: id } } }),
        )
      ).data,
  });

export interface AuditFilter {
  readonly action?: string | undefined;
  readonly customer?: number | undefined;
}

const entriesPerPage = 50;

export const auditQuery = ({ action, customer }: AuditFilter, limit = entriesPerPage) =>
  infiniteQueryOptions({
    queryKey: ['audit', action, customer, limit],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const query = {
        limit,
        ...(action && { action }),
        ...(customer && { billing_customer_id: customer }),
        ...(pageParam && { cursor: pageParam }),
      };
      return (await answered(api.GET('/api/v1/audit', { params: { query } }))).data;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** Whether anything is watched for the account, and what is wrong with it. */
export const figuresQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: async () => {
    const [endpoints, open, critical] = await Promise.all([
      answered(api.GET('/api/v1/endpoints', { params: { query: { per_page: 1 } } })),
      answered(api.GET('/api/v1/alerts', { params: { query: { status: 'open', limit: 1 } } })),
      answered(api.GET('/api/v1/alerts', { params: { query: { status: 'open', severity: 'critical', limit: 1 } } })),
    ]);
    return { servers: endpoints.meta.status_counts, open: open.data, critical: critical.data };
  },
});

export const scenariosQuery = queryOptions({
  queryKey: ['sandbox', 'scenarios'],
  queryFn: async () => (await answered(api.GET('/api/v1/sandbox/scenarios', {}))).data.scenarios,
  staleTime: Number.POSITIVE_INFINITY,
});

export const scenarioQuery = queryOptions({
  queryKey: ['sandbox', 'scenario'],
  queryFn: async () => (await answered(api.GET('/api/v1/sandbox/scenario', { params: { query: {} } }))).data.scenario,
});

const sandboxServersShown = 20;

export const sandboxServersQuery = queryOptions({
  queryKey: ['sandbox', 'servers'],
  queryFn: async () => {
    const query = { per_page: sandboxServersShown };
    return (await answered(api.GET('/api/v1/endpoints', { params: { query }, headers: sandboxHeader }))).data;
  },
});

/** A change on the console: what it touches is fetched anew, then it is said what has happened. */
export function useChange<Input, Output>({
  change,
  touches,
  done,
}: {
  readonly change: (input: Input) => Promise<Output>;
  readonly touches: readonly { readonly queryKey: QueryKey }[];
  readonly done?: (output: Output, input: Input) => string;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: async (output, input) => {
      await Promise.all(touches.map(({ queryKey }) => queryClient.invalidateQueries({ queryKey })));
      if (done) announce(done(output, input));
    },
  });
}

/** What is wrong with a field, in words that stand below it. */
export function problemsOf(error: Error | null, field: string): readonly string[] | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields[field]?.map((sentence) => sentence.replace(`The ${field} field `, 'This '));
}

/** An error that no field of the form shows. */
export function otherThan(error: Error | null, fields: readonly string[]): Error | null {
  const isShown = error instanceof ApiError && fields.some((field) => error.fields[field] !== undefined);
  return isShown ? null : error;
}
