import { retryAfterSeconds } from './answers.ts';
import { defaultTimeoutSeconds, type Send, within } from './time-limit.ts';

/** How the requests of a client are repeated. */
export interface RetryOptions {
  /** How often a request is sent at most. 4 by default. */
  readonly attempts?: number;
  /** A server that asks to wait longer is not waited for: its answer is given back. 60 by default. */
  readonly maxWaitSeconds?: number;
  /** How long an answer may take: after that the request counts as lost on the way. 60 by default. */
  readonly timeoutSeconds?: number;
  /** Sends a request once. */
  readonly fetch?: Send;
  /** Waits; for tests. */
  readonly wait?: (milliseconds: number, signal: AbortSignal) => Promise<void>;
}

/** Methods whose repetition changes nothing more. */
const safe = new Set(['GET', 'HEAD']);
const asksToTryAgain = new Set([429, 500, 502, 503, 504]);
/** The same request is at work, or its process died: the key is free again within a minute. */
const keyInUse = 'IDEMPOTENCY_KEY_IN_USE';
const leastKeyWaitSeconds = 1;
/** Before anything was done. */
const refusedUnread = new Set([429, 503]);
/**
 * The method and path of what answers a secret that is not kept, so that it takes no key: what was lost on the way may have been
 * done.
 */
export const keylessOperation = /^POST .*\/(sso\/token|webhooks|webhooks\/[^/]+\/rotate-secret)$/;
const firstWaitSeconds = 0.5;

/**
 * For `createClient({ fetch })`: repeats what was lost on the way or answered with 429 or 5xx, after what `Retry-After` says, else
 * after 0.5, 1, 2 … seconds with jitter. A request that changes something gets an `Idempotency-Key` of its own, so that however
 * often it is sent it is executed once; what takes no such key is repeated only where it was refused before anything was done. A key that is
 * in use is waited for, `maxWaitSeconds` in all, which counts as no attempt: then the answer of the first request comes.
 */
export function withRetries({
  attempts = 4,
  maxWaitSeconds = 60,
  timeoutSeconds = defaultTimeoutSeconds,
  fetch,
  wait = waitFor,
}: RetryOptions = {}): Send {
  const send = within(timeoutSeconds, fetch);
  return async (request) => {
    const isRepeatable =
      safe.has(request.method) || !keylessOperation.test(`${request.method} ${new URL(request.url).pathname}`);
    if (isRepeatable && !safe.has(request.method) && !request.headers.has('Idempotency-Key'))
      request.headers.set('Idempotency-Key', crypto.randomUUID());
    const repeated = isRepeatable ? asksToTryAgain : refusedUnread;
    let attempt = 1;
    let waitedForKey = 0;
    for (;;) {
      const answer = await send(request.clone()).catch((error: unknown) => {
        if (attempt >= attempts || !isRepeatable || request.signal.aborted) throw error;
        return null;
      });
      const asked = answer && retryAfterSeconds(answer);
      let seconds = asked ?? firstWaitSeconds * 2 ** (attempt - 1) * (0.5 + Math.random());
      if (answer !== null && attempts > 1 && (await isKeyInUse(answer))) {
        seconds = Math.max(asked ?? 0, leastKeyWaitSeconds);
        waitedForKey += seconds;
        if (waitedForKey > maxWaitSeconds) return answer;
      } else {
        if (answer !== null && (attempt >= attempts || !repeated.has(answer.status) || seconds > maxWaitSeconds))
          return answer;
        attempt += 1;
      }
      await answer?.body?.cancel();
      await wait(seconds * 1_000, request.signal);
    }
  };
}

async function isKeyInUse(answer: Response): Promise<boolean> {
  if (answer.status !== 409) return false;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => null);
  return (body as { error?: { code?: unknown } } | null)?.error?.code === keyInUse;
}

function waitFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
    if (signal.aborted) stop();
  });
}
