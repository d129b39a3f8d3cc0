import type { Selectable } from 'kysely';
import { type Customer, requireCustomer } from '../../accounts/customers/index.ts';
import { paidCapacity, subscriptionsOfCustomer } from '../../accounts/subscriptions/index.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { CappedProduct, ServicesTable } from '../../core/operation/tables/accounts.ts';
import type { MonitoredDomainsTable } from '../../core/operation/tables/resources.ts';
import { type ResourceState, resourceState } from '../../resources/lifecycle/index.ts';

export type DomainOfCustomer = Pick<
  Selectable<MonitoredDomainsTable>,
  'id' | 'domain' | 'status' | 'quota_paused' | 'created_at'
> & { readonly billing_service_id: number };

export interface CapacityUse {
  /** Null: not capped. */
  readonly capacity: number | null;
  /** Everything that is not terminated, but for what its own service pays for. */
  readonly usage: number;
  readonly over_quota: boolean;
}

/** Everything that the service has on record of a customer. */
export interface CustomerOverview {
  readonly customer: Customer;
  readonly services: readonly Selectable<ServicesTable>[];
  readonly subscriptions: Awaited<ReturnType<typeof subscriptionsOfCustomer>>;
  /** Those that are not terminated, oldest first. */
  readonly domains: readonly DomainOfCustomer[];
  /** `quota_paused` is a part of `paused`. */
  readonly endpoints: { readonly active: number; readonly paused: number; readonly quota_paused: number };
  readonly capacity: Readonly<Record<CappedProduct, CapacityUse>>;
}

/** @throws Problem CUSTOMER_NOT_FOUND */
export async function customerOverview(operation: Operation, billingCustomerId: number): Promise<CustomerOverview> {
  const customer = await requireCustomer(operation, billingCustomerId);
  const [services, subscriptions, domains, endpoints, paid] = await Promise.all([
    servicesOf(operation, customer.id),
    subscriptionsOfCustomer(operation, customer.id),
    domainsOf(operation, customer.id),
    endpointsOf(operation, customer.id),
    paidCapacity(operation, customer.id),
  ]);
  const inState = (state: ResourceState) => endpoints.filter((each) => each.state === state).length;
  const quotaPaused = inState('quota_paused');
  return {
    customer,
    services,
    subscriptions,
    domains,
    endpoints: { active: inState('active'), paused: inState('paused') + quotaPaused, quota_paused: quotaPaused },
    capacity: {
      port_monitoring: capacityUse(paid.port_monitoring, endpoints.filter((each) => !each.isPaidByService).length),
      domain_monitoring: capacityUse(paid.domain_monitoring, domains.length),
    },
  };
}

async function servicesOf(operation: Operation, customerId: string): Promise<Selectable<ServicesTable>[]> {
  return operation.db
    .selectFrom('services')
    .selectAll()
    .where('customer_id', '=', customerId)
    .orderBy('billing_service_id')
    .execute();
}

/** One for each endpoint that is not terminated. */
async function endpointsOf(
  operation: Operation,
  customerId: string,
): Promise<{ state: ResourceState; isPaidByService: boolean }[]> {
  const endpoints = await operation.db
    .selectFrom('endpoints')
    .leftJoin('services', (join) =>
      join.onRef('services.partner_id', '=', 'endpoints.partner_id').onRef('services.id', '=', 'endpoints.service_id'),
    )
    .select(['endpoints.status', 'endpoints.quota_paused', 'services.product_slug'])
    .where('endpoints.customer_id', '=', customerId)
    .where('endpoints.status', '<>', 'terminated')
    .execute();
  return endpoints.map((row) => ({ state: resourceState(row), isPaidByService: row.product_slug === 'endpoint' }));
}

async function domainsOf(operation: Operation, customerId: string): Promise<DomainOfCustomer[]> {
  return operation.db
    .selectFrom('monitored_domains')
    .innerJoin('services', (join) =>
      join
        .onRef('services.partner_id', '=', 'monitored_domains.partner_id')
        .onRef('services.id', '=', 'monitored_domains.service_id'),
    )
    .select([
      'monitored_domains.id',
      'monitored_domains.domain',
      'monitored_domains.status',
      'monitored_domains.quota_paused',
      'monitored_domains.created_at',
      'services.billing_service_id',
    ])
    .where('monitored_domains.customer_id', '=', customerId)
    .where('monitored_domains.status', '<>', 'terminated')
    .orderBy('monitored_domains.created_at')
    .orderBy('monitored_domains.id')
    .execute();
}

function capacityUse(capacity: number | null, usage: number): CapacityUse {
  return { capacity, usage, over_quota: capacity !== null && usage > capacity };
}
