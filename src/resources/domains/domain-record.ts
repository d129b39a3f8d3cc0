import type { Selectable } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { MonitoredDomainsTable } from '../../core/operation/tables/resources.ts';

export type DomainRecord = Selectable<MonitoredDomainsTable>;

/** Which domain a client means, and whose it must be; undefined: any customer's. */
export interface AskedDomain {
  readonly monitored_domain_id: string;
  readonly client_id?: number | undefined;
}

/** Locks the customer's row, then the domain's, until the transaction ends. A released domain is not found. */
export async function lockDomain(tx: Operation, id: string, clientId?: number): Promise<DomainRecord | undefined> {
  // customers first: locks are taken in this order, and so does everything that starts from the customer.
  const lock = () =>
    domainsWithCustomers(tx, id, clientId).forNoKeyUpdate(['customers', 'monitored_domains']).executeTakeFirst();
  // One that went to another customer while its lock was waited for is found with that one.
  return (await lock()) ?? lock();
}

function domainsWithCustomers(tx: Operation, id: string, clientId: number | undefined) {
  return tx.db
    .selectFrom('customers')
    .innerJoin('monitored_domains', (join) =>
      join
        .onRef('monitored_domains.partner_id', '=', 'customers.partner_id')
        .onRef('monitored_domains.customer_id', '=', 'customers.id'),
    )
    .selectAll('monitored_domains')
    .where('monitored_domains.id', '=', id)
    .where('monitored_domains.released_at', 'is', null)
    .$if(clientId !== undefined, (query) => query.where('customers.billing_customer_id', '=', clientId!));
}

/** The scan under way, if any. */
export function currentScan({ current_scan_id: scanId }: DomainRecord): string[] {
  return scanId === null ? [] : [scanId];
}

/**
 * The record that a name has with a customer, terminated or not: there is one at most until it is released.
 * @param domain as normaliseDomain returns it
 */
export async function findDomainByName(
  tx: Operation,
  customerId: string,
  domain: string,
): Promise<DomainRecord | undefined> {
  return tx.db
    .selectFrom('monitored_domains')
    .selectAll()
    .where('customer_id', '=', customerId)
    .where('domain', '=', domain)
    .where('released_at', 'is', null)
    .executeTakeFirst();
}
