/** A request that an integration sent during a step, and what it was answered. */
export interface Exchange {
  /** When it came, in milliseconds of a clock that only runs forward. */
  readonly atMs: number;
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  /** As it was sent. */
  readonly body: string;
  readonly idempotencyKey: string | null;
  /** Null: the answer was lost on the way, as the step wants. */
  readonly status: number | null;
}

/** What goes wrong with the orders of a step. */
export type Fault =
  /** Each is refused, since the customer's plan is full. */
  | 'full'
  /** The first is refused with 429, which says how long to wait. */
  | 'throttled'
  /** The first is refused with 409: one with its Idempotency-Key is under way. */
  | 'in_flight'
  /** The first is done, and its answer is lost. */
  | 'lost';

/** How long 429 and 409 ask to wait. */
export const retryAfterSeconds = { throttled: 2, in_flight: 1 } as const;

const orderPath = /^\/api\/v1\/(billing|provisioning)\/(provision|provision-subscription|provision-domain)$/;

/** Whether it is a sale. */
export function isOrder({ method, path }: Pick<Exchange, 'method' | 'path'>): boolean {
  return method === 'POST' && orderPath.test(path);
}
