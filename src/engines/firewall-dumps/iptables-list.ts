import { type Family, parseAddressRange } from './addresses.ts';
import type { Budget } from './budget.ts';
import { Ipsets } from './ipsets.ts';
import { type IptablesRule, type Option, untracks } from './iptables-rules.ts';
import { type IptablesTable, newTable, rulesetOfTables } from './iptables-tables.ts';
import type { Ruleset } from './rule-model.ts';

/**
 * Reads `iptables -L`, with or without -n, -v and --line-numbers, several of them together, and `ufw show raw`, which prints
 * the same for every table. Null: it is none of these.
 */
export function readIptablesList(lines: readonly string[], budget: Budget): Ruleset | null {
  const reader = new ListReader(lines);
  for (const [index, line] of lines.entries()) reader.read(line, index + 1);
  return reader.finish(budget);
}

/** Packets pass the hooks in this order, and listings name a table's chains in it. */
const hookOrder = ['PREROUTING', 'INPUT', 'FORWARD', 'OUTPUT', 'POSTROUTING'];

/** Which columns come before the target. */
interface Layout {
  readonly leading: number;
  readonly hasInterfaces: boolean;
}

class ListReader {
  readonly #lines: readonly string[];
  readonly #tables: IptablesTable[] = [];
  #family: Family | null = null;
  #table: IptablesTable | null = null;
  #chain: { readonly name: string; readonly policy: string | null; readonly line: number } | null = null;
  /** Of the chain; null: no heading has said yet which columns there are. */
  #rules: number[] | null = null;
  #lastHook = -1;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  read(line: string, number: number): void {
    const section = /^IPV([46])\b.*:$/.exec(line);
    if (section) {
      this.#family = section[1] === '6' ? 'ipv6' : 'ipv4';
      this.#lastHook = hookOrder.length;
      return;
    }
    const chain = /^Chain (\S{1,64}) \((?:policy ([A-Z]{1,32})\b|-?\d+ references\))/.exec(line);
    if (chain) this.#beginChain(chain[1]!, chain[2] ?? null, number);
    else if (isHeading(line)) this.#beginRows(layoutOf(line));
    else if (line.trim() !== '') this.#addRow(line, number);
  }

  finish(budget: Budget): Ruleset | null {
    return this.#tables.length === 0 ? null : rulesetOfTables(this.#tables, new Ipsets(this.#lines, budget), budget);
  }

  #beginChain(name: string, policy: string | null, line: number): void {
    const hook = policy === null ? -1 : hookOrder.indexOf(name);
    const table = this.#tables.at(-1);
    // Built-in chains come first, in order.
    const isNew =
      !table || (policy !== null && (hook <= this.#lastHook || this.#lastHook < 0)) || table.chains.has(name);
    const own = isNew ? newTable(null, this.#family) : table;
    if (isNew) this.#tables.push(own);
    this.#lastHook = policy === null ? hookOrder.length : hook;
    this.#table = own;
    this.#chain = { name, policy, line };
    this.#rules = null;
    own.chains.set(name, { line, policy, rules: [], read: () => null });
  }

  #beginRows(layout: Layout): void {
    if (!this.#chain || !this.#table) return;
    const { name, policy, line } = this.#chain;
    const read = (row: number) => readRow(this.#lines[row - 1]!, row, layout);
    this.#rules = [];
    this.#table.chains.set(name, { line, policy, rules: this.#rules, read });
  }

  #addRow(text: string, line: number): void {
    if (!this.#rules || !this.#table) return;
    this.#rules.push(line);
    this.#table.untracks ||= untracks(text);
    this.#table.family ??= familyOf(text);
  }
}

/** `num pkts bytes target prot opt …`, of which the first three can be missing. */
function isHeading(line: string): boolean {
  const words = line.slice(0, columnsLength(line)).trim().split(/\s+/, 5);
  return words.includes('target') && words[words.indexOf('target') + 1] === 'prot';
}

function layoutOf(header: string): Layout {
  const words = header.slice(0, columnsLength(header)).trim().split(/\s+/);
  return { leading: words.indexOf('target'), hasInterfaces: words.includes('in') };
}

/** Null: no rule. */
function readRow(line: string, number: number, { leading, hasInterfaces }: Layout): IptablesRule | null {
  const columns = [...line.slice(0, columnsLength(line)).matchAll(/\S+/g)];
  const text = (index: number) => columns[index]?.[0] ?? '';
  // The target may be blank. What follows the protocol tells: -- or -f.
  const isOption = (index: number) => /^(--|!?-f|!f)$/.test(text(index));
  const hasTarget = isOption(leading + 2) || !isOption(leading + 1);
  const protocol = leading + (hasTarget ? 1 : 0);
  // Before version 1.8 the option column of ip6tables was blank.
  const fragment = isOption(protocol + 1) ? text(protocol + 1) : null;
  const interfaces = protocol + (fragment === null ? 1 : 2);
  const source = interfaces + (hasInterfaces ? 2 : 0);
  const destination = columns[source + 1];
  if (!destination) return null;
  const options: Option[] = [
    condition('-p', text(protocol)),
    ...(fragment?.includes('f') ? [{ name: '-f', values: [], negated: fragment.startsWith('!') }] : []),
    ...(hasInterfaces
      ? [condition('-i', text(interfaces)), condition('-o', text(interfaces + 1))]
      : [{ name: '--hidden', values: [], negated: false }]),
    condition('-s', text(source)),
    condition('-d', destination[0]),
  ].filter(({ values, negated }) => negated || !isAnything(values[0]));
  const rest = line.slice(destination.index + destination[0].length);
  const details = readDetails(rest);
  options.push(...details.options);
  return { line: number, options, target: hasTarget ? text(leading) : null, goto: details.goto };
}

/** The columns are at the beginning; what comes behind can be long. */
function columnsLength(line: string): number {
  return Math.min(line.length, 1_024);
}

function condition(name: string, text: string): Option {
  const negated = text.startsWith('!');
  return { name, values: [negated ? text.slice(1) : text], negated };
}

const anything = new Set(['*', 'any', 'anywhere', 'all', '0', '0.0.0.0/0', '::/0']);

function isAnything(text: string | undefined): boolean {
  return text !== undefined && anything.has(text);
}

/** How the details of a row are printed: the pattern, and the option that it means. `!` in the first group negates. */
type Detail = readonly [pattern: RegExp, option: string, values?: (groups: readonly string[]) => string[]];

const details: readonly Detail[] = [
  [/\/\* .*? \*\/(?= |$)/y, '--comment'],
  [/(?:tcp|udp|udplite|sctp|dccp)(?= (?:spts?|dpts?|flags|option)[:=])/y, '--comment'],
  [/spts?:(!?)(\S+)/y, '--sport'],
  [/dpts?:(!?)(\S+)/y, '--dport'],
  [/flags:(!?)([^\s/]+)\/(\S+)/y, '--tcp-flags', ([, mask = '', flags = '']) => [mask, flags]],
  [/multiport dports +(!?)(\S+)/y, '--dports'],
  [/multiport sports +(!?)(\S+)/y, '--sports'],
  [/multiport ports +(!?)(\S+)/y, '--ports'],
  [/(!?) ?ctstate (\S+)/y, '--ctstate'],
  [/(!?) ?state (\S+)/y, '--state'],
  [/(!?) ?ctstatus (\S+)/y, '--ctstatus'],
  [/(!?)ctdir (\S+)/y, '--ctdir'],
  [/limit: avg \S+ burst \d+/y, '--limit'],
  [/limit: up to \S+/y, '--hashlimit-upto'],
  [/limit: above \S+/y, '--hashlimit-above'],
  [/(?:burst|mode|srcmask|dstmask|htable-\S+) \S+/y, '--hashlimit-mode'],
  [/#conn (?:src|dst)\/\S+ > (\d+)/y, '--connlimit-above', ([count = '']) => [count]],
  [/#conn (?:src|dst)\/\S+ <= (\d+)/y, '--connlimit-upto', ([count = '']) => [count]],
  [/(!?) ?recent: SET/y, '--set'],
  [/(!?) ?recent: UPDATE/y, '--update'],
  [/(!?) ?recent: CHECK/y, '--rcheck'],
  [/(!?) ?recent: REMOVE/y, '--remove'],
  [/(?:seconds|hit_count|name|side|mask): \S+/y, '--name'],
  [/(?:reap|TTL-Match)/y, '--name'],
  [/ADDRTYPE match/y, '--name'],
  [/dst-type (!?)(\S+)/y, '--dst-type'],
  [/src-type (!?)(\S+)/y, '--src-type'],
  [/limit-(?:in|out)/y, '--limit-iface-in'],
  [/PKTTYPE (!?)= (\S+)/y, '--pkt-type'],
  [/source IP range (!?) ?(\S+)/y, '--src-range'],
  [/destination IP range (!?) ?(\S+)/y, '--dst-range'],
  [/(?:icmptype|icmp type|ipv6-icmptype|ipv6-icmp type|icmpv6 type) ?!?\d+(?: code !?\d+)?/y, '--icmp-type'],
  [/rt type:?\S*/y, '--rt-type'],
  [/rpfilter invert/y, '--invert'],
  [/(!?) ?match-set (\S+) (\S+)/y, '--match-set'],
  [/policy match dir \S+ pol (\S+)/y, '--pol', ([policy = '']) => [policy]],
  [/MAC (!?) ?(\S+)/y, '--mac-source'],
  [/(?:connmark|mark) match (!?)(\S+)/y, '--mark'],
  [/redir ports (\S+)/y, '--to-ports', ([ports = '']) => [ports]],
  [/to:(\S+)/y, '--to-destination', ([destination = '']) => [destination]],
  [/CT notrack/y, '--notrack'],
  [/reject-with \S+/y, '--comment'],
  [/(?:LOG|NFLOG|ULOG|MARK|CONNMARK|TCPMSS|SET|DSCP|TOS|TTL|CLASSIFY|CT|NFQUEUE|TRACE)(?= |$).*/y, '--comment'],
];

const maxDetails = 64;

/** What is not understood makes the rule doubtful. */
function readDetails(text: string): { readonly options: Option[]; readonly goto: boolean } {
  const options: Option[] = [];
  const goto = /^\s*\[goto\]/.exec(text);
  let position = goto ? goto[0].length : 0;
  while (position < text.length) {
    if (text[position] === ' ') {
      position += 1;
      continue;
    }
    const found = detailAt(text, position);
    if (!found || options.length === maxDetails) {
      options.push({ name: text.slice(position, position + 60), values: [], negated: false });
      break;
    }
    options.push(found.option);
    position = found.end;
  }
  return { options, goto: goto !== null };
}

function detailAt(text: string, position: number): { readonly option: Option; readonly end: number } | null {
  for (const [pattern, name, values] of details) {
    pattern.lastIndex = position;
    const match = pattern.exec(text);
    if (!match) continue;
    const [first = '', ...others] = match.slice(1).map((group) => group ?? '');
    const option = { name, values: values ? values([first, ...others]) : others, negated: first === '!' };
    return { option, end: pattern.lastIndex };
  }
  return null;
}

/** IPv6 has addresses and an ICMP of its own. Null: neither is in the row. */
function familyOf(row: string): Family | null {
  for (const word of row.slice(0, columnsLength(row)).trim().split(/\s+/, 10)) {
    if (word === 'icmp') return 'ipv4';
    if (word === 'ipv6-icmp' || word === 'icmpv6') return 'ipv6';
    const range = parseAddressRange(word.startsWith('!') ? word.slice(1) : word);
    if (range) return range.family;
  }
  return null;
}
