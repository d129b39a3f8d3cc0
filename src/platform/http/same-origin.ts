import type { FastifyRequest } from 'fastify';
import { isLocalhost } from './request-host.ts';

/**
 * Whether a browser sent the request from a page of this very host. Browsers put `Origin` on every request that can change
 * something, and no page can forge it: what carries a session's cookie from elsewhere is not the user's will. A page that came
 * over plain HTTP may be anybody's, so it counts on localhost only, where the cookie goes without TLS, too.
 */
export function isSameOrigin(request: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site } = request.headers;
  if (origin === undefined || !URL.canParse(origin)) return false;
  const { protocol, host } = new URL(origin);
  const isTrusted = protocol === 'https:' || (protocol === 'http:' && isLocalhost(request));
  return isTrusted && host === request.host && (site === undefined || site === 'same-origin');
}
