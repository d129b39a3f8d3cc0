import fc from 'fast-check';
import {
  type ModelPartner,
  type ModelResource,
  type PartnerName,
  type Product,
  type ProvisioningModel,
  products,
  type SubscriptionStatus,
} from './model.ts';
import {
  type Address,
  addresses,
  type DomainName,
  domainNames,
  ownPlans,
  refusedAddresses,
  refusedDomainNames,
  unknownId,
  unknownPlan,
} from './pools.ts';
import type { Call } from './step.ts';
import type { World } from './world.ts';

export type Command = fc.AsyncCommand<ProvisioningModel, World>;
type CallPlan = (model: ProvisioningModel) => Call & { readonly text?: string };

/** A request, and how it reads in a failing sequence: a text that the plan may replace with what the run found. */
class ApiCommand implements Command {
  readonly #plan: CallPlan;
  readonly #isPossible: (model: ProvisioningModel) => boolean;
  #text: string;

  /** @param isPossible false skips the command: what it is about is not there yet */
  constructor(text: string, plan: CallPlan, isPossible: (model: ProvisioningModel) => boolean = () => true) {
    this.#text = text;
    this.#plan = plan;
    this.#isPossible = isPossible;
  }

  check(model: ProvisioningModel): boolean {
    return this.#isPossible(model);
  }

  async run(model: ProvisioningModel, world: World): Promise<void> {
    const { text, ...call } = this.#plan(model);
    this.#text = text ?? this.#text;
    await world.perform(call, model);
  }

  toString(): string {
    return this.#text;
  }
}

/** Clock moves and scans: what happens between requests. */
class EventCommand implements Command {
  readonly #text: string;
  readonly #happen: (model: ProvisioningModel, world: World) => Promise<void> | void;

  constructor(text: string, happen: (model: ProvisioningModel, world: World) => Promise<void> | void) {
    this.#text = text;
    this.#happen = happen;
  }

  check(): boolean {
    return true;
  }

  async run(model: ProvisioningModel, world: World): Promise<void> {
    await this.#happen(model, world);
  }

  toString(): string {
    return this.#text;
  }
}

interface Where {
  readonly partner: PartnerName;
  readonly namespace: Call['namespace'];
}

/** Most of a run is about one customer of one partner: that is where capacity gets tight. */
const partner = fc.oneof(
  { arbitrary: fc.constant('A' as const), weight: 4 },
  { arbitrary: fc.constant('B' as const), weight: 1 },
);
const clientId = fc.oneof({ arbitrary: fc.constant(1), weight: 5 }, { arbitrary: fc.constant(2), weight: 1 });
/** The two namespaces behave identically (invariant 20): each request goes to either. */
const where = fc.record<Where>({ partner, namespace: fc.constantFrom('billing', 'provisioning') });
const serviceId = fc.oneof({ arbitrary: fc.constantFrom(1, 2), weight: 5 }, { arbitrary: fc.constant(3), weight: 1 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined, freq: 3 });
const rarely = <T>(usual: fc.Arbitrary<T>, rare: fc.Arbitrary<T>) =>
  fc.oneof({ arbitrary: usual, weight: 9 }, { arbitrary: rare, weight: 1 });

const address = rarely(fc.constantFrom(...addresses), fc.constantFrom(...refusedAddresses));
const domainName = rarely(fc.constantFrom(...domainNames), fc.constantFrom(...refusedDomainNames));
const plan = rarely(
  fc.constantFrom<string>(...Object.keys(ownPlans), ...Object.keys(ownPlans), 'starter'),
  fc.constant(unknownPlan),
);
const product = rarely(
  fc.constantFrom<string>('port_monitoring', 'domain_monitoring'),
  fc.constantFrom('endpoint', 'web_hosting'),
);
const quantity = fc.constantFrom(1, 2, 3);
const mrr = fc.constantFrom(9.9, 25);

interface ProvisionArgs {
  readonly at: Where;
  readonly clientId: number;
  readonly address: Address | undefined;
  readonly serviceId: number | undefined;
  readonly serviceProduct?: string | undefined;
}

