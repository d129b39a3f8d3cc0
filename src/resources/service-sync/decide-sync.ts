import type { SubscriptionsTable } from '../../core/operation/tables/accounts.ts';
import type { EndpointsTable } from '../../core/operation/tables/resources.ts';
import { type ResourceState, resourceState } from '../lifecycle/index.ts';

export type ReportedStatus = SubscriptionsTable['status'];

/** One line of the billing system's report. */
export interface ReportedService {
  readonly client_id: number;
  readonly service_id: number;
  readonly product_slug: 'endpoint' | 'port_monitoring' | 'domain_monitoring';
  readonly status: ReportedStatus;
}

export interface KnownSubscription {
  readonly id: string;
  readonly customerId: string;
  readonly status: ReportedStatus;
}

export interface KnownEndpoint {
  readonly id: string;
  readonly customerId: string;
  readonly serviceId: string;
  /** What its service is known as. */
  readonly serviceProduct: string | null;
  readonly createdAt: Date;
  readonly status: EndpointsTable['status'];
  readonly quota_paused: boolean;
}

/** What is known of the reported services, by serviceKey; a service without an entry is unknown. */
export interface KnownServices {
  readonly subscriptions: ReadonlyMap<string, KnownSubscription>;
  readonly endpoints: ReadonlyMap<string, readonly KnownEndpoint[]>;
}

/** Where an endpoint goes: to `quota_paused` until capacity is found to cover it, in the same transaction. */
export type EndpointTarget = Exclude<ResourceState, 'active'>;

export interface SyncDecision {
  readonly changed: number;
  readonly unchanged: number;
  readonly unknown: readonly ReportedService[];
  readonly subscriptions: ReadonlyMap<string, ReportedStatus>;
  readonly endpoints: ReadonlyMap<string, EndpointTarget>;
  /** Services, with their customers, that are known from now on to pay for their own servers (decisions §3.2). */
  readonly ownServices: ReadonlyMap<string, string>;
  /** Customers with a service that changed. */
  readonly customerIds: ReadonlySet<string>;
}

export function serviceKey(service: Pick<ReportedService, 'client_id' | 'service_id' | 'product_slug'>): string {
  return `${service.client_id}/${service.service_id}/${service.product_slug}`;
}

/**
 * Compares a report with what is known (contract, sync-services; decisions §4), item by item in the given order: a service named
 * twice counts twice, and the last one wins. Pure: nothing is written here.
 */
export function decideSync(services: readonly ReportedService[], known: KnownServices): SyncDecision {
  const run = new SyncRun(known);
  for (const service of services) run.take(service);
  run.learn(services);
  return run;
}

class SyncRun implements SyncDecision {
  changed = 0;
  unchanged = 0;
  readonly unknown: ReportedService[] = [];
  readonly subscriptions = new Map<string, ReportedStatus>();
  readonly endpoints = new Map<string, EndpointTarget>();
  readonly ownServices = new Map<string, string>();
  readonly customerIds = new Set<string>();
  readonly #known: KnownServices;

  constructor(known: KnownServices) {
    this.#known = known;
  }

  take(service: ReportedService): void {
    const change = service.product_slug === 'endpoint' ? this.#takeEndpoints(service) : this.#takeSubscription(service);
    if (change === 'unknown') this.unknown.push(service);
    else if (change === 'unchanged') this.unchanged += 1;
    else {
      this.changed += 1;
      this.customerIds.add(change.customerId);
    }
  }

  /** A service that has a plan for servers, as far as the whole report tells, pays by that and not by itself. */
  learn(services: readonly ReportedService[]): void {
    for (const service of services) {
      if (service.product_slug !== 'endpoint') continue;
      const [endpoint] = this.#known.endpoints.get(serviceKey(service)) ?? [];
      const plan = this.#known.subscriptions.get(serviceKey({ ...service, product_slug: 'port_monitoring' }));
      const hasPlan = plan && (this.subscriptions.get(plan.id) ?? plan.status) !== 'cancelled';
      if (endpoint && endpoint.serviceProduct !== 'endpoint' && !hasPlan)
        this.ownServices.set(endpoint.serviceId, endpoint.customerId);
    }
  }

  #takeSubscription(service: ReportedService): 'unknown' | 'unchanged' | { customerId: string } {
    const subscription = this.#known.subscriptions.get(serviceKey(service));
    if (!subscription) return 'unknown';
    const current = this.subscriptions.get(subscription.id) ?? subscription.status;
    if (current === service.status) return 'unchanged';
    this.subscriptions.set(subscription.id, service.status);
    return subscription;
  }

  #takeEndpoints(service: ReportedService): 'unknown' | 'unchanged' | { customerId: string } {
    const endpoints = this.#known.endpoints.get(serviceKey(service)) ?? [];
    if (endpoints.length === 0) return 'unknown';
    const moves = this.#endpointsToMove(endpoints, service.status).flatMap((endpoint) => {
      const target = targetOf(this.#stateOf(endpoint), service.status);
      return target ? [{ endpoint, target }] : [];
    });
    for (const { endpoint, target } of moves) this.#aim(endpoint, target);
    return moves[0]?.endpoint ?? 'unchanged';
  }

  /** A service that is active again and has only terminated servers gets its newest one back. */
  #endpointsToMove(endpoints: readonly KnownEndpoint[], status: ReportedStatus): readonly KnownEndpoint[] {
    const present = endpoints.filter((endpoint) => this.#stateOf(endpoint) !== 'terminated');
    if (present.length > 0 || status !== 'active') return present;
    return [endpoints.reduce((newest, endpoint) => (endpoint.createdAt > newest.createdAt ? endpoint : newest))];
  }

  /** An endpoint that an earlier item took away and this one takes back is left alone. */
  #aim(endpoint: KnownEndpoint, target: EndpointTarget): void {
    const before = resourceState(endpoint);
    if (target === before || (target === 'quota_paused' && before === 'active')) this.endpoints.delete(endpoint.id);
    else this.endpoints.set(endpoint.id, target);
  }

  #stateOf(endpoint: KnownEndpoint): ResourceState {
    return this.endpoints.get(endpoint.id) ?? resourceState(endpoint);
  }
}

/** Undefined: the endpoint is already as reported. One that waits for capacity is active as far as billing is concerned. */
function targetOf(state: ResourceState, status: ReportedStatus): EndpointTarget | undefined {
  switch (status) {
    case 'active':
      return state === 'paused' || state === 'terminated' ? 'quota_paused' : undefined;
    case 'suspended':
      return state === 'active' || state === 'quota_paused' ? 'paused' : undefined;
    case 'cancelled':
      return state === 'terminated' ? undefined : 'terminated';
  }
}
