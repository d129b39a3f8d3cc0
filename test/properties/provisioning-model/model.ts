import { type Address, type DomainName, planCapacities, unsubscribedCaps } from './pools.ts';

/**
 * What the contract and its decisions say of provisioning, in plain memory: one customer after the other, no locks, no SQL.
 * Every verb answers what the service must answer and moves the model to where the service must be afterwards.
 */

/** Of a service that pays for its server by itself. */
const ownProduct = 'endpoint';

export const products = ['port_monitoring', 'domain_monitoring'] as const;
export type Product = (typeof products)[number];
export type PartnerName = 'A' | 'B';
export type SubscriptionStatus = 'active' | 'suspended' | 'cancelled';
/** `waiting`: paused by the platform because paid capacity does not cover it. */
export type ResourceState = 'active' | 'paused' | 'waiting' | 'terminated';

/** An endpoint or a monitored domain. */
export interface ModelResource {
  readonly owner: ModelCustomer;
  readonly product: Product;
  readonly createdAt: number;
  readonly scannable: boolean;
  /** Given by the service; bound from its answer. */
  id: string;
  /** What reports call it: the address or the domain name. */
  label: string;
  serviceId: number | null;
  state: ResourceState;
  released: boolean;
  openAlerts: number;
  resolvedAlerts: number;
  scans: number;
}

export interface Terms {
  readonly plan: string | null;
  readonly quantity: number | null;
  readonly mrr: number | null;
  readonly status: SubscriptionStatus;
}

export interface ModelSubscription {
  readonly serviceId: number;
  readonly product: Product;
  id: string;
  terms: Terms;
  /** Terms of the pro-rata windows, the open one last. */
  windows: Terms[];
}

/** What the service must answer. */
export interface Expectation {
  readonly status: number;
  /** Of the error envelope. */
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** Fields that a 422 names. */
  readonly fields?: readonly string[];
  readonly data?: Readonly<Record<string, unknown>>;
  readonly note?: boolean;
  /** Nothing at all may be written. */
  readonly untouched: boolean;
  /** Takes the id over from the answer. */
  readonly created?: { id: string };
}

export interface ReportedService {
  readonly service_id: number;
  readonly client_id: number;
  readonly product_slug: 'endpoint' | Product;
  readonly status: SubscriptionStatus;
}

const refused = (status: number, code: string, details: Readonly<Record<string, unknown>> = {}): Expectation => ({
  status,
  code,
  details,
  untouched: true,
});
const invalid = (...fields: string[]): Expectation => ({ status: 422, fields, untouched: true });
const wireStatus = (state: ResourceState) => (state === 'waiting' ? 'paused' : state);

export class ModelCustomer {
  readonly partner: ModelPartner;
  readonly clientId: number;
  /** What each service is known as. */
  readonly services = new Map<number, string | null>();
  readonly resources: ModelResource[] = [];
  readonly subscriptions: ModelSubscription[] = [];

  constructor(partner: ModelPartner, clientId: number) {
    this.partner = partner;
    this.clientId = clientId;
  }

  /** Decisions §3.2. */
  capacity(product: Product): number {
    const ofProduct = this.subscriptions.filter((subscription) => subscription.product === product);
    if (ofProduct.length === 0) return this.partner.unsubscribedCap(product);
    return ofProduct
      .filter(({ terms }) => terms.status === 'active')
      .reduce((sum, { terms }) => sum + capacityOf(terms), 0);
  }

  /** Decisions §3.3: paused resources take their place too, but for servers that their own service pays for (§3.2). */
  occupied(product: Product): ModelResource[] {
    return this.resources.filter(
      (resource) => resource.product === product && resource.state !== 'terminated' && !this.paysItself(resource),
    );
  }

  paysItself({ product, serviceId }: Pick<ModelResource, 'product' | 'serviceId'>): boolean {
    return product === 'port_monitoring' && serviceId !== null && this.services.get(serviceId) === ownProduct;
  }

