import { z } from 'zod';
import { capacityReport } from '../accounts/subscriptions/index.ts';
import { oneOf } from '../core/api/fields.ts';
import type { EventType } from '../core/operation/occurrences.ts';
import { monitoringAlert } from '../monitoring/alerts/routes.ts';
import { domainResource, domainScan } from '../monitoring/leaks/schema.ts';
import { scanDetail } from '../monitoring/port-scans/scan-view.ts';
import { listedSubscription } from '../reporting/customer-records/schema.ts';
import { endpointResource, endpointStatus } from '../resources/endpoints/schema.ts';

const customer = { billing_customer_id: z.int() };
const reopenedBy = oneOf(['person', 'time', 'evidence']).meta({
  description: 'Whether somebody opened it again, the time that it was set aside for has passed, or it was seen again.',
});
const moved = { previous_status: endpointStatus.meta({ description: 'The status before the change.' }) };

function named(id: string, fields: z.core.$ZodShape) {
  return z.strictObject(fields).meta({ id });
}

const alertFields = { ...customer, alert_id: z.guid(), endpoint_id: z.guid(), alert: monitoringAlert };
const alert = named('AlertData', alertFields);
const domainAlertFields = { ...customer, alert_id: z.guid(), domain_id: z.guid(), alert: monitoringAlert };
const endpointFields = { ...customer, endpoint_id: z.guid(), endpoint: endpointResource };
const movedEndpoint = named('MovedEndpointData', { ...endpointFields, ...moved });
const domainFields = { ...customer, domain_id: z.guid(), domain: domainResource };
const movedDomain = named('MovedDomainData', { ...domainFields, ...moved });
// As it was decided: a customer without a limit has none.
const capacity = capacityReport.omit({ uncapped: true }).extend({ capacity: z.int().nullable() });
const scan = z
  .union([
    z.strictObject({ ...customer, scan_id: z.guid(), endpoint_id: z.guid(), scan: scanDetail }),
    z.strictObject({ ...customer, scan_id: z.guid(), domain_id: z.guid(), scan: domainScan }),
  ])
  .meta({ id: 'ScanData' });

/** `data` of each event: ids, and what it is about as its read showed it at that time (see event-views.ts). */
export const eventSchemas: Readonly<Record<EventType, z.ZodType>> = {
  'alert.opened': alert,
  'alert.resolved': alert,
  'alert.reopened': named('ReopenedAlertData', { ...alertFields, reopened_by: reopenedBy }),
  'domain_alert.opened': named('OpenedDomainAlertData', { ...domainAlertFields, reopened_by: reopenedBy.optional() }),
  'domain_alert.resolved': named('DomainAlertData', domainAlertFields),
  'endpoint.created': named('EndpointData', endpointFields),
  'endpoint.paused': movedEndpoint,
  'endpoint.resumed': movedEndpoint,
  'endpoint.terminated': movedEndpoint,
  'domain.created': named('DomainData', domainFields),
  'domain.paused': movedDomain,
  'domain.resumed': movedDomain,
  'domain.terminated': movedDomain,
  'subscription.changed': named('SubscriptionData', {
    ...customer,
    subscription_id: z.guid(),
    subscription: listedSubscription,
  }),
  'capacity.enforced': named('CapacityData', { ...customer, port_monitoring: capacity, domain_monitoring: capacity }),
  'scan.completed': scan,
  'scan.failed': scan,
  'webhook.test': named('WebhookTestData', {
    webhook_id: z.guid().meta({ description: 'The webhook that is tried.' }),
    sample: z
      .strictObject({ type: z.string(), data: z.record(z.string(), z.unknown()) })
      .optional()
      .meta({ description: 'What the webhook is sent in place of this. Absent: this.' }),
  }),
};
