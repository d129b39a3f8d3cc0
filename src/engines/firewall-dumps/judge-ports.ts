import { type AddressSet, describeAddresses, everyAddress, type Family, shareOfWorld } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type Cell, type Doubt, joinDoubts, joinLines, joinTraces, mergeCells, noTrace, type Trace } from './cells.ts';
import { knowDestinations } from './destinations.ts';
import type { DumpPhrase } from './dump-wording.ts';
import { type Caller, evaluate, type Outcome, type Transport } from './evaluate.ts';
import { sameIntervals, subtract } from './intervals.ts';
import { everyPort, gap, type Ruleset } from './rule-model.ts';
import { type CallerSource, everybody, isSameSource, noCaller, type Party } from './sources.ts';
import { toSteps } from './steps.ts';

/**
 * - `open`: more than half of the world's addresses may connect;
 * - `open_except_listed`: everybody may who is not in a list of addresses that the dump leaves out;
 * - `restricted`: some addresses may, or who has a privilege such as being in a private network;
 * - `closed`: nobody from elsewhere may;
 * - `unknown`: the dump does not tell which of these.
 */
export type Verdict = 'open' | 'open_except_listed' | 'restricted' | 'closed' | 'unknown';

/** Whether the world may connect, but for a list of who may not. */
export function isOpen(verdict: Verdict): boolean {
  return verdict === 'open' || verdict === 'open_except_listed';
}

/** What a firewall does with ports that follow one another. */
export interface JudgedPorts {
  readonly transport: Transport;
  readonly start: number;
  /** The last one. */
  readonly last: number;
  readonly verdict: Verdict;
  /** Who may connect to ports that are open or restricted. */
  readonly source: CallerSource;
  /** Lines that decided it, ascending; the first of many. */
  readonly lines: readonly number[];
  /** Whether one of these lines chooses ports, other than a default for all. */
  readonly named: boolean;
  /** Whether closed ports answer with a refusal. */
  readonly reject: boolean;
  /** Why it is unknown. */
  readonly doubts: readonly Doubt[];
}

/**
 * What a ruleset does with every TCP and UDP port of a server, ascending.
 * @param address the server's own, null when not known
 * @throws DumpTooLarge
 */
export function judgePorts(ruleset: Ruleset, family: Family, address: string | null, budget: Budget): JudgedPorts[] {
  const program = { ruleset, steps: toSteps(ruleset, budget), knowledge: knowDestinations(ruleset, family, address) };
  return (['tcp', 'udp'] as const).flatMap((transport) => {
    const assumptions = assumptionsFor(ruleset, family, transport);
    const follow = (privilege: Party | null) =>
      judgeOutcomes(
        assumptions.map((assumed) => evaluate(program, { family, transport, privilege, ...assumed }, budget)),
        assumptions,
        transport,
        family,
        budget,
      );
    const strangers = follow(null);
    // Everyone who may be let in by a privilege costs another evaluation.
    return [...privilegesIn(ruleset, family, transport)].reduce((judged, privilege) => {
      const privileged = follow(privilege);
      budget.spend(judged.length + privileged.length, 'rules');
      return addPrivileged(judged, privileged, privilege);
    }, strangers);
  });
}

/** All ports of a protocol, for a reason that is not in a line. */
export function undecidedPorts(transport: Transport, reason: DumpPhrase): JudgedPorts {
  const doubts = [{ ...gap(reason), line: 1 }];
  return {
    transport,
    start: 1,
    last: 65_535,
    verdict: 'unknown',
    source: noCaller,
    lines: [],
    named: false,
    reject: false,
    doubts,
  };
}

function privilegesIn(ruleset: Ruleset, family: Family, transport: Transport): Set<Party> {
  const privileges = new Set<Party>();
  for (const rules of ruleset.chains.values()) {
    for (const rule of rules) {
      if (rule.privilege !== null && rule[family] && rule[transport]) privileges.add(rule.privilege);
    }
  }
  return privileges;
}