  /**
   * A service that pays for its own server does so until it buys a plan for servers.
   * @returns whether something else pays from now on for what belonged to it before
   */
  record(serviceId: number, product: string | undefined): boolean {
    const before = this.services.get(serviceId);
    const keeps = product === undefined || (before === ownProduct && product !== 'port_monitoring');
    const after = keeps ? (before ?? null) : product;
    this.services.set(serviceId, after);
    return before !== undefined && (before === ownProduct) !== (after === ownProduct);
  }

  inState(product: Product, state: ResourceState): ModelResource[] {
    return this.occupied(product)
      .filter((resource) => resource.state === state)
      .toSorted(byAge);
  }

  /** Oldest first, terminated ones included. */
  endpointsOf(serviceId: number): ModelResource[] {
    return this.resources
      .filter((resource) => resource.product === 'port_monitoring' && resource.serviceId === serviceId)
      .toSorted(byAge);
  }

  /** Decisions §3.4, step by step. */
  enforce(): Record<Product, { newly_paused: string[]; unpaused: string[] }> {
    const report = {
      port_monitoring: { newly_paused: [] as string[], unpaused: [] as string[] },
      domain_monitoring: { newly_paused: [] as string[], unpaused: [] as string[] },
    };
    for (const product of products) {
      while (this.inState(product, 'active').length > this.capacity(product)) {
        const newest = this.inState(product, 'active').at(-1)!;
        newest.state = 'waiting';
        report[product].newly_paused.push(newest.label);
      }
      while (this.inState(product, 'active').length < this.capacity(product)) {
        const oldest = this.inState(product, 'waiting')[0];
        if (!oldest) break;
        oldest.state = 'active';
        report[product].unpaused.push(oldest.label);
      }
    }
    const freed = this.resources.filter((resource) => resource.state === 'waiting' && this.paysItself(resource));
    for (const resource of freed) resource.state = 'active';
    const unpaused = new Set([...report.port_monitoring.unpaused, ...freed.map(({ label }) => label)]);
    report.port_monitoring.unpaused = this.resources
      .filter(({ product, label }) => product === 'port_monitoring' && unpaused.has(label))
      .toSorted(byAge)
      .map(({ label }) => label);
    return report;
  }

  subscription(serviceId: number, product: Product): ModelSubscription | undefined {
    return this.subscriptions.find((known) => known.serviceId === serviceId && known.product === product);
  }
}

function byAge(a: ModelResource, b: ModelResource): number {
  return a.createdAt - b.createdAt;
}

function capacityOf(terms: Terms): number {
  return terms.quantity ?? planCapacities[terms.plan!]!;
}

export class ModelPartner {
  readonly name: PartnerName;
  readonly customers = new Map<number, ModelCustomer>();

  constructor(name: PartnerName) {
    this.name = name;
  }

  unsubscribedCap(product: Product): number {
    return this.name === 'B' ? unsubscribedCaps[product] : Number.POSITIVE_INFINITY;
  }
}

export class ProvisioningModel {
  readonly partners: Readonly<Record<PartnerName, ModelPartner>> = {
    A: new ModelPartner('A'),
    B: new ModelPartner('B'),
  };
  /** In the order of their creation. */
  readonly resources: ModelResource[] = [];
  /** The service's time, set before each command. */
  now = 0;

