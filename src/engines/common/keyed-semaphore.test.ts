import { describe, expect, it } from 'vitest';
import { ConcurrencyLimit } from './keyed-semaphore.ts';

const never = new AbortController().signal;

/** A task that runs until it is told to end. */
function heldTask(log: string[], name: string) {
  const { promise, resolve } = Promise.withResolvers<void>();
  const task = () => {
    log.push(name);
    return promise;
  };
  return { task, end: resolve };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('a concurrency limit', () => {
  it('runs no more than its total, and no more than its share for one key', async () => {
    const limit = new ConcurrencyLimit({ total: 3, perKey: 2 });
    const started: string[] = [];
    const tasks = ['a1', 'a2', 'a3', 'b1', 'b2'].map((name) => heldTask(started, name));
    const runs = tasks.map(({ task }, index) => limit.run(index < 3 ? 'a' : 'b', never, task));
    await settle();
    expect(started).toEqual(['a1', 'a2', 'b1']);
    for (const { end } of tasks) end();
    await Promise.all(runs);
    expect(started.toSorted()).toEqual(['a1', 'a2', 'a3', 'b1', 'b2']);
  });

  it('lets keys take turns', async () => {
    const limit = new ConcurrencyLimit({ total: 1, perKey: 1 });
    const started: string[] = [];
    const names = ['a1', 'a2', 'a3', 'b1'];
    await Promise.all(names.map((name) => limit.run(name[0]!, never, async () => void started.push(name))));
    expect(started.indexOf('b1')).toBeLessThan(started.indexOf('a3'));
  });

  it('gives the place of a failed task to the next', async () => {
    const limit = new ConcurrencyLimit({ total: 1, perKey: 1 });
    const failing = limit.run('a', never, () => Promise.reject(new Error('broken')));
    await expect(failing).rejects.toThrow('broken');
    expect(await limit.run('a', never, async () => 'next')).toBe('next');
  });

  it('lets who waits give up, without losing a place', async () => {
    const limit = new ConcurrencyLimit({ total: 1, perKey: 1 });
    const first = heldTask([], 'first');
    const running = limit.run('a', never, first.task);
    const controller = new AbortController();
    const waiting = limit.run('a', controller.signal, async () => 'never');
    controller.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    first.end();
    await running;
    expect(await limit.run('a', never, async () => 'free')).toBe('free');
  });
});
