import { setTimeout as sleep } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { KeyedSemaphore } from './keyed-semaphore.ts';

export interface Pace {
  /** Tasks that begin in a second, each by itself. */
  readonly perSecond: number;
  /** Of them, those that run. */
  readonly atOnce: number;
}

const tasksAtOnce = 256;
const maxKeys = 10_000;

/** Runs tasks of each key no faster than a pace, such as questions to one server. */
export class PacedKeys {
  readonly #gapMs: number;
  readonly #places: KeyedSemaphore;
  /** When the next task of each may begin. */
  readonly #nextAtMs = new LRUCache<string, number>({ max: maxKeys });

  constructor({ perSecond, atOnce }: Pace) {
    this.#gapMs = 1_000 / perSecond;
    this.#places = new KeyedSemaphore({ total: tasksAtOnce, perKey: atOnce });
  }

  /** Runs the task when its turn comes. @throws whatever the task throws */
  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    return this.#places.run(key, neverAborted, async () => {
      const now = performance.now();
      const turn = Math.max(now, this.#nextAtMs.get(key) ?? now);
      this.#nextAtMs.set(key, turn + this.#gapMs);
      if (turn > now) await sleep(turn - now);
      return task();
    });
  }
}

const neverAborted = new AbortController().signal;
