import { type SqlBool, sql } from 'kysely';
import type { Operation } from '../../platform/operation.ts';
import { findCustomer } from '../customers/ensure-customer.ts';
import { paidCapacity } from '../subscriptions/paid-capacity.ts';
import { type EndpointRecord, endpointRecords } from './endpoint-record.ts';

export interface EndpointFilter {
  readonly billingCustomerId?: number | undefined;
  readonly status?: 'active' | 'paused' | undefined;
  /** Part of the address, hostname or nickname, whatever its case. */
  readonly search?: string | undefined;
}

export interface EndpointPage {
  readonly endpoints: readonly EndpointRecord[];
  readonly total: number;
  /** Active and paused endpoints of the customer, or of the partner: the status filter does not narrow them. */
  readonly statusCounts: { readonly active: number; readonly paused: number };
  /** What the customer may have; null when that is any number, or when no customer is given. */
  readonly limit: number | null;
}

/** One page of the endpoints that are not terminated, newest first (decisions §2.10). */
export async function listEndpoints(
  operation: Operation,
  filter: EndpointFilter,
  page: { number: number; perPage: number },
): Promise<EndpointPage> {
  const matching = filtered(operation, filter);
  const [endpoints, statusCounts, total, limit] = await Promise.all([
    matching
      .where((row) => (filter.status ? row('endpoints.status', '=', filter.status) : row.lit(true)))
      .orderBy('endpoints.created_at', 'desc')
      .orderBy('endpoints.id', 'desc')
      .limit(page.perPage)
      .offset((page.number - 1) * page.perPage)
      .execute(),
    countByStatus(operation, { ...filter, search: undefined }),
    filter.search === undefined ? null : countByStatus(operation, filter),
    filter.billingCustomerId === undefined ? null : endpointLimit(operation, filter.billingCustomerId),
  ]);
  const counted = total ?? statusCounts;
  return {
    endpoints,
    statusCounts,
    limit,
    total: filter.status ? counted[filter.status] : counted.active + counted.paused,
  };
}

function filtered(operation: Operation, { billingCustomerId, search }: EndpointFilter) {
  let query = endpointRecords(operation).where('endpoints.status', '<>', sql.lit('terminated'));
  if (billingCustomerId !== undefined) query = query.where('customers.billing_customer_id', '=', billingCustomerId);
  if (search !== undefined) query = query.where(contains(search));
  return query;
}

function contains(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`(host(endpoints.ip_address) ILIKE ${pattern} OR endpoints.hostname ILIKE ${pattern} OR endpoints.nickname ILIKE ${pattern})`;
}

async function countByStatus(
  operation: Operation,
  filter: EndpointFilter,
): Promise<{ active: number; paused: number }> {
  const rows = await filtered(operation, filter)
    .clearSelect()
    .select(['endpoints.status', sql<number>`count(*)::int`.as('count')])
    .groupBy('endpoints.status')
    .execute();
  const count = (status: string) => rows.find((row) => row.status === status)?.count ?? 0;
  return { active: count('active'), paused: count('paused') };
}

async function endpointLimit(operation: Operation, billingCustomerId: number): Promise<number | null> {
  const customer = await findCustomer(operation, billingCustomerId);
  return customer ? (await paidCapacity(operation, customer.id)).port_monitoring : null;
}
