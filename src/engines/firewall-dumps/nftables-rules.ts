import { type AddressSet, type Family, parseAddress } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type DumpPhrase, dumpPhrase } from './dump-wording.ts';
import { translation } from './iptables-rules.ts';
import { unclear } from './nftables-elements.ts';
import {
  addAddresses,
  addPorts,
  compareField,
  compareMasked,
  familyOfField,
  parseAddresses,
  requireHeader,
} from './nftables-fields.ts';
import type { NftElement, NftRule, NftStatement, NftTable, NftValue, NftVerdict } from './nftables-model.ts';
import { RuleDraft } from './rule-draft.ts';
import { type Action, chainKey, gap, type Ports, type Rule } from './rule-model.ts';
import { parsePortList } from './service-names.ts';

/** What shows all of a ruleset. */
export const listRuleset = 'nft list ruleset';

/** One way in which a rule can match, where it lists several. */
interface Alternative {
  readonly draft: RuleDraft;
  /** Of a verdict map. */
  readonly verdict: NftVerdict | null;
}

/** Compiles the rules of one table. */
export class RuleCompiler {
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
      const reason = elements === null ? this.#missing(statement.value) : compares(statement.fields);
      const verdict: NftVerdict | null = statement.kind === 'vmap' ? unclear(reason) : null;
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
          if (word === undefined) draft.doubt(compares(statement.fields));
          else if (word !== '*') compareField(draft, field, '==', [word], { isSet: true, untracks: this.#untracks });
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
      compareField(draft, field, operator, value.words, { isSet: false, untracks: this.#untracks });
      return;
    }
    const elements = this.#elementsOf(value);
    if (elements === null && value.kind === 'named' && /^ip6? saddr$/.test(field)) {
      draft.families([familyOfField(field)]);
      draft.list('set', value.name, operator === '!=', listRuleset);
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
    compareField(draft, field, operator, words, { isSet: true, untracks: this.#untracks });
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

  #missing(value: NftValue): DumpPhrase {
    return value.kind === 'named' ? dumpPhrase('set-elements', { name: value.name }) : dumpPhrase('undecided');
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

  #actionOfVerdict({ kind, chain, why = dumpPhrase('undecided'), paste }: NftVerdict): Action | null {
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
        return { kind, why: gap(why, paste ?? null) };
      case 'continue':
        return null;
    }
  }
}

function compares(fields: readonly string[]): DumpPhrase {
  return dumpPhrase('compares', { fields: fields.join(' . ') });
}

export function keyOf({ family, name }: NftTable, chain: string): string {
  return chainKey(family, name, chain);
}

/** How many elements a set has that stands in the rule itself. */
function literalsIn(statement: NftStatement): number {
  return 'value' in statement && statement.value.kind === 'elements' ? statement.value.elements.length : 0;
}

function isUseOf(statement: NftStatement, set: string): boolean {
  return 'value' in statement && statement.value.kind === 'named' && statement.value.name === set;
}

function getOrMake<V>(known: Map<string, V>, key: string, make: () => V): V {
  const value = known.has(key) ? known.get(key)! : make();
  known.set(key, value);
  return value;
}
