/** On whose behalf something waits. */
export interface Owner {
  readonly partner: string;
  /** One of the partner's customers. */
  readonly customer: string;
}

export interface QueueLimits {
  /** How many may wait: of one customer, of one partner, and of all together. */
  readonly perCustomer: number;
  readonly perPartner: number;
  readonly total: number;
}

interface Partner<T> {
  /** By customer; whose turn is next comes first. */
  readonly waiting: Map<string, T[]>;
  readonly running: Set<string>;
}

/**
 * Who is next, where partners take turns, and a partner's customers among themselves. Of a customer one runs at a time. A
 * partner who has fewer running comes first, so a long queue of one delays the others by what runs already, and no more.
 */
export class FairQueue<T> {
  readonly #limits: QueueLimits;
  /** Whose turn is next comes first. */
  readonly #partners = new Map<string, Partner<T>>();

  constructor(limits: QueueLimits) {
    this.#limits = limits;
  }

  /**
   * @returns what has no place: the item itself, or, where all together are too many, the last one of the partner who has most.
   *   Null: nothing.
   */
  add({ partner: name, customer }: Owner, item: T): T | null {
    const partner = this.#partners.get(name) ?? { waiting: new Map(), running: new Set() };
    const own = partner.waiting.get(customer) ?? [];
    if (own.length >= this.#limits.perCustomer || waitingOf(partner) >= this.#limits.perPartner) return item;
    this.#partners.set(name, partner);
    partner.waiting.set(customer, [...own, item]);
    const all = [...this.#partners.values()];
    return all.reduce((sum, each) => sum + waitingOf(each), 0) > this.#limits.total ? takeLast(longest(all)) : null;
  }

  /** What may run now; null: nothing. `end` must follow. */
  next(): { readonly owner: Owner; readonly item: T } | null {
    const partners = [...this.#partners].sort(([, a], [, b]) => a.running.size - b.running.size);
    for (const [name, partner] of partners) {
      for (const [customer, [item, ...others]] of partner.waiting) {
        if (item === undefined || partner.running.has(customer)) continue;
        partner.waiting.delete(customer);
        if (others.length > 0) partner.waiting.set(customer, others);
        partner.running.add(customer);
        this.#partners.delete(name);
        this.#partners.set(name, partner);
        return { owner: { partner: name, customer }, item };
      }
    }
    return null;
  }

  end({ partner: name, customer }: Owner): void {
    const partner = this.#partners.get(name);
    partner?.running.delete(customer);
    if (partner?.running.size === 0 && partner.waiting.size === 0) this.#partners.delete(name);
  }
}

function waitingOf<T>({ waiting }: Partner<T>): number {
  return [...waiting.values()].reduce((sum, items) => sum + items.length, 0);
}

function longest<T>(partners: readonly Partner<T>[]): Partner<T> {
  return partners.reduce((most, partner) => (waitingOf(partner) > waitingOf(most) ? partner : most));
}

/** Of the customer who was added last. */
function takeLast<T>({ waiting }: Partner<T>): T {
  const [customer, items] = [...waiting].at(-1)!;
  waiting.set(customer, items.slice(0, -1));
  if (items.length === 1) waiting.delete(customer);
  return items.at(-1)!;
}
