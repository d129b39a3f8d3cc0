import type { FirewallReading, PortRange } from './read-firewall-dump.ts';

/** What of a reading goes out: nobody reads further than that, and a hostile dump must not make a huge answer. */
export const maxListed = 1_000;

/** A reading whose lists have at most {@link maxListed} entries, so that a thread hands it over at once. */
export interface DumpReport extends Omit<FirewallReading, 'ports'> {
  /** Whether a list is cut off. */
  readonly isCut: boolean;
}

export function reportOf({ open, restricted, unknown, undecided, ...reading }: FirewallReading): DumpReport {
  const lists = [open, restricted, unknown, undecided];
  return {
    format: reading.format,
    defaultPolicy: reading.defaultPolicy,
    askFor: reading.askFor,
    notes: reading.notes,
    open: listed(open),
    restricted: listed(restricted),
    unknown: listed(unknown),
    undecided: undecided.slice(0, maxListed),
    isCut: lists.some((list) => list.length > maxListed),
  };
}

function listed(ranges: readonly PortRange[]): PortRange[] {
  return ranges
    .slice(0, maxListed)
    .map(({ transport, start, last, verdict, source, lines }) => ({ transport, start, last, verdict, source, lines }));
}
