import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator, KeyHolder, RateLimitBucket } from './authentication.ts';
import type { Group } from './groups.ts';
import { Problem, Refusal } from './problems.ts';
import type { RateLimiter, RateLimitState } from './rate-limits.ts';
import { portalDomainOf } from './request-host.ts';

export interface AdmissionOptions {
  readonly authenticator: Authenticator;
  /** Counts failed authentications per client address. */
  readonly failureLimiter: RateLimiter;
  /** Counts requests without a key per client address; must not need the database, since health answers without it. */
  readonly publicLimiter: RateLimiter;
  /** Requests per minute and key in the groups of each kind. */
  readonly limits: { readonly strict: number; readonly default: number };
}

const failedAuthenticationsPerMinute = 30;
const publicRequestsPerMinute = 100;

/** The checks before a request is read: key, portal domain, suspension, rate limit, in this order. */
export async function admit(
  options: AdmissionOptions,
  group: Group,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  if (group.access === 'public') {
    if (group.limit === 'address') {
      const state = await options.publicLimiter.hit(`public:${request.ip}`, publicRequestsPerMinute);
      applyRateLimit(reply, state);
    }
    return;
  }
  const host = portalDomainOf(request.host);
  const holder = await authenticate(options, group, request, host);
  request.keyHolder = holder;
  if (holder.portalDomain !== host) throw new Problem('TENANT_MISMATCH');
  if (holder.suspended) throw new Problem('ACCOUNT_SUSPENDED');
  if (holder.rateLimit) applyRateLimit(reply, holder.rateLimit);
  request.worldId = worldOf(group, request, holder);
}

/** Any other value asks for the sandbox: what is meant as a trial must not happen for real because of a spelling. */
const sandboxRefusals: ReadonlySet<string> = new Set(['', 'false', '0']);

/** Whose data the request is about: the account's, or with the sandbox header its sandbox's. Sign-in has no sandbox. */
function worldOf(group: Group, request: FastifyRequest, holder: KeyHolder): string {
  const header = String(request.headers['x-service-sandbox'] ?? '').toLowerCase();
  const wanted = group.world === 'sandbox' || (group.world === 'either' && !sandboxRefusals.has(header));
  if (!wanted) return holder.partnerId;
  if (holder.sandboxId === null) throw new Problem('SANDBOX_DISABLED');
  return holder.sandboxId;
}

async function authenticate(
  options: AdmissionOptions,
  group: Group,
  request: FastifyRequest,
  host: string,
): Promise<KeyHolder> {
  const apiKey = bearerToken(request.headers.authorization);
  const holder =
    apiKey === null ? null : await options.authenticator.authenticate(apiKey, host, bucketOf(options, group));
  if (holder) return holder;
  const failures = await options.failureLimiter.hit(`unauthenticated:${request.ip}`, failedAuthenticationsPerMinute);
  if (!failures.allowed) throw tooManyRequests(failures);
  if (apiKey !== null && group.namesUnknownKeys) throw new Problem('TENANT_NOT_FOUND');
  throw new Refusal(
    401,
    apiKey === null ? 'Send the API key as Authorization: Bearer <API_KEY>.' : 'The API key is not valid.',
    {
      'WWW-Authenticate': 'Bearer',
    },
  );
}

function bearerToken(authorization: string | undefined): string | null {
  return /^Bearer +([\w.~+/-]+=*) *$/i.exec(authorization ?? '')?.[1] ?? null;
}

function bucketOf(options: AdmissionOptions, group: Group): RateLimitBucket | null {
  if (group.limit !== 'strict' && group.limit !== 'default') return null;
  return { name: group.limit, limit: options.limits[group.limit] };
}

function applyRateLimit(reply: FastifyReply, state: RateLimitState): void {
  reply.header('X-RateLimit-Limit', state.limit);
  reply.header('X-RateLimit-Remaining', state.remaining);
  if (!state.allowed) throw tooManyRequests(state);
}

function tooManyRequests(state: RateLimitState): Refusal {
  const seconds = String(state.retryAfterSeconds);
  return new Refusal(429, `Too many requests. Try again in ${seconds} seconds.`, { 'Retry-After': seconds });
}
