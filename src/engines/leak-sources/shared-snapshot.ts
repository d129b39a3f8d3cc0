import { abortable } from '../../common/abortable.ts';
import type { Timing } from './timing.ts';

export interface SnapshotSettings<T> {
  readonly timing: Timing;
  /** How long a loaded value is good for. */
  readonly maxAgeMs: number;
  /** @param previous what was loaded last, however old, to load only what has changed since */
  load(previous: T | null, signal: AbortSignal): Promise<T>;
}

export interface Snapshot<T> {
  /** The latest that was loaded, however old; null when nothing ever was. */
  readonly value: T | null;
  /** Why it is not newer; null when it is fresh. */
  readonly failure: Error | null;
}

/** A failure is as good as an answer for this long: a hundred domains do not ask a broken service a hundred times. */
const failureMaxAgeMs = 60_000;

interface Load {
  readonly done: Promise<void>;
  readonly controller: AbortController;
  waiting: number;
}

/**
 * What a source answers for all domains at once: loaded once per interval, by whoever needs it first, for all who ask
 * meanwhile. A load is aborted when nobody waits for it any more.
 */
export class SharedSnapshot<T> {
  readonly #settings: SnapshotSettings<T>;
  #value: T | null = null;
  #failure: Error | null = null;
  #goodUntilMs = Number.NEGATIVE_INFINITY;
  #load: Load | null = null;

  constructor(settings: SnapshotSettings<T>) {
    this.#settings = settings;
  }

  /** @throws the signal's reason, and nothing else */
  async get(signal: AbortSignal): Promise<Snapshot<T>> {
    if (this.#settings.timing.nowMs() >= this.#goodUntilMs) await this.#join(signal);
    return { value: this.#value, failure: this.#failure };
  }

  /**
   * The value if there is one, even an old one.
   * @throws what the load failed with
   */
  async value(signal: AbortSignal): Promise<T> {
    const { value, failure } = await this.get(signal);
    if (value === null) throw failure;
    return value;
  }

  /** The next one who asks loads again. */
  expire(): void {
    this.#goodUntilMs = Number.NEGATIVE_INFINITY;
  }

  async #join(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    this.#load ??= this.#start();
    const load = this.#load;
    load.waiting += 1;
    try {
      await abortable(load.done, signal);
    } finally {
      load.waiting -= 1;
      if (load.waiting === 0) this.#abandon(load);
    }
  }

  #start(): Load {
    const controller = new AbortController();
    const load: Load = { controller, waiting: 0, done: this.#run(controller.signal) };
    return load;
  }

  async #run(signal: AbortSignal): Promise<void> {
    const { load, timing, maxAgeMs } = this.#settings;
    const outcome = await load(this.#value, signal).then(
      (value) => ({ value, failure: null, ageMs: maxAgeMs }),
      (error: Error) => ({ value: this.#value, failure: error, ageMs: Math.min(failureMaxAgeMs, maxAgeMs) }),
    );
    // Abandoned: another load may be under way, and this one's failure is our own doing.
    if (signal.aborted) return;
    this.#value = outcome.value;
    this.#failure = outcome.failure;
    this.#goodUntilMs = timing.nowMs() + outcome.ageMs;
    this.#load = null;
  }

  #abandon(load: Load): void {
    load.controller.abort();
    if (this.#load === load) this.#load = null;
  }
}
