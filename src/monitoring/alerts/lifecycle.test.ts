import { describe, expect, it } from 'vitest';
import { type AlertAction, type AlertState, alertMove } from './lifecycle.ts';

const states: AlertState[] = ['open', 'acknowledged', 'resolved', 'false_positive'];
const targets: Record<AlertAction, AlertState> = {
  acknowledge: 'acknowledged',
  mark_false_positive: 'false_positive',
  resolve: 'resolved',
  reopen: 'open',
};
const moves = states.flatMap((state) =>
  (Object.keys(targets) as AlertAction[]).map((trigger) => ({ state, trigger, move: alertMove(state, trigger) })),
);

describe('the alert life cycle', () => {
  it('a change always ends in the state that its trigger names, and never where it began', () => {
    for (const { state, trigger, move } of moves) {
      if (move.kind !== 'change') continue;
      expect(move.to).toBe(targets[trigger]);
      expect(move.to).not.toBe(state);
    }
  });

  it('only what is in the target state already is a repeat', () => {
    const repeats = moves
      .filter(({ move }) => move.kind === 'repeat')
      .map(({ state, trigger }) => ({ state, trigger }));
    expect(repeats).toEqual([
      { state: 'acknowledged', trigger: 'acknowledge' },
      { state: 'resolved', trigger: 'resolve' },
      { state: 'false_positive', trigger: 'mark_false_positive' },
    ]);
  });

  it('resolving is never refused', () => {
    expect(states.map((state) => alertMove(state, 'resolve').kind)).not.toContain('refuse');
  });

  it('what is resolved comes back only by reopening', () => {
    const back = moves.filter(({ state, move }) => state === 'resolved' && move.kind === 'change');
    expect(back.map(({ trigger }) => trigger)).toEqual(['reopen']);
  });
});
