import { type RawBuilder, type Selectable, sql } from 'kysely';
import { byPartner } from '../operation/by-partner.ts';
import { Operation, type Resources } from '../operation/operation.ts';
import type { CustomersTable } from '../operation/tables/accounts.ts';
import type { ListCountChangesTable } from '../operation/tables/core.ts';

/** What is counted anew in one statement. */
const customersAtOnce = 100;
/** What is counted anew at a time. */
const customersPerRound = 1_000;

/** Counts of a partner that were not what they counted, and were corrected. */
export interface CorrectedCounts {
  readonly partnerId: string;
  readonly corrections: readonly Correction[];
}

type Correction = Pick<
  Selectable<ListCountChangesTable>,
  'customer_id' | 'list' | 'kind' | 'severity' | 'status' | 'change'
>;
type CustomerKey = Pick<Selectable<CustomersTable>, 'partner_id' | 'id'>;

/**
 * Counts anew what is kept, of some customers after the other each time it is called, and of each partner what all of them have together; what
 * differs is corrected.
 * @param report told of corrections, which there are none of but after a mistake, or changes by hand without triggers
 */
export function listCountChecker(
  resources: Resources,
  report: (corrected: CorrectedCounts) => void,
): () => Promise<void> {
  let behind: CustomerKey | null = null;
  return async () => {
    for (let looked = 0; looked < customersPerRound; looked += customersAtOnce) {
      const customers = await nextCustomers(resources, behind);
      await byPartner(customers, async (partnerId, ofPartner) => {
        const ids = ofPartner.map(({ id }) => id);
        const corrections = await checkListCounts(Operation.bySystem(resources, partnerId), ids);
        if (corrections.length > 0) report({ partnerId, corrections });
        return [];
      });
      behind = customers.length < customersAtOnce ? null : customers.at(-1)!;
      if (behind === null) return;
    }
  };
}

async function nextCustomers({ db }: Resources, behind: CustomerKey | null): Promise<CustomerKey[]> {
  const { rows } = await sql<CustomerKey>`
    SELECT partner_id, id FROM customers
    WHERE ${behind === null ? sql`true` : sql`(partner_id, id) > (${behind.partner_id}, ${behind.id})`}
    ORDER BY partner_id, id LIMIT ${customersAtOnce}`.execute(db);
  return rows;
}

/** @returns what was corrected of the customers' counts, and of those of all customers of the partner */
export async function checkListCounts(
  operation: Operation,
  customerIds: readonly string[],
): Promise<readonly Correction[]> {
  return operation.transaction(async (tx) => {
    const { rows } = await tx.db.execute(sql<{ free: boolean }>`
      SELECT pg_try_advisory_xact_lock(hashtextextended('list counts ' || ${tx.partnerId}, 0)) AS free`);
    // Somebody else corrects them.
    if (!rows[0]!.free) return [];
    // By what is missing, which is added: whatever else changes meanwhile, so does both what is counted and what is kept.
    const corrections = [...(await differencesOf(tx, customerIds)), ...(await differencesOfSums(tx))];
    await tx.db.insertMany('list_count_changes', corrections);
    return corrections;
  });
}

async function differencesOf(tx: Operation, customerIds: readonly string[]): Promise<readonly Correction[]> {
  const own = sql`partner_id = ${tx.partnerId} AND customer_id = ANY(${customerIds}::uuid[])`;
  return differences(tx, [
    sql`SELECT customer_id, 'endpoints' AS list, NULL::text AS kind, NULL::severity AS severity, status, 1 AS missing FROM endpoints WHERE ${own}`,
    sql`SELECT customer_id, 'alerts', kind, severity, status, 1 FROM alerts WHERE ${own}`,
    sql`SELECT customer_id, list, kind, severity, status, -count FROM list_counts WHERE ${own}`,
    sql`SELECT customer_id, list, kind, severity, status, -change FROM list_count_changes WHERE ${own}`,
  ]);
}

/** What is yet to be folded changes both alike, but for corrections. */
async function differencesOfSums(tx: Operation): Promise<readonly Correction[]> {
  const own = sql`partner_id = ${tx.partnerId}`;
  return differences(tx, [
    sql`SELECT NULL::uuid AS customer_id, list, kind, severity, status, CASE WHEN customer_id IS NULL THEN -count ELSE count END AS missing
      FROM list_counts WHERE ${own}`,
    sql`SELECT NULL, list, kind, severity, status, -change FROM list_count_changes WHERE ${own} AND customer_id IS NULL`,
  ]);
}

async function differences(tx: Operation, parts: readonly RawBuilder<unknown>[]): Promise<readonly Correction[]> {
  const { rows } = await tx.db.execute(sql<Correction>`
    SELECT customer_id, list, kind, severity, status, sum(missing)::bigint AS change FROM (${sql.join(parts, sql` UNION ALL `)}) AS parts
    GROUP BY customer_id, list, kind, severity, status HAVING sum(missing) <> 0`);
  return rows;
}
