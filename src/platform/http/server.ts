import { randomUUID } from 'node:crypto';
import fastifyCookie from '@fastify/cookie';
import fastifyHelmet from '@fastify/helmet';
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type HTTPMethods,
  LogController,
} from 'fastify';
import { z } from 'zod';
import type { Resources } from '../operation.ts';
import { Operation } from '../operation.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { withSpan } from '../telemetry/tracing.ts';
import { type AdmissionOptions, admit } from './admission.ts';
import type { CredentialHolder } from './authentication.ts';
import { scopeToCustomer } from './customer-scope.ts';
import { answerError, refuse } from './failures.ts';
import { fieldErrors, normaliseInput } from './fields.ts';
import { idempotencyHeaders, idempotencyHooks } from './idempotency.ts';
import { describeOperation, serveApiDocument } from './openapi.ts';
import { InvalidInput, Problem, Refusal } from './problems.ts';
import { portalDomainOf, portalUrlOf } from './request-host.ts';
import { type RouteDeclaration, responsesOf, type SessionChange, takesIdempotencyKey } from './route.ts';
import { clearSessionCookie, deviceSecrets, sessionSecret, setSessionCookie } from './session-cookie.ts';

export interface HttpServerOptions {
  readonly routes: readonly RouteDeclaration[];
  readonly resources: Resources;
  readonly admission: AdmissionOptions;
  /** Proxies whose X-Forwarded-* headers count, as CIDRs. */
  readonly trustProxy: readonly string[];
  /** Base of links in answers; null: as the request was addressed. */
  readonly publicUrl: string | null;
  /** Version of the program, for the API document. */
  readonly version: string;
  readonly logger: Logger;
  readonly metrics: Metrics;
}

const bodyLimitBytes = 1_048_576;
/** Node.js takes no longer head of a request. */
const requestLineLimit = 16_384;
const requestIdPattern = /^[\w.:+/=-]{1,128}$/;

declare module 'fastify' {
  interface FastifyRequest {
    credentialHolder: CredentialHolder | null;
    /** The partner whose data the request is about: the credential's, or its sandbox. */
    worldId: string | null;
  }
  interface FastifyContextConfig {
    declaration?: RouteDeclaration;
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
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A path id may be as long as a request line: one that is no UUID is answered like any that does not exist.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: requestLineLimit },
    exposeHeadRoutes: true,
    frameworkErrors: refuseUnreadablePath,
  });
  app.decorateRequest('credentialHolder', null);
  app.decorateRequest('worldId', null);
  app.decorateRequest('idempotency', null);
  await app.register(fastifyCookie);
  await app.register(fastifyHelmet, { contentSecurityPolicy: { directives: strictContentSecurity } });
  acceptOnlyJson(app);
  // Path ids are read by the handler: one that is no UUID is not found, after the body has been checked. Headers are
  // described for the API document and checked by those who read them.
  app.setValidatorCompiler(({ schema, httpPart }) =>
    httpPart === 'params' || httpPart === 'headers' ? (value) => ({ value }) : validate(schema as z.ZodType),
  );
  app.setSerializerCompiler(
    ({ schema }) =>
      (data) =>
        serialise(schema as z.ZodType, data),
  );
  app.setErrorHandler((error: Error, request, reply) => answerError(options.resources.clock, error, request, reply));
  app.setNotFoundHandler((_request, reply) => refuse(reply, new Refusal(404, 'No such path.')));
  letGoOfConnections(app);
  observe(app, options);
  await serveApiDocument(app, options.version);
  for (const declaration of options.routes) addRoute(app, options, declaration);
  refuseOtherMethods(app, options.routes);
  return app;
}

const strictContentSecurity = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  // Evaluation mode speaks plain HTTP; a proxy that terminates TLS redirects by itself.
  upgradeInsecureRequests: null,
};

function requestId(request: { headers: Record<string, string | string[] | undefined> }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
}

/** A path that cannot be decoded is none of ours. No hook runs for it, so the request id is set here. */
function refuseUnreadablePath(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  reply.header('X-Request-Id', request.id);
  refuse(reply, new Refusal(404, 'No such path.'));
}

/** JSON bodies only; what cannot be parsed is a validation failure of the body, not an error of its own. */
function acceptOnlyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') return done(null, undefined);
    parse(request, body as string, (error, value) => {
      const isObject = value !== null && typeof value === 'object' && !Array.isArray(value);
      if (error || !isObject) return done(new InvalidInput({ body: ['The body must be a JSON object.'] }));
      return done(null, value);
    });
  });
}

