import { describe, expect, it } from 'vitest';
import { lowestIdAt, newId } from './ids.ts';

const clock = { now: () => new Date('2026-11-21T12:00:00.000Z'), offsetMs: 0 };

describe('ids', () => {
  it('ids of one millisecond are in the order in which they were made', () => {
    const ids = Array.from({ length: 1_000 }, () => newId(clock));
    expect(ids).toEqual([...ids].sort());
    expect(new Set(ids).size).toBe(1_000);
  });

  it('the end of each id is random, however many are made', () => {
    const ends = Array.from({ length: 1_000 }, () => newId(clock).slice(-11));
    expect(new Set(ends).size).toBe(1_000);
  });

  it('an id lies between the lowest ids of its millisecond and of the next', () => {
    const id = newId(clock);
    expect(lowestIdAt(clock.now()) <= id).toBe(true);
    expect(id < lowestIdAt(new Date(clock.now().getTime() + 1))).toBe(true);
  });
});
