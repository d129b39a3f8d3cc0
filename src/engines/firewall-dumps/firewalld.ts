import { type Family, parseAddressRange, toAddressSet } from './addresses.ts';
import type { Budget } from './budget.ts';
import { dumpPhrase } from './dump-wording.ts';
import { type DirectRules, readDirectRules } from './firewalld-direct.ts';
import { servicePorts } from './firewalld-services.ts';
import { whoIsBehind } from './interface-names.ts';
import { routeCommand } from './interfaces.ts';
import { translation } from './iptables-rules.ts';
import { listRuleset } from './nftables-rules.ts';
import { RuleDraft } from './rule-draft.ts';
import { type Action, type BaseChain, chainKey, type Rule, type Ruleset } from './rule-model.ts';
import { parsePortList } from './service-names.ts';

const families: readonly Family[] = ['ipv4', 'ipv6'];

/**
 * Reads `firewall-cmd --list-all` and `--list-all-zones`. Null: it is neither.
 * @param publicInterface the one that faces the world; null: not known
 */
export function readFirewalld(
  pasted: readonly string[],
  budget: Budget,
  publicInterface: string | null,
): Ruleset | null {
  const lines = withoutCommonIndent(pasted);
  const zones = readZones(lines);
  if (zones.length === 0) return null;
  return new ZoneRules(zones, readDirectRules(lines, budget), publicInterface, budget).ruleset();
}

interface Setting {
  readonly line: number;
  readonly value: string;
}

interface Zone {
  readonly name: string;
  readonly line: number;
  readonly isActive: boolean;
  readonly isDefault: boolean;
  /** By name: `services`, `ports`, …; of lists over several lines, one for each. */
  readonly settings: Map<string, Setting[]>;
}

/** Out of a ticket or a list, each line is indented by the same. */
function withoutCommonIndent(lines: readonly string[]): readonly string[] {
  // Most dumps are told by their first line.
  if (lines.some((line) => /^\S/.test(line))) return lines;
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length);
  const least = indents.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY);
  return lines.map((line) => line.slice(least));
}

/** `public (active)`, `public (default, active)`, then its settings, indented. */
function readZones(lines: readonly string[]): Zone[] {
  const zones: Zone[] = [];
  let zone: Zone | null = null;
  let list: Setting[] | null = null;
  for (const [index, line] of lines.entries()) {
    const header = /^([\w-]{1,64})(?: \(([a-z, ]+)\))?\s*$/.exec(line);
    if (header) {
      const flags = header[2] ?? '';
      const [isActive, isDefault] = [flags.includes('active'), flags.includes('default')];
      zone = { name: header[1]!, line: index + 1, isActive, isDefault, settings: new Map() };
      zones.push(zone);
      continue;
    }
    const setting = /^ {2}([a-z][a-z -]*): ?(.*)$/.exec(line);
    if (setting && zone) {
      list = setting[2]!.trim() === '' ? [] : [{ line: index + 1, value: setting[2]!.trim() }];
      zone.settings.set(setting[1]!, list);
    } else if (/^\s+\S/.test(line)) list?.push({ line: index + 1, value: line.trim() });
  }
  return zones.filter(({ settings }) => settings.has('target') && settings.has('services'));
}

const refusals: Readonly<Record<string, Action>> = {
  DROP: { kind: 'drop', reject: false },
  '%%REJECT%%': { kind: 'drop', reject: true },
  REJECT: { kind: 'drop', reject: true },
};

/**
 * The zones as firewalld makes chains of them: packets go to the zone of their source, else to that of their interface, and a
 * zone refuses, allows, then does what its target says.
 */
class ZoneRules {
  readonly #zones: readonly Zone[];
  readonly #direct: DirectRules | null;
  readonly #publicInterface: string | null;
  readonly #budget: Budget;
  readonly #chains = new Map<string, readonly Rule[]>();

  constructor(zones: readonly Zone[], direct: DirectRules | null, publicInterface: string | null, budget: Budget) {
    this.#zones = zones;
    this.#direct = direct;
    this.#publicInterface = publicInterface;
    this.#budget = budget;
  }

