import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { RateShare, SharedTokenBucket } from './rate-share.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** Events in a second, each as soon as it may be. */
function eventsFrom(bucket: SharedTokenBucket, startMs: number): number {
  let events = 0;
  for (let nowMs = startMs; nowMs < startMs + 1_000; nowMs += 1) {
    const count = bucket.available(nowMs);
    bucket.take(count);
    events += count;
  }
  return events;
}

describe('a share of a rate', () => {
  test('is the whole until it is granted less', () => {
    expect(eventsFrom(new SharedTokenBucket(400, new RateShare(), 0), 0)).toBeCloseTo(400, -1);
  });

  test('paces those who use it already, from the next moment on', () => {
    const share = new RateShare();
    const bucket = new SharedTokenBucket(400, share, 0);
    eventsFrom(bucket, 0);
    share.grant(0.25, 60);
    expect(eventsFrom(bucket, 1_000)).toBeCloseTo(100, -1);
    share.grant(0, 60);
    expect(eventsFrom(bucket, 2_000)).toBeLessThanOrEqual(4);
    expect(eventsFrom(bucket, 3_000)).toBe(0);
    share.grant(1, 60);
    expect(eventsFrom(bucket, 4_000)).toBeCloseTo(400, -1);
  });

  test('lapses, also while nobody looks', () => {
    const share = new RateShare();
    const [seconds] = process.hrtime();
    const clock = vi.spyOn(process, 'hrtime');
    const at = (later: number) => clock.mockReturnValue([seconds + later, 0]);
    at(0);
    share.grant(0.5, 10);
    at(9);
    expect(share.part).toBe(0.5);
    at(10);
    expect(share.part).toBe(0);
  });

  test('of a rate without a limit is without one, or nothing', () => {
    const share = new RateShare();
    const bucket = new SharedTokenBucket(Number.POSITIVE_INFINITY, share, 0);
    share.grant(0.5, 60);
    expect(bucket.available(100)).toBe(Number.POSITIVE_INFINITY);
    share.grant(0, 60);
    expect(bucket.available(200)).toBe(0);
  });

  test('is the same in another thread', async () => {
    const share = new RateShare();
    share.grant(0.25, 60);
    const script = `
      const { parentPort, workerData } = require('node:worker_threads');
      import(workerData.module).then(({ RateShare }) => parentPort.postMessage(new RateShare(workerData.memory).part));`;
    const module = new URL('./rate-share.ts', import.meta.url).href;
    const thread = new Worker(script, { eval: true, workerData: { module, memory: share.memory } });
    expect(await once(thread, 'message')).toEqual([0.25]);
    await thread.terminate();
  });
});
