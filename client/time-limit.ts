/** Sends a request. */
export type Send = (request: Request) => Promise<Response>;

/** A server that hangs is not waited for any longer: what its own requests take at most. */
export const defaultTimeoutSeconds = 60;

/** Gives up with a `TimeoutError` where the whole answer has not come in time. */
export function within(seconds: number, send: Send = (request) => globalThis.fetch(request)): Send {
  return (request) =>
    send(new Request(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(seconds * 1_000)]) }));
}
