import {
  type AddressRange,
  type AddressSet,
  everyAddress,
  type Family,
  parseAddress,
  parseAddressRange,
  shareOfWorld,
  singleton,
  toAddressSet,
} from './addresses.ts';
import type { Budget } from './budget.ts';
import { includes, intersect, type Point, sameIntervals, subtract, toIntervals } from './intervals.ts';
import type { Ruleset } from './rule-model.ts';

/** What is known of where packets go. */
export interface DestinationKnowledge {
  /** The server's address that the world calls; null: not known. */
  readonly address: Point | null;
  /** Addresses that the ruleset sends packets on to: others than the server's own. */
  readonly others: AddressSet;
  /** The interface that leads to an address, where the ruleset names it. */
  readonly interfaces: ReadonlyMap<Point, string>;
}

/** @param address the server's, as text; null when it is not known or of the other family */
export function knowDestinations(ruleset: Ruleset, family: Family, address: string | null): DestinationKnowledge {
  const own = address === null ? null : parseAddress(address);
  const targets = new Set<Point>();
  const interfaces = new Map<Point, string>();
  const ambiguous = new Set<Point>();
  for (const rules of ruleset.chains.values()) {
    for (const rule of rules) {
      if (!rule[family]) continue;
      if (rule.action.kind === 'translate' && rule.action.address !== null) targets.add(rule.action.address);
      const { destinations, outInterface } = rule;
      if (destinations?.length !== 2 || outInterface?.names.length !== 1 || outInterface.negated) continue;
      const [start] = destinations as readonly [Point, Point];
      const [name] = outInterface.names as readonly [string];
      if (!sameIntervals(destinations, singleton(start))) continue;
      if ((interfaces.get(start) ?? name) !== name) ambiguous.add(start);
      interfaces.set(start, name);
    }
  }
  for (const target of ambiguous) interfaces.delete(target);
  const ownValue = own?.family === family ? own.value : null;
  if (ownValue !== null) targets.delete(ownValue);
  const others = toIntervals([...targets].map((target) => singleton(target) as [Point, Point]));
  return { address: ownValue, others, interfaces };
}

/** Whether a packet that the world sends to the server goes to one of these addresses. */
export function isDestination(
  destinations: AddressSet,
  family: Family,
  { address, others }: DestinationKnowledge,
  budget: Budget,
): 'yes' | 'no' | 'unclear' {
  if (address !== null && includes(destinations, address)) return 'yes';
  budget.spend(destinations.length >>> 2, 'sets');
  const rest = budget.combine(subtract, everyAddress[family], destinations);
  if (budget.combine(subtract, rest, neverServers[family]).length === 0) return 'yes';
  const servers = budget.combine(subtract, destinations, others);
  const possible = budget.combine(subtract, servers, neverServers[family]);
  if (possible.length === 0) return 'no';
  if (address === null) return 'unclear';
  if (shareOfWorld(destinations, family) > 0.5) return 'no';
  // The world may know a server by another address than the one it has: its provider translates.
  const isPrivate = includes(privateAddresses[family], address);
  return !isPrivate && budget.combine(intersect, possible, privateAddresses[family]).length > 0 ? 'unclear' : 'no';
}

function setOf(...texts: readonly string[]): AddressSet {
  return toAddressSet(texts.map((text) => parseAddressRange(text) as AddressRange));
}

/** Of networks of one's own: behind them is not the world. */
export const privateAddresses: Readonly<Record<Family, AddressSet>> = {
  ipv4: setOf('10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'),
  ipv6: setOf('fc00::/7'),
};

/** Unspecified, loopback, link-local, multicast, broadcast: nobody calls a server by these from elsewhere. */
const neverServers: Readonly<Record<Family, AddressSet>> = {
  ipv4: setOf('0.0.0.0/8', '127.0.0.0/8', '169.254.0.0/16', '224.0.0.0/4', '255.255.255.255'),
  ipv6: setOf('::/127', 'fe80::/10', 'ff00::/8'),
};
