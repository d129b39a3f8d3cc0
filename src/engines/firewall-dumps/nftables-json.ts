import type { Budget } from './budget.ts';
import { type DumpTextKey, dumpPhrase } from './dump-wording.ts';
import { endOfJson, isObject, type JsonObject } from './json-text.ts';
import { unclear, verdictOf } from './nftables-elements.ts';
import type { NftElement, NftRule, NftStatement, NftTable, NftValue, NftVerdict } from './nftables-model.ts';
import { rulesetOfNftables } from './nftables-ruleset.ts';
import type { Ruleset } from './rule-model.ts';

export interface NftJson {
  readonly ruleset: Ruleset;
  /** The text of an object of its list, from 1: they take the place of lines, because nft writes all of it into one. */
  readonly textOf: (line: number) => string;
}

/** Reads `nft -j list ruleset` (libnftables-json(5)). Null: it is nothing of the kind. */
export function readNftablesJson(text: string, budget: Budget): NftJson | null {
  const objects = parseObjects(text);
  if (!objects) return null;
  const tables = new Map<string, NftTable>();
  const tableOf = (owner: JsonObject) => tables.get(JSON.stringify([owner.family, owner.table]));
  for (const [index, object] of objects.entries()) {
    const line = index + 1;
    const { table, chain, rule } = object;
    const set = isObject(object.set) ? object.set : object.map;
    if (isObject(table)) addTable(tables, table);
    else if (isObject(chain)) addChain(tableOf(chain), chain, line);
    else if (isObject(rule)) addRule(tableOf(rule), rule, line);
    else if (isObject(set)) tableOf(set)?.sets.set(String(set.name), elementsOf(set.elem));
  }
  if (tables.size === 0) return null;
  return { ruleset: rulesetOfNftables([...tables.values()], budget), textOf: (line) => jsonOf(objects[line - 1]) };
}

function jsonOf(value: unknown): string {
  return JSON.stringify(value) ?? '';
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value];
}

