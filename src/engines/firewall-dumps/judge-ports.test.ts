import fc from 'fast-check';
import { expect, it } from 'vitest';
import { propertyRuns } from '../../common/testing/property-runs.ts';
import { parseAddress, parseAddressRange, toAddressSet } from './addresses.ts';
import { Budget } from './budget.ts';
import { dumpPhrase } from './dump-wording.ts';
import { includes } from './intervals.ts';
import { judgePorts, type Verdict } from './judge-ports.ts';
import { RuleDraft } from './rule-draft.ts';
import { type Action, type BaseChain, everyPort, type Ports, type Rule, type Ruleset } from './rule-model.ts';

/** A stranger, and one of each set of sources that the rules know. */
const sources = ['198.18.0.1', '192.0.2.1', '192.0.2.129', '203.0.113.1'].map((text) => parseAddress(text)!.value);
const sourceSets = ['192.0.2.0/24', '192.0.2.128/25', '203.0.113.0/24'].map((text) =>
  toAddressSet([parseAddressRange(text)!]),
);
const ports = [1, 2, 3, 4, 5, 100, 101, 65_535];
const intervals: Ports[] = [[1, 2], [2, 4], [3, 4], [4, 6], [2, 101], [1, 3, 5, 101], [...everyPort]];
const chainNames = ['input', 'a', 'b'];

function action(chain: number): fc.Arbitrary<Action> {
  const calls = chainNames.slice(chain + 1).flatMap((name): Action[] => [
    { kind: 'jump', chain: name },
    { kind: 'goto', chain: name },
  ]);
  return fc.constantFrom<Action>(
    ...[{ kind: 'accept' } as const, { kind: 'accept' } as const, { kind: 'drop', reject: false } as const],
    ...[{ kind: 'drop', reject: true } as const, { kind: 'return' } as const],
    ...calls,
  );
}

const drafting = new Budget();

/** One rule in ten is one of which nobody can tell whether it matches, some ask for a list, and some have a limit. */
const anyRule = (chain: number): fc.Arbitrary<Rule> =>
  fc
    .record({
      line: fc.integer({ min: 1, max: 99 }),
      ports: fc.option(fc.tuple(fc.constantFrom(...intervals), fc.boolean())),
      sources: fc.option(fc.tuple(fc.constantFrom(...sourceSets), fc.boolean())),
      transport: fc.option(fc.constantFrom('tcp', 'udp')),
      doubt: fc.integer({ min: 0, max: 9 }),
      list: fc.constantFrom(...Array(8).fill(null), false, true),
      isLimited: fc.constantFrom(...Array(5).fill(false), true),
      action: action(chain),
    })
    .map((parts) => {
      const draft = new RuleDraft(parts.line, drafting);
      if (parts.ports) draft.ports(...parts.ports);
      if (parts.sources) draft.sources('ipv4', ...parts.sources);
      if (parts.transport) draft.protocols([parts.transport]);
      if (parts.doubt === 0) draft.doubt(dumpPhrase('undecided'));
      if (parts.list !== null) draft.list('ipset', 'listed', parts.list, null);
      if (parts.isLimited) draft.limit();
      return draft.build(parts.action);
    })
    .filter((rule) => rule !== null);

const anyRuleset: fc.Arbitrary<Ruleset> = fc
  .record({
    chains: fc.tuple(...chainNames.map((_name, index) => fc.array(anyRule(index), { maxLength: 6 }))),
    policies: fc.tuple(fc.constantFrom('accept', 'drop'), fc.constantFrom('accept', 'drop')),
    hasSecond: fc.boolean(),
  })
  .map(({ chains, policies, hasSecond }) => {
    const base = (chain: string, priority: number, policy: 'accept' | 'drop'): BaseChain => ({
      ...{ hook: 'input', kind: 'filter', priority, families: new Set(['ipv4']), chain, policy, line: 100 + priority },
    });
    return {
      baseChains: [base('input', 1, policies[0]), ...(hasSecond ? [base('b', 0, policies[1])] : [])],
      chains: new Map(chainNames.map((name, index) => [name, chains[index]!])),
      families: new Set(['ipv4']),
      notes: [],
    };
  });

/** A firewall that drops what these rules do not decide about. */
function inputChain(rules: readonly Rule[]): Ruleset {
  const families = new Set(['ipv4'] as const);
  return {
    baseChains: [{ hook: 'input', kind: 'filter', priority: 0, families, chain: 'b', policy: 'drop', line: 1 }],
    chains: new Map([['b', rules]]),
    families,
    notes: [],
  };
}

type End = 'accept' | 'drop' | 'back';

/** What is taken for granted about whoever sends packets. */
interface Assumption {
  readonly unlisted: boolean;
  readonly withinLimits: boolean;
}

interface Packet extends Assumption {
  readonly transport: 'tcp' | 'udp';
  readonly port: number;
  readonly source: (typeof sources)[number];
}

