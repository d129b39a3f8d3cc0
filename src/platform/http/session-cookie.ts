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
  session: {
    readonly secret: string;
    readonly maxAgeSeconds: number;
    /** Left out: the device cookie stays as it is. */
    readonly deviceSecrets?: readonly string[];
  },
): FastifyReply {
  const attributes = { ...cookieAttributes(request), maxAge: session.maxAgeSeconds };
  reply.setCookie(cookieName(request), session.secret, attributes);
  if (session.deviceSecrets) setDeviceCookie(request, reply, session.deviceSecrets);
  return reply;
}

/** What the browser sends of the accounts that have signed in there, the latest first. */
export function deviceSecrets(request: FastifyRequest): string[] {
  const secrets = request.cookies[deviceCookieName(request)]?.split('.') ?? [];
  return secrets.filter((secret) => secretPattern.test(secret)).slice(0, maxDeviceAccounts);
}

function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, secrets: readonly string[]): void {
  // Only pages of the portal itself have a use for it.
  const attributes = { ...cookieAttributes(request), sameSite: 'strict', maxAge: deviceSeconds } as const;
  reply.setCookie(deviceCookieName(request), secrets.slice(0, maxDeviceAccounts).join('.'), attributes);
}

/** By what a browser that has opened a link in a mail is known again; undefined in one that never has. */
export function mailDeviceSecret(request: FastifyRequest): string | undefined {
  const secret = request.cookies[mailDeviceCookieName(request)];
  return secret !== undefined && secretPattern.test(secret) ? secret : undefined;
}

export function setMailDeviceCookie(request: FastifyRequest, reply: FastifyReply, secret: string): void {
  // Followed from a mail, a link comes from elsewhere.
  const attributes = { ...cookieAttributes(request), maxAge: mailDeviceSeconds };
  reply.setCookie(mailDeviceCookieName(request), secret, attributes);
}

/** Longer than any link is good for. */
const mailDeviceSeconds = 30 * 86_400;

function mailDeviceCookieName(request: FastifyRequest): string {
  return isLocalhost(request) ? 'breakwater_mail' : '__Host-breakwater_mail';
}

const secretPattern = /^[\w-]{43}$/;
/** Of one browser: people who share it keep their device. */
const maxDeviceAccounts = 5;
/** Browsers keep no cookie for longer than 400 days. */
const deviceSeconds = 365 * 86_400;

function deviceCookieName(request: FastifyRequest): string {
  return isLocalhost(request) ? 'breakwater_device' : '__Host-breakwater_device';
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
