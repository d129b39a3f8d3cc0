/** Settles like the promise, or rejects with the signal's reason when it aborts first. What the promise stands for goes on. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
