import { type Family, parseAddressRange, toAddressSet } from './addresses.ts';
import type { Budget } from './budget.ts';
import { type DumpPhrase, dumpPhrase } from './dump-wording.ts';
import { RuleDraft } from './rule-draft.ts';
import { type Action, type BaseChain, chainKey, gap, type Rule, type Ruleset } from './rule-model.ts';
import { parsePortList } from './service-names.ts';
import { profilePorts } from './ufw-profiles.ts';

const families: readonly Family[] = ['ipv4', 'ipv6'];

/** Shows default and profiles, in English. */
const verbose = 'LC_ALL=C ufw status verbose';

/** Reads `ufw status`, `ufw status verbose` and `ufw status numbered`. Null: it is none of these. */
export function readUfwStatus(lines: readonly string[], budget: Budget): Ruleset | null {
  const status = beginningOf(lines);
  if (status < 0) return null;
  // Guides paste the status before ufw was switched on, too: what it said last counts.
  if (lines[status]!.includes('Status: inactive')) {
    const notes = [dumpPhrase('note-ufw-inactive')];
    return rulesetOf([], 'accept', status + 1, notes);
  }
  const defaultLine = lines.findLastIndex((line) => policyPattern.test(line));
  const policy = policyPattern.exec(lines[defaultLine] ?? '')?.[1];
  const rules = [
    ...builtIn(budget),
    ...lines.slice(status + 1).flatMap((line, index) => readRow(line, status + index + 2, budget)),
  ];
  const notes = [dumpPhrase('note-ufw-files')];
  if (policy === undefined) notes.push(dumpPhrase('note-ufw-policy'));
  const line = defaultLine < 0 ? status + 1 : defaultLine + 1;
  return rulesetOf(rules, policies[policy ?? ''] ?? null, line, notes);
}

/** Of incoming, outgoing and routed packets. What stands around them is in the administrator's language. */
const policyPattern = /^[^:：]{1,40}[:：]\s?(allow|deny|reject) \([^)]+\), (?:allow|deny|reject) \([^)]+\)/;
/** Below the heads of three columns, of whatever length these are. */
const underline = /^\s*-{1,20} +-{1,20} +-{1,20}\s*$/;

/** The line of the status; in another language than English, of the heads of the rules, since only active firewalls have some. */
function beginningOf(lines: readonly string[]): number {
  const status = lines.findLastIndex((line) => /^Status: (active|inactive)\s*$/.test(line));
  if (status >= 0) return status;
  const underlined = lines.findIndex((line) => underline.test(line));
  const heads = lines[underlined - 1]?.trim().split(/\s{2,}/) ?? [];
  return heads.length === 3 && heads.every((head) => !/\d/.test(head)) ? underlined - 1 : -1;
}

const policies: Readonly<Record<string, BaseChain['policy']>> = { allow: 'accept', deny: 'drop', reject: 'reject' };

function rulesetOf(
  rules: readonly Rule[],
  policy: BaseChain['policy'],
  line: number,
  notes: readonly DumpPhrase[],
): Ruleset {
  const chain = chainKey('inet', 'ufw', 'input');
  return {
    baseChains: [
      {
        ...{ hook: 'input', kind: 'filter', priority: 0, families: new Set(families), chain, policy, line },
        unknownPolicy: gap(dumpPhrase('default-policy'), verbose),
      },
    ],
    chains: new Map([[chain, rules]]),
    families: new Set(families),
    notes,
  };
}

/** What ufw lets in before its users' rules: answers of DHCP servers. Of IPv6 those only come from the same link. */
function builtIn(budget: Budget): Rule[] {
  const draft = new RuleDraft(1, budget);
  draft.families(['ipv4']);
  draft.protocols(['udp']);
  draft.sourcePorts([67, 68]);
  draft.ports([68, 69]);
  return [draft.build({ kind: 'accept' })!];
}

