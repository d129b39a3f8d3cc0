import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { type ApiDocument, apiDocument, type Content, type Json, type Operation } from './api-document.ts';
import { type Node, parse } from './syntax-tree.ts';

const banner = (what: string) => `/**
 * Types of ${what}, in the shape that openapi-fetch takes.
 * Written by \`npm run client\` from the routes; a test keeps them equal.
 */`;

/** The generated files of client/ by name: what an API key and what everybody can call; what only a session can. */
export async function clientTypes(): Promise<ReadonlyMap<string, string>> {
  const document = await apiDocument();
  const api = await typesOf(
    document,
    'Paths',
    banner('every operation that an API key can call'),
    (operation) => !needsSession(operation),
  );
  const what = banner('every operation that only a session can call');
  const session = await typesOf(document, 'SessionOnlyPaths', what, needsSession);
  return new Map([
    ['api.ts', api],
    ['session-api.ts', besides(api, session, what)],
  ]);
}

function needsSession({ security }: Operation): boolean {
  return security.length > 0 && !security.some((way) => 'apiKey' in way);
}

async function typesOf(
  { paths, components }: ApiDocument,
  title: string,
  bannerComment: string,
  isMeant: (operation: Operation) => boolean,
): Promise<string> {
  const shared = sharedAnswers(Object.values(paths).flatMap((operations) => Object.values(operations)));
  const meant = Object.entries(paths).flatMap(([path, operations]) => {
    const there = Object.entries(operations).filter(([, operation]) => isMeant(operation));
    return there.length === 0 ? [] : [[path, there] as const];
  });
  const schema = {
    title,
    ...object(
      meant.map(([path, operations]) => [
        path,
        object(operations.map(([method, operation]) => [method, operationSchema(operation, shared)])),
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
    bannerComment,
    additionalProperties: false,
    format: true,
    style: { singleQuote: true, printWidth: 120 },
  });
  // openapi-fetch looks for statuses by number.
  return types.replaceAll(/'(\d{3})': /g, '$1: ');
}

/** What a file declares and another one does not, with what it takes from there. */
function besides(known: string, text: string, bannerComment: string): string {
  const there = declarationsOf(known);
  const declared = [...declarationsOf(text)];
  const own = declared
    .filter(([name, declaration]) => there.get(name) !== declaration)
    .map(([, declaration]) => declaration)
    .join('');
  const taken = declared
    .filter(([name, declaration]) => there.get(name) === declaration && new RegExp(`\\b${name}\\b`).test(own))
    .map(([name]) => `  ${name},\n`)
    .toSorted()
    .join('');
  return `${bannerComment}\n\nimport type {\n${taken}} from './api.ts';\n${own}\n`;
}

/** The text of each exported type by its name, from the end of the one before. */
function declarationsOf(text: string): ReadonlyMap<string, string> {
  const statements = (parse('api.ts', text).body as Node[]).map((statement) => ({
    name: ((statement.declaration as Node).id as Node).name as string,
    end: statement.end as number,
  }));
  const begin = text.indexOf('*/') + '*/\n'.length;
  return new Map(
    statements.map(({ name, end }, index) => [name, text.slice(statements[index - 1]?.end ?? begin, end)]),
  );
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
