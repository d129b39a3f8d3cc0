import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { KeyedSemaphore } from './keyed-semaphore.ts';
import { heldTask, settle } from './testing/held-task.ts';
import { propertyRuns } from './testing/property-runs.ts';

const never = new AbortController().signal;

describe('a keyed semaphore', () => {
  it('runs no more than its total, and no more than its share for one key', async () => {
    const semaphore = new KeyedSemaphore({ total: 3, perKey: 2 });
    const started: string[] = [];
    const tasks = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => heldTask(started, name));
    const runs = tasks.map(({ task }, index) => semaphore.run(index < 3 ? 'a' : 'b', never, task));
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (const { end } of tasks) end();
    await Promise.all(runs);
    expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  });

  it('makes use of every place that it may, and of no other, whoever comes, gives up or ends', async () => {
    const ask = fc.record({ key: fc.constantFrom('a', 'b', 'c'), fails: fc.boolean(), givesUp: fc.boolean() });
    const end = fc.record({ ends: fc.nat() });
    const limits = fc.record({ total: fc.integer({ min: 1, max: 5 }), perKey: fc.integer({ min: 1, max: 3 }) });
    await fc.assert(
      fc.asyncProperty(limits, fc.array(fc.oneof(ask, end), { maxLength: 40 }), async ({ total, perKey }, events) => {
        const semaphore = new KeyedSemaphore({ total, perKey });
        const asking: string[] = [];
        const running: { readonly key: string; end(): void }[] = [];
        const run = async ({ key, fails, givesUp }: { key: string; fails: boolean; givesUp: boolean }) => {
          const controller = new AbortController();
          asking.push(key);
          const task = async () => {
            const { promise, resolve } = Promise.withResolvers<void>();
            running.push({ key, end: resolve });
            await promise;
            if (fails) throw new Error('failed');
          };
          const ending = semaphore.run(key, controller.signal, task);
          await settle();
          if (givesUp) controller.abort();
          await ending.catch(() => {});
          asking.splice(asking.indexOf(key), 1);
        };
        const endOne = (index: number) => running.splice(index % running.length, 1)[0]?.end();
        const check = () => {
          const count = (keys: readonly string[], key: string) => keys.filter((each) => each === key).length;
          const keys = ['a', 'b', 'c'].map((key) => ({
            asking: count(asking, key),
            running: count(
              running.map((task) => task.key),
              key,
            ),
          }));
          for (const key of keys) expect(key.running).toBeLessThanOrEqual(perKey);
          const allowed = keys.reduce((sum, key) => sum + Math.min(perKey, key.asking), 0);
          expect(running).toHaveLength(Math.min(total, allowed));
        };
        const runs: Promise<void>[] = [];
        for (const event of events) {
          if ('ends' in event) endOne(event.ends);
          else runs.push(run(event));
          for (let turn = 0; turn < 3; turn += 1) await settle();
          check();
        }
        while (running.length > 0) {
          endOne(0);
          await settle();
        }
        await Promise.all(runs);
        expect(asking).toEqual([]);
      }),
      { numRuns: propertyRuns(100) },
    );
  });

  it('lets a key that comes late wait for one share of each other key at most, however long their queues', async () => {
    const semaphore = new KeyedSemaphore({ total: 2, perKey: 2 });
    const started: string[] = [];
    const names = ['a', 'b', 'c'].flatMap((key) => Array.from({ length: 20 }, (_, index) => `${key}${index}`));
    const runs = [...names, 'z0'].map((name) =>
      semaphore.run(name[0]!, never, async () => {
        started.push(name);
        await settle();
      }),
    );
    await Promise.all(runs);
    expect(started.indexOf('z0')).toBeLessThanOrEqual(3 * 2);
    expect(started).toHaveLength(61);
  });

  it('lets keys take turns', async () => {
    const semaphore = new KeyedSemaphore({ total: 1, perKey: 1 });
    const started: string[] = [];
    const names = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'];
    await Promise.all(names.map((name) => semaphore.run(name[0]!, never, async () => void started.push(name))));
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  it('gives the place of a failed task to the next', async () => {
    const semaphore = new KeyedSemaphore({ total: 1, perKey: 1 });
    const failing = semaphore.run('a', never, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await semaphore.run('a', never, async () => 'next')).toBe('next');
  });

  it.each(['a', 'b'])(
    'lets who waits behind a task of key a, for key %s, give up without losing a place',
    async (key) => {
      const semaphore = new KeyedSemaphore({ total: 1, perKey: 1 });
      const first = heldTask([], 'first');
      const running = semaphore.run('a', never, first.task);
      const controller = new AbortController();
      const waiting = semaphore.run(key, controller.signal, async () => 'never');
      controller.abort(new Error('gave up'));
      await expect(waiting).rejects.toThrow('gave up');
      first.end();
      await running;
      expect(await semaphore.run(key, never, async () => 'free')).toBe('free');
    },
  );
});
