import { setImmediate } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { SharedSnapshot } from './shared-snapshot.ts';
import { ManualTiming } from './testing/manual-timing.ts';

interface Load {
  readonly previous: string | null;
  readonly signal: AbortSignal;
  readonly resolve: (value: string) => void;
  readonly reject: (error: Error) => void;
}

let timing: ManualTiming;
let loads: Load[];
let snapshot: SharedSnapshot<string>;
const never = new AbortController().signal;

beforeEach(() => {
  timing = new ManualTiming();
  loads = [];
  snapshot = new SharedSnapshot({
    timing,
    maxAgeMs: 3_600_000,
    load: (previous, signal) =>
      new Promise((resolve, reject) => {
        loads.push({ previous, signal, resolve, reject });
      }),
  });
});

async function loaded(value: string) {
  const got = snapshot.get(never);
  loads.at(-1)?.resolve(value);
  return await got;
}

async function failed() {
  const got = snapshot.get(never);
  loads.at(-1)?.reject(new Error('broken'));
  return await got;
}

describe('a shared snapshot', () => {
  it('is loaded once for all who ask at the same time', async () => {
    const both = [snapshot.get(never), snapshot.get(never)];
    loads[0]?.resolve('one');
    expect(await Promise.all(both)).toEqual([
      { value: 'one', failure: null },
      { value: 'one', failure: null },
    ]);
    expect(loads.length).toBe(1);
  });

  it('is loaded again when it is too old, from what was there before', async () => {
    await loaded('one');
    timing.advanceMs(3_599_999);
    expect(await snapshot.get(never)).toEqual({ value: 'one', failure: null });
    expect(loads.length).toBe(1);
    timing.advanceMs(1);
    expect(await loaded('two')).toEqual({ value: 'two', failure: null });
    expect(loads[1]?.previous).toBe('one');
  });

  it('is loaded again when it was declared expired', async () => {
    await loaded('one');
    snapshot.expire();
    expect(await loaded('two')).toMatchObject({ value: 'two' });
  });

  it('keeps the old value beside a failure', async () => {
    await loaded('one');
    timing.advanceMs(3_600_000);
    expect(await failed()).toMatchObject({ value: 'one', failure: { message: 'broken' } });
    expect(await snapshot.value(never)).toBe('one');
  });

  it('answers a failure for a minute without asking again', async () => {
    await failed();
    expect(await snapshot.get(never)).toMatchObject({ value: null, failure: { message: 'broken' } });
    await expect(snapshot.value(never)).rejects.toThrow('broken');
    expect(loads.length).toBe(1);
    timing.advanceMs(60_000);
    expect(await loaded('one')).toEqual({ value: 'one', failure: null });
  });

  it('goes on loading for the others when one gives up', async () => {
    const impatient = new AbortController();
    const first = snapshot.get(impatient.signal);
    const second = snapshot.get(never);
    impatient.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(loads[0]?.signal.aborted).toBe(false);
    loads[0]?.resolve('one');
    expect(await second).toEqual({ value: 'one', failure: null });
  });

  it('stops loading when nobody waits, and what it still brings counts no more', async () => {
    const impatient = new AbortController();
    const first = snapshot.get(impatient.signal);
    impatient.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    expect(loads[0]?.signal.aborted).toBe(true);
    const second = snapshot.get(never);
    loads[0]?.resolve('late');
    await setImmediate();
    const third = snapshot.get(never);
    loads[1]?.resolve('new');
    expect(await Promise.all([second, third])).toEqual([
      { value: 'new', failure: null },
      { value: 'new', failure: null },
    ]);
  });
});
