import { type RawBuilder, sql } from 'kysely';
import { type Severity, severities } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds, inTheOrderOf } from '../../platform/database/in-ids.ts';

export interface CustomerListing {
  readonly billing_customer_id: number;
  readonly name: string | null;
  readonly email: string | null;
  /** Those that are not terminated. */
  readonly endpoints: number;
  /** Of these, those at which nobody looks: paused, or of an address that is never scanned. */
  readonly endpoints_not_scanned: number;
  readonly domains: number;
  /** About ports only. */
  readonly open_alerts: number;
  /** Open ones of every kind. */
  readonly alerts_by_severity: Readonly<Record<Severity, number>>;
  /** Null: no alert is open. */
  readonly worst_severity: Severity | null;
  readonly created_at: Date;
}

/** The most severe of a customer's open alerts, of any kind; `none` where none is open. */
export type Urgency = Severity | 'none';

export const urgencies = ['critical', 'high', 'medium', 'low', 'none'] as const satisfies readonly Urgency[];

export interface CustomerFilter {
  /** A billing id, or the beginning of a name or e-mail address. */
  readonly search?: string | undefined;
  readonly urgency?: Urgency | undefined;
}

/** By the number in the billing system; or by urgency, of equal urgency the older ones first. */
export type CustomerOrder = 'number' | 'urgency';

/** The customer that a page goes on behind. */
export interface CustomerPosition {
  readonly billing_customer_id: number;
  readonly id: string;
  /** As it was when the page was cut. */
  readonly urgency: Urgency;
}

export interface CustomerPage {
  readonly customers: readonly CustomerListing[];
  /** Null: there are no more. */
  readonly last: CustomerPosition | null;
}

/** A page of customers with what each has. It is cut from keys alone; then its rows are read. */
export async function listCustomers(
  operation: Operation,
  filter: CustomerFilter,
  sort: CustomerOrder,
  after: CustomerPosition | null,
  limit: number,
): Promise<CustomerPage> {
  const keysOf = sort === 'urgency' ? keysByUrgency : keysByNumber;
  const found = await keysOf(operation, filter, after, limit + 1);
  const keys = found.slice(0, limit);
  const rows = inTheOrderOf(keys, await rowsOf(operation, keys));
  const [lastKey, lastRow] = [keys.at(-1), rows.at(-1)];
  const last =
    found.length > limit && lastKey && lastRow
      ? { ...lastKey, billing_customer_id: lastRow.billing_customer_id }
      : null;
  return { customers: rows.map(({ id, ...customer }) => customer), last };
}

type Key = Pick<CustomerPosition, 'id' | 'urgency'>;
type Row = CustomerListing & { readonly id: string };

async function keysByNumber(
  operation: Operation,
  { search, urgency }: CustomerFilter,
  after: CustomerPosition | null,
  limit: number,
): Promise<Key[]> {
  let query = operation.db
    .selectFrom('customers')
    .select('id')
    .where('billing_customer_id', '>', after?.billing_customer_id ?? 0);
  if (search !== undefined) query = query.where(matches(search));
  if (urgency !== undefined)
    query = query.where(sql<boolean>`${worstOf(sql.ref('customers.id'), operation)} IS NOT DISTINCT FROM
      ${urgency === 'none' ? null : urgency}::severity`);
  const rows = await query.orderBy('billing_customer_id').limit(limit).execute();
  return rows.map(({ id }) => ({ id, urgency: urgency ?? 'none' }));
}

/** A statement for each urgency until the page is full, so five at most. */
async function keysByUrgency(
  operation: Operation,
  filter: CustomerFilter,
  after: CustomerPosition | null,
  limit: number,
): Promise<Key[]> {
  const keys: Key[] = [];
  const begun = after === null ? 0 : urgencies.indexOf(after.urgency);
  for (const urgency of urgencies.slice(begun)) {
    if (keys.length === limit) break;
    if (filter.urgency !== undefined && filter.urgency !== urgency) continue;
    const behind = after?.urgency === urgency ? after.id : null;
    const left = limit - keys.length;
    const ids =
      urgency === 'none'
        ? await withoutAlerts(operation, filter.search, behind, left)
        : await withWorst(operation, urgency, filter.search, behind, left);
    keys.push(...ids.map((id) => ({ id, urgency })));
  }
  return keys;
}

/**
 * Goes from customer to customer in the index of open alerts, so that it reads an entry of each, however many alerts that one has,
 * and stops at the end of the page. What is asked of each customer stands in subqueries, which keep that order: a join need not.
 */
