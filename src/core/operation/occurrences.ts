import type { ResourceKind } from './resource-kinds.ts';
import type { EventsTable } from './tables/core.ts';

/** What can happen, as partners' systems are told of it (decisions §10.4). */
export type EventType = EventsTable['type'];

/** What an event can be about. Of a customer nothing is shown but what the occurrence itself says. */
export type SubjectKind = 'alert' | 'endpoint' | 'domain' | 'subscription' | 'scan' | 'domain_scan' | 'customer';

export interface EventSubject {
  readonly kind: SubjectKind;
  readonly id: string;
}

/** A resource as an event shows it. */
export interface EventView {
  readonly customerId: string;
  readonly alertId?: string;
  /** Of the server or domain that it is about. */
  readonly endpointId?: string | null;
  readonly domainId?: string | null;
  /** Of a server or domain. */
  readonly status?: string;
  /** Ids, and the resource as its read shows it. Never a secret or an unmasked identity. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** Something that partners' systems are told of (decisions §10.4). */
export interface Occurrence {
  readonly type: EventType;
  /** What it is about: the event shows it as it is when the transaction ends. Null: nothing but what `data` says. */
  readonly subject: EventSubject | null;
  /** What the event says besides. Never a secret or an unmasked identity. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** How the subject is shown, where that is known and will not change: it need not be read. */
  readonly view?: EventView;
}

/**
 * A resource whose status was written. Which event that is, if any, shows when the transaction ends: on its way it may pass through
 * others.
 */
export interface ResourceMoved {
  readonly kind: ResourceKind;
  readonly id: string;
  /** Before the transaction's first change of it. */
  readonly statusBefore: string;
}

/** What a transaction has to tell. */
export class Occurrences {
  readonly #list: (Occurrence | ResourceMoved)[] = [];
  readonly #known = new Set<string>();

  get isEmpty(): boolean {
    return this.#list.length === 0;
  }

  add(occurrence: Occurrence): void {
    if (occurrence.subject) this.#known.add(keyOf(occurrence.subject));
    this.#list.push(occurrence);
  }

  /** Tells nothing of a resource that was made, or moved, in this transaction before: that one shows how it ends. */
  move(moved: ResourceMoved): void {
    if (this.#known.has(keyOf(moved))) return;
    this.#known.add(keyOf(moved));
    this.#list.push(moved);
  }

  /** In the order in which they happened. */
  toList(): readonly (Occurrence | ResourceMoved)[] {
    return this.#list;
  }
}

function keyOf({ kind, id }: { readonly kind: SubjectKind; readonly id: string }): string {
  return `${kind} ${id}`;
}

/** Where what happens is written down. (Operation is a parameter because its own file needs this one.) */
export interface EventLog<Operation> {
  /** Writes what a transaction has to tell, at its end and within it. @returns how many events that are */
  write(tx: Operation, occurrences: Occurrences): Promise<number>;
  /** Events were committed. */
  committed(): void;
}
