import { z } from 'zod';
import { requireCustomer } from '../../accounts/customers/index.ts';
import { severities } from '../../common/severity.ts';
import { booleanField, integer, oneOf, text, timestamp, uuid } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { pageFields, shortListQuery } from '../../core/api/list-page.ts';
import { customerInBody, customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { TargetField } from '../../engines/messengers/messenger.ts';
import { messengerOf, type TargetType, targetTypes } from '../../engines/messengers/messengers.ts';
import { canonicalTimeZone } from '../../engines/notification-timing/local-time.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { addChannel } from './add-channel.ts';
import { changeChannel } from './change-channel.ts';
import { type Channel, channelsOf, maxChannels } from './channel-record.ts';
import type { ChannelTools } from './channel-tools.ts';
import { findChannel } from './find-channel.ts';
import { removeChannel } from './remove-channel.ts';
import { testChannel, testPauseSeconds } from './test-channel.ts';
import { clockTimeOf } from './when-due.ts';

/** Chats and pagers that are told of alerts: the partner's own, and each customer's. */
export function channelRoutes(tools: ChannelTools): RouteDeclaration[] {
  return [list(tools), addition(tools), read(), change(tools), removal(), test(tools)];
}

const path = '/api/v1/channels';
const group = groups.channels;
const listed = new Intl.ListFormat('en-GB');
const urgencies = ['at_once', 'five_minutes', 'daily', 'weekly'] as const;
const timeOfDay = text(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 22:30' })
  .meta({ type: 'string', pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' });

const channelResource = z
  .strictObject({
    id: z.guid(),
    billing_customer_id: z.int().nullable().meta({ description: "Whose it is. Null: the account's own." }),
    type: oneOf(targetTypes),
    name: z.string(),
    target: z.string().meta({ description: 'Where it leads, without what lets anybody in.' }),
    kinds: z.array(z.string()).meta({ description: 'The kinds of alerts that it hears of. Empty: all.' }),
    min_severity: oneOf(severities),
    billing_customer_ids: z.array(z.int()).meta({ description: 'The customers that it hears of. Empty: all.' }),
    endpoint_ids: z.array(z.guid()).meta({
      description: 'The servers that it hears of, and then of no domain. Empty: everything.',
    }),
    urgency: oneOf(urgencies).meta({
      description:
        'When it hears of what is not critical: daily and weekly between 08:00 and 08:30 in its time zone, on Mondays.',
    }),
    quiet_from: z.string().nullable().meta({
      description:
        'From then until quiet_until it hears of nothing but what is critical. Null: there are no such hours.',
    }),
    quiet_until: z.string().nullable().meta({ description: 'When quiet hours end.' }),
    time_zone: z.string().meta({ description: 'Of quiet hours and of daily and weekly messages.' }),
    status: oneOf(['active', 'paused', 'disabled']).meta({
      description:
        'paused: by hand. disabled: the destination wants no more, or took nothing for five days. What happens meanwhile is told when it is active again.',
    }),
    failure: z.string().nullable().meta({ description: 'Why the last message did not arrive. Null: it did.' }),
    failed_at: timestamp.nullable().meta({ description: 'When the last message did not arrive.' }),
    last_delivered_at: timestamp.nullable().meta({ description: 'When the last message arrived.' }),
    waiting: z.int().meta({ description: 'Messages that wait to be sent.' }),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Channel' });

const oneAnswer = successEnvelope(z.strictObject({ channel: channelResource }));

/** What a field is to each messenger that takes it: `Of telegram the token of the bot, of ntfy the access token.` */
function meaningOf(field: TargetField): string {
  const types = new Map<string, TargetType[]>();
  for (const type of targetTypes) {
    const use = messengerOf(type).fields[field];
    if (use === undefined) continue;
    const meaning = use.byDefault ? `${use.is}, ${use.byDefault} by default` : use.is;
    types.set(meaning, [...(types.get(meaning) ?? []), type]);
  }
  const text = [...types].map(([meaning, those]) => `of ${listed.format(those)} ${meaning}`).join('; ');
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

const destination = {
  url: text(2_048)
    .optional()
    .meta({ description: meaningOf('url'), examples: ['https://hooks.slack.com/services/T000/B000/XXXX'] }),
  token: text(200)
    .optional()
    .meta({ description: meaningOf('token') }),
  chat_id: text(70)
    .optional()
    .meta({ description: meaningOf('chat_id') }),
  thread_id: integer(1)
    .optional()
    .meta({ description: meaningOf('thread_id') }),
  topic: text(64)
    .optional()
    .meta({ description: meaningOf('topic') }),
  region: oneOf(['us', 'eu'])
    .optional()
    .meta({ description: meaningOf('region') }),
};

const choices = {
  kinds: z
    .array(text(50))
    .max(50)
    .optional()
    .meta({ description: 'The kinds of alerts that it hears of. Empty: all.' }),
  min_severity: oneOf(severities).optional(),
  billing_customer_ids: z.array(integer(1)).max(200).optional().meta({
    description: "Of the account's own channels: the customers that they hear of. Empty: all.",
  }),
  endpoint_ids: z.array(uuid).max(200).optional().meta({
    description: 'The servers that it hears of, and then of no domain. Empty: everything.',
  }),
  urgency: oneOf(urgencies).optional().meta({ description: 'When it hears of what is not critical.' }),
  quiet_from: timeOfDay.optional().meta({ description: 'From when it hears of nothing but what is critical.' }),
  quiet_until: timeOfDay
    .optional()
    .meta({ description: 'When quiet hours end. The same time as quiet_from: there are none.' }),
  time_zone: text(64).optional().meta({ description: 'A zone of the IANA database, such as Europe/Berlin.' }),
};

/** Channels as they are shown, in their order. */
async function shown(operation: Operation, channels: readonly Channel[]): Promise<z.output<typeof channelResource>[]> {
  const { db } = operation;
  const named = channels.flatMap(({ customer_id, customers }) => [...customers, ...(customer_id ? [customer_id] : [])]);
  const rows = await db
    .selectFrom('customers')
    .select(['id', 'billing_customer_id'])
    .where(inIds('id', [...new Set(named)]))
    .execute();
  const numbers = new Map(rows.map((row) => [row.id, row.billing_customer_id]));
  const waiting = await db
    .selectFrom('channel_messages')
    .select(({ fn }) => ['channel_id', fn.countAll<number>().as('count')])
    .where(
      inIds(
        'channel_id',
        channels.map(({ id }) => id),
      ),
    )
    .where('settled_at', 'is', null)
    .groupBy('channel_id')
    .execute();
  const counts = new Map(waiting.map(({ channel_id, count }) => [channel_id, Number(count)]));
  return channels.map((channel) => ({
    id: channel.id,
    billing_customer_id: channel.customer_id === null ? null : numbers.get(channel.customer_id)!,
    type: channel.type as TargetType,
    name: channel.name,
    target: channel.shown,
    kinds: channel.kinds,
    min_severity: channel.min_severity,
    billing_customer_ids: channel.customers.flatMap((id) => numbers.get(id) ?? []),
    endpoint_ids: channel.endpoints,
    urgency: channel.urgency,
    quiet_from: channel.quiet_from === null ? null : clockTimeOf(channel.quiet_from),
    quiet_until: channel.quiet_until === null ? null : clockTimeOf(channel.quiet_until),
    // Channels of older releases have it as it was written.
    time_zone: canonicalTimeZone(channel.time_zone) ?? channel.time_zone,
    status: channel.status as 'active' | 'paused' | 'disabled',
    failure: channel.failure,
    failed_at: channel.failed_at?.toISOString() ?? null,
    last_delivered_at: channel.delivered_at?.toISOString() ?? null,
    waiting: counts.get(channel.id) ?? 0,
    created_at: channel.created_at.toISOString(),
    updated_at: channel.updated_at.toISOString(),
  }));
}

async function shownOne(operation: Operation, channel: Channel) {
  const [only] = await shown(operation, [channel]);
  return success({ channel: only! }, operation.clock.now());
}

function list({ kinds }: ChannelTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [path],
    operationId: 'listChannels',
    group,
    summary: "The account's own channels, or those of a customer.",
    query: z.object({ billing_customer_id: integer(1).optional(), ...shortListQuery }),
    customer: customerInQuery,
    responses: {
      200: successEnvelope(
        z.strictObject({
          channels: z.array(channelResource),
          ...pageFields,
          max_channels: z.int().meta({ description: 'So many there may be.' }),
          alert_kinds: z
            .array(
              z.strictObject({
                kind: z.string(),
                title: z.string().meta({ description: 'What such alerts are about, as `leaks about your domains`.' }),
              }),
            )
            .meta({ description: 'What `kinds` can name.' }),
        }),
      ),
    },
    problems: ['CUSTOMER_NOT_FOUND'],
    async handle({ operation, page, query: { billing_customer_id: customer, limit } }) {
      const owner = customer === undefined ? null : (await requireCustomer(operation, customer)).id;
      const channels = await channelsOf(operation, owner).execute();
      const { items, end } = page.of(channels, limit, ({ created_at: at, id }) => [at.toISOString(), id]);
      const t = messagesIn(operation.language);
      const data = {
        channels: await shown(operation, items),
        ...end,
        max_channels: maxChannels,
        alert_kinds: kinds.map(({ name, mail }) => ({ kind: name, title: t(`mail.alerts.kind.${mail.words}`) })),
      };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function addition(tools: ChannelTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [path],
    operationId: 'addChannel',
    group,
    stepUp: true,
    summary: 'Have a chat or pager told of alerts from now on.',
    description:
      'Of those of the customer that is named, or else of all customers. What is critical is told at once, the rest as urgency says. The destination is kept sealed and never shown again.',
    example: { type: 'slack', name: 'Operations', url: 'https://hooks.slack.com/services/T000/B000/XXXX' },
    body: z.object({
      billing_customer_id: integer(1).optional(),
      type: oneOf(targetTypes),
      name: text(80).min(1),
      ...destination,
      ...choices,
    }),
    customer: customerInBody,
    responses: { 201: oneAnswer },
    problems: ['CUSTOMER_NOT_FOUND', 'CHANNEL_LIMIT_EXCEEDED'],
    async handle({ operation, body }) {
      const { billing_customer_id: customer, url, token, chat_id, thread_id, topic, region, ...wanted } = body;
      const target = { url, token, chat_id, thread_id, topic, region };
      const channel = await addChannel(operation, customer, { ...wanted, target }, tools);
      return reply(201, await shownOne(operation, channel));
    },
  });
}

function read(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${path}/:id`],
    operationId: 'getChannel',
    group,
    summary: 'One channel.',
    params: z.object({ id: uuid }),
    query: z.object({ billing_customer_id: integer(1).optional() }),
    customer: customerInQuery,
    responses: { 200: oneAnswer },
    problems: ['CHANNEL_NOT_FOUND'],
    absent: 'CHANNEL_NOT_FOUND',
    async handle({ operation, params, query }) {
      const channel = await findChannel(operation, params.id, query.billing_customer_id);
      return reply(200, await shownOne(operation, channel));
    },
  });
}

function change(tools: ChannelTools): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [`${path}/:id`],
    operationId: 'changeChannel',
    group,
    stepUp: true,
    summary: 'Change a channel; what is left out stays as it is.',
    description:
      'Any field of the destination gives all of it anew, and makes a disabled channel active again. What a pager was made to open is closed where it was opened.',
    params: z.object({ id: uuid }),
    body: z.object({
      billing_customer_id: integer(1).optional(),
      name: text(80).min(1).optional(),
      enabled: booleanField.optional().meta({ description: 'False: it is paused. True: it is active.' }),
      ...destination,
      ...choices,
    }),
    customer: customerInBody,
    responses: { 200: oneAnswer },
    problems: ['CHANNEL_NOT_FOUND'],
    absent: 'CHANNEL_NOT_FOUND',
    async handle({ operation, params, body }) {
      const { billing_customer_id: customer, url, token, chat_id, thread_id, topic, region, ...wanted } = body;
      const fields = { url, token, chat_id, thread_id, topic, region };
      const target = Object.values(fields).some((value) => value !== undefined) ? fields : undefined;
      const channel = await changeChannel(operation, params.id, customer, { ...wanted, target }, tools);
      return reply(200, await shownOne(operation, channel));
    },
  });
}

function removal(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${path}/:id`],
    operationId: 'removeChannel',
    group,
    summary: 'Tell a chat or pager nothing more; what a pager was made to open is still closed when it is over.',
    params: z.object({ id: uuid }),
    query: z.object({ billing_customer_id: integer(1).optional() }),
    customer: customerInQuery,
    responses: { 204: emptyAnswer },
    problems: ['CHANNEL_NOT_FOUND'],
    absent: 'CHANNEL_NOT_FOUND',
    async handle({ operation, params, query }) {
      await removeChannel(operation, params.id, query.billing_customer_id);
      return reply(204, null);
    },
  });
}

function test(tools: ChannelTools): RouteDeclaration {
  return route({
    method: 'POST',
    paths: [`${path}/:id/test`],
    operationId: 'testChannel',
    group,
    summary: 'Send a channel a message that says that it is a test.',
    description: `At most every ${testPauseSeconds} seconds. Microsoft Teams accepts what it may then fail to post: look into the channel. A pager opens an incident, which is to be closed by hand.`,
    params: z.object({ id: uuid }),
    body: z.object({ billing_customer_id: integer(1).optional() }),
    customer: customerInBody,
    responses: {
      200: successEnvelope(
        z.strictObject({
          accepted: z.boolean().meta({ description: 'Whether the destination took it.' }),
          failure: z.string().nullable().meta({ description: 'Why it did not. Null: it did.' }),
        }),
      ),
    },
    problems: ['CHANNEL_NOT_FOUND', 'CHANNEL_TESTED_RECENTLY'],
    absent: 'CHANNEL_NOT_FOUND',
    async handle({ operation, params, body }) {
      const result = await testChannel(operation, params.id, body.billing_customer_id, tools);
      return reply(200, success({ ...result }, operation.clock.now()));
    },
  });
}
