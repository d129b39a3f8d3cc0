import {
  type Customer,
  ensureCustomer,
  findService,
  lockCustomers,
  overwriteCustomer,
} from '../../accounts/customers/index.ts';
import { soleSubscription } from '../../accounts/subscriptions/index.ts';
import { InvalidInput, Problem } from '../../core/api/problems.ts';
import { recordFacts } from '../../core/audit/record-facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type MovedTypes, type MoveOutcome, moveOwner } from './move-owner.ts';

export interface MergeRequest {
  readonly from: number;
  readonly into: number;
  /** Of the customer that receives, where that is still empty. */
  readonly client_name?: string | undefined;
  readonly client_email?: string | undefined;
}

export interface TransferRequest extends Omit<MergeRequest, 'into'> {
  readonly serviceId: number;
  readonly to: number;
}

export interface OwnerMove {
  readonly from: Customer;
  readonly to: Customer;
  /** Whether the receiving customer was made for it. */
  readonly isNew: boolean;
  /** Null: the service had been moved before, and nothing changed. */
  readonly result: MoveOutcome | null;
}

/**
 * Gives all that a customer has to another one, which is made on first use (decisions §10.10). The one that it is taken from stays on record,
 * with nothing, so that a repeat changes nothing; whoever was signed in as it is signed out.
 * @throws Problem CUSTOMER_NOT_FOUND; InvalidInput on `into` when both are one customer
 */
export async function mergeCustomers(
  operation: Operation,
  types: MovedTypes,
  request: MergeRequest,
): Promise<OwnerMove> {
  requireTwo(request.from, request.into, 'into');
  return operation.transaction(async (tx) => {
    const { from, ...receiving } = await lockBoth(tx, request.from, request.into);
    if (!from) throw new Problem('CUSTOMER_NOT_FOUND');
    const ensured = await ensureCustomer(tx, {
      billingCustomerId: request.into,
      name: request.client_name ?? from.name ?? undefined,
      email: request.client_email ?? from.email ?? undefined,
    });
    const to = ensured.language === null ? await overwriteCustomer(tx, ensured, { language: from.language }) : ensured;
    const result = await moveOwner(tx, types, { from, to, billingServiceId: null, takesUnowned: true });
    await tell(tx, 'customer.merged', { from, to }, {});
    return { from, to, isNew: !receiving.to, result };
  });
}

/**
 * Gives one service to another customer, which is made on first use: its subscriptions, and the servers and domains that belong to it. With a
 * customer's last plan for servers go the servers of no service, which it was for.
 * @throws Problem CUSTOMER_NOT_FOUND, BILLING_CLIENT_NOT_FOUND when neither customer has the service; InvalidInput on `to` when both are one customer
 */
export async function transferService(
  operation: Operation,
  types: MovedTypes,
  request: TransferRequest,
): Promise<OwnerMove> {
  requireTwo(request.from, request.to, 'to');
  return operation.transaction(async (tx) => {
    const { from, to: known } = await lockBoth(tx, request.from, request.to);
    if (!from) throw new Problem('CUSTOMER_NOT_FOUND');
    const service = await findService(tx, from.id, request.serviceId);
    if (!service) {
      const isThere = known && (await findService(tx, known.id, request.serviceId));
      if (!isThere) throw new Problem('BILLING_CLIENT_NOT_FOUND');
      return { from, to: known, isNew: false, result: null };
    }
    const to = await ensureCustomer(tx, {
      billingCustomerId: request.to,
      name: request.client_name,
      email: request.client_email,
    });
    const takesUnowned = await soleSubscription(tx, from.id, service.id, 'port_monitoring');
    const result = await moveOwner(tx, types, { from, to, billingServiceId: request.serviceId, takesUnowned });
    await tell(tx, 'service.transferred', { from, to }, { service_id: request.serviceId });
    return { from, to, isNew: !known, result };
  });
}

/** @throws InvalidInput on `field` when both are one customer */
function requireTwo(from: number, to: number, field: string): void {
  if (from === to) throw new InvalidInput({ [field]: [`The ${field} field must name another customer.`] });
}

/** In the order of their ids, as everybody locks several customers. */
async function lockBoth(tx: Operation, from: number, to: number) {
  const customers = await lockCustomers(tx, [from, to]);
  const byNumber = (number: number) => customers.find(({ billing_customer_id: known }) => known === number);
  return { from: byNumber(from), to: byNumber(to) };
}

/** Each of the two hears of it, and finds it in its log. */
async function tell(
  tx: Operation,
  type: 'customer.merged' | 'service.transferred',
  { from, to }: Pick<OwnerMove, 'from' | 'to'>,
  more: Readonly<Record<string, unknown>>,
): Promise<void> {
  const details = { from: from.billing_customer_id, to: to.billing_customer_id, ...more };
  await recordFacts(
    tx,
    [from, to].map(({ id }) => ({ type, subjectId: id, customerId: id, details })),
  );
}
