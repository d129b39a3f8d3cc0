import { type RawBuilder, sql } from 'kysely';
import type { Severity } from '../../common/severity.ts';
import type { Operation } from '../../core/operation/operation.ts';
import { inIds } from '../../platform/database/in-ids.ts';
import type { AlertNow } from './decide-telling.ts';

/** When the alert before the alert `a` ended that had the same cause, in SQL. */
export const previousEnd: RawBuilder<Date | null> = sql`(SELECT max(before.ended_at) FROM alerts before
  WHERE before.partner_id = a.partner_id AND (before.endpoint_id = a.endpoint_id OR before.domain_id = a.domain_id)
    AND before.kind = a.kind AND before.key = a.key AND before.id <> a.id AND before.created_at <= a.created_at)`;

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

/** Alerts as they are now, by id; of one that was deleted there is nothing. */
export async function alertsNow({ db, partnerId }: Operation, ids: readonly string[]): Promise<Map<string, AlertNow>> {
  const { rows } = await db.execute(sql<AlertRow>`
    SELECT a.id, a.status, a.severity, a.created_at, a.status_changed_at, ${previousEnd} AS previous_end
    FROM alerts a WHERE a.partner_id = ${partnerId} AND ${inIds('a.id', ids)}`);
  return new Map(rows.map((row) => [row.id, alertNowOf(row)]));
}
