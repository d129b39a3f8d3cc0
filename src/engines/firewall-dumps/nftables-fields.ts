import {
  type AddressRange,
  type AddressSet,
  everyAddress,
  type Family,
  parseAddressRange,
  toAddressSet,
} from './addresses.ts';
import { dumpPhrase } from './dump-wording.ts';
import { type Point, subtract } from './intervals.ts';
import type { NftValue } from './nftables-model.ts';
import type { RuleDraft } from './rule-draft.ts';
import { everyPort, type Ports } from './rule-model.ts';
import { parsePort, parsePortList } from './service-names.ts';
import { party } from './sources.ts';

export interface Comparison {
  /** Whether the words stand in a set. */
  readonly isSet: boolean;
  /** Whether any rule of the dump keeps packets from being tracked. */
  readonly untracks: boolean;
}

/** Adds to the draft that a packet's field compares so with the words. */
export function compareField(
  draft: RuleDraft,
  field: string,
  operator: string,
  words: readonly string[],
  { isSet, untracks }: Comparison,
): void {
  const negated = operator === '!=';
  const isComparison = operator === '<' || operator === '>' || operator === '<=' || operator === '>=';
  if (isComparison && !/ dport$/.test(field)) {
    draft.doubt(dumpPhrase('compares', { fields: field }));
    return;
  }
  const holds = (is: boolean) => draft.never(is !== negated);
  switch (field) {
    case 'tcp dport':
    case 'udp dport':
    case 'th dport':
    case 'tcp sport':
    case 'udp sport':
    case 'th sport':
      comparePorts(draft, field, operator, words);
      return;
    case 'ip saddr':
    case 'ip6 saddr':
    case 'ip daddr':
    case 'ip6 daddr':
      compareAddresses(draft, field, words, negated);
      return;
    case 'meta l4proto':
      draft.protocols(words, negated);
      return;
    case 'ip protocol':
      draft.families(['ipv4']);
      draft.protocols(words, negated);
      return;
    case 'ip6 nexthdr':
      draft.families(['ipv6']);
      draft.protocols(words, negated);
      return;
    case 'meta nfproto':
      draft.families(familiesNamed(words), negated);
      return;
    case 'meta protocol':
    case 'ether type':
      draft.families(familiesNamed(words), negated);
      return;
    case 'iif':
    case 'iifname':
      draft.inInterface(words, negated);
      return;
    case 'oif':
    case 'oifname':
      draft.outInterface(words, negated);
      return;
    case 'iiftype':
      words.includes('loopback') ? holds(false) : draft.doubt(dumpPhrase('interface-type'));
      return;
    case 'ct state':
      compareState(draft, words, negated || operator === '!', untracks);
      return;
    case 'ct status':
      if (words.includes('dnat')) draft.translated(!negated);
      draft.connection(words.includes('dnat') || negated, false);
      return;
    case 'ct direction':
      draft.connection((words.includes('original') || words.includes('0')) !== negated, false);
      return;
    case 'ct helper':
      holds(false);
      return;
    case 'tcp flags':
      draft.protocols(['tcp']);
      holds(operator === '!' ? !words.includes('syn') : matchesOpeningFlags(operator, words, isSet));
      return;
    case 'fib daddr type':
      compareDestinationType(draft, words, negated);
      return;
    case 'fib saddr type':
      holds(words.includes('unicast'));
      return;
    case 'pkttype':
      holds(words.includes('host') || words.includes('unicast'));
      return;
    case 'secpath':
      words.includes('missing') || words.includes('0') ? undefined : draft.privilege(party('named', 'IPsec'), negated);
      return;
  }
  // A stranger's packet comes back by the way that it came, and has neither fragments nor extension headers.
  if (/^fib saddr\b.* oif$/.test(field)) {
    holds(!words.includes('missing') && !words.includes('0'));
    return;
  }
  if (field === 'ip frag-off') {
    holds(words.includes('0'));
    return;
  }
  if (/^(exthdr|frag|hbh|rt|mh|dst)\b/.test(field)) {
    holds(words.includes('missing'));
    return;
  }
  if (/^(icmp|icmpv6|sctp|dccp|udplite|ah|esp|comp|igmp|gre|arp)\b/.test(field)) {
    draft.never();
    return;
  }
  draft.doubt(dumpPhrase('undecided-field', { field }));
}

function compareState(draft: RuleDraft, words: readonly string[], negated: boolean, untracks: boolean): void {
  if (untracks && words.includes('new') !== words.includes('untracked')) draft.doubt(dumpPhrase('tracked'));
  else draft.connection(words.includes('new') !== negated, words.includes('invalid') !== negated);
}

