import fastify, { type FastifyInstance } from 'fastify';
import { routeSchema, serveApiDocument } from '../src/core/api/openapi.ts';
import { responsesOf } from '../src/core/api/route.ts';
import { version } from '../src/installation/version.ts';
import { eventSchemas } from '../src/wiring/event-schemas.ts';
import { declaredRoutes } from './error-table.ts';

export type Json = { readonly [name: string]: unknown };

/** What a request or an answer is made of, by media type. */
export type Content = Readonly<Record<string, { readonly schema: Json; readonly example?: unknown }>>;

export interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly security: readonly Json[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content; readonly required?: boolean };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Json;
}

export interface ApiDocument {
  readonly info: { readonly version: string; readonly description: string };
  readonly tags: readonly { readonly name: string; readonly description: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>;
  readonly components: { readonly schemas: Record<string, Json> };
}

/** The API document as it is served, made from what the routes declare: no server, no database. */
export async function apiDocument(): Promise<ApiDocument> {
  return (await documentedApi()).swagger() as unknown as ApiDocument;
}

/** Serves the documentation and nothing else. */
export async function documentedApi(): Promise<FastifyInstance> {
  const app = fastify({ routerOptions: { ignoreTrailingSlash: true } });
  await serveApiDocument(app, { version, events: eventSchemas });
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  for (const declaration of declaredRoutes()) {
    const responses = responsesOf(declaration);
    for (const [index, url] of declaration.paths.entries())
      app.route({
        method: declaration.method,
        url,
        schema: routeSchema(declaration, index, responses),
        handler: async () => null,
      });
  }
  await app.ready();
  return app;
}
