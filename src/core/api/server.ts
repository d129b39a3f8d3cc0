import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
} from 'fastify';
import helmet from 'helmet';
import { z } from 'zod';
import { isPreferred } from '../../platform/http/accept.ts';
import { clientNetwork } from '../../platform/http/client-network.ts';
import { compressAnswers } from '../../platform/http/compress-answers.ts';
import { languageWishes, setLanguageCookie } from '../../platform/http/language-cookie.ts';
import { portalDomainOf, portalUrlOf, problemWithHost } from '../../platform/http/request-host.ts';
import {
  clearSessionCookie,
  deviceSecrets,
  sessionSecret,
  setSessionCookie,
} from '../../platform/http/session-cookie.ts';
import { userAgentOf } from '../../platform/http/user-agent.ts';
import type { Logger } from '../../platform/telemetry/logger.ts';
import type { ProcessMetrics } from '../../platform/telemetry/metrics.ts';
import { withSpan } from '../../platform/telemetry/tracing.ts';
import type { Resources } from '../operation/operation.ts';
import { type AdmissionOptions, admit } from './admission.ts';
import { AskedPage } from './asked-page.ts';
import type { CredentialHolder } from './credential.ts';
import type { EventSchemas } from './document-events.ts';
import { type ErrorAnswer, readErrorAnswer } from './error-answer.ts';
import { answerError, refuse } from './failures.ts';
import { scopePlacesOf } from './gather-scope.ts';
import { healthRoute } from './health.ts';
import { executeOnce, idempotencyHooks } from './idempotency.ts';
import { acceptOnlyJson, bodyOfGet, type ReadJson } from './json-body.ts';
import { routeSchema, serveApiDocument } from './openapi.ts';
import { isPerson, languageFor, operationOf } from './operation-of-request.ts';
import { Problem, Refusal } from './problems.ts';
import { fieldsOf, readInput } from './read-input.ts';
import {
  type AnswerDocument,
  bodyLimitOf,
  type RouteDeclaration,
  responsesOf,
  type SessionChange,
  takesIdempotencyKey,
} from './route.ts';
import { immutableFiles, permissionsPolicy, strictContentSecurity } from './security-headers.ts';

export interface HttpServerOptions {
  readonly routes: readonly RouteDeclaration[];
  readonly resources: Resources;
  readonly admission: AdmissionOptions;
  /** Makes and checks the cursors of lists. */
  readonly cursorKey: Buffer;
  /** Proxies whose X-Forwarded-* headers count, as CIDRs. */
  readonly trustProxy: readonly string[];
  /** Base of links in answers; null: as the request was addressed. */
  readonly publicUrl: string | null;
  /** Whether what is built once is built before the first request. */
  readonly buildsEarly?: boolean;
  /** Version of the program, for the API document. */
  readonly version: string;
  /** What webhooks post, for the API document. */
  readonly events: EventSchemas;
  readonly logger: Logger;
  readonly metrics: Pick<ProcessMetrics, 'requestSeconds'>;
  /** Told of every answer once it was sent, and what it says if it is an error. It must not throw. */
  readonly onAnswered?: (request: FastifyRequest, reply: FastifyReply, error: ErrorAnswer) => void;
}

/** Of what reaches no route; each route has a limit of its own. */
const bodyLimitBytes = 16_384;
/** Node.js takes no longer head of a request. */
const requestLineLimit = 16_384;
const requestIdPattern = /^[\w.:+/=-]{1,128}$/;

declare module 'fastify' {
  interface FastifyRequest {
    credentialHolder: CredentialHolder | null;
    /** The partner whose data the request is about: the credential's, or its sandbox. */
    worldId: string | null;
    /** The fields of the body that the route knows, as they were sent but for blanks and what counts as absent. */
    normalisedBody: Readonly<Record<string, unknown>>;
    /** The body as it was sent; undefined until it is read. */
    sentBody: unknown;
    /** The text of an answer that is an error. */
    errorText: string | null;
  }
  interface FastifyContextConfig {
    declaration?: RouteDeclaration;
    /** Its answers last as long as somebody reads them: how long they take says nothing. */
    isStream?: true;
  }
}

