/** When something was seen, and which ports were open then. */
export interface Sighting {
  readonly atMs: number;
  readonly openPorts: readonly number[];
}

export interface PortInterval {
  readonly fromMs: number;
  /** When it was first seen closed again; null while it is open. */
  readonly untilMs: number | null;
}

export interface PortHistory {
  readonly port: number;
  readonly intervals: readonly PortInterval[];
  readonly isOpen: boolean;
}

/**
 * From the sightings, oldest first, when each port was open. Those that are open now come first, each kind by port. What a port
 * was between two sightings nobody knows: it counts as what it was at the former one.
 */
export function portHistories(sightings: readonly Sighting[]): PortHistory[] {
  const intervals = new Map<number, PortInterval[]>();
  for (const [index, { atMs, openPorts }] of sightings.entries()) {
    const open = new Set(openPorts);
    const before = new Set(sightings[index - 1]?.openPorts);
    for (const port of open) {
      const known = intervals.get(port) ?? [];
      if (!before.has(port)) intervals.set(port, [...known, { fromMs: atMs, untilMs: null }]);
    }
    for (const port of before) {
      if (open.has(port)) continue;
      const known = intervals.get(port)!;
      intervals.set(port, [...known.slice(0, -1), { ...known.at(-1)!, untilMs: atMs }]);
    }
  }
  return [...intervals]
    .map(([port, of]) => ({ port, intervals: of, isOpen: of.at(-1)?.untilMs === null }))
    .toSorted((a, b) => Number(b.isOpen) - Number(a.isOpen) || a.port - b.port);
}

/** The ports of two sightings that are not in both. */
export function portChanges(before: readonly number[], after: readonly number[]) {
  return {
    opened: after.filter((port) => !before.includes(port)),
    closed: before.filter((port) => !after.includes(port)),
  };
}

/** Whether rules such as `443:tcp` and `8000-8010:tcp` cover a TCP port. */
export function isAllowedPort(allowed: readonly string[], port: number): boolean {
  return allowed.some((rule) => {
    const [, first, last = first] = /^(\d+)(?:-(\d+))?:tcp$/.exec(rule) ?? [];
    return first !== undefined && Number(first) <= port && port <= Number(last);
  });
}
