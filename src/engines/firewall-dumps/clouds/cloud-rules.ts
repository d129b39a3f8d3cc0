import { type AddressRange, type Family, parseAddressRange, toAddressSet } from '../addresses.ts';
import type { Budget } from '../budget.ts';
import { type DumpPhrase, dumpPhrase } from '../dump-wording.ts';
import { toIntervals } from '../intervals.ts';
import type { JsonObject } from '../json-text.ts';
import { RuleDraft } from '../rule-draft.ts';
import {
  type BaseChain,
  chainKey,
  everyPort,
  type Gap,
  gap,
  type Ports,
  type Rule,
  type Ruleset,
} from '../rule-model.ts';
import type { Party } from '../sources.ts';

/** What one provider's firewalls say. */
export interface CloudReading {
  readonly ruleset: Ruleset;
  /** The JSON of a rule, by its number. */
  readonly textOf: (rule: number) => string;
}

/** A rule of a cloud's firewall for incoming connections. It matches each of its services from each of its callers. */
export interface CloudRule {
  readonly allows: boolean;
  readonly services: readonly Service[];
  readonly callers: readonly Callers[];
  /** Why nobody can tell whether the server has it. Null: it has. */
  readonly doubt: Gap | null;
}

export interface Service {
  /** A name, a number, or null: all. */
  readonly protocol: string | null;
  readonly ports: Ports;
  /** A client's; null: any. */
  readonly sourcePorts?: Ports | null;
}

/** Who connects. */
export type Callers =
  /** `192.0.2.0/24` */
  | { readonly kind: 'range'; readonly text: string }
  | { readonly kind: 'everybody' }
  /** Everybody but those with this privilege. */
  | { readonly kind: 'others'; readonly than: Party }
  /** Servers of the same owner, or of the provider, which strangers are not. */
  | { readonly kind: 'privilege'; readonly label: Party }
  /** Addresses that the dump leaves out. */
  | { readonly kind: 'prefixes'; readonly name: string; readonly paste: string };

/** `80`, `80-90`; null: neither. */
export function parsePorts(text: string): Ports | null {
  const [, first = '', last = first] = /^\s*(\d{1,5})\s*(?:-\s*(\d{1,5})\s*)?$/.exec(text) ?? [];
  return first === '' ? null : portsBetween(Number(first), Number(last));
}

/** Both included; null: no ports. */
export function portsBetween(first: unknown, last: unknown): Ports | null {
  if (!Number.isInteger(first) || !Number.isInteger(last)) return null;
  const [start, end] = [first as number, (last as number) + 1];
  return start >= 0 && start < end && end <= everyPort[1]! ? [start, end] : null;
}

export function unitePorts(parts: readonly Ports[]): Ports {
  return toIntervals(parts.map(([start, end]) => [start!, end!]));
}

const families: readonly Family[] = ['ipv4', 'ipv6'];

/** The rules of one paste, numbered from 1 as they stand in it: numbers take the place of lines. */
export class CloudRules {
  readonly #budget: Budget;
  readonly #objects: JsonObject[] = [];

  constructor(budget: Budget) {
    this.#budget = budget;
  }

  /** Adds what stands at the next place; null: it is not about incoming connections, or not in force. */
  add(object: JsonObject, rule: CloudRule | null): Rule[] {
    this.#objects.push(object);
    if (rule === null) return [];
    return rule.services.flatMap((service) => this.#draftsFor(rule, service).flatMap((draft) => build(draft, rule)));
  }

  readonly textOf = (line: number): string => JSON.stringify(this.#objects[line - 1]) ?? '';

  #draftsFor({ callers, doubt }: CloudRule, service: Service): RuleDraft[] {
    const drafts = this.#draftsOf(callers);
    for (const draft of drafts) {
      this.#budget.spend(1, 'rules');
      if (doubt) draft.doubt(doubt.reason, doubt.paste);
      if (service.protocol !== null) draft.protocols([service.protocol]);
      draft.ports(service.ports);
      if (service.sourcePorts) draft.sourcePorts(service.sourcePorts);
    }
    return drafts;
  }

  #draftsOf(callers: readonly Callers[]): RuleDraft[] {
    const ranges: AddressRange[] = [];
    const drafts: RuleDraft[] = [];
    const draftWith = (change: (draft: RuleDraft) => void) => {
      const draft = new RuleDraft(this.#objects.length, this.#budget);
      change(draft);
      drafts.push(draft);
    };
    for (const caller of callers) {
      if (caller.kind === 'everybody') draftWith(() => undefined);
      else if (caller.kind === 'others') draftWith((draft) => draft.privilege(caller.than, true));
      else if (caller.kind === 'privilege') draftWith((draft) => draft.privilege(caller.label));
      else if (caller.kind === 'prefixes')
        draftWith((draft) => draft.list('prefixes', caller.name, false, caller.paste));
      else {
        const range = parseAddressRange(caller.text);
        if (range) ranges.push(range);
        else draftWith((draft) => draft.doubt(dumpPhrase('source', { source: caller.text.slice(0, 80) })));
      }
    }
    for (const family of families) {
      const own = ranges.filter((range) => range.family === family);
      if (own.length > 0) draftWith((draft) => draft.sources(family, toAddressSet(own)));
    }
    return drafts;
  }
}

function build(draft: RuleDraft, { allows }: CloudRule): Rule[] {
  const rule = draft.build(allows ? { kind: 'accept' } : { kind: 'drop', reject: false });
  return rule ? [rule] : [];
}

/**
 * A ruleset of firewalls each of which has to let a connection in, and drops what no rule of it allows.
 * @param unknownPolicy why it may let in more; null: it does not
 */
export function cloudRuleset(
  chains: readonly (readonly Rule[])[],
  notes: readonly DumpPhrase[],
  unknownPolicy: Gap | null = null,
): Ruleset {
  const keyOf = (index: number) => chainKey('cloud', 'firewall', String(index));
  const baseChains = chains.map(
    (_rules, index): BaseChain => ({
      ...{ hook: 'input', kind: 'filter', priority: 0, families: new Set(families), chain: keyOf(index), line: 1 },
      ...(unknownPolicy ? { policy: null, unknownPolicy } : { policy: 'drop' }),
    }),
  );
  return {
    baseChains,
    chains: new Map(chains.map((rules, index) => [keyOf(index), rules])),
    families: new Set(families),
    notes,
  };
}

/** Rules that one of several firewalls has, where the paste does not say which of them the server has. */
export function unlessOthers(
  kind: 'network' | 'security-group' | 'firewall',
  name: string,
  count: number,
  paste: string,
): Gap | null {
  return count < 2 ? null : gap(dumpPhrase(`own-${kind}`, { name: name.slice(0, 120) }), paste);
}
