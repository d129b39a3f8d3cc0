import { useSyncExternalStore } from 'react';
import { type Changed, followStream, type StreamEnd, type StreamReader } from './live-stream.ts';
import { pollPauseMs, retryPauseMs } from './pace.ts';
import { nextEvent, sleep, untilVisible } from './waiting.ts';

/** Reads anew what is shown of what has changed; null: anything may have. */
export type ReadAnew = (changed: Changed | null) => Promise<void>;

export interface LiveOptions {
  /** Whose pages these are. */
  readonly reader: StreamReader;
  /** When what is shown was first read, as Date.now() tells it. */
  readonly readAtMs: number;
  readonly readAnew: ReadAnew;
}

/** A tab that is left for a moment keeps its stream. */
const hiddenMs = 20_000;
/** So long the server remembers what it has told, for who was away or had no stream yet. */
const rememberedMs = 8_000;
/** After so long without a key, a click or a touch nothing is polled. */
const idleMs = 15 * 60_000;
const pauseMs = 500;
/** A read that takes longer holds up the next no more. */
const readMs = 30_000;
/** A stream that breaks sooner, time and again, is none. */
const shortLifeMs = 3_000;
const activity = ['pointerdown', 'keydown', 'visibilitychange'];

let isStreaming = false;
const watchers = new Set<() => void>();

function setStreaming(value: boolean): void {
  isStreaming = value;
  for (const watcher of watchers) watcher();
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Whether the server tells this tab of changes: then nothing needs to be polled. */
export function useIsLive(): boolean {
  return useSyncExternalStore(watch, () => isStreaming);
}

/**
 * Keeps what a tab shows up to date: by the stream where there is one, else by polling, which gets rarer and ends when nobody is
 * there. A tab that cannot be seen has no stream and polls nothing.
 */
export class LiveUpdates {
  readonly #options: LiveOptions;
  readonly #stopping = new AbortController();
  #waiting: Map<string, readonly string[] | null> | null = null;
  #isEverythingOld = false;
  #isReading = false;
  /** Up to when what is shown is known to be right, by the clock that goes on while the machine sleeps. */
  #currentUntilMs: number;
  #activeMs = performance.now();

  constructor(options: LiveOptions) {
    this.#options = options;
    this.#currentUntilMs = options.readAtMs;
    const { signal } = this.#stopping;
    const noteActivity = () => {
      this.#activeMs = performance.now();
    };
    for (const name of activity) addEventListener(name, noteActivity, { capture: true, passive: true, signal });
    void this.#run(signal);
  }

  stop(): void {
    this.#stopping.abort();
  }

  async #run(signal: AbortSignal): Promise<void> {
    let failures = 0;
    while (!signal.aborted) {
      await untilVisible(signal);
      const beganMs = performance.now();
      const end = await this.#follow(signal);
      if (signal.aborted) return;
      if (end === 'signed_out') {
        // The reads say so, and then the page does.
        this.#read(null);
        return;
      }
      if (end === 'hidden') continue;
      const isWorthARetry = end === 'lost' && performance.now() - beganMs > shortLifeMs;
      failures = isWorthARetry ? 0 : end === 'replaced' ? 5 : failures + 1;
      // All tabs of a process that ended come back, but not in one moment.
      if (failures === 0) await sleep(500 + Math.random() * 2_500, signal);
      else await this.#poll(retryPauseMs(failures), signal);
    }
  }

  async #follow(signal: AbortSignal): Promise<StreamEnd | 'hidden'> {
    const hidden = new AbortController();
    const over = new AbortController();
    void this.#abortWhileHidden(hidden, AbortSignal.any([signal, over.signal]));
    const end = await followStream(AbortSignal.any([signal, hidden.signal]), {
      onHello: ({ billing_customer_id: id, sandbox }) => {
        const { reader } = this.#options;
        // Another tab has signed in somebody else: nothing of the one may be seen by the other.
        if (id !== reader.billing_customer_id || (sandbox ?? false) !== (reader.sandbox ?? false))
          return location.reload();
        setStreaming(true);
        if (Math.abs(Date.now() - this.#currentUntilMs) > rememberedMs) this.#read(null);
      },
      // A connection may have been dead for long before that shows.
      onAlive: () => {
        if (isStreaming) this.#currentUntilMs = Date.now();
      },
      onChanged: (changed) => this.#read(changed),
    });
    over.abort();
    setStreaming(false);
    return hidden.signal.aborted ? 'hidden' : end;
  }

  async #abortWhileHidden(hidden: AbortController, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      if (!document.hidden) await nextEvent(['visibilitychange'], signal);
      else {
        await Promise.race([sleep(hiddenMs, signal), untilVisible(signal)]);
        if (document.hidden) return hidden.abort();
      }
    }
  }

  /** Reads everything now and then, for so long at most, and not at all while nobody is there. */
  async #poll(forMs: number, signal: AbortSignal): Promise<void> {
    const untilMs = performance.now() + forMs;
    for (let polls = 0; !signal.aborted && performance.now() < untilMs; polls += 1) {
      await sleep(Math.min(pollPauseMs(polls), untilMs - performance.now()), signal);
      const isIdle = performance.now() - this.#activeMs > idleMs;
      if (isIdle) await nextEvent(activity, signal);
      await untilVisible(signal);
      if (signal.aborted) return;
      this.#read(null);
      if (isIdle) return;
    }
  }

  /** One after the other: a read that is under way may have come too early, and the next must not cut it off. */
  #read(changed: Changed | null): void {
    if (changed === null) this.#isEverythingOld = true;
    else {
      this.#waiting ??= new Map();
      for (const [topic, ids] of Object.entries(changed)) {
        const known = this.#waiting.get(topic) ?? [];
        this.#waiting.set(topic, ids === null || this.#waiting.get(topic) === null ? null : [...known, ...ids]);
      }
    }
    if (!this.#isReading) void this.#readWhatWaits();
  }

  async #readWhatWaits(): Promise<void> {
    this.#isReading = true;
    while (this.#isEverythingOld || this.#waiting !== null) {
      const changed = this.#isEverythingOld ? null : Object.fromEntries(this.#waiting ?? []);
      this.#isEverythingOld = false;
      this.#waiting = null;
      this.#currentUntilMs = Date.now();
      await Promise.race([this.#options.readAnew(changed), sleep(readMs, this.#stopping.signal)]);
      await sleep(pauseMs, this.#stopping.signal);
    }
    this.#isReading = false;
  }
}
