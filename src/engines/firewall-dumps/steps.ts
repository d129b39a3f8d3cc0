import type { AddressSet } from './addresses.ts';
import type { Budget } from './budget.ts';
import { toIntervals } from './intervals.ts';
import { everyPort, type Ports, type Rule, type Ruleset } from './rule-model.ts';

/** What a step does to ports that follow one another. */
export interface Choice {
  readonly start: number;
  readonly end: number;
  /** Null: from everywhere. */
  readonly sources: AddressSet | null;
  /** Lines of the rules; the first of many. */
  readonly lines: readonly number[];
  readonly named: boolean;
}

/**
 * One or more rules that are looked at together: they do the same under the same conditions, so that their order does not
 * matter. Block lists and long lists of ports become one step each, which keeps time linear.
 */
export interface Step {
  /** The first of them: conditions and action are those of all. */
  readonly rule: Rule;
  /** Sorted and disjoint. */
  readonly choices: readonly Choice[];
}

/**
 * The chains of a ruleset in steps.
 * @throws DumpTooLarge
 */
export function toSteps({ chains }: Ruleset, budget: Budget): ReadonlyMap<string, readonly Step[]> {
  return new Map([...chains].map(([key, rules]) => [key, stepsOf(rules, budget)]));
}

function stepsOf(rules: readonly Rule[], budget: Budget): readonly Step[] {
  const steps: Step[] = [];
  let run: Run | null = null;
  for (const rule of rules) {
    if (run?.add(rule)) continue;
    if (run) steps.push(run.step());
    run = new Run(rule, budget);
  }
  if (run) steps.push(run.step());
  return steps;
}

/** An interval of more ports than this is only joined with rules for the very same ports. */
const fewPorts = 32;
const keptLines = 16;

/** Rules that can be one step. Since they do the same, each of their intervals of ports is looked at by itself. */
class Run {
  readonly #first: Rule;
  readonly #budget: Budget;
  readonly #groups = new Map<string, Group>();
  readonly #noSources = new SourceList(null, noAddresses);
  /** Which group has a port, as long as all intervals are of few ports. */
  readonly #owners = new Map<number, string>();
  readonly #isFew: boolean;
  /** Intervals of the first rule. */
  readonly #intervals: number;

  constructor(first: Rule, budget: Budget) {
    this.#first = first;
    this.#budget = budget;
    this.#isFew = isFew(first.ports);
    this.#intervals = intervalsOf(first).length;
    this.#join(first);
  }

