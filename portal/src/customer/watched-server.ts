import { useQuery } from '@tanstack/react-query';
import { hasEnded, type Scan, type Server, scansQuery, serverQuery } from './data.ts';

const pollMs = 2_000;

/** A server and its last scans, read again and again while a scan is under way or the first is still to come. */
export function useWatchedServer(serverId: string) {
  const server = useQuery(serverQuery(serverId));
  const scans = useQuery({
    ...scansQuery(serverId),
    refetchInterval: ({ state }) => (isAwaited(server.data?.data, state.data?.data) ? pollMs : false),
    enabled: server.isSuccess,
  });
  return { server, scans };
}

function isAwaited(server: Server | undefined, scans: readonly Scan[] | undefined): boolean {
  if (scans?.some((scan) => !hasEnded(scan))) return true;
  return (scans ?? []).length === 0 && server?.not_scanned === null && server.status === 'active';
}
