import { paidCapacities } from '../../accounts/subscriptions/index.ts';
import { recordFacts } from '../../core/audit/record-facts.ts';
import type { CapacityReport, CapacityReports } from '../../core/operation/effects.ts';
import type { Fact } from '../../core/operation/facts.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { byAge, enforce } from '../../engines/capacity/enforce.ts';
import { leaveActive, type PresentResource, presentResources, type ResourceType, wake } from '../lifecycle/index.ts';

/**
 * Brings customers' resources in line with what they pay for, in the transaction of whatever changed that, behind the locks of
 * their rows. A bounded number of statements, whatever the number of customers and resources.
 * @param types in the order in which their rows are locked
 * @returns a report of each product by customer id
 */
export async function enforceCapacity(
  tx: Operation,
  types: readonly ResourceType[],
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CapacityReports>> {
  if (customerIds.length === 0) return new Map();
  const capacities = await paidCapacities(tx, customerIds);
  const decisions: Decision[] = [];
  for (const type of types)
    decisions.push(decide(type, await presentResources(tx, type, customerIds), customerIds, capacities));
  for (const { type, pause, unpause } of decisions) {
    await leaveActive(tx, type, idsOf(pause), 'quota_paused');
    await wake(tx, type, unpause);
  }
  const reports = new Map(customerIds.map((id) => [id, reportsOf(decisions, id)]));
  await recordFacts(tx, factsOf(reports));
  return reports;
}

interface Decision {
  readonly type: ResourceType;
  readonly pause: readonly PresentResource[];
  readonly unpause: readonly PresentResource[];
  readonly reports: ReadonlyMap<string, CapacityReport>;
}

function decide(
  type: ResourceType,
  resources: readonly PresentResource[],
  customerIds: readonly string[],
  capacities: Awaited<ReturnType<typeof paidCapacities>>,
): Decision {
  const byCustomer = Map.groupBy(resources, (resource) => resource.customerId);
  const decisions = customerIds.map((customerId) => {
    const own = byCustomer.get(customerId) ?? [];
    const capacity = capacities.get(customerId)![type.product];
    const [paidByService, occupying] = partition(own, ({ isPaidByService }) => isPaidByService);
    const { pause, unpause } = enforce(occupying, capacity);
    // What waited for a place and takes none any more comes back whatever the capacity is.
    const freed = enforce(paidByService, null).unpause;
    return { customerId, capacity, usage: occupying.length, pause, unpause: [...unpause, ...freed].sort(byAge) };
  });
  return {
    type,
    pause: decisions.flatMap((decision) => decision.pause),
    unpause: decisions.flatMap((decision) => decision.unpause),
    reports: new Map(
      decisions.map(({ customerId, capacity, usage, pause, unpause }) => [
        customerId,
        {
          product_type: type.product,
          capacity,
          usage,
          over_quota: capacity !== null && usage > capacity,
          newly_paused: pause.map((resource) => resource.label),
          unpaused: unpause.map((resource) => resource.label),
        },
      ]),
    ),
  };
}

function partition<T>(list: readonly T[], isFirst: (entry: T) => boolean): [T[], T[]] {
  return [list.filter(isFirst), list.filter((entry) => !isFirst(entry))];
}

function reportsOf(decisions: readonly Decision[], customerId: string): CapacityReports {
  const reports = decisions.map(({ type, reports }) => [type.product, reports.get(customerId)!] as const);
  return Object.fromEntries(reports) as CapacityReports;
}

function idsOf(resources: readonly PresentResource[]): string[] {
  return resources.map((resource) => resource.id);
}

/** One for each customer with whom anything moved, naming what. */
function factsOf(reports: ReadonlyMap<string, CapacityReports>): readonly Fact[] {
  return [...reports].flatMap(([customerId, report]) => {
    const moved = Object.values(report).filter((product) => product.newly_paused.length + product.unpaused.length > 0);
    if (moved.length === 0) return [];
    const details = Object.fromEntries(
      moved.map(({ product_type, newly_paused, unpaused }) => [product_type, { newly_paused, unpaused }]),
    );
    const event = { data: { ...report } };
    return [{ type: 'capacity.enforced', subjectId: customerId, customerId, details, event }];
  });
}
