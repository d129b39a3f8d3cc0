/**
 * What the providers' documentation says, written down a second time and asked port by port, caller by caller: where a paste is
 * decided, both say the same. What a paste leaves open (what a prefix list has, whether a server is a target) is tried both ways.
 */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { propertyRuns } from '../../../common/testing/property-runs.ts';
import { readFirewallDump } from '../read-firewall-dump.ts';

/** A caller: from the world, from a range that rules name, or with something that strangers have not. */
interface Client {
  readonly address: string;
  readonly privilege: string | null;
}

interface Packet extends Client {
  readonly protocol: 'tcp' | 'udp';
  readonly port: number;
}

/** What is true of what the paste leaves open. */
type World = ReadonlySet<string>;
type Oracle<T> = (rules: readonly T[], packet: Packet, world: World) => boolean;

const ranges: Readonly<Record<string, string>> = { '192.0.2.0/24': '192.0.2.7', '198.51.100.0/25': '198.51.100.9' };
const stranger = '203.0.113.200';
const everywhere = '0.0.0.0/0';
const probes = [1, 22, 23, 79, 80, 85, 90, 91, 443, 3_306, 65_535];
const portTexts = ['22', '80', '80-90', '443', '22-443', '3306', '0-65535'];

const isIn = (range: string, address: string) => range === everywhere || ranges[range] === address;

function hasPort(text: string, port: number): boolean {
  const [first, last = first] = text.split('-').map(Number) as [number, number?];
  return first <= port && port <= last;
}

type Fate = 'open' | 'restricted' | 'closed';

function fateOf<T>(
  oracle: Oracle<T>,
  rules: readonly T[],
  privileges: readonly string[],
  packet: Omit<Packet, keyof Client>,
  world: World,
): Fate {
  const passes = (client: Client) => oracle(rules, { ...packet, ...client }, world);
  if (passes({ address: stranger, privilege: null })) return 'open';
  const addresses = [stranger, ...Object.values(ranges)];
  const clients = addresses.flatMap((address) => [null, ...privileges].map((privilege) => ({ address, privilege })));
  return clients.some(passes) ? 'restricted' : 'closed';
}

/**
 * Where something is left open, a port that is closed to the world may be open to somebody else; that it is open to the world, or
 * restricted, is always certain.
 */
function isTrue(verdict: string, isWhole: boolean): (fates: readonly Fate[]) => boolean {
  return (fates) =>
    verdict === 'closed' && !isWhole ? !fates.includes('open') : fates.every((fate) => fate === verdict);
}

/** Every combination of what is left open. */
function worldsOf(open: readonly string[]): World[] {
  return open.reduce<World[]>(
    (worlds, name) => worlds.flatMap((world) => [world, new Set([...world, name])]),
    [new Set()],
  );
}

interface Kind<T> {
  readonly rule: fc.Arbitrary<T>;
  readonly paste: (rules: readonly T[]) => unknown;
  readonly oracle: Oracle<T>;
  readonly privileges: readonly string[];
  readonly open: readonly string[];
}

function expectAgreement<T>({ rule, paste, oracle, privileges, open }: Kind<T>): void {
  let [decided, undecided] = [0, 0];
  const worlds = worldsOf(open);
  fc.assert(
    fc.property(fc.array(rule, { minLength: 1, maxLength: 8 }), (rules) => {
      const reading = readFirewallDump(JSON.stringify(paste(rules)), { format: null, address: '203.0.113.1' })!;
      const isWhole = !open.some((name) => JSON.stringify(rules).includes(name));
      for (const protocol of ['tcp', 'udp'] as const) {
        for (const port of probes) {
          const { verdict } = reading.ports.find((r) => r.transport === protocol && r.start <= port && port <= r.last)!;
          const fates = new Set(worlds.map((world) => fateOf(oracle, rules, privileges, { protocol, port }, world)));
          if (verdict === 'unknown') {
            undecided += 1;
            expect(isWhole).toBe(false);
          } else {
            decided += 1;
            expect([...fates], `${port}/${protocol} of ${JSON.stringify(rules)}`).toSatisfy(isTrue(verdict, isWhole));
          }
        }
      }
    }),
    { numRuns: propertyRuns(1_000) },
  );
  expect(decided).toBeGreaterThan(3 * undecided);
}

const ports = fc.constantFrom(...portTexts);
const range = fc.constantFrom(everywhere, ...Object.keys(ranges));
const some = <T>(of: fc.Arbitrary<T>, max = 2) => fc.array(of, { maxLength: max });

