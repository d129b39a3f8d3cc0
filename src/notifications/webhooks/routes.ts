import { z } from 'zod';
import type { Credential } from '../../core/api/credential.ts';
import { booleanField, instant, integer, oneOf, text, timestamp, worldField } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { InvalidInput } from '../../core/api/problems.ts';
import { includesRole } from '../../core/api/roles.ts';
import { type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { eventTypes } from '../../core/events/routes.ts';
import type { EventType } from '../../core/operation/occurrences.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { World } from '../../core/operation/tables/identity.ts';
import { maxUrlLength, type OutboundRules, problemWithUrl } from '../../platform/http/outbound/outbound-url.ts';
import { changeWebhook } from './change-webhook.ts';
import { createWebhook, maxWebhooks } from './create-webhook.ts';
import { deleteWebhook } from './delete-webhook.ts';
import { deliveryRoutes } from './delivery-routes.ts';
import { maxReplayed, replayEvents } from './replay-events.ts';
import { defaultOverlapSeconds, longestOverlapSeconds, rotateSecret } from './rotate-secret.ts';
import { testWebhook } from './test-webhook.ts';
import { getWebhook, shownUrl, type Webhook } from './webhook-record.ts';
import type { WebhookSecrets } from './webhook-secrets.ts';

export interface WebhookTools {
  readonly secrets: WebhookSecrets;
  /** Where webhooks may lead. */
  readonly rules: OutboundRules;
  /** `data` that an event of the type could have. */
  readonly sampleOf: (type: Exclude<EventType, 'webhook.test'>) => Readonly<Record<string, unknown>>;
}

/** Where the partner's systems are told of events (decisions §10.5). */
export function webhookRoutes(tools: WebhookTools): RouteDeclaration[] {
  return [
    list(),
    create(tools),
    read(),
    change(tools),
    remove(),
    rotate(tools),
    test(tools),
    replay(),
    ...deliveryRoutes(),
  ];
}

const path = '/api/v1/webhooks';
const group = groups.webhooks;
const params = z.object({ id: z.guid() });

const types = z
  .array(oneOf(eventTypes), { error: 'must be a list of types of events' })
  .max(eventTypes.length, { error: `must have at most ${eventTypes.length} entries` })
  .transform((list) => [...new Set(list)])
  .meta({ description: 'Types of events that are wanted. An empty list: all, those of later versions too.' });
const exampleUrl = 'https://billing.example.com/hooks/breakwater';
const urlMeta = {
  description: 'Where events are posted to. People of the role support see it without the values of its query.',
  examples: [exampleUrl],
};
const shownDescription = { description: 'What it is for, in your words.', examples: ['Billing system'] };
const url = text(maxUrlLength).meta({
  examples: [exampleUrl],
  description:
    'Where events are posted to: https:// and a public address, on port 443 or one from 1024 on. It is looked up for each connection, and redirects are not followed.',
});
const description = text(255).meta(shownDescription);

const resource = z
  .strictObject({
    id: z.guid(),
    world: worldField.meta({ description: 'Whose events it gets: those of the real world, or those of the sandbox.' }),
    url: z.string().meta(urlMeta),
    types: z
      .array(z.string().meta({ examples: ['alert.opened'] }))
      .meta({ description: 'Types of events that are wanted. An empty list: all.' }),
    description: z.string().nullable().meta(shownDescription),
    enabled: z.boolean().meta({ description: 'Whether events are sent to it.' }),
    disabled_reason: z.enum(['by_hand', 'gone', 'failing']).nullable().meta({
      description:
        'by_hand: somebody disabled it. gone: the receiver answered 410. failing: it had no success for five days. Null: it is enabled.',
    }),
    disabled_at: timestamp.nullable().meta({ description: 'Null: it is enabled.' }),
    failing_since: timestamp.nullable().meta({
      description: 'Of the first failure since the last success. Null: the last attempt arrived, or there was none.',
    }),
    previous_secret_until: timestamp.nullable().meta({
      description: 'Until when requests are signed with the secret before the last rotation, too. Null: they are not.',
    }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Webhook' });

function worldOf({ caller }: Operation): World {
  return caller.sandbox ? 'sandbox' : 'live';
}

/** @param reader null: whoever changes it knows the URL */
function toResource(
  operation: Operation,
  webhook: Webhook,
  reader: Credential | null = null,
): z.output<typeof resource> {
  const now = operation.clock.now();
  const isSupport = reader?.kind === 'administrator' && !includesRole(reader.role, 'manager');
  const { id, types, description, enabled, disabled_reason, previous_secret_until: until } = webhook;
  return {
    id,
    world: worldOf(operation),
    url: isSupport ? shownUrl(webhook.url) : webhook.url,
    types,
    description,
    enabled,
    disabled_reason,
    disabled_at: webhook.disabled_at?.toISOString() ?? null,
    failing_since: webhook.failing_since?.toISOString() ?? null,
    previous_secret_until: until !== null && until > now ? until.toISOString() : null,
    created_at: webhook.created_at.toISOString(),
    updated_at: webhook.updated_at.toISOString(),
  };
}

const answer = successEnvelope(z.strictObject({ webhook: resource }));
const answerWithSecret = successEnvelope(
  z.strictObject({
    webhook: resource,
    secret: z.string().meta({
      description: '`whsec_` and 32 bytes in base64, which requests are signed with. It is shown this once.',
      examples: ['whsec_AQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQE='],
    }),
  }),
);

/** @throws InvalidInput on url */
function refuseUrl(rules: OutboundRules, url: string): void {
  const problem = problemWithUrl(rules, url);
  if (problem !== null) throw new InvalidInput({ url: [`The url field ${problem}.`] });
}

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'listWebhooks',
    group,
    summary: 'The webhooks of the account, the oldest first.',
    query: z.object(shortListQuery),
    responses: {
      200: successEnvelope(
        z.strictObject({ webhooks: z.array(resource).meta({ description: 'The oldest first.' }), ...pageFields }),
      ),
    },
    problems: [],
    async handle({ operation, query, page, credential }) {
      const rows = await operation.db.selectFrom('webhooks').selectAll().execute();
      const { items, end } = page.of(rows, query.limit, ({ id }) => [id]);
      const webhooks = items.map((webhook) => toResource(operation, webhook, credential));
      return reply(200, success({ webhooks, ...end }, operation.clock.now()));
    },
  });
}

function create({ secrets, rules }: WebhookTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [path],
    operationId: 'createWebhook',
    group,
    stepUp: true,
    summary: 'Have events posted to a URL from now on.',
    description: `It gets the events of the world that the request is about: with the sandbox header or a sandbox key those of the sandbox, really sent. Up to ${maxWebhooks} of each world. The secret is in this answer only.`,
    example: { url: exampleUrl, types: ['alert.opened', 'alert.resolved'], description: 'Billing system' },
    body: z.object({
      url,
      types: types.optional(),
      description: description.optional(),
      world: worldField.optional().meta({ description: 'The world that the request is about. Another is refused.' }),
    }),
    check: ({ operation, body }) => {
      if (body.world === undefined || body.world === worldOf(operation)) return {};
      const sentence =
        body.world === 'sandbox'
          ? 'The world field is sandbox, and the request is about the real world. Send X-Service-Sandbox: true or use a sandbox key.'
          : 'The world field is live, and the request is about the sandbox. Leave the header out or use a key of the real world.';
      return { world: [sentence] };
    },
    responses: { 201: answerWithSecret },
    problems: ['WEBHOOK_LIMIT_EXCEEDED'],
    carriesSecret: true,
    async handle({ operation, body }) {
      refuseUrl(rules, body.url);
      const wanted = { url: body.url, types: body.types ?? [], description: body.description ?? null };
      const { webhook, secret } = await createWebhook(operation, secrets, wanted);
      return reply(201, success({ webhook: toResource(operation, webhook), secret }, operation.clock.now()));
    },
  });
}

