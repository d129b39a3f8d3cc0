import { paidCapacities } from '../../accounts/subscriptions/paid-capacity.ts';
import { type AuditEntry, recordAudits } from '../../core/audit/record-audit.ts';
import type { CapacityReport, CapacityReports } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct } from '../../core/operation/tables.ts';
import type { AddressPolicy } from '../../engines/address-policy/address-policy.ts';
import { enforce } from '../../engines/capacity/enforce.ts';
import { domainResources, pauseDomainsForCapacity, unpauseDomains } from '../domains/capacity-resources.ts';
import { endpointResources, pauseEndpointsForCapacity, unpauseEndpoints } from '../endpoints/capacity-resources.ts';

/** A resource as capacity sees it. `label` is what reports call it: an IP address or a domain name. */
export interface CapacityResource {
  readonly id: string;
  readonly customerId: string;
  readonly createdAt: Date;
  readonly state: 'active' | 'paused' | 'quota_paused';
  readonly label: string;
}

/**
 * Brings customers' resources in line with what they pay for, in the transaction of whatever changed that, behind the locks of
 * their rows. A bounded number of statements, whatever the number of customers and resources.
 * @returns a report of both products by customer id
 */
export async function enforceCapacity(
  tx: Operation,
  policy: AddressPolicy,
  customerIds: readonly string[],
): Promise<ReadonlyMap<string, CapacityReports>> {
  if (customerIds.length === 0) return new Map();
  const capacities = await paidCapacities(tx, customerIds);
  const endpoints = decide('port_monitoring', await endpointResources(tx, customerIds), customerIds, capacities);
  const domains = decide('domain_monitoring', await domainResources(tx, customerIds), customerIds, capacities);
  await pauseEndpointsForCapacity(tx, idsOf(endpoints.pause));
  await unpauseEndpoints(tx, policy, endpoints.unpause);
  await pauseDomainsForCapacity(tx, idsOf(domains.pause));
  await unpauseDomains(tx, idsOf(domains.unpause));
  const reports = new Map(
    customerIds.map((id) => [
      id,
      { port_monitoring: endpoints.reports.get(id)!, domain_monitoring: domains.reports.get(id)! },
    ]),
  );
  await recordAudits(tx, auditEntries(reports));
  return reports;
}

interface Decision {
  readonly pause: readonly CapacityResource[];
  readonly unpause: readonly CapacityResource[];
  readonly reports: ReadonlyMap<string, CapacityReport>;
}

function decide(
  product: CappedProduct,
  resources: readonly CapacityResource[],
  customerIds: readonly string[],
  capacities: Awaited<ReturnType<typeof paidCapacities>>,
): Decision {
  const byCustomer = Map.groupBy(resources, (resource) => resource.customerId);
  const decisions = customerIds.map((customerId) => {
    const own = byCustomer.get(customerId) ?? [];
    const capacity = capacities.get(customerId)![product];
    return { customerId, capacity, usage: own.length, ...enforce(own, capacity) };
  });
  return {
    pause: decisions.flatMap((decision) => decision.pause),
    unpause: decisions.flatMap((decision) => decision.unpause),
    reports: new Map(
      decisions.map(({ customerId, capacity, usage, pause, unpause }) => [
        customerId,
        {
          product_type: product,
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

function idsOf(resources: readonly CapacityResource[]): string[] {
  return resources.map((resource) => resource.id);
}

/** One entry for each customer with whom anything moved, naming what. */
function auditEntries(reports: ReadonlyMap<string, CapacityReports>): AuditEntry[] {
  return [...reports].flatMap(([customerId, report]) => {
    const moved = Object.values(report).filter((product) => product.newly_paused.length + product.unpaused.length > 0);
    if (moved.length === 0) return [];
    const details = Object.fromEntries(
      moved.map(({ product_type, newly_paused, unpaused }) => [product_type, { newly_paused, unpaused }]),
    );
    return [{ action: 'capacity.enforced' as const, subjectId: customerId, customerId, details }];
  });
}
