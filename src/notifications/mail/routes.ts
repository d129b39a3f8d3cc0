import { z } from 'zod';
import { requireCustomer } from '../../accounts/customers/index.ts';
import { severities } from '../../common/severity.ts';
import { booleanField, email, integer, oneOf, text, timestamp, uuid } from '../../core/api/fields.ts';
import { emptyAnswer, groups, success, successEnvelope } from '../../core/api/groups.ts';
import { type CustomerScope, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { canonicalTimeZone } from '../../engines/notification-timing/local-time.ts';
import { clockTime, deliveries, type QuietHours } from '../../engines/notification-timing/send-time.ts';
import type { AlertKind } from '../../monitoring/alerts/index.ts';
import { messagesIn } from '../../platform/messages/messages.ts';
import { addRecipient, confirmationLimits } from './add-recipient.ts';
import { changeRecipient } from './change-recipient.ts';
import { changeSettings } from './change-settings.ts';
import { recipientStatuses } from './lifecycle.ts';
import type { MailLinks } from './mail-links.ts';
import { listRecipients, maxAddedRecipients, type Recipient } from './recipient-record.ts';
import { removeRecipient } from './remove-recipient.ts';
import { type NotificationSettings, readChoices, toSettings } from './settings.ts';

export interface NotificationRouteTools {
  readonly links: MailLinks;
  /** Of alerts. */
  readonly kinds: readonly AlertKind[];
  /** Whether the operator has set up a mail server. */
  readonly mailAvailable: boolean;
}

export function notificationRoutes(tools: NotificationRouteTools): RouteDeclaration[] {
  return [settings(tools), settingsChange(tools), recipientAddition(tools), recipientChange(), recipientRemoval()];
}

const settingsPath = '/api/v1/notifications/settings';
const recipientsPath = '/api/v1/notifications/recipients';
const group = groups.notifications;
const inQuery: CustomerScope = { in: 'query', field: 'client_id' };
const inBody: CustomerScope = { in: 'body', field: 'client_id' };
const severity = oneOf(severities);

const deliveryMeaning =
  'When it is told of what is not critical: at once, gathered for 5 minutes, or in a digest in the morning of each day or Monday.';
const summaryMeaning =
  'Whether it gets a mail on Monday after a week in which it heard nothing else; none of a partner that has ended them.';
const quietMeaning =
  'Times of the clock in its zone, as 22:00, between which only what is critical is mailed; over midnight when from is later.';
const zoneMeaning = 'The zone of its quiet hours and mornings, as the IANA database names it: `Europe/Berlin`.';
const endsMeaning = 'Whether it is told, too, that what it was told of is over. Digests always say so.';

const fromMeta = { description: 'When they begin.', examples: ['22:00'] };
const toMeta = { description: 'When they end.', examples: ['07:00'] };
const zoneMeta = { description: zoneMeaning, examples: ['Europe/Berlin'] };

const clock = text(5).regex(clockTime, { error: 'must be a time such as 22:00' });
const timeZone = text(64).transform((name, context) => {
  const zone = canonicalTimeZone(name);
  if (zone === null) context.addIssue({ code: 'custom', message: 'must be a time zone such as Europe/Berlin' });
  return zone ?? z.NEVER;
});

const recipientResource = z
  .strictObject({
    id: z.guid(),
    email: z.string(),
    source: oneOf(['billing', 'added']).meta({
      description: 'billing: the address that the billing system tells; it need not confirm.',
    }),
    status: oneOf(recipientStatuses).meta({
      description:
        'Mail goes to active ones only. failing: a mail server refused the address for good, or mail came back from there.',
    }),
    failure: z
      .string()
      .nullable()
      .meta({ description: 'What the mail server said when it refused the address, or sent mail back.' }),
    last_mail_at: timestamp.nullable().meta({ description: 'The last mail about alerts.' }),
    monthly_report: z.boolean().meta({ description: 'Whether it gets the report of each month.' }),
    weekly_summary: z.boolean().meta({ description: summaryMeaning }),
    delivery: oneOf(deliveries).meta({ description: deliveryMeaning }),
    quiet_hours: z
      .strictObject({ from: z.string().meta(fromMeta), to: z.string().meta(toMeta) })
      .nullable()
      .meta({ description: quietMeaning }),
    time_zone: z.string().meta(zoneMeta),
    tell_resolved: z.boolean().meta({ description: endsMeaning }),
  })
  .meta({ id: 'NotificationRecipient' });

function toResource(recipient: Recipient): z.output<typeof recipientResource> {
  return {
    id: recipient.id,
    email: recipient.address,
    source: recipient.source,
    status: recipient.status,
    failure: recipient.failure,
    last_mail_at: recipient.last_mail_at?.toISOString() ?? null,
    monthly_report: recipient.report_due_at !== null,
    weekly_summary: recipient.weekly_summary,
    delivery: recipient.delivery,
    quiet_hours: quietHoursOf(recipient),
    time_zone: recipient.time_zone,
    tell_resolved: recipient.tell_resolved,
  };
}

function toQuietHours({ from, to }: { from?: string | undefined; to?: string | undefined }): QuietHours | null {
  return from === undefined || to === undefined ? null : { from, to };
}

function quietHoursOf({ quiet_from: from, quiet_to: to }: Recipient): QuietHours | null {
  return from === null || to === null ? null : { from, to };
}

const choice = z.strictObject({
  title: z.string().meta({ description: 'What such alerts are about, as `leaks about your domains`.' }),
  enabled: z.boolean(),
  min_severity: severity.nullable(),
});

const settingsAnswer = successEnvelope(
  z.strictObject({
    mail_available: z.boolean().meta({ description: 'False: no mail server is set up, so nothing is sent.' }),
    settings: z.strictObject({
      port_alerts: z.boolean(),
      port_alerts_min_severity: severity,
      domain_alerts: z.boolean(),
      kinds: z
        .record(z.string(), choice)
        .meta({ description: 'Alerts of other kinds, as `kind` of GET /monitoring/alerts names them.' }),
    }),
    recipients: z.array(recipientResource),
    max_added_recipients: z.int(),
  }),
);

async function answer(operation: Operation, clientId: number, { kinds, mailAvailable }: NotificationRouteTools) {
  const customer = await requireCustomer(operation, clientId);
  const [chosen, recipients] = await Promise.all([
    readChoices(operation, kinds, customer.id),
    listRecipients(operation, customer),
  ]);
  const data = {
    mail_available: mailAvailable,
    settings: withTitles(operation, toSettings(chosen), kinds),
    recipients: recipients.map(toResource),
    max_added_recipients: maxAddedRecipients,
  };
  return success(data, operation.clock.now());
}

function withTitles({ language }: Operation, settings: NotificationSettings, kinds: readonly AlertKind[]) {
  const t = messagesIn(language);
  const titled = kinds.flatMap(({ name, mail }) => {
    const chosen = settings.kinds[name];
    return chosen ? [[name, { title: t(`mail.alerts.kind.${mail.words}`), ...chosen }] as const] : [];
  });
  return { ...settings, kinds: Object.fromEntries(titled) };
}

function settings(tools: NotificationRouteTools): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [settingsPath],
    operationId: 'getNotificationSettings',
    group,
    summary: 'What a customer hears of by e-mail, and which addresses get it.',
    query: z.object({ client_id: integer(1) }),
    customer: inQuery,
    responses: { 200: settingsAnswer },
    problems: ['CUSTOMER_NOT_FOUND'],
    async handle({ operation, query }) {
      return reply(200, await answer(operation, query.client_id, tools));
    },
  });
}

