import type { z } from 'zod';
import { severities } from '../../common/severity.ts';
import type { AskedPage } from '../../core/api/asked-page.ts';
import { integer, oneOf } from '../../core/api/fields.ts';
import { cursorField, pageFields, totalFields } from '../../core/api/list-page.ts';
import type { Operation } from '../../core/operation/operation.ts';
import type { AlertRecord } from './alert-record.ts';
import { alertStatuses } from './lifecycle.ts';
import { type AlertFilter, type AlertOrder, type AlertPosition, listAlerts } from './list-alerts.ts';

const severity = oneOf(severities);

/** What every list of alerts by cursor is asked. */
export const alertPageQuery = {
  billing_customer_id: integer(1).optional(),
  status: oneOf(alertStatuses).optional(),
  severity: severity.optional(),
  limit: integer(1, 100).default(20),
  offset: integer(0).default(0),
  sort: oneOf(['created_at', 'severity', 'last_detected_at']).default('created_at'),
  order: oneOf(['asc', 'desc']).default('desc'),
  cursor: cursorField,
};
type AlertPageQuery = z.output<z.ZodObject<typeof alertPageQuery>>;

/** What every such list answers beside the alerts. */
export const alertPageFields = {
  ...totalFields,
  ...pageFields,
};

/**
 * One page of the alerts that match, as the query asks for it, and what is answered beside them.
 * @throws InvalidInput on cursor
 */
export async function alertPage(
  operation: Operation,
  filter: Pick<AlertFilter, 'kinds' | 'endpointId' | 'domainId' | 'minSeverity' | 'protocol' | 'port' | 'alike'>,
  query: AlertPageQuery,
  page: AskedPage,
): Promise<{ readonly alerts: readonly AlertRecord[]; readonly fields: AlertPageFields }> {
  const { status, severity: only, billing_customer_id: billingCustomerId, limit } = query;
  const start = page.start<AlertPosition>(query.offset);
  const whole = { ...filter, billingCustomerId, status, severity: only };
  const { alerts, total, hasMore } = await listAlerts(operation, whole, query, { limit, start });
  const fields = {
    total,
    total_is_exact: true as const,
    ...page.end(hasMore ? positionOf(query.sort, alerts.at(-1)!) : null),
  };
  return { alerts, fields };
}

type AlertPageFields = z.output<z.ZodObject<typeof alertPageFields>>;

function positionOf(sort: AlertOrder['sort'], alert: AlertRecord): AlertPosition {
  const key = sort === 'severity' ? alert.severity : alert[sort].toISOString();
  return { key, created_at: alert.created_at.toISOString(), id: alert.id };
}
