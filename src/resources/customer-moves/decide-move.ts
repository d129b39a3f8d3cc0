import type { ResourceState } from '../lifecycle/index.ts';

/** A resource that may have to go to another customer, or stands in the way of one. */
export interface MovableResource {
  readonly id: string;
  readonly customerId: string;
  readonly serviceId: string | null;
  /** What reports call it: an IP address or a domain name. */
  readonly label: string;
  readonly createdAt: Date;
  readonly state: ResourceState;
}

/** Two records of the same address or name, of which one customer can have one. */
export interface Duplicate {
  readonly kept: MovableResource;
  readonly givenUp: MovableResource;
  /** What the kept one has to become: the address is monitored from then on if either was. Null: it stays as it is. */
  readonly becomes: Exclude<ResourceState, 'active' | 'terminated'> | null;
}

export interface MoveDecision {
  /** Go to the other customer. */
  readonly moving: readonly MovableResource[];
  readonly duplicates: readonly Duplicate[];
}

/** What is nearest to being monitored comes first. */
const nearness: Readonly<Record<ResourceState, number>> = { active: 0, quota_paused: 1, paused: 2, terminated: 3 };

/**
 * What goes to another customer, and what cannot, since that one has the same address or name: the record with the older history is kept
 * (decisions §10.10), whatever its state.
 * @param given what the customer that it is taken from would give
 * @param own what the other customer has of the same labels
 */
export function decideMove(given: readonly MovableResource[], own: readonly MovableResource[]): MoveDecision {
  const ownByLabel = new Map(own.map((resource) => [resource.label, resource]));
  const duplicates = given.flatMap((resource) => {
    const other = ownByLabel.get(resource.label);
    return other === undefined ? [] : [duplicateOf(resource, other)];
  });
  const givenUp = new Set(duplicates.map((duplicate) => duplicate.givenUp.id));
  return { moving: given.filter(({ id }) => !givenUp.has(id)), duplicates };
}

function duplicateOf(a: MovableResource, b: MovableResource): Duplicate {
  const [kept, givenUp] = isOlder(a, b) ? [a, b] : [b, a];
  return { kept, givenUp, becomes: stateAfter(kept.state, givenUp.state) };
}

function isOlder(a: MovableResource, b: MovableResource): boolean {
  const [first, second] = [a.createdAt.getTime(), b.createdAt.getTime()];
  return first < second || (first === second && a.id < b.id);
}

/** What is to be active waits for capacity first, which is enforced after the move. */
function stateAfter(kept: ResourceState, givenUp: ResourceState): Duplicate['becomes'] {
  if (nearness[kept] <= nearness[givenUp]) return null;
  return givenUp === 'paused' ? 'paused' : 'quota_paused';
}