  ruleset(): Ruleset {
    const filter = chainKey('firewalld', 'filter', 'input');
    const nat = chainKey('firewalld', 'nat', 'prerouting');
    const base = { families: new Set(families), line: this.#zones[0]!.line };
    const baseChains: BaseChain[] = [
      { ...base, hook: 'prerouting', kind: 'nat', priority: -90, chain: nat, policy: 'accept' },
      { ...base, hook: 'input', kind: 'filter', priority: 10, chain: filter, policy: null },
      ...(this.#direct?.baseChains ?? []),
    ];
    for (const [key, rules] of this.#direct?.chains ?? []) this.#chains.set(key, rules);
    for (const zone of this.#zones) {
      this.#chains.set(chainKey('firewalld', 'filter', zone.name), this.#filterRules(zone));
      this.#chains.set(chainKey('firewalld', 'nat', zone.name), this.#translations(zone));
    }
    this.#chains.set(filter, [...(this.#direct?.accepting ?? []), ...this.#dispatch('filter')]);
    this.#chains.set(nat, this.#dispatch('nat'));
    const notes = [dumpPhrase(this.#direct ? 'note-firewalld-direct' : 'note-firewalld')];
    return { baseChains, chains: this.#chains, families: new Set(families), notes };
  }

  #dispatch(table: string): Rule[] {
    const active = this.#zones.filter((zone) => zone.isActive || zone.isDefault);
    const rules = active.flatMap((zone) => {
      const sources = words(zone, 'sources').map(({ value, line }) =>
        sourceRule(zone, value, line, table, this.#budget),
      );
      return sources.filter((rule) => rule !== null);
    });
    const withInterfaces = active.filter((zone) => words(zone, 'interfaces').length > 0);
    const mayFace = (name: string) => ['public', 'unclear'].includes(whoIsBehind(name, this.#publicInterface));
    const facing = new Set(
      withInterfaces.filter((zone) => words(zone, 'interfaces').some(({ value }) => mayFace(value))),
    );
    for (const zone of withInterfaces.filter((candidate) => !facing.has(candidate))) {
      const draft = new RuleDraft(zone.line, this.#budget);
      draft.inInterface(words(zone, 'interfaces').map(({ value }) => value));
      push(rules, draft.build(gotoZone(zone, table)));
    }
    // Where no zone has an interface, the default zone has them all.
    const candidates = facing.size > 0 ? [...facing] : active.filter((zone) => zone.isDefault || !isBound(zone));
    for (const [index, zone] of candidates.entries()) {
      const draft = new RuleDraft(zone.line, this.#budget);
      if (index < candidates.length - 1) draft.doubt(dumpPhrase('zones'), routeCommand);
      push(rules, draft.build(gotoZone(zone, table)));
    }
    return rules;
  }

  #filterRules(zone: Zone): Rule[] {
    const rich = (zone.settings.get('rich rules') ?? []).flatMap(({ value, line }) =>
      readRichRule(value, line, this.#budget),
    );
    const at = (sign: number, kinds?: readonly Action['kind'][]) =>
      rich
        .filter(({ priority, rule }) => Math.sign(priority) === sign && (!kinds || kinds.includes(rule.action.kind)))
        .sort((a, b) => a.priority - b.priority)
        .map(({ rule }) => rule);
    const target = zone.settings.get('target')?.[0]?.value ?? 'default';
    const targetLine = zone.settings.get('target')?.[0]?.line ?? zone.line;
    const last: Rule[] = [];
    const action: Action =
      target === 'ACCEPT' ? { kind: 'accept' } : (refusals[target] ?? { kind: 'drop', reject: true });
    push(last, new RuleDraft(targetLine, this.#budget).build(action));
    // What was sent on to another port has been let in.
    const translated = new RuleDraft(zone.line, this.#budget);
    translated.translated(true);
    const first: Rule[] = [];
    push(first, translated.build(accept));
    return [
      ...first,
      ...at(-1),
      ...at(0, ['drop', 'unclear']),
      ...at(0, ['accept']),
      ...this.#allowed(zone),
      ...at(1),
      ...last,
    ];
  }

  #allowed(zone: Zone): Rule[] {
    const rules: Rule[] = [];
    for (const { value, line } of words(zone, 'services'))
      rules.push(...serviceRules(value, () => new RuleDraft(line, this.#budget), accept));
    for (const { value, line } of words(zone, 'ports'))
      push(rules, portRule(value, new RuleDraft(line, this.#budget), false, accept));
    for (const { value, line } of words(zone, 'source-ports'))
      push(rules, portRule(value, new RuleDraft(line, this.#budget), true, accept));
    for (const { value, line } of words(zone, 'protocols')) {
      const draft = new RuleDraft(line, this.#budget);
      draft.protocols([value]);
      push(rules, draft.build(accept));
    }
    return rules;
  }

  #translations(zone: Zone): Rule[] {
    const rules: Rule[] = [];
    for (const { value, line } of zone.settings.get('forward-ports') ?? []) {
      const fields = new Map(value.split(':').map((field) => field.split('=', 2) as [string, string]));
      // IPv6 addresses have colons of their own.
      const address = value.slice(value.indexOf('toaddr=') + 'toaddr='.length);
      push(
        rules,
        translationRule(
          new RuleDraft(line, this.#budget),
          fields.get('port') ?? '',
          fields.get('proto') ?? '',
          fields.get('toport') ?? '',
          value.includes('toaddr=') ? address : '',
        ),
      );
    }
    for (const { value, line } of zone.settings.get('rich rules') ?? []) {
      const attributes = readAttributes(value);
      if (!attributes.elements.has('forward-port')) continue;
      const draft = new RuleDraft(line, this.#budget);
      addRichConditions(draft, attributes);
      const of = (name: string) => attributes.values.get(`forward-port ${name}`) ?? '';
      push(rules, translationRule(draft, of('port'), of('protocol'), of('to-port'), of('to-addr')));
    }
    return rules;
  }
}

const accept: Action = { kind: 'accept' };

/** Whether a zone says by itself who is in it. */
function isBound(zone: Zone): boolean {
  return words(zone, 'interfaces').length > 0 || words(zone, 'sources').length > 0;
}

function words({ settings }: Zone, name: string): Setting[] {
  return (settings.get(name) ?? []).flatMap(({ line, value }) =>
    value.split(/\s+/).flatMap((word) => (word === '' ? [] : [{ line, value: word }])),
  );
}

function push(rules: Rule[], rule: Rule | null): void {
  if (rule) rules.push(rule);
}

function gotoZone(zone: Zone, table: string): Action {
  return { kind: 'goto', chain: chainKey('firewalld', table, zone.name) };
}

function sourceRule(zone: Zone, source: string, line: number, table: string, budget: Budget): Rule | null {
  const draft = new RuleDraft(line, budget);
  const range = parseAddressRange(source);
  if (range) draft.sources(range.family, toAddressSet([range]));
  else if (source.startsWith('ipset:')) draft.list('ipset', source.slice(6), false, listRuleset);
  else draft.doubt(dumpPhrase('addresses', { name: source }));
  return draft.build(gotoZone(zone, table));
}

/** `80/tcp`, `8000-8010/udp` */
function portRule(text: string, draft: RuleDraft, isSource: boolean, action: Action): Rule | null {
  const [numbers = '', protocol = ''] = text.split('/');
  const ports = parsePortList([numbers]);
  draft.protocols([protocol]);
  if (!ports) draft.doubt(dumpPhrase('port', { port: text }));
  else if (isSource) draft.sourcePorts(ports);
  else draft.ports(ports);
  return draft.build(action);
}

function serviceRules(name: string, newDraft: () => RuleDraft, action: Action): Rule[] {
  const known = servicePorts(name);
  const rules: Rule[] = [];
  if (!known) {
    const draft = newDraft();
    draft.doubt(dumpPhrase('ports-of-service', { name }), listRuleset);
    push(rules, draft.build(action));
    return rules;
  }
  for (const { ports, transport, isSource } of known)
    push(rules, portRule(`${ports}/${transport}`, newDraft(), isSource, action));
  return rules;
}

function translationRule(
  draft: RuleDraft,
  port: string,
  protocol: string,
  toPort: string,
  toAddress: string,
): Rule | null {
  const ports = parsePortList([port]);
  draft.protocols([protocol]);
  if (ports) draft.ports(ports);
  else draft.doubt(dumpPhrase('port', { port }));
  const family = parseAddressRange(toAddress)?.family;
  if (family) draft.families([family]);
  return draft.build(translation(toAddress, toPort));
}

/** `rule family="ipv4" source address="10.0.0.0/8" port port="22" protocol="tcp" accept` */
interface RichAttributes {
  /** Words that stand alone: `source`, `NOT`, `accept`, … */
  readonly elements: ReadonlySet<string>;
  /** By element and name: `source address`. */
  readonly values: ReadonlyMap<string, string>;
}

function readAttributes(text: string): RichAttributes {
  const elements = new Set<string>();
  const values = new Map<string, string>();
  let element = '';
  for (const [, name, value, word] of text.matchAll(/([\w-]+)="([^"]*)"|([\w-]+)/g)) {
    if (name !== undefined) values.set(`${element} ${name}`, value ?? '');
    else if (word !== undefined) {
      elements.add(word === 'NOT' ? `${element} NOT` : word);
      // A limit belongs to what stands before it: to the logging, or to the action.
      if (word === 'limit') element = `${element} limit`;
      else if (word !== 'NOT') element = word;
    }
  }
  return { elements, values };
}

function readRichRule(
  text: string,
  line: number,
  budget: Budget,
): { readonly priority: number; readonly rule: Rule }[] {
  const attributes = readAttributes(text);
  const { elements, values } = attributes;
  const action = richAction(elements);
  if (!elements.has('rule') || elements.has('forward-port') || action === null) return [];
  const newDraft = () => {
    const draft = new RuleDraft(line, budget);
    addRichConditions(draft, attributes);
    if (values.has(`${action.word} limit value`)) draft.limit();
    return draft;
  };
  const priority = Number(values.get('rule priority') ?? 0) || 0;
  return richRules(attributes, newDraft, action.action).map((rule) => ({ priority, rule }));
}

function richAction(elements: ReadonlySet<string>): { readonly word: string; readonly action: Action } | null {
  if (elements.has('accept')) return { word: 'accept', action: accept };
  if (elements.has('reject')) return { word: 'reject', action: { kind: 'drop', reject: true } };
  return elements.has('drop') ? { word: 'drop', action: { kind: 'drop', reject: false } } : null;
}

function richRules({ elements, values }: RichAttributes, newDraft: () => RuleDraft, action: Action): Rule[] {
  const rules: Rule[] = [];
  const of = (name: string) => values.get(name) ?? '';
  if (elements.has('service')) return serviceRules(of('service name'), newDraft, action);
  const draft = newDraft();
  if (elements.has('port')) push(rules, portRule(`${of('port port')}/${of('port protocol')}`, draft, false, action));
  else if (elements.has('source-port'))
    push(rules, portRule(`${of('source-port port')}/${of('source-port protocol')}`, draft, true, action));
  else if (elements.has('protocol')) {
    draft.protocols([of('protocol value')]);
    push(rules, draft.build(action));
  } else if (elements.has('icmp-type') || elements.has('icmp-block') || elements.has('masquerade')) return [];
  else push(rules, draft.build(action));
  return rules;
}

function addRichConditions(draft: RuleDraft, { elements, values }: RichAttributes): void {
  const family = values.get('rule family');
  if (family === 'ipv4' || family === 'ipv6') draft.families([family]);
  for (const [element, side] of [
    ['source', 'sources'],
    ['destination', 'destinations'],
  ] as const) {
    const address = values.get(`${element} address`);
    if (!elements.has(element)) continue;
    const range = address === undefined ? null : parseAddressRange(address);
    const ipset = values.get(`${element} ipset`);
    if (range) draft[side](range.family, toAddressSet([range]), elements.has(`${element} NOT`));
    else if (ipset !== undefined && side === 'sources')
      draft.list('ipset', ipset, elements.has(`${element} NOT`), listRuleset);
    else
      draft.doubt(
        address === undefined ? dumpPhrase(`addresses-of-${element}`) : dumpPhrase('addresses', { name: address }),
      );
  }
}