/** Packets that lack a header match nothing that is in it. */
export function requireHeader(draft: RuleDraft, field: string): void {
  const [header = ''] = field.split(' ');
  if (header === 'ip') draft.families(['ipv4']);
  else if (header === 'ip6') draft.families(['ipv6']);
  else if (header === 'th') draft.protocols(['tcp', 'udp']);
  else if (header === 'tcp' || header === 'udp') draft.protocols([header]);
}

function comparePorts(draft: RuleDraft, field: string, operator: string, words: readonly string[]): void {
  const isList = operator === '==' || operator === '!=' || operator === 'in';
  const ports = isList ? parsePortList(words) : portsBeyond(operator, words);
  addPorts(draft, field, ports, operator === '!=', words.slice(0, listedWords).join(', '));
}

const listedWords = 10;

/** @param text what the ports were read from */
export function addPorts(draft: RuleDraft, field: string, ports: Ports | null, negated: boolean, text: string): void {
  requireHeader(draft, field);
  if (ports === null) draft.doubt(dumpPhrase('port', { port: text }));
  else if (field.endsWith('dport')) draft.ports(ports, negated);
  else draft.sourcePorts(ports, negated);
}

function portsBeyond(operator: string, words: readonly string[]): Ports | null {
  const port = words.length === 1 ? parsePort(words[0]!) : null;
  if (port === null) return null;
  switch (operator) {
    case '<':
      return port === 0 ? [] : [0, port];
    case '<=':
      return [0, port + 1];
    case '>':
      return subtract(everyPort, [0, port + 1]);
    case '>=':
      return subtract(everyPort, [0, port]);
    default:
      return null;
  }
}

function compareAddresses(draft: RuleDraft, field: string, words: readonly string[], negated: boolean): void {
  const set = parseAddresses(words, familyOfField(field));
  addAddresses(draft, field, set, negated, words.slice(0, listedWords).join(', '));
}

export function familyOfField(field: string): Family {
  return field.startsWith('ip6') ? 'ipv6' : 'ipv4';
}

/** Null: one of them is no address of the family. */
export function parseAddresses(words: readonly string[], family: Family): AddressSet | null {
  const ranges = words.map((word) => (word === '*' ? wholeOf(family) : parseAddressRange(word)));
  return ranges.some((range) => range?.family !== family) ? null : toAddressSet(ranges as AddressRange[]);
}

/** @param text what the addresses were read from */
export function addAddresses(
  draft: RuleDraft,
  field: string,
  set: AddressSet | null,
  negated: boolean,
  text: string,
): void {
  const family = familyOfField(field);
  draft.families([family]);
  if (set === null) draft.doubt(dumpPhrase('addresses', { name: text }));
  else if (field.endsWith('saddr')) draft.sources(family, set, negated);
  else draft.destinations(family, set, negated);
}

function wholeOf(family: Family): AddressRange {
  const [start, end] = everyAddress[family] as [Point, Point];
  return { family, start, end };
}

function familiesNamed(words: readonly string[]): readonly Family[] {
  const names: Readonly<Record<string, Family>> = {
    ip: 'ipv4',
    ipv4: 'ipv4',
    ip6: 'ipv6',
    ipv6: 'ipv6',
    '2': 'ipv4',
    '10': 'ipv6',
  };
  return words.flatMap((word) => names[word] ?? []);
}

function compareDestinationType(draft: RuleDraft, words: readonly string[], negated: boolean): void {
  const [local, unicast] = [words.includes('local'), words.includes('unicast')];
  if (local === unicast) draft.never(local !== negated);
  else draft.local(local !== negated);
}

/** Whether the flags of an opening packet match: a list is any of these bits, a set and `==` exactly these. */
function matchesOpeningFlags(operator: string, words: readonly string[], isSet: boolean): boolean {
  if (isSet) return words.includes('syn');
  return operator === 'in' ? words.includes('syn') : words.length === 1 && words[0] === 'syn';
}

/** `tcp flags & (fin | syn | rst | ack) == syn` and the like. */
export function compareMasked(
  draft: RuleDraft,
  field: string,
  mask: readonly string[],
  operator: string,
  value: NftValue,
): void {
  const words = value.kind === 'words' ? value.words : [];
  if (field === 'ip frag-off' && words.length === 1 && Number(words[0]) === 0) {
    draft.never(operator === '==');
    return;
  }
  if (field !== 'tcp flags' || words.length === 0 || (operator !== '==' && operator !== '!=')) {
    draft.doubt(dumpPhrase('masks', { field }));
    return;
  }
  draft.protocols(['tcp']);
  const isSynOnly = words.length === 1 && words[0] === 'syn';
  const isNothing = words.length === 1 && Number(words[0]) === 0;
  const equal = mask.includes('syn') ? isSynOnly : isNothing;
  draft.never(equal !== (operator === '!='));
}
