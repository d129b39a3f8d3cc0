import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Paths } from '../../../client/session.ts';
import { overviewReads } from '../../../src/identity/sign-in/overview-reads.ts';
import { answered, api } from '../api/api.ts';
import { exposureKeys } from './data.ts';

const root = '/api/v1/domain-monitoring';

type Data<Path extends keyof Paths> = Paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': { data: infer Answer } } } } };
}
  ? Answer
  : never;

export type Domain = Data<'/api/v1/domain-monitoring/domains'>['domains'][number];
export type Posture = Data<'/api/v1/domain-monitoring/domains/{id}/posture'>['posture'];
export type LeakedCredential = Data<'/api/v1/domain-monitoring/leaked-credentials'>['leaked_credentials'][number];
export type DarkWebFinding = Data<'/api/v1/domain-monitoring/dark-web'>['dark_web'][number];
export type DomainAlert = Data<'/api/v1/domain-monitoring/alerts'>['alerts'][number];

const pageSize = 100;

/** Begins the key of every query about domains: a change of one makes them stale, and so does one of alerts. */
export const domainKeys = [...exposureKeys, 'domains'] as const;

export const domainSummaryQuery = (customerId: number) =>
  queryOptions({
    queryKey: [...domainKeys, 'summary'],
    queryFn: async () => {
      const { path, query } = overviewReads(customerId).domains;
      return (await answered(api.GET(path, { params: { query } }))).data;
    },
  });

/** Where the next page of a list begins; null behind the last one. */
function offsetBehind({ has_more }: { has_more: boolean }, _pages: unknown, offset: number): number | null {
  return has_more ? offset + pageSize : null;
}

export const domainListQuery = (customerId: number) =>
  infiniteQueryOptions({
    queryKey: [...domainKeys, 'list'],
    queryFn: async ({ pageParam: offset }) =>
      (
        await answered(
          api.GET(`${root}/domains`, {
            params: { query: { billing_customer_id: customerId, limit: pageSize, offset } },
          }),
        )
      ).data,
    initialPageParam: 0,
    getNextPageParam: offsetBehind,
  });

export const domainQuery = (customerId: number, domainId: string) =>
  queryOptions({
    queryKey: [...domainKeys, 'one', domainId],
    queryFn: async () =>
      (
        await answered(
          api.GET(`${root}/domains/{id}`, {
            params: { path: { id: domainId }, query: { billing_customer_id: customerId } },
          }),
        )
      ).data.domain,
  });

/** What everybody can see of a domain. */
export const postureQuery = (customerId: number, domainId: string) =>
  queryOptions({
    queryKey: [...domainKeys, 'posture', domainId],
    queryFn: async () =>
      (
        await answered(
          api.GET(`${root}/domains/{id}/posture`, {
            params: { path: { id: domainId }, query: { billing_customer_id: customerId } },
          }),
        )
      ).data.posture,
  });

/** The TXT record that proves control of a domain. */
export const verificationQuery = (customerId: number, domainId: string) =>
  queryOptions({
    queryKey: [...domainKeys, 'verification', domainId],
    queryFn: async () =>
      (
        await answered(
          api.POST(`${root}/domains/{id}/verification`, {
            params: { path: { id: domainId } },
            body: { billing_customer_id: customerId },
          }),
        )
      ).data.verification,
  });

export const leakedCredentialsQuery = (customerId: number) =>
  infiniteQueryOptions({
    queryKey: [...domainKeys, 'leaked-credentials'],
    queryFn: async ({ pageParam: offset }) =>
      (
        await answered(
          api.GET(`${root}/leaked-credentials`, {
            params: { query: { billing_customer_id: customerId, limit: pageSize, offset } },
          }),
        )
      ).data,
    initialPageParam: 0,
    getNextPageParam: offsetBehind,
    refetchOnWindowFocus: false,
  });

export const darkWebQuery = (customerId: number) =>
  infiniteQueryOptions({
    queryKey: [...domainKeys, 'dark-web'],
    queryFn: async ({ pageParam: offset }) =>
      (
        await answered(
          api.GET(`${root}/dark-web`, {
            params: { query: { billing_customer_id: customerId, limit: pageSize, offset } },
          }),
        )
      ).data,
    initialPageParam: 0,
    getNextPageParam: offsetBehind,
    refetchOnWindowFocus: false,
  });