const actionWords = /\s(ALLOW|DENY|REJECT|LIMIT)(?: (IN|OUT|FWD))?\s+(?=\S)/;

const actions: Readonly<Record<string, Action>> = {
  ALLOW: { kind: 'accept' },
  // Whoever connects six times in thirty seconds has to wait; everybody else is let in.
  LIMIT: { kind: 'accept' },
  DENY: { kind: 'drop', reject: false },
  REJECT: { kind: 'drop', reject: true },
};

/** `22/tcp  ALLOW IN  Anywhere`; none, or one for each thing that an application profile names. */
function readRow(line: string, number: number, budget: Budget): Rule[] {
  const action = actionWords.exec(line);
  if (!action || action[2] === 'OUT' || action[2] === 'FWD') return [];
  const to = line.slice(0, action.index).replace(/^\[\s*\d+\]/, '');
  const comment = line.indexOf(' # ', action.index);
  const rest = line.slice(action.index + action[0].length, comment < 0 ? undefined : comment);
  const from = withoutFlag(rest.trim());
  const draft = new RuleDraft(number, budget);
  draft.families([isIpv6(to) || isIpv6(from) ? 'ipv6' : 'ipv4']);
  return addSide(addSide([draft], to.trim(), 'to'), from, 'from').flatMap(
    (own) => own.build(actions[action[1]!]!) ?? [],
  );
}

/** Logging changes nothing. */
function withoutFlag(column: string): string {
  const flag = ['(log)', '(log-all)'].find((word) => column.endsWith(word));
  return flag === undefined ? column : column.slice(0, -flag.length).trimEnd();
}

function isIpv6(text: string): boolean {
  return text.includes('(v6)') || text.split(' ').some((word) => parseAddressRange(word)?.family === 'ipv6');
}

type Side = 'to' | 'from';

/** Adds what one column says: `192.0.2.1 22/tcp (v6) on eth0`, `Anywhere`, `80,443/tcp (Nginx Full)`, `Nginx Full`. */
function addSide(drafts: readonly RuleDraft[], column: string, side: Side): RuleDraft[] {
  const [, described = '', interfaceName] = /^(.*?)(?: on (\S+))?$/.exec(column) ?? [];
  if (interfaceName !== undefined) for (const draft of drafts) draft.inInterface([interfaceName]);
  const opening = described.indexOf('(');
  const text = (opening < 0 ? described : described.slice(0, opening)).trim();
  const [first = '', ...others] = text.split(' ');
  const [, address = '', protocol] = /^(.*?)(?:\/([a-z]+))?$/.exec(first) ?? [];
  const range = address === 'Anywhere' ? null : parseAddressRange(address);
  const ports = address === 'Anywhere' || range ? others.join(' ') : text;
  for (const draft of drafts) {
    if (range) draft[side === 'to' ? 'destinations' : 'sources'](range.family, toAddressSet([range]));
    if (ports !== text && protocol !== undefined) draft.protocols([protocol]);
  }
  return ports === '' ? [...drafts] : addPorts(drafts, ports, side);
}

const portList = /^([\d:,]+)(?:\/(tcp|udp))?$/;

/** A profile can name several lists: the rule is for each of them. */
function addPorts(drafts: readonly RuleDraft[], text: string, side: Side): RuleDraft[] {
  const lists = portList.test(text) ? [text] : profilePorts(text);
  if (!lists) {
    for (const draft of drafts) draft.doubt(dumpPhrase('ports-of-profile', { name: text }), verbose);
    return [...drafts];
  }
  return lists.flatMap((list) =>
    drafts.map((draft) => {
      const [, numbers = '', protocol] = portList.exec(list) ?? [];
      const own = draft.copy();
      const ports = parsePortList(numbers.split(','));
      if (!ports) own.doubt(dumpPhrase('port', { port: list }));
      else if (side === 'to') own.ports(ports);
      else own.sourcePorts(ports);
      if (protocol !== undefined) own.protocols([protocol]);
      return own;
    }),
  );
}
