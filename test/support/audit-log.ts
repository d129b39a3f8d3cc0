import type { TestService } from './test-service.ts';

export interface AuditRow {
  readonly action: string;
  readonly actor_kind: string;
  readonly details: Record<string, unknown>;
}

/** What the audit log says of a subject, oldest first. */
export async function auditOf(service: TestService, subjectId: string): Promise<AuditRow[]> {
  const { rows } = await service.store.database.pool.query<AuditRow>(
    'SELECT action, actor_kind, details FROM audit_entries WHERE subject_id = $1 ORDER BY id',
    [subjectId],
  );
  return rows;
}

/** The same of a whole partner. */
export async function auditOfPartner(service: TestService, partnerId: string): Promise<AuditRow[]> {
  const { rows } = await service.store.database.pool.query<AuditRow>(
    'SELECT action, actor_kind, details FROM audit_entries WHERE partner_id = $1 ORDER BY id',
    [partnerId],
  );
  return rows;
}