  provision(
    partner: ModelPartner,
    request: {
      clientId: number;
      address?: Address | undefined;
      serviceId?: number | undefined;
      serviceProduct?: string | undefined;
    },
  ): Expectation {
    const { address, clientId, serviceId, serviceProduct } = request;
    if (address?.canonical === null) return invalid('ip_address');
    const customer = partner.customers.get(clientId);
    const existing = address
      ? customer?.resources.find((known) => known.product === 'port_monitoring' && known.label === address.canonical)
      : this.#endpointOfService(customer, serviceId);
    if (!existing && !address) return invalid('ip_address');
    return this.#provisionResource(partner, clientId, serviceId, existing, {
      product: 'port_monitoring',
      label: address?.canonical ?? existing!.label,
      scannable: address?.scannable ?? existing!.scannable,
      serviceProduct,
    });
  }

  /** The service's newest endpoint, unless all were terminated: then the newest of these. */
  #endpointOfService(customer: ModelCustomer | undefined, serviceId: number | undefined): ModelResource | undefined {
    if (serviceId === undefined) return undefined;
    const linked = customer?.endpointsOf(serviceId) ?? [];
    return linked.findLast((known) => known.state !== 'terminated') ?? linked.at(-1);
  }

  provisionDomain(
    partner: ModelPartner,
    request: { clientId: number; name: DomainName; serviceId: number },
  ): Expectation {
    const { canonical } = request.name;
    if (canonical === null) return invalid('domain');
    const existing = this.#domainOf(partner.customers.get(request.clientId), canonical);
    return this.#provisionResource(partner, request.clientId, request.serviceId, existing, {
      product: 'domain_monitoring',
      label: canonical,
      scannable: true,
      serviceProduct: 'domain_monitoring',
    });
  }

  #domainOf(customer: ModelCustomer | undefined, name: string): ModelResource | undefined {
    return customer?.resources.find(
      (known) => known.product === 'domain_monitoring' && known.label === name && !known.released,
    );
  }

  /** Contract, POST provision and provision-domain; decisions §2.3, §2.4, §3.3, §5.2. */
  #provisionResource(
    partner: ModelPartner,
    clientId: number,
    serviceId: number | undefined,
    existing: ModelResource | undefined,
    wanted: Pick<ModelResource, 'product' | 'label' | 'scannable'> & { serviceProduct: string | undefined },
  ): Expectation {
    const { product, serviceProduct } = wanted;
    const customer = partner.customers.get(clientId) ?? new ModelCustomer(partner, clientId);
    const relinks = existing !== undefined && serviceId !== undefined && serviceId !== existing.serviceId;
    const servicesBefore = new Map(customer.services);
    const hasNewPayer = serviceId !== undefined && (!existing || relinks) && customer.record(serviceId, serviceProduct);
    const owned = { product, serviceId: relinks || !existing ? (serviceId ?? null) : existing.serviceId };
    const wasOwn = existing !== undefined && customer.paysItself(existing);
    const isOwn = customer.paysItself(owned);
    const takesPlace = !existing || existing.state === 'terminated';
    const needsRoom = !isOwn && (takesPlace || (relinks && wasOwnBefore(servicesBefore, existing)));
    if (needsRoom && customer.occupied(product).length >= customer.capacity(product)) {
      customer.services.clear();
      for (const [id, known] of servicesBefore) customer.services.set(id, known);
      return refused(403, limitExceeded[product], { limit: customer.capacity(product) });
    }
    partner.customers.set(clientId, customer);
    if (!existing) {
      const created = this.#addResource(customer, serviceId, wanted);
      if (hasNewPayer) customer.enforce();
      return { status: 201, data: wireResource(created, true), note: !wanted.scannable, untouched: false, created };
    }
    if (relinks) existing.serviceId = serviceId;
    if (hasNewPayer || wasOwn !== isOwn) customer.enforce();
    if (takesPlace) existing.state = 'active';
    return { status: 200, data: wireResource(existing, true), note: true, untouched: !relinks && !takesPlace };
  }

  #addResource(
    owner: ModelCustomer,
    serviceId: number | undefined,
    { product, label, scannable }: Pick<ModelResource, 'product' | 'label' | 'scannable'>,
  ): ModelResource {
    const resource: ModelResource = {
      product,
      label,
      scannable,
      owner,
      createdAt: this.now,
      id: '',
      serviceId: serviceId ?? null,
      state: 'active',
      released: false,
      openAlerts: 0,
      resolvedAlerts: 0,
      scans: 0,
    };
    owner.resources.push(resource);
    this.resources.push(resource);
    return resource;
  }

  /** A resource as a partner finds it: released ones and another partner's are not there. */
  #visible(partner: ModelPartner, resource: ModelResource | undefined): ModelResource | undefined {
    return resource && resource.owner.partner === partner && !resource.released ? resource : undefined;
  }

  suspend(partner: ModelPartner, product: Product, target: ModelResource | undefined): Expectation {
    const resource = this.#visible(partner, target);
    if (!resource || resource.state === 'terminated') return refused(404, notFound[product]);
    return this.#move(resource, 'paused');
  }

  /** Decisions §2.6–2.8. */
  resume(partner: ModelPartner, product: Product, target: ModelResource | undefined): Expectation {
    const resource = this.#visible(partner, target);
    if (!resource || resource.state === 'terminated') return refused(404, notFound[product]);
    const { owner } = resource;
    const isLimited = resource.state !== 'active' && !owner.paysItself(resource);
    if (isLimited && owner.inState(product, 'active').length >= owner.capacity(product)) {
      return refused(403, limitExceeded[product], { limit: owner.capacity(product) });
    }
    return this.#move(resource, 'active');
  }

  terminate(partner: ModelPartner, product: Product, target: ModelResource | undefined): Expectation {
    const resource = this.#visible(partner, target);
    if (!resource) return refused(404, notFound[product]);
    const answer = this.#move(resource, 'terminated');
    if (!answer.note) resource.owner.enforce();
    return answer;
  }

  #move(resource: ModelResource, to: ResourceState): Expectation {
    const repeated = resource.state === to;
    setState(resource, to);
    return { status: 200, data: wireResource(resource, false), note: repeated, untouched: repeated };
  }

  /** Decisions §5.3. */
  updateDomain(partner: ModelPartner, target: ModelResource | undefined, name: DomainName): Expectation {
    if (name.canonical === null) return invalid('domain');
    const domain = this.#visible(partner, target);
    if (!domain || domain.state === 'terminated') return refused(404, 'DOMAIN_NOT_FOUND');
    const other = this.#domainOf(domain.owner, name.canonical);
    if (other?.state === 'terminated') {
      other.released = true;
    } else if (other && other !== domain) {
      return refused(409, 'DOMAIN_ALREADY_EXISTS', { monitored_domain_id: other.id, status: wireStatus(other.state) });
    }
    const repeated = other === domain;
    domain.label = name.canonical;
    return { status: 200, data: wireResource(domain, true), note: repeated, untouched: repeated };
  }

  /** Decisions §5.2. */
  releaseDomain(partner: ModelPartner, target: ModelResource | undefined): Expectation {
    const domain = this.#visible(partner, target);
    if (!domain) return refused(404, 'DOMAIN_NOT_FOUND');
    domain.state = 'terminated';
    domain.released = true;
    domain.owner.enforce();
    return { status: 200, data: { ...wireResource(domain, true), released: true }, untouched: false };
  }

  /** Contract, provision-subscription; decisions §3.6, §3.8. */
  provisionSubscription(
    partner: ModelPartner,
    request: {
      clientId: number;
      serviceId: number;
      product: string;
      plan?: string | undefined;
      quantity?: number | undefined;
      mrr?: number | undefined;
    },
  ): Expectation {
    const product = products.find((known) => known === request.product);
    if (!product) return refused(404, 'PRODUCT_NOT_FOUND');
    const knownCustomer = partner.customers.get(request.clientId);
    const existing = knownCustomer?.subscription(request.serviceId, product);
    const plan = product === 'port_monitoring' ? (request.plan ?? existing?.terms.plan ?? null) : null;
    if (product === 'port_monitoring' && (plan === null || !(plan in planCapacities))) return invalid('plan_slug');
    const terms: Terms = {
      plan,
      quantity: product === 'domain_monitoring' ? (request.quantity ?? existing?.terms.quantity ?? 1) : null,
      mrr: request.mrr ?? existing?.terms.mrr ?? null,
      status: existing?.terms.status === 'suspended' ? 'suspended' : 'active',
    };
    if (existing && sameTerms(existing.terms, terms)) {
      const data = { ...wireSubscription(existing), capacity: capacityReport(existing.product, knownCustomer!) };
      return { status: 200, data, note: true, untouched: true };
    }
    if (existing?.terms.status === 'active' && capacityOf(terms) < capacityOf(existing.terms)) {
      const usage = knownCustomer!.occupied(product).length;
      const newLimit = knownCustomer!.capacity(product) + capacityOf(terms) - capacityOf(existing.terms);
      if (usage > newLimit)
        return refused(422, 'DOWNGRADE_USAGE_EXCEEDED', { current_usage: usage, new_limit: newLimit });
    }
    const customer = partner.customers.get(request.clientId) ?? new ModelCustomer(partner, request.clientId);
    partner.customers.set(request.clientId, customer);
    customer.record(request.serviceId, product);
    const subscription = existing ?? { serviceId: request.serviceId, product, id: '', terms, windows: [] };
    if (!existing) customer.subscriptions.push(subscription);
    setTerms(subscription, terms);
    const data = { ...wireSubscription(subscription), capacity: reportOf(customer)[product] };
    return existing
      ? { status: 200, data, untouched: false }
      : { status: 201, data, untouched: false, created: subscription };
  }

  /** Decisions §3.7, §3.8. */
  moveSubscription(
    partner: ModelPartner,
    request: { clientId: number; serviceId: number; product: string },
    to: SubscriptionStatus,
  ): Expectation {
    const product = products.find((known) => known === request.product);
    if (!product) return refused(404, 'PRODUCT_NOT_FOUND');
    const customer = partner.customers.get(request.clientId);
    if (!customer?.services.has(request.serviceId)) return refused(404, 'BILLING_CLIENT_NOT_FOUND');
    const subscription = customer.subscription(request.serviceId, product);
    if (!subscription) return refused(404, 'SUBSCRIPTION_NOT_FOUND');
    const { status } = subscription.terms;
    const data = { subscription_id: subscription.id, status: to };
    if (status === to) {
      const capacity = capacityReport(product, customer);
      return { status: 200, data: { ...data, capacity }, note: true, untouched: true };
    }
    if (status === 'cancelled') return refused(422, 'SUBSCRIPTION_NOT_CHANGEABLE');
    setTerms(subscription, { ...subscription.terms, status: to });
    return { status: 200, data: { ...data, capacity: reportOf(customer)[product] }, untouched: false };
  }

  /** Contract, change-subscription; decisions §1.1, §3.6, §3.7, §3.10. */
  changeSubscription(
    partner: ModelPartner,
    request: {
      clientId: number;
      serviceId: number;
      product: string;
      plan?: string | undefined;
      quantity?: number | undefined;
      force: boolean;
      dryRun: boolean;
    },
  ): Expectation {
    if (request.plan === undefined && request.quantity === undefined) return invalid('new_plan_slug', 'new_quantity');
    const product = products.find((known) => known === request.product);
    if (!product) return refused(404, 'PRODUCT_NOT_FOUND');
    const perPlan = product === 'port_monitoring';
    if (perPlan && request.plan !== undefined && !(request.plan in planCapacities)) return invalid('new_plan_slug');
    const customer = partner.customers.get(request.clientId);
    const subscription = customer?.subscription(request.serviceId, product);
    if (!customer || !subscription) return refused(404, 'SUBSCRIPTION_NOT_FOUND');
    const before = subscription.terms;
    if (before.status !== 'active') return refused(422, 'SUBSCRIPTION_NOT_CHANGEABLE');
    const after: Terms = perPlan
      ? { ...before, plan: request.plan ?? before.plan }
      : { ...before, quantity: request.quantity ?? before.quantity };
    const changed = !sameTerms(before, after);
    const gain = capacityOf(after) - capacityOf(before);
    const usage = customer.occupied(product).length;
    const newLimit = customer.capacity(product) + gain;
    if (gain < 0 && usage > newLimit && !request.force) {
      return refused(422, 'DOWNGRADE_USAGE_EXCEEDED', { current_usage: usage, new_limit: newLimit });
    }
    const untouched = request.dryRun || !changed;
    if (!untouched) setTerms(subscription, after);
    const report = untouched ? capacityReport(product, customer) : reportOf(customer)[product];
    const capacity =
      request.dryRun && changed ? { ...report, capacity: newLimit, over_quota: usage > newLimit } : report;
    const data = {
      changed,
      subscription_id: subscription.id,
      plan_slug: after.plan,
      quantity: after.quantity ?? 1,
      direction: changed ? directionOf(gain) : null,
      previous_plan_slug: before.plan,
      previous_quantity: before.quantity ?? 1,
      effective_at: anyText,
      capacity,
      ...(request.dryRun ? { dry_run: true } : {}),
    };
    const ignored = perPlan ? request.quantity : request.plan;
    return { status: 200, data, note: !changed && ignored !== undefined, untouched };
  }

  /** Contract, sync-services; decisions §4. */
  syncServices(partner: ModelPartner, services: readonly ReportedService[]): Expectation {
    const sync = new ModelSync(partner);
    for (const service of services) sync.take(service);
    return sync.finish();
  }

  /** A scan saw an open port, outside of provisioning: history that must survive whatever follows. */
  recordHistory(endpoint: ModelResource): void {
    endpoint.openAlerts += 1;
    endpoint.scans += 1;
  }
}