function provision({ at, clientId, address, serviceId, serviceProduct }: ProvisionArgs): Command {
  const given = `${service(serviceId)}${serviceProduct ? ` as ${serviceProduct}` : ''}`;
  const text = `provision(${at.partner}, client ${clientId}, ${address?.spelling ?? 'no address'}, ${given})`;
  return new ApiCommand(text, () => ({
    ...at,
    action: 'provision',
    body: {
      client_id: clientId,
      ip_address: address?.spelling,
      service_id: serviceId,
      product_slug: serviceProduct,
    },
    clientIds: [clientId],
    expect: (model) => model.provision(model.partners[at.partner], { clientId, address, serviceId, serviceProduct }),
  }));
}

interface ProvisionDomainArgs {
  readonly at: Where;
  readonly clientId: number;
  readonly name: DomainName;
  readonly serviceId: number;
}

function provisionDomain({ at, clientId, name, serviceId }: ProvisionDomainArgs): Command {
  const text = `provision-domain(${at.partner}, client ${clientId}, ${name.spelling}, ${service(serviceId)})`;
  return new ApiCommand(text, () => ({
    ...at,
    action: 'provision-domain',
    body: { client_id: clientId, domain: name.spelling, service_id: serviceId },
    clientIds: [clientId],
    expect: (model) => model.provisionDomain(model.partners[at.partner], { clientId, name, serviceId }),
  }));
}

/** Provisions once more what its owner has or had: a repeat, or a restoration. */
function provisionAgain({ nth, namespace }: { nth: number; namespace: Call['namespace'] }): Command {
  const plan: CallPlan = (model) => {
    const { product, label, scannable, serviceId, owner } = model.resources[nth % model.resources.length]!;
    const { clientId, partner } = owner;
    const isDomain = product === 'domain_monitoring';
    const subject = isDomain ? { domain: label } : { ip_address: label };
    const name = { spelling: label, canonical: label };
    return {
      partner: partner.name,
      namespace,
      text: `provision again(${partner.name}, client ${clientId}, ${label})`,
      action: isDomain ? 'provision-domain' : 'provision',
      body: { client_id: clientId, service_id: serviceId ?? undefined, ...subject },
      clientIds: [clientId],
      expect: () =>
        isDomain
          ? model.provisionDomain(partner, { clientId, name, serviceId: serviceId! })
          : model.provision(partner, { clientId, address: { ...name, scannable }, serviceId: serviceId ?? undefined }),
    };
  };
  return new ApiCommand(`provision again(resource ${nth})`, plan, (model) => model.resources.length > 0);
}

/** A resource by its place in the order of creation. */
interface TargetArgs {
  readonly namespace: Call['namespace'];
  readonly nth: number;
  /** `stranger`: with the other partner's key; `unknown`: an id that nothing has. */
  readonly asks: 'owner' | 'stranger' | 'unknown';
}

type TargetedVerb = (
  model: ProvisioningModel,
  partner: ModelPartner,
  target: ModelResource | undefined,
) => ReturnType<Call['expect']>;

function onTarget(
  args: TargetArgs,
  product: Product,
  action: string,
  verb: TargetedVerb,
  more: { body?: Record<string, unknown>; text?: string } = {},
): Command {
  const idField = product === 'port_monitoring' ? 'endpoint_id' : 'monitored_domain_id';
  const known = (model: ProvisioningModel) => model.resources.filter((resource) => resource.product === product);
  const plan: CallPlan = (model) => {
    const target = args.asks === 'unknown' ? undefined : known(model)[args.nth % known(model).length];
    const owner = target?.owner.partner.name ?? 'A';
    const asking = args.asks === 'stranger' ? otherPartner(owner) : owner;
    const id = target?.id ?? unknownId;
    const details = [asking, target ? nameOf(target) : 'unknown id', ...(more.text ? [more.text] : [])];
    return {
      partner: asking,
      namespace: args.namespace,
      text: `${action}(${details.join(', ')})`,
      action,
      body: { [idField]: id, ...more.body },
      clientIds: target && args.asks === 'owner' ? [target.owner.clientId] : [],
      targetId: id,
      expect: () => verb(model, model.partners[asking], target),
    };
  };
  return new ApiCommand(`${action}(resource ${args.nth})`, plan, (model) => known(model).length > 0);
}

