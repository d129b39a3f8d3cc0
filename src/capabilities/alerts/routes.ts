import { z } from 'zod';
import { integer, oneOf, uuid } from '../../platform/http/fields.ts';
import { groups, success, successEnvelope } from '../../platform/http/groups.ts';
import type { ProblemCode } from '../../platform/http/problems.ts';
import { type RouteDeclaration, reply, route } from '../../platform/http/route.ts';
import { getAlert } from './alert-record.ts';
import { listAlerts } from './list-alerts.ts';
import { resolveAlert } from './resolve-alert.ts';
import { alertResource, alertStatus, explainedAlert, severity, toAlertResource, toExplainedAlert } from './schema.ts';

const alertPath = z.object({ id: uuid });
const ownership = z.object({ billing_customer_id: integer(1).optional() });
const ownershipProblems: ProblemCode[] = ['ALERT_NOT_FOUND', 'ACCESS_DENIED'];

export function alertRoutes(): RouteDeclaration[] {
  return [list(), single(), resolve()];
}

function list(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/alerts'],
    operationId: 'listAlerts',
    group: groups.alerts,
    summary: 'Alerts, newest first unless sorted otherwise.',
    query: z.object({
      billing_customer_id: integer(1).optional(),
      status: alertStatus.optional(),
      severity: severity.optional(),
      endpoint_id: uuid.optional(),
      limit: integer(1, 100).default(20),
      offset: integer(0).default(0),
      sort: oneOf(['created_at', 'severity', 'last_detected_at']).default('created_at'),
      order: oneOf(['asc', 'desc']).default('desc'),
    }),
    responses: {
      200: successEnvelope(z.strictObject({ alerts: z.array(alertResource), total: z.int(), has_more: z.boolean() })),
    },
    problems: [],
    async handle({ operation, query }) {
      const filter = {
        billingCustomerId: query.billing_customer_id,
        status: query.status,
        severity: query.severity,
        endpointId: query.endpoint_id,
      };
      const { alerts, total } = await listAlerts(operation, filter, query, query);
      const data = { alerts: alerts.map(toAlertResource), total, has_more: query.offset + alerts.length < total };
      return reply(200, success(data, operation.clock.now()));
    },
  });
}

function single(): RouteDeclaration {
  return route({
    method: 'GET',
    paths: ['/api/v1/alerts/:id'],
    operationId: 'getAlert',
    group: groups.alerts,
    summary: 'One alert with its full explanation.',
    params: alertPath,
    query: ownership,
    responses: { 200: successEnvelope(z.strictObject({ alert: explainedAlert })) },
    problems: ownershipProblems,
    absent: 'ALERT_NOT_FOUND',
    async handle({ operation, params, query }) {
      const alert = await getAlert(operation, params.id, query.billing_customer_id);
      return reply(200, success({ alert: toExplainedAlert(alert) }, operation.clock.now()));
    },
  });
}

function resolve(): RouteDeclaration {
  return route({
    method: 'POST',
    paths: ['/api/v1/alerts/:id/resolve'],
    operationId: 'resolveAlert',
    group: groups.alerts,
    summary: 'Resolve an alert by hand.',
    description: 'If the port is still open at a later scan, a new alert is raised.',
    params: alertPath,
    body: ownership,
    responses: { 200: successEnvelope(z.strictObject({ alert: explainedAlert, message: z.string() })) },
    problems: ownershipProblems,
    absent: 'ALERT_NOT_FOUND',
    async handle({ operation, params, body }) {
      const { alert, changed } = await resolveAlert(operation, params.id, body.billing_customer_id);
      const message = changed
        ? 'The alert is resolved. If the port is still open, the next scan raises a new one.'
        : 'The alert was resolved already.';
      return reply(200, success({ alert: toExplainedAlert(alert), message }, operation.clock.now()));
    },
  });
}
