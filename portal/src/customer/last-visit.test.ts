import { describe, expect, it } from 'vitest';
import { noteVisit } from './last-visit.ts';

const minuteMs = 60_000;

function memory(): Storage {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage;
}

describe('the last visit', () => {
  it('there is none on the first', () => {
    expect(noteVisit(memory(), 1, 0)).toBeNull();
  });

  it('looks within half an hour of each other are one visit', () => {
    const storage = memory();
    for (const minute of [0, 29, 58]) expect(noteVisit(storage, 1, minute * minuteMs)).toBeNull();
  });

  it('ended at the last look before the pause, and stays so during the visit that follows', () => {
    const storage = memory();
    noteVisit(storage, 1, 0);
    noteVisit(storage, 1, 5 * minuteMs);
    for (const minute of [40, 60]) expect(noteVisit(storage, 1, minute * minuteMs)).toEqual(new Date(5 * minuteMs));
  });

  it('is each customer’s own', () => {
    const storage = memory();
    noteVisit(storage, 1, 0);
    expect(noteVisit(storage, 2, 60 * minuteMs)).toBeNull();
  });

  it('what is stored and makes no sense counts as nothing', () => {
    for (const stored of ['', 'x', '{}', 'null', '[]', '{"seenMs":"soon"}']) {
      const storage = memory();
      storage.setItem('visit-1', stored);
      expect(noteVisit(storage, 1, 0)).toBeNull();
    }
  });
});
