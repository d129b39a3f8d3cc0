import type { Budget } from '../budget.ts';
import { dumpPhrase } from '../dump-wording.ts';
import { isObject, type JsonObject, objectsOf } from '../json-text.ts';
import { everyPort, gap, type Ruleset } from '../rule-model.ts';
import { party } from '../sources.ts';
import {
  type Callers,
  type CloudReading,
  type CloudRule,
  CloudRules,
  cloudRuleset,
  portsBetween,
  type Service,
  unlessOthers,
} from './cloud-rules.ts';
import { type CloudServer, firewallsOf } from './cloud-servers.ts';

const whichGroups = 'aws ec2 describe-instances';
const notes = [dumpPhrase('note-aws')];

interface SecurityGroup {
  readonly id: string;
  readonly permissions: JsonObject[];
}

/**
 * Reads `aws ec2 describe-security-groups` and `describe-security-group-rules`: all groups of a server together let in what any
 * of them names. Which ones it has, `describe-instances` and `describe-network-interfaces` tell. Null: there are none.
 */
export function readAwsSecurityGroups(
  objects: readonly JsonObject[],
  address: string | null,
  budget: Budget,
): CloudReading | null {
  const groups = groupsIn(objects);
  if (groups.length === 0) return null;
  const own = firewallsOf(serversIn(objects), address);
  const rules = new CloudRules(budget);
  const read = groups.flatMap(({ id, permissions }) => {
    const doubt = own ? null : unlessOthers('security-group', id, groups.length, whichGroups);
    return permissions.flatMap((permission) => {
      return rules.add(permission, !own || own.has(id) ? ruleOf(permission, doubt) : null);
    });
  });
  return { ruleset: rulesetOf(read, groups, own), textOf: rules.textOf };
}

function rulesetOf(
  read: Parameters<typeof cloudRuleset>[0][number],
  groups: readonly SecurityGroup[],
  own: ReadonlySet<string> | null,
): Ruleset {
  const missing = [...(own ?? [])].filter((id) => !groups.some((group) => group.id === id));
  const [first] = missing;
  const gapLeft =
    first === undefined
      ? null
      : gap(
          dumpPhrase('security-group-missing', { name: first }),
          `aws ec2 describe-security-groups --group-ids ${missing.join(' ')}`,
        );
  return cloudRuleset([read], notes, gapLeft);
}

function groupsIn(objects: readonly JsonObject[]): SecurityGroup[] {
  const groups = new Map<string, SecurityGroup>();
  for (const object of objects) {
    const isRule = typeof object.SecurityGroupRuleId === 'string';
    if (!isRule && !Array.isArray(object.IpPermissions)) continue;
    const id = String(object.GroupId ?? object.GroupName);
    const group = groups.get(id) ?? { id, permissions: [] };
    groups.set(id, group);
    if (!isRule) group.permissions.push(...objectsOf(object.IpPermissions));
    else if (object.IsEgress !== true) group.permissions.push(object);
  }
  return [...groups.values()];
}

function serversIn(objects: readonly JsonObject[]): CloudServer[] {
  return objects.flatMap((object) => {
    const groups = object.InstanceId === undefined ? object.Groups : object.SecurityGroups;
    if (!Array.isArray(groups)) return [];
    const association = isObject(object.Association) ? [object.Association.PublicIp] : [];
    const ipv6 = objectsOf(object.Ipv6Addresses).map(({ Ipv6Address }) => Ipv6Address);
    const addresses = [object.PublicIpAddress, object.Ipv6Address, ...association, ...ipv6].map(String);
    return { addresses, has: new Set(objectsOf(groups).map(({ GroupId }) => String(GroupId))) };
  });
}

function ruleOf(permission: JsonObject, doubt: CloudRule['doubt']): CloudRule {
  const service = serviceOf(permission);
  const unreadable = gap(dumpPhrase('ports-unreadable'));
  return {
    allows: true,
    services: [service ?? { protocol: String(permission.IpProtocol), ports: everyPort }],
    callers: callersOf(permission),
    doubt: doubt ?? (service ? null : unreadable),
  };
}

/** Null: its ports cannot be read. */
function serviceOf({ IpProtocol, FromPort, ToPort }: JsonObject): Service | null {
  const protocol = String(IpProtocol).toLowerCase();
  if (protocol === '-1') return { protocol: null, ports: everyPort };
  const hasPorts = ['tcp', 'udp', '6', '17'].includes(protocol);
  const ports = hasPorts ? portsBetween(FromPort, ToPort) : everyPort;
  return ports && { protocol, ports };
}

/** Of a group's permission, which has lists, or of a rule, which has one of each. */
function callersOf(permission: JsonObject): Callers[] {
  const { CidrIpv4, CidrIpv6, PrefixListId, ReferencedGroupInfo } = permission;
  const ranges = [
    ...objectsOf(permission.IpRanges).map(({ CidrIp }) => CidrIp),
    ...objectsOf(permission.Ipv6Ranges).map((range) => range.CidrIpv6),
    ...[CidrIpv4, CidrIpv6].filter((text) => typeof text === 'string'),
  ];
  const lists = [
    ...objectsOf(permission.PrefixListIds).map((list) => list.PrefixListId),
    ...(typeof PrefixListId === 'string' ? [PrefixListId] : []),
  ];
  const groups = [
    ...objectsOf(permission.UserIdGroupPairs),
    ...(isObject(ReferencedGroupInfo) ? [ReferencedGroupInfo] : []),
  ];
  return [
    ...ranges.map((text): Callers => ({ kind: 'range', text: String(text) })),
    ...lists.map((id) => prefixList(String(id))),
    ...groups.map(({ GroupId, GroupName }): Callers => {
      return { kind: 'privilege', label: party('security-group', String(GroupId ?? GroupName).slice(0, 80)) };
    }),
  ];
}

function prefixList(id: string): Callers {
  const paste = `aws ec2 get-managed-prefix-list-entries --prefix-list-id ${id.slice(0, 80)}`;
  return { kind: 'prefixes', name: id, paste };
}
