import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLocalhost, portalDomainOf } from '../../platform/http/request-host.ts';
import type { Resources } from '../../platform/operation.ts';
import { endSession, findSession, redeemToken, type Session, sessionSeconds } from './sessions.ts';

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
    if (!partner) return reply.callNotFound();
    const session = await findSession(resources, portalDomainOf(request.host), sessionSecret(request));
    return sendPage(reply, 200, partner, session ? welcome(session) : invitation(partner));
  });

  app.get('/sso', { ...hidden, exposeHeadRoute: false }, async (request, reply) => {
    const partner = await partnerOf(resources, request);
    if (!partner) return reply.callNotFound();
    reply.header('Cache-Control', 'no-store');
    // A browser that fetches ahead has not been clicked yet.
    if (isPrefetch(request)) return reply.code(204).send();
    const { token } = request.query as { token?: unknown };
    const former = sessionSecret(request);
    const opened =
      typeof token === 'string' ? await redeemToken(resources, portalDomainOf(request.host), token, former) : null;
    if (!opened) return sendPage(reply, 410, partner, expired(partner));
    return reply
      .setCookie(cookieName(request), opened.secret, {
        path: '/',
        httpOnly: true,
        secure: !isLocalhost(request),
        sameSite: 'lax',
        maxAge: sessionSeconds,
      })
      .redirect(opened.redirectPath, 303);
  });

  // Link checkers ask with HEAD: it must not spend the token.
  app.head('/sso', hidden, async (_request, reply) => reply.header('Cache-Control', 'no-store').send());

  app.post('/sign-out', { ...hidden, onRequest: refuseOtherOrigins }, async (request, reply) => {
    await endSession(resources, sessionSecret(request));
    return reply.clearCookie(cookieName(request), { path: '/' }).redirect('/', 303);
  });
  // The form sends no fields.
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, undefined),
  );
}

/** `__Host-` binds the cookie to this host over HTTPS; browsers refuse that prefix on plain http://localhost. */
function cookieName(request: FastifyRequest): string {
  return isLocalhost(request) ? 'breakwater_session' : '__Host-breakwater_session';
}

function sessionSecret(request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(request)];
}

function isPrefetch(request: FastifyRequest): boolean {
  const { purpose, 'sec-purpose': secPurpose, 'x-moz': moz } = request.headers;
  return [purpose, secPurpose, moz].some((value) => /prefetch|prerender|preview/i.test(String(value ?? '')));
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

function sendPage(reply: FastifyReply, status: number, partnerName: string, content: string): FastifyReply {
  const title = escapeHtml(partnerName);
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .header('Referrer-Policy', 'no-referrer')
    .send(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}: security monitoring</title></head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`);
}

function invitation(partnerName: string): string {
  return `<p>Security monitoring for your servers. Sign in from your customer area at ${escapeHtml(partnerName)}.</p>
<p><a href="/docs">API documentation</a></p>`;
}

function welcome({ customerName, billingCustomerId }: Session): string {
  const name = customerName ?? `customer ${billingCustomerId}`;
  return `<p>Signed in as ${escapeHtml(name)}.</p>
<form method="post" action="/sign-out"><button type="submit">Sign out</button></form>`;
}

function expired(partnerName: string): string {
  return `<p>This sign-in link has expired or was used already.</p>
<p>Go back to your customer area at ${escapeHtml(partnerName)} and click again.</p>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
