import type { Budget } from '../budget.ts';
import { dumpPhrase } from '../dump-wording.ts';
import { isObject, type JsonObject, objectsOf, textsOf } from '../json-text.ts';
import { everyPort, type Gap, gap, type Ports, type Rule } from '../rule-model.ts';
import { party } from '../sources.ts';
import {
  type Callers,
  type CloudReading,
  type CloudRule,
  CloudRules,
  cloudRuleset,
  parsePorts,
  unitePorts,
  unlessOthers,
} from './cloud-rules.ts';

const effective = 'az network nic list-effective-nsg --ids NIC';
const notes = [dumpPhrase('note-azure')];

interface SecurityGroup {
  readonly name: string;
  readonly rules: readonly JsonObject[];
}

/**
 * Reads `az network nsg show`, `list` and `rule list`: of the rules that match, the one with the lowest number of priority
 * counts, and behind those that somebody wrote stand Azure's own. Null: there are none.
 */
export function readAzureSecurityGroups(
  objects: readonly JsonObject[],
  _address: string | null,
  budget: Budget,
): CloudReading | null {
  const groups = groupsIn(objects);
  if (groups.length === 0) return null;
  const rules = new CloudRules(budget);
  const chains = groups.map(({ name, rules: own }) => {
    const doubt = unlessOthers('security-group', name, groups.length, effective);
    return [...passWithout(rules, doubt), ...chainOf(own, rules)];
  });
  return { ruleset: cloudRuleset(chains, notes), textOf: rules.textOf };
}

/** A group that the server may not have keeps nothing out then. */
function passWithout(rules: CloudRules, doubt: Gap | null): Rule[] {
  if (doubt === null) return [];
  const anything = { protocol: null, ports: everyPort };
  return rules.add({}, { allows: true, services: [anything], callers: [{ kind: 'everybody' }], doubt });
}

function chainOf(own: readonly JsonObject[], rules: CloudRules): Rule[] {
  const hasDefaults = own.some((rule) => Number(rule.priority) >= firstDefault);
  const read = [...own, ...(hasDefaults ? [] : defaultRules)].map((rule) => {
    const isInbound = String(rule.direction).toLowerCase() === 'inbound';
    return { priority: Number(rule.priority), drafted: rules.add(rule, isInbound ? ruleOf(rule) : null) };
  });
  return read.toSorted((a, b) => a.priority - b.priority).flatMap(({ drafted }) => drafted);
}

/** What every group ends with, and `rule list` leaves out. */
const firstDefault = 65_000;
const defaultRules: readonly JsonObject[] = (
  [
    ['AllowVnetInBound', 65_000, 'Allow', 'VirtualNetwork', 'VirtualNetwork'],
    ['AllowAzureLoadBalancerInBound', 65_001, 'Allow', 'AzureLoadBalancer', '*'],
    ['DenyAllInBound', 65_500, 'Deny', '*', '*'],
  ] as const
).map(([name, priority, access, sourceAddressPrefix, destinationAddressPrefix]) => ({
  ...{ name, priority, access, sourceAddressPrefix, destinationAddressPrefix },
  ...{ direction: 'Inbound', protocol: '*', sourcePortRange: '*', destinationPortRange: '*' },
}));

/** Groups, and rules that stand by themselves, which are taken for those of one more. */
function groupsIn(objects: readonly JsonObject[]): SecurityGroup[] {
  const plain = objects.map(withProperties);
  const groups = plain.filter(({ securityRules }) => Array.isArray(securityRules));
  const single = plain.filter(isRule);
  return [
    ...groups.map(({ name, securityRules, defaultSecurityRules }) => ({
      name: String(name),
      rules: [...objectsOf(securityRules), ...objectsOf(defaultSecurityRules)].map(withProperties),
    })),
    ...(single.length > 0 ? [{ name: 'of these rules', rules: single }] : []),
  ];
}

/** Azure's own interface keeps fields in `properties`; `az` lifts them. */
function withProperties(object: JsonObject): JsonObject {
  return isObject(object.properties) ? { ...object, ...object.properties } : object;
}

function isRule({ access, direction, priority }: JsonObject): boolean {
  return typeof access === 'string' && typeof direction === 'string' && typeof priority === 'number';
}

function ruleOf(rule: JsonObject): CloudRule {
  const ports = portsOf(rule.destinationPortRange, rule.destinationPortRanges);
  const sourcePorts = portsOf(rule.sourcePortRange, rule.sourcePortRanges);
  const protocol = String(rule.protocol).toLowerCase();
  return {
    allows: String(rule.access).toLowerCase() === 'allow',
    services: [{ protocol: protocol === '*' ? null : protocol, ports: ports ?? everyPort, sourcePorts }],
    callers: callersOf(rule),
    doubt: (ports && sourcePorts ? null : gap(dumpPhrase('ports-unreadable'))) ?? destinationGap(rule),
  };
}

/** Null: they cannot be read. */
function portsOf(one: unknown, many: unknown): Ports | null {
  const texts = either(one, many);
  if (texts.length === 0 || texts.some((text) => text === '*')) return texts.length === 0 ? null : everyPort;
  const read = texts.map(parsePorts);
  return read.every((part) => part !== null) ? unitePorts(read) : null;
}

/** A rule has one, or a list in its place. */
function either(one: unknown, many: unknown): string[] {
  return [...(typeof one === 'string' && one !== '' ? [one] : []), ...textsOf(many)];
}

/** A connection has been sent on to the address in the virtual network by then. */
function destinationGap(rule: JsonObject): Gap | null {
  const texts = either(rule.destinationAddressPrefix, rule.destinationAddressPrefixes);
  if (texts.some((text) => everywhere.has(text.toLowerCase()) || text.toLowerCase() === 'virtualnetwork')) return null;
  const groups = objectsOf(rule.destinationApplicationSecurityGroups).map(nameOf);
  return gap(dumpPhrase('address-in-network', { addresses: [...texts, ...groups].join(', ').slice(0, 100) }));
}

const everywhere = new Set(['*', 'any', '0.0.0.0/0', '::/0']);

const virtualNetwork = party('named', 'VirtualNetwork');

function callersOf(rule: JsonObject): Callers[] {
  const texts = either(rule.sourceAddressPrefix, rule.sourceAddressPrefixes);
  const groups = objectsOf(rule.sourceApplicationSecurityGroups).map(nameOf);
  return [
    ...texts.map(callersNamed),
    ...groups.map((name): Callers => ({ kind: 'privilege', label: party('application-security-group', name) })),
  ];
}

/** An address, or a tag, which stands for addresses of the owner or of Azure, but for `Internet`. */
function callersNamed(text: string): Callers {
  if (/^[\d.:a-f/]+$/i.test(text)) return { kind: 'range', text };
  const tag = text.toLowerCase();
  if (everywhere.has(tag)) return { kind: 'everybody' };
  return tag === 'internet'
    ? { kind: 'others', than: virtualNetwork }
    : {
        kind: 'privilege',
        label: tag === 'virtualnetwork' ? virtualNetwork : party('service-tag', text.slice(0, 80)),
      };
}

function nameOf({ id, name }: JsonObject): string {
  return String(name ?? String(id).split('/').at(-1)).slice(0, 80);
}
