import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FairQueue, type FairQueueOptions, QueueFull } from './fair-queue.ts';

/** A queue of which a test sees the order, and ends the work of. */
class WatchedQueue {
  readonly started: string[] = [];
  readonly refused: string[] = [];
  readonly #queue: FairQueue;
  readonly #ends: (() => void)[] = [];

  constructor(parallel: number, options: Partial<FairQueueOptions> = {}) {
    this.#queue = new FairQueue({ parallel, maxWaitingPerPath: 1_000, maxWaiting: 1_000, ...options });
  }

  get waiting(): number {
    return this.#queue.waiting;
  }

  add(path: string, name = path, maxWaitMs?: number): void {
    const work = () => {
      this.started.push(name);
      return new Promise<void>((resolve) => this.#ends.push(resolve));
    };
    this.#queue.run(path.split('/'), work, maxWaitMs === undefined ? {} : { maxWaitMs }).catch((error) => {
      if (!(error instanceof QueueFull)) throw error;
      this.refused.push(name);
    });
  }

  /** Ends the work that runs for longest, and lets what follows from that happen. */
  async endOne(): Promise<boolean> {
    const end = this.#ends.shift();
    end?.();
    await new Promise(setImmediate);
    return end !== undefined;
  }

  async endAll(): Promise<void> {
    await new Promise(setImmediate);
    while (await this.endOne());
  }
}

