import { z } from 'zod';
import { severities } from '../../common/severity.ts';
import { integer, oneOf, timestamp } from '../../core/api/fields.ts';
import { cursorField, decodeCursor, encodeCursor, totalFields } from '../../core/api/list-page.ts';
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
  has_more: z.boolean(),
  next_cursor: z.string().nullable(),
};

/**
 * One page of the alerts that match, as the query asks for it, and what is answered beside them.
 * @throws InvalidInput on cursor
 */
export async function alertPage(
  operation: Operation,
  filter: Pick<AlertFilter, 'kinds' | 'endpointId' | 'domainId' | 'minSeverity' | 'protocol' | 'port'>,
  query: AlertPageQuery,
): Promise<{ readonly alerts: readonly AlertRecord[]; readonly fields: PageFields }> {
  const { status, severity: only, billing_customer_id: billingCustomerId, limit } = query;
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, alertCursor(query.sort));
  const start = after ? { after } : { offset: query.offset };
  const whole = { ...filter, billingCustomerId, status, severity: only };
  const { alerts, total, hasMore } = await listAlerts(operation, whole, query, { limit, start });
  const fields = {
    total,
    total_is_exact: true as const,
    has_more: hasMore,
    next_cursor: hasMore ? cursorBehind(query.sort, alerts.at(-1)!) : null,
  };
  return { alerts, fields };
}

type PageFields = z.output<z.ZodObject<typeof alertPageFields>>;

const sortKey = { created_at: timestamp, last_detected_at: timestamp, severity };

/** The cursor of a list in one order. */
function alertCursor(sort: AlertOrder['sort']): z.ZodType<AlertPosition> {
  return z.strictObject({ sort: z.literal(sort), key: sortKey[sort], created_at: timestamp, id: z.guid() });
}

/** The cursor that goes on behind an alert. */
function cursorBehind(sort: AlertOrder['sort'], alert: AlertRecord): string {
  const key = sort === 'severity' ? alert.severity : alert[sort].toISOString();
  return encodeCursor({ sort, key, created_at: alert.created_at.toISOString(), id: alert.id });
}
