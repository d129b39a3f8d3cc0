import { paidCapacity } from '../../accounts/subscriptions/index.ts';
import { Problem } from '../../core/api/problems.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { customerAdditions } from '../../identity/partners/index.ts';

/**
 * Refuses a customer who adds a server itself where the partner does not want that (decisions §10.8). Whoever else asks may;
 * how many there may be is another question.
 * @throws Problem ACCESS_DENIED, ENDPOINT_LIMIT_EXCEEDED
 */
export async function requireCustomerMayAdd(tx: Operation, customerId: string): Promise<void> {
  if (tx.caller.actor.kind !== 'customer') return;
  const mode = await customerAdditions(tx);
  if (mode === 'off')
    throw new Problem('ACCESS_DENIED', { reason: 'Servers are added by the provider, not by customers.' });
  if (mode === 'on') return;
  const { port_monitoring: capacity } = await paidCapacity(tx, customerId);
  if (capacity !== null) return;
  throw new Problem('ENDPOINT_LIMIT_EXCEEDED', { limit: 0, reason: 'The customer has no plan that covers servers.' });
}