async function withWorst(
  operation: Operation,
  severity: Severity,
  search: string | undefined,
  behind: string | null,
  limit: number,
): Promise<string[]> {
  const { partnerId } = operation;
  const next = (bound: RawBuilder<unknown>) => sql`
    SELECT a.customer_id AS id FROM alerts a
    WHERE a.partner_id = ${partnerId} AND a.status = 'open' AND a.severity = ${severity} AND ${bound}
    ORDER BY a.customer_id LIMIT 1`;
  const found =
    search === undefined
      ? sql`true`
      : sql`(SELECT ${matches(search)} FROM customers
    WHERE customers.partner_id = ${partnerId} AND customers.id = met.id)`;
  const { rows } = await operation.db.execute(sql<{ id: string }>`
    WITH RECURSIVE met AS (
      (${next(behind === null ? sql`true` : sql`a.customer_id > ${behind}`)})
      UNION ALL
      SELECT another.id FROM met CROSS JOIN LATERAL (${next(sql`a.customer_id > met.id`)}) AS another
    )
    SELECT id FROM met
    WHERE ${found} AND ${worstOf(sql.ref('met.id'), operation)} = ${severity}::severity LIMIT ${limit}`);
  return rows.map(({ id }) => id);
}

async function withoutAlerts(
  operation: Operation,
  search: string | undefined,
  behind: string | null,
  limit: number,
): Promise<string[]> {
  let query = operation.db
    .selectFrom('customers')
    .select('id')
    // PostgreSQL takes IS NULL for rare, and would read and sort all customers rather than go through them in order.
    .where(sql<boolean>`CASE WHEN ${worstOf(sql.ref('customers.id'), operation)} IS NULL THEN true ELSE false END`);
  if (search !== undefined) query = query.where(matches(search));
  if (behind !== null) query = query.where('id', '>', behind);
  const rows = await query.orderBy('id').limit(limit).execute();
  return rows.map(({ id }) => id);
}

/** One look into the index of a customer's alerts. */
function worstOf(customerId: RawBuilder<unknown>, { partnerId }: Operation) {
  return sql<Severity | null>`(SELECT w.severity FROM alerts w
    WHERE w.partner_id = ${partnerId} AND w.customer_id = ${customerId} AND w.status = 'open'
    ORDER BY w.severity DESC LIMIT 1)`;
}

function matches(search: string) {
  const pattern = `${search.replace(/[\\%_]/g, '\\$&')}%`;
  const isId = /^\d{1,15}$/.test(search);
  return sql<boolean>`(customers.name ILIKE ${pattern} OR customers.email ILIKE ${pattern}
    OR ${isId ? sql`customers.billing_customer_id = ${Number(search)}` : sql`false`})`;
}

async function rowsOf(operation: Operation, keys: readonly Key[]): Promise<Row[]> {
  const count = (severity: Severity) =>
    sql<number>`(count(*) FILTER (WHERE a.severity = ${sql.lit(severity)}))::int AS ${sql.ref(severity)}`;
  const { rows } = await operation.db.execute(sql<
    Omit<Row, 'alerts_by_severity' | 'worst_severity'> & Record<Severity, number>
  >`
    SELECT customers.id, billing_customer_id, name, email, customers.created_at, servers.*, alerts.*,
      (SELECT count(*)::int FROM monitored_domains d WHERE d.partner_id = customers.partner_id
        AND d.customer_id = customers.id AND d.status <> 'terminated') AS domains
    FROM customers,
      LATERAL (SELECT count(*)::int AS endpoints,
          (count(*) FILTER (WHERE e.status = 'paused' OR e.next_scan_at IS NULL))::int AS endpoints_not_scanned
        FROM endpoints e WHERE e.partner_id = customers.partner_id
          AND e.customer_id = customers.id AND e.status <> 'terminated') AS servers,
      LATERAL (SELECT (count(*) FILTER (WHERE a.kind = 'port'))::int AS open_alerts, ${sql.join(severities.map(count))}
        FROM alerts a WHERE a.partner_id = customers.partner_id
          AND a.customer_id = customers.id AND a.status = 'open') AS alerts
    WHERE customers.partner_id = ${operation.partnerId} AND ${inIds(
      'customers.id',
      keys.map(({ id }) => id),
    )}`);
  return rows.map(({ critical, high, medium, low, ...customer }) => {
    const alerts_by_severity = { critical, high, medium, low };
    const worst_severity = severities.findLast((severity) => alerts_by_severity[severity] > 0) ?? null;
    return { ...customer, alerts_by_severity, worst_severity };
  });
}
