import { readFile } from 'node:fs/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { visitorLimit } from '../../core/api/visitor-limit.ts';
import type { Resources } from '../../core/operation/operation.ts';
import { languageWishes, setLanguageCookie } from '../../platform/http/language-cookie.ts';
import { originOfRequest } from '../../platform/http/origin.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import { sessionSecret, setSessionCookie } from '../../platform/http/session-cookie.ts';
import { chooseLanguage } from '../../platform/messages/choose-language.ts';
import type { Messages } from '../../platform/messages/message.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import {
  expiredLink,
  noSuchPage,
  type PageContent,
  type PortalBranding,
  type PortalFaces,
  renderPage,
} from '../branding/index.ts';
import { redeemToken, sessionSeconds } from '../sessions/index.ts';

const stylesheet = new URL('portal.css', import.meta.url);
const imagePaths = { '/portal-logo': 'logo', '/portal-dark-logo': 'dark_logo', '/portal-icon': 'favicon' } as const;

/**
 * What a portal domain has besides the application: `/sso` redeems a token (decisions §8.2), in pages that need no script; the
 * images; and a page for paths that there are not. A host that is nobody's portal domain has none of them.
 */
export async function addPortalPages(
  app: FastifyInstance,
  { resources, faces, limiter }: { resources: Resources; faces: PortalFaces; limiter: RateLimiter },
): Promise<void> {
  const hidden = { schema: { hide: true } as object };
  const limited = { ...hidden, onRequest: visitorLimit(limiter) };
  const faceOf = (request: FastifyRequest) => faces.of(portalDomainOf(request.host));

  app.get('/sso', { ...limited, exposeHeadRoute: false }, async (request, reply) => {
    const portal = await faceOf(request);
    if (portal === null) return reply.callNotFound();
    reply.headers({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    // A browser that fetches ahead has not been clicked yet.
    if (isPrefetch(request)) return reply.code(204).send();
    const { token } = request.query as { token?: unknown };
    const browser = {
      origin: originOfRequest(request),
      formerSecret: sessionSecret(request),
    };
    const opened =
      typeof token === 'string' ? await redeemToken(resources, portalDomainOf(request.host), token, browser) : null;
    if (!opened) return sendPage(request, reply, 410, portal, (t) => expiredLink(portal, t));
    setSessionCookie(request, reply, { secret: opened.secret, maxAgeSeconds: sessionSeconds });
    if (opened.language !== null) setLanguageCookie(request, reply, opened.language);
    return reply.redirect(opened.redirectPath, 303);
  });

  // Link checkers ask with HEAD: it must not spend the token.
  app.head('/sso', hidden, async (request, reply) => {
    if ((await faceOf(request)) === null) return reply.callNotFound();
    return reply.header('Cache-Control', 'no-store').send();
  });

  for (const [path, kind] of Object.entries(imagePaths)) {
    app.get(path, hidden, async (request, reply) => {
      const { v: wanted } = request.query as { v?: unknown };
      const image = await faces.imageOf(portalDomainOf(request.host), kind, wanted);
      if (image === null) return reply.callNotFound();
      const etag = `"${image.version}"`;
      // The address changes with the image; another one under it must not be kept. A drawing must run nothing, wherever it is opened.
      reply.headers({
        ETag: etag,
        'Cache-Control': image.version === wanted ? 'public, max-age=31536000, immutable' : 'no-cache',
        'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      });
      if (request.headers['if-none-match'] === etag) return reply.code(304).send();
      return reply.type(image.type).send(image.bytes);
    });
  }

  // Programs are answered as on every path that there is not.
  app.get('/*', hidden, async (request, reply) => {
    const portal = isPageWanted(request) ? await faceOf(request) : null;
    return portal === null ? reply.callNotFound() : sendPage(request, reply, 404, portal, noSuchPage);
  });

  const css = await readFile(stylesheet, 'utf8');
  app.get('/portal.css', hidden, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'public, max-age=3600').send(css),
  );
}

function isPageWanted({ url, headers }: FastifyRequest): boolean {
  return !url.startsWith('/api/') && /\btext\/html\b/.test(headers.accept ?? '');
}

/** By the headers of today's browsers, Firefox and Safari of old included. */
function isPrefetch(request: FastifyRequest): boolean {
  const { purpose, 'sec-purpose': secPurpose, 'x-moz': moz, 'x-purpose': xPurpose } = request.headers;
  return [purpose, secPurpose, moz, xPurpose].some((value) => /prefetch|prerender|preview/i.test(String(value ?? '')));
}

function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  portal: PortalBranding,
  page: (t: Messages) => PageContent,
): FastifyReply {
  const t = messagesIn(chooseLanguage(...languageWishes(request), portal.language));
  return reply
    .code(status)
    .type('text/html; charset=utf-8')
    .header('Cache-Control', 'no-store')
    .send(renderPage(portal, t, page(t)));
}
