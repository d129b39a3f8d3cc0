import { readFile } from 'node:fs/promises';
import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLocalhost, portalDomainOf } from '../../platform/http/request-host.ts';
import type { Resources } from '../../platform/operation.ts';
import { expiredLink, invitation, type Page, renderPage, welcome } from './page.ts';
import { endSession, findSession, redeemToken, sessionSeconds } from './sessions.ts';

const stylesheet = new URL('portal.css', import.meta.url);

/**
 * The pages of a portal domain: `/` names the partner and who is signed in, `/sso` redeems a token (decisions §8.2), and
 * `/sign-out` ends the session. A host that is nobody's portal domain has none of them.
 * @param app a scope of its own: cookies and forms are for pages, not for the API
 */
export async function addPortalPages(app: FastifyInstance, resources: Resources): Promise<void> {
  await app.register(fastifyCookie);
  const hidden = { schema: { hide: true } as object };

  app.get('/', hidden, async (request, reply) => {
    const partner = await partnerOf(resources, request);
    if (partner === null) return reply.callNotFound();
    const session = await findSession(resources, portalDomainOf(request.host), sessionSecret(request));
    // Under no-referrer a browser would send the sign-out form with `Origin: null`.
    reply.header('Referrer-Policy', 'same-origin');
    return sendPage(reply, 200, partner, session ? welcome(session) : invitation(partner));
  });

  app.get('/sso', { ...hidden, exposeHeadRoute: false }, async (request, reply) => {
    const partner = await partnerOf(resources, request);
    if (partner === null) return reply.callNotFound();
    reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    // A browser that fetches ahead has not been clicked yet.
    if (isPrefetch(request)) return reply.code(204).send();
    const { token } = request.query as { token?: unknown };
    const former = sessionSecret(request);
    const opened =
      typeof token === 'string' ? await redeemToken(resources, portalDomainOf(request.host), token, former) : null;
    if (!opened) return sendPage(reply, 410, partner, expiredLink(partner));
    return reply
      .setCookie(cookieName(request), opened.secret, { ...cookieAttributes(request), maxAge: sessionSeconds })
      .redirect(opened.redirectPath, 303);
  });

  // Link checkers ask with HEAD: it must not spend the token.
  app.head('/sso', hidden, async (request, reply) => {
    if ((await partnerOf(resources, request)) === null) return reply.callNotFound();
    return reply.header('Cache-Control', 'no-store').send();
  });

  app.post('/sign-out', { ...hidden, onRequest: refuseOtherOrigins }, async (request, reply) => {
    await endSession(resources, sessionSecret(request));
    return reply
      .header('Cache-Control', 'no-store')
      .clearCookie(cookieName(request), cookieAttributes(request))
      .redirect('/', 303);
  });
  // The form sends no fields.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, undefined),
  );

  const css = await readFile(stylesheet, 'utf8');
  app.get('/portal.css', hidden, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(css),
  );
}

/** `__Host-` binds the cookie to this host over HTTPS; browsers refuse that prefix on plain http://localhost. */
function cookieName(request: FastifyRequest): string {
  return isLocalhost(request) ? 'breakwater_session' : '__Host-breakwater_session';
}

/** The same for setting and clearing: a browser ignores a `__Host-` cookie without Secure, the one that clears it included. */
function cookieAttributes(request: FastifyRequest) {
  return { path: '/', httpOnly: true, secure: !isLocalhost(request), sameSite: 'lax' } as const;
}

function sessionSecret(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

/** By the headers of today's browsers, Firefox and Safari of old included. */
function isPrefetch(request: FastifyRequest): boolean {
  const { purpose, 'sec-purpose': secPurpose, 'x-moz': moz, 'x-purpose': xPurpose } = request.headers;
  return [purpose, secPurpose, moz, xPurpose].some((value) => /prefetch|prerender|preview/i.test(String(value ?? '')));
}

/** A state-changing request must come from a page of this very host. */
async function refuseOtherOrigins(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const sameOrigin = origin !== undefined && URL.canParse(origin) && new URL(origin).host === request.host;
  if (sameOrigin && (site === undefined || site === 'same-origin')) return undefined;
  return reply
    .code(403)
    .send({ status: 'error', message: 'This request must come from a page of this portal.', errors: {} });
}

async function partnerOf({ db }: Resources, request: FastifyRequest): Promise<string | null> {
  const row = await db
    .selectFrom('portal_domains')
    .innerJoin('partners', 'partners.id', 'portal_domains.partner_id')
    .select('partners.name')
    .where('portal_domains.domain', '=', portalDomainOf(request.host))
    .executeTakeFirst();
  return row?.name ?? null;
}

function sendPage(reply: FastifyReply, status: number, partnerName: string, page: Page): FastifyReply {
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(renderPage(partnerName, page));
}
