import { type Family, parseAddress, parseAddressRange, toAddressSet } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type DumpPhrase, dumpPhrase } from './dump-wording.ts';
import type { Ipsets } from './ipsets.ts';
import { RuleDraft } from './rule-draft.ts';
import { type Action, gap, type Rule } from './rule-model.ts';
import { parsePort, parsePortList } from './service-names.ts';
import { party } from './sources.ts';

/** One option of a rule, as `iptables -S` writes it: `! --dport 22` is `{name: '--dport', values: ['22'], negated: true}`. */
export interface Option {
  readonly name: string;
  readonly values: readonly string[];
  readonly negated: boolean;
}

/** A rule of iptables, whatever the listing it was in. */
export interface IptablesRule {
  readonly line: number;
  readonly options: readonly Option[];
  /** Null: it only counts. */
  readonly target: string | null;
  readonly goto: boolean;
}

export interface IptablesContext {
  /** Null: the rules tell by themselves, or are for both. */
  readonly family: Family | null;
  /** The name under which a chain is known, or undefined when there is none. */
  readonly chainOf: (name: string) => string | undefined;
  /** Whether rules take packets out of connection tracking, so that a new connection may be untracked. */
  readonly untracks: boolean;
  readonly ipsets: Ipsets;
  readonly budget: Budget;
}

/** Null: the rule can never decide about a stranger's new connection. */
export function toRule({ line, options, target, goto }: IptablesRule, context: IptablesContext): Rule | null {
  const action = target === null ? null : actionOf(target, goto, options, context);
  if (action === null) return null;
  const draft = new RuleDraft(line, context.budget);
  if (context.family !== null) draft.families([context.family]);
  for (const option of options) addCondition(draft, option, context);
  return draft.build(action);
}

/** Whether the text of a rule takes packets out of connection tracking. */
export function untracks(text: string): boolean {
  return text.includes('notrack') || text.includes('NOTRACK');
}

/** Null: it decides nothing. */
function actionOf(
  target: string,
  goto: boolean,
  options: readonly Option[],
  { chainOf }: IptablesContext,
): Action | null {
  const optionValue = (name: string) => options.find((option) => option.name === name)?.values[0];
  switch (target) {
    case 'ACCEPT':
      return { kind: 'accept' };
    case 'DROP':
      return { kind: 'drop', reject: false };
    case 'REJECT':
      return { kind: 'drop', reject: true };
    case 'RETURN':
      return { kind: 'return' };
    case 'REDIRECT':
      return translation('', optionValue('--to-ports') ?? '');
    case 'DNAT':
      return destinationOf(optionValue('--to-destination') ?? '');
  }
  const chain = chainOf(target);
  if (chain !== undefined) return { kind: goto ? 'goto' : 'jump', chain };
  if (passing.has(target)) return null;
  return { kind: 'unclear', why: gap(target === missingPart ? dumpPhrase('rest') : dumpPhrase('target', { target })) };
}

/** In the place of a target: the rules that stand behind the end of a dump that breaks off. */
export const missingPart = 'the part of the dump that is missing';

/** Targets after which the next rule is looked at. */
const passing = new Set(
  (
    'AUDIT CHECKSUM CLASSIFY CONNMARK CONNSECMARK CT DSCP ECN HL HMARK IDLETIMER LED LOG MARK MASQUERADE NETMAP NFLOG ' +
    'NOTRACK RATEEST SECMARK SET SNAT TCPMSS TCPOPTSTRIP TEE TOS TRACE TTL ULOG'
  ).split(' '),
);

/** `172.17.0.2:80`, `[2001:db8::1]:80`, an address alone, or `:80`. */
function destinationOf(text: string): Action {
  const bracketed = /^\[([^\]]*)\](?::(.*))?$/.exec(text);
  if (bracketed) return translation(bracketed[1]!, bracketed[2] ?? '');
  const colons = text.split(':');
  return colons.length > 2 ? translation(text, '') : translation(colons[0]!, colons[1] ?? '');
}

/** @returns where packets are sent, when that is one place */
export function translation(addressText: string, portText: string): Action {
  const address = addressText === '' ? null : parseAddress(addressText);
  const port = portText === '' ? null : parsePort(portText);
  const isOnePlace = (addressText === '' || address !== null) && (portText === '' || port !== null);
  const isLoopback = address?.family === 'ipv4' && Number(address.value) >>> 24 === 127;
  if (!isOnePlace || isLoopback)
    return { kind: 'unclear', why: gap(dumpPhrase('translation', { place: `${addressText}:${portText}` })) };
  return { kind: 'translate', address: address?.value ?? null, port };
}

/** Adds the condition of one option. */
type Condition = (draft: RuleDraft, values: readonly string[], negated: boolean, context: IptablesContext) => void;

