import { type Family, parseAddress } from './addresses.ts';
import { Budget, DumpTooLarge } from './budget.ts';
import { cloudFormats, readCloudFirewall } from './clouds/read-cloud-firewall.ts';
import { readCsfConf } from './csf-conf.ts';
import { type DumpPhrase, dumpPhrase } from './dump-wording.ts';
import type { Transport } from './evaluate.ts';
import { readFirewalld } from './firewalld.ts';
import { knowInterfaces, toldInterface } from './interfaces.ts';
import { readIptablesList } from './iptables-list.ts';
import { readIptablesSave } from './iptables-save.ts';
import { isOpen, type JudgedPorts, judgePorts, undecidedPorts, type Verdict } from './judge-ports.ts';
import { readNftablesJson } from './nftables-json.ts';
import { readNftablesText } from './nftables-text.ts';
import { isOtherText } from './not-a-dump.ts';
import type { Ruleset } from './rule-model.ts';
import { bounded, type CallerSource } from './sources.ts';
import { readUfwStatus } from './ufw-status.ts';

/** What made a dump. */
export const dumpFormats = ['iptables', 'nftables', 'ufw', 'firewalld', ...cloudFormats] as const;
export type DumpFormat = (typeof dumpFormats)[number];

export interface DumpOptions {
  /** Null: told by the dump itself. */
  readonly format: DumpFormat | null;
  /** The address by which the world calls the server, IPv4 or IPv6 as text. Null: not known, so IPv4 is judged. */
  readonly address: string | null;
  /** The interface that faces the world. Undefined: told by a route that was pasted along, or by nothing. */
  readonly publicInterface?: string | undefined;
}

/** Ports that follow one another and are treated alike. */
export interface PortRange {
  readonly transport: Transport;
  readonly start: number;
  /** The last one. */
  readonly last: number;
  readonly verdict: Verdict;
  readonly source: CallerSource;
  /** Lines of the dump that decided it, from 1, ascending; the first of many. Of JSON, objects of its list. */
  readonly lines: readonly number[];
}

/** A line that decides about ports and cannot be decided itself. */
export interface UndecidedLine {
  readonly line: number;
  readonly text: string;
  readonly reason: DumpPhrase;
}

/** What a dump says about a server's ports. */
export interface FirewallReading {
  readonly format: DumpFormat;
  /** What happens to most of the ports that no rule chooses. */
  readonly defaultPolicy: 'accept' | 'drop' | 'reject' | 'unknown';
  /** Ports that somebody chose to open to the world. With a default of accept, those that are open by it are not listed. */
  readonly open: readonly PortRange[];
  /** Ports that only some may connect to. */
  readonly restricted: readonly PortRange[];
  /** Ports about which the dump does not tell enough. */
  readonly unknown: readonly PortRange[];
  /** Why not. */
  readonly undecided: readonly UndecidedLine[];
  /** Commands whose output would decide more, pasted beside this dump or in its place. */
  readonly askFor: readonly string[];
  /** What the dump cannot show. */
  readonly notes: readonly DumpPhrase[];
  /** Every TCP, then every UDP port from 1 to 65535, ascending: all of the above is taken from here. */
  readonly ports: readonly JudgedPorts[];
}

/**
 * Reads the output of `iptables-save`, `iptables -S`, `iptables -L -n -v`, `nft list ruleset`, `nft -j list ruleset`, `ufw
 * status`, `ufw show raw`, `firewall-cmd --list-all` and `--list-all-zones`, csf.conf, and the firewalls of clouds as JSON, and
 * says which ports the world may connect to.
 * What it may cost is bounded: a dump whose rules, sets and chains multiply beyond that is refused as a whole, since an
 * evaluation that stops halfway would be a guess.
 * @returns null when it is none of these
 * @throws DumpTooLarge, DumpUnreadable, and nothing else
 */
export function readFirewallDump(dump: string, options: DumpOptions): FirewallReading | null {
  const budget = new Budget();
  const { format, address, publicInterface = toldInterface(dump) } = options;
  const found = read(dump, { format, address, publicInterface }, budget);
  if (!found) return null;
  const { textOf } = found;
  const ruleset = knowInterfaces(found.ruleset, publicInterface);
  const family = (address === null ? null : parseAddress(address)?.family) ?? 'ipv4';
  const ports = ruleset.families.has(family) ? judgePorts(ruleset, family, address, budget) : notTold(family);
  const default_ = new Default(ports);
  const rangesOf = (...verdicts: readonly Verdict[]) =>
    ports
      .filter((range) => verdicts.includes(range.verdict))
      .map((range) => ({ ...range, source: bounded(range.source) }));
  return {
    format: found.format,
    defaultPolicy: default_.policy,
    open: rangesOf('open', 'open_except_listed').filter((range) => !default_.covers(range)),
    restricted: rangesOf('restricted'),
    unknown: rangesOf('unknown'),
    undecided: undecidedLines(rangesOf('unknown'), textOf),
    askFor: [...new Set(ports.flatMap(({ doubts }) => doubts.flatMap(({ paste }) => paste ?? [])))],
    notes: ruleset.notes,
    ports,
  };
}