describe('where a paste is decided, it is what the documentation says', () => {
  it('AWS: any permission that matches lets in', () => {
    const rule = fc.record({
      protocol: fc.constantFrom('tcp', 'udp', '-1', '6', 'icmp', '50'),
      ports,
      ranges: some(range),
      groups: some(fc.constantFrom('sg-a', 'sg-b')),
      lists: fc.oneof(
        { weight: 6, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: some<string>(fc.constantFrom('pl-x', 'pl-y')) },
      ),
    });
    type Permission = typeof rule extends fc.Arbitrary<infer R> ? R : never;
    expectAgreement<Permission>({
      rule,
      privileges: ['sg-a', 'sg-b'],
      open: ['pl-x', 'pl-y'],
      paste: (permissions) => ({
        SecurityGroups: [
          {
            GroupId: 'sg-1',
            IpPermissions: permissions.map((permission) => {
              const [FromPort, ToPort = FromPort] = permission.ports.split('-').map(Number);
              return {
                IpProtocol: permission.protocol,
                ...(permission.protocol === '-1' ? {} : { FromPort, ToPort }),
                IpRanges: permission.ranges.map((CidrIp) => ({ CidrIp })),
                UserIdGroupPairs: permission.groups.map((GroupId) => ({ GroupId })),
                PrefixListIds: permission.lists.map((PrefixListId) => ({ PrefixListId })),
              };
            }),
          },
        ],
      }),
      oracle: (permissions, { protocol, port, address, privilege }, world) =>
        permissions.some((permission) => {
          const isAll = permission.protocol === '-1';
          const isProtocol = permission.protocol === protocol || (permission.protocol === '6' && protocol === 'tcp');
          const isFrom =
            permission.ranges.some((text) => isIn(text, address)) ||
            permission.groups.some((id) => id === privilege) ||
            permission.lists.some((id) => world.has(id));
          return isFrom && (isAll || (isProtocol && hasPort(permission.ports, port)));
        }),
    });
  });

  it('Google: the first by priority decides, a denial before what allows', () => {
    const rule = fc.record({
      priority: fc.constantFrom(undefined, 500, 900, 1_000, 1_100),
      denies: fc.boolean(),
      disabled: fc.constantFrom(false, false, false, true),
      direction: fc.constantFrom('INGRESS', 'INGRESS', 'INGRESS', 'EGRESS'),
      services: fc.array(
        fc.record({ protocol: fc.constantFrom('tcp', 'udp', 'all', '17', 'icmp'), ports: some(ports) }),
        { minLength: 1, maxLength: 2 },
      ),
      ranges: some(range),
      tags: some(fc.constantFrom('bastion', 'app'), 1),
      targets: fc.oneof(
        { weight: 6, arbitrary: fc.constant<string[]>([]) },
        { weight: 1, arbitrary: fc.constantFrom<string[]>(['to-web'], ['to-db']) },
      ),
    });
    type Rule = typeof rule extends fc.Arbitrary<infer R> ? R : never;
    const hasNoPorts = (protocol: string) => protocol === 'all' || protocol === 'icmp';
    expectAgreement<Rule>({
      rule,
      privileges: ['bastion', 'app'],
      open: ['to-web', 'to-db'],
      paste: (rules) =>
        rules.map(({ services, denies, tags, targets, ranges: sourceRanges, ...plain }) => ({
          ...{ kind: 'compute#firewall', network: 'global/networks/default', ...plain },
          ...(sourceRanges.length > 0 ? { sourceRanges } : {}),
          ...(tags.length > 0 ? { sourceTags: tags } : {}),
          ...(targets.length > 0 ? { targetTags: targets } : {}),
          [denies ? 'denied' : 'allowed']: services.map(({ protocol, ports: texts }) => ({
            IPProtocol: protocol,
            ...(texts.length > 0 && !hasNoPorts(protocol) ? { ports: texts } : {}),
          })),
        })),
      oracle: (rules, { protocol, port, address, privilege }, world) => {
        const matching = rules.filter((own) => {
          if (own.disabled || own.direction !== 'INGRESS') return false;
          if (own.targets.length > 0 && !own.targets.some((tag) => world.has(tag))) return false;
          const isForAll = own.ranges.length === 0 && own.tags.length === 0;
          const isFrom =
            isForAll || own.ranges.some((text) => isIn(text, address)) || own.tags.some((tag) => tag === privilege);
          return (
            isFrom &&
            own.services.some(
              (service) =>
                service.protocol === 'all' ||
                ((service.protocol === protocol || (service.protocol === '17' && protocol === 'udp')) &&
                  (service.ports.length === 0 || service.ports.some((text) => hasPort(text, port)))),
            )
          );
        });
        const first = Math.min(...matching.map(({ priority = 1_000 }) => priority));
        const deciding = matching.filter(({ priority = 1_000 }) => priority === first);
        return deciding.length > 0 && deciding.every(({ denies }) => !denies);
      },
    });
  });

  it('Azure: the first by priority decides, then what every group ends with', () => {
    const rule = fc.record({
      priority: fc.integer({ min: 100, max: 4_096 }),
      access: fc.constantFrom('Allow', 'Allow', 'Deny'),
      direction: fc.constantFrom('Inbound', 'Inbound', 'Inbound', 'Outbound'),
      protocol: fc.constantFrom('Tcp', 'Udp', '*', 'Icmp'),
      sources: fc.uniqueArray(
        fc.constantFrom('*', 'Internet', 'VirtualNetwork', 'AzureCloud', ...Object.keys(ranges)),
        {
          minLength: 1,
          maxLength: 2,
        },
      ),
      ports: fc.array(fc.oneof(ports, fc.constant('*')), { minLength: 1, maxLength: 2 }),
      destination: fc.constantFrom('*', '*', '*', '*', '*', '*', 'VirtualNetwork', '10.0.0.4/32', '10.0.0.5/32'),
    });
    type Rule = typeof rule extends fc.Arbitrary<infer R> ? R : never;
    const inOrder = (rules: readonly Rule[]) => {
      const seen = new Set<number>();
      return rules
        .filter(({ priority }) => !seen.has(priority) && seen.add(priority))
        .toSorted((a, b) => a.priority - b.priority);
    };
    expectAgreement<Rule>({
      rule,
      privileges: ['VirtualNetwork', 'AzureCloud', 'AzureLoadBalancer'],
      open: ['10.0.0.4/32', '10.0.0.5/32'],
      paste: (rules) => ({
        name: 'web',
        securityRules: inOrder(rules)
          .toReversed()
          .map(({ sources, ports: texts, destination, ...plain }) => ({
            ...plain,
            ...(sources.length === 1
              ? { sourceAddressPrefix: sources[0], sourceAddressPrefixes: [] }
              : { sourceAddressPrefix: null, sourceAddressPrefixes: sources }),
            ...(texts.length === 1
              ? { destinationPortRange: texts[0], destinationPortRanges: [] }
              : { destinationPortRange: '', destinationPortRanges: texts }),
            ...{ destinationAddressPrefix: destination, sourcePortRange: '*' },
          })),
      }),
      oracle: (rules, { protocol, port, address, privilege }, world) => {
        const decides = inOrder(rules).find((own) => {
          const isFrom = own.sources.some(
            (source) =>
              source === '*' ||
              source === privilege ||
              (source === 'Internet' && privilege !== 'VirtualNetwork') ||
              isIn(source, address),
          );
          const isTo = own.destination === '*' || own.destination === 'VirtualNetwork' || world.has(own.destination);
          const isProtocol = own.protocol === '*' || own.protocol.toLowerCase() === protocol;
          const isPort = own.ports.some((text) => text === '*' || hasPort(text, port));
          return own.direction === 'Inbound' && isFrom && isTo && isProtocol && isPort;
        });
        return decides
          ? decides.access === 'Allow'
          : privilege === 'VirtualNetwork' || privilege === 'AzureLoadBalancer';
      },
    });
  });

  it('Hetzner: any rule that matches lets in; of two firewalls the paste does not say which one the server has', () => {
    const rule = fc.record({
      firewall: fc.constantFrom('first', 'first', 'first', 'first', 'first', 'first', 'second'),
      direction: fc.constantFrom('in', 'in', 'in', 'out'),
      protocol: fc.constantFrom('tcp', 'udp', 'icmp', 'gre'),
      port: fc.oneof(ports, fc.constant('any')),
      source_ips: some(range, 3),
    });
    type Rule = typeof rule extends fc.Arbitrary<infer R> ? R : never;
    const named = (rules: readonly Rule[]) => [...new Set(rules.map(({ firewall }) => firewall))];
    const kind: Kind<Rule> = {
      rule,
      privileges: [],
      open: ['first', 'second'],
      paste: (rules) =>
        named(rules).map((name, id) => ({
          ...{ id, name, applied_to: [] },
          rules: rules
            .filter(({ firewall }) => firewall === name)
            .map(({ firewall: _, ...own }) => ({
              ...own,
              port: own.protocol.length === 3 && own.protocol !== 'gre' ? own.port : null,
            })),
        })),
      oracle: (rules, { protocol, port, address }, world) => {
        const isOnly = named(rules).length < 2;
        return rules.some(
          (own) =>
            (isOnly || world.has(own.firewall)) &&
            own.direction === 'in' &&
            own.protocol === protocol &&
            (own.port === 'any' || hasPort(own.port, port)) &&
            own.source_ips.some((text) => isIn(text, address)),
        );
      },
    };
    expectAgreement(kind);
  });
});
