import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { Signals } from '../../platform/jobs/signals.ts';
import { DeliveryLoop, type DeliveryLoopOptions } from './delivery-loop.ts';

interface Delivery {
  readonly partner_id: string;
  readonly done: PromiseWithResolvers<void>;
}

const signals = { areHeard: true, on() {}, onMissed() {} } as unknown as Signals;
let loop: DeliveryLoop<Delivery> | undefined;
afterEach(async () => {
  await loop?.stop();
});

/** What waits, taken as the database would: of each partner up to what it may have under way. */
class Queue {
  readonly waiting: Delivery[];
  readonly underWay: Delivery[] = [];

  constructor(partners: readonly string[]) {
    this.waiting = partners.map((partner_id) => ({ partner_id, done: Promise.withResolvers<void>() }));
  }

  readonly claim: DeliveryLoopOptions<Delivery>['lanes'][number]['claim'] = async (count, { busy, most }) => {
    const taken = new Map(busy);
    const claimed: Delivery[] = [];
    for (const delivery of this.waiting) {
      const held = taken.get(delivery.partner_id) ?? 0;
      if (claimed.length === count || held === most) continue;
      taken.set(delivery.partner_id, held + 1);
      claimed.push(delivery);
    }
    for (const delivery of claimed) this.waiting.splice(this.waiting.indexOf(delivery), 1);
    return claimed;
  };

  readonly deliver = async (delivery: Delivery): Promise<void> => {
    this.underWay.push(delivery);
    await delivery.done.promise;
    this.underWay.splice(this.underWay.indexOf(delivery), 1);
  };

  get partners(): string[] {
    return this.underWay.map(({ partner_id }) => partner_id);
  }
}

function start(queue: Queue, more: Partial<DeliveryLoopOptions<Delivery>> = {}): DeliveryLoop<Delivery> {
  loop = new DeliveryLoop<Delivery>({
    signals,
    wokenBy: 'work',
    places: 3,
    lanes: [{ places: 3, placesOfPartner: 2, claim: queue.claim }],
    nextDueMs: async () => (queue.waiting.length > 0 ? 0 : undefined),
    deliver: queue.deliver,
    stopGraceMs: 60_000,
    shortestPauseMs: 0,
    onError: (error) => {
      throw error;
    },
    ...more,
  });
  loop.start();
  return loop;
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await turn();
}

it('deliveries have as many places as there are, a partner its part of them, and who is done makes room for the next', async () => {
  const queue = new Queue(['a', 'a', 'a', 'b', 'b']);
  start(queue);
  await until(() => queue.underWay.length === 3);
  expect(queue.partners).toEqual(['a', 'a', 'b']);
  queue.underWay[2]!.done.resolve();
  await until(() => queue.waiting.length === 1);
  expect(queue.partners).toEqual(['a', 'a', 'b']);
  queue.underWay[0]!.done.resolve();
  await until(() => queue.waiting.length === 0);
  expect(queue.partners.toSorted()).toEqual(['a', 'a', 'b']);
  for (const { done } of queue.underWay) done.resolve();
});

it('a lane leaves the others their places, however slow what it has under way is', async () => {
  const [well, slow] = [new Queue(['a', 'b', 'c']), new Queue(['s', 's', 's'])];
  start(well, {
    lanes: [
      { places: 1, placesOfPartner: 3, claim: slow.claim },
      { places: 3, placesOfPartner: 3, claim: well.claim },
    ],
    nextDueMs: async () => (well.waiting.length + slow.waiting.length > 0 ? 0 : undefined),
  });
  await until(() => well.underWay.length === 3);
  // One queue tells of all that is under way: the slow lane has its one place, the other has the rest.
  expect(well.partners).toEqual(['s', 'a', 'b']);
  well.underWay[1]!.done.resolve();
  await until(() => well.waiting.length === 0);
  expect(well.partners).toEqual(['s', 'b', 'c']);
  for (const { done } of well.underWay) done.resolve();
  for (const { done } of slow.waiting) done.resolve();
});

it('a stop waits for what is under way, and claims nothing more', async () => {
  const queue = new Queue(['a', 'b', 'c', 'd']);
  const running = start(queue);
  await until(() => queue.underWay.length === 3);
  let isStopped = false;
  const stopped = running.stop().then(() => {
    isStopped = true;
  });
  await turn();
  expect(isStopped).toBe(false);
  for (const { done } of queue.underWay) done.resolve();
  await stopped;
  expect(queue.waiting).toHaveLength(1);
});

it('a stop waits for its grace and no longer', async () => {
  const queue = new Queue(['a']);
  const running = start(queue, { stopGraceMs: 0 });
  await until(() => queue.underWay.length === 1);
  await running.stop();
  expect(queue.underWay).toHaveLength(1);
});

it('what is due is made ready first, and whoever waits for an end hears of it', async () => {
  const queue = new Queue([]);
  let settled = 0;
  const more = ['a', 'b'].map((partner_id) => ({ partner_id, done: Promise.withResolvers<void>() }));
  start(queue, {
    nextDueMs: async () => (more.length + queue.waiting.length > 0 ? 0 : undefined),
    prepare: async () => void queue.waiting.push(...more.splice(0)),
    onSettled: () => {
      settled += 1;
    },
  });
  await until(() => queue.underWay.length === 2);
  for (const { done } of queue.underWay) done.resolve();
  await until(() => settled === 2);
});
