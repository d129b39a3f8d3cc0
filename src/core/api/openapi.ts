import fastifySwagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PrebuiltJson } from '../../platform/http/prebuilt-answer.ts';
import { secureSessionCookie } from '../../platform/http/session-cookie.ts';
import { serveDocsSite } from './docs-site.ts';
import { describeEvents, type EventSchemas } from './document-events.ts';
import { exampleOf, type JsonSchema, leastExampleOf, typeOf } from './document-examples.ts';
import { fieldExamples, fieldMeanings } from './field-meanings.ts';
import { type Group, groups } from './groups.ts';
import { idempotencyHeaders } from './idempotency.ts';
import { type DescribedApi, requestCollection } from './request-collection.ts';
import { administratorRoles, neededRole } from './roles.ts';
import { type RouteDeclaration, type responsesOf, takesIdempotencyKey } from './route.ts';
import { scopeFields } from './scope-fields.ts';

const documentPath = '/openapi.json';
const hidden = { schema: { hide: true } as object };

const description = `White-label security monitoring for hosting partners. Every path is relative to the partner's portal domain.

Send the API key as \`Authorization: Bearer <API_KEY>\`. A key is bound to one portal domain. In the portal a session cookie stands for the key.

With sandbox mode on, the header \`X-Service-Sandbox: true\` makes a request about the account's sandbox: a separate world with the same rules, in which no scan sends a packet. Operations of the Sandbox group need no header. What has no sandbox and would change something is refused under it, and nothing is done: 403 \`SANDBOX_NOT_AVAILABLE\`.

Fields that say whose data is meant (${scopeFields.map((name) => `\`${name}\``).join(', ')}) count wherever they stand, in the query or in a JSON body, whatever the method. One that is empty, says two things, or that an operation does not take is 422: none is ignored. Other fields that an operation does not know are.

Answers may get further fields: a client has to bear fields that it does not know. Operations whose id ends in \`Alias1\` are the same operation at another path.`;

export interface ApiDocumentOptions {
  /** Of the program. */
  readonly version: string;
  /** What webhooks post. */
  readonly events: EventSchemas;
  readonly early?: boolean;
}

/**
 * Serves the OpenAPI 3.1 document at /openapi.json, a collection of requests made from it, and the documentation. Register before the routes.
 * @param options.early builds the document before the server listens: it takes a fifth of a second, in which nobody else is answered
 */
export async function serveApiDocument(
  app: FastifyInstance,
  { version, events, early = false }: ApiDocumentOptions,
): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Breakwater Partner API',
        version,
        description,
        contact: { name: 'The operator of the portal domain' },
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
      describeEvents(document as GeneratedDocument, events);
      correct(document as GeneratedDocument);
      return document;
    },
  });
  await serveDocsSite(app, documentPath);
  const document = new PrebuiltJson(() => app.swagger());
  if (early)
    app.addHook('onReady', async () => {
      await document.build();
    });
  app.get(documentPath, hidden, (request, reply) => document.send(request, reply));
  const collection = new PrebuiltJson(() => requestCollection(app.swagger() as unknown as DescribedApi));
  app.get('/docs/collection.json', hidden, (request, reply) => collection.send(request, reply));
}

/** The parts of the document that the generator leaves out or gets wrong. */
interface GeneratedDocument {
  readonly paths?: Record<string, Record<string, GeneratedOperation>>;
  webhooks?: Record<string, { readonly post: Pick<GeneratedOperation, 'requestBody'> }>;
  readonly components?: { readonly schemas?: Record<string, JsonSchema> };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  description?: string;
  readonly example?: string;
  readonly schema: JsonSchema;
}

interface GeneratedOperation {
  readonly tags: readonly string[];
  parameters?: Parameter[];
  requestBody?: {
    required?: boolean;
    readonly content: { readonly 'application/json': Content };
  };
  readonly responses: Record<
    string,
    { description: string; headers?: object; readonly content?: Record<string, Content> }
  >;
  /** Defaults of query parameters, which the generator drops where text is converted. */
  'x-defaults'?: Readonly<Record<string, unknown>>;
  /** Body of a request that the route shows itself. */
  'x-example'?: object;
  /** Media type of the document that the success can be, too. */
  'x-document'?: string;
}

interface Content {
  readonly schema: JsonSchema;
  example?: unknown;
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
  410: 'The link was used, was replaced or has expired.',
  413: 'The body is too large.',
  415: 'The body is not application/json, or it is compressed.',
  422: 'The input cannot be accepted; `errors` names each field.',
  429: 'Too many requests, or too soon; `Retry-After` says when to try again.',
  500: 'Something went wrong on our side.',
  503: 'Temporarily unavailable.',
};

