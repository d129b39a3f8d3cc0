import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { immutableFiles } from '../../core/api/security-headers.ts';
import { isVisitAllowed } from '../../core/api/visitor-limit.ts';
import { Operation, type Resources } from '../../core/operation/operation.ts';
import { languageWishes } from '../../platform/http/language-cookie.ts';
import type { RateLimiter } from '../../platform/http/rate-limits.ts';
import { portalDomainOf } from '../../platform/http/request-host.ts';
import { sessionSecret } from '../../platform/http/session-cookie.ts';
import { chooseLanguage } from '../../platform/messages/choose-language.ts';
import { languages } from '../../platform/messages/languages.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { type PortalBranding, type PortalFaces, portalHead, toPortalBranding } from '../branding/index.ts';
import { overviewAddresses } from './overview-reads.ts';
import { addServiceWorker, keptPagePath, workerHeader } from './service-worker.ts';
import { sessionOf } from './session-answer.ts';

/** Where `npm run build` puts the portal. */
const builtPortal = fileURLToPath(new URL('../../../portal/dist/', import.meta.url));

/** There are no pages to serve; the message says how to build them. */
export class PortalNotBuilt extends Error {
  override readonly name = 'PortalNotBuilt';
}

/** What the build says of its files: those of each page, and of the texts of each side by language. */
interface PortalFiles {
  readonly pages: Readonly<Record<string, readonly string[]>>;
  readonly messages: Readonly<Record<'first' | 'pages' | 'console', Readonly<Record<string, string>>>>;
  /** All of the customer's side. */
  readonly kept: readonly string[];
}

interface PortalAppOptions {
  readonly resources: Resources;
  readonly faces: PortalFaces;
  readonly limiter: RateLimiter;
  readonly mailAvailable: boolean;
}

type CarriedSession = Awaited<ReturnType<typeof sessionOf>>['data'];

/**
 * Serves the portal on every portal domain: one page for all its paths, which carries what GET /api/v1/session answers, on the
 * overview what else it asks for, and names the files that it will want, and files whose names change with their contents.
 * @throws PortalNotBuilt when there are no built pages
 */
export async function addPortalApp(app: FastifyInstance, options: PortalAppOptions): Promise<void> {
  if (!existsSync(`${builtPortal}paths.json`))
    throw new PortalNotBuilt('The portal is not built. Run: npm run build (npm start does this by itself).');
  const page = await readFile(`${builtPortal}index.html`, 'utf8');
  const files = JSON.parse(await readFile(`${builtPortal}paths.json`, 'utf8')) as PortalFiles;
  await app.register(fastifyStatic, {
    root: `${builtPortal}assets`,
    prefix: immutableFiles,
    schemaHide: true,
    index: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
  });
  const pages = Object.entries(files.pages).map(([path, wanted]) => ({
    path,
    pattern: patternOf(path),
    wanted,
  }));
  const filesFor = (path: string) => pages.find(({ pattern }) => pattern.test(path))?.wanted ?? [];
  const ofCustomers = pages.filter(({ path }) => !isOfConsole(path)).map(({ pattern }) => pattern);
  const kept = { files: files.kept, texts: [files.messages.first, files.messages.pages], patterns: ofCustomers };
  await addServiceWorker(app, `${builtPortal}service-worker.js`, kept, options.faces);
  app.get(keptPagePath, { schema: { hide: true } as object }, async (request, reply) => {
    const portal = await options.faces.of(portalDomainOf(request.host));
    if (portal === null) return reply.callNotFound();
    const language = languageFor(request, portal);
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'Cache-Control': 'no-store', Vary: 'Accept-Language, Cookie' })
      .send(pageOf(portal, page, { session: null, wanted: [], language, isKept: true }));
  });
  for (const url of [
    '/',
    ...beginningsOf(Object.keys(files.pages)).flatMap((beginning) => [beginning, `${beginning}/*`]),
  ]) {
    app.get(url, { schema: { hide: true } as object }, async (request, reply) => {
      const portal = await options.faces.of(portalDomainOf(request.host));
      if (portal === null) return reply.callNotFound();
      const session = await carriedSession(request, portal, options);
      const language = session?.language ?? languageFor(request, portal);
      const path = request.url.split('?')[0] ?? '/';
      const shown = pageFor(path, session);
      const texts = textsFor(isOfConsole(path) ? path : shown).map((part) => files.messages[part][language]!);
      const wanted = [...texts, ...filesFor(shown)];
      const answers = await carriedAnswers(app, request, readsFor(path, session));
      return reply
        .type('text/html; charset=utf-8')
        .headers({
          'Cache-Control': 'no-store',
          'Referrer-Policy': 'same-origin',
          Vary: 'Accept-Language, Cookie',
          [workerHeader]: '1',
        })
        .send(pageOf(portal, page, { session, answers, wanted, language }));
    });
  }
}

/** What the page comes with. Other pages than the first one ask by themselves. */
function readsFor(path: string, session: CarriedSession | null): readonly string[] {
  const who = session?.signed_in;
  return who?.kind === 'customer' && path === '/' ? overviewAddresses(who.billing_customer_id) : [];
}

