import { type AddressSet, everyAddress, type Family } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type DumpPhrase, dumpPhrase } from './dump-wording.ts';
import { isAnyInterface } from './interface-names.ts';
import { type Intervals, intersect, type Point, sameIntervals, subtract } from './intervals.ts';
import { type Action, everyPort, gap, type Ports, type Rule } from './rule-model.ts';
import { type Party, type PartyKind, party } from './sources.ts';

const maxNameLength = 80;

/** Lists of addresses that dumps name and do not show. */
type ListKind = Extract<PartyKind, 'ipset' | 'set' | 'countries' | 'prefixes' | 'csf'>;

/** Source ports that a client takes when nobody tells it which. */
const ephemeralPorts: Ports = [1_024, 65_536];

/**
 * A rule while it is read: conditions are added one by one, and what cannot hold for a stranger's new connection makes it
 * impossible. Every reader writes its rules through this, so that a condition means the same in all formats.
 */
export class RuleDraft {
  /** The rule so far. */
  readonly #rule: { -readonly [Condition in keyof Rule]: Rule[Condition] };
  readonly #budget: Budget;
  #possible = true;
  #limited = false;

  constructor(line: number, budget: Budget) {
    this.#rule = { ...anyPacket, line };
    this.#budget = budget;
  }

  copy(): RuleDraft {
    const copy = new RuleDraft(this.#rule.line, this.#budget);
    Object.assign(copy.#rule, this.#rule);
    copy.#possible = this.#possible;
    copy.#limited = this.#limited;
    return copy;
  }

  /** Holds for no new connection from elsewhere, unless negated. */
  never(negated = false): void {
    if (!negated) this.#possible = false;
  }

  /**
   * Nobody can tell whether it holds. The first reason stays.
   * @param paste the command whose output tells
   */
  doubt(reason: DumpPhrase, paste: string | null = null): void {
    this.#rule.doubt ??= gap(reason, paste);
  }

  /**
   * The source is in a list of addresses that the dump leaves out.
   * @param paste the command whose output has it
   */
  list(kind: ListKind, ofList: string, negated: boolean, paste: string | null): void {
    // A dump can make a name as long as it is itself.
    const name = ofList.slice(0, maxNameLength);
    const missing = { reason: dumpPhrase(`list-${kind}`, { name }), paste, list: party(kind, name) };
    if (negated) this.#rule.notInList ??= missing;
    else this.#rule.inList ??= missing;
  }

  /** Holds until there are too many connections. */
  limit(): void {
    this.#limited = true;
  }

  /** Strangers do not fulfil it, but somebody may. */
  privilege(label: Party, negated = false): void {
    if (negated) this.#rule.withoutPrivilege ??= label;
    else this.#rule.privilege ??= label;
  }

  families(families: readonly Family[], negated = false): void {
    this.#rule.ipv4 &&= families.includes('ipv4') !== negated;
    this.#rule.ipv6 &&= families.includes('ipv6') !== negated;
  }

  protocols(names: readonly string[], negated = false): void {
    const numbers = names.map(protocolNumber);
    if (numbers.includes(0)) {
      this.never(negated);
      return;
    }
    this.#rule.tcp &&= numbers.includes(6) !== negated;
    this.#rule.udp &&= numbers.includes(17) !== negated;
  }

  ports(ports: Ports, negated = false): void {
    const set = this.#restrict(everyPort, ports, negated);
    this.#rule.ports = this.#rule.ports === null ? set : this.#restrict(this.#rule.ports, set);
    this.#rule.namesPorts ||=
      !negated && set !== everyPort && !(set.length === 2 && set[0]! <= 1 && set[1]! === everyPort[1]!);
  }

  /** A client can choose its source port, but seldom does. */
  sourcePorts(ports: Ports, negated = false): void {
    const set = this.#restrict(everyPort, ports, negated);
    const usual = this.#restrict(ephemeralPorts, set);
    if (sameIntervals(usual, ephemeralPorts)) return;
    if (usual.length === 0) this.privilege(party('source-port', describePorts(set)));
    else this.doubt(dumpPhrase('source-port', { ports: describePorts(set) }));
  }

  sources(family: Family, addresses: AddressSet, negated = false): void {
    this.families([family]);
    this.#rule.sources = this.#narrow(this.#rule.sources, family, addresses, negated);
  }

  destinations(family: Family, addresses: AddressSet, negated = false): void {
    this.families([family]);
    this.#rule.destinations = this.#narrow(this.#rule.destinations, family, addresses, negated);
  }

  /** The destination is an address of the server itself. */
  local(isLocal: boolean): void {
    if (this.#rule.local !== null && this.#rule.local !== isLocal) this.never();
    this.#rule.local = isLocal;
  }

  /**
   * Restricts the rule by the state of the connection.
   * @param forNew whether it matches the first packet of a connection
   * @param forNone whether it matches packets without a state, which all are before connection tracking
   */
  connection(forNew: boolean, forNone: boolean): void {
    this.#rule.tracked &&= forNew;
    this.#rule.untracked &&= forNone;
  }

  /** The connection's destination was translated. */
  translated(isTranslated: boolean): void {
    if (this.#rule.translated !== null && this.#rule.translated !== isTranslated) this.never();
    this.#rule.translated = isTranslated;
  }

  inInterface(names: readonly string[], negated = false): void {
    this.#rule.inInterfaces = [...this.#rule.inInterfaces, { names, negated }];
  }

  outInterface(names: readonly string[], negated = false): void {
    if (names.some(isAnyInterface)) {
      this.never(!negated);
      return;
    }
    if (this.#rule.outInterface !== null) this.doubt(dumpPhrase('interfaces-outgoing'));
    this.#rule.outInterface = { names, negated };
  }

  #narrow(before: AddressSet | null, family: Family, addresses: AddressSet, negated: boolean): AddressSet {
    if (before === null && !negated) return this.#budget.intern(addresses);
    return this.#restrict(before ?? everyAddress[family], addresses, negated);
  }

  #restrict<P extends Point>(set: Intervals<P>, by: Intervals<P>, negated = false): Intervals<P> {
    const budget = this.#budget;
    const operation = negated ? subtract : intersect;
    return budget.intern(budget.combine(operation, set, by.length > 2 ? budget.intern(by) : by));
  }

  /** The rule, after which the draft is done with. Null: it can never decide about a stranger's new connection. */
  build(action: Action): Rule | null {
    const rule = this.#rule;
    const empty = rule.ports?.length === 0 || rule.sources?.length === 0 || rule.destinations?.length === 0;
    const matches = (rule.ipv4 || rule.ipv6) && (rule.tcp || rule.udp) && (rule.tracked || rule.untracked);
    if (!this.#possible || empty || !matches) return null;
    // Up to its limit such a rule lets everybody in; refused are only those who come too often, or too late.
    if (this.#limited && action.kind !== 'accept') {
      if (action.kind === 'drop' || action.kind === 'unclear') rule.doubt ??= limitedMatch;
      else rule.limited = true;
    }
    rule.action = action;
    return rule;
  }
}

/** Why a rule with a limit is in doubt. */
export const limitedMatch = gap(dumpPhrase('limit'));

/** A rule without any condition. */
const anyPacket: Rule = {
  line: 0,
  ipv4: true,
  ipv6: true,
  tcp: true,
  udp: true,
  ports: null,
  namesPorts: false,
  sources: null,
  destinations: null,
  local: null,
  translated: null,
  outInterface: null,
  inInterfaces: [],
  tracked: true,
  untracked: true,
  privilege: null,
  withoutPrivilege: null,
  inList: null,
  notInList: null,
  limited: false,
  doubt: null,
  action: { kind: 'return' },
};

const protocolNumbers = new Map([
  ['tcp', 6],
  ['udp', 17],
]);

/** Of what is neither TCP nor UDP only that matters; 0 is IPv6's hop-by-hop header, since "all" is not a condition. */
function protocolNumber(name: string): number {
  const number = protocolNumbers.get(name.toLowerCase()) ?? (/^\d{1,3}$/.test(name) ? Number(name) : -1);
  return number;
}

function describePorts(ports: Ports): string {
  const texts: string[] = [];
  for (let i = 0; i < ports.length && i < 10; i += 2) {
    const [start, last] = [ports[i]!, ports[i + 1]! - 1];
    texts.push(start === last ? `${start}` : `${start}-${last}`);
  }
  return texts.join(', ') + (ports.length > 10 ? ', …' : '');
}