function settingsChange(tools: NotificationRouteTools): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [settingsPath],
    operationId: 'setNotificationSettings',
    group,
    summary: 'Set what a customer hears of by e-mail; what is left out stays as it is.',
    example: { client_id: 42, port_alerts: true, port_alerts_min_severity: 'high' },
    body: z.object({
      client_id: integer(1),
      port_alerts: booleanField.optional(),
      port_alerts_min_severity: severity.optional(),
      domain_alerts: booleanField.optional(),
      kinds: z
        .record(
          z.string(),
          z.object({ enabled: booleanField.optional(), min_severity: severity.nullable().optional() }),
        )
        .optional(),
    }),
    customer: inBody,
    responses: { 200: settingsAnswer },
    problems: ['CUSTOMER_NOT_FOUND'],
    async handle({ operation, body: { client_id: clientId, ...change } }) {
      await changeSettings(operation, tools.kinds, clientId, change);
      return reply(200, await answer(operation, clientId, tools));
    },
  });
}

function recipientAddition(tools: NotificationRouteTools): RouteDeclaration {
  const recipientAnswer = successEnvelope(z.strictObject({ recipient: recipientResource }));
  const { pauseSeconds, perAddress } = confirmationLimits;
  return route({
    method: 'POST',
    paths: [recipientsPath],
    operationId: 'addNotificationRecipient',
    group,
    stepUp: true,
    summary: 'Have an address get the mail, once it has confirmed by the link that is mailed to it.',
    description: `Up to ${maxAddedRecipients} besides the one that the billing system tells, which needs no confirmation. For an address that has not confirmed, unsubscribed or failed, it asks again: at most every ${pauseSeconds / 60} minutes and ${perAddress} times a day. 201: the address is new in the list.`,
    body: z.object({ client_id: integer(1), email }),
    customer: inBody,
    responses: { 200: recipientAnswer, 201: recipientAnswer },
    problems: ['CUSTOMER_NOT_FOUND', 'RECIPIENT_LIMIT_EXCEEDED', 'CONFIRMATION_SENT_RECENTLY', 'MAIL_NOT_SET_UP'],
    async handle({ operation, body }) {
      const wanted = { billingCustomerId: body.client_id, email: body.email };
      const { recipient, created } = await addRecipient(operation, wanted, tools);
      return reply(created ? 201 : 200, success({ recipient: toResource(recipient) }, operation.clock.now()));
    },
  });
}

