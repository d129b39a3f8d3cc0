import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PlanInForce, type ScanLimits, scanTermsOf } from './scan-terms.ts';

const limits: ScanLimits = {
  defaultIntervalSeconds: 86_400,
  shortestIntervalSeconds: 3_600,
  maxPacketsPerSecond: 1_000,
};
/** How many ports each names, counted by hand. */
const portSets = { 'top-1000': 1_016, full: 65_535, '22': 1, '22,80': 2, '1-20000': 20_000 } as const;
type PortSet = keyof typeof portSets;

const plan: fc.Arbitrary<PlanInForce> = fc.record({
  source: fc.constantFrom('service', 'subscription'),
  slug: fc.constantFrom('starter', 'of-their-own', 'unheard-of'),
  terms: fc.option(
    fc.record({
      ports: fc.constantFrom(...(Object.keys(portSets) as PortSet[])),
      protocols: fc.constantFrom('tcp', 'tcp+udp'),
      scanIntervalSeconds: fc.option(fc.constantFrom(60, 7_200, 604_800)),
      maxPacketsPerSecond: fc.option(fc.constantFrom(10, 500, 5_000)),
      vantagePoints: fc.constantFrom([], ['fra1'], ['nyc1', 'fra1']),
    }),
  ),
});

describe('the terms of a scan', () => {
  it('are those of the plan of its own service, else the most of each that the customer pays for, else the default', () => {
    fc.assert(
      fc.property(fc.array(plan, { maxLength: 5 }), (plans) => {
        // Only the defaults are plans without a row in the catalogue.
        const usable = plans.filter(({ slug, terms }) => terms || slug === 'starter');
        const services = usable.filter(({ source }) => source === 'service');
        const counted = services.length ? services : usable;
        let [ports, udp, interval, rate] = [0, false, Infinity, 0];
        for (const { terms } of counted) {
          ports = Math.max(ports, portSets[(terms?.ports ?? 'top-1000') as PortSet]);
          udp ||= terms?.protocols === 'tcp+udp';
          interval = Math.min(interval, Math.max(3_600, terms?.scanIntervalSeconds ?? 86_400));
          rate = Math.max(rate, Math.min(1_000, terms?.maxPacketsPerSecond ?? 1_000));
        }
        const terms = scanTermsOf(plans, limits);
        const asked = counted.flatMap((each) =>
          each.terms?.vantagePoints.length ? [each.terms.vantagePoints.join()] : [],
        );
        expect(asked.length === 0 ? [''] : asked).toContain(terms.vantagePoints.join());
        expect(portSets[terms.ports as PortSet]).toBe(ports || 1_016);
        expect(terms).toMatchObject({
          source: counted.length === 0 ? 'default' : services.length ? 'service' : 'subscriptions',
          protocols: udp ? 'tcp+udp' : 'tcp',
          intervalSeconds: Number.isFinite(interval) ? interval : 86_400,
          maxPacketsPerSecond: rate || 1_000,
        });
        expect(scanTermsOf(plans.toReversed(), limits)).toEqual(terms);
      }),
    );
  });
});
