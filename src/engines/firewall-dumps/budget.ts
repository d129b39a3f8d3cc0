import { everyAddress } from './addresses.ts';
import type { Intervals, Point } from './intervals.ts';
import { everyPort } from './rule-model.ts';

/** Reading the dump would take too long, or too much memory: nothing is said about any of its ports. */
export class DumpTooLarge extends Error {
  override readonly name = 'DumpTooLarge';

  /** @param part which part of it is too large, as a part of a sentence: `it has 3,000,000 lines` */
  constructor(part: string) {
    super(part);
  }
}

/**
 * What one dump may cost, counted by what it is spent on, so that a refusal can say what to shorten. Each is more than any
 * firewall that people keep comes near to, and all together take about a second.
 */
const limits = {
  /** Elements of nftables' sets, each time that a rule takes them one by one. */
  elements: 100_000,
  /** Intervals of ports, each time that a rule with sources of its own names them. */
  ports: 1_000_000,
  /** Addresses and ports in sets that are intersected, united or subtracted. */
  sets: 1_000_000,
  /** Chains that are called. */
  jumps: 100_000,
  /** Rules that packets meet, and pieces into which these cut the packets. */
  rules: 500_000,
};

export type Part = keyof typeof limits;

const sentences: Readonly<Record<Part, string>> = {
  elements: 'its rules go through too many elements of sets',
  ports: 'its rules name too many ports, each with other sources',
  sets: 'its rules combine too large sets of addresses and ports',
  jumps: 'the jumps between its chains are too many',
  rules: 'its rules cut ports and sources into too many pieces',
};

/** Sets of so few numbers are sooner compared, and combined, than looked up. */
const smallLength = 8;

type SetOperation = <P extends Point>(a: Intervals<P>, b: Intervals<P>) => Intervals<P>;

/**
 * What reading one dump has cost until now, and what it made already: equal sets are one object, and an operation on the same
 * two sets, such as a block list before a thousand ports, costs once.
 */
export class Budget {
  readonly #left: Record<Part, number> = { ...limits };
  readonly #sets = new Map<string | number, Intervals<Point>>();
  /** The same by object: a large set is compared as text once. */
  readonly #interned = new WeakMap<Intervals<Point>, Intervals<Point>>();
  readonly #results = new Map<SetOperation, WeakMap<Intervals<Point>, WeakMap<Intervals<Point>, Intervals<Point>>>>();

  constructor() {
    for (const set of [everyPort, everyAddress.ipv4, everyAddress.ipv6]) this.#sets.set(keyOf(set), set);
  }

  /**
   * @param describe which part of the dump is too large, where more can be said than what the work was
   * @throws DumpTooLarge
   */
  spend(work: number, part: Part, describe?: () => string): void {
    this.#left[part] -= work;
    if (this.#left[part] < 0) throw new DumpTooLarge(describe?.() ?? sentences[part]);
  }

  /** The one object that stands for all sets equal to this one. */
  intern<P extends Point>(set: Intervals<P>): Intervals<P> {
    const byText = () => getOrMake(this.#sets, keyOf(set), () => set) as Intervals<P>;
    return set.length <= smallLength ? byText() : (getOrMake(this.#interned, set, byText) as Intervals<P>);
  }

  /** @throws DumpTooLarge */
  combine<P extends Point>(operation: SetOperation, a: Intervals<P>, b: Intervals<P>): Intervals<P> {
    if (a.length + b.length <= smallLength) return operation(a, b);
    const byFirst = getOrMake(this.#results, operation, () => new WeakMap());
    const bySecond = getOrMake(byFirst, a, () => new WeakMap());
    return getOrMake(bySecond, b, () => {
      this.spend((a.length + b.length) >>> 2, 'sets');
      return operation(a, b);
    }) as Intervals<P>;
  }
}

/** Most sets are one block of addresses, or one port: a number says which, and is sooner made than a text. */
function keyOf(set: Intervals<Point>): string | number {
  const [start, end] = set;
  if (set.length === 2 && typeof start === 'number' && typeof end === 'number') {
    const length = Math.log2(end - start);
    if (Number.isInteger(length)) return start * 64 + length;
  }
  // Numbers and bigints look alike as text.
  let key: string = typeof start;
  for (const point of set) key += ` ${point}`;
  return key;
}

interface Lookup<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

function getOrMake<K, V>(lookup: Lookup<K, V>, key: K, make: () => V): V {
  const known = lookup.get(key);
  if (known !== undefined) return known;
  const made = make();
  lookup.set(key, made);
  return made;
}
