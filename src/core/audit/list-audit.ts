import type { Selectable } from 'kysely';
import type { Operation } from '../operation/operation.ts';
import type { AuditEntriesTable } from '../operation/tables/core.ts';
import { type AuditSubject, withSubjects } from './subject-names.ts';

export type AuditRecord = Selectable<AuditEntriesTable> & {
  readonly billing_customer_id: number | null;
  readonly subject: AuditSubject | null;
};

export interface AuditFilter {
  /** Whole, as in `endpoint.suspended`, or its subject alone, as in `endpoint`. */
  readonly action?: string | undefined;
  readonly subjectId?: string | undefined;
  readonly billingCustomerId?: number | undefined;
  /** The id of the last entry of the page before. */
  readonly before?: string | undefined;
}

/** Entries newest first, at most `limit`: ids are ordered by time. */
export async function listAudit(operation: Operation, filter: AuditFilter, limit: number): Promise<AuditRecord[]> {
  let query = operation.db
    .selectFrom('audit_entries')
    .leftJoin('customers', (join) =>
      join
        .onRef('customers.partner_id', '=', 'audit_entries.partner_id')
        .onRef('customers.id', '=', 'audit_entries.customer_id'),
    )
    .selectAll('audit_entries')
    .select('customers.billing_customer_id');
  if (filter.subjectId !== undefined) query = query.where('audit_entries.subject_id', '=', filter.subjectId);
  if (filter.billingCustomerId !== undefined)
    query = query.where(
      'audit_entries.customer_id',
      '=',
      operation.db.selectFrom('customers').select('id').where('billing_customer_id', '=', filter.billingCustomerId),
    );
  if (filter.before !== undefined) query = query.where('audit_entries.id', '<', filter.before);
  if (filter.action?.includes('.')) query = query.where('audit_entries.action', '=', filter.action);
  else if (filter.action !== undefined) query = query.where('audit_entries.action', '^@', `${filter.action}.`);
  const entries = await query.orderBy('audit_entries.id', 'desc').limit(limit).execute();
  return withSubjects(operation, entries);
}
