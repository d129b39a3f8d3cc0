import { z } from 'zod';
import { oneOf, timestamp } from '../../core/api/fields.ts';
import { encodeCursor } from '../../core/api/list-page.ts';
import { severities } from '../../engines/common/severity.ts';
import type { AlertOrder, AlertPosition } from './list-alerts.ts';

const sortKey = { created_at: timestamp, last_detected_at: timestamp, severity: oneOf(severities) };

/** The cursor of a list in one order. */
export function alertCursor(sort: AlertOrder['sort']): z.ZodType<AlertPosition> {
  return z.strictObject({ sort: z.literal(sort), key: sortKey[sort], created_at: timestamp, id: z.guid() });
}

type Placed = {
  readonly id: string;
  readonly severity: string;
  readonly created_at: Date;
  readonly last_detected_at: Date;
};

/** The cursor that goes on behind an alert. */
export function cursorBehind(sort: AlertOrder['sort'], alert: Placed): string {
  const key = sort === 'severity' ? alert.severity : alert[sort].toISOString();
  return encodeCursor({ sort, key, created_at: alert.created_at.toISOString(), id: alert.id });
}
