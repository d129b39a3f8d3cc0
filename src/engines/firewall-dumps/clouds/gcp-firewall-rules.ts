import type { Budget } from '../budget.ts';
import { dumpPhrase } from '../dump-wording.ts';
import { isObject, type JsonObject, listOf, objectsOf, textsOf } from '../json-text.ts';
import { everyPort, type Gap, gap, type Rule } from '../rule-model.ts';
import { party } from '../sources.ts';
import {
  type Callers,
  type CloudReading,
  type CloudRule,
  CloudRules,
  cloudRuleset,
  parsePorts,
  type Service,
  unitePorts,
  unlessOthers,
} from './cloud-rules.ts';

const whichServer = 'gcloud compute instances describe NAME --format=json';
const notes = [dumpPhrase('note-gcp')];

/**
 * Reads `gcloud compute firewall-rules list --format=json`: of the rules that match, the one with the lowest number of
 * priority counts, of equal ones one that denies; without any, nothing comes in. Which targets a server is,
 * `gcloud compute instances describe` tells. Null: there are none.
 */
export function readGcpFirewallRules(
  objects: readonly JsonObject[],
  address: string | null,
  budget: Budget,
): CloudReading | null {
  const found = objects.filter(isFirewallRule);
  if (found.length === 0) return null;
  const server = serverIn(objects, address);
  const networks = new Set(found.map(({ network }) => network));
  const rules = new CloudRules(budget);
  const read = found.flatMap((object) => {
    const network = unlessOthers('network', lastPart(object.network), networks.size, whichServer);
    const drafted = rules.add(object, isInForce(object) ? ruleOf(object, server, network) : null);
    return { priority: priorityOf(object), denies: Array.isArray(object.denied), drafted };
  });
  const inOrder = read.toSorted((a, b) => a.priority - b.priority || Number(b.denies) - Number(a.denies));
  const chain: Rule[] = inOrder.flatMap(({ drafted }) => drafted);
  return { ruleset: cloudRuleset([chain], notes), textOf: rules.textOf };
}

function isFirewallRule({ kind, direction, allowed, denied, network }: JsonObject): boolean {
  if (!Array.isArray(allowed) && !Array.isArray(denied)) return false;
  return kind === 'compute#firewall' || typeof direction === 'string' || typeof network === 'string';
}

function isInForce({ direction = 'INGRESS', disabled }: JsonObject): boolean {
  return String(direction).toUpperCase() === 'INGRESS' && disabled !== true;
}

function priorityOf({ priority }: JsonObject): number {
  return typeof priority === 'number' ? priority : 1_000;
}

interface Server {
  readonly networks: readonly unknown[];
  readonly tags: readonly string[];
  readonly accounts: readonly unknown[];
}

/** The one that is called so, or the only one. Null: not told. */
function serverIn(objects: readonly JsonObject[], address: string | null): Server | null {
  const servers = objects.filter(
    ({ kind, networkInterfaces, machineType }) =>
      Array.isArray(networkInterfaces) && (kind === 'compute#instance' || machineType !== undefined),
  );
  const isCalled = (object: JsonObject) => interfacesCalled(object, address).length > 0;
  const [server, ...others] = servers.some(isCalled) ? servers.filter(isCalled) : servers;
  if (!server || others.length > 0) return null;
  const called = interfacesCalled(server, address);
  const interfaces = called.length > 0 ? called : objectsOf(server.networkInterfaces);
  return {
    networks: interfaces.map(({ network }) => network),
    tags: isObject(server.tags) ? textsOf(server.tags.items) : [],
    accounts: objectsOf(server.serviceAccounts).map(({ email }) => email),
  };
}

function interfacesCalled({ networkInterfaces }: JsonObject, address: string | null): JsonObject[] {
  return objectsOf(networkInterfaces).filter((own) =>
    [...objectsOf(own.accessConfigs), ...objectsOf(own.ipv6AccessConfigs)].some(
      ({ natIP, externalIpv6 }) => address !== null && (natIP === address || externalIpv6 === address),
    ),
  );
}

function ruleOf(object: JsonObject, server: Server | null, network: Gap | null): CloudRule | null {
  if (server && !isTarget(object, server)) return null;
  const allows = Array.isArray(object.allowed);
  const services = objectsOf(allows ? object.allowed : object.denied).map(serviceOf);
  return {
    allows,
    services: services.map(({ service }) => service),
    callers: callersOf(object),
    doubt:
      (server ? null : (network ?? targetGap(object))) ??
      destinationGap(object) ??
      services.find(({ doubt }) => doubt)?.doubt ??
      null,
  };
}

function isTarget(
  { network, targetTags, targetServiceAccounts }: JsonObject,
  { networks, tags, accounts }: Server,
): boolean {
  if (!networks.some((own) => lastPart(own) === lastPart(network))) return false;
  if (!Array.isArray(targetTags) && !Array.isArray(targetServiceAccounts)) return true;
  const isNamed = (targets: unknown, own: readonly unknown[]) => listOf(targets).some((target) => own.includes(target));
  return isNamed(targetTags, tags) || isNamed(targetServiceAccounts, accounts);
}

function targetGap({ targetTags, targetServiceAccounts }: JsonObject): Gap | null {
  const targets = [...textsOf(targetTags), ...textsOf(targetServiceAccounts)];
  if (targets.length === 0) return null;
  return gap(dumpPhrase('target-server', { targets: targets.join(', ').slice(0, 100) }), whichServer);
}

/** A server has an address of its network, which its public one is translated to. */
function destinationGap({ destinationRanges }: JsonObject): Gap | null {
  const ranges = textsOf(destinationRanges);
  if (ranges.length === 0 || ranges.includes('0.0.0.0/0') || ranges.includes('::/0')) return null;
  return gap(dumpPhrase('address-in-network', { addresses: ranges.join(', ').slice(0, 100) }));
}

function serviceOf({ IPProtocol, ports }: JsonObject): { readonly service: Service; readonly doubt: Gap | null } {
  const name = String(IPProtocol).toLowerCase();
  const protocol = name === 'all' ? null : name;
  const texts = textsOf(ports);
  const read = texts.map(parsePorts);
  const isRead = read.every((part) => part !== null) && texts.length === listOf(ports).length;
  if (texts.length === 0 || !isRead)
    return { service: { protocol, ports: everyPort }, doubt: isRead ? null : gap(dumpPhrase('ports-unreadable')) };
  return { service: { protocol, ports: unitePorts(read) }, doubt: null };
}

function callersOf({ sourceRanges, sourceTags, sourceServiceAccounts }: JsonObject): Callers[] {
  const named = [
    ...textsOf(sourceRanges).map((text): Callers => ({ kind: 'range', text })),
    ...textsOf(sourceTags).map((tag): Callers => ({ kind: 'privilege', label: party('tag', tag.slice(0, 80)) })),
    ...textsOf(sourceServiceAccounts).map((account): Callers => {
      return { kind: 'privilege', label: party('service-account', account.slice(0, 80)) };
    }),
  ];
  return named.length > 0 ? named : [{ kind: 'range', text: '0.0.0.0/0' }];
}

/** Networks and the like are named by addresses that end with their name. */
function lastPart(url: unknown): string {
  return String(url ?? 'default')
    .split('/')
    .at(-1)!;
}