/** The HTTP server: every declared route with its checks in the contract's order (decisions §1.1). */
export async function createHttpServer(options: HttpServerOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.logger as FastifyBaseLogger,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    bodyLimit: bodyLimitBytes,
    genReqId: requestId,
    requestTimeout: 60_000,
    // Building the API document takes a second of a free core, and many on a machine whose cores are all wanted.
    pluginTimeout: 60_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A path id may be as long as a request line: one that is no UUID is answered like any that does not exist.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: requestLineLimit },
    exposeHeadRoutes: true,
    frameworkErrors: (_error, request, reply) => refuseUnreadablePath(options, request, reply),
  });
  app.decorateRequest('credentialHolder', null);
  app.decorateRequest('worldId', null);
  app.decorateRequest('normalisedBody');
  app.decorateRequest('sentBody');
  app.decorateRequest('errorText', null);
  app.decorateRequest('idempotency', null);
  app.decorateRequest('baseUrl', {
    getter() {
      return baseUrlOf(options, this);
    },
  });
  await app.register(fastifyCookie);
  protectPages(app);
  const readJson = acceptOnlyJson(app);
  // The schemas are for the API document: query and body are read together (see readInput), path ids by the handler,
  // because one that is no UUID is not found after the body has been checked, and headers by those who use them.
  app.setValidatorCompiler(() => (value) => ({ value }));
  app.setSerializerCompiler(
    ({ schema }) =>
      (data) =>
        serialise(schema as z.ZodType, data),
  );
  app.setErrorHandler((error: Error, request, reply) => answerError(options.resources.clock, error, request, reply));
  app.setNotFoundHandler((_request, reply) => refuse(reply, new Refusal(404, 'No such path.')));
  letGoOfConnections(app);
  observe(app, options);
  // After what looks at the text of answers.
  compressAnswers(app);
  refuseStrangeHosts(app);
  await serveApiDocument(app, {
    version: options.version,
    events: options.events,
    early: options.buildsEarly ?? false,
  });
  for (const declaration of options.routes) addRoute(app, options, declaration, readJson);
  refuseOtherMethods(app, options.routes);
  return app;
}

/**
 * What browsers are told of every answer that may become a page: of the files of one, they ask what type they are and who may use them.
 * The headers are made up once: a plugin would do it for each request.
 */
function protectPages(app: FastifyInstance): void {
  const setHeaders = helmet({ contentSecurityPolicy: { directives: strictContentSecurity } });
  const ofFiles = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' };
  app.addHook('onRequest', (request, reply, done) => {
    if (request.url.startsWith(immutableFiles)) {
      reply.headers(ofFiles);
      return done();
    }
    reply.header('Permissions-Policy', permissionsPolicy);
    setHeaders(request.raw, reply.raw, () => done());
  });
}

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
}

/** A path that cannot be decoded is none of ours. No hook runs for it, and nothing was added to the request, so that both are made up for here. */
function refuseUnreadablePath(options: HttpServerOptions, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id);
  refuse(reply, new Refusal(404, 'No such path.'), { baseUrl: baseUrlOf(options, request) });
}

/**
 * @throws when the answer carries anything that its schema does not declare: a defect, which must not reach a client
 */
function serialise(schema: z.ZodType, data: unknown): string {
  const result = schema.safeParse(data);
  if (result.success) return JSON.stringify(result.data);
  throw new Error(`The response does not match its schema: ${z.prettifyError(result.error)}`);
}

