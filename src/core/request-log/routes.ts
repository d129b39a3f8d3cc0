import { z } from 'zod';
import { integer, text, timestamp, uuid } from '../api/fields.ts';
import { groups, success, successEnvelope } from '../api/groups.ts';
import { cursorField, pageFields } from '../api/list-page.ts';
import { Problem } from '../api/problems.ts';
import { type RouteDeclaration, reply, route } from '../api/route.ts';
import type { Operation } from '../operation/operation.ts';
import { findRequest, type LoggedRequest, listRequests } from './list-requests.ts';
import { keptRequests } from './request-log.ts';

const summary = {
  id: z.guid(),
  at: timestamp,
  method: z.string().meta({ description: 'Of HTTP.' }),
  path: z.string().meta({ description: 'With ids; other values that were sent in it are `…`.' }),
  status: z.int().meta({ description: 'Of the answer.' }),
  duration_ms: z.number().meta({ description: 'How long the answer took, in milliseconds.' }),
  request_id: z.string(),
  sandbox: z.boolean().meta({ description: 'Whether it was about the sandbox.' }),
  error_code: z
    .string()
    .nullable()
    .meta({ description: 'Code of the error; null where it has none, or there was none.' }),
};

const loggedRequest = z.strictObject(summary).meta({ id: 'LoggedRequest' });
const detailedRequest = z
  .strictObject({
    ...summary,
    body: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'What the body was made of: types by key, never a value. Null: no body was read.' }),
    user_agent: z.string().nullable(),
    message: z.string().nullable().meta({ description: "The error's sentence; null without an error." }),
    errors: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'Sentences on the fields that were refused.' }),
  })
  .meta({ id: 'LoggedRequestDetail' });

const path = '/api/v1/keys/:id/requests';

function toSummary(request: LoggedRequest): z.output<typeof loggedRequest> {
  const { id, at, method, path: asked, status, duration_ms, request_id, sandbox, error_code } = request;
  return { id, at: at.toISOString(), method, path: asked, status, duration_ms, request_id, sandbox, error_code };
}

/** @throws Problem KEY_NOT_FOUND */
async function requireKey({ db }: Operation, id: string): Promise<void> {
  const key = await db.selectFrom('api_keys').select('id').where('id', '=', id).executeTakeFirst();
  if (!key) throw new Problem('KEY_NOT_FOUND');
}

/** What each API key asked for lately and was answered. */
export function requestLogRoutes(): RouteDeclaration[] {
  return [list(), detail()];
}

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'listKeyRequests',
    group: groups.identity,
    summary: 'The latest requests with a key, newest first.',
    description: `The last ${keptRequests.toLocaleString('en')} of seven days, refused ones included. They appear a second after their answer.`,
    params: z.object({ id: uuid }),
    query: z.object({
      status: integer(1, 599).optional().meta({
        description: 'A status, or the first figure of several: 422, 4.',
      }),
      path: text(200).optional().meta({ description: 'Some part of the path.' }),
      limit: integer(1, 100).default(50),
      cursor: cursorField,
    }),
    responses: {
      200: successEnvelope(z.strictObject({ requests: z.array(loggedRequest), ...pageFields })),
    },
    problems: ['KEY_NOT_FOUND'],
    absent: 'KEY_NOT_FOUND',
    async handle({ operation, params, query, page }) {
      await requireKey(operation, params.id);
      const before = page.after<{ id: string }>()?.id;
      const filter = { keyId: params.id, status: query.status, path: query.path, before };
      const requests = await listRequests(operation, filter, query.limit + 1);
      const { items, end } = page.cut(requests, query.limit, ({ id }) => ({ id }));
      return reply(200, success({ requests: items.map(toSummary), ...end }, operation.clock.now()));
    },
  });
}

function detail(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${path}/:request_id`],
    operationId: 'getKeyRequest',
    group: groups.identity,
    summary: 'One request: what it was made of, and what its error said.',
    params: z.object({ id: uuid, request_id: uuid }),
    responses: { 200: successEnvelope(z.strictObject({ request: detailedRequest })) },
    problems: ['REQUEST_NOT_FOUND'],
    absent: 'REQUEST_NOT_FOUND',
    async handle({ operation, params }) {
      const request = await findRequest(operation, params.id, params.request_id);
      if (!request) throw new Problem('REQUEST_NOT_FOUND');
      const { body, user_agent, message, errors } = request.details;
      const shown = {
        ...toSummary(request),
        body: body && { ...body },
        user_agent,
        message,
        errors: Object.fromEntries(Object.entries(errors).map(([field, sentences]) => [field, [...sentences]])),
      };
      return reply(200, success({ request: shown }, operation.clock.now()));
    },
  });
}