function recipientChange(): RouteDeclaration {
  return route({
    method: 'PUT',
    paths: [`${recipientsPath}/:id`],
    operationId: 'changeNotificationRecipient',
    group,
    summary: 'Choose what an address gets and when; what is left out stays as it is.',
    description:
      'The monthly report is mailed on the first day of a month, with a PDF, to addresses whose status is active; nobody gets it until it is chosen. What is critical is mailed at once whatever is chosen.',
    example: {
      client_id: 42,
      delivery: 'daily',
      quiet_hours: { from: '22:00', to: '07:00' },
      time_zone: 'Europe/Berlin',
    },
    params: z.object({ id: uuid }),
    body: z.object({
      client_id: integer(1),
      monthly_report: booleanField.optional().meta({ description: 'Whether it gets the report of each month.' }),
      weekly_summary: booleanField.optional().meta({ description: summaryMeaning }),
      delivery: oneOf(deliveries).optional().meta({ description: deliveryMeaning }),
      quiet_hours: z
        .object(
          { from: clock.optional().meta(fromMeta), to: clock.optional().meta(toMeta) },
          { error: 'must be an object with from and to' },
        )
        .refine(({ from, to }) => (from === undefined) === (to === undefined), {
          error: 'must have both from and to, or neither',
        })
        .refine(({ from, to }) => from === undefined || from !== to, { error: 'must begin and end at different times' })
        .optional()
        .meta({ description: `${quietMeaning} An object without from and to ends them.` }),
      time_zone: timeZone.optional().meta({ type: 'string', ...zoneMeta }),
      tell_resolved: booleanField.optional().meta({ description: endsMeaning }),
    }),
    customer: inBody,
    check: ({ named }) =>
      changeable.some((field) => named.has(field))
        ? {}
        : { monthly_report: [`The monthly_report field is required when ${others} are not present.`] },
    responses: { 200: successEnvelope(z.strictObject({ recipient: recipientResource })) },
    problems: ['CUSTOMER_NOT_FOUND', 'RECIPIENT_NOT_FOUND'],
    absent: 'RECIPIENT_NOT_FOUND',
    async handle({ operation, params, body }) {
      const recipient = await changeRecipient(operation, params.id, {
        billingCustomerId: body.client_id,
        change: {
          monthlyReport: body.monthly_report,
          weeklySummary: body.weekly_summary,
          delivery: body.delivery,
          quietHours: body.quiet_hours && toQuietHours(body.quiet_hours),
          timeZone: body.time_zone,
          tellResolved: body.tell_resolved,
        },
      });
      return reply(200, success({ recipient: toResource(recipient) }, operation.clock.now()));
    },
  });
}

const changeable = [
  'monthly_report',
  'weekly_summary',
  'delivery',
  'quiet_hours',
  'time_zone',
  'tell_resolved',
] as const;
const others = changeable.slice(1).join(', ');

function recipientRemoval(): RouteDeclaration {
  return route({
    method: 'DELETE',
    paths: [`${recipientsPath}/:id`],
    operationId: 'removeNotificationRecipient',
    group,
    summary: 'Send an address no more mail; the one that the billing system tells stays in the list as unsubscribed.',
    params: z.object({ id: uuid }),
    query: z.object({ client_id: integer(1).optional() }),
    customer: inQuery,
    responses: { 204: emptyAnswer },
    problems: ['RECIPIENT_NOT_FOUND'],
    absent: 'RECIPIENT_NOT_FOUND',
    async handle({ operation, params, query }) {
      await removeRecipient(operation, params.id, query.client_id);
      return reply(204, null);
    },
  });
}