/** Stands for any text in the data of an expectation. */
export const anyText = Symbol('any text');

function wasOwnBefore(services: ReadonlyMap<number, string | null>, { product, serviceId }: ModelResource): boolean {
  return product === 'port_monitoring' && serviceId !== null && services.get(serviceId) === ownProduct;
}

const limitExceeded = {
  port_monitoring: 'ENDPOINT_LIMIT_EXCEEDED',
  domain_monitoring: 'DOMAIN_LIMIT_EXCEEDED',
} as const;
const notFound = { port_monitoring: 'ENDPOINT_NOT_FOUND', domain_monitoring: 'DOMAIN_NOT_FOUND' } as const;

function setState(resource: ModelResource, state: ResourceState): void {
  if (state === 'terminated') {
    resource.resolvedAlerts += resource.openAlerts;
    resource.openAlerts = 0;
  }
  resource.state = state;
}

/** Takes terms over and opens the pro-rata window that they begin (decisions §3.9). */
function setTerms(subscription: ModelSubscription, terms: Terms): void {
  subscription.terms = terms;
  subscription.windows.push(terms);
}

function sameTerms(a: Terms, b: Terms): boolean {
  return a.plan === b.plan && a.quantity === b.quantity && a.mrr === b.mrr && a.status === b.status;
}

