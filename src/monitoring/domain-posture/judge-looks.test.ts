import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { type PostureState, type Reason, rate, reasons } from '../../engines/domain-posture/remarks.ts';
import type { LiveAlert } from '../alerts/index.ts';
import { judgeLooks } from './judge-looks.ts';
import type { KeptCheck } from './kept-check.ts';

const domain = 'ex.example';

/** A check as a look leaves it. @param known what it was known to be by then */
function kept(reason: Reason, { complete = true, known = null as Reason | null } = {}): KeptCheck {
  const { state, severity } = rate({ reason, values: {} });
  return {
    check: 'spf',
    state,
    severity,
    remarks: [{ reason, values: {} }],
    found: [],
    should_be: null,
    complete: complete && state !== 'unknown',
    answers: [],
    known: state === 'unknown' ? known : reason,
  };
}

function alert(severity: LiveAlert['severity'], name = domain): LiveAlert {
  const evidence = { domain: name, check: 'spf', state: 'weak', remarks: [], found: [], should_be: null, answers: [] };
  return { id: 'a', key: 'spf', status: 'open', severity, evidence };
}

function judged(before: KeptCheck | null, now: KeptCheck, live: readonly LiveAlert[] = []) {
  const { seen, ended, awaitsSecond } = judgeLooks(domain, { before: before ? [before] : [], now: [now] }, live);
  return { seen: seen.map(({ severity, isNews }) => ({ severity, isNews })), ended: ended.length, awaitsSecond };
}

const nothing = { seen: [], ended: 0, awaitsSecond: false };

describe('two looks', () => {
  it('raise an alert when they agree, and the first one alone does not', () => {
    expect(judged(null, kept('spf.absent'))).toEqual({ ...nothing, awaitsSecond: true });
    expect(judged(kept('spf.absent'), kept('spf.absent'))).toEqual({
      ...nothing,
      seen: [{ severity: 'medium', isNews: false }],
    });
  });

  it('that differ raise and end nothing', () => {
    expect(judged(kept('spf.absent'), kept('spf.everyone'))).toEqual({ ...nothing, awaitsSecond: true });
    expect(judged(kept('spf.absent'), kept('spf.fine'), [alert('medium')])).toEqual({ ...nothing, awaitsSecond: true });
  });

  it('end an alert when both found the check in order', () => {
    expect(judged(kept('spf.fine'), kept('spf.fine'), [alert('medium')])).toEqual({ ...nothing, ended: 1 });
  });

  it('agree across looks between them that nobody answered', () => {
    const between = kept('spf.unanswered', { known: 'spf.absent' });
    expect(judged(between, kept('spf.absent')).seen).toHaveLength(1);
  });

  it('make an alert worse, which is news', () => {
    expect(judged(kept('spf.everyone'), kept('spf.everyone'), [alert('medium')]).seen).toEqual([
      { severity: 'high', isNews: true },
    ]);
  });

  it('make it better only when all was answered', () => {
    const [whole, part] = [kept('spf.neutral'), kept('spf.neutral', { complete: false })];
    expect(judged(part, part, [alert('high')])).toEqual(nothing);
    expect(judged(whole, whole, [alert('high')]).seen).toEqual([{ severity: 'low', isNews: false }]);
  });

  it('end what was said under another name at once', () => {
    expect(judged(null, kept('spf.absent'), [alert('medium', 'old.example')]).ended).toBe(1);
  });
});

it('what nobody answered raises and ends nothing, whatever was before', () => {
  const every = fc.constantFrom(...(Object.keys(reasons) as Reason[]));
  const isUnknown = (reason: Reason) => (rate({ reason, values: {} }).state satisfies PostureState) === 'unknown';
  fc.assert(
    fc.property(every, every.filter(isUnknown), (before, now) => {
      expect(judged(kept(before), kept(now), [alert('low')])).toEqual(nothing);
    }),
    { numRuns: propertyRuns(200) },
  );
});
