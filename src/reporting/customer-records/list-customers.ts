import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';

export interface CustomerListing {
  readonly billing_customer_id: number;
  readonly name: string | null;
  readonly email: string | null;
  /** Those that are not terminated. */
  readonly endpoints: number;
  readonly domains: number;
  readonly open_alerts: number;
  readonly created_at: Date;
}

/** Customers by billing id behind `after`, at most `limit`, with what each has. */
export async function listCustomers(
  operation: Operation,
  { search, after }: { search: string | undefined; after: number },
  limit: number,
): Promise<CustomerListing[]> {
  const pattern = `${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const isId = /^\d{1,15}$/.test(search ?? '');
  let query = operation.db
    .selectFrom('customers')
    .select(['billing_customer_id', 'name', 'email', 'created_at'])
    .select([
      sql<number>`(SELECT count(*)::int FROM endpoints e WHERE e.partner_id = customers.partner_id
        AND e.customer_id = customers.id AND e.status <> 'terminated')`.as('endpoints'),
      sql<number>`(SELECT count(*)::int FROM monitored_domains d WHERE d.partner_id = customers.partner_id
        AND d.customer_id = customers.id AND d.status <> 'terminated')`.as('domains'),
      sql<number>`(SELECT count(*)::int FROM alerts a WHERE a.partner_id = customers.partner_id
        AND a.customer_id = customers.id AND a.kind = 'port' AND a.status = 'open')`.as('open_alerts'),
    ])
    .where('billing_customer_id', '>', after);
  if (search !== undefined)
    query = query.where((row) =>
      row.or([
        ...(isId ? [row('billing_customer_id', '=', Number(search))] : []),
        row('name', 'ilike', pattern),
        row('email', 'ilike', pattern),
      ]),
    );
  return query.orderBy('billing_customer_id').limit(limit).execute();
}
