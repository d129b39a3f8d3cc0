import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/session.ts';
import { lookedThrough, overviewReads, sessionReads } from '../../../src/identity/sign-in/overview-reads.ts';
import { answered, api } from '../api/api.ts';
import { given } from '../api/given.ts';
import type { Severity } from '../ui/severity.tsx';

type Body<Path extends keyof Paths> = Paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

/** Of any kind, also one that is newer than the portal. */
export type Alert = Body<'/api/v1/monitoring/alerts'>['data']['alerts'][number];
export type AlertStatus = Alert['status'];
export type AlertAction = Alert['actions'][number];
/** What only an alert about an open port has. */
export type PortAlert = Body<'/api/v1/alerts'>['data']['alerts'][number];
export type Server = Body<'/api/v1/endpoints/{endpoint}'>['data'];
export type ServerDetail = Awaited<ReturnType<typeof fetchServer>>;
type ScanDetail = Body<'/api/v1/scans/{scan}'>['data'];
/** A port on which a scan found something else than the one before it. */
export type ScanChange = NonNullable<ScanDetail['changes']>[number];
export type EndpointServices = Body<'/api/v1/endpoints/{endpoint}/services'>;
export type EndpointService = EndpointServices['data'][number];
type SeenComponent = Omit<EndpointService['components'][number], 'verdicts'>;
/** A service at a time. */
export type SeenService = Pick<EndpointService, 'service' | 'known_by' | 'product' | 'version'> & {
  readonly components: readonly SeenComponent[];
};
export type VantageView = Body<'/api/v1/endpoints/{endpoint}/vantage-points'>['data'][number];
export type Scan = Body<'/api/v1/endpoints/{endpoint}/scans'>['data'][number];
export type Rule = Body<'/api/v1/whitelists'>['data'][number];
export type RemediationAnswer = Body<'/api/v1/alerts/{id}/remediation'>['data'];
export type Platform = RemediationAnswer['selected_platform'];
export type RemediationWays = RemediationAnswer['alternatives'];

export interface AlertFilter {
  readonly status?: AlertStatus | undefined;
  readonly severity?: Severity | undefined;
  /** This or a worse one. */
  readonly min_severity?: Severity | undefined;
  readonly protocol?: Protocol | undefined;
  readonly port?: number | undefined;
  /** Of a server. */
  readonly endpoint_id?: string | undefined;
  readonly domain_id?: string | undefined;
  /** An alert: those with the same fault. */
  readonly alike?: string | undefined;
}

export type Protocol = 'tcp' | 'udp';

const pageSize = 100;

/** Begins the key of every query about alerts and what they are derived from: one change makes them all stale. */
export const exposureKeys = ['exposure'] as const;

/** The first of a customer's alerts of every kind in an order. */
const someAlertsQuery = (
  filter: AlertFilter & {
    subject?: Alert['subject']['type'];
    sort: 'created_at' | 'severity' | 'last_detected_at';
    limit: number;
  },
) =>
  queryOptions({
    queryKey: [...exposureKeys, 'alerts', 'some', filter],
    queryFn: async () =>
      (
        await answered(
          api.GET('/api/v1/monitoring/alerts', { params: { query: { ...given(filter), limit: filter.limit } } }),
        )
      ).data,
  });

/** The alerts that came last. */
export const newestAlertsQuery = someAlertsQuery(sessionReads.newest.query);

/** Those that ended last: a scan that resolves an alert follows one that still saw its port, so what was seen last was resolved last. */
export const endedAlertsQuery = someAlertsQuery(sessionReads.ended.query);

/** The most urgent open alerts about servers or about domains, of every kind, and how many there are. */
export const urgentAlertsQuery = (subject: Alert['subject']['type']) =>
  someAlertsQuery({ subject, status: 'open', sort: 'severity', limit: lookedThrough });

/** The most urgent open alerts about servers and domains. */
export const openAlertsQuery = (limit: number) => someAlertsQuery({ status: 'open', sort: 'severity', limit });