const requestIdHeader = {
  'X-Request-Id': { description: 'Quote it when you report a problem.', required: true, schema: { type: 'string' } },
};
const retryAfterHeader = {
  'Retry-After': { description: 'Seconds to wait.', required: true, schema: { type: 'integer', minimum: 1 } },
};

const rateLimitHeaders = {
  'X-RateLimit-Limit': { description: 'Requests in a window of 60 seconds.', schema: { type: 'integer', minimum: 1 } },
  'X-RateLimit-Remaining': { description: 'Requests left in this window.', schema: { type: 'integer', minimum: 0 } },
};
const sandboxParameter: Parameter = {
  name: 'X-Service-Sandbox',
  in: 'header',
  required: false,
  description: "`true`: the request is about the account's sandbox, which has to be switched on.",
  example: 'true',
  schema: { type: 'string', enum: ['true'] } as JsonSchema,
};
const groupsByName: ReadonlyMap<string, Group> = new Map(Object.values(groups).map((group) => [group.name, group]));

/**
 * Says what each answer, parameter and field means and which headers there are; that a body none of whose fields is required may
 * be left out; opens the objects of answers, to which fields may be added; and drops schemas that nothing refers to.
 */
function correct({ paths = {}, webhooks = {}, components }: GeneratedDocument): void {
  const operations = Object.values(paths).flatMap((item) => Object.values(item));
  const schemas = components?.schemas ?? {};
  for (const operation of operations) correctOperation(operation);
  for (const schema of Object.values(schemas)) explain(schema, 'answer');
  for (const operation of operations) addExamples(operation, schemas);
  for (const { post } of Object.values(webhooks))
    for (const content of Object.values(post.requestBody?.content ?? {}))
      content.example = exampleOf(content.schema, schemas);
  dropUnused(schemas, [paths, webhooks]);
}

/** What only dropped schemas refer to is dropped, too. */
function dropUnused(schemas: Record<string, JsonSchema>, users: object): void {
  for (;;) {
    const text = JSON.stringify([users, schemas]);
    const unused = Object.keys(schemas).filter((name) => !text.includes(`"#/components/schemas/${name}"`));
    if (unused.length === 0) return;
    for (const name of unused) delete schemas[name];
  }
}

/** One request that is accepted as it stands, and one answer of each status that says that it was. */
function addExamples(operation: GeneratedOperation, schemas: Readonly<Record<string, JsonSchema>>): void {
  const request = operation.requestBody?.content['application/json'];
  if (request) request.example = operation['x-example'] ?? leastExampleOf(request.schema, schemas);
  delete operation['x-example'];
  for (const [status, { content = {} }] of Object.entries(operation.responses))
    if (status.startsWith('2'))
      for (const answer of Object.values(content)) answer.example = exampleOf(answer.schema, schemas);
  const document = operation['x-document'];
  delete operation['x-document'];
  if (document) operation.responses['200']!.content![document] = { schema: { type: 'string', format: 'binary' } };
}

function correctOperation(operation: GeneratedOperation): void {
  const { requestBody: body, responses, 'x-defaults': defaults = {} } = operation;
  const { limit, world } = groupsByName.get(operation.tags[0]!)!;
  delete operation['x-defaults'];
  for (const parameter of operation.parameters ?? []) {
    const { name, schema } = parameter;
    parameter.description ??= schema.description ?? fieldMeanings[name] ?? '';
    if (name in defaults) schema.default = defaults[name];
    showExample(name, schema);
  }
  if (world === 'either') operation.parameters = [...(operation.parameters ?? []), sandboxParameter];
  if (body) {
    const { schema } = body.content['application/json'];
    body.required = (schema.required ?? []).length > 0;
    explain(schema, 'request');
  }
  for (const [status, response] of Object.entries(responses)) {
    response.description = statusDescriptions[status] ?? response.description;
    response.headers = {
      ...requestIdHeader,
      ...(limit === 'none' || status === '401' ? {} : rateLimitHeaders),
      ...(status === '429' || status === '503' ? retryAfterHeader : {}),
    };
    for (const { schema } of Object.values(response.content ?? {})) explain(schema, 'answer');
  }
}

