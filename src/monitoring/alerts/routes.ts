import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { actorKind, integer, nameOfCustomer, oneOf, timestamp, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { type ActorKind, whoDid } from '../../core/audit/who-did.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { resourceKinds } from '../../core/operation/resource-kinds.ts';
import { type ActionWords, type AlertView, alertActions } from './alert-actions.ts';
import type { AlertKind, AlertRemediation, AlertText } from './alert-kind.ts';
import { alertPage, alertPageFields, alertPageQuery } from './alert-page.ts';
import { type AlertRecord, getAlert } from './alert-record.ts';
import { alertSubject, subjectOfAlert } from './alert-subject.ts';
import { type AlertAction, alertMove, alertStatuses } from './lifecycle.ts';
import { sameFaultAs } from './same-fault.ts';

const severity = oneOf(severities);
const status = oneOf(alertStatuses);
const subjectType = oneOf(resourceKinds);
const base = '/api/v1/monitoring/alerts';
const group = groups.monitoringAlerts;

export const monitoringAlert = z
  .strictObject({
    id: z.guid(),
    kind: z.string(),
    subject: alertSubject,
    severity,
    status,
    title: z.string(),
    explanation: z.string(),
    facts: z
      .array(z.strictObject({ label: z.string(), value: z.string() }))
      .meta({ description: 'What was seen, in words.' }),
    remediation: z
      .strictObject({
        selected: z.string().meta({ description: 'The platform that fits best, as far as that is known.' }),
        platforms: z
          .array(z.strictObject({ name: z.string(), label: z.string(), commands: z.record(z.string(), z.string()) }))
          .meta({ description: 'Every platform that there are commands for.' }),
      })
      .nullable()
      .meta({
        description:
          'Commands that end the cause, in the order to run them, for each platform. Null: there are none here; ports have GET /alerts/{id}/remediation.',
      }),
    evidence: z.record(z.string(), z.unknown()).meta({ description: 'What was seen, as its kind records it.' }),
    actions: z.array(oneOf(['acknowledge', 'false-positive', 'resolve', 'reopen'])).meta({
      description: 'What its kind and status allow; a kind may still refuse to reopen, as for a port that has closed.',
    }),
    created_at: timestamp,
    first_detected_at: timestamp,
    last_detected_at: timestamp,
    acknowledged_at: timestamp.nullable(),
    snoozed_until: timestamp.nullable().meta({
      description: 'When an alert that was acknowledged or marked for a time is open again; null: it stays as it is.',
    }),
    resolved_at: timestamp.nullable(),
    resolution: z.string().nullable(),
    resolved_by: actorKind.nullable().meta({
      description: 'Who resolved it by hand; null: nobody did, or the audit log does not go back that far.',
    }),
    billing_customer_id: z.int(),
    customer_name: nameOfCustomer,
  })
  .meta({ id: 'MonitoringAlert' });

/** The word by which a path, and `actions` of an alert, name an action. */
export const actionPaths: Record<AlertAction, z.output<typeof monitoringAlert>['actions'][number]> = {
  acknowledge: 'acknowledge',
  mark_false_positive: 'false-positive',
  resolve: 'resolve',
  reopen: 'reopen',
};

function toMonitoringAlert(
  kind: AlertKind,
  alert: AlertRecord,
  text: AlertText,
  resolvedBy: ActorKind | null,
): z.output<typeof monitoringAlert> {
  return {
    id: alert.id,
    kind: alert.kind,
    subject: subjectOfAlert(alert),
    severity: alert.severity,
    status: alert.status,
    title: text.title,
    explanation: text.explanation,
    facts: [...text.facts],
    remediation: text.remediation ? toRemediation(text.remediation) : null,
    evidence: { ...(text.evidence ?? alert.evidence) },
    actions: kind.actions
      .filter((action) => alertMove(alert.status, action).kind === 'change')
      .map((action) => actionPaths[action]),
    created_at: alert.created_at.toISOString(),
    first_detected_at: alert.first_detected_at.toISOString(),
    last_detected_at: alert.last_detected_at.toISOString(),
    acknowledged_at: alert.acknowledged_at?.toISOString() ?? null,
    snoozed_until: alert.snoozed_until?.toISOString() ?? null,
    resolved_at: alert.resolved_at?.toISOString() ?? null,
    resolution: alert.resolution,
    resolved_by: resolvedBy,
    billing_customer_id: alert.billing_customer_id,
    customer_name: alert.customer_name,
  };
}

function toRemediation({ selected, platforms }: AlertRemediation) {
  return {
    selected,
    platforms: platforms.map(({ commands, ...platform }) => ({ ...platform, commands: { ...commands } })),
  };
}

/** Alerts of any kinds with their words, in their order: a look-up for each kind at most, and one for who resolved them. */
export async function described(
  operation: Operation,
  kinds: readonly AlertKind[],
  alerts: readonly AlertRecord[],
): Promise<z.output<typeof monitoringAlert>[]> {
  const answers = new Map<string, z.output<typeof monitoringAlert>>();
  const byHand = alerts.filter(({ resolution }) => resolution === 'manual').map(({ id }) => id);
  const resolvers = await whoDid(operation, ['alert.resolved', 'domain_alert.resolved'], byHand);
  for (const kind of kinds) {
    const own = alerts.filter((alert) => alert.kind === kind.name);
    if (own.length === 0) continue;
    const texts = await kind.describe(operation, own);
    for (const [index, alert] of own.entries())
      answers.set(alert.id, toMonitoringAlert(kind, alert, texts[index]!, resolvers.get(alert.id) ?? null));
  }
  return alerts.map(({ id }) => answers.get(id)!);
}

const actions: readonly ActionWords[] = [
  {
    action: 'acknowledge',
    operationId: 'acknowledgeMonitoringAlert',
    summary: 'Take note of an alert; it still ends by itself when its cause does.',
    messages: ['The alert is acknowledged.', 'The alert was acknowledged already.'],
  },
  {
    action: 'resolve',
    operationId: 'resolveMonitoringAlert',
    summary: 'Resolve an alert by hand.',
    description: 'If its cause is seen again later, a new alert is raised.',
    messages: [
      'The alert is resolved. If its cause is seen again, a new one is raised.',
      'The alert was resolved already.',
    ],
  },
  {
    action: 'mark_false_positive',
    operationId: 'markMonitoringAlertFalsePositive',
    summary: 'Mark an alert as a false positive: its cause raises no alert until it has ended.',
    description: 'Kinds that cannot be wrong about it, such as leaks, refuse.',
    messages: ['The alert is marked as a false positive.', 'The alert was marked as a false positive already.'],
  },
  {
    action: 'reopen',
    operationId: 'reopenMonitoringAlert',
    summary: 'Take an alert up again, as far as its kind allows it.',
    messages: ['The alert is open again.', 'The alert was open already.'],
  },
];

/** `/api/v1/monitoring/alerts` (decisions §10.6): alerts of every kind in one place. */
export function monitoringAlertRoutes(kinds: readonly AlertKind[]): RouteDeclaration[] {
  const view: AlertView<typeof monitoringAlert> = {
    base,
    group,
    kinds,
    namesCustomer: 'if it likes',
    answer: monitoringAlert,
    toAnswer: async (operation, alert) => (await described(operation, kinds, [alert]))[0]!,
  };
  return [list(kinds), single(view), ...alertActions(view, actions)];
}

function list(kinds: readonly AlertKind[]): RouteDeclaration {
  const kind = oneOf(kinds.map(({ name }) => name) as [string, ...string[]]);
  return route({
    method: 'GET',
    paths: [base],
    operationId: 'listMonitoringAlerts',
    group,
    summary: 'Alerts of every kind, newest first unless sorted otherwise.',
    query: z.object({
      kind: kind.optional(),
      subject: subjectType.optional(),
      endpoint_id: uuid.optional(),
      domain_id: uuid.optional(),
      min_severity: severity.optional().meta({ description: 'This or a worse one.' }),
      protocol: oneOf(['tcp', 'udp']).optional().meta({ description: 'Of alerts about ports only.' }),
      port: integer(1, 65_535).optional().meta({ description: 'Of alerts about ports only.' }),
      alike: uuid.optional().meta({
        description:
          'The id of an alert: those with the same fault, this one among them. With `oldest_alert.id` and `severity` of a cause, and the status `open`, these are the alerts that it counts.',
      }),
      ...alertPageQuery,
    }),
    customer: customerInQuery,
    responses: {
      200: successEnvelope(z.strictObject({ alerts: z.array(monitoringAlert), ...alertPageFields })),
    },
    problems: [],
    async handle({ operation, query, page }) {
      const { alike: alikeId, billing_customer_id: customerId } = query;
      const alike = alikeId === undefined ? undefined : await sameFaultAs(operation, kinds, alikeId, customerId);
      const asked = alikeId === undefined ? kinds : kinds.filter(({ name }) => name === alike?.kind);
      const filter = {
        kinds: asked
          .filter(
            ({ name, subject }) =>
              [undefined, name].includes(query.kind) && [undefined, subject].includes(query.subject),
          )
          .map(({ name }) => name),
        endpointId: query.endpoint_id,
        domainId: query.domain_id,
        minSeverity: query.min_severity,
        protocol: query.protocol ?? alike?.protocol ?? undefined,
        port: query.port ?? alike?.port ?? undefined,
        alike,
      };
      const { alerts, fields } = await alertPage(operation, filter, query, page);
      const data = { alerts: await described(operation, kinds, alerts), ...fields };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function single({ kinds, toAnswer }: AlertView<typeof monitoringAlert>): RouteDeclaration {
  return route({
    method: 'GET',
    paths: [`${base}/:id`],
    operationId: 'getMonitoringAlert',
    group,
    summary: 'One alert of any kind.',
    params: z.object({ id: uuid }),
    query: z.object({ billing_customer_id: integer(1).optional() }),
    customer: customerInQuery,
    alertLink: true,
    responses: { 200: successEnvelope(z.strictObject({ alert: monitoringAlert })) },
    problems: ['ALERT_NOT_FOUND', 'ACCESS_DENIED'],
    absent: 'ALERT_NOT_FOUND',
    async handle({ operation, params, query }) {
      const scope = { kinds: kinds.map(({ name }) => name), billingCustomerId: query.billing_customer_id };
      const alert = await toAnswer(operation, await getAlert(operation, params.id, scope));
      return reply(200, success({ alert }, operation.clock.now()));
    },
  });
}
