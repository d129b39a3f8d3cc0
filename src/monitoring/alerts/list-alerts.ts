import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { customerIdOf } from '../../accounts/customers/index.ts';
import { type Severity, severities } from '../../common/severity.ts';
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
import type { AlertsTable } from '../../core/operation/tables/monitoring.ts';
import type { Tables } from '../../core/operation/tables.ts';
import { type AlertRecord, alertRecords } from './alert-record.ts';
import { alertStatuses } from './lifecycle.ts';
import type { SameFault } from './same-fault.ts';

export interface AlertFilter {
  /** Their names, which go into the statement's text: by them PostgreSQL sees whether the index of rarer kinds serves it. */
  readonly kinds: readonly string[];
  readonly billingCustomerId?: number | undefined;
  readonly status?: AlertsTable['status'] | undefined;
  readonly severity?: Severity | undefined;
  /** This or a worse one. */
  readonly minSeverity?: Severity | undefined;
  readonly protocol?: 'tcp' | 'udp' | undefined;
  readonly port?: number | undefined;
  readonly endpointId?: string | undefined;
  readonly domainId?: string | undefined;
  /** Those with the fault of this alert; `kinds` has its kind alone. */
  readonly alike?: Pick<SameFault, 'id' | 'key'> | undefined;
}

export interface AlertOrder {
  readonly sort: 'created_at' | 'severity' | 'last_detected_at';
  readonly order: 'asc' | 'desc';
}

/** The sort keys of an alert: the one that the list is sorted by, then those that decide ties. */
export interface AlertPosition {
  readonly key: string;
  readonly created_at: string;
  readonly id: string;
}

export interface AlertPage {
  readonly alerts: readonly AlertRecord[];
  /** Of the whole list. */
  readonly total: number;
  readonly hasMore: boolean;
}

/** One page of alerts; ties go by created_at, then id, in the same direction (decisions §6.3). */
export async function listAlerts(
  operation: Operation,
  filter: AlertFilter,
  order: AlertOrder,
  { limit, start }: { limit: number; start: PageStart<AlertPosition> },
): Promise<AlertPage> {
  if (filter.kinds.length === 0 || askedSeverities(filter).length === 0)
    return { alerts: [], total: 0, hasMore: false };
  const { kinds, status, severity, minSeverity, billingCustomerId, endpointId, domainId, protocol, port } = filter;
  const inText = { kinds, status, severity, minSeverity };
  const bounds = new PageBounds(limit + 1, 'offset' in start ? start.offset : 0);
  const after = 'after' in start ? start.after : null;
  const values: Places = {
    billingCustomerId,
    endpointId,
    domainId,
    protocol,
    port,
    alikeId: filter.alike?.id,
    ...bounds.values,
    ...(after && { key: after.key, createdAt: after.created_at, id: after.id }),
  };
  const shape = JSON.stringify(['alerts', inText, order, bounds.shape]);
  const { rows, beside } = await readList(operation, shape, values, (blank, places) => {
    const asked = { ...inText, ...places, alikeKey: filter.alike?.key };
    const behind = after && { key: places.key!, created_at: places.createdAt!, id: places.id! };
    return {
      customer: asked.billingCustomerId === undefined ? null : customerIdOf(blank, asked.billingCustomerId),
      page: pageOfAlerts(blank, asked, order, bounds.cut(places), behind),
      order: sortKeys(order, 'page'),
      beside: { total: sizeOf(blank, asked) },
    };
  });
  return { alerts: rows.slice(0, limit), total: beside.total, hasMore: rows.length > limit };
}

/** How many there are; those of one server, domain, port or fault are counted, by index. */
function sizeOf(operation: Operation, filter: Asked): RawBuilder<number> {
  const { kinds, status, billingCustomerId } = filter;
  const { endpointId, domainId, protocol, port, alikeId } = filter;
  if ([endpointId, domainId, protocol, port, alikeId].some((each) => each !== undefined))
    return countedRows(rangesOf(filter, 'created_at').map((range) => matching(operation, filter, range)));
  return keptCount(operation, 'alerts', {
    customerId: billingCustomerId === undefined ? null : listedCustomerId,
    statuses: status ? [status] : alertStatuses,
    kinds,
    severities: askedSeverities(filter),
  });
}

type InText = 'kinds' | 'status' | 'severity' | 'minSeverity';

/** What is looked at by its value. */
type Looked = Omit<AlertFilter, InText | 'alike'> & { readonly alikeId?: string | undefined };

type Asked = Pick<AlertFilter, InText> & Looked & { readonly alikeKey?: SameFault['key'] };

/** The values of the statement. */
type Places = Looked & { readonly [N in 'key' | 'createdAt' | 'id']?: string } & PageNumbers;

/**
 * The page is cut from the keys alone, in the order of their indexes; then each of its rows is looked up (OFFSET 0: PostgreSQL could come to
 * join them all otherwise, when it expects more of them).
 */