/** Null: not what nft writes. What stands behind it does not matter. */
function parseObjects(text: string): readonly JsonObject[] | null {
  if (!/^\s*\{\s*"nftables"/.test(text)) return null;
  const end = endOfJson(text, text.indexOf('{'));
  if (end === null) return null;
  try {
    const { nftables } = JSON.parse(text.slice(0, end)) as { nftables: unknown };
    return Array.isArray(nftables) ? nftables.map((object) => (isObject(object) ? object : {})) : null;
  } catch {
    return null;
  }
}

function addTable(tables: Map<string, NftTable>, { family, name }: JsonObject): void {
  const table = { family: String(family), name: String(name), chains: new Map(), sets: new Map(), unread: null };
  tables.set(JSON.stringify([family, name]), table);
}

function addChain(table: NftTable | undefined, chain: JsonObject, line: number): void {
  const { name, type, hook, prio, policy } = chain;
  const base = typeof hook === 'string' ? { type: String(type), hook, priority: Number(prio) || 0 } : null;
  table?.chains.set(String(name), { line, hook: base, policy: typeof policy === 'string' ? policy : null, rules: [] });
}

function addRule(table: NftTable | undefined, { chain, expr }: JsonObject, line: number): void {
  const statements = asArray(expr).flatMap((statement) => (isObject(statement) ? readStatement(statement) : []));
  const rule: NftRule = { line, statements };
  table?.chains.get(String(chain))?.rules.push(rule);
}

function readStatement(statement: JsonObject): NftStatement[] {
  const [kind = '', details] = Object.entries(statement)[0] ?? [];
  const content: JsonObject = isObject(details) ? details : {};
  switch (kind) {
    case 'match':
      return [readMatch(content)];
    case 'vmap':
      return [{ kind: 'vmap', fields: fieldsOf(content.key) ?? [], value: toValue(content.data) }];
    case 'accept':
    case 'drop':
    case 'return':
    case 'continue':
    case 'jump':
    case 'goto':
      return [{ kind: 'verdict', verdict: verdictIn(statement) }];
    case 'reject':
      return [{ kind: 'reject', type: rejectTypes[String(content.type)] ?? '' }];
    case 'limit':
      if (details !== null && typeof details === 'string') return [doubt('limit-named')];
      return [{ kind: 'limit', isOver: content.inv === true }];
    case 'ct count':
      return [{ kind: 'connections', isOver: content.inv === true, count: Number(content.val) }];
    case 'set':
    case 'meter':
      return [
        { kind: 'reads', fields: fieldsOf(keyIn(content.elem ?? content.key)) ?? [] },
        ...asArray(content.stmt).flatMap((inner) => (isObject(inner) && isLimit(inner) ? readStatement(inner) : [])),
      ];
    case 'dnat':
    case 'redirect':
      return [readTranslation(content)];
    case 'notrack':
      return [{ kind: 'untrack' }];
    case 'counter':
    case 'log':
    case 'mangle':
    case 'snat':
    case 'masquerade':
    case 'dup':
    case 'flow':
    case 'ct helper':
    case 'ct timeout':
    case 'ct expectation':
    case 'secmark':
    case 'last':
    case 'map':
      return [];
    case 'xt':
      return readExtension(content);
    case 'quota':
      return [doubt('passed')];
    default:
      return [{ kind: 'verdict', verdict: verdictOf([kind]) }];
  }
}

/** What of a dynamic set matters. */
function isLimit(statement: JsonObject): boolean {
  return 'limit' in statement || 'ct count' in statement;
}

const rejectTypes: Readonly<Record<string, string>> = { 'tcp reset': 'tcp', icmp: 'icmp', icmpv6: 'icmpv6' };

function doubt(key: DumpTextKey, values?: Readonly<Record<string, string>>): NftStatement {
  return { kind: 'doubt', reason: dumpPhrase(key, values) };
}

/** What iptables wrote is in the JSON by name only. */
function readExtension({ type, name }: JsonObject): NftStatement[] {
  if (name === 'comment') return [];
  const reason = dumpPhrase('json-extension', { name: String(name) });
  if (type !== 'target') return [{ kind: 'doubt', reason }];
  if (passingTargets.has(String(name))) return [];
  if (name === 'REJECT') return [{ kind: 'reject', type: '' }];
  return [{ kind: 'verdict', verdict: unclear(reason) }];
}

const passingTargets = new Set(['LOG', 'NFLOG', 'MARK', 'CONNMARK', 'TCPMSS', 'MASQUERADE', 'SNAT', 'CHECKSUM']);

function verdictIn(statement: JsonObject): NftVerdict {
  const [kind = '', details] = Object.entries(statement)[0] ?? [];
  return verdictOf([kind, isObject(details) ? String(details.target) : '']);
}

function readMatch({ op, left, right }: JsonObject): NftStatement {
  const masked = isObject(left) && Array.isArray(left['&']) ? left['&'] : null;
  const fields = fieldsOf(masked ? masked[0] : left);
  const operator = operators.get(String(op));
  if (fields === null || operator === undefined) return doubt('undecided-json', { text: jsonOf(left).slice(0, 60) });
  const mask = masked ? wordsOf(masked[1]) : null;
  const isBits = operator === 'in' && fields[0] !== 'tcp flags';
  return { kind: 'match', fields, mask, operator: isBits ? '==' : operator, value: toValue(right) };
}

const operators = new Map<string, Extract<NftStatement, { kind: 'match' }>['operator']>([
  ['==', '=='],
  ['!=', '!='],
  ['<', '<'],
  ['>', '>'],
  ['<=', '<='],
  ['>=', '>='],
  ['!', '!'],
  ['in', 'in'],
]);

/** The names that the text of nftables has for them; null: something else than fields. */
function fieldsOf(left: unknown): string[] | null {
  if (isObject(left) && Array.isArray(left.concat)) {
    const fields = left.concat.map(fieldOf);
    return fields.includes(null) ? null : (fields as string[]);
  }
  const field = fieldOf(left);
  return field === null ? null : [field];
}

function fieldOf(left: unknown): string | null {
  if (!isObject(left)) return null;
  const { payload, meta, ct, fib, exthdr } = left;
  if (isObject(payload) && typeof payload.protocol === 'string') return `${payload.protocol} ${String(payload.field)}`;
  if (isObject(meta)) return bareKeys.test(String(meta.key)) ? String(meta.key) : `meta ${String(meta.key)}`;
  if (isObject(ct)) return ct.dir === undefined ? `ct ${String(ct.key)}` : `ct ${String(ct.dir)} ${String(ct.key)}`;
  if (isObject(fib)) return `fib ${asArray(fib.flags).map(String).join(' . ')} ${String(fib.result)}`;
  return isObject(exthdr) ? `exthdr ${String(exthdr.name)}` : null;
}

const bareKeys = /^(iif|oif|iifname|oifname|iiftype|oiftype|iifgroup|oifgroup|pkttype|secpath)$/;

function toValue(right: unknown): NftValue {
  if (typeof right === 'string' && right.startsWith('@')) return { kind: 'named', name: right.slice(1) };
  if (isObject(right) && right.set !== undefined) return { kind: 'elements', elements: elementsOf(right.set) };
  return { kind: 'words', words: wordsOf(right) };
}

function elementsOf(value: unknown): NftElement[] {
  return asArray(value).map((element) => {
    // Of maps, key and data.
    if (Array.isArray(element))
      return { key: keyOf(element[0]), verdict: isObject(element[1]) ? verdictIn(element[1]) : verdictOf([]) };
    return { key: keyOf(element), verdict: null };
  });
}

/** Elements can have a timeout and more, beside their value. */
function keyIn(value: unknown): unknown {
  return isObject(value) && isObject(value.elem) ? value.elem.val : value;
}

function keyOf(value: unknown): string[] {
  const inner = keyIn(value);
  if (isObject(inner) && Array.isArray(inner.concat)) return inner.concat.map(wordOf);
  return [wordOf(inner)];
}

function wordsOf(value: unknown): string[] {
  if (isObject(value) && Array.isArray(value['|'])) return value['|'].map(wordOf);
  if (typeof value === 'boolean') return [value ? 'exists' : 'missing'];
  return asArray(value).map(wordOf);
}

function wordOf(value: unknown): string {
  if (!isObject(value)) return String(value);
  const { prefix, range } = value;
  if (isObject(prefix)) return `${String(prefix.addr)}/${String(prefix.len)}`;
  if (Array.isArray(range)) return `${String(range[0])}-${String(range[1])}`;
  return '?';
}

/** From maps a target is not one place. */
function readTranslation({ addr, port }: JsonObject): NftStatement {
  const isPlain = (value: unknown) => value === undefined || typeof value === 'string' || typeof value === 'number';
  if (isPlain(addr) && isPlain(port))
    return {
      kind: 'translate',
      address: addr === undefined ? '' : String(addr),
      port: port === undefined ? '' : String(port),
    };
  return {
    kind: 'verdict',
    verdict: unclear(dumpPhrase('translation-depends')),
  };
}