function read(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${path}/:id`],
    operationId: 'getWebhook',
    group,
    summary: 'One webhook.',
    params,
    absent: 'WEBHOOK_NOT_FOUND',
    responses: { 200: answer },
    problems: ['WEBHOOK_NOT_FOUND'],
    async handle({ operation, params, credential }) {
      const webhook = await getWebhook(operation, params.id);
      return reply(200, success({ webhook: toResource(operation, webhook, credential) }, operation.clock.now()));
    },
  });
}

function change({ rules }: WebhookTools): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [`${path}/:id`],
    operationId: 'changeWebhook',
    group,
    stepUp: true,
    summary: 'Change a webhook, disable it, or enable it again.',
    description:
      'What is left out stays. What waits is given up when it is disabled; a replay sends it once it is enabled again.',
    params,
    absent: 'WEBHOOK_NOT_FOUND',
    body: z.object({
      url: url.optional(),
      types: types.optional(),
      description: description.optional(),
      enabled: booleanField.optional(),
    }),
    responses: { 200: answer },
    problems: ['WEBHOOK_NOT_FOUND'],
    async handle({ operation, params, body }) {
      if (body.url !== undefined) refuseUrl(rules, body.url);
      const webhook = await changeWebhook(operation, params.id, body);
      return reply(200, success({ webhook: toResource(operation, webhook) }, operation.clock.now()));
    },
  });
}

function remove(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${path}/:id`],
    operationId: 'deleteWebhook',
    group,
    summary: 'Delete a webhook with its deliveries.',
    params,
    absent: 'WEBHOOK_NOT_FOUND',
    responses: { 204: emptyAnswer },
    problems: ['WEBHOOK_NOT_FOUND'],
    async handle({ operation, params }) {
      await deleteWebhook(operation, params.id);
      return reply(204, null);
    },
  });
}

