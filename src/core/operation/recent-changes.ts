import { anythingChanged, type Changed, ChangeSet, CustomerChanges } from './customer-changes.ts';

/**
 * What has changed in the last seconds: a page that read something just before it began to listen hears of what happened between.
 * Where not all of these seconds were heard of, anything may have changed.
 */
export class RecentChanges {
  readonly #keptMs: number;
  #completeSinceMs: number;
  #turnedMs: number;
  #current = new CustomerChanges();
  #former = new CustomerChanges();

  /** @param keptMs changes are kept for so long, and up to twice */
  constructor(keptMs: number, nowMs: number) {
    this.#keptMs = keptMs;
    this.#completeSinceMs = nowMs;
    this.#turnedMs = nowMs;
  }

  add(customer: string, changed: Changed, nowMs: number): void {
    this.#turn(nowMs);
    this.#current.of(customer).merge(changed);
  }

  /** Something may have been missed until now. */
  missed(nowMs: number): void {
    this.#completeSinceMs = nowMs;
  }

  of(customer: string, nowMs: number): Changed {
    if (nowMs - this.#completeSinceMs < this.#keptMs) return anythingChanged;
    this.#turn(nowMs);
    const changes = new ChangeSet();
    for (const kept of [this.#former, this.#current]) changes.merge(kept.find(customer) ?? {});
    return changes.toChanged();
  }

  #turn(nowMs: number): void {
    const ageMs = nowMs - this.#turnedMs;
    if (ageMs < this.#keptMs) return;
    this.#former = ageMs < 2 * this.#keptMs ? this.#current : new CustomerChanges();
    this.#current = new CustomerChanges();
    this.#turnedMs = nowMs;
  }
}
