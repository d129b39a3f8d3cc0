import { type AddressSet, everyAddress, type Family } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type Cell, decided, firstAfter, type Matched, mergeCells, noTrace, peek, take, withDoubt } from './cells.ts';
import { type DestinationKnowledge, isDestination } from './destinations.ts';
import { dumpPhrase } from './dump-wording.ts';
import { matchesInterface } from './interface-names.ts';
import { excludes } from './interfaces.ts';
import { includes, type Point } from './intervals.ts';
import { limitedMatch } from './rule-draft.ts';
import { type BaseChain, everyPort, type Gap, gap, type Hook, type Rule, type Ruleset } from './rule-model.ts';
import type { Party } from './sources.ts';
import type { Choice, Step } from './steps.ts';

export type Transport = 'tcp' | 'udp';

/** A ruleset, made ready to be followed many times. */
export interface Program {
  readonly ruleset: Ruleset;
  readonly steps: ReadonlyMap<string, readonly Step[]>;
  readonly knowledge: DestinationKnowledge;
}

/** Whose connection is followed through the rules. */
export interface Caller {
  readonly family: Family;
  readonly transport: Transport;
  /** What the caller has that strangers do not; null: a stranger. */
  readonly privilege: Party | null;
  /** Whether the caller is in none of the lists of addresses that the dump leaves out; false: nobody can tell. */
  readonly unlisted: boolean;
  /** Whether the caller comes seldom enough for every limit; false: nobody can tell. */
  readonly withinLimits: boolean;
}

/** What can become of packets. Where the dump leaves it open, the same packets are in both. */
export interface Outcome {
  readonly accepted: readonly Cell[];
  readonly refused: readonly RefusedCell[];
}

export interface RefusedCell extends Cell {
  readonly reject: boolean;
}

/** Packets that go to one place. */
interface Flow {
  readonly destination: Destination;
  readonly cells: readonly Cell[];
}

interface Destination {
  /** Null: the server itself. */
  readonly address: Point | null;
  /** Null: the port that was called. */
  readonly port: number | null;
  /**
   * Whether it is another one than was called. `maybe`: a packet to the server itself was sent there, to the port that it came
   * to; the kernel counts that as translated only when its address changed, and which one was called is not in the dump.
   */
  readonly translated: boolean | 'maybe';
}

const server: Destination = { address: null, port: null, translated: false };

/** Deeper than any kernel lets chains call one another. */
const maxDepth = 32;

/**
 * Follows all packets that open a connection from elsewhere through the hooks, at once: ports and sources are cut only where a
 * rule cuts them.
 * @throws DumpTooLarge
 */
export function evaluate(program: Program, caller: Caller, budget: Budget): Outcome {
  return new Evaluation(program, caller, budget).run();
}

class Evaluation {
  readonly #program: Program;
  readonly #caller: Caller;
  readonly #budget: Budget;
  readonly #refused: RefusedCell[] = [];

  constructor(program: Program, caller: Caller, budget: Budget) {
    this.#program = program;
    this.#caller = caller;
    this.#budget = budget;
  }