function addCondition(draft: RuleDraft, { name, values, negated }: Option, context: IptablesContext): void {
  const condition = conditions.get(name);
  if (condition) condition(draft, values, negated, context);
  else if (!harmless.has(name)) draft.doubt(dumpPhrase('undecided-condition', { name }));
}

const ports: Condition = (draft, [list = ''], negated) => {
  const set = parsePortList(list.split(','));
  if (set) draft.ports(set, negated);
  else draft.doubt(dumpPhrase('port', { port: list }));
};

const sourcePorts: Condition = (draft, [list = ''], negated) => {
  const set = parsePortList(list.split(','));
  if (set) draft.sourcePorts(set, negated);
  else draft.doubt(dumpPhrase('port', { port: list }));
};

const addresses =
  (side: 'sources' | 'destinations'): Condition =>
  (draft, [text = ''], negated) => {
    const range = parseAddressRange(text);
    if (range) draft[side](range.family, toAddressSet([range]), negated);
    else draft.doubt(dumpPhrase('address', { address: text }));
  };

const protocol: Condition = (draft, [name = ''], negated) => {
  if (name === 'all' || name === '0') draft.never(!negated);
  else draft.protocols([name], negated);
};

/** The flags of the packet that opens a connection. */
const opening = 0x02;
const flagBits = new Map([
  ['FIN', 0x01],
  ['SYN', 0x02],
  ['RST', 0x04],
  ['PSH', 0x08],
  ['ACK', 0x10],
  ['URG', 0x20],
  ['ECE', 0x40],
  ['CWR', 0x80],
  ['ALL', 0x3f],
  ['NONE', 0],
]);

/** Names or a number; null: neither. */
function flagsOf(text: string): number | null {
  if (/^0x[0-9a-f]{1,4}$/i.test(text)) return Number(text);
  const bits = text.split(',').map((name) => flagBits.get(name.toUpperCase()));
  return bits.reduce<number | null>((all, bit) => (all === null || bit === undefined ? null : all | bit), 0);
}

const tcpFlags: Condition = (draft, [maskText = '', flagsText = ''], negated) => {
  draft.protocols(['tcp']);
  const [mask, flags] = [flagsOf(maskText), flagsOf(flagsText)];
  if (mask === null || flags === null) draft.doubt(dumpPhrase('flags', { flags: `${maskText} ${flagsText}` }));
  else holds(draft, (opening & mask) === flags, negated);
};

function holds(draft: RuleDraft, is: boolean, negated: boolean): void {
  draft.never(is !== negated);
}

const connectionState: Condition = (draft, [list = ''], negated, { untracks }) => {
  const states = list.toUpperCase().split(',');
  const invalid = states.includes('INVALID') !== negated;
  if (untracks && states.includes('NEW') !== states.includes('UNTRACKED')) draft.doubt(dumpPhrase('tracked'));
  else if (states.includes('DNAT') && !states.includes('NEW')) {
    draft.translated(!negated);
    draft.connection(true, invalid);
  } else draft.connection(states.includes('NEW') !== negated, invalid);
};

const destinationType: Condition = (draft, [list = ''], negated) => {
  const types = list.toUpperCase().split(',');
  const [local, unicast] = [types.includes('LOCAL'), types.includes('UNICAST')];
  if (local === unicast) holds(draft, local, negated);
  else draft.local(local !== negated);
};

const never: Condition = (draft, _values, negated) => draft.never(negated);
const exists: Condition = (draft) => draft.never();
const limited: Condition = (draft, _values, negated) => (negated ? draft.never() : draft.limit());

/** A stranger's first connection is not above any limit but none at all. */
const connectionLimit =
  (above: boolean): Condition =>
  (draft, [text = ''], negated) => {
    const isOver = above !== negated;
    if (text === '0') holds(draft, isOver, false);
    else if (isOver) draft.never();
    else draft.limit();
  };

/** What opens a TCP connection carries nothing that could be compared; a datagram does. */
const payload: Condition = (draft, _values, negated) => {
  if (!negated) draft.protocols(['udp']);
  draft.doubt(dumpPhrase('payload'));
};

const undecided =
  (reason: (values: readonly string[]) => DumpPhrase, paste: string | null = null): Condition =>
  (draft, values) =>
    draft.doubt(reason(values), paste);

/** What of a packet is looked up in the set: `src` alone is its source, `src,dst` more than that. */
const matchSet: Condition = (draft, [name = '', flags = ''], negated, { ipsets }) => {
  const set = ipsets.get(name);
  const paste = set ? null : 'ipset save';
  if (set?.kind === 'addresses' && (flags === 'src' || flags === 'dst'))
    draft[flags === 'src' ? 'sources' : 'destinations'](set.family, set.addresses, negated);
  else if (set?.kind === 'ports' && flags === 'dst') draft.ports(set.ports, negated);
  else if (set?.kind !== 'ports' && flags === 'src') draft.list('ipset', name, negated, paste);
  else draft.doubt(dumpPhrase(set ? 'ipset-kind' : 'list-ipset', { name }), paste);
};

