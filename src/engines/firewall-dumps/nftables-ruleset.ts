import {
  type AddressRange,
  type AddressSet,
  everyAddress,
  type Family,
  parseAddress,
  parseAddressRange,
  toAddressSet,
} from './addresses.ts';
import type { Budget } from './budget.ts';
import { type Point, subtract } from './intervals.ts';
import { translation } from './iptables-rules.ts';
import type { NftChain, NftElement, NftRule, NftStatement, NftTable, NftValue, NftVerdict } from './nftables-model.ts';
import { RuleDraft } from './rule-draft.ts';
import {
  type Action,
  type BaseChain,
  chainKey,
  everyPort,
  gap,
  type Hook,
  type Ports,
  type Rule,
  type Ruleset,
} from './rule-model.ts';
import { parsePort, parsePortList } from './service-names.ts';

/**
 * The tables of a dump as one ruleset.
 * @throws DumpTooLarge
 */
export function toRuleset(tables: readonly NftTable[], budget: Budget): Ruleset {
  const baseChains: BaseChain[] = [];
  const chains = new Map<string, readonly Rule[]>();
  const everyRule = tables.flatMap((table) => [...table.chains.values()].flatMap(({ rules }) => rules));
  const untracks = everyRule.some(({ statements }) => statements.some(({ kind }) => kind === 'untrack'));
  // A listing without elements (`nft --terse`) cannot be told from one of empty sets.
  const listsElements = tables.some(({ sets }) => [...sets.values()].some((set) => set !== null && set.length > 0));
  for (const table of tables) {
    const families = familiesOf(table.family);
    if (families.length === 0) continue;
    const compiler = new RuleCompiler(table, families, untracks, listsElements, budget);
    for (const [name, chain] of table.chains) {
      chains.set(
        keyOf(table, name),
        rulesOf(table, chain).flatMap((rule) => compiler.compile(rule)),
      );
      const base = baseChainOf(table, name, chain, families);
      if (base) baseChains.push(base);
    }
  }
  return { baseChains, chains, families: new Set<Family>(['ipv4', 'ipv6']), notes: [] };
}

/** What is not in the dump may stand before any rule of the table. */
function rulesOf({ unread }: NftTable, { rules }: NftChain): readonly NftRule[] {
  return unread === null ? rules : [unreadRule(unread), ...rules];
}

/** In the place of rules that the dump does not have, and that may do anything. */
export function unclearRule(line: number, reason: string): NftRule {
  return {
    line,
    statements: [{ kind: 'verdict', verdict: { kind: 'unclear', chain: reason, paste: listRuleset } }],
  };
}

export function unreadRule(line: number): NftRule {
  return unclearRule(line, 'what another file, or a command, does to the rules is not in the dump');
}

function keyOf({ family, name }: NftTable, chain: string): string {
  return chainKey(family, name, chain);
}

/** Bridges and ARP do not carry connections to the server itself. */
function familiesOf(family: string): readonly Family[] {
  switch (family) {
    case 'ip':
      return ['ipv4'];
    case 'ip6':
      return ['ipv6'];
    case 'inet':
    case 'netdev':
      return ['ipv4', 'ipv6'];
    default:
      return [];
  }
}

const hooks: ReadonlySet<string> = new Set<Hook>(['ingress', 'prerouting', 'input', 'forward']);

function baseChainOf(table: NftTable, name: string, chain: NftChain, families: readonly Family[]): BaseChain | null {
  const { hook } = chain;
  if (!hook || !hooks.has(hook.hook)) return null;
  const isNat = hook.type === 'nat';
  // On input, nat only changes where a packet seems to come from.
  if (isNat && hook.hook !== 'prerouting') return null;
  return {
    hook: hook.hook as Hook,
    kind: isNat ? 'nat' : 'filter',
    priority: hook.priority,
    families: new Set(families),
    chain: keyOf(table, name),
    policy: chain.policy === null || chain.policy === 'accept' ? 'accept' : chain.policy === 'drop' ? 'drop' : null,
    line: chain.line,
  };
}

/** One way in which a rule can match, where it lists several. */
interface Alternative {
  readonly draft: RuleDraft;
  /** Of a verdict map. */
  readonly verdict: NftVerdict | null;
}

/** What shows all of a ruleset. */
export const listRuleset = 'nft list ruleset';