type Assumption = Pick<Caller, 'unlisted' | 'withinLimits'>;

/**
 * What is assumed about a caller, ever more: nothing; that limits are not exceeded; that no list has the address. Only what the
 * ruleset asks for, because each costs an evaluation.
 */
function assumptionsFor(ruleset: Ruleset, family: Family, transport: Transport): readonly Assumption[] {
  let [hasLimits, hasLists] = [false, false];
  for (const rules of ruleset.chains.values()) {
    for (const rule of rules) {
      if (!rule[family] || !rule[transport]) continue;
      hasLimits ||= rule.limited;
      hasLists ||= rule.inList !== null || rule.notInList !== null;
    }
  }
  return [
    { unlisted: false, withinLimits: false },
    ...(hasLimits ? [{ unlisted: false, withinLimits: true }] : []),
    ...(hasLists ? [{ unlisted: true, withinLimits: true }] : []),
  ];
}

function judgeOutcomes(
  outcomes: readonly Outcome[],
  assumptions: readonly Assumption[],
  transport: Transport,
  family: Family,
  budget: Budget,
): JudgedPorts[] {
  const { refused } = outcomes[0]!;
  const isDoubted = ({ trace }: Cell) => trace.doubts.length > 0;
  const answers = [
    refused.filter((cell) => cell.reject && !isDoubted(cell)),
    refused.filter((cell) => cell.reject && isDoubted(cell)),
    refused.filter(({ reject }) => !reject),
  ].map((cells) => mergeCells([cells], budget));
  const lists = outcomes.flatMap(({ accepted, refused }) => [accepted, mergeCells([refused], budget)]);
  const judged: JudgedPorts[] = [];
  for (const { start, end, cells } of align([...answers, ...lists])) {
    const [rejection, maybeRejection, silence, ...ways] = cells;
    const fates = outcomes.map((_outcome, index): Fate => [ways[2 * index] ?? null, ways[2 * index + 1] ?? null]);
    append(judged, {
      ...judgeFates(fates, assumptions, family, budget),
      transport,
      start,
      last: end - 1,
      // What nobody can tell whether it matches is not why everybody is refused, where else they would be met with silence.
      reject: rejection !== null || (maybeRejection !== null && silence === null),
    });
  }
  return judged;
}

type Judgement = Pick<JudgedPorts, 'verdict' | 'source' | 'lines' | 'named' | 'doubts'>;

/** What becomes of packets to the same ports. What is in both may be either. */
type Fate = readonly [accepted: Cell | null, refused: Cell | null];

/** The first assumption under which there is a verdict gives it, as long as whoever breaks it is let in nowhere else. */
function judgeFates(
  fates: readonly Fate[],
  assumptions: readonly Assumption[],
  family: Family,
  budget: Budget,
): Judgement {
  const plain = judge(fates[0]!, family, budget);
  if (plain.verdict !== 'unknown') return plain;
  const possible = fates[0]![0]?.sources ?? [];
  for (const [index, fate] of fates.entries()) {
    const assumed = index === 0 ? plain : judge(fate, family, budget);
    if (assumed.verdict === 'unknown') continue;
    if (assumed.verdict !== 'open' && budget.combine(subtract, possible, fate[0]?.sources ?? []).length > 0) continue;
    return assumptions[index]!.unlisted ? exceptListed(assumed, plain.doubts) : assumed;
  }
  return plain;
}

/** A verdict about those who are in none of the lists that were in doubt. */
function exceptListed(judgement: Judgement, doubts: readonly Doubt[]): Judgement {
  const except = [...new Set(doubts.flatMap(({ list }) => list ?? []))];
  const verdict = judgement.verdict === 'open' ? 'open_except_listed' : judgement.verdict;
  return { ...judgement, verdict, source: { ...judgement.source, except }, doubts };
}

