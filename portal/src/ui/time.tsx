import { useEffect, useSyncExternalStore } from 'react';
import { t } from '../messages/messages.ts';
import { absoluteTime, duration, presentSeconds, relativeTime } from './time-words.ts';

export { absoluteTime, duration };

const tickMs = presentSeconds * 1_000;

const tickListeners = new Set<() => void>();
let now = new Date();
let ticking: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  tickListeners.add(listener);
  ticking ??= setInterval(tick, tickMs);
  return () => {
    tickListeners.delete(listener);
    if (tickListeners.size > 0) return;
    clearInterval(ticking);
    ticking = undefined;
  };
}

function tick(): void {
  now = new Date();
  for (const listener of tickListeners) listener();
}

/** The present, anew twice a minute, the same for all of the page. */
export function useNow(): Date {
  useEffect(() => {
    if (Date.now() - now.getTime() > tickMs) tick();
  }, []);
  return useSyncExternalStore(subscribe, () => now);
}

/** How long ago, with the exact time behind it; or `otherwise`. */
export function Time({ at, otherwise = t('portal.time.never') }: { at: string | null; otherwise?: string }) {
  const now = useNow();
  if (at === null) return <span>{otherwise}</span>;
  const date = new Date(at);
  return (
    <time dateTime={at} title={absoluteTime(date)}>
      {relativeTime(date, now)}
    </time>
  );
}

/** Both, where the exact time matters. */
export function FullTime({ at }: { at: string }) {
  const now = useNow();
  const date = new Date(at);
  return (
    <time dateTime={at}>
      {absoluteTime(date)} <span className="text-muted">({relativeTime(date, now)})</span>
    </time>
  );
}
