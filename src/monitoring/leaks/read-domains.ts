import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { findCustomerId, ownedBy } from '../../accounts/customers/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type Listed, nothing, type Page, paged } from '../../core/operation/paged.ts';
import type { DomainScansTable } from '../../core/operation/tables/monitoring.ts';
import type { AskedSource, MonitoredDomainsTable } from '../../core/operation/tables/resources.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { type DomainLookState, domainLook, type LookIntervals } from '../looks/index.ts';

/** A monitored domain with its customer's billing id and what is open about it. */
export type DomainSummary = Selectable<MonitoredDomainsTable> & {
  readonly billing_customer_id: number;
  readonly open_alerts: number;
};

export interface DomainFilter {
  /** Without one: those that are not terminated. */
  readonly status?: MonitoredDomainsTable['status'] | undefined;
  /** Part of the name. */
  readonly search?: string | undefined;
}

/** Domains with their customers and what is open about them, released ones too. */
export function domainSummaries(operation: Operation) {
  return operation.db
    .selectFrom('monitored_domains')
    .innerJoin('customers', (join) =>
      join
        .onRef('customers.partner_id', '=', 'monitored_domains.partner_id')
        .onRef('customers.id', '=', 'monitored_domains.customer_id'),
    )
    .selectAll('monitored_domains')
    .select([
      'customers.billing_customer_id',
      sql<number>`(SELECT count(*)::int FROM alerts a WHERE a.partner_id = monitored_domains.partner_id
        AND a.domain_id = monitored_domains.id AND a.status = 'open')`.as('open_alerts'),
    ]);
}

/** A domain with what became of looking at it. */
export type WatchedDomain = DomainSummary & { readonly look: DomainLookState };

function keptDomains(operation: Operation) {
  return domainSummaries(operation).where('monitored_domains.released_at', 'is', null);
}

function watchedDomains(operation: Operation, intervals: LookIntervals) {
  return keptDomains(operation).select(domainLook(operation, intervals).as('look'));
}

/** One page of a customer's domains, newest first. */
export async function listDomains(
  operation: Operation,
  intervals: LookIntervals,
  billingCustomerId: number,
  filter: DomainFilter,
  page: Page,
): Promise<Listed<WatchedDomain>> {
  const customerId = await findCustomerId(operation, billingCustomerId);
  if (customerId === undefined) return nothing;
  let matching = watchedDomains(operation, intervals).where('monitored_domains.customer_id', '=', customerId);
  if (filter.status === undefined) matching = matching.where('monitored_domains.status', '<>', 'terminated');
  else matching = matching.where('monitored_domains.status', '=', filter.status);
  if (filter.search !== undefined)
    matching = matching.where(sql<boolean>`strpos(monitored_domains.domain, ${filter.search.toLowerCase()}) > 0`);
  return paged(operation.db, matching, newestFirst, page);
}

const newestFirst = { table: 'monitored_domains', columns: ['created_at', 'id'], direction: 'desc' } as const;

/**
 * One domain that was not released.
 * @throws Problem DOMAIN_NOT_FOUND, ACCESS_DENIED
 */
export async function getDomain(operation: Operation, id: string, billingCustomerId: number): Promise<DomainSummary> {
  const domain = await keptDomains(operation).where('monitored_domains.id', '=', id).executeTakeFirst();
  return ownedBy(billingCustomerId, domain, 'DOMAIN_NOT_FOUND');
}

/** The same with what became of looking at it. */
export async function getWatchedDomain(
  operation: Operation,
  intervals: LookIntervals,
  id: string,
  billingCustomerId: number,
): Promise<WatchedDomain> {
  const domain = await watchedDomains(operation, intervals).where('monitored_domains.id', '=', id).executeTakeFirst();
  return ownedBy(billingCustomerId, domain, 'DOMAIN_NOT_FOUND');
}

/** The last scans of a domain, newest first. */
export async function recentDomainScans(
  operation: Operation,
  domainId: string,
  limit: number,
): Promise<Selectable<DomainScansTable>[]> {
  return operation.db
    .selectFrom('domain_scans')
    .selectAll()
    .where('domain_id', '=', domainId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What a source answered when it was last asked about a domain, and when that was; null: so long ago that it was forgotten. */
export type AskedWhen = AskedSource & { readonly askedAt: Date | null };

/** Who was really asked about a domain. */
export async function whoWasAsked(operation: Operation, { sources }: DomainSummary): Promise<readonly AskedWhen[]> {
  if (sources === null || sources.length === 0) return [];
  const scans = await operation.db
    .selectFrom('domain_scans')
    .select(['id', 'started_at', 'created_at'])
    .where(inIds('id', [...new Set(sources.map(({ scan_id: id }) => id))]))
    .execute();
  const times = new Map(scans.map(({ id, started_at, created_at }) => [id, started_at ?? created_at]));
  return sources.map((source) => ({ ...source, askedAt: times.get(source.scan_id) ?? null }));
}
