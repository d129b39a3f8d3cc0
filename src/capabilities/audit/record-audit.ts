import { newId } from '../../platform/ids.ts';
import type { Operation } from '../../platform/operation.ts';

/** `subject.verb`, the verb in the past tense. */
export type AuditAction = `${string}.${string}`;

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectId: string | null;
  readonly customerId?: string | null;
  /** What changed. Never a secret. */
  readonly details?: Record<string, unknown>;
}

/** Writes who did what into the operation's transaction: the entry exists exactly when the change does. */
export async function recordAudit(operation: Operation, entry: AuditEntry): Promise<void> {
  await recordAudits(operation, [entry]);
}

/** The same for any number of entries, in one statement. */
export async function recordAudits(operation: Operation, entries: readonly AuditEntry[]): Promise<void> {
  const { actor, requestId } = operation.caller;
  const rows = entries.map((entry) => ({
    id: newId(operation.clock),
    at: operation.clock.now(),
    actor_kind: actor.kind,
    actor_id: actor.kind === 'api_key' ? actor.id : null,
    action: entry.action,
    subject_id: entry.subjectId,
    customer_id: entry.customerId ?? null,
    request_id: requestId,
    details: JSON.stringify(entry.details ?? {}),
  }));
  await operation.db.insertMany('audit_entries', rows);
}
