import { sql } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { AddressHolder } from '../../engines/domain-posture/domain-look.ts';

/**
 * Whose addresses are now, of those that the domain's customer has or had as servers here. Another customer's server that was never theirs is
 * nothing odd: much is hosted for others.
 */
export async function holdersOf(
  { db, partnerId }: Operation,
  domainId: string,
  addresses: readonly string[],
): Promise<ReadonlyMap<string, AddressHolder>> {
  if (addresses.length === 0) return new Map();
  const { rows } = await db.execute(sql<{ address: string; holder: AddressHolder }>`
    SELECT asked.address, CASE
      WHEN e.status <> 'terminated' THEN 'own'
      WHEN EXISTS (SELECT FROM endpoints o WHERE o.partner_id = ${partnerId} AND o.ip_address = e.ip_address
        AND o.customer_id <> e.customer_id AND o.status <> 'terminated') THEN 'other'
      ELSE 'former' END AS holder
    FROM unnest(${[...new Set(addresses)]}::text[]) AS asked (address)
    JOIN monitored_domains d ON d.partner_id = ${partnerId} AND d.id = ${domainId}
    JOIN endpoints e ON e.partner_id = ${partnerId} AND e.customer_id = d.customer_id AND e.ip_address = asked.address::inet`);
  return new Map(rows.map(({ address, holder }) => [address, holder]));
}
