import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import type { Signals } from './signals.ts';
import { type LongestSleep, WorkLoop } from './work-loop.ts';

const never = 600_000;

/** Signals of this process alone, heard or not. */
class ScriptedSignals {
  areHeard = true;
  readonly #listeners = new Map<string, () => void>();
  #onMissed = () => {};

  on(signal: string, listener: () => void): void {
    this.#listeners.set(signal, listener);
  }

  onMissed(listener: () => void): void {
    this.#onMissed = listener;
  }

  tell(signal: string): void {
    this.#listeners.get(signal)?.();
  }

  lose(): void {
    this.areHeard = false;
    this.#onMissed();
  }
}

let signals: ScriptedSignals;
let loop: WorkLoop | undefined;
let looks: PromiseWithResolvers<void>[];
afterEach(async () => {
  await loop?.stop();
});

/** A loop that looks as often as it is asked, with what each look returns. */
function start(
  longestSleep: LongestSleep,
  look: (count: number) => Promise<number | undefined>,
  shortestPauseMs?: number,
): string[] {
  signals = new ScriptedSignals();
  looks = [];
  const errors: string[] = [];
  loop = new WorkLoop({
    signals: signals as unknown as Signals,
    wokenBy: ['work'],
    look: async () => {
      for (const waiting of looks.splice(0)) waiting.resolve();
      count += 1;
      return look(count);
    },
    longestSleep,
    ...(shortestPauseMs === undefined ? {} : { shortestPauseMs }),
    onError: ({ message }) => errors.push(message),
  });
  let count = 0;
  loop.start();
  return errors;
}

function nextLook(): Promise<void> {
  const waiting = Promise.withResolvers<void>();
  looks.push(waiting);
  return waiting.promise;
}

it('looks when it starts, and when it is told that there may be work', async () => {
  let seen = 0;
  start({ heardMs: never, deafMs: never }, async (count) => {
    seen = count;
    return undefined;
  });
  expect(seen).toBe(1);
  const woken = nextLook();
  signals.tell('work');
  await woken;
  expect(seen).toBe(2);
});

it('forgets nobody who tells it while it looks', async () => {
  start({ heardMs: never, deafMs: never }, async (count) => {
    if (count === 1) signals.tell('work');
    return undefined;
  });
  await nextLook();
});

it('looks again when what it knows of becomes due', async () => {
  start({ heardMs: never, deafMs: never }, async (count) => (count === 1 ? 5 : undefined));
  await nextLook();
});

it('sleeps no longer than is borne while signals arrive, and less while they do not', async () => {
  start({ heardMs: never, deafMs: 5 }, async () => undefined);
  await sleep(50);
  expect(looks).toEqual([]);
  const afterLoss = nextLook();
  signals.lose();
  await afterLoss;
  await nextLook();
  await nextLook();
});

it('looks once for a burst of signals, and not before its pause is over', async () => {
  let seen = 0;
  start(
    { heardMs: never, deafMs: never },
    async (count) => {
      seen = count;
      return undefined;
    },
    never,
  );
  for (let burst = 0; burst < 5; burst += 1) {
    signals.tell('work');
    await sleep(1);
  }
  expect(seen).toBe(1);
});

it('a look that fails is reported and repeated', async () => {
  const errors = start({ heardMs: never, deafMs: never }, async (count) => {
    if (count === 1) throw new Error('The database is away.');
    return undefined;
  });
  await nextLook();
  expect(errors).toEqual(['The database is away.']);
});

it('a stop waits for the look under way, and no other begins', async () => {
  const held = Promise.withResolvers<void>();
  let seen = 0;
  start({ heardMs: 1, deafMs: 1 }, async (count) => {
    seen = count;
    await held.promise;
    return 0;
  });
  const stopped = loop!.stop();
  signals.tell('work');
  held.resolve();
  await stopped;
  await sleep(30);
  expect(seen).toBe(1);
});