/** Of xt_geoip. Which addresses a country has no dump tells. */
const countries: Condition = (draft, [codes = ''], negated) => draft.list('countries', codes, negated, null);

const conditions: ReadonlyMap<string, Condition> = new Map<string, Condition>([
  ['-p', protocol],
  ['-s', addresses('sources')],
  ['-d', addresses('destinations')],
  ['--src-range', addresses('sources')],
  ['--dst-range', addresses('destinations')],
  ['-i', (draft, values, negated) => draft.inInterface(values, negated)],
  ['-o', (draft, values, negated) => draft.outInterface(values, negated)],
  ['-f', never],
  ['-4', (draft) => draft.families(['ipv4'])],
  ['-6', (draft) => draft.families(['ipv6'])],
  ['--dport', ports],
  ['--dports', ports],
  ['--sport', sourcePorts],
  ['--sports', sourcePorts],
  ['--ports', undecided(([list = '']) => dumpPhrase('ports-both-ways', { ports: list }))],
  ['--tcp-flags', tcpFlags],
  ['--syn', (draft, _values, negated, context) => tcpFlags(draft, ['FIN,SYN,RST,ACK', 'SYN'], negated, context)],
  ['--ctstate', connectionState],
  ['--state', connectionState],
  [
    '--ctstatus',
    (draft, [list = ''], negated) => draft.connection(list.toUpperCase().includes('NONE') !== negated, false),
  ],
  [
    '--ctdir',
    (draft, [direction = ''], negated) => draft.connection((direction.toUpperCase() === 'ORIGINAL') !== negated, false),
  ],
  ['--ctproto', protocol],
  ['--helper', never],
  ['--limit', limited],
  ['--hashlimit', limited],
  ['--hashlimit-upto', limited],
  ['--hashlimit-above', (draft, values, negated, context) => limited(draft, values, !negated, context)],
  ['--connlimit-above', connectionLimit(true)],
  ['--connlimit-upto', connectionLimit(false)],
  ['--update', never],
  ['--rcheck', never],
  ['--remove', never],
  ['--dst-type', destinationType],
  ['--src-type', (draft, [list = ''], negated) => holds(draft, list.toUpperCase().includes('UNICAST'), negated)],
  ['--pkt-type', (draft, [type = ''], negated) => holds(draft, ['unicast', 'host'].includes(type), negated)],
  ['--invert', exists],
  ['--pol', (draft, [policy = '']) => (policy === 'ipsec' ? draft.privilege(party('named', 'IPsec')) : undefined)],
  ['--rt-type', exists],
  ['--fragid', exists],
  ['--match-set', matchSet],
  ['--source-country', countries],
  ['--src-cc', countries],
  ['--string', payload],
  ['--hex-string', payload],
  ['--mark', undecided(() => dumpPhrase('mark'))],
  ['--mac-source', undecided(([address = '']) => dumpPhrase('mac', { address }))],
  ['--hidden', undecided(() => dumpPhrase('interfaces-hidden'), 'iptables-save')],
]);

/** Options that change nothing about a stranger's first packet, or belong to another one or to the target. */
const harmless = new Set(
  (
    '-m -c --comment --limit-burst --hashlimit-burst --hashlimit-mode --hashlimit-name --hashlimit-srcmask ' +
    '--hashlimit-dstmask --hashlimit-htable-size --hashlimit-htable-max --hashlimit-htable-expire ' +
    '--hashlimit-htable-gcinterval --hashlimit-rate-match --hashlimit-rate-interval --connlimit-mask --connlimit-saddr ' +
    '--connlimit-daddr --set --seconds --hitcount --name --mask --reap --rttl --rsource --rdest --limit-iface-in ' +
    '--limit-iface-out --dir --strict --loose --validmark --accept-local --icmp-type --icmpv6-type --nfacct-name ' +
    '--to-destination --to-ports --notrack --algo --from --to --icase'
  ).split(' '),
);

/** How many values an option has, where that is not one. */
export const valueCounts: ReadonlyMap<string, number> = new Map([
  ['-f', 0],
  ['-4', 0],
  ['-6', 0],
  ['-c', 2],
  ['--tcp-flags', 2],
  ['--match-set', 2],
  ...(
    '--syn --set --update --rcheck --remove --reap --rttl --rsource --rdest --invert --loose --validmark --accept-local ' +
    '--icase --strict --limit-iface-in --limit-iface-out --connlimit-saddr --connlimit-daddr --hashlimit-rate-match --notrack'
  )
    .split(' ')
    .map((name) => [name, 0] as const),
]);

/** Whether an option is one of those above. */
export function isKnownOption(name: string): boolean {
  return conditions.has(name) || harmless.has(name) || valueCounts.has(name);
}
