import type { FastifyReply, FastifyRequest } from 'fastify';
import { isLocalhost } from './request-host.ts';

/** Browsers keep no cookie for longer than 400 days. */
const keptSeconds = 365 * 86_400;

/**
 * The languages that a browser asks for, the most wanted first, as `chooseLanguage` takes them: what was chosen in it, then what
 * it is set to.
 */
export function languageWishes(
  request: FastifyRequest,
): readonly [chosen: string | undefined, set: string | undefined] {
  return [request.cookies[cookieName(request)], request.headers['accept-language']];
}

/**
 * Has the browser remember a language, so that pages come in it before anybody is known.
 * @param language null: it is forgotten
 */
export function setLanguageCookie(request: FastifyRequest, reply: FastifyReply, language: string | null): void {
  const attributes = { path: '/', httpOnly: true, secure: !isLocalhost(request), sameSite: 'lax' } as const;
  if (language === null) reply.clearCookie(cookieName(request), attributes);
  else reply.setCookie(cookieName(request), language, { ...attributes, maxAge: keptSeconds });
}

function cookieName(request: FastifyRequest): string {
  return isLocalhost(request) ? 'breakwater_language' : '__Host-breakwater_language';
}
