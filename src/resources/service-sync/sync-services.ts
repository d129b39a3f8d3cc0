import { type Customer, lockCustomers, recordOwnServices } from '../../accounts/customers/index.ts';
import { subscriptionsOfServices, writeSubscriptionStates } from '../../accounts/subscriptions/index.ts';
import { recordFact } from '../../core/audit/record-facts.ts';
import type { CapacityReports } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { type EndpointType, endpointsOfServices } from '../endpoints/index.ts';
import { leaveActive } from '../lifecycle/index.ts';
import {
  decideSync,
  type EndpointTarget,
  type KnownServices,
  type ReportedService,
  type SyncDecision,
  serviceKey,
} from './decide-sync.ts';

export interface SyncResult {
  readonly changed: number;
  readonly unchanged: number;
  readonly unknown: readonly ReportedService[];
  /** By billing client id, one entry for each customer whose services changed, or who got places back by what was learned. */
  readonly enforcement: ReadonlyMap<number, CapacityReports>;
}

/**
 * Takes over what the billing system says of its services and enforces paid capacity for whoever changed, all in one
 * transaction (contract, sync-services; decisions §4). Customers are locked in the order of their ids, so that requests that
 * name the same ones wait for each other; the number of statements does not depend on the number of services.
 */
export async function syncServices(
  operation: Operation,
  endpointType: EndpointType,
  services: readonly ReportedService[],
): Promise<SyncResult> {
  return operation.transaction(async (tx) => {
    const customers = await lockCustomers(tx, [...new Set(services.map((service) => service.client_id))]);
    const decision = decideSync(services, await knownServices(tx, customers));
    await write(tx, endpointType, decision);
    const concerned = new Set([...decision.customerIds, ...decision.ownServices.values()]);
    const reports = await tx.effects.capacityChanged(tx, [...concerned]);
    const entries = [...reports].filter(([id, report]) => decision.customerIds.has(id) || hasMoved(report));
    const billingIds = new Map(customers.map((customer) => [customer.id, customer.billing_customer_id]));
    return {
      changed: decision.changed,
      unchanged: decision.unchanged,
      unknown: decision.unknown,
      enforcement: new Map(entries.map(([customerId, report]) => [billingIds.get(customerId)!, report])),
    };
  });
}

function hasMoved(report: CapacityReports): boolean {
  return Object.values(report).some(({ newly_paused, unpaused }) => newly_paused.length + unpaused.length > 0);
}

async function knownServices(tx: Operation, customers: readonly Customer[]): Promise<KnownServices> {
  const billingIds = new Map(customers.map((customer) => [customer.id, customer.billing_customer_id]));
  const customerIds = [...billingIds.keys()];
  const keyOf = (row: { customerId: string; billingServiceId: number; product: ReportedService['product_slug'] }) =>
    serviceKey({
      client_id: billingIds.get(row.customerId)!,
      service_id: row.billingServiceId,
      product_slug: row.product,
    });
  const subscriptions = await subscriptionsOfServices(tx, customerIds);
  const endpoints = await endpointsOfServices(tx, customerIds);
  return {
    subscriptions: new Map(subscriptions.map((row) => [keyOf(row), row])),
    endpoints: Map.groupBy(endpoints, (row) => keyOf({ ...row, product: 'endpoint' })),
  };
}

async function write(tx: Operation, endpointType: EndpointType, decision: SyncDecision): Promise<void> {
  if (decision.changed === 0 && decision.ownServices.size === 0) return;
  const moveTo = (target: EndpointTarget) => {
    const ids = [...decision.endpoints].flatMap(([id, to]) => (to === target ? [id] : []));
    return leaveActive(tx, endpointType, ids, target);
  };
  await writeSubscriptionStates(tx, decision.subscriptions);
  await recordOwnServices(tx, [...decision.ownServices.keys()]);
  await moveTo('paused');
  await moveTo('terminated');
  // Enforcement follows and wakes as many of these as capacity covers, oldest first.
  await moveTo('quota_paused');
  await recordFact(tx, {
    type: 'services.synced',
    subjectId: null,
    details: {
      subscriptions: Object.fromEntries(decision.subscriptions),
      // The log has called it so from its beginning, and entries stay comparable.
      endpoints: Object.fromEntries(
        [...decision.endpoints].map(([id, to]) => [id, to === 'quota_paused' ? 'waiting' : to]),
      ),
      ...(decision.ownServices.size > 0 ? { paid_by_service: [...decision.ownServices.keys()] } : {}),
    },
  });
}
