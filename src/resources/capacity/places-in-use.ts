import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables.ts';
import { domainResources } from '../domains/capacity-resources.ts';
import { endpointResources } from '../endpoints/capacity-resources.ts';

/** How many places of a product a customer's resources take: all that are not terminated. */
export async function placesInUse(tx: Operation, customerId: string, product: CappedProduct): Promise<number> {
  const resources = product === 'port_monitoring' ? endpointResources : domainResources;
  return (await resources(tx, [customerId])).length;
}
