import type { Selectable } from 'kysely';
import type { Operation } from '../../core/operation/operation.ts';
import type { EndpointsTable } from '../../core/operation/tables/resources.ts';

/** An endpoint with its customer's billing id. */
export type EndpointRecord = Selectable<EndpointsTable> & { billing_customer_id: number };

/** Endpoints with their customers, of every status. */
export function endpointRecords(operation: Operation) {
  // customers first: locks are taken in this order, and so does everything that starts from the customer.
  return operation.db
    .selectFrom('customers')
    .innerJoin('endpoints', (join) =>
      join
        .onRef('endpoints.partner_id', '=', 'customers.partner_id')
        .onRef('endpoints.customer_id', '=', 'customers.id'),
    )
    .selectAll('endpoints')
    .select('customers.billing_customer_id');
}

export async function findEndpoint(operation: Operation, id: string): Promise<EndpointRecord | undefined> {
  return endpointRecords(operation).where('endpoints.id', '=', id).executeTakeFirst();
}

/**
 * Locks the customer's row, then the endpoint's, until the transaction ends.
 * @param clientId whose it must be; undefined: any customer's
 */
export async function lockEndpoint(
  operation: Operation,
  id: string,
  clientId?: number,
): Promise<EndpointRecord | undefined> {
  const lock = () =>
    endpointRecords(operation)
      .where('endpoints.id', '=', id)
      .$if(clientId !== undefined, (query) => query.where('customers.billing_customer_id', '=', clientId!))
      .forNoKeyUpdate(['customers', 'endpoints'])
      .executeTakeFirst();
  // One that went to another customer while its lock was waited for is found with that one.
  return (await lock()) ?? lock();
}

/** Notes what an endpoint was told to run: `ufw`, `nftables`, … It stays whatever scans guess later. */
export async function setPlatform(tx: Operation, endpointId: string, platform: string): Promise<void> {
  await tx.db.updateTable('endpoints').set({ platform }).where('id', '=', endpointId).execute();
}
