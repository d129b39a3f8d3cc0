import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { oneOf, timestamp } from '../../core/api/fields.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { alertStatuses } from '../alerts/index.ts';
import { assessAlert, type PortAlert, wordsOfAlert } from './port-alert.ts';

export const alertStatus = oneOf(alertStatuses);
const severity = oneOf(severities);
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

/** Whoever is answered, in their language. */
type Reader = Pick<Operation, 'language'>;

export function toAlertSummary(reader: Reader, alert: PortAlert): z.output<typeof alertSummary> {
  return {
    id: alert.id,
    port: alert.port,
    protocol: alert.protocol,
    severity: alert.severity,
    risk_level: alert.severity,
    status: alert.status,
    ...wordsOfAlert(reader, alert),
    first_detected_at: alert.first_detected_at.toISOString(),
    last_detected_at: alert.last_detected_at.toISOString(),
  };
}

export function toAlertResource(reader: Reader, alert: PortAlert): z.output<typeof alertResource> {
  return {
    ...toAlertSummary(reader, alert),
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
export function toExplainedAlert(reader: Reader, alert: PortAlert): z.output<typeof explainedAlert> {
  return { ...toAlertResource(reader, alert), explanation: assessAlert(reader, alert).explanation };
}
