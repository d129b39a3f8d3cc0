/** Resolves after the time, or early when the signal aborts. */
export function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve();
    const timer = setTimeout(done, ms);
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done);
  });
}

/** Resolves at the next of these events of the window, or when the signal aborts. */
export function nextEvent(names: readonly string[], signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const heard = new AbortController();
    const done = () => {
      heard.abort();
      resolve();
    };
    if (signal.aborted) return done();
    for (const name of names) addEventListener(name, done, { capture: true, passive: true, signal: heard.signal });
    signal.addEventListener('abort', done, { signal: heard.signal });
  });
}

/** Resolves once the tab can be seen. */
export async function untilVisible(signal: AbortSignal): Promise<void> {
  while (document.hidden && !signal.aborted) await nextEvent(['visibilitychange', 'pageshow'], signal);
}