class RuleCompiler {
  readonly #table: NftTable;
  readonly #families: readonly Family[];
  readonly #untracks: boolean;
  readonly #listsElements: boolean;
  /** Named sets as they were read, by what they were read as: many rules can ask for a large one. */
  readonly #ports = new Map<string, Ports | null>();
  readonly #addresses = new Map<string, AddressSet | null>();
  readonly #budget: Budget;
  /** The set whose elements a rule went through last, in words. */
  #multiplied = () => '';

  constructor(table: NftTable, families: readonly Family[], untracks: boolean, listsElements: boolean, budget: Budget) {
    this.#table = table;
    this.#families = families;
    this.#untracks = untracks;
    this.#listsElements = listsElements;
    this.#budget = budget;
  }

  compile({ line, statements }: NftRule): Rule[] {
    const draft = new RuleDraft(line, this.#budget);
    draft.families(this.#families);
    let alternatives: readonly Alternative[] = [{ draft, verdict: null }];
    let action: Action | null = null;
    for (const statement of statements) {
      this.#budget.spend((alternatives.length - 1) * (1 + literalsIn(statement)), 'elements', this.#multiplied);
      if (statement.kind === 'vmap' || (statement.kind === 'match' && statement.fields.length > 1)) {
        alternatives = this.#split(alternatives, statement);
      } else {
        for (const alternative of alternatives) this.#add(alternative.draft, statement);
        action = this.#actionOf(statement) ?? action;
      }
    }
    return alternatives.flatMap(({ draft: own, verdict }) => {
      const ownAction = verdict ? this.#actionOfVerdict(verdict) : action;
      const rule = ownAction && own.build(ownAction);
      return rule ? [rule] : [];
    });
  }

  #split(
    alternatives: readonly Alternative[],
    statement: Extract<NftStatement, { kind: 'vmap' | 'match' }>,
  ): readonly Alternative[] {
    const elements = this.#elementsOf(statement.value);
    const isNegated = statement.kind === 'match' && statement.operator !== '==' && statement.operator !== 'in';
    if (elements === null || isNegated || statement.fields.length === 0) {
      const reason = elements === null ? this.#missing(statement.value) : `it compares ${statement.fields.join(' . ')}`;
      const verdict: NftVerdict | null = statement.kind === 'vmap' ? { kind: 'unclear', chain: reason } : null;
      for (const { draft } of alternatives) {
        for (const field of statement.fields) requireHeader(draft, field);
        draft.doubt(reason, elements === null ? listRuleset : null);
      }
      return alternatives.map(({ draft }) => ({ draft, verdict }));
    }
    const ways = statement.value.kind === 'named' ? alternatives.length : alternatives.length - 1;
    this.#goThrough(elements.length * ways, statement.value, elements);
    const rest = elements.filter(({ key }) => key.includes('*'));
    const inOrder = [...elements.filter(({ key }) => !key.includes('*')), ...rest];
    return alternatives.flatMap((alternative) =>
      inOrder.map(({ key, verdict }) => {
        const draft = alternative.draft.copy();
        for (const [index, field] of statement.fields.entries()) {
          const word = key[index];
          if (word === undefined) draft.doubt(`it compares ${statement.fields.join(' . ')}`);
          else if (word !== '*') this.#compare(draft, field, '==', [word], true);
        }
        return { draft, verdict: verdict ?? alternative.verdict };
      }),
    );
  }

  #add(draft: RuleDraft, statement: NftStatement): void {
    switch (statement.kind) {
      case 'match':
        this.#addMatch(draft, statement);
        break;
      case 'reject':
        if (statement.type === 'icmp') draft.families(['ipv4']);
        else if (statement.type === 'icmpv6') draft.families(['ipv6']);
        else if (statement.type === 'tcp') draft.protocols(['tcp']);
        break;
      case 'limit':
        if (statement.isOver) draft.never();
        else draft.limit();
        break;
      case 'connections':
        if (statement.isOver && statement.count > 0) draft.never();
        else if (!statement.isOver) draft.limit();
        break;
      case 'translate': {
        const family = parseAddress(statement.address)?.family;
        if (family) draft.families([family]);
        break;
      }
      case 'reads':
        for (const field of statement.fields) requireHeader(draft, field);
        break;
      case 'doubt':
        draft.doubt(statement.reason);
        break;
    }
  }

