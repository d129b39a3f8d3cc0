import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { apiDocument, type Json, type Operation } from './api-document.ts';

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