interface ReadDump {
  readonly format: DumpFormat;
  readonly ruleset: Ruleset;
  readonly textOf: (line: number) => string;
}

type LineReader = (lines: readonly string[], budget: Budget, publicInterface: string | null) => Ruleset | null;

/** What reads lines, in the order in which it is tried: what cannot be mistaken comes first. */
const lineReaders: readonly (readonly [format: DumpFormat, read: LineReader])[] = [
  ['iptables', readCsfConf],
  ['ufw', readUfwStatus],
  ['firewalld', readFirewalld],
  ['iptables', readIptablesList],
  ['iptables', readIptablesSave],
];

type Known = Omit<DumpOptions, 'publicInterface'> & { readonly publicInterface: string | null };

/**
 * Null: none of these, or not of the format that is wanted.
 * @throws DumpTooLarge, DumpUnreadable
 */
function read(dump: string, { format: wanted, address, publicInterface }: Known, budget: Budget): ReadDump | null {
  const isWanted = (format: DumpFormat) => wanted === null || wanted === format;
  const json = isWanted('nftables') ? readNftablesJson(dump, budget) : null;
  if (json) return { format: 'nftables', ...json };
  const cloud = readCloudFirewall(dump, address, budget);
  if (cloud) return isWanted(cloud.format) ? cloud : null;
  const lines = linesOf(dump);
  if (isOtherText(lines)) return null;
  const textOf = (line: number) => lines[line - 1] ?? '';
  for (const [name, readLines] of lineReaders) {
    // `ufw show raw` is what iptables prints, under headings.
    const format = name === 'iptables' && isUfwRaw(dump) && wanted !== 'iptables' ? 'ufw' : name;
    const ruleset = isWanted(format) ? readLines(lines, budget, publicInterface) : null;
    if (ruleset) return { format, ruleset, textOf };
  }
  const ruleset = isWanted('nftables') ? readNftablesText(dump, budget) : null;
  return ruleset && { format: 'nftables', ruleset, textOf };
}

/** Of a line: a dump can make any of them as long as it is itself. */
const maxTextLength = 300;

/** A dump of 2 MiB with shorter lines than ten characters is no firewall's. */
const maxLines = 200_000;

function linesOf(dump: string): string[] {
  let count = 1;
  for (let end = dump.indexOf('\n'); end >= 0; end = dump.indexOf('\n', end + 1)) count += 1;
  if (count > maxLines) throw new DumpTooLarge(`it has ${count.toLocaleString('en')} lines`);
  return dump.split('\n');
}

function isUfwRaw(dump: string): boolean {
  return /^IPV4 \(raw\):|^Chain ufw-|^:ufw-|^-N ufw-/m.test(dump);
}

function notTold(family: Family): JudgedPorts[] {
  const name = family === 'ipv4' ? 'IPv4' : 'IPv6';
  const reason = dumpPhrase('family', { family: name });
  return (['tcp', 'udp'] as const).map((transport) => undecidedPorts(transport, reason));
}

/** A rule that opens more ports than this without naming one is no choice of ports, but the default. */
const mostPorts = 32_768;

/** What happens to ports that no rule chooses. */
class Default {
  readonly policy: FirewallReading['defaultPolicy'];
  readonly #open: ReadonlySet<Transport>;

  constructor(ports: readonly JudgedPorts[]) {
    const unnamed = ports.filter(({ named }) => !named);
    const count = (counted: readonly JudgedPorts[]) =>
      counted.reduce((sum, { start, last }) => sum + last - start + 1, 0);
    const opened = (transport: Transport) =>
      count(unnamed.filter((range) => range.transport === transport && isOpen(range.verdict)));
    this.#open = new Set((['tcp', 'udp'] as const).filter((transport) => opened(transport) > mostPorts));
    const closed = unnamed.filter(({ verdict }) => verdict === 'closed' || verdict === 'restricted');
    const counts = {
      unknown: count(unnamed.filter(({ verdict }) => verdict === 'unknown')),
      drop: count(closed.filter(({ reject }) => !reject)),
      reject: count(closed.filter(({ reject }) => reject)),
    };
    if (this.#open.size > 0) this.policy = 'accept';
    else if (counts.unknown >= counts.drop + counts.reject) this.policy = 'unknown';
    else this.policy = counts.reject > counts.drop ? 'reject' : 'drop';
  }

  covers({ transport, named }: JudgedPorts): boolean {
    return !named && this.#open.has(transport);
  }
}

function undecidedLines(ranges: readonly JudgedPorts[], textOf: (line: number) => string): UndecidedLine[] {
  const reasons = new Map<number, DumpPhrase>();
  for (const { doubts } of ranges) {
    for (const { line, reason } of doubts) if (!reasons.has(line)) reasons.set(line, reason);
  }
  return [...reasons]
    .sort(([a], [b]) => a - b)
    .map(([line, reason]) => ({
      line,
      reason,
      text: textOf(line).trim().slice(0, maxTextLength),
    }));
}
