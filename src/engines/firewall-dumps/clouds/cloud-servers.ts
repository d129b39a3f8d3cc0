/** A server that was pasted along with firewalls, and which of them it has. */
export interface CloudServer {
  /** By which the world calls it. */
  readonly addresses: readonly string[];
  readonly has: ReadonlySet<string>;
}

/**
 * Which firewalls the server has that has this address; else the only one that was pasted. Null: that is not told.
 * @param address null: not known
 */
export function firewallsOf(servers: readonly CloudServer[], address: string | null): ReadonlySet<string> | null {
  const called = servers.filter(({ addresses }) => address !== null && addresses.includes(address));
  const candidates = called.length > 0 ? called : servers.filter(({ has }) => has.size > 0);
  const [first = null] = candidates;
  return first && candidates.every(({ has }) => isSame(has, first.has)) ? first.has : null;
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((item) => b.has(item));
}