  #addMatch(draft: RuleDraft, { fields, mask, operator, value }: Extract<NftStatement, { kind: 'match' }>): void {
    const [field = ''] = fields;
    if (mask !== null) {
      compareMasked(draft, field, mask, operator, value);
      return;
    }
    if (value.kind === 'words') {
      this.#compare(draft, field, operator, value.words, false);
      return;
    }
    const elements = this.#elementsOf(value);
    if (elements === null && value.kind === 'named' && /^ip6? saddr$/.test(field)) {
      draft.families([familyOfField(field)]);
      draft.list(`the set ${value.name}`, operator === '!=', listRuleset);
      return;
    }
    if (elements === null) {
      draft.doubt(this.#missing(value), listRuleset);
      return;
    }
    if (value.kind === 'named' && this.#compareNamed(draft, field, operator, value.name, elements)) return;
    if (value.kind === 'named') this.#goThrough(elements.length, value, elements);
    const words = elements.map(({ key }) => key[0]!);
    if (words.includes('*')) {
      draft.never(operator !== '!=');
      return;
    }
    this.#compare(draft, field, operator, words, true);
  }

  /** @throws DumpTooLarge */
  #goThrough(work: number, value: NftValue, elements: readonly NftElement[]): void {
    this.#multiplied = () => {
      const count = elements.length.toLocaleString('en');
      if (value.kind !== 'named') return `its rules multiply sets with one another, the last one of ${count} elements`;
      const uses = [...this.#table.chains.values()].flatMap(({ rules }) =>
        rules.filter(({ statements }) => statements.some((statement) => isUseOf(statement, value.name))),
      ).length;
      return `the set ${value.name} has ${count} elements and is used by ${uses.toLocaleString('en')} rules`;
    };
    this.#budget.spend(work, 'elements', this.#multiplied);
  }

  /** False: the field is not one of which sets are large. */
  #compareNamed(
    draft: RuleDraft,
    field: string,
    operator: string,
    name: string,
    elements: readonly NftElement[],
  ): boolean {
    const words = () => elements.map(({ key }) => key.join(' . '));
    const negated = operator === '!=';
    if (/^(tcp|udp|th) [ds]port$/.test(field)) {
      const ports = getOrMake(this.#ports, name, () => parsePortList(words()));
      addPorts(draft, field, ports, negated, name);
      return true;
    }
    if (/^ip6? [sd]addr$/.test(field)) {
      const family = familyOfField(field);
      const set = getOrMake(this.#addresses, `${family} ${name}`, () => parseAddresses(words(), family));
      addAddresses(draft, field, set, negated, name);
      return true;
    }
    return false;
  }

  /** Null: the dump leaves them out. */
  #elementsOf(value: NftValue): readonly NftElement[] | null {
    if (value.kind === 'elements') return value.elements;
    if (value.kind === 'words') return null;
    const elements = this.#table.sets.get(value.name) ?? null;
    return elements === null || (elements.length === 0 && !this.#listsElements) ? null : elements;
  }

  #missing(value: NftValue): string {
    return value.kind === 'named'
      ? `the dump does not list the elements of ${value.name}`
      : 'it cannot be decided from the dump';
  }

  #compare(draft: RuleDraft, field: string, operator: string, words: readonly string[], isSet: boolean): void {
    const negated = operator === '!=';
    const isComparison = operator === '<' || operator === '>' || operator === '<=' || operator === '>=';
    if (isComparison && !/ dport$/.test(field)) {
      draft.doubt(`it compares ${field}`);
      return;
    }
    const holds = (is: boolean) => draft.never(is !== negated);
    switch (field) {
      case 'tcp dport':
      case 'udp dport':
      case 'th dport':
      case 'tcp sport':
      case 'udp sport':
      case 'th sport':
        comparePorts(draft, field, operator, words);
        return;
      case 'ip saddr':
      case 'ip6 saddr':
      case 'ip daddr':
      case 'ip6 daddr':
        compareAddresses(draft, field, words, negated);
        return;
      case 'meta l4proto':
        draft.protocols(words, negated);
        return;
      case 'ip protocol':
        draft.families(['ipv4']);
        draft.protocols(words, negated);
        return;
      case 'ip6 nexthdr':
        draft.families(['ipv6']);
        draft.protocols(words, negated);
        return;
      case 'meta nfproto':
        draft.families(familiesNamed(words), negated);
        return;
      case 'meta protocol':
      case 'ether type':
        draft.families(familiesNamed(words), negated);
        return;
      case 'iif':
      case 'iifname':
        draft.inInterface(words, negated);
        return;
      case 'oif':
      case 'oifname':
        draft.outInterface(words, negated);
        return;
      case 'iiftype':
        words.includes('loopback') ? holds(false) : draft.doubt('it depends on the type of the interface');
        return;
      case 'ct state':
        this.#compareState(draft, words, negated || operator === '!');
        return;
      case 'ct status':
        if (words.includes('dnat')) draft.translated(!negated);
        draft.connection(words.includes('dnat') || negated, false);
        return;
      case 'ct direction':
        draft.connection((words.includes('original') || words.includes('0')) !== negated, false);
        return;
      case 'ct helper':
        holds(false);
        return;
      case 'tcp flags':
        draft.protocols(['tcp']);
        holds(operator === '!' ? !words.includes('syn') : matchesOpeningFlags(operator, words, isSet));
        return;
      case 'fib daddr type':
        compareDestinationType(draft, words, negated);
        return;
      case 'fib saddr type':
        holds(words.includes('unicast'));
        return;
      case 'pkttype':
        holds(words.includes('host') || words.includes('unicast'));
        return;
      case 'secpath':
        words.includes('missing') || words.includes('0') ? undefined : draft.privilege('IPsec', negated);
        return;
    }
    // A stranger's packet comes back by the way that it came, and has neither fragments nor extension headers.
    if (/^fib saddr\b.* oif$/.test(field)) {
      holds(!words.includes('missing') && !words.includes('0'));
      return;
    }
    if (field === 'ip frag-off') {
      holds(words.includes('0'));
      return;
    }
    if (/^(exthdr|frag|hbh|rt|mh|dst)\b/.test(field)) {
      holds(words.includes('missing'));
      return;
    }
    if (/^(icmp|icmpv6|sctp|dccp|udplite|ah|esp|comp|igmp|gre|arp)\b/.test(field)) {
      draft.never();
      return;
    }
    draft.doubt(`${field} cannot be decided from the dump`);
  }

  #compareState(draft: RuleDraft, words: readonly string[], negated: boolean): void {
    if (this.#untracks && words.includes('new') !== words.includes('untracked'))
      draft.doubt('it depends on whether the connection is tracked');
    else draft.connection(words.includes('new') !== negated, words.includes('invalid') !== negated);
  }

  #actionOf(statement: NftStatement): Action | null {
    switch (statement.kind) {
      case 'verdict':
        return this.#actionOfVerdict(statement.verdict);
      case 'reject':
        return { kind: 'drop', reject: true };
      case 'translate':
        return translation(statement.address, statement.port);
      default:
        return null;
    }
  }

  #actionOfVerdict({ kind, chain, paste }: NftVerdict): Action | null {
    switch (kind) {
      case 'accept':
        return { kind };
      case 'drop':
        return { kind, reject: false };
      case 'return':
        return { kind };
      case 'jump':
      case 'goto':
        return { kind, chain: keyOf(this.#table, chain) };
      case 'unclear':
        return { kind, why: gap(chain, paste ?? null) };
      case 'continue':
        return null;
    }
  }
}

