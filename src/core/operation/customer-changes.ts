/** What of a customer's can change: the subjects of what its open pages show. */
export const changeTopics = ['alerts', 'scans', 'servers', 'domains', 'rules', 'account'] as const;
export type ChangeTopic = (typeof changeTopics)[number];

/** What has changed, by topic: ids of alerts, of servers (`scans` and `servers`) or of domains; null: any of them may have. */
export type Changed = Readonly<Partial<Record<ChangeTopic, readonly string[] | null>>>;

/** Whoever is told reads anew what is shown: beyond so many ids, reading all of it costs no more. */
export const maxIdsPerTopic = 20;

/** All that can be told: for whoever may have missed something. */
export const anythingChanged: Changed = Object.fromEntries(changeTopics.map((topic) => [topic, null]));

/** Adds up what has changed, in bounded space. */
export class ChangeSet {
  readonly #topics = new Map<ChangeTopic, Set<string> | null>();

  get isEmpty(): boolean {
    return this.#topics.size === 0;
  }

  /** @param id null: any of the topic */
  add(topic: ChangeTopic, id: string | null): void {
    const known = this.#topics.get(topic);
    if (known === null) return;
    const ids = known ?? new Set<string>();
    if (id !== null) ids.add(id);
    this.#topics.set(topic, id === null || ids.size > maxIdsPerTopic ? null : ids);
  }

  merge(changed: Changed): void {
    for (const topic of changeTopics) {
      const ids = changed[topic];
      if (ids === null) this.add(topic, null);
      else for (const id of ids ?? []) this.add(topic, id);
    }
  }

  toChanged(): Changed {
    return Object.fromEntries([...this.#topics].map(([topic, ids]) => [topic, ids && [...ids]]));
  }
}

/** What has changed for customers of any partners: of a transaction, or of a moment. */
export class CustomerChanges {
  readonly #customers = new Map<string, ChangeSet>();

  get size(): number {
    return this.#customers.size;
  }

  of(customer: string): ChangeSet {
    let changes = this.#customers.get(customer);
    if (!changes) {
      changes = new ChangeSet();
      this.#customers.set(customer, changes);
    }
    return changes;
  }

  find(customer: string): Changed | undefined {
    return this.#customers.get(customer)?.toChanged();
  }

  merge(others: CustomerChanges): void {
    for (const [customer, changed] of others.entries()) this.of(customer).merge(changed);
  }

  /** Customers by `customerName`. */
  *entries(): Generator<readonly [string, Changed]> {
    for (const [customer, changes] of this.#customers) yield [customer, changes.toChanged()];
  }
}

/** By what a customer is told from those of all partners. */
export function customerName(partnerId: string, customerId: string): string {
  return `${partnerId}/${customerId}`;
}