function directionOf(gain: number): string {
  if (gain === 0) return 'lateral';
  return gain > 0 ? 'upgrade' : 'downgrade';
}

function wireResource(resource: ModelResource, named: boolean): Record<string, unknown> {
  // An id that is not known yet is whatever the answer says.
  const id = resource.id === '' ? anyText : resource.id;
  const status = wireStatus(resource.state);
  if (resource.product === 'port_monitoring') return { endpoint_id: id, status };
  return { monitored_domain_id: id, status, ...(named ? { domain: resource.label } : {}) };
}

function wireSubscription({ id, product, terms }: ModelSubscription): Record<string, unknown> {
  return {
    subscription_id: id === '' ? anyText : id,
    product_slug: product,
    plan_slug: terms.plan,
    quantity: terms.quantity ?? 1,
    status: terms.status,
  };
}

/** One report, item by item; capacity follows at its end. */
class ModelSync {
  readonly #partner: ModelPartner;
  readonly #unknown: unknown[] = [];
  readonly #changedCustomers = new Set<ModelCustomer>();
  readonly #reported = new Map<ModelSubscription, SubscriptionStatus>();
  readonly #destinations = new Map<ModelResource, ResourceState>();
  readonly #reportedAsOwn: { readonly customer: ModelCustomer; readonly serviceId: number }[] = [];
  #changed = 0;
  #unchanged = 0;

