import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severities } from '../../common/severity.ts';
import type { ToldAlert } from './channel-record.ts';
import { type AlertNow, decideTelling, steadySeconds } from './decide-telling.ts';

const hourMs = 3_600_000;
const start = new Date('2026-11-23T12:00:00Z').getTime();

type Known = Pick<
  ToldAlert,
  'told' | 'told_severity' | 'was_opened' | 'speaks_again' | 'openings' | 'flaps' | 'changed_at'
>;

const fresh: Known = {
  told: null,
  told_severity: null,
  was_opened: false,
  speaks_again: false,
  openings: 0,
  flaps: false,
  changed_at: new Date(start),
};

/** What the channel knows once it was told, and what that was. */
function look(known: Known, alert: AlertNow, at: number): { known: Known; change: string | null } {
  const { change, told, flaps, openings } = decideTelling(known, alert, new Date(at));
  const told_severity = told !== 'open' ? null : change === null ? known.told_severity : alert.severity;
  return { known: { ...known, told, told_severity, flaps, openings, was_opened: false, speaks_again: false }, change };
}

/** An alert of some severity that goes back and forth, looked at now and then. */
const history = fc.array(
  fc.record({
    event: fc.constantFrom('opened', 'resolved', 'acknowledged', 'spoke again', 'seen again'),
    severity: fc.constantFrom(...severities),
    hours: fc.integer({ min: 1, max: 30 }),
    isLookedAt: fc.boolean(),
  }),
  { maxLength: 40 },
);

describe('what a channel is told of a cause', () => {
  it('over any history is each change once, and in the end how it is', () => {
    fc.assert(
      fc.property(history, (steps) => {
        let known = fresh;
        let alert: AlertNow = { state: 'over', severity: 'low', isWanted: true };
        let at = start;
        let isOpenToReader = false;
        const tell = () => {
          const wasOpen = known.told === 'open';
          const result = look(known, alert, at);
          ({ known } = result);
          if (result.change === 'new') {
            expect(isOpenToReader).toBe(false);
            isOpenToReader = true;
          }
          if (result.change === 'over') {
            expect(isOpenToReader).toBe(true);
            isOpenToReader = false;
          }
          if (result.change === 'worse' || result.change === 'again') expect(wasOpen).toBe(true);
          // Nothing happens between two looks: nothing is said.
          expect(look(known, alert, at).change).toBeNull();
        };
        for (const { event, severity, hours, isLookedAt } of steps) {
          at += hours * hourMs;
          const changed_at = new Date(at);
          if (event === 'opened' && alert.state === 'over') {
            alert = { ...alert, state: 'open', severity };
            known = { ...known, was_opened: true, openings: known.openings + 1, changed_at };
          } else if (event === 'resolved' && alert.state !== 'over') {
            alert = { ...alert, state: 'over' };
            known = { ...known, changed_at };
          } else if (event === 'acknowledged' && alert.state === 'open') alert = { ...alert, state: 'acknowledged' };
          else if (event === 'spoke again' && alert.state === 'acknowledged') {
            alert = { ...alert, state: 'open' };
            known = { ...known, speaks_again: true };
          }
          if (isLookedAt) tell();
        }
        at += steadySeconds * 1_000;
        tell();
        if (alert.state !== 'acknowledged') expect(known.told === 'open').toBe(alert.state === 'open');
      }),
    );
  });

  it('that flaps is one message with the note, silence, and how it is when it is steady', () => {
    let known: Known = fresh;
    const changes: (string | null)[] = [];
    for (let day = 0; day < 20; day += 1) {
      const at = start + day * 24 * hourMs;
      const isOpen = day % 2 === 0;
      known = { ...known, changed_at: new Date(at), ...(isOpen && { was_opened: true, openings: known.openings + 1 }) };
      const result = look(known, { state: isOpen ? 'open' : 'over', severity: 'high', isWanted: true }, at);
      known = result.known;
      if (result.change !== null) changes.push(result.change);
    }
    expect(changes).toEqual(['new', 'over', 'new']);
    const steadyAt = known.changed_at.getTime() + steadySeconds * 1_000;
    expect(look(known, { state: 'over', severity: 'high', isWanted: true }, steadyAt).change).toBe('over');
  });

  it('that a filter hides is nothing, unless it was told to be open', () => {
    const hidden = { severity: 'high', isWanted: false } as const;
    expect(look({ ...fresh, was_opened: true }, { ...hidden, state: 'open' }, start).change).toBeNull();
    const open = { ...fresh, told: 'open', told_severity: 'low' } as const;
    expect(look(open, { ...hidden, state: 'open' }, start).change).toBeNull();
    expect(look(open, { ...hidden, state: 'over' }, start).change).toBe('over');
  });
});
