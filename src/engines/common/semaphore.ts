/** Lets so many tasks run at once, first come, first served. */
export class SlotLimit {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(slots: number) {
    this.#free = slots;
  }

  /** @throws the signal's reason when it aborts before there was room, and whatever the task throws */
  async run<T>(signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.#slot(signal);
    try {
      return await task();
    } finally {
      this.#free += 1;
      this.#admit();
    }
  }

  #slot(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(start);
        reject(signal.reason);
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(start);
      this.#admit();
    });
  }

  #admit(): void {
    for (const start of this.#waiting) {
      if (this.#free === 0) return;
      this.#free -= 1;
      this.#waiting.delete(start);
      start();
    }
  }
}
