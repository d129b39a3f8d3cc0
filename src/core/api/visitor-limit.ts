import type { FastifyRequest } from 'fastify';
import { clientNetwork } from '../../platform/http/client-network.ts';
import type { RateLimiter, RateLimitState } from '../../platform/http/rate-limits.ts';
import { tooMany } from './problems.ts';

/** Enough for an office behind one address; each costs a few statements. */
const visitsPerMinute = 300;

/** A hook for pages that anybody may open and that look things up: so many visits a minute and client network. */
export function visitorLimit(limiter: RateLimiter): (request: FastifyRequest) => Promise<void> {
  return async (request) => {
    const state = await hit(limiter, request);
    if (!state.allowed) throw tooMany('requests', state.retryAfterSeconds);
  };
}

/** The same for a page that can do without what it looks up. */
export async function isVisitAllowed(limiter: RateLimiter, request: FastifyRequest): Promise<boolean> {
  return (await hit(limiter, request)).allowed;
}

function hit(limiter: RateLimiter, request: FastifyRequest): Promise<RateLimitState> {
  return limiter.hit(`visit:${clientNetwork(request.ip)}`, visitsPerMinute);
}
