import { type AddressRange, type AddressSet, type Family, parseAddressRange, toAddressSet } from './addresses.ts';
import type { Budget } from './budget.ts';
import type { Ports } from './rule-model.ts';
import { parsePortList } from './service-names.ts';

/** What a set of ipset(8) has; `other`: it is of a type, or has options, that is not read. */
export type Ipset =
  | { readonly kind: 'addresses'; readonly family: Family; readonly addresses: AddressSet }
  | { readonly kind: 'ports'; readonly ports: Ports }
  | { readonly kind: 'other' };

/** A set as `ipset save` writes it: the words of `create`, and of each `add`. */
interface SavedSet {
  readonly type: string;
  readonly options: readonly string[];
  readonly elements: string[][];
}

/** What `ipset save` says, wherever it stands in a dump. Sets are read when a rule asks for them. */
export class Ipsets {
  readonly #saved = new Map<string, SavedSet>();
  readonly #read = new Map<string, Ipset>();
  readonly #budget: Budget;

  constructor(lines: readonly string[], budget: Budget) {
    this.#budget = budget;
    for (const line of lines) {
      if (isIpsetLine(line)) readLine(line.trim().split(/ +/), this.#saved);
    }
  }

  /**
   * Undefined: the dump does not have it.
   * @throws DumpTooLarge
   */
  get(name: string): Ipset | undefined {
    const saved = this.#saved.get(name);
    if (!saved) return undefined;
    const set = this.#read.get(name) ?? toIpset(saved, this.#saved, this.#budget);
    this.#read.set(name, set);
    return set;
  }
}

/** Whether a line is one of `ipset save`. */
export function isIpsetLine(line: string): boolean {
  return /^(?:create \S{1,64} (?:hash|bitmap|list):|add \S{1,64} \S)/.test(line);
}

function readLine([command, name, first, ...options]: readonly string[], saved: Map<string, SavedSet>): void {
  if (name === undefined || first === undefined) return;
  if (command === 'create') saved.set(name, { type: first, options, elements: [] });
  else saved.get(name)?.elements.push([first, ...options]);
}

const other: Ipset = { kind: 'other' };

function toIpset({ type, options, elements }: SavedSet, saved: ReadonlyMap<string, SavedSet>, budget: Budget): Ipset {
  budget.spend(elements.length >>> 2, 'sets');
  // With these an element is not what it says, or is an exception.
  const isPlain = !options.includes('netmask') && !options.includes('bitmask');
  if (!isPlain || elements.some((words) => words.includes('nomatch'))) return other;
  const texts = elements.map(([element]) => element!);
  switch (type) {
    case 'hash:ip':
    case 'hash:net':
    case 'bitmap:ip':
      return addressesOf(texts, options.includes('inet6') ? 'ipv6' : 'ipv4');
    case 'bitmap:port': {
      const ports = parsePortList(texts);
      return ports ? { kind: 'ports', ports } : other;
    }
    case 'list:set':
      return unionOf(texts, saved, budget);
    default:
      return other;
  }
}

function addressesOf(texts: readonly string[], family: Family): Ipset {
  const ranges = texts.map(parseAddressRange);
  if (ranges.some((range) => range?.family !== family)) return other;
  return { kind: 'addresses', family, addresses: toAddressSet(ranges as AddressRange[]) };
}

/** A list of sets, which cannot have lists in it. */
function unionOf(names: readonly string[], saved: ReadonlyMap<string, SavedSet>, budget: Budget): Ipset {
  const members = names.map((name) => saved.get(name));
  const [first] = members;
  const isAlike = (member: SavedSet | undefined) =>
    member?.type.startsWith('hash:') && member.options.includes('inet6') === first?.options.includes('inet6');
  if (!first || !members.every(isAlike)) return other;
  const elements: string[][] = [];
  for (const member of members) {
    if (toIpset(member!, saved, budget).kind !== 'addresses') return other;
    for (const element of member!.elements) elements.push(element);
  }
  return toIpset({ ...first, type: 'hash:net', elements }, saved, budget);
}
