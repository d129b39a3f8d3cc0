import type { Budget } from './budget.ts';
import { readElements } from './nftables-elements.ts';
import type { NftChain, NftElement, NftHook, NftRule, NftTable } from './nftables-model.ts';
import { toRuleset } from './nftables-ruleset.ts';
import { readStatements } from './nftables-statements.ts';
import { NftTokens } from './nftables-tokens.ts';
import type { Ruleset } from './rule-model.ts';

/** Reads `nft list ruleset`. Null: it is nothing of the kind. */
export function readNftablesText(text: string, budget: Budget): Ruleset | null {
  const tokens = new NftTokens(text);
  const tables: NftTable[] = [];
  while (!tokens.atEnd()) {
    if (tokens.accept('table')) {
      const table = readTable(tokens);
      if (table) tables.push(table);
    } else tokens.skipStatement();
  }
  return tables.length === 0 ? null : toRuleset(tables, budget);
}

/** Null: what follows is no table. */
function readTable(tokens: NftTokens): NftTable | null {
  const words = tokens.takeWords();
  if (words.length < 1 || words.length > 2 || !tokens.accept('{')) return null;
  const [family, name] = words.length === 2 ? (words as [string, string]) : ['ip', words[0]!];
  const table: NftTable = { family, name, chains: new Map(), sets: new Map() };
  while (!tokens.atEnd() && !tokens.accept('}')) {
    if (tokens.accept('chain')) readChain(tokens, table);
    else if (tokens.accept('set') || tokens.accept('map')) readSet(tokens, table);
    else tokens.skipStatement();
  }
  return table;
}

function readChain(tokens: NftTokens, table: NftTable): void {
  const line = tokens.line;
  const [name] = tokens.takeWords();
  if (name === undefined || !tokens.accept('{')) {
    tokens.skipStatement();
    return;
  }
  const chain: NftChain = { line, hook: null, policy: null, rules: [] };
  table.chains.set(name, chain);
  while (!tokens.accept('}')) {
    if (tokens.atEnd()) {
      chain.rules.push(missingRest(tokens.line));
      return;
    }
    const start = tokens.line;
    if (tokens.accept('type')) {
      chain.hook = hookOf(tokens.takeStatement());
    } else if (tokens.accept('policy')) chain.policy = tokens.takeStatement()[0] ?? null;
    else if (tokens.peek() === 'comment' || tokens.peek() === 'flags') tokens.skipStatement();
    else {
      const statement = tokens.takeStatement();
      if (statement.length > 0) chain.rules.push({ line: start, statements: readStatements(statement) });
    }
  }
}

function missingRest(line: number): NftRule {
  return {
    line,
    statements: [{ kind: 'verdict', verdict: { kind: 'unclear', chain: 'the dump ends within the chain' } }],
  };
}

/** `filter hook input priority filter + 10` */
function hookOf(words: readonly string[]): NftHook | null {
  const [type, keyword, hook] = words;
  if (type === undefined || keyword !== 'hook' || hook === undefined) return null;
  const start = words.indexOf('priority') + 1;
  return { type, hook, priority: start === 0 ? 0 : priorityOf(words.slice(start)) };
}

/** By include/uapi/linux/netfilter_ipv4.h. */
const priorities: Readonly<Record<string, number>> = {
  raw: -300,
  mangle: -150,
  dstnat: -100,
  filter: 0,
  security: 50,
  srcnat: 100,
};

function priorityOf([first = '0', sign, offset]: readonly string[]): number {
  const base = Object.hasOwn(priorities, first) ? priorities[first]! : Number(first);
  const change = sign === '-' ? -Number(offset) : sign === '+' ? Number(offset) : 0;
  return Number.isFinite(base + change) ? base + change : 0;
}

function readSet(tokens: NftTokens, table: NftTable): void {
  const [name] = tokens.takeWords();
  if (name === undefined || !tokens.accept('{')) {
    tokens.skipStatement();
    return;
  }
  let elements: readonly NftElement[] = [];
  while (!tokens.atEnd() && !tokens.accept('}')) {
    const statement = tokens.takeStatement();
    if (statement[0] === 'elements') elements = readElements(statement.slice(statement.indexOf('{') + 1, -1));
  }
  table.sets.set(name, elements);
}
