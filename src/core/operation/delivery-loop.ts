import { setTimeout as sleep } from 'node:timers/promises';
import { Tally } from '../../common/tally.ts';
import type { Signals } from '../../platform/jobs/signals.ts';
import { sleepAtMost, toldOfWork, WorkLoop } from '../../platform/jobs/work-loop.ts';
import type { Turns } from './claim-due.ts';

/** Deliveries that are claimed alike, and have places of their own among those of the loop. */
export interface DeliveryLane<Claimed> {
  /** How many are under way at once. */
  readonly places: number;
  /** Of them for one partner. */
  readonly placesOfPartner: number;
  /** Between two looks at it, in milliseconds. Default: at each look of the loop. */
  readonly everyMs?: number | undefined;
  /** Claims what is due, up to `count`; a claim lapses, so that others take over what a dead worker held. */
  readonly claim: (count: number, turns: Turns) => Promise<readonly Claimed[]>;
}

export interface DeliveryLoopOptions<Claimed> {
  readonly signals: Signals;
  /** The name of what it is woken by. */
  readonly wokenBy: string;
  /** How many are under way at once, of all lanes. */
  readonly places: number;
  readonly lanes: readonly DeliveryLane<Claimed>[];
  /** In how many milliseconds something is due; 0 or less: it is; undefined: nothing waits. */
  readonly nextDueMs: () => Promise<number | undefined>;
  /** Makes deliveries of what is due, before they are claimed. */
  readonly prepare?: (() => Promise<void>) | undefined;
  /** One attempt, settled. What it throws is its own to report: the claim lapses. */
  readonly deliver: (claimed: Claimed) => Promise<void>;
  /** One is settled: what waited for it may be due. */
  readonly onSettled?: (() => void) | undefined;
  /** How long a stop waits for what is under way. */
  readonly stopGraceMs: number;
  /** Between two looks, in milliseconds at least. */
  readonly shortestPauseMs?: number | undefined;
  /** How often it is looked for what is due. Default: now and then, since somebody tells of most. */
  readonly pollIntervalMs?: number | undefined;
  readonly onError: (error: Error) => void;
}

/** What is due and has no place yet is looked at again after this time, or when there is one. */
const againMs = 1_000;

/**
 * Sends what is due: claim, attempt, settle. Any number of workers share the work: each delivery is claimed by one, a partner has a part of
 * the places, and a worker that dies leaves what it held to others.
 */
export class DeliveryLoop<Claimed extends { readonly partner_id: string }> {
  readonly #options: DeliveryLoopOptions<Claimed>;
  readonly #stop = new AbortController();
  readonly #underWay = new Set<Promise<void>>();
  readonly #lanes: readonly { readonly lane: DeliveryLane<Claimed>; readonly taken: Tally; lookedMs: number }[];
  /** While there is a lot to send it is not asked first whether there is anything. */
  #hasClaimed = false;
  readonly #loop: WorkLoop;

  constructor(options: DeliveryLoopOptions<Claimed>) {
    this.#options = options;
    const { signals, wokenBy, lanes, pollIntervalMs, shortestPauseMs, onError } = options;
    this.#lanes = lanes.map((lane) => ({ lane, taken: new Tally(), lookedMs: Number.NEGATIVE_INFINITY }));
    this.#loop = new WorkLoop({
      signals,
      wokenBy: [wokenBy],
      look: () => this.#look(),
      longestSleep: sleepAtMost(toldOfWork, pollIntervalMs),
      shortestPauseMs,
      onError,
    });
  }

  start(): void {
    this.#loop.start();
  }

  /** Something may have become due. */
  wake(): void {
    this.#loop.wake();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await this.#loop.stop();
    await Promise.race([
      Promise.allSettled(this.#underWay),
      sleep(this.#options.stopGraceMs, undefined, { ref: false }),
    ]);
  }

  /** @returns in how many milliseconds there is more to do; undefined: nobody knows */
  async #look(): Promise<number | undefined> {
    const { nextDueMs, prepare } = this.#options;
    if (!this.#hasClaimed) {
      const dueMs = await nextDueMs();
      if (dueMs === undefined || dueMs > 0) return dueMs;
    }
    await prepare?.();
    let claimed = 0;
    for (const each of this.#lanes) {
      if (performance.now() - each.lookedMs < (each.lane.everyMs ?? 0)) continue;
      each.lookedMs = performance.now();
      claimed += await this.#claim(each.lane, each.taken);
    }
    this.#hasClaimed = claimed > 0;
    return againMs;
  }

  /** @returns how many it claimed */
  async #claim(lane: DeliveryLane<Claimed>, taken: Tally): Promise<number> {
    const { places, deliver, onSettled } = this.#options;
    const count = Math.min(places - this.#underWay.size, lane.places - taken.total);
    if (count <= 0 || this.#stop.signal.aborted) return 0;
    const deliveries = await lane.claim(count, { busy: taken.counts, most: lane.placesOfPartner });
    for (const claimed of deliveries) {
      taken.add(claimed.partner_id);
      const done = deliver(claimed).finally(() => {
        this.#underWay.delete(done);
        taken.remove(claimed.partner_id);
        // There is a place for the next one, and its own next attempt may be due before anything else.
        this.#loop.wake();
        onSettled?.();
      });
      this.#underWay.add(done);
    }
    return deliveries.length;
  }
}
