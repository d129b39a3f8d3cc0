import { type RawBuilder, sql } from 'kysely';
import type { Severity } from '../../common/severity.ts';
import type { AlertNow } from './decide-notification.ts';

/** When the alert before one ended that had the same cause, in SQL. @param alert the name by which a statement has the alert */
export function previousEndOf(alert: string): RawBuilder<Date | null> {
  const of = (column: string) => sql.ref(`${alert}.${column}`);
  return sql`(SELECT max(before.ended_at) FROM alerts before
    WHERE before.partner_id = ${of('partner_id')} AND (before.endpoint_id = ${of('endpoint_id')} OR before.domain_id = ${of('domain_id')})
      AND before.kind = ${of('kind')} AND before.key = ${of('key')} AND before.id <> ${of('id')} AND before.created_at <= ${of('created_at')})`;
}

/** An alert as a table has it. */
export interface AlertRow {
  readonly id: string;
  readonly status: 'open' | 'acknowledged' | 'resolved' | 'false_positive';
  readonly severity: Severity;
  readonly created_at: Date;
  readonly status_changed_at: Date | null;
  readonly previous_end: Date | null;
}

const states = { open: 'open', acknowledged: 'acknowledged', resolved: 'over', false_positive: 'dismissed' } as const;

/** An alert as a decision takes it. */
export function alertNowOf(row: AlertRow): AlertNow {
  return {
    id: row.id,
    state: states[row.status],
    severity: row.severity,
    createdAt: row.created_at,
    since: row.status_changed_at ?? row.created_at,
    previousEnd: row.previous_end,
  };
}
