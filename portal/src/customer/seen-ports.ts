import { useQueries } from '@tanstack/react-query';
import { type Scan, type ScanChange, scanQuery } from './data.ts';
import type { Sighting } from './port-intervals.ts';

/** So many completed scans are shown with their ports: each is a request, though only once. */
const readScans = 20;

export interface SeenPorts {
  /** Oldest first. */
  readonly sightings: readonly (Sighting & { readonly scanId: string; readonly changes: readonly ScanChange[] })[];
  readonly isPending: boolean;
  readonly error: Error | null;
}

/** The ports that the last completed scans found open. */
export function useSeenPorts(scans: readonly Scan[]): SeenPorts {
  const completed = scans.filter(({ status }) => status === 'completed').slice(0, readScans);
  return useQueries({
    queries: completed.map(({ id }) => scanQuery(id)),
    combine: (results) => ({
      sightings: results
        .flatMap(({ data }) =>
          data?.open_ports && data.finished_at
            ? [
                {
                  scanId: data.id,
                  atMs: Date.parse(data.finished_at),
                  openPorts: data.open_ports,
                  changes: data.changes ?? [],
                },
              ]
            : [],
        )
        .toReversed(),
      isPending: results.some((result) => result.isPending),
      error: results.find((result) => result.error)?.error ?? null,
    }),
  });
}