/** @param use whether more fields may come: answers grow, and clients have to bear it */
function explain(schema: JsonSchema, use: 'request' | 'answer'): void {
  if (use === 'answer' && schema.additionalProperties === false) delete schema.additionalProperties;
  // The bounds of JavaScript's integers are none that anybody set.
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (use === 'answer' && schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  // The format says it already.
  if (schema.format === 'date-time' || schema.format === 'uuid') delete schema.pattern;
  nameKeys(schema);
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (property.description === undefined && property.$ref === undefined && name in fieldMeanings)
      property.description = fieldMeanings[name]!;
    if (use === 'request') for (const shown of [property, property.items ?? {}]) showExample(name, shown);
  }
  const { additionalProperties: others, items, anyOf = [], oneOf = [], allOf = [], properties = {} } = schema;
  const within = [items, typeof others === 'object' ? others : undefined, ...anyOf, ...oneOf, ...allOf];
  for (const each of [...within, ...Object.values(properties)]) if (each) explain(each, use);
}

/** An object whose keys are told as an enumeration has them as its properties: what reads schemas understands that better. */
function nameKeys(schema: JsonSchema): void {
  const { propertyNames, additionalProperties: member } = schema;
  if (propertyNames?.enum === undefined || !(member instanceof Object)) return;
  schema.properties = Object.fromEntries(propertyNames.enum.map((key) => [key, { ...member }]));
  delete schema.propertyNames;
  delete schema.additionalProperties;
}

function showExample(name: string, schema: JsonSchema): void {
  const example = fieldExamples[name];
  const isOfType =
    typeOf(schema) === 'string'
      ? typeof example === 'string'
      : /^(integer|number)$/.test(`${typeOf(schema)}`) && typeof example === 'number';
  if (isOfType && schema.enum === undefined && schema.format === undefined) schema.examples ??= [example];
}

/**
 * What Fastify and the document know of a route: what is asked and answered, and how it is described.
 * @param pathIndex tells the namespaces of one operation apart: operation ids are unique
 * @param responses as `responsesOf` has them
 */
export function routeSchema(
  declaration: RouteDeclaration,
  pathIndex: number,
  responses: ReturnType<typeof responsesOf>,
): object {
  const { params, query, body } = declaration;
  return {
    ...describeOperation(declaration, pathIndex),
    ...(params ? { params } : {}),
    ...(query ? { querystring: query } : {}),
    ...(body ? { body } : {}),
    ...(takesIdempotencyKey(declaration) ? { headers: idempotencyHeaders } : {}),
    response: responses,
  };
}

function describeOperation(declaration: RouteDeclaration, pathIndex: number): object {
  const { operationId, group, summary, paths } = declaration;
  const isAlias = pathIndex > 0;
  return {
    operationId: isAlias ? `${operationId}Alias${pathIndex}` : operationId,
    tags: [group.name],
    summary,
    description: [
      ...(isAlias ? [`Another path of \`${operationId}\` (${paths[0]}): it does the same.`] : []),
      ...(declaration.description ? [declaration.description] : []),
      whoMayCall(declaration),
      ...roleWords(declaration),
    ].join('\n\n'),
    'x-defaults': defaultsOf(declaration.query),
    ...(declaration.example ? { 'x-example': declaration.example } : {}),
    ...(declaration.document ? { 'x-document': declaration.document } : {}),
    ...securityOf(group),
  };
}

function whoMayCall({ group, customer }: RouteDeclaration): string {
  const callers = {
    key: customer
      ? "For an API key, an administrator's session, and a customer's session about what is the customer's."
      : "For an API key or an administrator's session.",
    administrator: "For an administrator's session only.",
    visitor: 'For everybody, signed in or not.',
    public: 'For everybody, without credentials.',
  }[group.access];
  const limits = {
    strict: 'It counts against the limit of 60 requests a minute.',
    sign_in: 'It has a limit of its own, of 60 requests a minute.',
    default: 'It counts against the limit of 100 requests a minute.',
    address: 'Requests are counted by client network.',
    none: 'Requests are not limited.',
  }[group.limit];
  return `${callers} ${limits}`;
}

/** Empty where any role is enough. */
function roleWords(declaration: RouteDeclaration): string[] {
  const needed = neededRole(declaration);
  if (needed === null || needed === 'support') return [];
  const roles = administratorRoles.slice(administratorRoles.indexOf(needed)).map((role) => `\`${role}\``);
  return [`An administrator needs the role ${roles.join(' or ')}.`];
}

function defaultsOf(query: RouteDeclaration['query']): Record<string, unknown> {
  if (!(query instanceof z.ZodObject)) return {};
  return Object.fromEntries(
    Object.entries(query.shape).flatMap(([name, field]) =>
      field instanceof z.ZodDefault ? [[name, field.def.defaultValue]] : [],
    ),
  );
}

/** Empty: nothing is needed. Left out it would say that nothing is known. */
function securityOf({ access }: Group): { security: object[] } {
  if (access === 'key') return { security: [{ apiKey: [] }, { session: [] }] };
  return { security: access === 'administrator' ? [{ session: [] }] : [] };
}
