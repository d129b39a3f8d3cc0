import { createSessionClient, type SessionClient } from '../../../client/session.ts';
import { t } from '../messages/messages.ts';
import { fetchUncarried } from './carried-answers.ts';

/** The API of this very portal; the session cookie stands for the key. */
export const api: SessionClient = createSessionClient({ fetch: fetchUncarried });

/** An answer that is no success, in words for people. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Sentences by field, when the input was refused. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
  /** The string code of the problem, when there is one. */
  readonly code: string | null;
  /** What the problem says besides, when there is one. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | null;

  constructor(response: Response, body: unknown) {
    const { message, errors, error } = (body ?? {}) as ErrorBody;
    super(error?.message ?? message ?? t('portal.error.not-understood'));
    this.status = response.status;
    this.fields = errors ?? {};
    this.code = typeof error?.code === 'string' ? error.code : null;
    this.details = error?.details ?? {};
    const retryAfter = Number(response.headers.get('Retry-After'));
    this.retryAfterSeconds = Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null;
  }
}

interface ErrorBody {
  readonly message?: string;
  readonly errors?: Record<string, string[]>;
  readonly error?: {
    readonly code?: string | number;
    readonly message?: string;
    readonly details?: Record<string, unknown>;
  };
}

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