function addRoute(
  app: FastifyInstance,
  options: HttpServerOptions,
  declaration: RouteDeclaration,
  readJson: ReadJson,
): void {
  const responses = responsesOf(declaration);
  for (const schema of [declaration.query, declaration.body]) fieldsOf(schema);
  const idempotent = takesIdempotencyKey(declaration);
  const scope = scopePlacesOf(declaration);
  const hooks = idempotent ? idempotencyHooks(options.resources) : undefined;
  for (const [pathIndex, url] of declaration.paths.entries()) {
    app.route({
      method: declaration.method as HTTPMethods,
      url,
      config: { declaration },
      bodyLimit: bodyLimitOf(declaration),
      schema: routeSchema(declaration, pathIndex, responses),
      onRequest: async (request, reply) => {
        // With a session nothing in a request tells a cache between here and the browser that the answer is one
        // person's.
        reply.header('Cache-Control', 'no-store');
        await admit(options.admission, declaration, request, reply);
      },
      ...hooks,
      preHandler: [
        async (request) => {
          if (scope !== null && declaration.method === 'GET')
            request.body = await bodyOfGet(request, readJson, bodyLimitOf(declaration));
          request.sentBody = request.body;
          readInput(declaration, scope, request, operationOf(options.resources, request));
        },
        ...(hooks ? [hooks.preHandler] : []),
      ],
      // Of refusals; what a handler answers is text by then.
      preSerialization: async (_request, reply, payload) => {
        if (!(reply.statusCode in responses)) throw new Error(`Status ${reply.statusCode} is not declared for ${url}.`);
        return payload;
      },
      handler: async (request, reply) => {
        const params = parseParams(declaration, request);
        const input = {
          params,
          query: request.query,
          body: request.body,
          baseUrl: request.baseUrl,
          portalDomain: portalDomainOf(request.host),
          portalUrl: portalUrlOf(request),
          wantsDocument: wantsDocument(declaration, request),
          credential: request.credentialHolder?.credential ?? null,
          client: {
            address: request.ip,
            userAgent: userAgentOf(request),
            sessionSecret: sessionSecret(request),
            deviceSecrets: deviceSecrets(request),
            languages: languageWishes(request),
          },
        };
        const { status, text, session, document } = await withSpan(
          declaration.operationId,
          { 'http.route': url },
          async () =>
            executeOnce(request, operationOf(options.resources, request), async (operation) => {
              const { operationId } = declaration;
              const { partnerId } = operation;
              const page = new AskedPage(options.cursorKey, { operationId, partnerId, params, query: request.query });
              const answer = await declaration.handle({ ...input, operation, page });
              const { session, document } = answer as { session?: SessionChange; document?: AnswerDocument };
              return { status: answer.status, text: textOf(responses, answer), session, document };
            }),
        );
        reply.code(status);
        if (isPerson(request.credentialHolder)) reply.header('Content-Language', languageFor(request));
        if (session) changeSession(request, reply, session);
        if (declaration.document) reply.header('Vary', 'Accept');
        if (document) return sendDocument(reply, declaration, document);
        if (text === null) return reply.send();
        // A string of this type is sent as it is.
        return reply.type('application/json; charset=utf-8').send(text);
      },
    });
  }
}

/** @throws when the status is not declared, or the body carries anything that its schema does not */
function textOf(
  responses: Readonly<Record<number, z.ZodType>>,
  { status, body }: { readonly status: number; readonly body: unknown },
): string | null {
  const schema = responses[status];
  if (!schema) throw new Error(`Status ${status} is not declared.`);
  return body === null || body === undefined ? null : serialise(schema, body);
}

function wantsDocument({ document }: RouteDeclaration, { headers }: FastifyRequest): boolean {
  return document !== undefined && isPreferred(headers.accept ?? '', document, 'application/json');
}

function sendDocument(reply: FastifyReply, { document: type }: RouteDeclaration, { bytes, fileName }: AnswerDocument) {
  return reply.header('Content-Disposition', `attachment; filename="${fileName}"`).type(type!).send(bytes);
}

