import type { Family } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type DumpPhrase, dumpPhrase } from './dump-wording.ts';
import { unclear } from './nftables-elements.ts';
import type { NftChain, NftRule, NftTable } from './nftables-model.ts';
import { keyOf, listRuleset, RuleCompiler } from './nftables-rules.ts';
import type { BaseChain, Hook, Rule, Ruleset } from './rule-model.ts';

/**
 * The tables of a dump as one ruleset.
 * @throws DumpTooLarge
 */
export function rulesetOfNftables(tables: readonly NftTable[], budget: Budget): Ruleset {
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
export function unclearRule(line: number, why: DumpPhrase): NftRule {
  return {
    line,
    statements: [{ kind: 'verdict', verdict: { ...unclear(why), paste: listRuleset } }],
  };
}

export function unreadRule(line: number): NftRule {
  return unclearRule(line, dumpPhrase('other-file'));
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
