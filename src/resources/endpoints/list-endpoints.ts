import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { customerIdOf, findCustomer } from '../../accounts/customers/index.ts';
import { paidCapacity } from '../../accounts/subscriptions/index.ts';
import { type PageStart, refuseBeyondWindow } from '../../core/api/list-page.ts';
import { type BoundedCount, countWithinWindow, listWindow, selectFromUnion } from '../../core/operation/list-window.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Tables } from '../../core/operation/tables.ts';
import { inIds, inTheOrderOf } from '../../platform/database/in-ids.ts';
import { type EndpointRecord, endpointRecords } from './endpoint-record.ts';

const listedStatuses = ['active', 'paused'] as const;
type ListedStatus = (typeof listedStatuses)[number];

export interface EndpointFilter {
  readonly billingCustomerId?: number | undefined;
  readonly status?: ListedStatus | undefined;
  /** Part of the address, hostname or nickname, whatever its case. */
  readonly search?: string | undefined;
}

/** The sort keys of an endpoint. */
export interface EndpointPosition {
  readonly created_at: string;
  readonly id: string;
}

export interface EndpointPage {
  readonly endpoints: readonly EndpointRecord[];
  readonly count: BoundedCount;
  readonly hasMore: boolean;
  /** Active and paused endpoints of the customer, or of the partner, each counted within the window: no filter narrows them. */
  readonly statusCounts: Readonly<Record<ListedStatus, number>>;
  /** Active ones that are on no schedule, because their addresses are never scanned; null when no customer is given. */
  readonly notScanned: number | null;
  /** What the customer may have; null when that is any number, or when no customer is given. */
  readonly limit: number | null;
}

/**
 * One page of the endpoints that are not terminated, newest first (decisions §2.10).
 * @throws InvalidInput on `page` beyond the window of a longer list
 */
export async function listEndpoints(
  operation: Operation,
  filter: EndpointFilter,
  { perPage, start }: { perPage: number; start: PageStart<EndpointPosition> },
): Promise<EndpointPage> {
  const beyondWindow = 'offset' in start && start.offset >= listWindow;
  const [endpoints, counts, found, notScanned, limit] = await Promise.all([
    beyondWindow ? [] : pageOfEndpoints(operation, filter, perPage + 1, start),
    countsByStatus(operation, { billingCustomerId: filter.billingCustomerId }),
    filter.search === undefined ? null : countsByStatus(operation, filter),
    filter.billingCustomerId === undefined ? null : countNotScanned(operation, filter.billingCustomerId),
    filter.billingCustomerId === undefined ? null : endpointLimit(operation, filter.billingCustomerId),
  ]);
  const count = countOf(filter.status, found ?? counts);
  if (beyondWindow) refuseBeyondWindow('page', count);
  return {
    endpoints: endpoints.slice(0, perPage),
    count,
    hasMore: endpoints.length > perPage,
    statusCounts: { active: counts.active.total, paused: counts.paused.total },
    notScanned,
    limit,
  };
}

/** The page is cut from the keys alone, in the order of their indexes; then its rows are read. */
async function pageOfEndpoints(
  operation: Operation,
  filter: EndpointFilter,
  limit: number,
  start: PageStart<EndpointPosition>,
): Promise<EndpointRecord[]> {
  const offset = 'offset' in start ? start.offset : 0;
  const statuses = filter.status ? [filter.status] : listedStatuses;
  const ranges = statuses.map((status) => {
    const rows = newestFirst(matching(operation, filter, status))
      .select(['id', 'created_at'])
      .limit(offset + limit);
    if ('offset' in start) return rows;
    return rows.where(sql<SqlBool>`(created_at, id) < (${start.after.created_at}, ${start.after.id})`);
  });
  const page = await selectFromUnion(operation.db, ranges)
    .select('id')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  const records = endpointRecords(operation).where(
    inIds(
      'endpoints.id',
      page.map(({ id }) => id),
    ),
  );
  return inTheOrderOf(page, await records.execute());
}

function newestFirst<O>(query: SelectQueryBuilder<Tables, 'endpoints', O>): SelectQueryBuilder<Tables, 'endpoints', O> {
  return query.orderBy('endpoints.created_at', 'desc').orderBy('endpoints.id', 'desc');
}

function matching(operation: Operation, { billingCustomerId, search }: EndpointFilter, status: ListedStatus) {
  let query = operation.db.selectFrom('endpoints').where('status', '=', status);
  if (billingCustomerId !== undefined)
    query = query.where('customer_id', '=', customerIdOf(operation, billingCustomerId));
  if (search !== undefined) query = query.where(contains(search));
  return query;
}

/** The searched text is that of an index, character for character. */
function contains(search: string) {
  const pattern = `%${search.replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`lower(host(ip_address) || E'\\n' || hostname || E'\\n' || nickname) LIKE lower(${pattern})`;
}

type CountsByStatus = Readonly<Record<ListedStatus, BoundedCount>>;

async function countsByStatus(operation: Operation, filter: EndpointFilter): Promise<CountsByStatus> {
  const [active, paused] = await Promise.all(
    listedStatuses.map((status) => countWithinWindow(operation.db, [newestFirst(matching(operation, filter, status))])),
  );
  return { active: active!, paused: paused! };
}

function countOf(status: ListedStatus | undefined, { active, paused }: CountsByStatus): BoundedCount {
  if (status) return status === 'active' ? active : paused;
  const total = active.total + paused.total;
  return { total: Math.min(total, listWindow), isExact: active.isExact && paused.isExact && total <= listWindow };
}

async function countNotScanned(operation: Operation, billingCustomerId: number): Promise<number> {
  const active = newestFirst(matching(operation, { billingCustomerId }, 'active'));
  return (await countWithinWindow(operation.db, [active.where('next_scan_at', 'is', null)])).total;
}

async function endpointLimit(operation: Operation, billingCustomerId: number): Promise<number | null> {
  const customer = await findCustomer(operation, billingCustomerId);
  return customer ? (await paidCapacity(operation, customer.id)).port_monitoring : null;
}
