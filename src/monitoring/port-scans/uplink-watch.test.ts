import { describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/telemetry/logger.ts';
import { togetherMs, UplinkWatch } from './uplink-watch.ts';

const canaries = [
  { host: '192.0.2.1', port: 443 },
  { host: '192.0.2.2', port: 443 },
];

/** An uplink watch whose canaries and clock the test moves. */
function watched(withCanaries = canaries) {
  const world = {
    answering: new Set(withCanaries.map(({ host }) => host)),
    nowMs: 1_000_000,
    changes: [] as boolean[],
  };
  const watch = new UplinkWatch({
    canaries: withCanaries,
    logger: createLogger('silent'),
    onChange: (up) => world.changes.push(up),
    answers: async ({ host }) => world.answering.has(host),
    nowMs: () => world.nowMs,
  });
  return { watch, world };
}

const uplinkDown = expect.objectContaining({ reason: 'uplink_down' });

describe('canaries', () => {
  it('let a scan resolve while any of them answers', async () => {
    const { watch, world } = watched();
    world.answering.delete('192.0.2.1');
    await expect(watch.begin().requireUp()).resolves.toBeUndefined();
  });

  it('freeze a scan when none answers at its end', async () => {
    const { watch, world } = watched();
    const scan = watch.begin();
    world.nowMs += 3_000;
    world.answering.clear();
    await expect(scan.requireUp()).rejects.toEqual(uplinkDown);
  });

  it('freeze a scan during which they fell silent, though they answer at its end', async () => {
    const { watch, world } = watched();
    const scan = watch.begin();
    world.answering.clear();
    world.nowMs += 30_000;
    await watch.check();
    world.answering.add('192.0.2.1');
    world.nowMs += 30_000;
    await expect(scan.requireUp()).rejects.toEqual(uplinkDown);
    await expect(watch.begin().requireUp()).resolves.toBeUndefined();
    expect(world.changes).toEqual([false, true]);
  });

  it('freeze a scan that began when the last check had failed', async () => {
    const { watch, world } = watched();
    world.answering.clear();
    await watch.check();
    world.nowMs += 9_000;
    const scan = watch.begin();
    world.answering.add('192.0.2.1');
    await expect(scan.requireUp()).rejects.toEqual(uplinkDown);
  });

  it('none is no reason for doubt', async () => {
    const { watch } = watched([]);
    await expect(watch.begin().requireUp()).resolves.toBeUndefined();
  });
});

describe('hosts that fall silent together', () => {
  function look(
    watch: UplinkWatch,
    hosts: number,
    sight: { answered: boolean; answeredBefore: boolean },
    name = 'host',
  ) {
    for (let host = 1; host <= hosts; host += 1) watch.begin().noteHost(`${sight.answered} ${name} ${host}`, sight);
  }
  const gone = { answered: false, answeredBefore: true };
  const there = { answered: true, answeredBefore: true };

  it('freeze everything when they are more than a fifth of those looked at', async () => {
    const { watch } = watched([]);
    look(watch, 20, there);
    look(watch, 5, gone);
    await expect(watch.begin().requireUp()).resolves.toBeUndefined();
    look(watch, 6, gone);
    await expect(watch.begin().requireUp()).rejects.toEqual(uplinkDown);
  });

  it('do not when they are a handful at most, or were silent before', async () => {
    const { watch } = watched([]);
    look(watch, 4, gone);
    look(watch, 50, { answered: false, answeredBefore: false }, 'always silent');
    await expect(watch.begin().requireUp()).resolves.toBeUndefined();
  });

  it('are believed when they stay silent, whether or not others are looked at', async () => {
    const { watch, world } = watched([]);
    look(watch, 10, gone);
    await expect(watch.begin().requireUp()).rejects.toEqual(uplinkDown);
    world.nowMs += togetherMs + 1;
    look(watch, 10, gone);
    await expect(watch.begin().requireUp()).resolves.toBeUndefined();
  });

  it('count again after they answered in between', async () => {
    const { watch, world } = watched([]);
    for (let host = 1; host <= 10; host += 1) watch.begin().noteHost(`host ${host}`, gone);
    world.nowMs += togetherMs + 1;
    for (let host = 1; host <= 10; host += 1) watch.begin().noteHost(`host ${host}`, there);
    for (let host = 1; host <= 10; host += 1) watch.begin().noteHost(`host ${host}`, gone);
    await expect(watch.begin().requireUp()).rejects.toEqual(uplinkDown);
  });
});