/** How many elements a set has that stands in the rule itself. */
function literalsIn(statement: NftStatement): number {
  return 'value' in statement && statement.value.kind === 'elements' ? statement.value.elements.length : 0;
}

function isUseOf(statement: NftStatement, set: string): boolean {
  return 'value' in statement && statement.value.kind === 'named' && statement.value.name === set;
}

/** Packets that lack a header match nothing that is in it. */
function requireHeader(draft: RuleDraft, field: string): void {
  const [header = ''] = field.split(' ');
  if (header === 'ip') draft.families(['ipv4']);
  else if (header === 'ip6') draft.families(['ipv6']);
  else if (header === 'th') draft.protocols(['tcp', 'udp']);
  else if (header === 'tcp' || header === 'udp') draft.protocols([header]);
}

function getOrMake<V>(known: Map<string, V>, key: string, make: () => V): V {
  const value = known.has(key) ? known.get(key)! : make();
  known.set(key, value);
  return value;
}

function comparePorts(draft: RuleDraft, field: string, operator: string, words: readonly string[]): void {
  const isList = operator === '==' || operator === '!=' || operator === 'in';
  const ports = isList ? parsePortList(words) : portsBeyond(operator, words);
  addPorts(draft, field, ports, operator === '!=', words.slice(0, listedWords).join(', '));
}

