import { setTimeout as sleep } from 'node:timers/promises';
import { anythingChanged, type Changed, CustomerChanges } from './customer-changes.ts';
import { RecentChanges } from './recent-changes.ts';

export interface ChangeFeedOptions {
  /** Hands messages to the other processes of the installation. */
  readonly send: (messages: readonly string[]) => Promise<unknown>;
  readonly onError: (error: Error) => void;
  /** Whether anybody listens in this process. */
  readonly hasListeners: boolean;
}

type Listener = (changed: Changed) => void;

/** Other processes hear at most so often from this one, however much it writes. */
const sendPauseMs = 200;
const retryMs = 1_000;
/** PostgreSQL takes less than 8,000 bytes in a message. */
const maxMessageBytes = 7_500;
/** Beyond so many customers in one pause they are not told one by one. */
const maxCustomers = 5_000;
const everybody = '*';
/** Longer than a page takes from its first answer to its stream. */
const keptMs = 10_000;

/**
 * Tells the open pages of customers what has changed, in this process at once and in the others within a moment. It carries ids
 * only, costs the transaction that changed something nothing, and promises little: whoever was not listening reads anew.
 */
export class ChangeFeed {
  readonly #options: ChangeFeedOptions;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #recent: RecentChanges | null;
  #waiting = new CustomerChanges();
  #isSending = false;
  #sending = Promise.resolve();
  readonly #stopping = new AbortController();

  constructor(options: ChangeFeedOptions) {
    this.#options = options;
    this.#recent = options.hasListeners ? new RecentChanges(keptMs, performance.now()) : null;
  }

  /** Tells of what has been committed. */
  publish(changes: CustomerChanges): void {
    if (changes.size === 0) return;
    for (const [customer, changed] of changes.entries()) this.#tell(customer, changed);
    this.#waiting.merge(changes);
    if (!this.#isSending) this.#sending = this.#send();
  }

  /** What another process has sent. */
  receive(message: string): void {
    try {
      for (const [customer, changed] of Object.entries(JSON.parse(message) as Record<string, Changed>)) {
        if (customer === everybody) this.tellEverybody();
        else this.#tell(customer, changed);
      }
    } catch (error) {
      this.#options.onError(error as Error);
    }
  }

  /** Has everybody read anew: something may have been missed. */
  tellEverybody(): void {
    this.#recent?.missed(performance.now());
    for (const listeners of this.#listeners.values()) for (const listener of listeners) listener(anythingChanged);
  }

  /**
   * Hears first of what has just changed.
   * @param customer by `customerName`
   * @returns ends it
   */
  listen(customer: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(customer) ?? new Set();
    this.#listeners.set(customer, listeners.add(listener));
    if (this.#recent) listener(this.#recent.of(customer, performance.now()));
    return () => {
      listeners.delete(listener);
      if (listeners.size === 0) this.#listeners.delete(customer);
    };
  }

  /** Sends what waits, once, and nothing after it. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#sending;
  }

  #tell(customer: string, changed: Changed): void {
    this.#recent?.add(customer, changed, performance.now());
    for (const listener of this.#listeners.get(customer) ?? []) listener(changed);
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#waiting.size > 0) {
      const changes = this.#waiting;
      this.#waiting = new CustomerChanges();
      let pauseMs = sendPauseMs;
      try {
        await this.#options.send(messagesOf(changes));
      } catch (error) {
        this.#options.onError(error as Error);
        if (this.#stopping.signal.aborted) break;
        changes.merge(this.#waiting);
        this.#waiting = changes;
        pauseMs = retryMs;
      }
      await sleep(pauseMs, undefined, { signal: this.#stopping.signal }).catch(() => {});
    }
    this.#isSending = false;
  }
}

/** JSON objects with what has changed by customer, each short enough. */
function messagesOf(changes: CustomerChanges): string[] {
  if (changes.size > maxCustomers) return [JSON.stringify({ [everybody]: {} })];
  const messages: string[] = [];
  let members: string[] = [];
  let bytes = 0;
  for (const [customer, changed] of changes.entries()) {
    // Ids are ASCII.
    const member = `${JSON.stringify(customer)}:${JSON.stringify(changed)}`;
    if (bytes + member.length > maxMessageBytes) {
      messages.push(`{${members.join(',')}}`);
      members = [];
      bytes = 0;
    }
    members.push(member);
    bytes += member.length + 1;
  }
  return [...messages, `{${members.join(',')}}`];
}
