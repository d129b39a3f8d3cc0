import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { PrebuiltJson } from '../../platform/http/prebuilt-answer.ts';
import { secureSessionCookie } from '../../platform/http/session-cookie.ts';
import { type Group, groups } from './groups.ts';
import type { RouteDeclaration } from './route.ts';

const description = `White-label security monitoring for hosting partners. Every path is relative to the partner's portal domain.

Send the API key as \`Authorization: Bearer <API_KEY>\`. A key is bound to one portal domain. In the portal a session cookie stands for the key.

With sandbox mode on, the header \`X-Service-Sandbox: true\` makes a request about the account's sandbox: a separate world with the same rules, in which no scan sends a packet. Operations of the Sandbox group need no header, and sign-in ignores it.`;

/**
 * Serves the OpenAPI 3.1 document at /openapi.json and a readable page of it at /docs. Register before the routes.
 * @param early builds the document before the server listens: it takes a fifth of a second, in which nobody else is answered
 */
export async function serveApiDocument(app: FastifyInstance, version: string, early = false): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Breakwater Partner API',
        version,
        description,
        license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/' }],
      tags: Object.values(groups).map(({ name, description: text }) => ({ name, description: text })),
      components: {
        securitySchemes: {
          apiKey: { type: 'http', scheme: 'bearer', description: 'The partner API key.' },
          session: {
            type: 'apiKey',
            in: 'cookie',
            name: secureSessionCookie,
            description:
              "Of somebody who is signed in to the portal. A change needs the portal's own Origin. A customer's session opens only what belongs to the customer.",
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: (generated) => {
      const document = jsonSchemaTransformObject(generated);
      correct(document as GeneratedDocument);
      return document;
    },
  });
  await app.register(fastifySwaggerUi, {
    routePrefix: '/docs',
    // Its script asks here, and gets the document that is built already; nobody asks for another one.
    uiHooks: {
      onRequest: async (request, reply) => {
        const path = request.routeOptions.url;
        if (path === '/docs/json') return reply.redirect('/openapi.json', 302);
        if (path === '/docs/yaml') return reply.callNotFound();
      },
    },
    theme: { title: 'Breakwater Partner API' },
    // BaseLayout: without the top bar, which carries a logo that is not the partner's.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: false },
  });
  const document = new PrebuiltJson(() => app.swagger());
  if (early)
    app.addHook('onReady', async () => {
      await document.build();
    });
  app.get('/openapi.json', { schema: { hide: true } as object }, (request, reply) => document.send(request, reply));
}

/** The parts of the document that the generator leaves out or gets wrong. */
interface GeneratedDocument {
  readonly paths?: Record<string, Record<string, GeneratedOperation>>;
  readonly components?: { readonly schemas?: Record<string, unknown> };
}

interface GeneratedOperation {
  readonly requestBody?: {
    required?: boolean;
    readonly content: { readonly 'application/json': { readonly schema: { readonly required?: readonly string[] } } };
  };
  readonly responses: Record<string, { description: string; headers?: object }>;
}

const statusDescriptions: Readonly<Record<string, string>> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted: it happens soon.',
  204: 'Done; the body is empty.',
  401: 'The API key or session is missing or not valid.',
  403: 'Refused: wrong portal domain, suspended account, sandbox mode that is off, a foreign customer, a change that another site asked a browser for, or a limit that is reached.',
  404: 'There is no such thing in the account.',
  409: 'Its present state does not allow this, there is one like it already, or a repeat came while the first request is under way.',
  413: 'The body is too large.',
  415: 'The body is not application/json.',
  422: 'The input cannot be accepted; `errors` names each field.',
  429: 'Too many requests, or too soon; `Retry-After` says when to try again.',
  500: 'Something went wrong on our side.',
  503: 'Temporarily unavailable.',
};

const requestIdHeader = {
  'X-Request-Id': { description: 'Quote it when you report a problem.', schema: { type: 'string' } },
};
const retryAfterHeader = {
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer', minimum: 1 } },
};

/**
 * Says what each answer means and which headers it carries; that a body none of whose fields is required may be left out; and
 * drops schemas that nothing refers to.
 */
function correct({ paths = {}, components }: GeneratedDocument): void {
  for (const { requestBody: body, responses } of Object.values(paths).flatMap((item) => Object.values(item))) {
    if (body) body.required = (body.content['application/json'].schema.required ?? []).length > 0;
    for (const [status, response] of Object.entries(responses)) {
      response.description = statusDescriptions[status] ?? response.description;
      response.headers = { ...requestIdHeader, ...(status === '429' ? retryAfterHeader : {}) };
    }
  }
  const text = JSON.stringify([paths, components]);
  const schemas = components?.schemas ?? {};
  for (const name of Object.keys(schemas)) if (!text.includes(`"#/components/schemas/${name}"`)) delete schemas[name];
}

/** The descriptive part of a route's schema. `pathIndex` tells the namespaces of one operation apart: operation ids are unique. */
export function describeOperation(declaration: RouteDeclaration, pathIndex: number): object {
  const { operationId, group, summary, description: text } = declaration;
  return {
    operationId: pathIndex === 0 ? operationId : `${operationId}Alias${pathIndex}`,
    tags: [group.name],
    summary,
    ...(text ? { description: text } : {}),
    ...securityOf(group),
  };
}

function securityOf({ access }: Group): { security?: object[] } {
  if (access === 'key') return { security: [{ apiKey: [] }, { session: [] }] };
  return access === 'administrator' ? { security: [{ session: [] }] } : {};
}
