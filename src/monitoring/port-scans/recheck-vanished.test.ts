import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { judgeVanished } from './recheck-vanished.ts';

const state = fc.constantFrom('open' as const, 'closed' as const, 'filtered' as const, undefined);
const rounds = fc.array(state, { minLength: 1, maxLength: 5 });
const count = (states: readonly unknown[], wanted: unknown) => states.filter((each) => each === wanted).length;

describe('a port that vanished', () => {
  it('is open when any round saw it open', () => {
    fc.assert(fc.property(rounds, (seen) => (judgeVanished(seen) === 'open') === seen.includes('open')));
  });

  it('is closed when, never seen open, it was refused in two rounds', () => {
    fc.assert(
      fc.property(rounds, (seen) => {
        const refusedTwice = count(seen, 'closed') >= 2 && !seen.includes('open');
        expect(judgeVanished(seen) === 'closed').toBe(refusedTwice);
      }),
    );
  });

  it('is silent only after three rounds that all covered it', () => {
    fc.assert(
      fc.property(rounds, (seen) => {
        if (judgeVanished(seen) !== 'silent') return;
        expect(seen.length).toBeGreaterThanOrEqual(3);
        expect(count(seen, 'filtered')).toBeGreaterThanOrEqual(seen.length - 1);
      }),
    );
    expect(judgeVanished(['filtered', 'filtered', 'filtered'])).toBe('silent');
    expect(judgeVanished(['filtered', 'filtered'])).toBe('undecided');
    expect(judgeVanished(['filtered', undefined, 'filtered'])).toBe('undecided');
  });

  it('is judged alike in whatever order the rounds came', () => {
    const shuffled = rounds.chain((seen) =>
      fc.tuple(fc.constant(seen), fc.shuffledSubarray(seen, { minLength: seen.length })),
    );
    fc.assert(fc.property(shuffled, ([seen, other]) => judgeVanished(other) === judgeVanished(seen)));
  });
});