function validate(schema: z.ZodType) {
  return (input: unknown) => {
    const data = normaliseInput(input ?? {});
    const result = schema.safeParse(data);
    return result.success ? { value: result.data } : { error: new InvalidInput(fieldErrors(result.error, data)) };
  };
}

/** @throws when the answer carries anything that its schema does not declare: a defect, which must not reach a client */
function serialise(schema: z.ZodType, data: unknown): string {
  const result = schema.safeParse(data);
  if (result.success) return JSON.stringify(result.data);
  throw new Error(`The response does not match its schema: ${z.prettifyError(result.error)}`);
}

function addRoute(app: FastifyInstance, options: HttpServerOptions, declaration: RouteDeclaration): void {
  const responses = responsesOf(declaration);
  const idempotent = takesIdempotencyKey(declaration);
  const hooks = idempotent ? idempotencyHooks(options.resources) : undefined;
  for (const [pathIndex, url] of declaration.paths.entries()) {
    app.route({
      method: declaration.method as HTTPMethods,
      url,
      config: { declaration },
      bodyLimit: declaration.bodyLimitBytes ?? bodyLimitBytes,
      schema: {
        ...describeOperation(declaration, pathIndex),
        ...(declaration.params ? { params: declaration.params } : {}),
        ...(declaration.query ? { querystring: declaration.query } : {}),
        ...(declaration.body ? { body: declaration.body } : {}),
        ...(idempotent ? { headers: idempotencyHeaders } : {}),
        response: responses,
      },
      onRequest: async (request, reply) => {
        // With a session nothing in a request tells a cache between here and the browser that the answer is one person's.
        reply.header('Cache-Control', 'no-store');
        await admit(options.admission, declaration.group, request, reply);
      },
      ...hooks,
      preValidation: [
        async (request) => scopeToCustomer(request, request.credentialHolder?.credential, declaration),
        ...(hooks?.preValidation ? [hooks.preValidation] : []),
      ],
      preSerialization: async (_request, reply, payload) => {
        if (!(reply.statusCode in responses)) throw new Error(`Status ${reply.statusCode} is not declared for ${url}.`);
        return payload;
      },
      handler: async (request, reply) => {
        const params = parseParams(declaration, request);
        const input = {
          operation: operationOf(options, request),
          params,
          query: request.query,
          body: request.body,
          baseUrl: baseUrlOf(options, request),
          portalDomain: portalDomainOf(request.host),
          portalUrl: portalUrlOf(request),
          credential: request.credentialHolder?.credential ?? null,
          client: {
            address: request.ip,
            userAgent: request.headers['user-agent'],
            sessionSecret: sessionSecret(request),
            deviceSecrets: deviceSecrets(request),
          },
        };
        const answer = await withSpan(declaration.operationId, { 'http.route': url }, async () =>
          declaration.handle(input),
        );
        reply.code(answer.status);
        if (answer.session) changeSession(request, reply, answer.session);
        return reply.send(answer.body ?? undefined);
      },
    });
  }
}

function changeSession(request: FastifyRequest, reply: FastifyReply, change: SessionChange): void {
  if (change === 'end') clearSessionCookie(request, reply);
  else setSessionCookie(request, reply, change);
}

/** A path id that is no UUID is an id that does not exist. */
function parseParams(declaration: RouteDeclaration, request: FastifyRequest): unknown {
  if (!declaration.params) return undefined;
  const result = declaration.params.safeParse(request.params);
  if (!result.success) throw new Problem(declaration.absent ?? 'INTERNAL_ERROR');
  return result.data;
}

/** Routes without a key never touch the operation, so it belongs to no partner. */
function operationOf(options: HttpServerOptions, request: FastifyRequest): Operation {
  const credential = request.credentialHolder?.credential;
  return new Operation(options.resources, {
    partnerId: request.worldId ?? '00000000-0000-0000-0000-000000000000',
    actor: credential ? { kind: credential.kind, id: credential.id } : { kind: 'system' },
    requestId: request.id,
  });
}

function baseUrlOf(options: HttpServerOptions, request: FastifyRequest): string {
  return options.publicUrl ?? `${request.protocol}://${request.host}`;
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

function observe(app: FastifyInstance, { logger, metrics }: HttpServerOptions): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.header('X-Request-Id', request.id);
  });
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const labels = { method: request.method, route, status: String(reply.statusCode) };
    metrics.requestSeconds.observe(labels, reply.elapsedTime / 1_000);
    // The route, not the URL: a query can carry a sign-in token.
    logger.info(
      {
        ...labels,
        requestId: request.id,
        partnerId: request.credentialHolder?.partnerId,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    );
  });
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
