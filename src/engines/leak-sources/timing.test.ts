import { expect, it } from 'vitest';
import { timingOf } from './timing.ts';

const timing = timingOf({ now: () => new Date(1_000) });

it('time is that of the clock', () => expect(timing.nowMs()).toBe(1_000));

it('a wait ends by itself, or with the reason of the abort', async () => {
  await timing.sleep(1, new AbortController().signal);
  const controller = new AbortController();
  const long = timing.sleep(60_000, controller.signal);
  controller.abort(new Error('stopping'));
  await expect(long).rejects.toThrow('stopping');
  await expect(timing.sleep(60_000, controller.signal)).rejects.toThrow('stopping');
});
