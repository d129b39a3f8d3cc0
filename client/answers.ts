/** An answer of the API that is no success. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** The code of the problem, such as `ENDPOINT_NOT_FOUND`, or a status where the operation has that as its code; null where there is none. */
  readonly code: string | number | null;
  /** What the problem is about, such as `current_usage` and `new_limit` of DOWNGRADE_USAGE_EXCEEDED. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Where the documentation explains the error; null where a proxy answered. */
  readonly docUrl: string | null;
  /** What is wrong with the input, as sentences by field. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** After how many seconds to try again; null where the answer does not say. */
  readonly retryAfterSeconds: number | null;
  /** To be named to the operator; null where a proxy answered. */
  readonly requestId: string | null;

  constructor(response: Response, body: unknown) {
    const { message, errors, error, doc_url } = (body ?? {}) as ErrorBody;
    super(error?.message ?? message ?? `The server answered ${response.status} without a reason.`);
    this.status = response.status;
    this.code = error?.code ?? null;
    this.details = error?.details ?? {};
    this.docUrl = error?.doc_url ?? doc_url ?? null;
    this.fields = errors ?? {};
    this.retryAfterSeconds = retryAfterSeconds(response);
    this.requestId = response.headers.get('X-Request-Id');
  }
}

interface ErrorBody {
  readonly message?: string;
  readonly errors?: Record<string, string[]>;
  readonly doc_url?: string;
  readonly error?: {
    readonly code?: string | number;
    readonly message?: string;
    readonly details?: Readonly<Record<string, unknown>>;
    readonly doc_url?: string;
  };
}

/** What the client's methods give. */
interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

/**
 * The body of a success.
 * @throws ApiError otherwise
 */
export async function answered<T>(call: Promise<Answer<T>>): Promise<NonNullable<T>> {
  const { data, error, response } = await call;
  if (!response.ok) throw new ApiError(response, error);
  return data as NonNullable<T>;
}

/** How many requests the key has left in the present minute; null for operations without a limit. */
export function rateLimitOf(response: Response): { readonly limit: number; readonly remaining: number } | null {
  const limit = numberIn(response, 'X-RateLimit-Limit');
  const remaining = numberIn(response, 'X-RateLimit-Remaining');
  return limit === null || remaining === null ? null : { limit, remaining };
}

/** What `Retry-After` says, as seconds or as a date of HTTP; null where it is missing or neither. */
export function retryAfterSeconds(response: Response, now = Date.now()): number | null {
  const text = response.headers.get('Retry-After');
  if (text === null) return null;
  const seconds = /^\d+$/.test(text) ? Number(text) : Math.ceil((Date.parse(text) - now) / 1_000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : null;
}

function numberIn(response: Response, header: string): number | null {
  const text = response.headers.get(header);
  return text === null ? null : Number(text);
}
