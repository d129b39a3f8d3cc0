interface Waiter {
  enter(): void;
  refuse(reason: unknown): void;
}

/** A limited number of places. Who finds none waits in line: first come, first served. */
export class Semaphore {
  #free: number;
  readonly #line = new Set<Waiter>();

  constructor(places: number) {
    this.#free = places;
  }

  /**
   * Runs the task as soon as there is room.
   * @throws the signal's reason when it aborts before that, `close`'s reason, and whatever the task throws
   */
  async run<T>(signal: AbortSignal | undefined, task: () => Promise<T>): Promise<T> {
    signal?.throwIfAborted();
    if (this.#free > 0) this.#free -= 1;
    else await this.#waitInLine(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  /** Rejects everyone who waits. */
  close(reason: unknown): void {
    for (const waiter of this.#line) waiter.refuse(reason);
  }

  #waitInLine(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const leaveLine = (): void => {
        this.#line.delete(waiter);
        signal?.removeEventListener('abort', giveUp);
      };
      const waiter: Waiter = {
        enter: () => {
          leaveLine();
          resolve();
        },
        refuse: (reason) => {
          leaveLine();
          reject(reason);
        },
      };
      const giveUp = (): void => waiter.refuse(signal?.reason);
      signal?.addEventListener('abort', giveUp, { once: true });
      this.#line.add(waiter);
    });
  }

  /** The place goes straight to the first in line, so that nobody overtakes. */
  #leave(): void {
    const [next] = this.#line;
    if (next === undefined) this.#free += 1;
    else next.enter();
  }
}
