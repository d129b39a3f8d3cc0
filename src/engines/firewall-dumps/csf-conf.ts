import type { Family } from './addresses.ts';
import type { Budget } from './budget.ts';
import { dumpPhrase } from './dump-wording.ts';
import { RuleDraft } from './rule-draft.ts';
import { type Action, type BaseChain, chainKey, gap, type Rule, type Ruleset } from './rule-model.ts';
import { parsePortList } from './service-names.ts';

interface Setting {
  readonly line: number;
  readonly value: string;
}

type Settings = ReadonlyMap<string, Setting>;

/** Reads the configuration of ConfigServer Security & Firewall, /etc/csf/csf.conf. Null: it is something else. */
export function readCsfConf(lines: readonly string[], budget: Budget): Ruleset | null {
  const settings = new Map<string, Setting>();
  for (const [index, line] of lines.entries()) {
    const [, name, value = ''] = /^([A-Z][A-Z0-9_]{1,40}) = "([^"]*)"/.exec(line) ?? [];
    if (name !== undefined) settings.set(name, { line: index + 1, value: value.trim() });
  }
  return settings.has('TESTING') && settings.has('TCP_IN') ? toRuleset(settings, budget) : null;
}

/** What csf itself prints is what counts: these show it. */
const wholeRules = 'iptables-save';

function toRuleset(settings: Settings, budget: Budget): Ruleset {
  const families: readonly Family[] = settings.get('IPV6')?.value === '1' ? ['ipv4', 'ipv6'] : ['ipv4'];
  const chains = new Map<string, readonly Rule[]>();
  const baseChains = families.map((family): BaseChain => {
    const chain = chainKey(family, 'csf', 'input');
    chains.set(chain, inputRules(settings, family, budget));
    const drop = settings.get('DROP');
    const policy = drop?.value === 'REJECT' ? 'reject' : 'drop';
    return {
      hook: 'input',
      kind: 'filter',
      priority: 0,
      families: new Set([family]),
      chain,
      policy,
      line: drop?.line ?? 1,
    };
  });
  return {
    baseChains,
    chains,
    families: new Set(families),
    notes: [dumpPhrase('note-csf')],
  };
}

/** In the order in which csf lets packets pass: refused addresses and countries, then ports. */
function inputRules(settings: Settings, family: Family, budget: Budget): Rule[] {
  const rules: Rule[] = [];
  const lineOf = (name: string) => settings.get(name)?.line ?? 1;
  const settingOf = (name: string) => settings.get(name)?.value ?? '';
  const add = (name: string, action: Action, change: (draft: RuleDraft) => void) => {
    const draft = new RuleDraft(lineOf(name), budget);
    draft.families([family]);
    change(draft);
    const rule = draft.build(action);
    if (rule) rules.push(rule);
  };
  if (settingOf('TESTING') !== '0')
    add('TESTING', { kind: 'unclear', why: gap(dumpPhrase('csf-testing'), wholeRules) }, () => undefined);
  const skipped = settingOf('ETH_DEVICE_SKIP');
  if (skipped !== '') add('ETH_DEVICE_SKIP', accept, (draft) => draft.inInterface(skipped.split(/\s*,\s*/)));
  add('TCP_IN', drop, (draft) => draft.list('csf', 'csf.deny', false, wholeRules));
  const countries = (name: string, action: Action, negated: boolean, ports = '') => {
    const value = settingOf(name);
    if (value === '') return;
    for (const protocol of ports === '' ? [null] : protocols) {
      const wanted = protocol === null ? null : settingOf(`${ports}_${protocol.toUpperCase()}`);
      if (wanted === '') continue;
      add(name, action, (draft) => {
        draft.list('countries', value, negated, null);
        if (protocol !== null) addPorts(draft, protocol, wanted ?? '');
      });
    }
  };
  countries('CC_DENY', drop, false);
  countries('CC_ALLOW_FILTER', drop, true);
  countries('CC_DENY_PORTS', drop, false, 'CC_DENY_PORTS');
  countries('CC_ALLOW_PORTS', accept, false, 'CC_ALLOW_PORTS');
  for (const protocol of protocols) {
    const name = `${protocol.toUpperCase()}${family === 'ipv6' ? '6' : ''}_IN`;
    if (settingOf(name) === '') continue;
    add(name, accept, (draft) => {
      const device = settingOf('ETH_DEVICE');
      if (device !== '') draft.inInterface([device]);
      addPorts(draft, protocol, settingOf(name));
    });
  }
  return rules;
}

const protocols = ['tcp', 'udp'] as const;
const accept: Action = { kind: 'accept' };
const drop: Action = { kind: 'drop', reject: false };

/** `20,21,30000:35000` */
function addPorts(draft: RuleDraft, protocol: string, list: string): void {
  draft.protocols([protocol]);
  const ports = parsePortList(
    list
      .split(',')
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  );
  if (ports) draft.ports(ports);
  else draft.doubt(dumpPhrase('ports', { ports: list }), wholeRules);
}
