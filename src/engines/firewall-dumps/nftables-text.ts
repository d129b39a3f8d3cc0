import type { Budget } from './budget.ts';
import { dumpPhrase } from './dump-wording.ts';
import { readElements } from './nftables-elements.ts';
import type { NftChain, NftElement, NftHook, NftTable } from './nftables-model.ts';
import { rulesetOfNftables, unclearRule, unreadRule } from './nftables-ruleset.ts';
import { readStatements } from './nftables-statements.ts';
import { NftTokens } from './nftables-tokens.ts';
import type { Ruleset } from './rule-model.ts';

/** Reads `nft list ruleset`. Null: it is nothing of the kind. */
export function readNftablesText(text: string, budget: Budget): Ruleset | null {
  const tokens = new NftTokens(text);
  const tables = new Map<string, NftTable>();
  /** Of what may change any table. */
  const outside: number[] = [];
  while (!tokens.atEnd()) {
    const { line } = tokens;
    if (tokens.accept('table')) readTable(tokens, tables);
    else if (changesTables(tokens.takeStatement(), tables.size > 0)) outside.push(line);
    else tokens.accept('}');
  }
  if (tables.size === 0) return null;
  for (const line of outside) for (const table of tables.values()) leaveOpen(table, line);
  return rulesetOfNftables([...tables.values(), ...elsewhere([...tables.values()])], budget);
}

/** Commands of a file that change what stands in its tables. Deleting a table before it is made changes nothing. */
function changesTables([command = '', object = '']: readonly string[], hasTables: boolean): boolean {
  switch (command) {
    case 'include':
      return true;
    case 'flush':
    case 'delete':
    case 'destroy':
      return hasTables || !(object === 'ruleset' || object === 'table');
    case 'add':
    case 'create':
      return object !== 'table';
    case 'insert':
    case 'replace':
    case 'rename':
      return true;
    default:
      return false;
  }
}

/** What is not in the dump may do anything to the chains of a table. */
function leaveOpen(table: NftTable, line: number): void {
  table.unread ??= line;
}

/** What is not in the dump may have chains of its own, before all others. */
function elsewhere(tables: readonly NftTable[]): NftTable[] {
  const line = tables.find(({ unread }) => unread !== null)?.unread ?? null;
  if (line === null) return [];
  const chain: NftChain = {
    line,
    hook: { type: 'filter', hook: 'prerouting', priority: -300 },
    policy: 'accept',
    rules: [unreadRule(line)],
  };
  return [{ family: 'inet', name: '', chains: new Map([['', chain]]), sets: new Map(), unread: null }];
}

/** A table can be opened again, and then has more. */
function readTable(tokens: NftTokens, tables: Map<string, NftTable>): void {
  const words = tokens.takeWords();
  if (words.length < 1 || words.length > 2 || !tokens.accept('{')) return;
  const [family, name] = words.length === 2 ? (words as [string, string]) : ['ip', words[0]!];
  const key = JSON.stringify([family, name]);
  const table = tables.get(key) ?? { family, name, chains: new Map(), sets: new Map(), unread: null };
  tables.set(key, table);
  while (!tokens.atEnd() && !tokens.accept('}')) {
    const { line } = tokens;
    if (tokens.accept('chain')) readChain(tokens, table);
    else if (tokens.accept('set') || tokens.accept('map')) readSet(tokens, table);
    else if (tokens.takeStatement()[0] === 'include') leaveOpen(table, line);
  }
}

function readChain(tokens: NftTokens, table: NftTable): void {
  const line = tokens.line;
  const [name] = tokens.takeWords();
  if (name === undefined || !tokens.accept('{')) {
    tokens.skipStatement();
    return;
  }
  const chain: NftChain = table.chains.get(name) ?? { line, hook: null, policy: null, rules: [] };
  table.chains.set(name, chain);
  while (!tokens.accept('}')) {
    if (tokens.atEnd()) {
      chain.rules.push(unclearRule(tokens.line, dumpPhrase('chain-ends')));
      return;
    }
    const start = tokens.line;
    if (tokens.accept('type')) {
      chain.hook = hookOf(tokens.takeStatement());
    } else if (tokens.accept('policy')) chain.policy = tokens.takeStatement()[0] ?? null;
    else if (tokens.accept('include')) {
      // Its name, behind which another rule may stand.
      tokens.takeWord();
      chain.rules.push(unreadRule(start));
    } else if (tokens.peek() === 'comment' || tokens.peek() === 'flags') tokens.skipStatement();
    else {
      const statement = tokens.takeStatement();
      if (statement.length > 0) chain.rules.push({ line: start, statements: readStatements(statement) });
    }
  }
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
  table.sets.set(name, [...(table.sets.get(name) ?? []), ...elements]);
}
