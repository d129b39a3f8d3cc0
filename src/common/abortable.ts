/** Settles like the promise, or rejects with the signal's reason when it aborts first. What the promise stands for goes on. */
export async function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const giveUp = () => reject(signal.reason);
  if (signal.aborted) giveUp();
  signal.addEventListener('abort', giveUp, { once: true });
  try {
    return await Promise.race([aborted, promise]);
  } finally {
    signal.removeEventListener('abort', giveUp);
  }
}
