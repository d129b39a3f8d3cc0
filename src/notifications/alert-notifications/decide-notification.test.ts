import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rankOf, severities } from '../../common/severity.ts';
import {
  type AlertNow,
  decideNotification,
  type KnownState,
  knownAfter,
  type NotificationPreference,
  type NotificationReason,
  quietMs,
  steadyMs,
} from './decide-notification.ts';

const dayMs = 86_400_000;
const day = (number: number) => new Date(Date.UTC(2026, 0, number));
const alert = (changes: Partial<AlertNow> = {}): AlertNow => ({
  id: 'a',
  state: 'open',
  severity: 'high',
  createdAt: day(1),
  since: changes.createdAt ?? day(1),
  previousEnd: null,
  ...changes,
});
const told = (changes: Partial<KnownState> = {}): KnownState => ({
  alertId: 'a',
  severity: 'high',
  since: day(1),
  flapping: false,
  isOver: false,
  ...changes,
});
/** Raised again, so many days after the one before ended. */
const again = (id: string, changes: Partial<AlertNow> = {}, gone = 1) =>
  alert({ id, createdAt: day(20), previousEnd: day(20 - gone), ...changes });
const everything: NotificationPreference = { isWanted: true, wantsResolved: true, listensSince: day(0) };
const decide = (known: KnownState | null, now: AlertNow, wish: Partial<NotificationPreference> = {}, at = day(20)) =>
  decideNotification(known, now, { ...everything, ...wish }, at);

describe('what is told of a cause', () => {
  it('is new once, and nothing as long as it stays as it was told', () => {
    expect(decide(null, alert())).toBe('new');
    expect(decide(told(), alert())).toBeNull();
    expect(decide(told(), alert({ severity: 'low' }))).toBeNull();
  });

  it('is told again when it got worse than it was told, and when it is open again after somebody dealt with it', () => {
    expect(decide(told(), alert({ severity: 'critical' }))).toBe('worse');
    expect(decide(told(), alert({ since: day(2) }))).toBe('reopened');
    expect(decide(told({ since: day(2) }), alert({ since: day(2) }))).toBeNull();
    expect(decide(told(), alert({ state: 'acknowledged', severity: 'critical' }))).toBeNull();
  });

  it('that ended no more than 7 days ago comes and goes: it is back, and else new', () => {
    for (const [gone, reason] of [
      [0.5, 'back'],
      [3, 'back'],
      [6.5, 'back'],
      [7, 'back'],
      [7.5, 'new'],
      [8.5, 'new'],
    ] as const) {
      expect(decide(told(), again('b', {}, gone)), `${gone} days`).toBe(reason);
      expect(decide(told({ isOver: true }), again('b', {}, gone)), `${gone} days`).toBe(reason);
    }
    expect(quietMs).toBe(7 * dayMs);
  });

  it('that comes and goes is told as that, then when it got worse, stayed away, or stayed as it is for two days', () => {
    const known = knownAfter('back', told(), again('b'));
    expect(known).toMatchObject({ alertId: 'b', flapping: true, isOver: false });
    expect(decide(known, again('c'))).toBeNull();
    expect(decide(known, again('c'), {}, day(30))).toBeNull();
    expect(decide(known, again('c', { severity: 'critical' }))).toBe('worse');
    expect(decide(known, again('c', {}, 9))).toBe('new');
    expect(knownAfter('new', known, again('c', {}, 9)).flapping).toBe(false);
    const over = again('b', { state: 'over', since: day(20) });
    expect(decide(known, over, {}, day(21))).toBeNull();
    expect(decide(known, over, {}, day(22))).toBe('over');
    const wasOver = knownAfter('over', known, over);
    expect(wasOver.flapping).toBe(true);
    expect(decide(wasOver, again('c'), {}, day(21))).toBeNull();
    expect(decide(wasOver, again('c'), {}, day(22))).toBe('back');
    expect(steadyMs).toBe(2 * dayMs);
  });

  it('that is over is told once; what nobody was told of came and went', () => {
    const over = alert({ state: 'over' });
    expect(decide(told(), over)).toBe('over');
    expect(decide(knownAfter('over', told(), over), over)).toBeNull();
    expect(decide(null, over)).toBe('came_and_went');
    const passed = knownAfter('came_and_went', null, over);
    expect(decide(passed, over)).toBeNull();
    expect(decide(passed, again('b', { state: 'over' }))).toBe('came_and_went');
    expect(decide({ ...passed, flapping: true }, again('b', { state: 'over' }))).toBeNull();
  });

  it('that somebody says is a false positive is over for whoever was told, and nothing for others; taken back it is open again', () => {
    const dismissed = alert({ state: 'dismissed', since: day(2) });
    expect(decide(told(), dismissed)).toBe('over');
    expect(decide(null, dismissed)).toBeNull();
    const known = knownAfter('over', told(), dismissed);
    expect(decide(known, dismissed)).toBeNull();
    expect(decide(known, alert({ since: day(3) }))).toBe('reopened');
  });

  it('is what was wished for: what was told to be open is over even where such alerts are not wanted any more', () => {
    expect(decide(null, alert(), { isWanted: false })).toBeNull();
    expect(decide(told(), alert({ severity: 'critical' }), { isWanted: false })).toBeNull();
    expect(decide(null, alert({ state: 'over' }), { isWanted: false })).toBeNull();
    expect(decide(told(), alert({ state: 'over' }), { isWanted: false })).toBe('over');
    expect(decide(told(), alert({ state: 'over' }), { wantsResolved: false })).toBeNull();
    expect(decide(null, alert({ state: 'over' }), { listensSince: day(2) })).toBeNull();
  });
});