function rotate({ secrets }: WebhookTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/:id/rotate-secret`],
    operationId: 'rotateWebhookSecret',
    group,
    stepUp: true,
    summary: 'Give a webhook another secret.',
    description:
      'Until the overlap has passed, requests carry a signature by each of the two. A further rotation meanwhile ends the overlap of the one before.',
    params,
    absent: 'WEBHOOK_NOT_FOUND',
    body: z.object({ overlap_seconds: integer(0, longestOverlapSeconds).optional() }),
    responses: { 200: answerWithSecret },
    problems: ['WEBHOOK_NOT_FOUND'],
    carriesSecret: true,
    async handle({ operation, params, body }) {
      const overlap = body.overlap_seconds ?? defaultOverlapSeconds;
      const { webhook, secret } = await rotateSecret(operation, secrets, params.id, overlap);
      return reply(200, success({ webhook: toResource(operation, webhook), secret }, operation.clock.now()));
    },
  });
}

function test({ sampleOf }: WebhookTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/:id/test`],
    operationId: 'testWebhook',
    group,
    summary: 'Send a test to a webhook, whatever types it wants.',
    description:
      'Of `webhook.test`, or what an event of another type looks like: nothing of it happened, its customer is one that nobody has, and lists of events tell it as `webhook.test`. What comes of it is the newest of its deliveries, a moment later.',
    params,
    absent: 'WEBHOOK_NOT_FOUND',
    example: { type: 'alert.opened' },
    body: z.object({
      type: oneOf(eventTypes).default('webhook.test').meta({ description: 'What is sent.' }),
    }),
    responses: {
      202: successEnvelope(z.strictObject({ queued: z.literal(true).meta({ description: 'It is on its way.' }) })),
    },
    problems: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
    async handle({ operation, params, body: { type } }) {
      await testWebhook(operation, params.id, type === 'webhook.test' ? undefined : { type, data: sampleOf(type) });
      return reply(202, success({ queued: true as const }, operation.clock.now()));
    },
  });
}

function replay(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/:id/replay`],
    operationId: 'replayEvents',
    group,
    summary: 'Send a webhook the events since a time once more, and those that it missed.',
    description: `Events are kept for 30 days. A request queues up to ${maxReplayed} of them, the oldest first.`,
    params,
    absent: 'WEBHOOK_NOT_FOUND',
    body: z.object({ since: instant }),
    responses: {
      202: successEnvelope(
        z.strictObject({
          queued: z.int().meta({ description: 'Events that were queued; those on their way already are not counted.' }),
          next_since: timestamp.nullable().meta({
            description: '`since` of the next request, which goes on from here. Null: nothing is left.',
          }),
        }),
      ),
    },
    problems: ['WEBHOOK_NOT_FOUND', 'WEBHOOK_DISABLED'],
    async handle({ operation, params, body }) {
      const { queued, nextSince } = await replayEvents(operation, params.id, body.since);
      const data = { queued, next_since: nextSince?.toISOString() ?? null };
      return reply(202, success(data, operation.clock.now()));
    },
  });
}