function judge([accepted, refused]: Fate, family: Family, budget: Budget): Judgement {
  const traceOf = (cell: Cell | null): Trace => cell?.trace ?? noTrace;
  const possible = accepted?.sources ?? [];
  const certain = refused ? budget.combine(subtract, possible, refused.sources) : possible;
  const { doubts } = joinTraces(traceOf(accepted), traceOf(refused));
  const decidedBy = ({ lines, named }: Trace) => ({ lines, named, doubts: [] });
  if (isWorld(certain, family)) return { verdict: 'open', source: everybody, ...decidedBy(traceOf(accepted)) };
  if (possible.length === 0) return { verdict: 'closed', source: noCaller, ...decidedBy(traceOf(refused)) };
  if (certain.length === 0 || isWorld(possible, family))
    return { verdict: 'unknown', source: noCaller, ...joinTraces(traceOf(accepted), traceOf(refused)), doubts };
  const source = { ...noCaller, ...describeAddresses(possible, family) };
  return { verdict: 'restricted', source, ...decidedBy(traceOf(accepted)) };
}

function isWorld(addresses: AddressSet, family: Family): boolean {
  return addresses === everyAddress[family] || shareOfWorld(addresses, family) > 0.5;
}

/** Ports that are closed to strangers and open to somebody with a privilege are restricted to him. */
function addPrivileged(
  strangers: readonly JudgedPorts[],
  privileged: readonly JudgedPorts[],
  privilege: Party,
): JudgedPorts[] {
  const result: JudgedPorts[] = [];
  const cellsOf = (list: readonly JudgedPorts[]) =>
    list.map((judged) => ({ judged, start: judged.start, end: judged.last + 1 }));
  for (const { start, end, cells } of align([cellsOf(strangers), cellsOf(privileged)])) {
    const [stranger, insider] = cells.map((cell) => cell?.judged) as [JudgedPorts, JudgedPorts];
    const more = isOpen(insider.verdict) || insider.verdict === 'restricted';
    const place = { start, last: end - 1 };
    if (!more || isOpen(stranger.verdict) || stranger.verdict === 'unknown') append(result, { ...stranger, ...place });
    else if (stranger.verdict === 'closed')
      append(result, { ...insider, ...place, verdict: 'restricted', source: sourceOf(insider, privilege), doubts: [] });
    else if (isOpen(insider.verdict))
      append(result, {
        ...stranger,
        ...place,
        source: { ...stranger.source, others: [...stranger.source.others, privilege] },
        lines: joinLines(stranger.lines, insider.lines),
      });
    else append(result, { ...stranger, ...place });
  }
  return result;
}

function sourceOf({ verdict, source }: JudgedPorts, privilege: Party): CallerSource {
  return isOpen(verdict) ? { ...noCaller, others: [privilege] } : { ...source, needs: privilege };
}

interface Span {
  readonly start: number;
  readonly end: number;
}

/** All ports, cut wherever one of the sorted and disjoint lists is cut. */
function* align<T extends Span>(
  lists: readonly (readonly T[])[],
): Generator<Span & { readonly cells: readonly (T | null)[] }> {
  const indices = lists.map(() => 0);
  for (let start = 1; start < everyPort[1]!; ) {
    let end = everyPort[1]!;
    const cells = lists.map((list, i) => {
      while (indices[i]! < list.length && list[indices[i]!]!.end <= start) indices[i] = indices[i]! + 1;
      const cell = list[indices[i]!];
      if (!cell) return null;
      end = Math.min(end, cell.start > start ? cell.start : cell.end);
      return cell.start > start ? null : cell;
    });
    yield { start, end, cells };
    start = end;
  }
}

/** Neighbours that are judged alike become one. */
function append(judged: JudgedPorts[], next: JudgedPorts): void {
  const last = judged.at(-1);
  const alike =
    last &&
    last.verdict === next.verdict &&
    isSameSource(last.source, next.source) &&
    last.named === next.named &&
    last.reject === next.reject &&
    sameIntervals(last.lines, next.lines);
  if (alike) judged[judged.length - 1] = { ...last, last: next.last, doubts: joinDoubts(last.doubts, next.doubts) };
  else judged.push(next);
}