  /** False: the rule must be a step of its own. */
  add(rule: Rule): boolean {
    if (!isJoinable(this.#first) || !doTheSame(this.#first, rule)) return false;
    if (!(this.#groups.size === this.#intervals && samePorts(this.#first, rule))) {
      if (!this.#isFew || !isFew(rule.ports) || this.#overlaps(rule)) return false;
    }
    this.#join(rule);
    return true;
  }

  step(): Step {
    const choices = [...this.#groups.values()].map((group) => group.choice(this.#budget));
    return { rule: this.#first, choices: choices.sort((a, b) => a.start - b.start) };
  }

  #join(rule: Rule): void {
    this.#budget.spend((rule.ports ?? everyPort).length >>> 1, 'ports');
    for (const [start, end] of intervalsOf(rule)) {
      const key = `${start} ${end}`;
      const group = this.#groups.get(key);
      if (group) group.join(rule);
      else {
        this.#groups.set(key, new Group(start, end, rule, this.#noSources));
        if (this.#isFew) for (let port = start; port < end; port += 1) this.#owners.set(port, key);
      }
    }
  }

  /** Whether one of its intervals has a part of another one in common with the run. */
  #overlaps(rule: Rule): boolean {
    for (const [start, end] of intervalsOf(rule)) {
      const key = `${start} ${end}`;
      if (this.#groups.has(key)) continue;
      this.#budget.spend((end - start) >>> 2, 'ports');
      for (let port = start; port < end; port += 1) if (this.#owners.has(port)) return true;
    }
    return false;
  }
}

/** Rules of a run for the same ports. */
class Group {
  readonly #start: number;
  readonly #end: number;
  readonly #named: boolean;
  readonly #lines: number[] = [];
  /** Null: from everywhere, after which more sources change nothing. */
  #sources: SourceList | null;

  /** @param noSources where the lists of all groups of the run begin */
  constructor(start: number, end: number, first: Rule, noSources: SourceList) {
    this.#sources = noSources;
    this.#start = start;
    this.#end = end;
    this.#named = first.namesPorts;
    this.join(first);
  }

  join({ line, sources }: Rule): void {
    if (this.#sources === null) return;
    if (this.#lines.length < keptLines && this.#lines.at(-1) !== line) this.#lines.push(line);
    if (sources === null) this.#sources = null;
    else this.#sources = this.#sources.with(sources);
  }

  choice(budget: Budget): Choice {
    const sources = this.#sources === null ? null : this.#sources.united(budget);
    return { start: this.#start, end: this.#end, sources, lines: this.#lines, named: this.#named };
  }
}

function intervalsOf({ ports }: Rule): [start: number, end: number][] {
  return pairsOf(ports ?? everyPort);
}

function samePorts(a: Rule, b: Rule): boolean {
  return a.ports === b.ports;
}

/**
 * The sources of rules, in the order of the rules. Ports that the same rules name share one list, whose sets are united once:
 * thousands of ports times thousands of sources are as many entries as there are sources.
 */
class SourceList {
  readonly #before: SourceList | null;
  readonly #last: AddressSet;
  /** The list that was made of this one most recently. */
  #next: SourceList | null = null;
  #united: AddressSet | null = null;

  constructor(before: SourceList | null, last: AddressSet) {
    this.#before = before;
    this.#last = last;
  }

  with(set: AddressSet): SourceList {
    if (set === this.#last) return this;
    if (this.#next === null || this.#next.#last !== set) this.#next = new SourceList(this, set);
    return this.#next;
  }

  /** @throws DumpTooLarge */
  united(budget: Budget): AddressSet {
    this.#united ??= this.#unite(budget);
    return this.#united;
  }

  #unite(budget: Budget): AddressSet {
    const sets = new Set<AddressSet>();
    for (let list: SourceList | null = this; list !== null; list = list.#before) {
      budget.spend(1, 'ports');
      sets.add(list.#last);
    }
    sets.delete(noAddresses);
    const [first = noAddresses] = sets;
    if (sets.size === 1) return first;
    const pairs: [AddressSet[number], AddressSet[number]][] = [];
    for (const set of sets) {
      budget.spend(set.length >>> 2, 'sets');
      for (const pair of pairsOf(set)) pairs.push(pair);
    }
    return toIntervals(pairs);
  }
}

const noAddresses: AddressSet = [];

function pairsOf<P>(intervals: readonly P[]): [P, P][] {
  const pairs: [P, P][] = [];
  for (let i = 0; i < intervals.length; i += 2) pairs.push([intervals[i]!, intervals[i + 1]!]);
  return pairs;
}

function isFew(ports: Ports | null): boolean {
  return (
    ports !== null && ports.length <= 2 * fewPorts && pairsOf(ports).every(([start, end]) => end - start <= fewPorts)
  );
}

function isJoinable({ action, doubt, inList, notInList }: Rule): boolean {
  const isSure = doubt === null && inList === null && notInList === null;
  return isSure && (action.kind === 'accept' || action.kind === 'drop');
}

function doTheSame(a: Rule, b: Rule): boolean {
  const [one, other] = [a.action, b.action];
  const sameAction =
    one.kind === other.kind && (one.kind !== 'drop' || (other.kind === 'drop' && one.reject === other.reject));
  return (
    sameAction &&
    b.doubt === null &&
    b.inList === null &&
    b.notInList === null &&
    a.ipv4 === b.ipv4 &&
    a.ipv6 === b.ipv6 &&
    a.tcp === b.tcp &&
    a.udp === b.udp &&
    a.local === b.local &&
    a.tracked === b.tracked &&
    a.untracked === b.untracked &&
    a.translated === b.translated &&
    a.privilege === b.privilege &&
    a.withoutPrivilege === b.withoutPrivilege &&
    a.outInterface === null &&
    b.outInterface === null &&
    a.destinations === b.destinations
  );
}
