import { describe, expect, it } from 'vitest';
import { type AlertNow, decideTelling, quietMs, type Told, toldAfter } from './decide-telling.ts';

const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const alert = (changes: Partial<AlertNow> = {}): AlertNow => ({
  id: 'a',
  state: 'open',
  severity: 'high',
  createdAt: day(1),
  openedAt: day(1),
  previousEnd: null,
  ...changes,
});
const told = (changes: Partial<Told> = {}): Told => ({
  alertId: 'a',
  severity: 'high',
  openedAt: day(1),
  flapping: false,
  isOver: false,
  ...changes,
});
/** Raised again, so many days after the one before ended. */
const again = (id: string, changes: Partial<AlertNow> = {}, gone = 1) =>
  alert({ id, createdAt: day(20), openedAt: day(20), previousEnd: day(20 - gone), ...changes });

describe('what is told of a cause', () => {
  it('is new once, and nothing as long as it stays as it was told', () => {
    expect(decideTelling(null, alert())).toBe('new');
    expect(decideTelling(told(), alert())).toBeNull();
    expect(decideTelling(told(), alert({ severity: 'low' }))).toBeNull();
  });

  it('is told again when it got worse than it was told, and when it is open again after somebody dealt with it', () => {
    expect(decideTelling(told(), alert({ severity: 'critical' }))).toBe('worse');
    expect(decideTelling(told(), alert({ openedAt: day(2) }))).toBe('reopened');
    expect(decideTelling(told({ openedAt: day(2) }), alert({ openedAt: day(2) }))).toBeNull();
    expect(decideTelling(told(), alert({ state: 'settled', severity: 'critical' }))).toBeNull();
  });

  it('that comes and goes is told twice, the second time as that, and again when it got worse or stayed away', () => {
    expect(decideTelling(told(), again('b'))).toBe('back');
    const known = toldAfter('back', told(), again('b'));
    expect(known).toMatchObject({ alertId: 'b', flapping: true, isOver: false });
    expect(decideTelling(known, again('c'))).toBeNull();
    expect(decideTelling(known, again('c', { severity: 'critical' }))).toBe('worse');
    expect(decideTelling(known, again('c', {}, 9))).toBe('new');
    expect(toldAfter('new', known, again('c', {}, 9)).flapping).toBe(false);
    expect(quietMs).toBe(8 * 86_400_000);
  });

  it('that is over is told once; what nobody was told of came and went', () => {
    expect(decideTelling(told(), alert({ state: 'over' }))).toBe('over');
    expect(decideTelling(toldAfter('over', told(), alert({ state: 'over' })), alert({ state: 'over' }))).toBeNull();
    expect(decideTelling(null, alert({ state: 'over' }))).toBe('came_and_went');
    const passed = toldAfter('came_and_went', null, alert({ state: 'over' }));
    expect(decideTelling(passed, alert({ state: 'over' }))).toBeNull();
    expect(decideTelling(passed, again('b', { state: 'over' }))).toBe('came_and_went');
    expect(decideTelling({ ...passed, flapping: true }, again('b', { state: 'over' }))).toBeNull();
  });
});
