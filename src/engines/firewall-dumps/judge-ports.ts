import { type AddressSet, describeAddresses, everyAddress, type Family, shareOfWorld } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type Cell, type Doubt, joinDoubts, joinLines, joinTraces, mergeCells, noTrace, type Trace } from './cells.ts';
import { knowDestinations } from './destinations.ts';
import { evaluate, type Outcome, type Transport } from './evaluate.ts';
import { sameIntervals, subtract } from './intervals.ts';
import { everyPort, type Ruleset } from './rule-model.ts';
import { toSteps } from './steps.ts';

/**
 * - `open`: more than half of the world's addresses may connect;
 * - `restricted`: some addresses may, or who has a privilege such as being in a private network;
 * - `closed`: nobody from elsewhere may;
 * - `unknown`: the dump does not tell which of these.
 */
export type Verdict = 'open' | 'restricted' | 'closed' | 'unknown';

/** What a firewall does with ports that follow one another. */
export interface JudgedPorts {
  readonly transport: Transport;
  readonly start: number;
  /** The last one. */
  readonly last: number;
  readonly verdict: Verdict;
  /** Who may connect to restricted ports, for people. */
  readonly source: string;
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
    const follow = (privilege: string | null) =>
      judgeOutcome(evaluate(program, { family, transport, privilege }, budget), transport, family, budget);
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
export function undecidedPorts(transport: Transport, reason: string): JudgedPorts {
  const doubts = [{ line: 1, reason }];
  return {
    transport,
    start: 1,
    last: 65_535,
    verdict: 'unknown',
    source: '',
    lines: [],
    named: false,
    reject: false,
    doubts,
  };
}

function privilegesIn(ruleset: Ruleset, family: Family, transport: Transport): Set<string> {
  const privileges = new Set<string>();
  for (const rules of ruleset.chains.values()) {
    for (const rule of rules) {
      if (rule.privilege !== null && rule[family] && rule[transport]) privileges.add(rule.privilege);
    }
  }
  return privileges;
}

function judgeOutcome(outcome: Outcome, transport: Transport, family: Family, budget: Budget): JudgedPorts[] {
  const rejected = mergeCells([outcome.refused.filter(({ reject }) => reject)], budget);
  const refused = mergeCells([outcome.refused], budget);
  const judged: JudgedPorts[] = [];
  for (const { start, end, cells } of align([outcome.accepted, refused, rejected])) {
    const [accepted, refusal, rejection] = cells as [Cell | null, Cell | null, Cell | null];
    append(judged, {
      ...judge(accepted, refusal, family, budget),
      transport,
      start,
      last: end - 1,
      reject: rejection !== null,
    });
  }
  return judged;
}

type Judgement = Pick<JudgedPorts, 'verdict' | 'source' | 'lines' | 'named' | 'doubts'>;

/** What is in both may be either. */
function judge(accepted: Cell | null, refused: Cell | null, family: Family, budget: Budget): Judgement {
  const traceOf = (cell: Cell | null): Trace => cell?.trace ?? noTrace;
  const possible = accepted?.sources ?? [];
  const certain = refused ? budget.combine(subtract, possible, refused.sources) : possible;
  const { doubts } = joinTraces(traceOf(accepted), traceOf(refused));
  const decidedBy = ({ lines, named }: Trace) => ({ lines, named, doubts: [] });
  if (isWorld(certain, family)) return { verdict: 'open', source: 'any', ...decidedBy(traceOf(accepted)) };
  if (possible.length === 0) return { verdict: 'closed', source: '', ...decidedBy(traceOf(refused)) };
  if (certain.length === 0 || isWorld(possible, family))
    return { verdict: 'unknown', source: '', ...joinTraces(traceOf(accepted), traceOf(refused)), doubts };
  return { verdict: 'restricted', source: describeAddresses(possible, family), ...decidedBy(traceOf(accepted)) };
}

function isWorld(addresses: AddressSet, family: Family): boolean {
  return addresses === everyAddress[family] || shareOfWorld(addresses, family) > 0.5;
}

/** Ports that are closed to strangers and open to somebody with a privilege are restricted to him. */
function addPrivileged(
  strangers: readonly JudgedPorts[],
  privileged: readonly JudgedPorts[],
  privilege: string,
): JudgedPorts[] {
  const result: JudgedPorts[] = [];
  const cellsOf = (list: readonly JudgedPorts[]) =>
    list.map((judged) => ({ judged, start: judged.start, end: judged.last + 1 }));
  for (const { start, end, cells } of align([cellsOf(strangers), cellsOf(privileged)])) {
    const [stranger, insider] = cells.map((cell) => cell?.judged) as [JudgedPorts, JudgedPorts];
    const more = insider.verdict === 'open' || insider.verdict === 'restricted';
    const place = { start, last: end - 1 };
    if (!more || stranger.verdict === 'open' || stranger.verdict === 'unknown')
      append(result, { ...stranger, ...place });
    else if (stranger.verdict === 'closed')
      append(result, { ...insider, ...place, verdict: 'restricted', source: sourceOf(insider, privilege), doubts: [] });
    else if (insider.verdict === 'open')
      append(result, {
        ...stranger,
        ...place,
        source: `${stranger.source}, ${privilege}`,
        lines: joinLines(stranger.lines, insider.lines),
      });
    else append(result, { ...stranger, ...place });
  }
  return result;
}

function sourceOf({ verdict, source }: JudgedPorts, privilege: string): string {
  return verdict === 'open' ? privilege : `${source} with ${privilege}`;
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
    last.source === next.source &&
    last.named === next.named &&
    last.reject === next.reject &&
    sameIntervals(last.lines, next.lines);
  if (alike) judged[judged.length - 1] = { ...last, last: next.last, doubts: joinDoubts(last.doubts, next.doubts) };
  else judged.push(next);
}
