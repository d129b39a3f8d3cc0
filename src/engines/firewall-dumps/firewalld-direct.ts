import type { Budget } from './budget.ts';
import { dumpPhrase } from './dump-wording.ts';
import { Ipsets } from './ipsets.ts';
import { readRuleWords } from './iptables-save.ts';
import { type IptablesTable, newTable, rulesetOfTables } from './iptables-tables.ts';
import { gap, type Rule, type Ruleset } from './rule-model.ts';

/** As `firewall-cmd --direct --get-all-rules` prints them: `ipv4 filter INPUT 0 -p tcp --dport 22 -j ACCEPT`. */
const rulePattern = /^(ipv[46]) (filter|nat|raw|mangle|security) (\S{1,64}) (-?\d{1,9}) (\S.*)$/;
/** What is handed to iptables as it is (`--get-all-passthroughs`): `ipv4 -I INPUT -p tcp --dport 22 -j ACCEPT`. */
const passthroughPattern = /^(ipv[46]) -\S/;

export interface DirectRules extends Pick<Ruleset, 'baseChains' | 'chains'> {
  /** What lets packets in, for the beginning of the zones' own chain. */
  readonly accepting: readonly Rule[];
}

/** The direct rules of firewalld that stand beside its zones in a dump. Null: there are none. */
export function readDirectRules(lines: readonly string[], budget: Budget): DirectRules | null {
  const tables = new DirectTables();
  for (const [index, line] of lines.entries()) {
    const [, version, table, chain, priority, words] = rulePattern.exec(line.trim()) ?? [];
    const [, passed] = passthroughPattern.exec(line.trim()) ?? [];
    if (version !== undefined)
      tables.add(version, table!, chain!, { line: index + 1, priority: Number(priority), words: words! });
    else if (passed !== undefined)
      tables.add(passed, 'filter', 'INPUT', { line: index + 1, priority: -Infinity, words: null });
  }
  const all = tables.all();
  if (all.length === 0) return null;
  const { baseChains, chains } = rulesetOfTables(all, new Ipsets(lines, budget), budget);
  const inputs = baseChains.filter(({ hook, priority }) => hook === 'input' && priority === 0);
  const accepting = inputs
    .flatMap(({ chain }) => chains.get(chain) ?? [])
    .filter(({ action }) => action.kind !== 'drop');
  return { baseChains, chains, accepting: accepting.map((rule) => ({ ...rule, doubt: rule.doubt ?? backend })) };
}

/** With iptables what a direct rule accepts is let in; with nftables it must pass the zones, too. */
const backend = gap(dumpPhrase('firewalld-backend'), 'nft list ruleset');

interface DirectRule {
  readonly line: number;
  readonly priority: number;
  /** Null: handed to iptables unread. */
  readonly words: string | null;
}

/** Tables of iptables that only have direct rules. */
class DirectTables {
  readonly #tables = new Map<string, { readonly table: IptablesTable; readonly rules: Map<string, DirectRule[]> }>();

  add(version: string, name: string, chain: string, rule: DirectRule): void {
    const key = `${version} ${name}`;
    const own = this.#tables.get(key) ?? {
      table: newTable(name, version === 'ipv6' ? 'ipv6' : 'ipv4'),
      rules: new Map<string, DirectRule[]>(),
    };
    this.#tables.set(key, own);
    const rules = own.rules.get(chain) ?? [];
    rules.push(rule);
    own.rules.set(chain, rules);
  }

  all(): IptablesTable[] {
    return [...this.#tables.values()].map(({ table, rules }) => {
      for (const [name, own] of rules) {
        const inOrder = own.toSorted((a, b) => a.priority - b.priority);
        const words = new Map(own.map((rule) => [rule.line, rule.words]));
        table.chains.set(name, {
          line: inOrder[0]!.line,
          policy: name === name.toUpperCase() ? 'ACCEPT' : null,
          rules: inOrder.map(({ line }) => line),
          read: (line) => {
            const text = words.get(line) ?? null;
            if (text !== null) return readRuleWords(text, line);
            return { line, options: [], target: 'a rule that is passed through', goto: false };
          },
        });
      }
      return table;
    });
  }
}
