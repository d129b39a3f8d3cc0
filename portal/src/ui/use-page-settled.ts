import { type Query, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';

/**
 * Whether all that a page asked for when it was opened has come, or has failed once: a page is shown whole, so that nothing on it moves
 * by itself. From then on it stays so, whatever is asked for.
 */
export function usePageSettled(): boolean {
  const queryClient = useQueryClient();
  const [isSettled, setSettled] = useState(true);
  // What the page asks for is known when it is rendered, and asked for after it was painted.
  useLayoutEffect(() => {
    if (queryClient.getQueryCache().getAll().some(isNew)) setSettled(false);
  }, [queryClient]);
  useEffect(() => {
    const cache = queryClient.getQueryCache();
    let frame = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      if (!cache.getAll().some(isComing)) setSettled(true);
    };
    const cancel = () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
    // An answer may be what the page needs to ask for more: it does so behind the next frame, in a task of its own, however busy the
    // machine is.
    const lookSoon = () => {
      cancel();
      frame = requestAnimationFrame(() => {
        frame = requestAnimationFrame(() => {
          timer = setTimeout(look);
        });
      });
    };
    lookSoon();
    const unsubscribe = cache.subscribe(lookSoon);
    return () => {
      unsubscribe();
      cancel();
    };
  }, [queryClient]);
  return isSettled;
}

function isNew({ state }: Query): boolean {
  return state.status === 'pending' && state.fetchFailureCount === 0;
}

function isComing(query: Query): boolean {
  return isNew(query) && query.state.fetchStatus === 'fetching' && query.isActive();
}
