import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { apiDocument, type Content, type Json, type Operation } from './api-document.ts';

const banner = `/**
 * Types of every operation of the API, in the shape that openapi-fetch takes.
 * Written by \`npm run client\` from the routes; a test keeps them equal.
 */`;

/** The text of client/api.ts. */
export async function clientTypes(): Promise<string> {
  const { paths, components } = await apiDocument();
  const shared = sharedAnswers(Object.values(paths).flatMap((operations) => Object.values(operations)));
  const schema = {
    title: 'Paths',
    ...object(
      Object.entries(paths).map(([path, operations]) => [
        path,
        object(Object.entries(operations).map(([method, operation]) => [method, operationSchema(operation, shared)])),
      ]),
    ),
    definitions: {
      ...components.schemas,
      ...Object.fromEntries(
        [...shared].map(([content, name]) => [name, contentSchema(JSON.parse(content) as Content)]),
      ),
    },
  };
  const text = JSON.stringify(schema).replaceAll('#/components/schemas/', '#/definitions/');
  const types = await compile(JSON.parse(text) as JSONSchema, 'paths', {
    bannerComment: banner,
    additionalProperties: false,
    format: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  // openapi-fetch looks for statuses by number.
  return types.replaceAll(/'(\d{3})': /g, '$1: ');
}

/**
 * What more than one operation answers, so that it stands once.
 * @returns names by content as JSON: `EndpointNotFoundProblemAnswer` where it is one schema, otherwise the first operation that answers
 *   so, as in `SuspendEndpoint403`
 */
function sharedAnswers(operations: readonly Operation[]): ReadonlyMap<string, string> {
  const answers = operations.flatMap(({ operationId, responses }) =>
    Object.entries(responses).flatMap(([status, { content }]) =>
      content ? [{ content: JSON.stringify(content), name: answerName(content) ?? `${operationId}${status}` }] : [],
    ),
  );
  return new Map(
    [...Map.groupBy(answers, ({ content }) => content)]
      .filter(([, [, second]]) => second !== undefined)
      .map(([content, [first]]) => [content, `${first!.name[0]!.toUpperCase()}${first!.name.slice(1)}`]),
  );
}

function answerName(content: Content): string | undefined {
  const [{ schema }, another] = Object.values(content) as [{ schema: Json }, unknown];
  const { $ref } = another === undefined ? schema : {};
  return typeof $ref === 'string' ? `${$ref.slice($ref.lastIndexOf('/') + 1)}Answer` : undefined;
}

function operationSchema(
  { parameters = [], requestBody, responses }: Operation,
  shared: ReadonlyMap<string, string>,
): Json {
  const answerSchema = (content: Content) => {
    const name = shared.get(JSON.stringify(content));
    return name === undefined ? contentSchema(content) : { $ref: `#/definitions/${name}` };
  };
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
          content ? answerSchema(content) : object([['content', { type: 'null' }, false]]),
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

function contentSchema(content: Content): Json {
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