  run(): Outcome {
    const [start, end] = [1, everyPort[1]!];
    const cell: Cell = { start, end, sources: everyAddress[this.#caller.family], trace: noTrace };
    let flows: readonly Flow[] = [{ destination: server, cells: [cell] }];
    for (const hook of ['ingress', 'prerouting'] as const) flows = this.#through(hook, flows);
    const [toServer, elsewhere] = [
      flows.filter(({ destination }) => this.#isServer(destination)),
      flows.filter(({ destination }) => !this.#isServer(destination)),
    ];
    const arrived = [...this.#through('input', toServer), ...this.#through('forward', elsewhere)];
    const accepted = mergeCells(
      arrived.map(({ cells }) => cells),
      this.#budget,
    );
    return { accepted, refused: this.#refused };
  }

  #isServer({ address }: Destination): boolean {
    return address === null || address === this.#program.knowledge.address;
  }

  #through(hook: Hook, flows: readonly Flow[]): readonly Flow[] {
    return this.#program.ruleset.baseChains
      .filter((chain) => chain.hook === hook && chain.families.has(this.#caller.family))
      .sort((a, b) => a.priority - b.priority)
      .reduce((before, chain) => before.flatMap((flow) => this.#pass(chain, flow)), flows);
  }

  #pass(chain: BaseChain, flow: Flow): readonly Flow[] {
    // Whatever came of it, a connection is translated once.
    if (chain.kind === 'nat' && flow.destination.translated !== false) return [flow];
    this.#budget.spend(1, 'rules');
    const walk = new Walk(this.#program, this.#caller, this.#budget, flow.destination, isTracked(chain));
    const rest = walk.follow(chain.chain, flow.cells, false, 0);
    const { policy } = chain;
    const unsure = { ...(chain.unknownPolicy ?? noPolicy), line: chain.line };
    const byPolicy = rest.map((cell) => decided(policy === null ? withDoubt(cell, unsure) : cell, [chain.line], false));
    const refusedByPolicy =
      policy === 'accept' ? [] : byPolicy.map((cell) => ({ ...cell, reject: policy === 'reject' }));
    const refused = [...walk.refused, ...refusedByPolicy];
    if (chain.hook === 'ingress') {
      const where = { ...gap(dumpPhrase('interface')), line: chain.line };
      for (const cell of refused) this.#refused.push({ ...withDoubt(cell, where), reject: cell.reject });
      return [flow];
    }
    for (const cell of refused) this.#refused.push(cell);
    const passes = policy === 'accept' || policy === null;
    const accepted = mergeCells([walk.accepted, passes ? byPolicy : []], this.#budget);
    return [{ destination: flow.destination, cells: accepted }, ...walk.translated()].filter(
      ({ cells }) => cells.length > 0,
    );
  }
}

const noPolicy = gap(dumpPhrase('default-policy'));

/** Connections are tracked after these (NF_IP_PRI_CONNTRACK). */
function isTracked({ hook, priority }: BaseChain): boolean {
  return hook === 'input' || hook === 'forward' || (hook === 'prerouting' && priority > -200);
}

/** Packets to one destination on their way through one base chain and what it calls. */
class Walk {
  readonly accepted: Cell[] = [];
  readonly refused: RefusedCell[] = [];
  readonly #translated = new Map<string, { destination: Destination; cells: Cell[] }>();
  readonly #program: Program;
  readonly #caller: Caller;
  readonly #budget: Budget;
  readonly #destination: Destination;
  readonly #isTracked: boolean;

  constructor(program: Program, caller: Caller, budget: Budget, destination: Destination, isTracked: boolean) {
    this.#program = program;
    this.#caller = caller;
    this.#budget = budget;
    this.#destination = destination;
    this.#isTracked = isTracked;
  }

  translated(): readonly Flow[] {
    return [...this.#translated.values()].map(({ destination, cells }) => ({
      destination,
      cells: mergeCells([cells], this.#budget),
    }));
  }

  /**
   * Follows cells, sorted and disjoint, through a chain.
   * @param named whether a rule on the way here names the ports
   * @returns those that come back
   */
  follow(chain: string, arriving: readonly Cell[], named: boolean, depth: number): Cell[] {
    let cells = [...arriving];
    const returned: Cell[] = [];
    for (const { rule, choices } of this.#program.steps.get(chain) ?? []) {
      if (cells.length === 0) break;
      this.#budget.spend(1, 'rules');
      const fit = this.#fit(rule);
      const here = fit === 'no' ? [] : this.#atPort(choices);
      if (here.length === 0) continue;
      const doubt = typeof fit === 'string' ? null : fit;
      const unsure = doubt ?? (rule.action.kind === 'unclear' ? rule.action.why : null);
      if (unsure === null) {
        const { matched, rest } = take(cells, here, this.#budget);
        if (matched.length === 0) continue;
        const back = this.#act(rule, matched, named, depth, returned);
        cells = back.length === 0 ? rest : mergeCells([rest, back], this.#budget);
      } else {
        const reason = { ...unsure, line: rule.line };
        const matched = peek(cells, here, this.#budget);
        if (matched.length === 0) continue;
        // Those that may have come back are still here.
        const pieces = matched.map((cell) => ({ ...withDoubt(cell, reason), choice: cell.choice }));
        this.#act(rule, pieces, named, depth, returned);
      }
    }
    return returned.length === 0 ? cells : mergeCells([cells, returned], this.#budget);
  }

  /**
   * Does what a rule says with what it matches.
   * @param returned takes what leaves the chain for the one that called it
   * @returns what goes on with the next rule
   */
  #act(rule: Rule, matched: readonly Matched[], named: boolean, depth: number, returned: Cell[]): readonly Cell[] {
    const { action } = rule;
    switch (action.kind) {
      case 'accept':
        this.#accept(matched, named);
        return [];
      case 'drop':
        this.#refuse(matched, named, action.reject);
        return [];
      case 'unclear':
        this.#accept(matched, named);
        this.#refuse(matched, named, false);
        return [];
      case 'translate':
        this.#translate(matched, named, action);
        return [];
      case 'return':
        for (const cell of matched) returned.push(withoutChoice(cell));
        return [];
      case 'jump':
        return this.#call(action.chain, matched, rule, named || rule.namesPorts, depth);
      case 'goto':
        for (const cell of this.#call(action.chain, matched, rule, named || rule.namesPorts, depth))
          returned.push(cell);
        return [];
    }
  }

  #call(chain: string, matched: readonly Matched[], rule: Rule, named: boolean, depth: number): readonly Cell[] {
    this.#budget.spend(1, 'jumps');
    const sorted = mergeCells([matched.map(withoutChoice)], this.#budget);
    const problem = this.#whyNotCallable(chain, depth);
    if (problem === null) return this.follow(chain, sorted, named, depth + 1);
    const doubt = { ...problem, line: rule.line };
    const doubtful = matched.map((cell) => ({ ...withDoubt(cell, doubt), choice: cell.choice }));
    this.#accept(doubtful, named);
    this.#refuse(doubtful, named, false);
    return sorted.map((cell) => withDoubt(cell, doubt));
  }

  #whyNotCallable(chain: string, depth: number): Gap | null {
    if (!this.#program.steps.has(chain)) return gap(dumpPhrase('chain-missing'));
    return depth < maxDepth ? null : gap(dumpPhrase('chains-too-deep'));
  }

  #accept(matched: readonly Matched[], named: boolean): void {
    for (const cell of matched) this.accepted.push(decidedByChoice(cell, named));
  }

  #refuse(matched: readonly Matched[], named: boolean, reject: boolean): void {
    for (const cell of matched) this.refused.push({ ...decidedByChoice(cell, named), reject });
  }

  #translate(
    matched: readonly Matched[],
    named: boolean,
    { address, port }: { readonly address: Point | null; readonly port: number | null },
  ): void {
    const isServer = address === null || address === this.#program.knowledge.address;
    for (const cell of matched) {
      const mayBeSame = isServer && (port === null || (cell.start <= port && port < cell.end));
      const translated = mayBeSame ? 'maybe' : true;
      const destination = { address, port: port ?? this.#destination.port, translated } as const;
      const key = `${address} ${destination.port} ${translated}`;
      const flow = this.#translated.get(key) ?? { destination, cells: [] };
      this.#translated.set(key, flow);
      flow.cells.push(decidedByChoice(cell, named));
    }
  }

  /** Where a packet is sent to another port, that one counts: all that was called on this way have it. */
  #atPort(choices: readonly Choice[]): readonly Choice[] {
    const { port } = this.#destination;
    if (port === null) return choices;
    const choice = choices[firstAfter(choices, port)];
    return choice && choice.start <= port ? [{ ...choice, start: everyPort[0]!, end: everyPort[1]! }] : [];
  }

  /** Whether the conditions hold that are not about ports and sources. */
  #fit(rule: Rule): 'yes' | 'no' | Gap {
    if (this.#isTracked ? !rule.tracked : !rule.untracked) return 'no';
    const { family, transport, privilege, unlisted, withinLimits } = this.#caller;
    if (!rule[family] || !rule[transport]) return 'no';
    if (rule.privilege !== null && rule.privilege !== privilege) return 'no';
    if (rule.withoutPrivilege !== null && excludes(rule.withoutPrivilege, privilege)) return 'no';
    if (rule.inList !== null && unlisted) return 'no';
    const { address, translated } = this.#destination;
    if (rule.translated !== null && translated !== 'maybe' && rule.translated !== translated) return 'no';
    const toServer = address === null || address === this.#program.knowledge.address;
    if (rule.local !== null && rule.local !== toServer) return 'no';
    const going = this.#isGoingTo(rule.destinations);
    if (going === 'no') return 'no';
    const leaving = this.#leavesBy(rule);
    if (leaving === 'no') return 'no';
    if (rule.doubt !== null) return rule.doubt;
    if (rule.translated !== null && translated === 'maybe') return gap(dumpPhrase('address-called'));
    if (going === 'unclear') return gap(dumpPhrase('address-destination'));
    if (leaving === 'unclear') return gap(dumpPhrase('interface-outgoing'));
    const list = unlisted ? null : (rule.inList ?? rule.notInList);
    return list ?? (rule.limited && !withinLimits ? limitedMatch : 'yes');
  }

  #isGoingTo(destinations: AddressSet | null): 'yes' | 'no' | 'unclear' {
    if (destinations === null) return 'yes';
    const { address } = this.#destination;
    if (address !== null) return includes(destinations, address) ? 'yes' : 'no';
    return isDestination(destinations, this.#caller.family, this.#program.knowledge, this.#budget);
  }

  #leavesBy({ outInterface }: Rule): 'yes' | 'no' | 'unclear' {
    if (outInterface === null) return 'yes';
    const { address } = this.#destination;
    const leaving = address === null ? undefined : this.#program.knowledge.interfaces.get(address);
    if (leaving === undefined) return 'unclear';
    const matches = outInterface.names.some((pattern) => matchesInterface(pattern, leaving));
    return matches !== outInterface.negated ? 'yes' : 'no';
  }
}

function decidedByChoice(cell: Matched, named: boolean): Cell {
  return decided(cell, cell.choice.lines, named || cell.choice.named);
}

function withoutChoice({ start, end, sources, trace }: Matched): Cell {
  return { start, end, sources, trace };
}
