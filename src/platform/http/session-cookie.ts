import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLocalhost } from './request-host.ts';

/** Where the portal is reached over HTTPS, which is everywhere but on localhost. */
export const secureSessionCookie = '__Host-breakwater_session';

/** The secret of the session that the browser sends along; undefined when it sends none. */
export function sessionSecret(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

export function setSessionCookie(
  request: FastifyRequest,
  reply: FastifyReply,
  session: { readonly secret: string; readonly maxAgeSeconds: number },
): FastifyReply {
  const attributes = { ...cookieAttributes(request), maxAge: session.maxAgeSeconds };
  return reply.setCookie(cookieName(request), session.secret, attributes);
}

/** Pages that the browser keeps go, too. Not its storage, which has the theme; nor all cookies, which are the whole domain's. */
export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.header('Clear-Site-Data', '"cache"');
  return reply.clearCookie(cookieName(request), cookieAttributes(request));
}

/** `__Host-` binds the cookie to this host over HTTPS; browsers refuse that prefix on plain http://localhost. */
function cookieName(request: FastifyRequest): string {
  return isLocalhost(request) ? 'breakwater_session' : secureSessionCookie;
}

/** The same for setting and clearing: a browser ignores a `__Host-` cookie without Secure, the one that clears it included. */
function cookieAttributes(request: FastifyRequest) {
  return { path: '/', httpOnly: true, secure: !isLocalhost(request), sameSite: 'lax' } as const;
}
