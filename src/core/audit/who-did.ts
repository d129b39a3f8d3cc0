import { sql } from 'kysely';
import type { FactType } from '../operation/facts.ts';
import type { Operation } from '../operation/operation.ts';
import type { AuditEntriesTable } from '../operation/tables/core.ts';

export type ActorKind = AuditEntriesTable['actor_kind'];

/** Who did one of these things to each subject last, by subject, as far as the audit log goes back. */
export async function whoDid(
  operation: Operation,
  actions: readonly FactType[],
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, ActorKind>> {
  if (subjectIds.length === 0) return new Map();
  const { rows } = await operation.db.execute(sql<{ subject_id: string; actor_kind: ActorKind }>`
    SELECT DISTINCT ON (subject_id) subject_id, actor_kind FROM audit_entries
    WHERE partner_id = ${operation.partnerId} AND subject_id = ANY(${subjectIds}::uuid[]) AND action = ANY(${actions}::text[])
    ORDER BY subject_id, id DESC`);
  return new Map(rows.map(({ subject_id, actor_kind }) => [subject_id, actor_kind]));
}
