import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import type { PortalFaces } from '../branding/index.ts';

/** Pages have it as long as they want the service worker: one that finds a page without it ends itself. */
export const workerHeader = 'Portal-Offline';

/** The page of a portal that says nothing of anybody, for when none can be fetched. */
export const keptPagePath = '/portal-page';

export interface KeptFiles {
  /** Below portal/dist: the program of the customer's side. */
  readonly files: readonly string[];
  /** Parts of the texts: the file of each language. */
  readonly texts: readonly Readonly<Record<string, string>>[];
  /** The paths of the customer's pages. */
  readonly patterns: readonly RegExp[];
}

/**
 * Serves the portal's service worker (portal/service-worker), which has a customer's pages come up without a connection, with what it is to
 * keep. Browsers ask for it whenever a page is opened: another release is another worker.
 * @param file the built worker
 */
export async function addServiceWorker(
  app: FastifyInstance,
  file: string,
  { files, texts, patterns }: KeptFiles,
  faces: PortalFaces,
): Promise<void> {
  const languages = Object.keys(texts[0] ?? {});
  const addressed = languages.map((language) => [language, texts.map((part) => `/${part[language]}`)] as const);
  const build = {
    files: files.map((each) => `/${each}`),
    texts: Object.fromEntries(addressed),
    page: keptPagePath,
    paths: patterns.map(({ source }) => source),
    header: workerHeader,
  };
  const program = await readFile(file, 'utf8');
  const version = createHash('sha256').update(JSON.stringify(build)).update(program).digest('hex').slice(0, 16);
  const text = `self.build=${JSON.stringify({ version, ...build })};\n${program}`;
  app.get('/service-worker.js', { schema: { hide: true } as object }, async (request, reply) => {
    if ((await faces.of(portalDomainOf(request.host))) === null) return reply.callNotFound();
    return reply.type('text/javascript; charset=utf-8').header('Cache-Control', 'no-cache').send(text);
  });
}
