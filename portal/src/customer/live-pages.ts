import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Changed, StreamReader } from '../live/live-stream.ts';
import { LiveUpdates } from '../live/live-updates.ts';
import { exposureKeys } from './data.ts';

/**
 * Keeps the pages of a customer up to date.
 * @param readAtMs when what they show was first read, as Date.now() tells it
 * @returns ends it
 */
export function keepPagesLive(queryClient: QueryClient, reader: StreamReader, readAtMs: number): () => void {
  const live = new LiveUpdates({ reader, readAtMs, readAnew: (changed) => readAnew(queryClient, changed) });
  return () => live.stop();
}

/** A list that was read so far down is read anew when its reader comes back to it, not page after page in between. */
const liveListPages = 5;

/** Resolves when what is shown of what has changed has been read. */
export async function readAnew(queryClient: QueryClient, changed: Changed | null): Promise<void> {
  const isOld = ({ queryKey }: Query) => changed === null || concerns(queryKey, changed);
  // The answer to a first read that is under way may be older than the change, and cannot be asked for anew before it has come.
  const isFirstRead = (query: Query) =>
    isOld(query) && query.state.data === undefined && query.state.fetchStatus === 'fetching';
  const first = queryClient.getQueryCache().findAll({ queryKey: exposureKeys, predicate: isFirstRead });
  await Promise.allSettled(first.map(({ promise }) => promise));
  await queryClient.invalidateQueries({
    queryKey: exposureKeys,
    predicate: (query) => isOld(query) && isLong(query),
    refetchType: 'none',
  });
  await queryClient.invalidateQueries({ queryKey: exposureKeys, predicate: (query) => isOld(query) && !isLong(query) });
}

function isLong({ state }: Query): boolean {
  const { pages } = (state.data ?? {}) as { pages?: readonly unknown[] };
  return (pages?.length ?? 0) > liveListPages;
}

/** Whether what was read under the key can have changed with it; what is not known here can. */
export function concerns([, area, what, id]: QueryKey, changed: Changed): boolean {
  const has = (topic: string, one?: unknown) =>
    changed[topic] !== undefined &&
    (one === undefined || changed[topic] === null || changed[topic].includes(String(one)));
  if (has('account')) return true;
  if (area === 'alerts' && (what === 'one' || what === 'port')) return has('alerts', id) || has('scans');
  if (area === 'alerts') return has('alerts');
  if (area === 'servers' && (what === 'one' || what === 'scans'))
    return has('servers', id) || has('scans', id) || (what === 'one' && (has('alerts') || has('rules')));
  if (area === 'servers') return has('servers') || has('scans') || has('alerts');
  if (area === 'rules') return has('rules');
  if (area === 'domains') return has('domains') || has('alerts');
  return true;
}
