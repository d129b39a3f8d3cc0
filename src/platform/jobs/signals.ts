import { setTimeout as sleep } from 'node:timers/promises';
import type { Notifications } from '../database/notifications.ts';

export interface SignalsOptions {
  readonly notifications: Notifications;
  /** A signal that does not arrive is made up for by looking, so a failure is worth little. */
  readonly onError: (error: Error) => void;
}

/** Other processes hear at most so often from this one, however much there is to do. */
const sendPauseMs = 20;
const channelPrefix = 'breakwater_';

/**
 * Tells whoever works, in this process at once and in the others within a moment, that there may be something to do: by a name, such
 * as that of a queue. It carries no more, costs the transaction of the cause nothing, and promises little: who works also looks by
 * itself, seldom while signals arrive and often while they do not.
 */
export class Signals {
  readonly #options: SignalsOptions;
  readonly #listeners = new Map<string, Set<() => void>>();
  readonly #onMissed = new Set<() => void>();
  readonly #waiting = new Set<string>();
  #sending: Promise<void> | null = null;

  constructor(options: SignalsOptions) {
    this.#options = options;
    const mayHaveMissed = () => this.tellEverybody();
    options.notifications.watchHearing({ onHearing: mayHaveMissed, onLost: mayHaveMissed });
  }

  /** Whether signals of other processes arrive. */
  get areHeard(): boolean {
    return this.#options.notifications.deafMs === 0;
  }

  /** Has it told when signals may have been missed, or will be from now on. */
  onMissed(listener: () => void): void {
    this.#onMissed.add(listener);
  }

  /** Has it told. For other processes' signals to arrive, before this one begins to listen. */
  on(signal: string, listener: () => void): void {
    const known = this.#listeners.get(signal);
    if (known) {
      known.add(listener);
      return;
    }
    this.#listeners.set(signal, new Set([listener]));
    this.#options.notifications.on(channelPrefix + signal, () => this.tell(signal));
  }

  /** Tells whoever works in this process alone. */
  tell(signal: string): void {
    for (const listener of this.#listeners.get(signal) ?? []) listener();
  }

  /** Tells everybody, after what there is to do has been committed. */
  announce(signal: string): void {
    this.tell(signal);
    this.#waiting.add(signal);
    this.#sending ??= this.#send();
  }

  /** When all that was announced has been sent. */
  async sent(): Promise<void> {
    await this.#sending;
  }

  /** Has everybody in this process look. */
  tellEverybody(): void {
    for (const listener of this.#onMissed) listener();
  }

  async #send(): Promise<void> {
    while (this.#waiting.size > 0) {
      const channels = [...this.#waiting].map((signal) => channelPrefix + signal);
      this.#waiting.clear();
      await this.#options.notifications.sendToAll(channels, '').catch(this.#options.onError);
      await sleep(sendPauseMs, undefined, { ref: false });
    }
    this.#sending = null;
  }
}
