import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Changed } from '../live/live-stream.ts';
import { LiveUpdates } from '../live/live-updates.ts';
import { exposureKeys } from './data.ts';

/**
 * Keeps the pages of a customer up to date.
 * @returns ends it
 */
export function keepPagesLive(queryClient: QueryClient, customerId: number): () => void {
  const live = new LiveUpdates({ customerId, readAnew: (changed) => readAnew(queryClient, changed) });
  return () => live.stop();
}

/** A list that was read so far down is read anew when its reader comes back to it, not page after page in between. */
const liveListPages = 5;
/** Of what was first being read when it changed, the answer may be older than the change. */
const tooEarlyMs = 1_000;

async function readAnew(queryClient: QueryClient, changed: Changed | null): Promise<void> {
  const isOld = ({ queryKey }: Query) => changed === null || concerns(queryKey, changed);
  const isFirstRead = (query: Query) =>
    isOld(query) && query.state.data === undefined && query.state.fetchStatus === 'fetching';
  if (queryClient.isFetching({ queryKey: exposureKeys, predicate: isFirstRead }) > 0)
    await new Promise((resolve) => setTimeout(resolve, tooEarlyMs));
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
