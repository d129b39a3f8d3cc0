import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { groups } from './groups.ts';
import type { RouteDeclaration } from './route.ts';

const description = `White-label security monitoring for hosting partners. Every path is relative to the partner's portal domain.

Send the API key as \`Authorization: Bearer <API_KEY>\`. A key is bound to one portal domain.

With sandbox mode on, the header \`X-Service-Sandbox: true\` makes a request about the account's sandbox: a separate world with the same rules, in which no scan sends a packet. Operations of the Sandbox group need no header, and sign-in ignores it.`;

/** Serves the OpenAPI 3.1 document at /openapi.json and a readable page of it at /docs. Register before the routes. */
export async function serveApiDocument(app: FastifyInstance, version: string): Promise<void> {
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
        securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'The partner API key.' } },
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
    staticCSP: true,
    theme: { title: 'Breakwater Partner API' },
    // BaseLayout: without the top bar, which carries a logo that is not the partner's.
    uiConfig: { layout: 'BaseLayout', docExpansion: 'list', defaultModelsExpandDepth: 0, tryItOutEnabled: false },
  });
  app.get('/openapi.json', { schema: { hide: true } as object, serializerCompiler: () => JSON.stringify }, async () =>
    app.swagger(),
  );
}

/** The parts of the document that the generator gets wrong. */
interface GeneratedDocument {
  readonly paths?: Record<string, Record<string, { requestBody?: GeneratedBody }>>;
  readonly components?: { readonly schemas?: Record<string, unknown> };
}

interface GeneratedBody {
  required?: boolean;
  readonly content: { readonly 'application/json': { readonly schema: { readonly required?: readonly string[] } } };
}

/** A body none of whose fields is required may be left out; and schemas that nothing refers to are only in the way. */
function correct({ paths = {}, components }: GeneratedDocument): void {
  for (const { requestBody: body } of Object.values(paths).flatMap((item) => Object.values(item))) {
    if (body) body.required = (body.content['application/json'].schema.required ?? []).length > 0;
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
    ...(group.access === 'key' ? { security: [{ apiKey: [] }] } : {}),
  };
}
