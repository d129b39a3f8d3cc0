import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

/** Where `npm run build` puts the documentation. */
const builtSite = fileURLToPath(new URL('../../../docs-site/dist/', import.meta.url));
/** For models of language, at the top of a host, where they look: https://llmstxt.org */
const textsAtTop = ['llms.txt', 'llms-full.txt'] as const;

/**
 * Serves the documentation at /docs on every host, the API reference in it: pages, each as Markdown too, and what they are made of.
 * Without a build the API is served all the same, and both lead to its document.
 * @param documentPath where the API document is
 */
export async function serveDocsSite(app: FastifyInstance, documentPath: string): Promise<void> {
  const hidden = { schema: { hide: true } as object };
  const leadToDocument = (path: string) =>
    app.get(path, hidden, (_request, reply) => reply.redirect(documentPath, 302));
  // Where the document, too, has been served.
  for (const path of ['/docs/openapi.json', '/docs/json', '/docs/api/json']) leadToDocument(path);
  if (!existsSync(`${builtSite}built.txt`)) {
    for (const path of ['/docs', '/docs/api']) leadToDocument(path);
    return;
  }
  await app.register(async (scope) => {
    await scope.register(fastifyStatic, {
      root: builtSite,
      prefix: '/docs/',
      // A route for each file: any other path is answered like all that there are not.
      wildcard: false,
      globIgnore: ['**/*.br', '**/*.gz', 'built.txt'],
      schemaHide: true,
      preCompressed: true,
      // The same for everybody, and no secret; an ETag tells whether a later build has changed it.
      maxAge: '5m',
    });
    for (const name of textsAtTop) scope.get(`/${name}`, hidden, (_request, reply) => reply.sendFile(name));
  });
}
