import { CustomerChanges } from './customer-changes.ts';
import { type EventLog, Occurrences } from './occurrences.ts';

/** What there is to tell of a transaction: open pages once it is committed, partners' systems by what it writes at its end. */
export class TransactionNews<Tx extends { readonly partnerId: string }> {
  readonly changes = new CustomerChanges();
  readonly signals = new Set<string>();
  readonly #occurrences = new Map<string, { readonly tx: Tx; readonly list: Occurrences }>();
  hasEvents = false;

  /** Of the operation's partner: a transaction can come to act for another one. */
  occurrencesOf(tx: Tx): Occurrences {
    const known = this.#occurrences.get(tx.partnerId)?.list;
    if (known) return known;
    const list = new Occurrences();
    this.#occurrences.set(tx.partnerId, { tx, list });
    return list;
  }

  async writeEvents(events: EventLog<Tx>): Promise<void> {
    for (const { tx, list } of this.#occurrences.values())
      if ((await events.write(tx, list)) > 0) this.hasEvents = true;
    this.#occurrences.clear();
  }

  /** Adds a part of the transaction, whose events are written. */
  merge(part: TransactionNews<Tx>): void {
    this.changes.merge(part.changes);
    for (const signal of part.signals) this.signals.add(signal);
    this.hasEvents ||= part.hasEvents;
  }
}
