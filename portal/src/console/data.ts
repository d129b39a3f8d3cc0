import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/session.ts';
import { answered, api } from '../api/api.ts';
import { given } from '../api/given.ts';
import { type Severity, severities } from '../ui/severity.tsx';

/** The `data` that an operation answers. */
export type Data<Operation> = Operation extends {
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
export type Customer = Data<Paths['/api/v1/customers/{billing_customer_id}']['get']>;
export type ListedCustomer = Data<Paths['/api/v1/customers']['get']>['customers'][number];
export type Language = NonNullable<
  NonNullable<Paths['/api/v1/session/language']['put']['requestBody']>['content']['application/json']['language']
>;
export type Urgency = Severity | 'none';
export type Server = Data<Paths['/api/v1/endpoints']['get']>[number];
export type CustomerServer = Data<Paths['/api/v1/customers/{billing_customer_id}/servers']['get']>['servers'][number];
export type CustomerDomain = Data<Paths['/api/v1/domain-monitoring/domains']['get']>['domains'][number];
export type Alert = Data<Paths['/api/v1/monitoring/alerts']['get']>['alerts'][number];
export type AuditEntry = Data<Paths['/api/v1/audit']['get']>['entries'][number];
export type Administrator = Data<Paths['/api/v1/administrators']['get']>['administrators'][number];
export type Passkey = Data<Paths['/api/v1/administrator/second-factor']['get']>['passkeys'][number];
export type Invitation = Data<Paths['/api/v1/invitations']['get']>['invitations'][number];
export type RecordTemplate = Data<Paths['/api/v1/domain-monitoring/record-template']['get']>['template'];
export type KeyRequest = Data<Paths['/api/v1/keys/{id}/requests']['get']>['requests'][number];
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

export const weeklySummaryQuery = queryOptions({
  queryKey: ['weekly-summary'],
  queryFn: async () => (await answered(api.GET('/api/v1/settings/weekly-summary', {}))).data.enabled,
});

export const recordTemplateQuery = queryOptions({
  queryKey: ['record-template'],
  queryFn: async () => (await answered(api.GET('/api/v1/domain-monitoring/record-template', {}))).data.template,
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

export const invitationsQuery = queryOptions({
  queryKey: ['invitations'],
  queryFn: async () => (await answered(api.GET('/api/v1/invitations', {}))).data,
});

export interface RequestFilter {
  readonly status?: number | undefined;
  readonly path?: string | undefined;
}

export const keyRequestsQuery = (keyId: string, { status, path }: RequestFilter) =>
  infiniteQueryOptions({
    queryKey: ['key-requests', keyId, status, path],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const query = { ...(status && { status }), ...(path && { path }), ...(pageParam && { cursor: pageParam }) };
      return (await answered(api.GET('/api/v1/keys/{id}/requests', { params: { path: { id: keyId }, query } }))).data;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

const awaitedEveryMs = 2_000;

/** The last request with a key, looked for until there is one; null: none yet. */
export const firstRequestQuery = (keyId: string) =>
  queryOptions({
    queryKey: ['first-request', keyId],
    queryFn: async () => {
      const params = { path: { id: keyId }, query: { limit: 1 } };
      return (await answered(api.GET('/api/v1/keys/{id}/requests', { params }))).data.requests[0] ?? null;
    },
    refetchInterval: ({ state }) => (state.data ? false : awaitedEveryMs),
  });

/** It never changes. */
export const keyRequestQuery = (keyId: string, id: string) =>
  queryOptions({
    queryKey: ['key-request', keyId, id],
    queryFn: async () => {
      const params = { path: { id: keyId, request_id: id } };
      return (await answered(api.GET('/api/v1/keys/{id}/requests/{request_id}', { params }))).data.request;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });

export const secondFactorQuery = queryOptions({
  queryKey: ['second-factor'],
  queryFn: async () => (await answered(api.GET('/api/v1/administrator/second-factor', {}))).data,
});

export const secondFactorDemandQuery = queryOptions({
  queryKey: ['second-factor-demand'],
  queryFn: async () => (await answered(api.GET('/api/v1/settings/second-factor', {}))).data,
});

export const ownSessionsQuery = queryOptions({
  queryKey: ['own-sessions'],
  queryFn: async () => (await answered(api.GET('/api/v1/administrator/sessions', {}))).data.sessions,
});

const perPage = 50;

export interface CustomerFilter {
  readonly search?: string | undefined;
  /** The most severe open alert that a customer has. */
  readonly urgency?: Urgency | undefined;
  readonly sort?: 'urgency' | 'number' | undefined;
}

/** By urgency unless asked otherwise: who is in danger comes first. */
export const customersQuery = (filter: CustomerFilter, limit = perPage) =>
  infiniteQueryOptions({
    queryKey: ['customers', filter, limit],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const query = { limit, ...given({ sort: 'urgency' as const, ...filter, cursor: pageParam }) };
      return (await answered(api.GET('/api/v1/customers', { params: { query } }))).data;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

/** A customer's servers, those in danger first. */
export const customerServersQuery = (customerId: number, limit: number) =>
  infiniteQueryOptions({
    queryKey: ['customer', customerId, 'servers', limit],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const params = { path: { billing_customer_id: customerId }, query: given({ limit, cursor: pageParam }) };
      return (await answered(api.GET('/api/v1/customers/{billing_customer_id}/servers', { params }))).data;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export const customerDomainsQuery = (customerId: number, limit: number) =>
  infiniteQueryOptions({
    queryKey: ['customer', customerId, 'domains', limit],
    initialPageParam: 0,
    queryFn: async ({ pageParam: offset }) => {
      const query = { billing_customer_id: customerId, limit, offset };
      return (await answered(api.GET('/api/v1/domain-monitoring/domains', { params: { query } }))).data;
    },
    getNextPageParam: ({ has_more }, _pages, offset) => (has_more ? offset + limit : undefined),
  });

/** Which open alerts are shown: over all customers unless one of these narrows them. */
export interface AlertFilter {
  readonly severity?: Severity | undefined;
  readonly customer?: number | undefined;
  /** The ids of a server and of a domain. */
  readonly server?: string | undefined;
  readonly domain?: string | undefined;
  /** An alert: those with the same fault. */
  readonly alike?: string | undefined;
}

/** Open alerts of every kind, the most severe first. */
export const alertsQuery = ({ severity, customer, server, domain, alike }: AlertFilter, limit = perPage) =>
  infiniteQueryOptions({
    queryKey: ['alerts', severity, customer, server, domain, alike, limit],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) => {
      const filter = { severity, billing_customer_id: customer, endpoint_id: server, domain_id: domain, alike };
      const query = { ...given({ ...filter, cursor: pageParam }), status: 'open', sort: 'severity', limit } as const;
      return (await answered(api.GET('/api/v1/monitoring/alerts', { params: { query } }))).data;
    },
    getNextPageParam: (page) => page.next_cursor ?? undefined,
  });

export type Cause = Data<Paths['/api/v1/monitoring/causes']['get']>['causes'][number];

/** So many of them are shown on the overview. */
const overviewRows = 5;

/** What is wrong over all customers, each fault once. */
export const causesQuery = queryOptions({
  queryKey: ['causes'],
  queryFn: async () => {
    const query = { min_severity: 'medium', limit: overviewRows } as const;
    return (await answered(api.GET('/api/v1/monitoring/causes', { params: { query } }))).data;
  },
});

/** The critical alerts that have been open the longest. */
export const oldestCriticalsQuery = queryOptions({
  queryKey: ['alerts', 'oldest-critical'],
  queryFn: async () => {
    const query = {
      status: 'open',
      severity: 'critical',
      sort: 'created_at',
      order: 'asc',
      limit: overviewRows,
    } as const;
    return (await answered(api.GET('/api/v1/monitoring/alerts', { params: { query } }))).data;
  },
});

/** How many alerts were open at the end of yesterday, and are now. */
export const sinceYesterdayQuery = queryOptions({
  queryKey: ['since-yesterday'],
  queryFn: async () => {
    const { days } = (await answered(api.GET('/api/v1/reports/exposure', { params: { query: { days: 2 } } }))).data;
    return days;
  },
});

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: ['alert', id],
    queryFn: async () =>
      (await answered(api.GET('/api/v1/monitoring/alerts/{id}', { params: { path: { id } } }))).data.alert,
  });

export interface ServerFilter {
  readonly status?: 'active' | 'paused' | undefined;
  readonly search?: string | undefined;
}

/** Servers of all customers, the newest first. */
export const serversQuery = (filter: ServerFilter, limit = perPage) =>
  infiniteQueryOptions({
    queryKey: ['servers', filter, limit],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => {
      const query = { ...given({ ...filter, cursor: pageParam }), per_page: limit };
      return answered(api.GET('/api/v1/endpoints', { params: { query } }));
    },
    getNextPageParam: ({ meta }) => meta.next_cursor ?? undefined,
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

/** How many servers are watched, and how many alerts of every kind are open, by severity. */
export const figuresQuery = queryOptions({
  queryKey: ['figures'],
  queryFn: async () => {
    const counted = severities.map(async (severity) => {
      const query = { status: 'open', severity, limit: 1 } as const;
      return [
        severity,
        (await answered(api.GET('/api/v1/monitoring/alerts', { params: { query } }))).data.total,
      ] as const;
    });
    const [endpoints, ...counts] = await Promise.all([
      answered(api.GET('/api/v1/endpoints', { params: { query: { per_page: 1 } } })),
      ...counted,
    ]);
    return {
      servers: endpoints.meta.status_counts,
      open: Object.fromEntries<number>(counts) as Record<Severity, number>,
    };
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