  constructor(partner: ModelPartner) {
    this.#partner = partner;
  }

  take(service: ReportedService): void {
    const customer = this.#partner.customers.get(service.client_id);
    const changes = customer && (this.#takeEndpoints(customer, service) ?? this.#takeSubscription(customer, service));
    if (changes === undefined) {
      const { client_id, service_id, product_slug } = service;
      this.#unknown.push({ client_id, service_id, product_slug });
    } else if (changes) {
      this.#changed += 1;
      this.#changedCustomers.add(customer!);
    } else this.#unchanged += 1;
  }

  /** @returns whether the service changes; undefined when it is unknown */
  #takeSubscription(customer: ModelCustomer, { service_id, product_slug, status }: ReportedService) {
    const subscription = product_slug === 'endpoint' ? undefined : customer.subscription(service_id, product_slug);
    if (!subscription) return undefined;
    const current = this.#reported.get(subscription) ?? subscription.terms.status;
    this.#reported.set(subscription, status);
    return current !== status;
  }

  /** Decisions §4.4. What becomes active waits for the enforcement that follows. */
  #takeEndpoints(customer: ModelCustomer, { service_id, product_slug, status }: ReportedService) {
    const linked = customer.endpointsOf(service_id);
    if (product_slug !== 'endpoint' || linked.length === 0) return undefined;
    this.#reportedAsOwn.push({ customer, serviceId: service_id });
    const present = linked.filter((known) => this.#stateOf(known) !== 'terminated');
    const inState = (...states: ResourceState[]) => present.filter((known) => states.includes(this.#stateOf(known)));
    if (status === 'cancelled') return this.#send(present, 'terminated');
    if (status === 'suspended') return this.#send(inState('active', 'waiting'), 'paused');
    return this.#send(present.length > 0 ? inState('paused') : linked.slice(-1), 'waiting');
  }

  #stateOf(endpoint: ModelResource): ResourceState {
    return this.#destinations.get(endpoint) ?? endpoint.state;
  }

  #send(endpoints: readonly ModelResource[], to: ResourceState): boolean {
    for (const endpoint of endpoints) this.#destinations.set(endpoint, to);
    return endpoints.length > 0;
  }

