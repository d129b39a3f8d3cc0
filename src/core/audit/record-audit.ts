import { sql } from 'kysely';
import { newId } from '../../platform/ids.ts';
import type { ChangeTopic } from '../operation/customer-changes.ts';
import type { Operation } from '../operation/operation.ts';
import { isAccountChange, nameIn } from './account-changes.ts';

/** `subject.verb`, the verb in the past tense. */
export type AuditAction = `${string}.${string}`;

export interface AuditEntry {
  readonly action: AuditAction;
  readonly subjectId: string | null;
  readonly customerId?: string | null;
  /** What changed. Never a secret. */
  readonly details?: Record<string, unknown>;
}

/** Writes who did what into the operation's transaction: the entry exists exactly when the change does. Owners hear of some by mail. */
export async function recordAudit(operation: Operation, entry: AuditEntry): Promise<void> {
  await recordAudits(operation, [entry]);
}

/**
 * The same for any number of entries, in one statement: a parameter per column, since thousands of them cost more than
 * the rows.
 */
export async function recordAudits(operation: Operation, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  for (const entry of entries) tellOf(operation, entry);
  const { actor, requestId } = operation.caller;
  const actorId = 'id' in actor ? actor.id : null;
  await operation.db.execute(sql`
    INSERT INTO audit_entries (partner_id, at, actor_kind, actor_id, request_id, id, action, subject_id, customer_id, details)
    SELECT ${operation.partnerId}::uuid, ${operation.clock.now()}::timestamptz, ${actor.kind}, ${actorId}::uuid, ${requestId}, entry.*
    FROM unnest(
      ${entries.map(() => newId(operation.clock))}::uuid[],
      ${entries.map((entry) => entry.action)}::text[],
      ${entries.map((entry) => entry.subjectId)}::uuid[],
      ${entries.map((entry) => entry.customerId ?? null)}::uuid[],
      ${entries.map((entry) => JSON.stringify(entry.details ?? {}))}::jsonb[]
    ) AS entry`);
  for (const { action, subjectId, details = {} } of entries)
    if (isAccountChange(action))
      await operation.effects.accountChanged(operation, { change: action, subjectId, name: nameIn(action, details) });
}

/** What open pages of the entry's customer read anew: what is not named here shows on none of them. */
const topics: Readonly<Record<string, ChangeTopic>> = {
  'endpoint.scan_requested': 'scans',
  endpoint: 'servers',
  domain: 'domains',
  alert: 'alerts',
  domain_alert: 'alerts',
  allowed_ports: 'rules',
  firewall: 'rules',
  subscription: 'account',
  service: 'account',
  capacity: 'account',
  customer: 'account',
};

function tellOf(operation: Operation, { action, subjectId, customerId }: AuditEntry): void {
  const topic = topics[action] ?? topics[action.split('.')[0]!];
  if (!customerId || topic === undefined) return;
  const hasIds = topic !== 'rules' && topic !== 'account';
  operation.changed(customerId, topic, hasIds ? subjectId : null);
}
