import fastify from 'fastify';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { describeOperation, serveApiDocument } from '../src/core/api/openapi.ts';
import { responsesOf } from '../src/core/api/route.ts';
import { declaredRoutes } from './error-table.ts';

type Json = { readonly [name: string]: unknown };

interface Operation {
  readonly parameters?: readonly { name: string; in: string; required?: boolean; schema: Json }[];
  readonly requestBody?: { readonly content: Record<string, { schema: Json }>; readonly required?: boolean };
  readonly responses: Record<string, { readonly content?: Record<string, { schema: Json }> }>;
}

interface Document {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Json> };
}

const banner = `/**
 * Types of every operation of the API, in the shape that openapi-fetch takes.
 * Written by \`npm run client\` from the routes; a test keeps them equal.
 */`;

/** The text of client/api.ts. */
export async function clientTypes(): Promise<string> {
  const { paths, components } = await apiDocument();
  const schema = {
    title: 'Paths',
    ...object(
      Object.entries(paths).map(([path, operations]) => [
        path,
        object(Object.entries(operations).map(([method, operation]) => [method, operationSchema(operation)])),
      ]),
    ),
    definitions: components.schemas,
  };
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/definitions/');
  const types = await compile(JSON.parse(text) as JSONSchema, 'paths', {
    bannerComment: banner,
    additionalProperties: false,
    format: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  // openapi-fetch looks for statuses by number.
  return types.replaceAll(/'(\d{3})': \{/g, '$1: {');
}

async function apiDocument(): Promise<Document> {
  const app = fastify();
  await serveApiDocument(app, '0.0.0');
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  for (const declaration of declaredRoutes()) {
    const { params, query, body } = declaration;
    for (const [index, url] of declaration.paths.entries()) {
      app.route({
        method: declaration.method,
        url,
        schema: {
          ...describeOperation(declaration, index),
          ...(params ? { params } : {}),
          ...(query ? { querystring: query } : {}),
          ...(body ? { body } : {}),
          response: responsesOf(declaration),
        } as object,
        handler: async () => null,
      });
    }
  }
  await app.ready();
  return app.swagger() as unknown as Document;
}

function operationSchema({ parameters = [], requestBody, responses }: Operation): Json {
  return object([
    ['parameters', parametersSchema(parameters)],
    ...(requestBody
      ? [['requestBody', contentSchema(requestBody.content), requestBody.required ?? false] as const]
      : []),
    [
      'responses',
      object(
        Object.entries(responses).map(([status, { content }]) => [
          status,
          content ? contentSchema(content) : object([['content', { type: 'null' }, false]]),
        ]),
      ),
    ],
  ]);
}

function parametersSchema(parameters: NonNullable<Operation['parameters']>): Json {
  const placed = Map.groupBy(parameters, (parameter) => parameter.in);
  return object(
    ['query', 'path'].flatMap((place) => {
      const there = placed.get(place) ?? [];
      if (there.length === 0) return [];
      const isRequired = there.some(({ required = false }) => required);
      return [[place, object(there.map(({ name, schema, required = false }) => [name, schema, required])), isRequired]];
    }),
  );
}

function contentSchema(content: Record<string, { schema: Json }>): Json {
  return object([['content', object(Object.entries(content).map(([type, { schema }]) => [type, schema]))]]);
}

type Property = readonly [name: string, schema: Json, isRequired?: boolean];

function object(properties: readonly Property[] | readonly unknown[]): Json {
  const list = properties as readonly Property[];
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(list.map(([name, schema]) => [name, schema])),
    required: list.filter(([, , isRequired = true]) => isRequired).map(([name]) => name),
  };
}
