import type { Family } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type DumpPhrase, dumpPhrase } from './dump-wording.ts';
import type { Ipsets } from './ipsets.ts';
import { type IptablesContext, type IptablesRule, missingPart, toRule } from './iptables-rules.ts';
import { type BaseChain, chainKey, type Hook, type Rule, type Ruleset } from './rule-model.ts';

/** A table as a listing shows it. */
export interface IptablesTable {
  /** Null: the listing does not name it; its built-in chains tell. */
  name: string | null;
  /** Null: neither a comment nor an address tells. */
  family: Family | null;
  readonly chains: Map<string, IptablesChain>;
  /** The line on which the dump broke off within it. */
  brokenOff: number | null;
  /** Whether a rule in it takes packets out of connection tracking. */
  untracks: boolean;
}

export interface IptablesChain {
  readonly line: number;
  /** Null: one that a user made. UNKNOWN: a built-in one whose policy the dump lacks. */
  readonly policy: string | null;
  /** The lines that have its rules. They are read one by one, since all of them at once take much memory. */
  readonly rules: number[];
  readonly read: (line: number) => IptablesRule | null;
}

export function newTable(name: string | null, family: Family | null): IptablesTable {
  return { name, family, chains: new Map(), brokenOff: null, untracks: false };
}

/** When the built-in chains of a table are run (linux/netfilter_ipv4.h). Those that packets leave by do not matter here. */
const builtIn: Readonly<Record<string, readonly (readonly [chain: string, hook: Hook, priority: number])[]>> = {
  raw: [['PREROUTING', 'prerouting', -300]],
  mangle: [
    ['PREROUTING', 'prerouting', -150],
    ['INPUT', 'input', -150],
    ['FORWARD', 'forward', -150],
  ],
  nat: [['PREROUTING', 'prerouting', -100]],
  filter: [
    ['INPUT', 'input', 0],
    ['FORWARD', 'forward', 0],
  ],
  security: [
    ['INPUT', 'input', 50],
    ['FORWARD', 'forward', 50],
  ],
};

/** The tables of a dump as one ruleset; families whose filter table it lacks are not told enough about. */
export function rulesetOfTables(tables: readonly IptablesTable[], ipsets: Ipsets, budget: Budget): Ruleset {
  const untracking = tables.some(({ untracks }) => untracks);
  const baseChains: BaseChain[] = [];
  const chains = new Map<string, readonly Rule[]>();
  const filtered = new Set<Family>();
  const seen = new Set<string>();
  for (const [index, table] of tables.entries()) {
    const name = table.name ?? nameByChains(table);
    const family = table.family ?? (seen.has(name) ? 'ipv6' : 'ipv4');
    if (table.family !== 'ipv6') seen.add(name);
    if (name === 'filter') filtered.add(family);
    const keyOf = (chain: string) => chainKey(family, `${name} ${index}`, chain);
    const context: IptablesContext = {
      family,
      chainOf: (chain) => (table.chains.has(chain) ? keyOf(chain) : undefined),
      untracks: untracking,
      ipsets,
      budget,
    };
    for (const [chainName, chain] of table.chains) chains.set(keyOf(chainName), rulesOf(table, chain, context));
    for (const [chainName, hook, priority] of builtIn[name] ?? []) {
      const chain = table.chains.get(chainName);
      if (!chain) continue;
      const policy = policies.get(chain.policy ?? '') ?? null;
      const kind = name === 'nat' ? 'nat' : 'filter';
      const families = new Set([family]);
      baseChains.push({ hook, kind, priority, families, chain: keyOf(chainName), policy, line: chain.line });
    }
  }
  return {
    baseChains,
    chains,
    families: filtered,
    notes: notesOf(tables),
  };
}

const policies = new Map<string, BaseChain['policy']>([
  ['ACCEPT', 'accept'],
  ['DROP', 'drop'],
]);

function rulesOf({ brokenOff }: IptablesTable, chain: IptablesChain, context: IptablesContext): readonly Rule[] {
  const rules: Rule[] = [];
  for (const line of chain.rules) {
    const read = chain.read(line);
    const rule = read && toRule(read, context);
    if (rule) rules.push(rule);
  }
  if (brokenOff === null) return rules;
  const missing = toRule({ line: brokenOff, options: [], target: missingPart, goto: false }, context);
  return [...rules, missing!];
}

function notesOf(tables: readonly IptablesTable[]): DumpPhrase[] {
  const notes = [dumpPhrase('note-iptables')];
  const isWhole = tables.some((table) => (table.name ?? nameByChains(table)) === 'nat');
  return isWhole ? notes : [...notes, dumpPhrase('note-nat')];
}

function nameByChains({ chains }: IptablesTable): string {
  const has = (chain: string) => chains.get(chain)?.policy != null;
  if (has('PREROUTING') && has('FORWARD')) return 'mangle';
  if (has('PREROUTING')) return has('POSTROUTING') ? 'nat' : 'raw';
  return 'filter';
}