function changeSession(request: FastifyRequest, reply: FastifyReply, change: SessionChange): void {
  if (change === 'end') clearSessionCookie(request, reply);
  else if ('language' in change) setLanguageCookie(request, reply, change.language);
  else setSessionCookie(request, reply, change);
}

/** A path id that is no UUID is an id that does not exist. */
function parseParams(declaration: RouteDeclaration, request: FastifyRequest): unknown {
  if (!declaration.params) return undefined;
  const result = declaration.params.safeParse(request.params);
  if (!result.success) throw new Problem(declaration.absent ?? 'INTERNAL_ERROR');
  return result.data;
}

function baseUrlOf({ publicUrl }: HttpServerOptions, { protocol, host }: FastifyRequest): string {
  return publicUrl ?? `${protocol}://${host}`;
}

/** Before anything else is looked at: no answer is made for a host that none can be. */
function refuseStrangeHosts(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    const problem = problemWithHost(request);
    if (problem === null) return;
    // As text: the schemas of routes know nothing of what HTTP itself refuses.
    const body = JSON.stringify({ status: 'error', message: problem, errors: {} });
    return reply.code(400).type('application/json; charset=utf-8').send(body);
  });
}

/** While it stops, the server answers what has arrived and asks clients to come back on another connection. */
function letGoOfConnections(app: FastifyInstance): void {
  let closing = false;
  app.addHook('preClose', async () => {
    closing = true;
  });
  app.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('Connection', 'close');
  });
}

/** Asked every few seconds by balancers and scrapers: their lines would bury all others. */
const probes: ReadonlySet<string> = new Set(['/readyz', '/metrics', ...healthRoute.paths]);

function observe(app: FastifyInstance, { logger, metrics, onAnswered }: HttpServerOptions): void {
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id);
    done();
  });
  app.addHook('onSend', (request, reply, payload, done) => {
    if (reply.statusCode >= 400 && typeof payload === 'string') request.errorText = payload;
    done(null, payload);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    if (!request.routeOptions.config.isStream) metrics.requestSeconds.observe(labels, reply.elapsedTime / 1_000);
    const level = probes.has(route) ? 'debug' : 'info';
    // The route, not the URL: a query can carry a sign-in token.
    logger[level](
      {
        ...labels,
        requestId: request.id,
        partnerId: request.credentialHolder?.partnerId,
        ...(isRefused(reply.statusCode) ? callerOf(request) : {}),
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
    onAnswered?.(request, reply, request.errorText === null ? {} : readErrorAnswer(request.errorText));
  });
}

/** Of refusals an operator asks who it was: who guesses keys, who asks for what is not theirs, who is too fast. */
function isRefused(status: number): boolean {
  return status >= 401 && status <= 429;
}

function callerOf(request: FastifyRequest) {
  const credential = request.credentialHolder?.credential;
  return { network: clientNetwork(request.ip), ...(credential && { [`${credential.kind}_id`]: credential.id }) };
}

/** A known path with another method is 405 and says what would be allowed. */
function refuseOtherMethods(app: FastifyInstance, routes: readonly RouteDeclaration[]): void {
  const allowed = new Map<string, Set<string>>();
  for (const { method, paths } of routes) {
    for (const path of paths) {
      const set = allowed.get(path) ?? new Set();
      set.add(method);
      if (method === 'GET') set.add('HEAD');
      allowed.set(path, set);
    }
  }
  for (const [url, set] of allowed) {
    const others = app.supportedMethods.filter((method) => !set.has(method));
    const headers = { Allow: [...set].join(', ') };
    app.route({
      method: others as HTTPMethods[],
      url,
      schema: { hide: true } as object,
      // Answered before the body is read: whatever it is, it is not wanted.
      onRequest: async (_request, reply) => refuse(reply, new Refusal(405, `Allowed here: ${headers.Allow}.`, headers)),
      handler: async () => undefined,
    });
  }
}