export type Overview = Body<'/api/v1/monitoring/overview'>['data'];

/** What needs action, and what nobody looks at, as the server counts it. */
export const overviewQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...exposureKeys, 'overview'],
    queryFn: async () => {
      const { path, query } = overviewReads(customerId).overview;
      return (await answered(api.GET(path, { params: { query } }))).data;
    },
  });

export type Cause = Body<'/api/v1/monitoring/causes'>['data']['causes'][number];

/** What needs action, each fault once: the worst of them, the list of alerts has all. */
export const causesQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...exposureKeys, 'causes'],
    queryFn: async () => {
      const { path, query } = overviewReads(customerId).causes;
      return (await answered(api.GET(path, { params: { query } }))).data;
    },
  });

export type PublicServer = Body<'/api/v1/monitoring/public-services'>['data']['servers'][number];

/** Servers that look like websites or mail servers, and whether it was said which of them are. */
export const publicServicesQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...exposureKeys, 'public-services'],
    queryFn: async () => {
      const { path, query } = overviewReads(customerId).publicServices;
      return (await answered(api.GET(path, { params: { query } }))).data;
    },
  });

/** The servers that have open alerts, most first. */
export const exposedServersQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...exposureKeys, 'alerts', 'by-server'],
    queryFn: async () =>
      (
        await answered(
          api.GET('/api/v1/alerts/endpoint-summary', { params: { query: { billing_customer_id: customerId } } }),
        )
      ).data.endpoints,
  });

/** In the order in which they are listed where all are: what waits to be dealt with comes first. */
const listedStatuses: readonly AlertStatus[] = ['open', 'acknowledged', 'false_positive', 'resolved'];

interface AlertListStart {
  /** Which of the statuses that are listed. */
  readonly at: number;
  readonly cursor: string | null;
}

/** What waits to be dealt with is read by urgency, what has been dealt with by date. */
function orderOf(status: AlertStatus): 'severity' | 'created_at' {
  return status === 'open' || status === 'acknowledged' ? 'severity' : 'created_at';
}

/** Alerts about servers or about domains, of every kind: one status after the other. */
export const alertListQuery = (subject: Alert['subject']['type'], { status: only, ...filter }: AlertFilter) => {
  const statuses = only ? [only] : listedStatuses;
  const fetchPage = async ({ at, cursor }: AlertListStart) => {
    const status = statuses[at]!;
    const query = { ...given({ ...filter, cursor: cursor ?? undefined }), subject, status } as const;
    const params = { query: { ...query, sort: orderOf(status), limit: pageSize } };
    return (await answered(api.GET('/api/v1/monitoring/alerts', { params }))).data;
  };
  const countAll = async () => {
    const params = { query: { ...given(filter), subject, limit: 1 } };
    return (await answered(api.GET('/api/v1/monitoring/alerts', { params }))).data;
  };
  return infiniteQueryOptions({
    queryKey: [...exposureKeys, 'alerts', 'list', subject, only, filter],
    queryFn: async ({ pageParam }) => {
      let { at, cursor } = pageParam;
      let page = await fetchPage({ at, cursor });
      while (page.alerts.length === 0 && at + 1 < statuses.length) {
        at += 1;
        cursor = null;
        page = await fetchPage({ at, cursor });
      }
      const { total } = only ? page : await countAll();
      const next = page.next_cursor === null ? { at: at + 1, cursor: null } : { at, cursor: page.next_cursor };
      return { alerts: page.alerts, total, next: next.at < statuses.length ? next : null };
    },
    initialPageParam: { at: 0, cursor: null } as AlertListStart,
    getNextPageParam: ({ next }) => next,
    // A long list would be fetched whole, page after page.
    refetchOnWindowFocus: false,
  });
};

export type PortGroup = Body<'/api/v1/monitoring/port-groups'>['data']['groups'][number];

