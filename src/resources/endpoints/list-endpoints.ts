import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely';
import { customerIdOf } from '../../accounts/customers/index.ts';
import { type PlanInForce, plansInForce } from '../../accounts/scan-terms/index.ts';
import { capacityOfPaidTerms, type PaidTerms, paidTermsOf } from '../../accounts/subscriptions/index.ts';
import { keptCount } from '../../core/list-counts/kept-count.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { PageStart } from '../../core/operation/paged.ts';
import {
  countedRows,
  listedCustomerId,
  PageBounds,
  type PageCut,
  type PageNumbers,
  readList,
  unionOf,
} from '../../core/operation/read-list.ts';
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
  readonly sort?: EndpointSort | undefined;
}

/** An endpoint with the plans that it could be scanned by. */
export type ListedEndpoint = EndpointRecord & {
  readonly plans: readonly PlanInForce[];
  readonly customer_name: string | null;
};

export interface EndpointPage {
  readonly endpoints: readonly ListedEndpoint[];
  /** Of the whole list. */
  readonly total: number;
  /** Behind which the list goes on; null: it does not. */
  readonly next: EndpointPosition | null;
  /** Active and paused endpoints of the customer, or of the partner: no filter narrows them. */
  readonly statusCounts: Readonly<Record<ListedStatus, number>>;
  /** Active ones that are on no schedule, because their addresses are never scanned; null when no customer is given. */
  readonly notScanned: number | null;
  /** What the customer may have; null when that is any number, or when no customer is given. */
  readonly limit: number | null;
}

/**
 * One page of the endpoints that are not terminated, newest first (decisions §2.10), or those with the worst open alerts first: one statement.
 */
export async function listEndpoints(
  operation: Operation,
  filter: EndpointFilter,
  { perPage, start, sort = 'created_at' }: EndpointPageRequest,
): Promise<EndpointPage> {
  const { billingCustomerId } = filter;
  const bounds = new PageBounds(perPage + 1, 'offset' in start ? start.offset : 0);
  const after = 'after' in start ? start.after : null;
  const values: Places = {
    billingCustomerId,
    ...(filter.search === undefined ? {} : await soughtIn(operation, filter.search)),
    ...bounds.values,
    ...(after && { urgency: after.urgency ?? 0, createdAt: after.created_at, id: after.id }),
  };
  const shape = JSON.stringify(['endpoints', filter.status, sort, bounds.shape]);
  const { rows, beside } = await readList(operation, shape, values, (blank, places) => {
    const sought: Sought = {
      billingCustomerId: places.billingCustomerId,
      status: filter.status,
      pattern: places.pattern,
      piece: places.piece,
    };
    const behind = after && { urgency: places.urgency, created_at: places.createdAt!, id: places.id! };
    return {
      customer: billingCustomerId === undefined ? null : customerIdOf(blank, places.billingCustomerId!),
      page: pageOfEndpoints(blank, sought, bounds.cut(places), behind, sort),
      order: sql`page.urgency DESC, page.created_at DESC, page.id DESC`,
      beside: {
        ...sizesOf(blank, sought),
        terms: billingCustomerId === undefined ? noTerms : paidTermsOf(blank, listedCustomerId),
      },
    };
  });
  const { active, paused, found, notScanned, terms } = beside;
  const endpoints = rows.slice(0, perPage);
  const last = rows.length > perPage ? endpoints.at(-1)! : null;
  return {
    endpoints,
    total: found ?? (filter.status ? beside[filter.status] : active + paused),
    next: last && {
      ...(sort === 'severity' ? { urgency: last.urgency } : {}),
      created_at: last.created_at.toISOString(),
      id: last.id,
    },
    statusCounts: { active, paused },
    notScanned,
    limit: terms && capacityOfPaidTerms(terms).port_monitoring,
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
        (SELECT billing_customer_id FROM customers c WHERE c.partner_id = ${operation.partnerId} AND c.id = e.customer_id) AS billing_customer_id,
        (SELECT name FROM customers c WHERE c.partner_id = ${operation.partnerId} AND c.id = e.customer_id) AS customer_name
      FROM endpoints e WHERE e.partner_id = ${operation.partnerId} AND e.id = keys.id OFFSET 0
    ) AS endpoint`;
}

function keysByAge(
  operation: Operation,
  filter: Sought,
  page: PageCut,
  after: EndpointPosition | null,
): RawBuilder<unknown> {
  const ranges = rangesOf(operation, filter).map((range) => {
    const rows = newestFirst(range).select(['id', 'created_at']).limit(page.end);
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
  { billingCustomerId, pattern, piece }: Pick<Sought, 'billingCustomerId'> & Partial<Sought>,
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

/** Of the customer, or of the partner: how many there are of each status, and how many are searched for and found, if any are. */
function sizesOf(operation: Operation, filter: Sought) {
  const { billingCustomerId } = filter;
  const customerId = billingCustomerId === undefined ? null : listedCustomerId;
  const none = sql<number | null>`NULL::int`;
  const kept = (status: ListedStatus) => keptCount(operation, 'endpoints', { customerId, statuses: [status] });
  return {
    active: kept('active'),
    paused: kept('paused'),
    found: filter.pattern === undefined ? none : countedRows(rangesOf(operation, filter)),
    notScanned:
      customerId === null
        ? none
        : countedRows([matching(operation, { billingCustomerId }, 'active').where('next_scan_at', 'is', null)]),
  };
}

/** One for each status that is asked for. */
function rangesOf(operation: Operation, filter: Sought) {
  return (filter.status ? [filter.status] : listedStatuses).map((status) => matching(operation, filter, status));
}