/** How one packet can leave a chain, told rule by rule. */
function ends(ruleset: Ruleset, chain: string, packet: Packet): Set<End> {
  const found = new Set<End>();
  for (const rule of ruleset.chains.get(chain)!) {
    if (!rule[packet.transport] || (packet.unlisted && rule.inList)) continue;
    if (rule.ports && !includes(rule.ports, packet.port)) continue;
    if (rule.sources && !includes(rule.sources, packet.source)) continue;
    const { action: does } = rule;
    if (does.kind === 'accept' || does.kind === 'drop') found.add(does.kind);
    else if (does.kind === 'return') found.add('back');
    else if (does.kind === 'jump' || does.kind === 'goto') {
      const inner = ends(ruleset, does.chain, packet);
      for (const end of ['accept', 'drop'] as const) if (inner.has(end)) found.add(end);
      if (inner.has('back') && does.kind === 'goto') found.add('back');
      if (inner.has('back') && does.kind === 'jump') continue;
    }
    const isListed = !packet.unlisted && (rule.inList ?? rule.notInList) !== null;
    const isInDoubt = rule.doubt !== null || isListed || (rule.limited && !packet.withinLimits);
    if (!isInDoubt) return found;
  }
  return found.add('back');
}

function outcomes(ruleset: Ruleset, packet: Packet): Set<'accept' | 'drop'> {
  const found = new Set<'accept' | 'drop'>();
  for (const { chain, policy } of ruleset.baseChains.toSorted((a, b) => a.priority - b.priority)) {
    const left = ends(ruleset, chain, packet);
    if (left.has('drop') || (left.has('back') && policy === 'drop')) found.add('drop');
    if (!left.has('accept') && !(left.has('back') && policy === 'accept')) return found;
  }
  return found.add('accept');
}

/** The verdict from what can become of a stranger's packet, and of the others'. */
function verdictOf([stranger, ...others]: readonly Set<'accept' | 'drop'>[]): Verdict {
  const all = [stranger!, ...others];
  if (!stranger!.has('drop')) return 'open';
  if (!all.some((outcome) => outcome.has('accept'))) return 'closed';
  if (stranger!.has('accept')) return 'unknown';
  return all.some((outcome) => !outcome.has('drop')) ? 'restricted' : 'unknown';
}

const assumptions: readonly Assumption[] = [
  { unlisted: false, withinLimits: false },
  { unlisted: false, withinLimits: true },
  { unlisted: true, withinLimits: true },
];

/** The first assumption that gives a verdict does, unless whoever breaks it is let in where nobody else is. */
function verdictOn(ruleset: Ruleset, transport: 'tcp' | 'udp', port: number): Verdict {
  const ways = assumptions.map((assumed) =>
    sources.map((source) => outcomes(ruleset, { transport, port, source, ...assumed })),
  );
  for (const [index, way] of ways.entries()) {
    const verdict = verdictOf(way);
    const letsInMore = way.some((outcome, source) => !outcome.has('accept') && ways[0]![source]!.has('accept'));
    if (verdict === 'unknown' || (verdict !== 'open' && letsInMore)) continue;
    return verdict === 'open' && assumptions[index]!.unlisted ? 'open_except_listed' : verdict;
  }
  return 'unknown';
}

function expectJudgedOneByOne(ruleset: Ruleset, probed: readonly number[]): void {
  const judged = judgePorts(ruleset, 'ipv4', null, new Budget());
  for (const transport of ['tcp', 'udp'] as const) {
    for (const port of probed) {
      const verdict = verdictOn(ruleset, transport, port);
      const found = judged.find((range) => range.transport === transport && range.start <= port && port <= range.last);
      expect({ transport, port, verdict: found!.verdict }).toEqual({ transport, port, verdict });
    }
  }
}

it('the verdict on every port is that of following its packets one by one', () => {
  fc.assert(
    fc.property(anyRuleset, (ruleset) => expectJudgedOneByOne(ruleset, ports)),
    { numRuns: propertyRuns(2_000) },
  );
});

it('rules that are looked at together are judged as one by one', () => {
  const ranges: Ports[] = [
    [1, 2],
    [1, 2, 3, 4],
    [2, 4],
    [3, 4],
  ];
  const rule = fc
    .record({
      line: fc.integer({ min: 1, max: 99 }),
      ports: fc.constantFrom(...ranges),
      sources: fc.option(fc.constantFrom(...sourceSets)),
      transport: fc.constantFrom('tcp', 'tcp', 'udp', ''),
      doubt: fc.integer({ min: 0, max: 5 }),
    })
    .map((parts) => {
      const draft = new RuleDraft(parts.line, drafting);
      draft.ports(parts.ports);
      if (parts.sources) draft.sources('ipv4', parts.sources);
      if (parts.transport !== '') draft.protocols([parts.transport]);
      if (parts.doubt === 0) draft.doubt(dumpPhrase('undecided'));
      return draft.build({ kind: 'accept' })!;
    });
  fc.assert(
    fc.property(fc.array(rule, { maxLength: 6 }), (rules) => expectJudgedOneByOne(inputChain(rules), [1, 2, 3, 4])),
    { numRuns: propertyRuns(1_000) },
  );
});

it('long lists of rules that do the same are judged as if they were short', () => {
  const longLists = fc.array(fc.tuple(anyRule(2), fc.integer({ min: 1, max: 20 })), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(longLists, (parts) => {
      const rules = parts.flatMap(([rule, times]) => Array.from({ length: times }, () => rule));
      const short = inputChain(parts.map(([rule]) => rule));
      expect(judgePorts(inputChain(rules), 'ipv4', null, new Budget())).toEqual(
        judgePorts(short, 'ipv4', null, new Budget()),
      );
    }),
  );
});
