interface Waiter {
  readonly start: () => void;
}

/**
 * Lets at most `total` tasks run at once, at most `perKey` of them for one key. Keys take turns, so that one key with a
 * long queue does not hold up the others; within a key the order is first come, first served.
 */
export class ConcurrencyLimit {
  readonly #total: number;
  readonly #perKey: number;
  #running = 0;
  readonly #runningByKey = new Map<string, number>();
  readonly #queues = new Map<string, Set<Waiter>>();

  constructor(limits: { total: number; perKey: number }) {
    this.#total = limits.total;
    this.#perKey = limits.perKey;
  }

  /** Runs the task as soon as there is room. Rejects with the signal's reason when it aborts before that. */
  async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.#admission(key, signal);
    try {
      return await task();
    } finally {
      this.#leave(key);
    }
  }

  #admission(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const giveUp = () => {
        this.#dequeue(key, waiter);
        reject(signal.reason);
      };
      const waiter: Waiter = {
        start: () => {
          signal.removeEventListener('abort', giveUp);
          resolve();
        },
      };
      signal.addEventListener('abort', giveUp, { once: true });
      const queue = this.#queues.get(key) ?? new Set();
      this.#queues.set(key, queue.add(waiter));
      this.#admit();
    });
  }

  #admit(): void {
    for (const [key, queue] of this.#queues) {
      for (const waiter of queue) {
        if (this.#running >= this.#total) return;
        const runningForKey = this.#runningByKey.get(key) ?? 0;
        if (runningForKey >= this.#perKey) break;
        this.#running += 1;
        this.#runningByKey.set(key, runningForKey + 1);
        this.#dequeue(key, waiter);
        waiter.start();
      }
    }
  }

  #leave(key: string): void {
    this.#running -= 1;
    const left = (this.#runningByKey.get(key) ?? 1) - 1;
    if (left === 0) this.#runningByKey.delete(key);
    else this.#runningByKey.set(key, left);
    this.#moveToEnd(key);
    this.#admit();
  }

  #dequeue(key: string, waiter: Waiter): void {
    const queue = this.#queues.get(key);
    queue?.delete(waiter);
    if (queue?.size === 0) this.#queues.delete(key);
  }

  #moveToEnd(key: string): void {
    const queue = this.#queues.get(key);
    if (!queue) return;
    this.#queues.delete(key);
    this.#queues.set(key, queue);
  }
}