const target = fc.record<TargetArgs>({
  namespace: fc.constantFrom('billing', 'provisioning'),
  nth: fc.nat(7),
  asks: rarely(fc.constant('owner'), fc.constantFrom('stranger', 'unknown')),
});

function otherPartner(name: PartnerName): PartnerName {
  return name === 'A' ? 'B' : 'A';
}

function nameOf({ label, owner }: ModelResource): string {
  return `${label} of ${owner.partner.name}'s client ${owner.clientId}`;
}

function service(serviceId: number | undefined): string {
  return serviceId === undefined ? 'no service' : `service ${serviceId}`;
}

const verbs = {
  suspend:
    (product: Product): TargetedVerb =>
    (model, asking, resource) =>
      model.suspend(asking, product, resource),
  resume:
    (product: Product): TargetedVerb =>
    (model, asking, resource) =>
      model.resume(asking, product, resource),
  terminate:
    (product: Product): TargetedVerb =>
    (model, asking, resource) =>
      model.terminate(asking, product, resource),
};

function moveResource(verb: keyof typeof verbs, product: Product, args: TargetArgs): Command {
  const action = product === 'port_monitoring' ? verb : `${verb}-domain`;
  return onTarget(args, product, action, verbs[verb](product));
}

interface SubscriptionAddress {
  readonly clientId: number;
  readonly serviceId: number;
  readonly product: string;
}

/** A subscription by its place among the partner's, or by an address at which there may be none. */
type SubscriptionPick = number | SubscriptionAddress;

const subscriptionAddress = fc.record<SubscriptionAddress>({ clientId, serviceId, product });
const subscriptionPick = fc.oneof({ arbitrary: fc.nat(4), weight: 9 }, { arbitrary: subscriptionAddress, weight: 1 });

interface SubscriptionArgs {
  readonly at: Where;
  readonly pick: SubscriptionPick;
}

function pickedAddress(model: ProvisioningModel, { at, pick }: SubscriptionArgs): SubscriptionAddress | undefined {
  if (typeof pick !== 'number') return pick;
  const known = [...model.partners[at.partner].customers.values()].flatMap(({ clientId, subscriptions }) =>
    subscriptions.map(({ serviceId, product }) => ({ clientId, serviceId, product })),
  );
  return known[pick % known.length];
}

/** A request about a subscription; its text names what the pick turned out to be. */
function onSubscription(
  action: string,
  args: SubscriptionArgs,
  details: readonly (string | number | undefined)[],
  more: Record<string, unknown>,
  verb: (model: ProvisioningModel, partner: ModelPartner, address: SubscriptionAddress) => ReturnType<Call['expect']>,
): Command {
  const given = details.filter((detail) => detail !== undefined);
  const text = (...what: string[]) => `${action}(${[args.at.partner, ...what, ...given].join(', ')})`;
  const unresolved =
    typeof args.pick === 'number' ? text(`subscription ${args.pick}`) : text(...addressText(args.pick));
  const plan: CallPlan = (model) => {
    const address = pickedAddress(model, args)!;
    return {
      ...args.at,
      text: text(...addressText(address)),
      action,
      body: { client_id: address.clientId, service_id: address.serviceId, product_slug: address.product, ...more },
      clientIds: [address.clientId],
      expect: () => verb(model, model.partners[args.at.partner], address),
    };
  };
  return new ApiCommand(unresolved, plan, (model) => pickedAddress(model, args) !== undefined);
}

function addressText({ clientId, serviceId, product }: SubscriptionAddress): string[] {
  return [`client ${clientId}`, service(serviceId), product];
}

interface ProvisionSubscriptionArgs extends SubscriptionArgs {
  readonly plan: string | undefined;
  readonly quantity: number | undefined;
  readonly mrr: number | undefined;
}

function provisionSubscription({ at, pick, ...terms }: ProvisionSubscriptionArgs): Command {
  const { plan, quantity, mrr } = terms;
  const details = [plan, quantity, mrr && `mrr ${mrr}`];
  const body = { plan_slug: plan, quantity, mrr };
  return onSubscription('provision-subscription', { at, pick }, details, body, (model, asking, address) =>
    model.provisionSubscription(asking, { ...address, ...terms }),
  );
}

