import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import { type PortalBranding, type PortalFaces, portalHead } from '../branding/index.ts';

/** Where `npm run build` puts the portal. */
const builtPortal = fileURLToPath(new URL('../../../portal/dist/', import.meta.url));

/** There are no pages to serve; the message says how to build them. */
export class PortalNotBuilt extends Error {
  override readonly name = 'PortalNotBuilt';
}

/**
 * Serves the portal on every portal domain: one page for all its paths, which asks the API for everything it shows, and files
 * whose names change with their contents.
 * @throws PortalNotBuilt when there are no built pages
 */
export async function addPortalApp(app: FastifyInstance, faces: PortalFaces): Promise<void> {
  if (!existsSync(`${builtPortal}paths.json`))
    throw new PortalNotBuilt('The portal is not built. Run: npm run build (npm start does this by itself).');
  const page = await readFile(`${builtPortal}index.html`, 'utf8');
  const paths = JSON.parse(await readFile(`${builtPortal}paths.json`, 'utf8')) as readonly string[];
  await app.register(fastifyStatic, {
    root: `${builtPortal}assets`,
    prefix: '/assets/',
    schemaHide: true,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  });
  for (const url of ['/', ...beginningsOf(paths).flatMap((beginning) => [beginning, `${beginning}/*`])]) {
    app.get(url, { schema: { hide: true } as object }, async (request, reply) => {
      const portal = await faces.of(portalDomainOf(request.host));
      if (portal === null) return reply.callNotFound();
      return reply
        .type('text/html; charset=utf-8')
        .headers({ 'Cache-Control': 'no-cache', 'Referrer-Policy': 'same-origin' })
        .send(pageOf(portal, page));
    });
  }
}

/** The page as a browser shows it before it has run anything: the partner's title and icon. */
function pageOf(portal: PortalBranding, page: string): string {
  const { title, icon } = portalHead(portal);
  return page
    .replace(/<title>.*?<\/title>/, () => title.toString())
    .replace(/<link rel="icon"[^>]*>/, () => icon.toString());
}

/** `/alerts` of `/alerts/$alertId`: what is below it is the application's business. */
function beginningsOf(paths: readonly string[]): string[] {
  const beginnings = new Set(paths.map((path) => `/${path.split('/')[1]}`));
  beginnings.delete('/');
  return [...beginnings];
}
