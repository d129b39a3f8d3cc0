import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { severities } from '../../common/severity.ts';
import type { Judgement, LiveAlert } from './alert-kind.ts';
import { decideAlerts } from './decide-alerts.ts';
import { alertStatuses } from './lifecycle.ts';

const keys = ['a', 'b', 'c', 'd', 'e'];
const severity = fc.constantFrom(...severities);
const evidence = fc.record({ seen: fc.integer({ min: 0, max: 2 }) }, { noNullPrototype: true });
/** Of a cause there is one live alert at most, and what is resolved is not live. */
const live: fc.Arbitrary<LiveAlert[]> = fc.uniqueArray(
  fc.record({
    id: fc.uuid(),
    key: fc.constantFrom(...keys),
    status: fc.constantFrom(...alertStatuses.filter((status) => status !== 'resolved')),
    severity,
    evidence,
  }),
  { selector: ({ key }) => key },
);
const seen = fc.uniqueArray(fc.record({ key: fc.constantFrom(...keys), severity, evidence, isNews: fc.boolean() }), {
  selector: ({ key }) => key,
});
const situation = fc.record({ live, seen }).chain(({ live: alerts, seen: sightings }) =>
  fc.subarray(alerts).map((ending) => {
    const ended = ending.map(({ id }) => ({ alertId: id, resolution: 'cause_ended' as const }));
    return { alerts, judgement: { seen: sightings, ended } satisfies Judgement };
  }),
);
const ids = (list: readonly { readonly alert: LiveAlert }[]) => list.map(({ alert }) => alert.id);

describe('decideAlerts', () => {
  it('each live alert has one fate: it ends, is seen again, or stays as it is', () => {
    fc.assert(
      fc.property(situation, ({ alerts, judgement }) => {
        const { confirm } = decideAlerts(alerts, judgement);
        const over = judgement.ended.map(({ alertId }) => alertId);
        const touched = [...over, ...ids(confirm)];
        expect(new Set(touched).size).toBe(touched.length);
        const wanted = alerts.filter(
          ({ id, key }) => !over.includes(id) && judgement.seen.some((sighting) => sighting.key === key),
        );
        expect(new Set(ids(confirm))).toEqual(new Set(wanted.map(({ id }) => id)));
      }),
    );
  });

  it('each cause that was seen has exactly one live alert afterwards, any other one at most', () => {
    fc.assert(
      fc.property(situation, ({ alerts, judgement }) => {
        const { raise } = decideAlerts(alerts, judgement);
        const over = new Set(judgement.ended.map(({ alertId }) => alertId));
        const after = [...alerts.filter(({ id }) => !over.has(id)), ...raise].map(({ key }) => key);
        for (const key of keys) {
          const count = after.filter((other) => other === key).length;
          if (judgement.seen.some((sighting) => sighting.key === key)) expect(count).toBe(1);
          else expect(count).toBeLessThanOrEqual(1);
        }
      }),
    );
  });

  it('what is seen a second time as it was is only confirmed', () => {
    fc.assert(
      fc.property(situation, fc.uuid(), ({ alerts, judgement }, id) => {
        const { raise } = decideAlerts(alerts, judgement);
        const raised = raise.map((sighting, index) => ({ ...sighting, id: `${id} ${index}`, status: 'open' as const }));
        const again = decideAlerts(raised, { seen: raise, ended: [] });
        expect(again).toMatchObject({ raise: [], reassess: [], reopen: [] });
        expect(again.confirm).toHaveLength(raise.length);
      }),
    );
  });

  it('what is told otherwise or reopened was seen again', () => {
    fc.assert(
      fc.property(situation, ({ alerts, judgement }) => {
        const { confirm, reassess, reopen } = decideAlerts(alerts, judgement);
        for (const { alert, sighting } of reassess)
          expect([alert.severity, alert.evidence]).not.toEqual([sighting.severity, sighting.evidence]);
        expect(ids(confirm)).toEqual(expect.arrayContaining([...ids(reassess), ...ids(reopen)]));
        for (const { alert, sighting } of confirm.filter(({ alert: { id } }) => !ids(reassess).includes(id)))
          expect([alert.severity, alert.evidence]).toEqual([sighting.severity, sighting.evidence]);
      }),
    );
  });

  it('an alert is open again if, and only if, somebody took note of it and there is more to it now', () => {
    fc.assert(
      fc.property(situation, ({ alerts, judgement }) => {
        const { confirm, reopen } = decideAlerts(alerts, judgement);
        const wanted = confirm.filter(({ alert, sighting }) => alert.status === 'acknowledged' && sighting.isNews);
        expect(ids(reopen)).toEqual(ids(wanted));
      }),
    );
  });
});