/** What happens to a cause, and how long after what was before. */
const history = fc.array(
  fc.record({
    event: fc.constantFrom('open', 'end', 'acknowledge', 'speak again', 'dismiss', 'worsen', 'nothing'),
    severity: fc.constantFrom(...severities),
    hours: fc.integer({ min: 1, max: 240 }),
    isLookedAt: fc.boolean(),
  }),
  { maxLength: 60 },
);

it('over any history each change is told once, and what was told last is how it is once it has stayed so', () => {
  fc.assert(
    fc.property(history, (steps) => {
      let known = null as KnownState | null;
      let now = null as AlertNow | null;
      let last = null as NotificationReason | null;
      let at = +day(1);
      let end: Date | null = null;
      const look = () => {
        const reason = now && decideNotification(known, now, everything, new Date(at));
        if (!reason) return;
        if (reason === 'over') expect(known?.isOver).toBe(false);
        if (reason === 'worse') expect(rankOf(now!.severity)).toBeGreaterThan(rankOf(known!.severity));
        known = knownAfter(reason, known, now!);
        last = reason;
        // Nothing happens between two looks: nothing is told.
        expect(decideNotification(known, now!, everything, new Date(at))).toBeNull();
      };
      for (const [index, { event, severity, hours, isLookedAt }] of steps.entries()) {
        at += hours * 3_600_000;
        const since = new Date(at);
        const isLive = now?.state === 'open' || now?.state === 'acknowledged';
        if (event === 'open' && !isLive) {
          if (now?.state === 'dismissed') end = since;
          now = alert({ id: String(index), severity, createdAt: since, previousEnd: end });
        } else if (event === 'end' && isLive) {
          now = { ...now!, state: 'over', since };
          end = since;
        } else if (event === 'acknowledge' && now?.state === 'open') now = { ...now, state: 'acknowledged', since };
        else if (event === 'dismiss' && isLive) now = { ...now!, state: 'dismissed', since };
        else if (event === 'speak again' && now?.state === 'acknowledged') now = { ...now, state: 'open', since };
        else if (event === 'worsen' && now?.state === 'open' && rankOf(severity) > rankOf(now.severity))
          now = { ...now, severity };
        if (isLookedAt) look();
      }
      at += steadyMs;
      look();
      if (last === null || now === null || now.state === 'acknowledged') return;
      expect(known!.isOver).toBe(now.state !== 'open');
    }),
  );
});
