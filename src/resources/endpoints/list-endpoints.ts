import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { customerIdOf } from '../../accounts/customers/index.ts';
import { type PlanInForce, plansInForce } from '../../accounts/scan-terms/index.ts';
import { capacityOfPaidTerms, type PaidTerms, paidTermsOf } from '../../accounts/subscriptions/index.ts';
import { type PageStart, refuseBeyondWindow } from '../../core/api/list-page.ts';
import {
  type BoundedCount,
  listedCustomerId,
  listWindow,
  listWithCounts,
  PageBounds,
  type PageCut,
  type PageNumbers,
  unionOf,
} from '../../core/operation/list-window.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { Tables } from '../../core/operation/tables.ts';
import type { EndpointRecord } from './endpoint-record.ts';
import { nameSample, rarestPiece } from './rarest-piece.ts';

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

/** An endpoint with the plans that it could be scanned by. */
export type ListedEndpoint = EndpointRecord & { readonly plans: readonly PlanInForce[] };

export interface EndpointPage {
  readonly endpoints: readonly ListedEndpoint[];
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
 * One page of the endpoints that are not terminated, newest first (decisions §2.10), or those with the worst open alerts first: one statement.
 * @throws InvalidInput on `page` beyond the window of a longer list
 */
export async function listEndpoints(
  operation: Operation,
  filter: EndpointFilter,
  { perPage, start, sort = 'created_at' }: EndpointPageRequest,
): Promise<EndpointPage> {
  const { billingCustomerId } = filter;
  const isBeyondWindow = 'offset' in start && start.offset >= listWindow;
  const bounds = new PageBounds(perPage + 1, 'offset' in start ? start.offset : 0);
  const after = 'after' in start ? start.after : null;
  const values: Places = {
    billingCustomerId,
    ...(filter.search === undefined ? {} : await soughtIn(operation, filter.search)),
    ...bounds.values,
    ...(after && { urgency: after.urgency ?? 0, createdAt: after.created_at, id: after.id }),
  };
  const shape = JSON.stringify(['endpoints', filter.status, sort, isBeyondWindow ? 'none' : bounds.shape]);
  const { rows, counts, beside } = await listWithCounts(operation, shape, values, (blank, places) => {
    const sought: Sought = {
      billingCustomerId: places.billingCustomerId,
      status: filter.status,
      pattern: places.pattern,
      piece: places.piece,
    };
    const behind = after && { urgency: places.urgency, created_at: places.createdAt!, id: places.id! };
    return {
      customer: billingCustomerId === undefined ? null : customerIdOf(blank, places.billingCustomerId!),
      page: isBeyondWindow ? null : pageOfEndpoints(blank, sought, bounds.cut(places), behind, sort),
      order: sql`page.urgency DESC, page.created_at DESC, page.id DESC`,
      count: countedLists(blank, sought),
      beside: { terms: billingCustomerId === undefined ? noTerms : paidTermsOf(blank, listedCustomerId) },
    };
  });
  const all = { active: counts.active, paused: counts.paused };
  const found = filter.search === undefined ? all : { active: counts.foundActive, paused: counts.foundPaused };
  const count = countOf(filter.status, found);
  if (isBeyondWindow) refuseBeyondWindow('page', count);
  const endpoints = rows.slice(0, perPage);
  const last = rows.length > perPage ? endpoints.at(-1)! : null;
  return {
    endpoints,
    count,
    next: last && {
      ...(sort === 'severity' ? { urgency: last.urgency } : {}),
      created_at: last.created_at.toISOString(),
      id: last.id,
    },
    statusCounts: { active: all.active.total, paused: all.paused.total },
    notScanned: billingCustomerId === undefined ? null : counts.notScanned.total,
    limit: beside.terms && capacityOfPaidTerms(beside.terms).port_monitoring,
  };
}

const noTerms = sql<PaidTerms | null>`NULL::json`;

/** The values of the statement. */
type Places = PageNumbers & {
  readonly billingCustomerId: number | undefined;
  readonly pattern?: string;
  readonly piece?: string;
  readonly urgency?: number;
  readonly createdAt?: string;
  readonly id?: string;
};

interface Sought extends Pick<EndpointFilter, 'billingCustomerId' | 'status'> {
  readonly pattern: string | undefined;
  /** Part of it that fewer names have. */
  readonly piece: string | undefined;
}

type EndpointRow = ListedEndpoint & { readonly urgency: number };

/**
 * The page is cut from the keys alone, in the order of their indexes; then each of its rows is looked up (OFFSET 0: PostgreSQL could come to
 * join them all otherwise, when it expects more of them).
 */
function pageOfEndpoints(
  operation: Operation,
  filter: Sought,
  page: PageCut,
  after: EndpointPosition | null,
  sort: EndpointSort,
): RawBuilder<EndpointRow> {
  const keys = (sort === 'severity' ? keysBySeverity : keysByAge)(operation, filter, page, after);
  return sql<EndpointRow>`
    SELECT endpoint.*, keys.urgency FROM (${keys}) AS keys CROSS JOIN LATERAL (
      SELECT e.*, ${plansInForce(operation.partnerId)} AS plans,
        (SELECT billing_customer_id FROM customers c WHERE c.partner_id = ${operation.partnerId} AND c.id = e.customer_id) AS billing_customer_id
      FROM endpoints e WHERE e.partner_id = ${operation.partnerId} AND e.id = keys.id OFFSET 0
    ) AS endpoint`;
}

function keysByAge(
  operation: Operation,
  filter: Sought,
  page: PageCut,
  after: EndpointPosition | null,
): RawBuilder<unknown> {
  const statuses = filter.status ? [filter.status] : listedStatuses;
  const ranges = statuses.map((status) => {
    const rows = newestFirst(matching(operation, filter, status))
      .select(['id', 'created_at'])
      .limit(page.end);
    if (after === null) return rows;
    return rows.where(sql<SqlBool>`(created_at, id) < (${after.created_at}, ${after.id})`);
  });
  return sql`
    SELECT id, created_at, 0 AS urgency FROM (${unionOf(ranges)}) AS newest
    ORDER BY created_at DESC, id DESC LIMIT ${page.limit} OFFSET ${page.offset}`;
}

/** The worst open alert of each is looked up in an index: so many look-ups as the customer has endpoints. */
function keysBySeverity(
  operation: Operation,
  filter: Sought,
  page: PageCut,
  after: EndpointPosition | null,
): RawBuilder<unknown> {
  const statuses = filter.status ? [filter.status] : [...listedStatuses];
  const behind =
    after === null ? sql`true` : sql`(urgency, created_at, id) < (${after.urgency}, ${after.created_at}, ${after.id})`;
  return sql`
    SELECT id, created_at, urgency FROM (
      SELECT id, created_at, coalesce(array_position(enum_range(NULL::severity), (
        SELECT max(severity) FROM alerts
        WHERE alerts.partner_id = ${operation.partnerId} AND alerts.endpoint_id = endpoints.id AND alerts.status = 'open'
      )), 0) AS urgency
      FROM endpoints
      WHERE partner_id = ${operation.partnerId} AND customer_id = ${listedCustomerId}
        AND status = ANY(${statuses}) AND ${filter.pattern === undefined ? sql`true` : contains(filter.pattern, filter.piece)}
    ) AS servers
    WHERE ${behind}
    ORDER BY urgency DESC, created_at DESC, id DESC LIMIT ${page.limit} OFFSET ${page.offset}`;
}

function newestFirst<O>(query: SelectQueryBuilder<Tables, 'endpoints', O>): SelectQueryBuilder<Tables, 'endpoints', O> {
  return query.orderBy('endpoints.created_at', 'desc').orderBy('endpoints.id', 'desc');
}

/** The status stands in the text: how many rows have it decides over the plan. */
function matching(
  operation: Operation,
  { billingCustomerId, pattern, piece }: Omit<Sought, 'status'>,
  status: ListedStatus,
) {
  let query = operation.db.selectFrom('endpoints').where('status', '=', sql.lit(status));
  if (billingCustomerId !== undefined) query = query.where('customer_id', '=', listedCustomerId);
  if (pattern !== undefined) query = query.where(contains(pattern, piece));
  return query;
}

/** For LIKE: the text itself, anywhere. */
function patternOf(search: string): string {
  return `%${search.replace(/[\\%_]/g, '\\$&')}%`;
}

/** What stands in every text that is found. */
async function soughtIn(operation: Operation, search: string): Promise<{ pattern: string; piece?: string }> {
  const piece = rarestPiece(search, await nameSample(operation.db.shared));
  return { pattern: patternOf(search), ...(piece !== undefined && { piece: patternOf(piece) }) };
}

/** That of an index, character for character. */
const searchedText = sql`lower(host(ip_address) || E'\\n' || hostname || E'\\n' || nickname)`;

/** @param piece part of the pattern: the index looks for it alone, and what it finds is compared with the whole */
function contains(pattern: string, piece: string | undefined) {
  if (piece === undefined) return sql<SqlBool>`${searchedText} LIKE lower(${pattern})`;
  return sql<SqlBool>`(${searchedText} LIKE lower(${piece}) AND ${searchedText} || '' LIKE lower(${pattern}))`;
}

type CountsByStatus = Readonly<Record<ListedStatus, BoundedCount>>;

/** Of the customer, or of the partner; `found…` are those that are searched for, if any are. */
function countedLists(operation: Operation, { billingCustomerId, pattern, piece }: Sought) {
  const list = (status: ListedStatus, sought?: string) =>
    newestFirst(matching(operation, { billingCustomerId, pattern: sought, piece }, status));
  return {
    active: [list('active')],
    paused: [list('paused')],
    ...(billingCustomerId === undefined ? {} : { notScanned: [list('active').where('next_scan_at', 'is', null)] }),
    ...(pattern === undefined
      ? {}
      : { foundActive: [list('active', pattern)], foundPaused: [list('paused', pattern)] }),
  };
}

function countOf(status: ListedStatus | undefined, { active, paused }: CountsByStatus): BoundedCount {
  if (status) return status === 'active' ? active : paused;
  const total = active.total + paused.total;
  return { total: Math.min(total, listWindow), isExact: active.isExact && paused.isExact && total <= listWindow };
}
