import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { noTemplate } from './domain-look.ts';
import { judgePosture } from './judge-posture.ts';
import { scriptedDns } from './testing/scripted-dns.ts';

/** Terms as data; numbers are domains. */
type Term =
  | { readonly kind: 'include' | 'a' | 'mx' | 'exists' | 'redirect'; readonly to: number }
  | { readonly kind: 'ip4' | 'all' };

const domains = 6;
const term: fc.Arbitrary<Term> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constantFrom('include', 'a', 'mx', 'exists'), to: fc.nat(domains - 1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('ip4', 'all') }) },
);
/** A domain with no record has no addresses either: what asks for it finds nothing. */
const record = fc.option(
  fc
    .tuple(fc.array(term, { maxLength: 6 }), fc.option(fc.nat(domains - 1)))
    .map(([terms, to]): Term[] => (to === null ? terms : [...terms, { kind: 'redirect', to }])),
  { freq: 8 },
);

const nameOf = (index: number) => `d${index}.test`;

function written(each: Term): string {
  if (!('to' in each)) return each.kind === 'all' ? '-all' : 'ip4:192.0.2.1';
  return each.kind === 'redirect' ? `redirect=${nameOf(each.to)}` : `${each.kind}:${nameOf(each.to)}`;
}

/** Costs by the letter of RFC 7208, 4.6.4, for a message that matches only what all do: what is behind that counts for nothing. */
function costs(
  records: readonly (readonly Term[] | null)[],
  from: number,
  above: readonly number[],
): { lookups: number; voids: number; passes: boolean } {
  const cost = { lookups: 0, voids: 0, passes: false };
  const terms = records[from] ?? [];
  const reached = terms.some(({ kind }) => kind === 'all')
    ? terms.slice(
        0,
        terms.findIndex(({ kind }) => kind === 'all'),
      )
    : terms;
  for (const each of reached) {
    if (!('to' in each)) continue;
    cost.lookups += 1;
    const isLed = each.kind === 'include' || each.kind === 'redirect';
    if (isLed && [...above, from].includes(each.to)) continue;
    if (records[each.to] === null) cost.voids += 1;
    else if (isLed) {
      const further = costs(records, each.to, [...above, from]);
      cost.lookups += further.lookups;
      cost.voids += further.voids;
      cost.passes = further.passes;
    } else cost.passes = each.kind === 'exists';
    if (cost.passes) break;
  }
  return cost;
}

it('look-ups and those that find nothing are counted as by the letter of the standard', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(record, { minLength: domains, maxLength: domains }), async (others) => {
      const records = [others[0] ?? [], ...others.slice(1)];
      const zone = records.flatMap((terms, index) =>
        terms === null
          ? []
          : [
              `${nameOf(index)} TXT ${['v=spf1', ...terms.map(written)].join(' ')}`,
              `${nameOf(index)} A 192.0.2.1`,
              `${nameOf(index)} MX 10 mx.test`,
              `${nameOf(index)} SOA 1`,
            ],
      );
      const verdicts = await judgePosture(scriptedDns(zone.join('\n')), {
        name: nameOf(0),
        dkimSelectors: [],
        expectsMail: null,
        template: noTemplate,
      });
      const reasons = verdicts.find(({ check }) => check === 'spf')!.remarks.map(({ reason }) => reason);
      const { lookups, voids } = costs(records, 0, []);
      expect(reasons.includes('spf.too_many_lookups')).toBe(lookups > 10);
      // Records are not followed without an end: what is found behind many look-ups changes nothing any more.
      if (lookups <= 30) expect(reasons.includes('spf.too_many_voids')).toBe(voids > 2);
    }),
    { numRuns: propertyRuns(300) },
  );
});
