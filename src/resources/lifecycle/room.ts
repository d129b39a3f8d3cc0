import { paidCapacity } from '../../accounts/subscriptions/paid-capacity.ts';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { coversOneMore, hasRoom } from '../../engines/capacity/enforce.ts';
import { domainResources } from '../domains/capacity-resources.ts';
import { endpointResources } from '../endpoints/capacity-resources.ts';

/** `add`: a new or restored resource takes a place; `wake`: one that has its place becomes active (decisions §3.3, §2.7). */
export type Demand = 'add' | 'wake';

/**
 * Refuses what paid capacity does not cover. Behind the lock of the customer's row.
 * @throws Problem ENDPOINT_LIMIT_EXCEEDED
 */
export async function requireEndpointRoom(tx: Operation, customerId: string, demand: Demand): Promise<void> {
  const { port_monitoring: capacity } = await paidCapacity(tx, customerId);
  if (capacity === null) return;
  const covers = demand === 'add' ? hasRoom : coversOneMore;
  if (!covers(await endpointResources(tx, [customerId]), capacity))
    throw new Problem('ENDPOINT_LIMIT_EXCEEDED', { limit: capacity });
}

/**
 * The same for domains.
 * @throws Problem DOMAIN_LIMIT_EXCEEDED
 */
export async function requireDomainRoom(tx: Operation, customerId: string, demand: Demand): Promise<void> {
  const { domain_monitoring: capacity } = await paidCapacity(tx, customerId);
  if (capacity === null) return;
  const covers = demand === 'add' ? hasRoom : coversOneMore;
  if (!covers(await domainResources(tx, [customerId]), capacity))
    throw new Problem('DOMAIN_LIMIT_EXCEEDED', { limit: capacity });
}