/** Ports that have an open alert of the same urgency on several servers. */
export const portGroupsQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...exposureKeys, 'alerts', 'groups'],
    queryFn: async () =>
      (
        await answered(
          api.GET('/api/v1/monitoring/port-groups', { params: { query: { billing_customer_id: customerId } } }),
        )
      ).data.groups,
  });

const groupPages = 10;
export const groupLimit = groupPages * pageSize;

async function groupPage({ port, protocol, severity }: PortGroup, cursor: string | null, signal: AbortSignal) {
  const query = { ...given({ cursor: cursor ?? undefined }), port, protocol, severity, limit: pageSize };
  const params = { query: { ...query, status: 'open', subject: 'endpoint' } as const };
  return (await answered(api.GET('/api/v1/monitoring/alerts', { params, signal }))).data;
}

/** The open alerts of a group, as far as one action can deal with them. */
export const groupAlertsQuery = (group: PortGroup) =>
  queryOptions({
    queryKey: [...exposureKeys, 'alerts', 'group', group.protocol, group.port, group.severity],
    queryFn: async ({ signal }) => {
      const alerts: Alert[] = [];
      let cursor: string | null = null;
      for (let pages = 0; pages === 0 || (cursor !== null && pages < groupPages); pages += 1) {
        const page = await groupPage(group, cursor, signal);
        alerts.push(...page.alerts);
        cursor = page.next_cursor;
      }
      return alerts;
    },
  });

/** Alerts that were opened, each under its id. */
export const openedAlertsKey = [...exposureKeys, 'alerts', 'one'];

export const alertQuery = (id: string) =>
  queryOptions({
    queryKey: [...openedAlertsKey, id],
    queryFn: async () =>
      (await answered(api.GET('/api/v1/monitoring/alerts/{id}', { params: { path: { id } } }))).data.alert,
  });

export const portAlertQuery = (id: string) =>
  queryOptions({
    queryKey: [...exposureKeys, 'alerts', 'port', id],
    queryFn: async () => (await answered(api.GET('/api/v1/alerts/{id}', { params: { path: { id } } }))).data.alert,
  });

export const remediationQuery = (id: string, platform: Platform | undefined) =>
  queryOptions({
    queryKey: ['remediation', id, platform ?? 'suggested'],
    queryFn: async () =>
      (
        await answered(
          api.GET('/api/v1/alerts/{id}/remediation', { params: { path: { id }, query: given({ platform }) } }),
        )
      ).data,
    staleTime: 600_000,
  });

export interface ServerFilter {
  readonly status?: 'active' | 'paused' | undefined;
  readonly search?: string | undefined;
  /** Absent: those with the worst alerts first. */
  readonly sort?: 'newest' | undefined;
}

export const serverListQuery = ({ sort, ...filter }: ServerFilter) =>
  infiniteQueryOptions({
    queryKey: [...exposureKeys, 'servers', 'list', sort, filter],
    queryFn: ({ pageParam }) =>
      answered(
        api.GET('/api/v1/endpoints', {
          params: {
            query: {
              ...given({ ...filter, cursor: pageParam ?? undefined }),
              ...(sort === 'newest' ? {} : { sort: 'severity' }),
              per_page: pageSize,
            },
          },
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ meta }) => meta.next_cursor,
    refetchOnWindowFocus: false,
  });

export type FleetServer = Body<'/api/v1/customers/{billing_customer_id}/servers'>['data']['servers'][number];

/** So many fit on a screen. */
const fleetSize = 1_000;

/** The thousand servers in the greatest danger, those with the worst alerts first. */
export const fleetQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...exposureKeys, 'servers', 'fleet'],
    queryFn: async () =>
      (
        await answered(
          api.GET('/api/v1/customers/{billing_customer_id}/servers', {
            params: { path: { billing_customer_id: customerId }, query: { limit: fleetSize } },
          }),
        )
      ).data.servers,
  });

