import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { customerIdOf, findCustomer, findCustomerId } from '../../accounts/customers/index.ts';
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

export type EndpointSort = 'created_at' | 'severity';

/** The sort keys of an endpoint. */
export interface EndpointPosition {
  /** Of a list by severity: the rank of the worst open alert, 0 where there is none. */
  readonly urgency?: number | undefined;
  readonly created_at: string;
  readonly id: string;
}

export interface EndpointPageRequest {
  readonly perPage: number;
  readonly start: PageStart<EndpointPosition>;
  readonly sort?: EndpointSort;
}

export interface EndpointPage {
  readonly endpoints: readonly EndpointRecord[];
  readonly count: BoundedCount;
  /** Behind which the list goes on; null: it does not. */
  readonly next: EndpointPosition | null;
  /** Active and paused endpoints of the customer, or of the partner, each counted within the window: no filter narrows them. */
  readonly statusCounts: Readonly<Record<ListedStatus, number>>;
  /** Active ones that are on no schedule, because their addresses are never scanned; null when no customer is given. */
  readonly notScanned: number | null;
  /** What the customer may have; null when that is any number, or when no customer is given. */
  readonly limit: number | null;
}

/**
 * One page of the endpoints that are not terminated, newest first (decisions §2.10), or those with the worst open alerts first.
 * @throws InvalidInput on `page` beyond the window of a longer list
 */
export async function listEndpoints(
  operation: Operation,
  filter: EndpointFilter,
  { perPage, start, sort = 'created_at' }: EndpointPageRequest,
): Promise<EndpointPage> {
  const beyondWindow = 'offset' in start && start.offset >= listWindow;
  const pageOf = sort === 'severity' ? keysBySeverity : keysByAge;
  const [keys, counts, found, notScanned, limit] = await Promise.all([
    beyondWindow ? [] : pageOf(operation, filter, perPage + 1, start),
    countsByStatus(operation, { billingCustomerId: filter.billingCustomerId }),
    filter.search === undefined ? null : countsByStatus(operation, filter),
    filter.billingCustomerId === undefined ? null : countNotScanned(operation, filter.billingCustomerId),
    filter.billingCustomerId === undefined ? null : endpointLimit(operation, filter.billingCustomerId),
  ]);
  const count = countOf(filter.status, found ?? counts);
  if (beyondWindow) refuseBeyondWindow('page', count);
  const shown = keys.slice(0, perPage);
  return {
    endpoints: await endpointsOf(operation, shown),
    count,
    next: keys.length > perPage ? shown.at(-1)! : null,
    statusCounts: { active: counts.active.total, paused: counts.paused.total },
    notScanned,
    limit,
  };
}

type EndpointKey = { readonly id: string; readonly created_at: string; readonly urgency?: number };

/** The page is cut from the keys alone, in the order of their indexes; then its rows are read. */
async function keysByAge(
  operation: Operation,
  filter: EndpointFilter,
  limit: number,
  start: PageStart<EndpointPosition>,
): Promise<EndpointKey[]> {
  const offset = 'offset' in start ? start.offset : 0;
  const statuses = filter.status ? [filter.status] : listedStatuses;
  const ranges = statuses.map((status) => {
    const rows = newestFirst(matching(operation, filter, status))
      .select(['id', 'created_at'])
      .limit(offset + limit);
    if ('offset' in start) return rows;
    return rows.where(sql<SqlBool>`(created_at, id) < (${start.after.created_at}, ${start.after.id})`);
  });
  const keys = await selectFromUnion(operation.db, ranges)
    .select(['id', 'created_at'])
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  return keys.map(({ id, created_at }) => ({ created_at: created_at.toISOString(), id }));
}

/** The worst open alert of each is looked up in an index: so many look-ups as the customer has endpoints. */
async function keysBySeverity(
  operation: Operation,
  filter: EndpointFilter,
  limit: number,
  start: PageStart<EndpointPosition>,
): Promise<EndpointKey[]> {
  const statuses = filter.status ? [filter.status] : [...listedStatuses];
  const customerId = filter.billingCustomerId && (await findCustomerId(operation, filter.billingCustomerId));
  if (!customerId) return [];
  const behind =
    'offset' in start
      ? sql`true`
      : sql`(urgency, created_at, id) < (${start.after.urgency ?? 0}, ${start.after.created_at}, ${start.after.id})`;
  const { rows } = await operation.db.execute(sql<{ id: string; created_at: Date; urgency: number }>`
    SELECT id, created_at, urgency FROM (
      SELECT id, created_at, coalesce(array_position(enum_range(NULL::severity), (
        SELECT max(severity) FROM alerts
        WHERE alerts.partner_id = endpoints.partner_id AND alerts.endpoint_id = endpoints.id AND alerts.status = 'open'
      )), 0) AS urgency
      FROM endpoints
      WHERE partner_id = ${operation.partnerId} AND customer_id = ${customerId} AND status = ANY(${statuses})
        AND ${filter.search === undefined ? sql`true` : contains(filter.search)}
    ) AS servers
    WHERE ${behind}
    ORDER BY urgency DESC, created_at DESC, id DESC
    LIMIT ${limit} OFFSET ${'offset' in start ? start.offset : 0}`);
  return rows.map(({ urgency, id, created_at }) => ({ urgency, created_at: created_at.toISOString(), id }));
}

async function endpointsOf(operation: Operation, keys: readonly EndpointKey[]): Promise<EndpointRecord[]> {
  const ids = keys.map(({ id }) => id);
  return inTheOrderOf(keys, await endpointRecords(operation).where(inIds('endpoints.id', ids)).execute());
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