/** By these the API knows who asks, and how they want to be answered. */
const passedOn = ['cookie', 'accept-language', 'user-agent'] as const;

/**
 * What the API answers to reads, asked in the name of the request: by the rules, limits and log of any other. What it refuses is left
 * out, and the page asks for it.
 */
async function carriedAnswers(
  app: FastifyInstance,
  request: FastifyRequest,
  reads: readonly string[],
): Promise<Readonly<Record<string, unknown>>> {
  const given = passedOn.flatMap((name) =>
    request.headers[name] === undefined ? [] : [[name, request.headers[name]]],
  );
  const headers = { ...Object.fromEntries(given), host: request.host };
  const asked = await Promise.all(
    reads.map(async (url) => {
      const answer = await app.inject({ url, remoteAddress: request.ip, headers });
      return answer.statusCode === 200 ? [[url, answer.json()] as const] : [];
    }),
  );
  return Object.fromEntries(asked.flat());
}

/**
 * What the page would ask for first. Of a browser without a session it is known from memory; who sends one, be it made up, is
 * looked up as often as any visitor.
 * @returns null: the page has to ask
 */
async function carriedSession(
  request: FastifyRequest,
  portal: PortalBranding,
  { resources, limiter, mailAvailable }: PortalAppOptions,
): Promise<CarriedSession | null> {
  const secret = sessionSecret(request);
  if (secret === undefined) {
    return {
      portal: toPortalBranding(portal),
      signed_in: null,
      mail_available: mailAvailable,
      language: languageFor(request, portal),
      languages,
    };
  }
  try {
    if (!(await isVisitAllowed(limiter, request))) return null;
    const caller = { partnerId: portal.partnerId, actor: { kind: 'system' as const }, requestId: request.id };
    const operation = new Operation(resources, caller);
    return (
      await sessionOf(
        operation,
        { mailAvailable },
        portalDomainOf(request.host),
        { languages: languageWishes(request) },
        secret,
      )
    ).data;
  } catch (error) {
    // The page itself needs no database: it says what is wrong when it asks.
    request.log.warn({ err: error }, 'A page was sent without its session.');
    return null;
  }
}

/** The page that whoever is signed in will see under a path: what is not theirs is not fetched. */
function pageFor(path: string, session: CarriedSession | null): string {
  const isConsole = isOfConsole(path);
  if (session?.signed_in?.kind === 'administrator') return path === '/' ? '/console' : isConsole ? path : '';
  return session?.signed_in?.kind === 'customer' && !isConsole ? path : '';
}

/** The parts of the texts that a page of the portal wants; none: whoever is not signed in is told so. */
function textsFor(page: string): readonly ('first' | 'pages' | 'console')[] {
  if (isOfConsole(page)) return ['first', 'pages', 'console'];
  return page === '' || page === '/' ? ['first'] : ['first', 'pages'];
}

function isOfConsole(path: string): boolean {
  return path === '/console' || path.startsWith('/console/');
}

/** In which a browser is answered that nobody is signed in with. */
function languageFor(request: FastifyRequest, portal: PortalBranding): string {
  return chooseLanguage(...languageWishes(request), portal.language);
}

/**
 * The page as a browser shows it before it has run anything: the partner's title and icon, the language that the application starts
 * in; and what its program begins with.
 */
function pageOf(
  portal: PortalBranding,
  page: string,
  {
    session,
    answers = {},
    wanted,
    language,
    isKept = false,
  }: {
    readonly session: CarriedSession | null;
    readonly answers?: Readonly<Record<string, unknown>>;
    readonly wanted: readonly string[];
    readonly language: string;
    readonly isKept?: boolean;
  },
): string {
  const { title, icon } = portalHead(portal, messagesIn(language));
  const blocks = [
    session === null ? '' : dataBlock('session', session),
    Object.keys(answers).length === 0 ? '' : dataBlock('answers', answers),
  ].join('');
  const preloads = wanted.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`).join('');
  return page
    .replace(/<html lang="[^"]*"/, () => `<html lang="${language}"${isKept ? ' data-kept' : ''}`)
    .replace(/<title>.*?<\/title>/, () => title.toString())
    .replace(/<link rel="icon"[^>]*>/, () => icon.toString())
    .replace('</head>', () => `${preloads}${blocks}</head>`);
}

/** A block of data, which no policy for scripts concerns. Without a `<` nothing in it can end it. */
function dataBlock(id: 'session' | 'answers', data: object): string {
  return `<script type="application/json" id="${id}">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
}

/** `/alerts/$alertId` as a pattern of paths. */
function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`);
}

/** `/alerts` of `/alerts/$alertId`: what is below it is the application's business. */
function beginningsOf(paths: readonly string[]): string[] {
  const beginnings = new Set(paths.map((path) => `/${path.split('/')[1]}`));
  beginnings.delete('/');
  return [...beginnings];
}