function moveSubscription(verb: 'suspend' | 'resume' | 'terminate', to: SubscriptionStatus): fc.Arbitrary<Command> {
  return fc
    .record({ at: where, pick: subscriptionPick })
    .map((args) =>
      onSubscription(`${verb}-subscription`, args, [], {}, (model, asking, address) =>
        model.moveSubscription(asking, address, to),
      ),
    );
}

interface ChangeSubscriptionArgs extends SubscriptionArgs {
  readonly plan: string | undefined;
  readonly quantity: number | undefined;
  readonly force: boolean;
  readonly dryRun: boolean;
}

function changeSubscription({ at, pick, ...change }: ChangeSubscriptionArgs): Command {
  const { plan, quantity, force, dryRun } = change;
  const details = [plan, quantity, force ? 'force' : undefined, dryRun ? 'dry run' : undefined];
  const switches = { ...(force ? { force } : {}), ...(dryRun ? { dry_run: dryRun } : {}) };
  const body = { new_plan_slug: plan, new_quantity: quantity, ...switches };
  return onSubscription('change-subscription', { at, pick }, details, body, (model, asking, address) =>
    model.changeSubscription(asking, { ...address, ...change }),
  );
}

const reportedService = fc.record({
  service_id: serviceId,
  client_id: clientId,
  product_slug: fc.constantFrom('endpoint' as const, 'port_monitoring' as const, 'domain_monitoring' as const),
  status: fc.constantFrom<SubscriptionStatus>('active', 'suspended', 'cancelled'),
});

/** What makes an item invalid, and the field that the answer must name. */
const flaws = [
  { field: 'status', flaw: { status: 'paused' } },
  { field: 'service_id', flaw: { service_id: 0 } },
  { field: 'product_slug', flaw: { product_slug: 'web_hosting' } },
  { field: 'quantity', flaw: { quantity: 1 } },
] as const;

interface SyncArgs {
  readonly partner: PartnerName;
  readonly reported: readonly (typeof reportedService extends fc.Arbitrary<infer T> ? T : never)[];
  /** Spoils one item. */
  readonly flaw: { readonly at: number; readonly which: (typeof flaws)[number] } | undefined;
}

function syncServices({ partner, reported, flaw }: SyncArgs): Command {
  const broken = flaw && flaw.at % reported.length;
  const items = reported.map((item, index) => (index === broken ? { ...item, ...flaw!.which.flaw } : item));
  const shown = items.map((item) => `${item.client_id}/${item.service_id} ${item.product_slug} ${item.status}`);
  const text = `sync-services(${partner}, ${shown.join('; ')}${flaw ? `; item ${broken} has a bad ${flaw.which.field}` : ''})`;
  return new ApiCommand(text, () => ({
    partner,
    namespace: 'billing',
    action: 'sync-services',
    body: { services: items },
    clientIds: flaw ? [] : reported.map((item) => item.client_id),
    reported,
    expect: (model) =>
      flaw
        ? { status: 422, fields: [`services.${broken}.${flaw.which.field}`], untouched: true }
        : model.syncServices(model.partners[partner], reported),
  }));
}

function moveClock(seconds: number): Command {
  return new EventCommand(`clock(${seconds > 0 ? '+' : ''}${seconds} s)`, (_model, world) => world.moveClock(seconds));
}

function recordHistory(nth: number): Command {
  return new EventCommand(`scan with an open port(endpoint ${nth})`, async (model, world) => {
    const monitored = model.resources.filter(
      (known) => known.product === 'port_monitoring' && known.state === 'active',
    );
    const endpoint = monitored[nth % monitored.length];
    if (endpoint) await world.recordHistory(model, endpoint);
  });
}

const billingOnly = (args: TargetArgs): TargetArgs => ({ ...args, namespace: 'billing' });

const provisions = fc
  .record({
    at: where,
    clientId,
    address: rarely(address, fc.constant(undefined)),
    serviceId: maybe(serviceId),
    serviceProduct: fc.oneof(
      { arbitrary: fc.constant(undefined), weight: 4 },
      { arbitrary: fc.constant('endpoint'), weight: 1 },
      { arbitrary: fc.constant('port_monitoring'), weight: 1 },
    ),
  })
  .map(provision);
