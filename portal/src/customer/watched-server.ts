import { useQuery } from '@tanstack/react-query';
import { useIsLive } from '../live/live-updates.ts';
import { watchPauseMs } from '../live/pace.ts';
import { hasEnded, type Scan, scansQuery, serverQuery } from './data.ts';

/** A server and its last scans. While one is under way and the server does not tell of its end, they are looked at more often. */
export function useWatchedServer(serverId: string) {
  const server = useQuery(serverQuery(serverId));
  const isLive = useIsLive();
  const scans = useQuery({
    ...scansQuery(serverId),
    refetchInterval: ({ state }) => (!isLive && pauseOf(state.data?.data, Date.now())) || false,
    enabled: server.isSuccess,
  });
  return { server, scans };
}

function pauseOf(scans: readonly Scan[] | undefined, nowMs: number): number | null {
  const running = scans?.find((scan) => !hasEnded(scan));
  return running ? watchPauseMs(nowMs - Date.parse(running.started_at ?? running.created_at)) : null;
}