describe('a fair queue', () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it('takes turns among the first names, and below each among the second', async () => {
    const queue = new WatchedQueue(1);
    for (let count = 0; count < 5; count += 1) queue.add('flooded/1');
    for (const path of ['flooded/2', 'quiet/1', 'flooded/2', 'quiet/1', 'other/1']) queue.add(path);
    await queue.endAll();
    expect(queue.started).toEqual([
      ...['flooded/1', 'flooded/1', 'quiet/1', 'other/1', 'flooded/2', 'quiet/1'],
      ...['flooded/1', 'flooded/2', 'flooded/1', 'flooded/1'],
    ]);
  });

  it('refuses what comes after too many of the same, and nobody else', async () => {
    const queue = new WatchedQueue(2, { maxWaitingPerPath: 3 });
    for (let count = 1; count <= 10; count += 1) queue.add('a/1', `a${count}`);
    queue.add('a/2');
    queue.add('b/1');
    await queue.endAll();
    expect(queue.refused).toEqual(['a6', 'a7', 'a8', 'a9', 'a10']);
    expect(queue.started).toEqual(['a1', 'a2', 'a3', 'b/1', 'a/2', 'a4', 'a5']);
  });

  it('refuses what comes after too many of the same first name, and nobody else', async () => {
    const queue = new WatchedQueue(1, { maxWaitingPerName: 2 });
    for (const path of ['a/1', 'a/1', 'a/2', 'a/3', 'b/1']) queue.add(path);
    await queue.endAll();
    expect(queue.refused).toEqual(['a/3']);
    expect(queue.started).toEqual(['a/1', 'a/1', 'b/1', 'a/2']);
  });

  it('takes from the longest branch, its latest first, when too many wait in all', async () => {
    const queue = new WatchedQueue(1, { maxWaiting: 4 });
    queue.add('a/0');
    for (const name of ['a/1', 'a/2', 'a/2', 'b/1']) queue.add(name);
    queue.add('c/1');
    queue.add('a/3');
    queue.add('c/2');
    await queue.endAll();
    expect(queue.refused).toEqual(['a/2', 'a/3', 'c/2']);
    expect(queue.started.toSorted()).toEqual(['a/0', 'a/1', 'a/2', 'b/1', 'c/1']);
  });

  it('lets a first name run no more than its share, whatever it has waiting, and gives the rest to others', async () => {
    const queue = new WatchedQueue(4, { parallelPerName: 2 });
    for (let count = 1; count <= 6; count += 1) queue.add('a/1', `a${count}`);
    for (let count = 1; count <= 3; count += 1) queue.add('b/1', `b${count}`);
    expect(queue.started).toEqual(['a1', 'a2', 'b1', 'b2']);
    // One of a's ends: its next one takes that place, since b has its share.
    await queue.endOne();
    expect(queue.started.slice(4)).toEqual(['a3']);
    await queue.endAll();
    expect(queue.started.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'b1', 'b2', 'b3']);
  });

  it('lets a path run no more than its share, and gives its turn to the next of that first name', async () => {
    const queue = new WatchedQueue(3, { parallelPerPath: 1 });
    for (const [path, name] of [
      ['a/x', 'x1'],
      ['a/x', 'x2'],
      ['a/y', 'y1'],
      ['b/x', 'b1'],
    ] as const)
      queue.add(path, name);
    expect(queue.started).toEqual(['x1', 'y1', 'b1']);
    queue.add('a/z', 'z1');
    await queue.endOne();
    expect(queue.started.slice(3)).toEqual(['x2']);
    await queue.endOne();
    expect(queue.started.slice(4)).toEqual(['z1']);
  });

  it('refuses what has waited for too long, and that alone', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const queue = new WatchedQueue(1);
    queue.add('a/1', 'long');
    queue.add('a/1', 'patient');
    queue.add('a/1', 'hasty', 1_000);
    queue.add('a/1', 'in time', 60_000);
    vi.advanceTimersByTime(1_000);
    await new Promise(setImmediate);
    expect({ refused: queue.refused, waiting: queue.waiting }).toEqual({ refused: ['hasty'], waiting: 2 });
    await queue.endAll();
    vi.advanceTimersByTime(60_000);
    await new Promise(setImmediate);
    expect({ started: queue.started, refused: queue.refused }).toEqual({
      started: ['long', 'patient', 'in time'],
      refused: ['hasty'],
    });
  });

  it('goes on after work that failed, and passes the failure on', async () => {
    const queue = new FairQueue({ parallel: 1, maxWaitingPerPath: 1, maxWaiting: 1 });
    const failing = queue.run(['a'], () => Promise.reject(new Error('failed')));
    const next = queue.run(['a'], async () => 'done');
    await expect(failing).rejects.toThrow('failed');
    await expect(next).resolves.toBe('done');
    await expect(queue.run(['a'], async () => 'again')).resolves.toBe('again');
  });

  it('runs or refuses each piece of work once, never more at a time than it may, and lets nobody wait for two of another', async () => {
    const path = fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('1', '2', '3'))
      .map((names) => names.join('/'));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof(path, fc.constant(null)), { maxLength: 60 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 6 }),
        fc.integer({ min: 1, max: 12 }),
        async (steps, parallel, parallelPerPath, maxWaitingPerPath, maxWaiting) => {
          const queue = new WatchedQueue(parallel, { parallelPerPath, maxWaitingPerPath, maxWaiting });
          const added: string[] = [];
          let ended = 0;
          for (const step of steps) {
            if (step === null) ended += (await queue.endOne()) ? 1 : 0;
            else {
              added.push(`${step} ${added.length}`);
              queue.add(step, added.at(-1));
              await new Promise(setImmediate);
            }
            const running = queue.started.slice(ended).map((name) => name.slice(0, 3));
            expect(running.length).toBeLessThanOrEqual(parallel);
            for (const each of running)
              expect(running.filter((other) => other === each).length).toBeLessThanOrEqual(parallelPerPath);
          }
          const before = queue.started.length;
          const waiting = added.filter((name) => !queue.started.includes(name) && !queue.refused.includes(name));
          expect(waiting.length).toBeLessThanOrEqual(maxWaiting);
          await queue.endAll();
          expect([...queue.started, ...queue.refused].toSorted()).toEqual(added.toSorted());
          // A path that has its share lets others of its turn go first.
          if (parallelPerPath < parallel) return;
          const order = queue.started.slice(before);
          const groups = [...new Set(waiting.map((name) => name[0]))];
          // Of the first turns no first name has a second one while another still waits for its first.
          const round = order.slice(0, groups.length).map((name) => name[0]);
          expect(new Set(round).size).toBe(groups.length);
        },
      ),
    );
  });
});
