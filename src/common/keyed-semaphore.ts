import { Semaphore } from './semaphore.ts';

interface KeyPlaces {
  readonly semaphore: Semaphore;
  /** Tasks that run or wait. */
  users: number;
}

/**
 * Lets at most `total` tasks run at once, at most `perKey` of them for one key. Keys take turns, so that one key with a
 * long queue does not hold up the others: only `perKey` tasks of each stand in the line of all. Within a key the order is
 * first come, first served.
 */
export class KeyedSemaphore {
  readonly #all: Semaphore;
  readonly #perKey: number;
  readonly #byKey = new Map<string, KeyPlaces>();

  constructor({ total, perKey }: { total: number; perKey: number }) {
    this.#all = new Semaphore(total);
    this.#perKey = perKey;
  }

  /** Runs the task as soon as there is room. @throws the signal's reason when it aborts before that, and whatever the task throws */
  async run<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    const places = this.#byKey.get(key) ?? { semaphore: new Semaphore(this.#perKey), users: 0 };
    this.#byKey.set(key, places);
    places.users += 1;
    try {
      return await places.semaphore.run(signal, () => this.#all.run(signal, task));
    } finally {
      places.users -= 1;
      if (places.users === 0) this.#byKey.delete(key);
    }
  }
}
