import { z } from 'zod';
import { oneOf, timestamp } from '../../core/api/fields.ts';
import { encodeCursor } from '../../core/api/list-page.ts';
import { severities } from '../../engines/common/severity.ts';
import { assess } from '../../engines/port-risk/assess.ts';
import type { AlertRecord } from '../alerts/alert-record.ts';
import { alertStatuses } from '../alerts/lifecycle.ts';
import type { AlertOrder, AlertPosition } from '../alerts/list-alerts.ts';

export const alertStatus = oneOf(alertStatuses);
export const severity = oneOf(severities);
const resolution = oneOf(['port_closed', 'allowed', 'manual', 'endpoint_terminated']);

const summaryFields = {
  id: z.guid(),
  port: z.int(),
  protocol: oneOf(['tcp', 'udp']),
  service: z.string(),
  severity,
  risk_level: severity,
  status: alertStatus,
  title: z.string(),
  first_detected_at: timestamp,
  last_detected_at: timestamp,
};

/** The alert inside endpoint detail: no more than the contract lists. */
export const alertSummary = z.strictObject(summaryFields).meta({ id: 'AlertSummary' });

const alertFields = {
  ...summaryFields,
  endpoint_id: z.guid(),
  ip_address: z.string(),
  created_at: timestamp,
  billing_customer_id: z.int(),
  hostname: z.string(),
  nickname: z.string(),
  acknowledged_at: timestamp.nullable(),
  resolved_at: timestamp.nullable(),
  resolution: resolution.nullable(),
};

/** Alert in lists. */
export const alertResource = z.strictObject(alertFields).meta({ id: 'Alert' });

/** Alert of the single-alert reads. */
export const explainedAlert = z
  .strictObject({ ...alertFields, explanation: z.string() })
  .meta({ id: 'ExplainedAlert' });

const sortKey = { created_at: timestamp, last_detected_at: timestamp, severity };

/** The cursor of a list in one order. */
export function alertCursor(sort: AlertOrder['sort']): z.ZodType<AlertPosition> {
  return z.strictObject({ sort: z.literal(sort), key: sortKey[sort], created_at: timestamp, id: z.guid() });
}

/** The cursor that goes on behind an alert. */
export function cursorBehind(sort: AlertOrder['sort'], alert: AlertRecord): string {
  const key = sort === 'severity' ? alert.severity : alert[sort].toISOString();
  return encodeCursor({ sort, key, created_at: alert.created_at.toISOString(), id: alert.id });
}

export function toAlertSummary(alert: AlertRecord): z.output<typeof alertSummary> {
  return {
    id: alert.id,
    port: alert.port,
    protocol: alert.protocol,
    service: alert.service,
    severity: alert.severity,
    risk_level: alert.risk_level,
    status: alert.status,
    title: alert.title,
    first_detected_at: alert.first_detected_at.toISOString(),
    last_detected_at: alert.last_detected_at.toISOString(),
  };
}

export function toAlertResource(alert: AlertRecord): z.output<typeof alertResource> {
  return {
    ...toAlertSummary(alert),
    endpoint_id: alert.endpoint_id,
    ip_address: alert.ip_address,
    created_at: alert.created_at.toISOString(),
    billing_customer_id: alert.billing_customer_id,
    hostname: alert.hostname,
    nickname: alert.nickname,
    acknowledged_at: alert.acknowledged_at?.toISOString() ?? null,
    resolved_at: alert.resolved_at?.toISOString() ?? null,
    resolution: alert.resolution,
  };
}

/** The explanation is derived when it is read, so that better wording reaches old alerts too. */
export function toExplainedAlert(alert: AlertRecord): z.output<typeof explainedAlert> {
  const { explanation } = assess({
    address: alert.ip_address,
    protocol: alert.protocol,
    port: alert.port,
    ...alert.evidence,
  });
  return { ...toAlertResource(alert), explanation };
}
