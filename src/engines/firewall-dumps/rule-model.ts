import type { AddressSet, Family } from './addresses.ts';
import type { DumpPhrase } from './dump-wording.ts';
import type { Intervals, Point } from './intervals.ts';
import type { Party } from './sources.ts';

/** What every format is read into. Only what a new connection from elsewhere can meet is kept. */
export interface Ruleset {
  readonly baseChains: readonly BaseChain[];
  /** By {@link chainKey}. */
  readonly chains: ReadonlyMap<string, readonly Rule[]>;
  /** Of these the dump tells enough; of others it says nothing. */
  readonly families: ReadonlySet<Family>;
  /** What a reader of the result should know about what the dump cannot show. */
  readonly notes: readonly DumpPhrase[];
}

export type Hook = 'ingress' | 'prerouting' | 'input' | 'forward';

/** Where the kernel hands packets over. All chains of a hook see a packet, lowest priority first, unless one drops it. */
export interface BaseChain {
  readonly hook: Hook;
  readonly kind: 'filter' | 'nat';
  readonly priority: number;
  readonly families: ReadonlySet<Family>;
  readonly chain: string;
  /** What happens at the end of the chain; null when the dump does not say. */
  readonly policy: 'accept' | 'drop' | 'reject' | null;
  /** Why the policy is not known, where there is more to say than that. */
  readonly unknownPolicy?: Gap;
  readonly line: number;
}

export type Ports = Intervals<number>;
export const everyPort: Ports = [0, 65_536];

/** Whoever comes in by another interface than the one that faces the world. */
export const anotherInterface = 'another-interface';

/**
 * One rule: all conditions must hold. They are about the first packet of a connection that a stranger opens from elsewhere;
 * what can never hold for one is not in the model.
 */
export interface Rule {
  readonly line: number;
  readonly ipv4: boolean;
  readonly ipv6: boolean;
  readonly tcp: boolean;
  readonly udp: boolean;
  /** Null: any. */
  readonly ports: Ports | null;
  /** Whether it chooses ports: not by leaving some out, nor by naming all. */
  readonly namesPorts: boolean;
  /** With addresses the rule is of one family only. Null: any. */
  readonly sources: AddressSet | null;
  readonly destinations: AddressSet | null;
  /** Whether the destination must be the server itself. */
  readonly local: boolean | null;
  /** Whether the destination must have been translated. */
  readonly translated: boolean | null;
  readonly outInterface: InterfaceCondition | null;
  /** Interfaces that packets must come in by: all of these hold. What that means for a stranger, {@link knowInterfaces} says. */
  readonly inInterfaces: readonly InterfaceCondition[];
  /** Whether it can match where connections are tracked, and where they are not yet, and count as invalid. */
  readonly tracked: boolean;
  readonly untracked: boolean;
  /** What somebody must have that strangers do not: `interface wg0`. Null: nothing. */
  readonly privilege: Party | null;
  /** What strangers have, but not somebody with this privilege, or by any other interface. */
  readonly withoutPrivilege: Party | typeof anotherInterface | null;
  /** A list of addresses, which the dump leaves out, that sources must be in. Null: none. */
  readonly inList: Gap | null;
  /** One that they must not be in. */
  readonly notInList: Gap | null;
  /** Whether it matches up to a limit only, and goes on where a first connection would not. */
  readonly limited: boolean;
  /** Why nobody can tell from the dump whether it matches; null: it does. */
  readonly doubt: Gap | null;
  readonly action: Action;
}

/** Something that the dump does not tell. */
export interface Gap {
  readonly reason: DumpPhrase;
  /** The command whose output tells it; null: none does. */
  readonly paste: string | null;
  /** The list of addresses that is missing; null: it is something else. */
  readonly list: Party | null;
}

export function gap(reason: DumpPhrase, paste: string | null = null): Gap {
  return { reason, paste, list: null };
}

export interface InterfaceCondition {
  readonly names: readonly string[];
  readonly negated: boolean;
}

export type Action =
  | { readonly kind: 'accept' }
  | { readonly kind: 'drop'; readonly reject: boolean }
  | { readonly kind: 'return' }
  | { readonly kind: 'jump' | 'goto'; readonly chain: string }
  | { readonly kind: 'translate'; readonly address: Point | null; readonly port: number | null }
  /** It may accept, drop, or go on: the dump does not tell. */
  | { readonly kind: 'unclear'; readonly why: Gap };

export function chainKey(family: string, table: string, chain: string): string {
  return JSON.stringify([family, table, chain]);
}
