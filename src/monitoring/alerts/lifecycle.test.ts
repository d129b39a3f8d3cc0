import { describe, expect, it } from 'vitest';
import { type AlertAction, type AlertMove, type AlertState, type AlertTrigger, alertMove } from './lifecycle.ts';

const states: AlertState[] = ['open', 'acknowledged', 'resolved', 'false_positive'];
const targets: Record<AlertAction, AlertState> = {
  acknowledge: 'acknowledged',
  mark_false_positive: 'false_positive',
  resolve: 'resolved',
  reopen: 'open',
};
/** What every trigger does in every state: the one it leads to, or the move's kind. */
const table: Record<AlertState, Record<AlertTrigger, AlertState | AlertMove['kind']>> = {
  open: {
    acknowledge: 'acknowledged',
    mark_false_positive: 'false_positive',
    resolve: 'resolved',
    reopen: 'refuse',
    new_evidence: 'repeat',
    until_passed: 'refuse',
  },
  acknowledged: {
    acknowledge: 'repeat',
    mark_false_positive: 'false_positive',
    resolve: 'resolved',
    reopen: 'open',
    new_evidence: 'open',
    until_passed: 'open',
  },
  false_positive: {
    acknowledge: 'refuse',
    mark_false_positive: 'repeat',
    resolve: 'resolved',
    reopen: 'open',
    new_evidence: 'repeat',
    until_passed: 'open',
  },
  resolved: {
    acknowledge: 'refuse',
    mark_false_positive: 'refuse',
    resolve: 'repeat',
    reopen: 'open',
    new_evidence: 'raise',
    until_passed: 'refuse',
  },
};
const moves = states.flatMap((state) =>
  (Object.keys(targets) as AlertAction[]).map((trigger) => ({ state, trigger, move: alertMove(state, trigger) })),
);

describe('the alert life cycle', () => {
  it.each(
    Object.entries(table).flatMap(([state, row]) =>
      Object.entries(row).map(([trigger, to]) => [state as AlertState, trigger as AlertTrigger, to] as const),
    ),
  )('%s, %s → %s', (state, trigger, expected) => {
    const move = alertMove(state, trigger);
    expect(move.kind === 'change' ? move.to : move.kind).toBe(expected);
  });

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
