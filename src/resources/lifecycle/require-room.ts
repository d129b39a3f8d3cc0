import { paidCapacity } from '../../accounts/subscriptions/index.ts';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { coversOneMore, hasRoom } from '../../engines/capacity/enforce.ts';
import { isPaidByService, occupying } from './occupying.ts';
import type { ResourceType } from './resource-type.ts';

/** `add`: a new or restored resource takes a place; `wake`: one that has its place becomes active (decisions §3.3, §2.7). */
export type Demand = 'add' | 'wake';

/**
 * Refuses what paid capacity does not cover: neither does a service of its own pay for it. Behind the lock of the customer's row.
 * @throws Problem ENDPOINT_LIMIT_EXCEEDED, DOMAIN_LIMIT_EXCEEDED
 */
export async function requireRoom(
  tx: Operation,
  type: ResourceType,
  {
    customer_id: customerId,
    service_id: serviceId,
  }: { readonly customer_id: string; readonly service_id: string | null },
  demand: Demand,
): Promise<void> {
  const capacity = (await paidCapacity(tx, customerId))[type.product];
  if (capacity === null || (await isPaidByService(tx, type, serviceId))) return;
  const covers = demand === 'add' ? hasRoom : coversOneMore;
  if (!covers(await occupying(tx, type, [customerId]), capacity))
    throw new Problem(type.limitExceeded, { limit: capacity });
}
