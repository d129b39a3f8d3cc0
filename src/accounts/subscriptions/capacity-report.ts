import { z } from 'zod';
import { Problem } from '../../core/api/problems.ts';
import type { CapacityReport } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables/accounts.ts';
import { paidCapacity } from './paid-capacity.ts';
import type { SubscriptionRecord } from './subscription-record.ts';

/** How many places of a product a customer's resources take. */
export type PlacesInUse = (tx: Operation, customerId: string, product: CappedProduct) => Promise<number>;

/** What a customer pays for and uses of a product, when nothing moves. */
export async function currentCapacity(
  tx: Operation,
  placesInUse: PlacesInUse,
  customerId: string,
  product: CappedProduct,
): Promise<CapacityReport> {
  const [usage, paid] = [await placesInUse(tx, customerId, product), await paidCapacity(tx, customerId)];
  const capacity = paid[product];
  const over_quota = capacity !== null && usage > capacity;
  return { product_type: product, capacity, usage, over_quota, newly_paused: [], unpaused: [] };
}

/** @throws Problem DOWNGRADE_USAGE_EXCEEDED when more is used than what `gain` (below zero) leaves */
export async function refuseWhenInUse(
  tx: Operation,
  placesInUse: PlacesInUse,
  subscription: SubscriptionRecord,
  gain: number,
): Promise<void> {
  const capacity = (await paidCapacity(tx, subscription.customer_id))[subscription.product_slug] ?? 0;
  const newLimit = capacity + gain;
  const currentUsage = await placesInUse(tx, subscription.customer_id, subscription.product_slug);
  if (currentUsage > newLimit)
    throw new Problem('DOWNGRADE_USAGE_EXCEEDED', { current_usage: currentUsage, new_limit: newLimit });
}

/** Capacity report (contract, Other records; decisions §3.5). */
export const capacityReport = z
  .strictObject({
    product_type: z.string().meta({ description: '`port_monitoring` or `domain_monitoring`.' }),
    capacity: z.int().meta({ description: 'Resources that are paid for. Of a product without a limit, what is used.' }),
    uncapped: z
      .literal(true)
      .optional()
      .meta({ description: 'Present when the customer has no limit for the product: it is billed per service.' }),
    usage: z.int().meta({
      description:
        'Resources that take a place: all that are not terminated, but for servers that their own service pays for.',
    }),
    over_quota: z.boolean().meta({ description: 'Whether more places are taken than are paid for.' }),
    newly_paused: z.array(z.string()).meta({
      description:
        'IP addresses or domain names that were paused for capacity, in the order it was done: newest first.',
    }),
    unpaused: z.array(z.string()).meta({
      description: 'IP addresses or domain names that came back, in the order it was done: oldest first.',
    }),
  })
  .meta({ id: 'CapacityReport', description: 'What a customer pays for and uses of a product, and what that moved.' });

/** A number where the contract names one: without a limit, what is used. */
export function toCapacityReport(report: CapacityReport): z.output<typeof capacityReport> {
  const { capacity, usage } = report;
  return {
    ...report,
    ...(capacity === null ? { capacity: usage, uncapped: true } : { capacity }),
    newly_paused: [...report.newly_paused],
    unpaused: [...report.unpaused],
  };
}
