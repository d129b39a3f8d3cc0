import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Semaphore } from './semaphore.ts';
import { heldTask, settle } from './testing/held-task.ts';
import { propertyRuns } from './testing/property-runs.ts';

const never = new AbortController().signal;

describe('a semaphore', () => {
  it('never lets more tasks run at once, runs each that is not aborted, and gives its place back when it fails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.boolean(), { maxLength: 20 }),
        async (places, fails) => {
          const semaphore = new Semaphore(places);
          let running = 0;
          let most = 0;
          const endings = await Promise.allSettled(
            fails.map((fail) =>
              semaphore.run(new AbortController().signal, async () => {
                most = Math.max(most, ++running);
                await new Promise(setImmediate);
                running -= 1;
                if (fail) throw new Error('failed');
              }),
            ),
          );
          expect(endings.map(({ status }) => status === 'rejected')).toEqual(fails);
          expect(most).toBe(Math.min(places, fails.length));
        },
      ),
      { numRuns: propertyRuns(30) },
    );
  });

  it('serves first who came first, and lets nobody overtake who comes when a place is just left', async () => {
    const semaphore = new Semaphore(1);
    const started: string[] = [];
    const first = heldTask(started, 'first');
    const runs = [semaphore.run(never, first.task)];
    for (const name of ['second', 'third']) runs.push(semaphore.run(never, async () => void started.push(name)));
    first.end();
    runs.push(semaphore.run(never, async () => void started.push('late')));
    await Promise.all(runs);
    expect(started).toEqual(['first', 'second', 'third', 'late']);
  });

  it('refuses whose signal has aborted, without starting the task', async () => {
    const started: string[] = [];
    const run = new Semaphore(1).run(AbortSignal.abort(new Error('gave up')), heldTask(started, 'a').task);
    await expect(run).rejects.toThrow('gave up');
    expect(started).toEqual([]);
  });

  it('lets who waits give up, and the next takes the turn', async () => {
    const semaphore = new Semaphore(1);
    const started: string[] = [];
    const first = heldTask(started, 'first');
    const running = semaphore.run(never, first.task);
    const controller = new AbortController();
    const waiting = semaphore.run(controller.signal, heldTask(started, 'gives up').task);
    const next = semaphore.run(undefined, async () => void started.push('next'));
    controller.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    first.end();
    await Promise.all([running, next]);
    expect(started).toEqual(['first', 'next']);
  });

  it('rejects all who wait when it is closed, and none who runs', async () => {
    const semaphore = new Semaphore(1);
    const first = heldTask([], 'first');
    const running = semaphore.run(never, first.task);
    const waiting = [semaphore.run(never, async () => {}), semaphore.run(undefined, async () => {})];
    const endings = Promise.allSettled(waiting);
    semaphore.close(new Error('closed'));
    expect((await endings).map((ending) => ending.status === 'rejected' && String(ending.reason))).toEqual([
      'Error: closed',
      'Error: closed',
    ]);
    first.end();
    await expect(running).resolves.toBeUndefined();
  });

  it('lets go of the signal of everyone who waited', async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const add = signal.addEventListener.bind(signal);
    const remove = signal.removeEventListener.bind(signal);
    signal.addEventListener = (...args: Parameters<typeof add>) => {
      listeners += 1;
      add(...args);
    };
    signal.removeEventListener = (...args: Parameters<typeof remove>) => {
      listeners -= 1;
      remove(...args);
    };
    const semaphore = new Semaphore(1);
    const runs = Array.from({ length: 5 }, () => semaphore.run(signal, settle));
    expect(listeners).toBe(4);
    await Promise.all(runs);
    expect(listeners).toBe(0);
  });
});