/** How many servers there are and how many the plan has room for. */
export const serverRoomQuery = queryOptions({
  queryKey: [...exposureKeys, 'servers', 'room'],
  queryFn: async () => (await answered(api.GET('/api/v1/endpoints', { params: { query: { per_page: 1 } } }))).meta,
});

/** Which servers the provider lets customers add themselves. */
export const additionsQuery = queryOptions({
  queryKey: ['customer-additions'],
  queryFn: async () => (await answered(api.GET('/api/v1/settings/customer-additions', {}))).data.mode,
});

/** Servers to choose from, the newest first. */
export const serverChoiceQuery = (search: string, limit = pageSize) =>
  queryOptions({
    queryKey: [...exposureKeys, 'servers', 'choice', search, limit],
    queryFn: () =>
      answered(
        api.GET('/api/v1/endpoints', {
          params: { query: { ...given({ search: search || undefined }), per_page: limit } },
        }),
      ),
  });

function fetchServer(id: string) {
  return answered(api.GET('/api/v1/endpoints/{endpoint}/detail', { params: { path: { endpoint: id } } }));
}

export const serverQuery = (id: string) =>
  queryOptions({
    queryKey: [...exposureKeys, 'servers', 'one', id],
    queryFn: () => fetchServer(id),
  });

/** The most urgent open alerts about a server, of every kind. */
export const serverAlertsQuery = (serverId: string) =>
  someAlertsQuery({ endpoint_id: serverId, status: 'open', sort: 'severity', limit: pageSize });

/** The last scans of a server, newest first. */
export const scansQuery = (serverId: string) =>
  queryOptions({
    queryKey: [...exposureKeys, 'servers', 'scans', serverId],
    queryFn: () =>
      answered(
        api.GET('/api/v1/endpoints/{endpoint}/scans', {
          params: { path: { endpoint: serverId }, query: { per_page: 50 } },
        }),
      ),
  });

/** What runs on a server's open ports. It changes with its alerts and rules, as the server itself does. */
export const servicesQuery = (serverId: string) =>
  queryOptions({
    queryKey: [...exposureKeys, 'servers', 'one', serverId, 'services'],
    queryFn: () =>
      answered(api.GET('/api/v1/endpoints/{endpoint}/services', { params: { path: { endpoint: serverId } } })),
  });

/** How other places see a server. */
export const vantageViewsQuery = (serverId: string) =>
  queryOptions({
    queryKey: [...exposureKeys, 'servers', 'scans', serverId, 'elsewhere'],
    queryFn: async () =>
      (
        await answered(
          api.GET('/api/v1/endpoints/{endpoint}/vantage-points', { params: { path: { endpoint: serverId } } }),
        )
      ).data,
  });

/** One scan with the ports that it found open. What has ended does not change. */
export const scanQuery = (id: string) =>
  queryOptions({
    queryKey: ['scan', id],
    queryFn: async () => (await answered(api.GET('/api/v1/scans/{scan}', { params: { path: { scan: id } } }))).data,
    staleTime: ({ state }) => (state.data && hasEnded(state.data) ? Number.POSITIVE_INFINITY : 0),
  });

export function hasEnded({ status }: Pick<Scan, 'status'>): boolean {
  return status !== 'pending' && status !== 'running';
}

/** Rules that let ports be open, newest first: all of the customer's, or those made for one server only. */
export const rulesQuery = (serverId?: string) =>
  infiniteQueryOptions({
    queryKey: [...exposureKeys, 'rules', serverId ?? 'all'],
    queryFn: ({ pageParam }) =>
      answered(
        api.GET('/api/v1/whitelists', {
          params: { query: { ...given({ endpoint_id: serverId }), per_page: pageSize, page: pageParam } },
        }),
      ),
    initialPageParam: 1,
    getNextPageParam: ({ meta }) => (meta.current_page * meta.per_page < meta.total ? meta.current_page + 1 : null),
  });
