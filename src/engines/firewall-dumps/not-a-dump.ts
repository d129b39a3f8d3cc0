import { isIpsetLine } from './ipsets.ts';

/**
 * Whether a text is a script, source code or prose that has a dump, or pieces of one, in it: what it says is not what a
 * firewall does.
 */
export function isOtherText(lines: readonly string[]): boolean {
  const [first = ''] = lines;
  if (first.startsWith('#!') && !/\b(?:nft|ip6?tables-restore)\b/.test(first)) return true;
  const counter = new LineCounter();
  for (const line of lines) counter.add(line);
  return counter.foreign > fewForeign + counter.own / 2;
}

/** Prompts, greetings and other commands' output that were pasted along. */
const fewForeign = 10;

/** Tells lines that a firewall's listing can have from those that it cannot. Blank lines and comments are neither. */
class LineCounter {
  own = 0;
  foreign = 0;
  #block: 'rows' | 'table' | null = null;
  /** The line that closes a table, as far in as the one that opened it. */
  #end = '}';

  add(line: string): void {
    const text = line.slice(0, 200).trim();
    if (text === '') {
      if (this.#block === 'rows') this.#block = null;
      return;
    }
    if (text.startsWith('#')) return;
    if (/^Chain \S+ \((?:policy|-?\d+ references)/.test(text)) this.#block = 'rows';
    else if (/^table (?:\w+ )?\S+ \{/.test(text)) {
      this.#block = 'table';
      this.#end = `${/^\s*/.exec(line.slice(0, 200))![0]}}`;
    }
    if (this.#block !== null || isOwn(line, text)) this.own += 1;
    else this.foreign += 1;
    if (this.#block === 'table' && line.startsWith(this.#end)) this.#block = null;
  }
}

function isOwn(line: string, text: string): boolean {
  return ownLines.some((pattern) => pattern.test(text)) || indentedLines.test(line) || isIpsetLine(text);
}

const ownLines = [
  // iptables-save and -S
  /^(?:\[\d+:\d+\] )?-[APN] \S/,
  /^:\S+ \S+ \[/,
  /^\*\w+$/,
  /^COMMIT$/,
  // Files of nftables
  /^(?:include|define|flush|add|insert|create|delete|destroy|table) \S/,
  // ufw
  /\s(?:ALLOW|DENY|REJECT|LIMIT)(?: (?:IN|OUT|FWD))?\s+\S/,
  // firewall-cmd --direct
  /^(?:ipv4|ipv6|eb) \S/,
  // csf.conf
  /^[A-Z][A-Z0-9_]* = "/,
];
/** Settings of firewalld's zones, and lists of them. */
const indentedLines = /^(?: {2}[a-z][a-z -]*:|\s+(?:rule |port=))/;

/** What people paste instead of a dump, and what they can do. */
const hints: readonly (readonly [pattern: RegExp, hint: string])[] = [
  [
    /^(?:ipv4|ipv6|eb) (?:filter|nat|raw|mangle|security) \S+ -?\d+ /m,
    'Direct rules of firewalld alone do not say what its zones let in: paste `firewall-cmd --list-all-zones` before them, or `iptables-save` and `nft list ruleset` one after the other.',
  ],
  [
    /^\s*(?:sudo )?(?:\S*\/)?(?:ip6?tables|nft|ufw|firewall-cmd|ipset) [-\w]/m,
    'It looks like commands that change a firewall: paste what it prints when they have run.',
  ],
  [
    /^(?:#!|<\?php|use strict;|import |package )/,
    'It looks like a script: paste what the firewall prints when it has run.',
  ],
  [
    /^\s*(?:Netid\s+State|State\s+Recv-Q|(?:tcp|udp)6?\s+(?:LISTEN|UNCONN|\d+)\s)/m,
    'It looks like `ss` or `netstat`, which show what listens, not what the firewall lets in: paste `nft list ruleset` or `iptables-save`.',
  ],
  [
    /^NAME +NETWORK +DIRECTION |DescribeSecurityGroups|^Name +ResourceGroup +Priority |^ID +NAME +RULES COUNT/m,
    "It looks like a table of a provider's firewall: add `--output json` to the command of AWS or Azure, `--format=json` to that of Google, `-o json` to that of Hetzner.",
  ],
  [/^\s*[{[]\s*["{\]}]/, "It is JSON, but of no provider's firewall that is read."],
  [/^(?:pass|block) (?:in|out|all|quick|drop|return)\b/m, 'It looks like pf, the firewall of BSD, which is not read.'],
  [/^\s*(?:Rule Name|netsh |Get-NetFirewallRule)/m, 'It looks like the firewall of Windows, which is not read.'],
  [
    /^\s*\S{1,30}\s?[:：]\s?\S[^\n]{0,30}\s*$/,
    'If it is what `ufw status` prints in another language, `LC_ALL=C ufw status verbose` prints it in English.',
  ],
];

/** Why a text may not have been recognised, as a sentence; empty when nothing is known. */
export function hintFor(text: string): string {
  const beginning = text.slice(0, 20_000);
  return hints.find(([pattern]) => pattern.test(beginning))?.[1] ?? '';
}