function pageOfAlerts(
  operation: Operation,
  filter: Asked,
  order: AlertOrder,
  page: PageCut,
  after: AlertPosition | null,
): RawBuilder<AlertRecord> {
  const ranges = rangesOf(filter, order.sort).map((range) => {
    const rows = matching(operation, filter, range);
    const behind = after ? rows.where(isBehind(order, after)) : rows;
    const keys = behind.select(['id', 'severity', 'created_at', 'last_detected_at']);
    return inOrder(keys, order.sort, order.order).limit(page.end);
  });
  return sql<AlertRecord>`
    SELECT alert.* FROM (
      SELECT * FROM (${unionOf(ranges)}) AS keys ORDER BY ${sortKeys(order, 'keys')} LIMIT ${page.limit} OFFSET ${page.offset}
    ) AS keys CROSS JOIN LATERAL (
      ${alertRecords(operation).where('alerts.id', '=', sql<string>`keys.id`).offset(sql.lit(0))}
    ) AS alert`;
}

function sortKeys({ sort, order }: AlertOrder, of: 'page' | 'keys'): RawBuilder<unknown> {
  const columns = [...new Set([sort, 'created_at', 'id'])];
  return sql.join(columns.map((column) => sql`${sql.ref(`${of}.${column}`)} ${sql.raw(order)}`));
}

type KeyRange = Pick<AlertFilter, 'status' | 'severity'>;

/**
 * The ranges whose union is the list, each of them in the list's order within one index: one per status, and per severity
 * unless the list is sorted by it. PostgreSQL merges them and stops at the end of the page. An endpoint or a domain has so few
 * alerts that they are simply sorted.
 */
function rangesOf(filter: Asked, sort: AlertOrder['sort']): KeyRange[] {
  if (filter.endpointId !== undefined || filter.domainId !== undefined) return [filter];
  const statuses = filter.status ? [filter.status] : alertStatuses;
  const ranges = statuses.map((status) => ({ ...filter, status }));
  if (sort === 'severity' || filter.severity) return ranges;
  return ranges.flatMap((range) => severitiesFrom(filter.minSeverity).map((severity) => ({ ...range, severity })));
}

/** None where the filter asks for one below the least that it asks for. */
function askedSeverities({
  severity,
  minSeverity,
}: Pick<AlertFilter, 'severity' | 'minSeverity'>): readonly Severity[] {
  return severitiesFrom(minSeverity).filter((each) => severity === undefined || each === severity);
}

function severitiesFrom(least: Severity = severities[0]): readonly Severity[] {
  return severities.slice(severities.indexOf(least));
}

function matching(operation: Operation, filter: Asked, { status, severity }: KeyRange) {
  let query = operation.db.selectFrom('alerts').where('kind', 'in', filter.kinds.map(sql.lit));
  if (filter.billingCustomerId !== undefined) query = query.where('customer_id', '=', listedCustomerId);
  if (filter.endpointId !== undefined) query = query.where('endpoint_id', '=', filter.endpointId);
  if (filter.domainId !== undefined) query = query.where('domain_id', '=', filter.domainId);
  query = status ? query.where('status', '=', status) : query.where('status', 'in', alertStatuses);
  if (severity) query = query.where('severity', '=', severity);
  if (filter.minSeverity) query = query.where('severity', '>=', filter.minSeverity);
  // As the index of ports has it.
  if (filter.protocol) query = query.where('protocol', '=', filter.protocol).where('port', 'is not', null);
  if (filter.port !== undefined) query = query.where('port', '=', filter.port);
  if (filter.alikeId !== undefined) query = query.where(isAlike(operation, filter.alikeId, filter.alikeKey));
  return query;
}

function isAlike(operation: Operation, id: string, key: SameFault['key']): RawBuilder<boolean> {
  if (key === undefined) return sql<boolean>`id = ${id}`;
  const fault = operation.db.selectFrom('alerts').select(key.as('fault')).where('id', '=', id);
  return sql<boolean>`${key} = (${fault})`;
}

/** Sorted by the key and what decides ties, as an index has it once partner, status and what else is equal are left out. */
function inOrder<O>(
  query: SelectQueryBuilder<Tables, 'alerts', O>,
  sort: AlertOrder['sort'],
  order: AlertOrder['order'],
): SelectQueryBuilder<Tables, 'alerts', O> {
  const sorted = sort === 'created_at' ? query : query.orderBy(`alerts.${sort}`, order);
  return sorted.orderBy('alerts.created_at', order).orderBy('alerts.id', order);
}

/** One comparison of rows, as the index has it. */
function isBehind({ sort, order }: AlertOrder, { key, created_at, id }: AlertPosition) {
  const comparison = sql.raw(order === 'asc' ? '>' : '<');
  if (sort === 'created_at') return sql<boolean>`(created_at, id) ${comparison} (${created_at}, ${id})`;
  return sql<boolean>`(${sql.ref(sort)}, created_at, id) ${comparison} (${key}, ${created_at}, ${id})`;
}

/** The most urgent open alerts of one kind of an endpoint, for its detail. */
export async function mostUrgentAlerts(
  operation: Operation,
  kind: string,
  endpointId: string,
  limit: number,
): Promise<AlertRecord[]> {
  return alertRecords(operation)
    .where('alerts.endpoint_id', '=', endpointId)
    .where('alerts.kind', '=', kind)
    .where('alerts.status', '=', 'open')
    .orderBy('alerts.severity', 'desc')
    .orderBy('alerts.created_at', 'desc')
    .orderBy('alerts.id', 'desc')
    .limit(limit)
    .execute();
}