const listedWords = 10;

/** @param text what the ports were read from */
function addPorts(draft: RuleDraft, field: string, ports: Ports | null, negated: boolean, text: string): void {
  requireHeader(draft, field);
  if (ports === null) draft.doubt(`the dump does not tell what port ${text} is`);
  else if (field.endsWith('dport')) draft.ports(ports, negated);
  else draft.sourcePorts(ports, negated);
}

function portsBeyond(operator: string, words: readonly string[]): Ports | null {
  const port = words.length === 1 ? parsePort(words[0]!) : null;
  if (port === null) return null;
  switch (operator) {
    case '<':
      return port === 0 ? [] : [0, port];
    case '<=':
      return [0, port + 1];
    case '>':
      return subtract(everyPort, [0, port + 1]);
    case '>=':
      return subtract(everyPort, [0, port]);
    default:
      return null;
  }
}

function compareAddresses(draft: RuleDraft, field: string, words: readonly string[], negated: boolean): void {
  const set = parseAddresses(words, familyOfField(field));
  addAddresses(draft, field, set, negated, words.slice(0, listedWords).join(', '));
}

function familyOfField(field: string): Family {
  return field.startsWith('ip6') ? 'ipv6' : 'ipv4';
}

/** Null: one of them is no address of the family. */
function parseAddresses(words: readonly string[], family: Family): AddressSet | null {
  const ranges = words.map((word) => (word === '*' ? wholeOf(family) : parseAddressRange(word)));
  return ranges.some((range) => range?.family !== family) ? null : toAddressSet(ranges as AddressRange[]);
}

/** @param text what the addresses were read from */
function addAddresses(draft: RuleDraft, field: string, set: AddressSet | null, negated: boolean, text: string): void {
  const family = familyOfField(field);
  draft.families([family]);
  if (set === null) draft.doubt(`the dump does not tell which addresses ${text} has`);
  else if (field.endsWith('saddr')) draft.sources(family, set, negated);
  else draft.destinations(family, set, negated);
}

function wholeOf(family: Family): AddressRange {
  const [start, end] = everyAddress[family] as [Point, Point];
  return { family, start, end };
}

function familiesNamed(words: readonly string[]): readonly Family[] {
  const names: Readonly<Record<string, Family>> = {
    ip: 'ipv4',
    ipv4: 'ipv4',
    ip6: 'ipv6',
    ipv6: 'ipv6',
    '2': 'ipv4',
    '10': 'ipv6',
  };
  return words.flatMap((word) => names[word] ?? []);
}

function compareDestinationType(draft: RuleDraft, words: readonly string[], negated: boolean): void {
  const [local, unicast] = [words.includes('local'), words.includes('unicast')];
  if (local === unicast) draft.never(local !== negated);
  else draft.local(local !== negated);
}

/** Whether the flags of an opening packet match: a list is any of these bits, a set and `==` exactly these. */
function matchesOpeningFlags(operator: string, words: readonly string[], isSet: boolean): boolean {
  if (isSet) return words.includes('syn');
  return operator === 'in' ? words.includes('syn') : words.length === 1 && words[0] === 'syn';
}

/** `tcp flags & (fin | syn | rst | ack) == syn` and the like. */
function compareMasked(
  draft: RuleDraft,
  field: string,
  mask: readonly string[],
  operator: string,
  value: NftValue,
): void {
  const words = value.kind === 'words' ? value.words : [];
  if (field === 'ip frag-off' && words.length === 1 && Number(words[0]) === 0) {
    draft.never(operator === '==');
    return;
  }
  if (field !== 'tcp flags' || words.length === 0 || (operator !== '==' && operator !== '!=')) {
    draft.doubt(`it masks ${field}`);
    return;
  }
  draft.protocols(['tcp']);
  const isSynOnly = words.length === 1 && words[0] === 'syn';
  const isNothing = words.length === 1 && Number(words[0]) === 0;
  const equal = mask.includes('syn') ? isSynOnly : isNothing;
  draft.never(equal !== (operator === '!='));
}
