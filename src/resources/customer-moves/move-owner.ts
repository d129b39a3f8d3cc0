import {
  type Customer,
  forgetServices,
  type HandedOverService,
  handOverServices,
} from '../../accounts/customers/index.ts';
import { handOverSubscriptions, type JoinedSubscription } from '../../accounts/subscriptions/index.ts';
import { changeTopics } from '../../core/operation/customer-changes.ts';
import type { CapacityReports, OwnerChange } from '../../core/operation/effects.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { ResourceKind } from '../../core/operation/resource-kinds.ts';
import { giveUpDomains, withdrawProofs } from '../domains/index.ts';
import { type EndpointType, giveUpEndpoints } from '../endpoints/index.ts';
import {
  forgetStates,
  type HandedOverResources,
  handOverStates,
  type LockedResource,
  leaveActive,
  lockHandedOver,
  type ResourceType,
  writeOwner,
} from '../lifecycle/index.ts';
import { type Duplicate, decideMove } from './decide-move.ts';

/** Types of resources, in the order in which their rows are locked. */
export interface MovedTypes {
  readonly endpoint: EndpointType;
  readonly domain: ResourceType;
}

export interface Move {
  readonly from: Customer;
  readonly to: Customer;
  /** Null: all that the customer has. */
  readonly billingServiceId: number | null;
  /** Whether the servers of no service go along with the service. */
  readonly takesUnowned: boolean;
}

export interface MoveOutcome {
  readonly services: number;
  readonly subscriptions: number;
  readonly resources: Readonly<Record<ResourceKind, number>>;
  readonly belongings: OwnerChange;
  readonly duplicates: readonly (Duplicate & { readonly kind: ResourceKind })[];
  readonly joined: readonly JoinedSubscription[];
  /** Of both customers, by their own ids. */
  readonly reports: ReadonlyMap<string, CapacityReports>;
}

/**
 * Gives what a customer has, or a service of it, to another customer, in the caller's transaction and behind the locks of both rows: what
 * belongs to it goes along, of two records of one address the older one is kept, and capacity is enforced for both.
 */
export async function moveOwner(tx: Operation, types: MovedTypes, move: Move): Promise<MoveOutcome> {
  const between = { from: move.from.id, to: move.to.id };
  const services = await handOverServices(tx, between, move.billingServiceId);
  const scope = move.billingServiceId === null ? 'all' : move.takesUnowned ? 'services_and_unowned' : 'services';
  const meant: HandedOverResources = { ...between, services, scope };
  const endpoints = await plan(tx, types.endpoint, meant);
  const domains = await plan(tx, types.domain, meant);
  const duplicates = [...withKind('endpoint', endpoints.duplicates), ...withKind('domain', domains.duplicates)];
  const belongings = await tx.effects.ownerChanged(tx, {
    ...between,
    isMerge: move.billingServiceId === null,
    resources: { endpoint: idsOf(endpoints.given), domain: idsOf(domains.given) },
    replaced: duplicates.map(({ kind, givenUp, kept }) => ({ kind, id: givenUp.id, keptId: kept.id })),
  });
  const subscriptions = await handOverSubscriptions(tx, between, services);
  await carryOut(tx, types.endpoint, meant, endpoints, (replaced) => giveUpEndpoints(tx, types.endpoint, replaced));
  await carryOut(tx, types.domain, meant, domains, (replaced) => giveUpDomains(tx, idsOf(replaced)));
  // Of two customers that are one, who proved control has it still.
  if (move.billingServiceId !== null) await withdrawProofs(tx, between.to, idsOf(domains.moving));
  await forgetServices(
    tx,
    services.flatMap(({ id, idThere }) => (id === idThere ? [] : id)),
  );
  const reports = await tx.effects.capacityChanged(tx, [between.from, between.to]);
  for (const customerId of Object.values(between))
    for (const topic of changeTopics) tx.changed(customerId, topic, null);
  return {
    services: services.length,
    subscriptions: subscriptions.moved,
    resources: { endpoint: endpoints.moving.length, domain: domains.moving.length },
    belongings,
    duplicates,
    joined: subscriptions.joined,
    reports,
  };
}

interface Plan {
  /** All that the customer gives, with what is given up and what was released before. */
  readonly given: readonly LockedResource[];
  readonly moving: readonly LockedResource[];
  readonly duplicates: readonly Duplicate[];
}

async function plan(tx: Operation, type: ResourceType, meant: HandedOverResources): Promise<Plan> {
  const locked = await lockHandedOver(tx, type, meant);
  const given = locked.filter(({ customerId }) => customerId === meant.from);
  const present = given.filter(({ isReleased }) => !isReleased);
  const own = locked.filter(({ customerId }) => customerId === meant.to);
  const { moving, duplicates } = decideMove(present, own);
  const movingIds = new Set(idsOf(moving));
  return {
    given,
    moving: present.filter(({ id }) => movingIds.has(id)),
    duplicates,
  };
}

/** What is given up goes first: an address is once at most with a customer. */
async function carryOut(
  tx: Operation,
  type: ResourceType,
  meant: HandedOverResources,
  { given, duplicates }: Plan,
  giveUp: (
    replaced: readonly { readonly id: string; readonly customerId: string; readonly keptId: string }[],
  ) => Promise<void>,
): Promise<void> {
  const serviceThere = servicesThere(meant.services);
  await giveUp(duplicates.map(({ givenUp: { id, customerId }, kept }) => ({ id, customerId, keptId: kept.id })));
  await handOverStates(tx, meant, idsOf(given));
  const isToldTwice = ({ kept, givenUp }: Duplicate) =>
    kept.state !== 'terminated' && serviceThere(kept.serviceId) === serviceThere(givenUp.serviceId);
  await forgetStates(tx, type, meant.to, idsOf(duplicates.filter(isToldTwice).map(({ givenUp }) => givenUp)));
  const payerOf = new Map(duplicates.map(({ kept, givenUp }) => [kept.id, kept.serviceId ?? givenUp.serviceId]));
  // Records of domains that were given up stay as what they were, for nobody to find.
  const keptThere = duplicates.map(({ kept }) => kept).filter(({ customerId }) => customerId === meant.to);
  await writeOwner(
    tx,
    type,
    meant.to,
    [...given, ...keptThere].map(({ id, serviceId }) => ({
      id,
      serviceId: serviceThere(payerOf.get(id) ?? serviceId),
    })),
  );
  for (const state of ['paused', 'quota_paused'] as const) {
    const becoming = duplicates.filter(({ becomes }) => becomes === state);
    await leaveActive(tx, type, idsOf(becoming.map(({ kept }) => kept)), state);
  }
}

function servicesThere(services: readonly HandedOverService[]): (serviceId: string | null) => string | null {
  const there = new Map(services.map(({ id, idThere }) => [id, idThere]));
  return (serviceId) => (serviceId === null ? null : (there.get(serviceId) ?? serviceId));
}

function withKind(kind: ResourceKind, duplicates: readonly Duplicate[]) {
  return duplicates.map((duplicate) => ({ ...duplicate, kind }));
}

function idsOf(resources: readonly { readonly id: string }[]): string[] {
  return resources.map(({ id }) => id);
}
