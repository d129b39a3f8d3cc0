import { z } from 'zod';
import { integer, oneOf, timestamp, uuid } from '../../core/api/fields.ts';
import { groups, success, successEnvelope } from '../../core/api/groups.ts';
import { customerInBody, customerInQuery, type RouteDeclaration, reply, route } from '../../core/api/route.ts';
import { type AlertKind, alertStatuses } from '../alerts/index.ts';
import { type ManualScanPolicy, scanStatuses, scanStatusOf } from '../port-scans/index.ts';
import { type AlertCheck, readAlertCheck, requestAlertCheck } from './check-alert.ts';

const path = '/api/v1/monitoring/alerts/:id/check';
const group = groups.monitoringAlerts;
const ownership = { billing_customer_id: integer(1).optional() };

const alertCheck = z
  .strictObject({
    alert_id: z.guid(),
    alert_status: oneOf(alertStatuses).meta({ description: 'Where the alert stands.' }),
    impossible: z.string().nullable().meta({ description: 'Why no scan can tell, as a sentence. Null: one can.' }),
    scan: z
      .strictObject({
        status: oneOf(scanStatuses),
        created_at: timestamp,
        started_at: timestamp.nullable(),
        finished_at: timestamp.nullable(),
      })
      .nullable()
      .meta({ description: "The last scan of the alert's server, whoever asked for it." }),
    still_seen: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether that scan saw the cause. Null: it has no result, or not yet.' }),
    retry_after_seconds: z.int().meta({ description: 'Seconds until a scan can be asked for; 0: now.' }),
  })
  .meta({ id: 'AlertCheck' });

const answer = successEnvelope(z.strictObject({ check: alertCheck }));

function toAlertCheck({ alert, impossible, scan, stillSeen, retryAfterSeconds }: AlertCheck) {
  return {
    alert_id: alert.id,
    alert_status: alert.status,
    impossible,
    scan: scan && {
      status: scanStatusOf(scan),
      created_at: scan.created_at.toISOString(),
      started_at: scan.started_at?.toISOString() ?? null,
      finished_at: scan.finished_at?.toISOString() ?? null,
    },
    still_seen: stillSeen,
    retry_after_seconds: retryAfterSeconds,
  };
}

/** Looks again whether the cause of an alert is still there, and tells no more of its server than that. */
export function alertCheckRoutes(kinds: readonly AlertKind[], policy: ManualScanPolicy): RouteDeclaration[] {
  const scope = (billingCustomerId: number | undefined) => ({
    kinds: kinds.map(({ name }) => name),
    billingCustomerId,
  });
  return [
    route({
      method: 'GET',
      paths: [path],
      operationId: 'getAlertCheck',
      group,
      summary: "How the last look at an alert's cause went.",
      params: z.object({ id: uuid }),
      query: z.object(ownership),
      customer: customerInQuery,
      alertLink: true,
      responses: { 200: answer },
      problems: ['ALERT_NOT_FOUND', 'ACCESS_DENIED'],
      absent: 'ALERT_NOT_FOUND',
      async handle({ operation, params, query }) {
        const check = await readAlertCheck(operation, policy, params.id, scope(query.billing_customer_id));
        return reply(200, success({ check: toAlertCheck(check) }, operation.clock.now()));
      },
    }),
    route({
      method: 'POST',
      paths: [path],
      operationId: 'checkAlert',
      group,
      summary: 'Look now whether the cause of an alert is still there; if it is not, the alert ends.',
      description:
        "A scan of the alert's server, with the rules of POST /billing/scan-endpoint. Leaks cannot be looked at so.",
      params: z.object({ id: uuid }),
      example: { billing_customer_id: 42 },
      body: z.object(ownership),
      customer: customerInBody,
      alertLink: true,
      responses: { 202: answer },
      problems: [
        'ALERT_NOT_FOUND',
        'ACCESS_DENIED',
        'ALERT_NOT_CHECKABLE',
        'ENDPOINT_NOT_FOUND',
        'ENDPOINT_NOT_ACTIVE',
        'RATE_LIMITED',
        'SCANNING_UNAVAILABLE',
        'SCAN_DISPATCH_FAILED',
      ],
      absent: 'ALERT_NOT_FOUND',
      async handle({ operation, params, body }) {
        const check = await requestAlertCheck(operation, policy, params.id, scope(body.billing_customer_id));
        return reply(202, success({ check: toAlertCheck(check) }, operation.clock.now()));
      },
    }),
  ];
}