  finish(): Expectation {
    for (const [subscription, status] of this.#reported) {
      if (subscription.terms.status !== status) setTerms(subscription, { ...subscription.terms, status });
    }
    for (const [endpoint, state] of this.#destinations) {
      // Away and back again within one report: as if it had not been named.
      if (!(state === 'waiting' && endpoint.state === 'active')) setState(endpoint, state);
    }
    const learners = this.#learn();
    const entries = [...new Set([...this.#changedCustomers, ...learners])]
      .map((customer) => ({ customer, report: reportOf(customer) }))
      .filter(({ customer, report }) => this.#changedCustomers.has(customer) || hasMoved(report))
      .map(({ customer, report }) => [`${customer.clientId}`, report] as const);
    return {
      status: 200,
      data: {
        changed: this.#changed,
        unchanged: this.#unchanged,
        unknown_services: this.#unknown,
        enforcement: entries.length === 0 ? [] : Object.fromEntries(entries),
      },
      untouched: this.#changed === 0 && learners.size === 0,
    };
  }

  /** Decisions §3.2: reported as `endpoint`, a service pays for its servers itself, unless it has a plan for them. */
  #learn(): Set<ModelCustomer> {
    const learners = new Set<ModelCustomer>();
    for (const { customer, serviceId } of this.#reportedAsOwn) {
      const plan = customer.subscription(serviceId, 'port_monitoring');
      if (plan && plan.terms.status !== 'cancelled') continue;
      if (customer.services.get(serviceId) === ownProduct) continue;
      customer.services.set(serviceId, ownProduct);
      learners.add(customer);
    }
    return learners;
  }
}

function hasMoved(report: ReturnType<typeof reportOf>): boolean {
  return Object.values(report).some(({ newly_paused, unpaused }) => newly_paused.length + unpaused.length > 0);
}

/** Decisions §3.5. */
function reportOf(customer: ModelCustomer) {
  const moved = customer.enforce();
  const report = (product: Product) => ({ ...capacityReport(product, customer), ...moved[product] });
  return { port_monitoring: report('port_monitoring'), domain_monitoring: report('domain_monitoring') };
}

/** Decisions §3.5, when nothing moves. */
function capacityReport(product: Product, customer: ModelCustomer) {
  const capacity = customer.capacity(product);
  const usage = customer.occupied(product).length;
  return {
    product_type: product,
    ...(Number.isFinite(capacity) ? { capacity } : { capacity: usage, uncapped: true }),
    usage,
    over_quota: usage > capacity,
    newly_paused: [] as string[],
    unpaused: [] as string[],
  };
}