const domainProvisions = fc.record({ at: where, clientId, name: domainName, serviceId }).map(provisionDomain);
const terms = { at: where, plan: maybe(plan), quantity: maybe(quantity) };
const subscriptionProvisions = fc
  .record({
    ...terms,
    pick: fc.oneof({ arbitrary: subscriptionAddress, weight: 2 }, { arbitrary: subscriptionPick, weight: 1 }),
    mrr: maybe(mrr),
  })
  .map(provisionSubscription);
const subscriptionChanges = fc
  .record({
    ...terms,
    pick: subscriptionPick,
    force: fc.oneof({ arbitrary: fc.constant(false), weight: 3 }, { arbitrary: fc.constant(true), weight: 1 }),
    dryRun: rarely(fc.constant(false), fc.constant(true)),
  })
  .map(changeSubscription);
const reports = fc
  .record({
    partner,
    reported: fc.array(reportedService, { minLength: 1, maxLength: 5, size: 'max' }),
    flaw: rarely(fc.constant(undefined), fc.record({ at: fc.nat(4), which: fc.constantFrom(...flaws) })),
  })
  .map(syncServices);

const twice = <T>(...list: T[]): T[] => [...list, ...list];

/** Provisioning, subscribing and reporting come up more often than what can only follow them. */
const commandArbitraries: fc.Arbitrary<Command>[] = [
  ...Array<fc.Arbitrary<Command>>(5).fill(provisions),
  ...Array<fc.Arbitrary<Command>>(3).fill(domainProvisions),
  ...Array<fc.Arbitrary<Command>>(3).fill(subscriptionProvisions),
  ...Array<fc.Arbitrary<Command>>(4).fill(subscriptionChanges),
  ...Array<fc.Arbitrary<Command>>(3).fill(reports),
  ...twice(
    ...products.flatMap((product) =>
      (['suspend', 'resume', 'terminate'] as const).map((verb) =>
        target.map((args) => moveResource(verb, product, args)),
      ),
    ),
    target.map(provisionAgain),
    moveSubscription('suspend', 'suspended'),
    moveSubscription('resume', 'active'),
    moveSubscription('terminate', 'cancelled'),
  ),
  fc.tuple(target, domainName).map(([args, name]) =>
    onTarget(
      args,
      'domain_monitoring',
      'update-domain',
      (model, asking, domain) => model.updateDomain(asking, domain, name),
      {
        body: { domain: name.spelling },
        text: name.spelling,
      },
    ),
  ),
  target.map((args) =>
    onTarget(billingOnly(args), 'domain_monitoring', 'release-domain', (model, asking, domain) =>
      model.releaseDomain(asking, domain),
    ),
  ),
  fc.constantFrom(86_400, -3_600).map(moveClock),
  fc.nat(8).map(recordHistory),
];

const atA: Where = { partner: 'A', namespace: 'billing' };
const ofFirst = (serviceId: number, product: Product) => ({ at: atA, pick: { clientId: 1, serviceId, product } });
const noTerms = { plan: undefined, quantity: undefined, mrr: undefined };

/** A customer with more than it pays for, some of it paused or terminated: many sequences start with some of this. */
const fullHouse: Command[] = [
  ...addresses.slice(0, 3).map((address) => provision({ at: atA, clientId: 1, address, serviceId: 1 })),
  ...domainNames.slice(2).map((name) => provisionDomain({ at: atA, clientId: 1, name, serviceId: 2 })),
  provisionSubscription({ ...ofFirst(1, 'port_monitoring'), ...noTerms, plan: 'duo' }),
  provisionSubscription({ ...ofFirst(2, 'domain_monitoring'), ...noTerms, quantity: 2 }),
  ...products.flatMap((product) => [
    moveResource('suspend', product, { namespace: 'billing', nth: 0, asks: 'owner' }),
    moveResource('terminate', product, { namespace: 'billing', nth: 1, asks: 'owner' }),
  ]),
];

export const openings: fc.Arbitrary<Command[]> = fc.oneof(fc.constant<Command[]>([]), fc.subarray(fullHouse));

/** Sequences of up to `maxCommands` provisioning actions. */
export function provisioningSequences(maxCommands: number): fc.Arbitrary<Iterable<Command>> {
  // Seed and path of the sequence reproduce a failure: the replay log would only blur how it reads.
  return fc.commands(commandArbitraries, { maxCommands, size: 'max', disableReplayLog: true });
}
